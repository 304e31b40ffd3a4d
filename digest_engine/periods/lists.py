"""Periods named together hand over what only one of them says: `ad aprile e a giugno 2025`, `il 3 e il 7 maggio`, `primo e secondo trimestre`."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from digest_engine.periods.binding import bind, missing
from digest_engine.periods.categories import cats_of
from digest_engine.periods.expressions import Between, Day, Expr, Feast, Month, Nth, Part, Season, Slice, UnitAt, Year
from digest_engine.periods.grammar import Term

_JOINS = frozenset(("AND", "OR", "COMMA", "VERSUS", "WITH", "SLASH"))
_BETWEEN = _JOINS | frozenset(("OF", "OFSING", "ART", "THE", "IN", "TO", "PRONOUN", "ONDAY", "FROM"))
_LONGEST_JOIN = 5
_SIDES = frozenset(("VERSUS", "WITH"))
# A comparing noun stands at most this many terms before its `tra`.
_NEAR = 7


def part_comparisons(terms: list[Term]) -> list[Term]:
    """`differenza tra ottobre e dicembre` sets two months side by side: the `tra` of a comparison opens no range."""
    between = [place for place, term in enumerate(terms) if "BETWEEN" in term.cats]
    if len(between) != 1:
        return terms
    (place,) = between
    if not any("COMPARE" in term.cats for term in terms[max(0, place - _NEAR) : place]):
        return terms
    if any(not _SIDES.isdisjoint(term.cats) for term in terms[place:]):
        return terms
    return [*terms[:place], replace(terms[place], cats={"AMONG": 1}), *terms[place + 1 :]]


def spread_numbers(terms: list[Term]) -> list[Term]:
    """Bare figures and ordinals before a full day or part: the 3 of `3 e 7 maggio`, the `primo` of `primo e secondo trimestre`."""
    if all(_JOINS.isdisjoint(term.cats) for term in terms):
        return terms
    out = _forward(terms)
    model: Expr | None = None
    joined = 0
    for place in range(len(out) - 1, -1, -1):
        term = out[place]
        if "PERIOD" in term.cats:
            model, joined = term.cats["PERIOD"], 0
        elif not _JOINS.isdisjoint(term.cats):
            joined += 1
        elif joined and model is not None and (made := _like(term, model)) is not None:
            out[place] = Term(cats_of(made), term.start, term.end, "listed", False, (term,))
            model, joined = made, 0
        elif not term.cats.keys() & {"OF", "OFSING", "ART", "THE", "IN"}:
            model, joined = None, 0
    return out


def _forward(terms: list[Term]) -> list[Term]:
    """What follows of the same kind: the 7 of `May 3 and 7`, the `secondo` of `il primo trimestre con il secondo`."""
    out = list(terms)
    for place in range(2, len(out)):
        number = out[place]
        if "PERIOD" in number.cats or not number.cats.keys() & {"ORD", "DAYNUM"} or _counts_a_thing(out, place):
            continue
        model = _before(out, place)
        if model is None or not (model.rule == "month_day" or isinstance(model.cats["PERIOD"], Part | Nth | Slice)):
            continue
        made = _like(number, model.cats["PERIOD"])
        if made is not None:
            out[place] = Term(cats_of(made), number.start, number.end, model.rule, False, (number,))
    return out


def _counts_a_thing(terms: list[Term], place: int) -> bool:
    after = terms[place + 1].cats if place + 1 < len(terms) else {}
    return bool(
        after.keys() & {"WORD", "CAPITAL", "UNIT", "UNITS", "WEEKDAY", "HALF", "TENDAYS", "FORTNIGHT", "COUNTED", "MONTH", "PERIOD"}
    )


def _before(terms: list[Term], place: int) -> Term | None:
    """The period just before, over an `e` or a `con`."""
    joined = False
    for term in reversed(terms[max(0, place - _LONGEST_JOIN) : place]):
        if "PERIOD" in term.cats:
            return term if joined else None
        if _BETWEEN.isdisjoint(term.cats):
            return None
        joined = joined or bool(term.cats.keys() & {"AND", "VERSUS", "WITH"})
    return None


def _like(term: Term, model: Expr) -> Expr | None:
    number = term.cats.get("ORD", term.cats.get("DAYNUM"))
    if not isinstance(number, int):
        return None
    match model:
        case Day(month=month) if month is not None and 1 <= number <= 31:
            return replace(model, day=number, weekday=None)
        case Part() if "ORD" in term.cats:
            return replace(model, index=number)
        case Nth() if "ORD" in term.cats:
            return replace(model, index=number)
        case Slice(portion="first_half" | "second_half") if "ORD" in term.cats and number in (1, 2):
            return replace(model, portion="first_half" if number == 1 else "second_half")
        case _:
            return None


def join_lists(terms: list[Term], periods: list[Term]) -> list[Term]:
    """The periods, each completed by its neighbours in the same list."""
    places = {id(term): place for place, term in enumerate(terms)}
    out = list(periods)
    links = [_link(terms, places[id(first)], places[id(second)]) for first, second in pairwise(periods)]
    for at in range(len(out) - 2, -1, -1):
        if links[at] is not None:
            out[at] = _with(out[at], _handed(out[at].cats["PERIOD"], out[at + 1].cats["PERIOD"]))
    for at in range(1, len(out)):
        joining = links[at - 1]
        if joining is not None:
            out[at] = _with(out[at], _taken(out[at].cats["PERIOD"], out[at - 1].cats["PERIOD"], joining))
    return out


def _link(terms: list[Term], first: int, second: int) -> frozenset[str] | None:
    """The categories that join two periods; None where other words stand between them."""
    between = terms[first + 1 : second]
    if not 0 < len(between) <= _LONGEST_JOIN or any(_BETWEEN.isdisjoint(term.cats) for term in between):
        return None
    cats = frozenset(cat for term in between for cat in term.cats)
    return cats if cats & _JOINS else None


def _with(term: Term, expr: Expr) -> Term:
    return term if expr is term.cats["PERIOD"] else replace(term, cats=cats_of(expr))


def _handed(expr: Expr, after: Expr) -> Expr:
    """What the next period says for this one."""
    if isinstance(expr, Day) and expr.month is None and isinstance(after, Day) and after.month is not None:
        return replace(expr, month=after.month, year=after.year)
    year = year_of(after)
    if year is not None and missing(expr) == "year" and not isinstance(expr, Between):
        return bind(expr, year)
    return expr


def _taken(expr: Expr, before: Expr, joining: frozenset[str]) -> Expr:
    """What the period before says for this one."""
    if isinstance(expr, Year) and isinstance(before, Month | Part) and "IN" not in joining and "TO" not in joining:
        return replace(before, year=expr)
    year = year_of(before)
    if year is None or joining & {"VERSUS", "WITH"} or missing(expr) != "year":
        return expr
    made = bind(expr, year)
    return expr if made == before else made


def year_of(expr: Expr) -> Year | UnitAt | None:
    """The year that an expression says in so many words."""
    match expr:
        case Month(year=year) | Part(year=year) | Season(year=year) | Feast(year=year) | Day(year=year):
            return year
        case Nth(container=inner) | Slice(container=inner):
            return year_of(inner)
        case Between(start=start, end=end):
            return (year_of(end) if end else None) or (year_of(start) if start else None)
        case Year():
            return expr
        case UnitAt(unit="year"):
            return expr
        case _:
            return None
