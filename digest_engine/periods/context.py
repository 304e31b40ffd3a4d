"""Which of the expressions read do count: a short or ambiguous word needs company."""

from __future__ import annotations

from digest_engine.periods.expressions import Year
from digest_engine.periods.grammar import Term

# What announces a period.
_ANNOUNCES = frozenset(
    ("IN", "SINCE", "FROM", "FROMEN", "UNTIL", "BY", "BEFORE", "AFTER", "BETWEEN", "ONDAY", "NEXT", "PAST", "LAST", "LASTEN", "THIS")
)
# A preposition or article leads to a period only where no noun follows: `d'estate`, not `the summer school`.
_LEADS = frozenset(("OF", "OFSING", "TO", "ART", "THE"))
# A bare figure outside these is a year only after a preposition: `nel 1998`, but not
# `2000 volantini`. So is a figure over a year a month: `nel 11/2018`, but not `gara 11/2018`.
_FIRST_BARE_YEAR, _LAST_BARE_YEAR = 2001, 2060
_BEFORE_YEAR = _ANNOUNCES | _LEADS | frozenset(("AND", "COMMA", "DASH"))
_BEFORE_MONTH = _ANNOUNCES | _LEADS | frozenset(("AND", "COMMA", "COLON", "OPEN"))
_JOINS = frozenset(("AND", "OR", "COMMA", "VERSUS", "WITH", "DASH", "SLASH", "TO", "OF", "OFSING", "ART"))


def counts(terms: list[Term], place: int) -> bool:
    """Whether a term that may be a period is one here."""
    term = terms[place]
    expr = term.cats["PERIOD"]
    if isinstance(expr, Year) and term.rule == "year" and not _FIRST_BARE_YEAR <= expr.year <= _LAST_BARE_YEAR:
        return place > 0 and not _BEFORE_YEAR.isdisjoint(terms[place - 1].cats)
    if term.rule == "month_numeric":
        return place == 0 or not _BEFORE_MONTH.isdisjoint(terms[place - 1].cats)
    if not term.weak:
        return True
    if all(_blank(other) for at, other in enumerate(terms) if at != place):
        return True
    before = terms[place - 1] if place else None
    after = terms[place + 1] if place + 1 < len(terms) else None
    if before is not None and not _ANNOUNCES.isdisjoint(before.cats):
        return True
    if before is not None and not _LEADS.isdisjoint(before.cats) and "WEEKDAY" not in term.cats:
        return after is None or not ("WORD" in after.cats or "CAPITAL" in after.cats)
    return _beside(terms, place, -1) or _beside(terms, place, 1)


def _blank(term: Term) -> bool:
    """A sign, or an article, that leaves the word alone in the question."""
    return term.end - term.start == 1 or not term.cats.keys() - {"ART", "THE", "IN", "ONDAY"}


def _beside(terms: list[Term], place: int, step: int) -> bool:
    """Whether the neighbour, over a joining word, is a firm period."""
    at = place + step
    while 0 <= at < len(terms) and not _JOINS.isdisjoint(terms[at].cats):
        at += step
    return 0 <= at < len(terms) and at != place + step and "PERIOD" in terms[at].cats and not terms[at].weak
