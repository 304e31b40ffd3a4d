"""Questions that lean on an earlier one: `e a marzo?`, `e l'anno prima?`, `nello stesso periodo del 2024?`, `e dopo?`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from digest_engine.periods import calendar as cal
from digest_engine.periods.binding import bind, missing
from digest_engine.periods.categories import cats_of
from digest_engine.periods.expressions import (
    Between,
    Day,
    Expr,
    Fixed,
    Inherited,
    Month,
    Nth,
    Offset,
    Part,
    Rolling,
    Slice,
    UnitAt,
    Weekday,
    WeekdayOf,
    Year,
)
from digest_engine.periods.grammar import Term
from digest_engine.periods.lists import year_of
from digest_engine.periods.reading import Reading
from digest_engine.periods.resolve import Days, resolve

# Rules whose `before` and `after` count from the period spoken of, where there is one.
SHIFTS = frozenset(("unit_earlier", "previous_unit", "units_earlier", "unit_later", "following_unit", "units_later"))
_WINDOWS = frozenset(("previous_window", "following_window"))
_ONE = timedelta(days=1)
# "e dopo?", "and what came before?": no more terms than this, the last one being the word.
_LONGEST_BARE = 6
_LENGTHS = {"day": 1, "week": 7, "month": 31, "two_months": 62, "quarter": 92, "four_months": 123, "half": 184, "year": 366}

_Move = Callable[[Days], Days | None]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A period of a conversation: how it was said (completed), its days, and whether it came from an earlier question.

    `carried`: taken over whole; no word of the question stands for it.
    """

    expr: Expr
    days: Days
    term: Term
    inherited: bool = False
    carried: bool = False


def follow(reading: Reading, before: tuple[Spoken, ...], today: date) -> tuple[Spoken, ...]:
    """The periods of a question, given those of the question before it."""
    own = tuple(_own(reading, before, today))
    if own or not before or reading.resets:
        return own
    beyond = _beyond(reading, before) or _up_to_now(reading, before, today)
    if beyond is not None:
        return beyond
    ordinal = _ordinal(reading, before, today)
    return ordinal or tuple(replace(spoken, inherited=True, carried=True) for spoken in before)


def _own(reading: Reading, before: tuple[Spoken, ...], today: date) -> list[Spoken]:
    found: list[Spoken] = []
    seen: set[Days] = set()
    for term in reading.periods:
        # A comparison inside one question ("aprile rispetto al mese precedente") counts from the period just named.
        base = tuple(found[-1:]) if found and reading.compares(term) else before if not found else ()
        for spoken in _read(term, base, today):
            if spoken.days not in seen:
                seen.add(spoken.days)
                found.append(spoken)
    return found


def _read(term: Term, base: tuple[Spoken, ...], today: date) -> list[Spoken]:
    expr: Expr = term.cats["PERIOD"]
    if base and "SAMEPERIOD" in term.cats:
        return _moved_all(base, term, lambda days: _to_year(days, expr, today))
    if base and term.rule in SHIFTS:
        count, unit = _steps(expr)
        return _moved_all(base, term, lambda days: moved(days, count, unit))
    if base and term.rule in _WINDOWS and isinstance(expr, Rolling):
        expr = replace(expr, anchor=Fixed(*base[-1].days))
    elif base:
        completed = _completed(expr, base[-1])
        if completed != expr:
            days = resolve(completed, today)
            return [Spoken(completed, days, term, inherited=True)] if days else []
    days = resolve(expr, today)
    return [Spoken(expr, days, term)] if days else []


def _moved_all(base: tuple[Spoken, ...], term: Term, move: _Move) -> list[Spoken]:
    spoken = []
    for item in base:
        days = move(item.days)
        if days is not None:
            spoken.append(Spoken(Fixed(*days), days, term, inherited=True))
    return spoken


# --- completing ---------------------------------------------------------------------------------------------------------


def _completed(expr: Expr, spoken: Spoken) -> Expr:
    """An incomplete period takes over what the one before said: the year, the month, the week."""
    if isinstance(expr, Between):
        return _completed_range(expr, spoken)
    if isinstance(expr, Nth | Slice) and isinstance(expr.container, Inherited):
        return replace(expr, container=Fixed(*spoken.days))
    match missing(expr):
        case "month" if isinstance(expr, Day):
            return _in_month(expr, spoken)
        case "week" if isinstance(expr, Weekday) and _is_week(spoken.days):
            return WeekdayOf(expr.weekday, Fixed(*spoken.days))
        case "year" if expr_pick(expr) == "latest":
            year = year_of(spoken.expr) or _year_of_days(spoken)
            return bind(expr, year) if year else expr
    return expr


def _completed_range(expr: Between, spoken: Spoken) -> Between:
    """The start takes over what it lacks, unless the end says it; a closed end then follows from the start."""
    if expr.start is None:
        return replace(expr, end=None if expr.end is None else _completed(expr.end, spoken))
    if expr.end is not None and not missing(expr.end):
        return expr
    return replace(expr, start=_completed(expr.start, spoken))


def expr_pick(expr: Expr) -> str:
    """How an expression chooses its occurrence; `latest` where it does not say."""
    return getattr(expr, "pick", "latest")


def _in_month(expr: Day, spoken: Spoken) -> Expr:
    match spoken.expr:
        case Day(month=month, year=year) | Between(end=Day(month=month, year=year)) if month is not None:
            return replace(expr, month=month, year=year)
        case Month(month=month, year=year):
            return replace(expr, month=month, year=year)
        case UnitAt(unit="month"):
            return replace(expr, month=spoken.expr)
        case Fixed(start=date() as start, end=date() as end) if (start.year, start.month) == (end.year, end.month):
            return replace(expr, month=start.month, year=Year(start.year))
        case _:
            return expr


def _is_week(days: Days) -> bool:
    start, end = days
    return start is not None and end is not None and start.weekday() == 0 and end - start == timedelta(days=6)


def _year_of_days(spoken: Spoken) -> Year | None:
    start, end = spoken.days
    if isinstance(spoken.expr, Fixed) and start and end and start.year == end.year:
        return Year(start.year)
    return None


# --- moving -------------------------------------------------------------------------------------------------------------


def _steps(expr: Expr) -> tuple[int, str]:
    match expr:
        case UnitAt(unit=unit, offset=offset):
            return offset, unit
        case Offset(steps=((count, unit), *_)):
            return count, unit
        case _:
            return 0, "day"


def moved(days: Days, count: int, unit: str) -> Days | None:
    """A period so many units earlier or later, keeping its length; of a period longer than the unit, the unit beside it."""
    start, end = days
    try:
        if start and end and (end - start).days + 1 > _LENGTHS.get(unit, 366):
            return cal.unit_span(unit, start, count) if count < 0 else cal.unit_span(unit, end, count)
        if unit in cal.MONTHS_IN and start and end and _whole_months(start, end):
            first = cal.add_months(start, count * cal.MONTHS_IN[unit])
            months = (end.year - start.year) * 12 + end.month - start.month + 1
            return cal.months_span(first.year, first.month, months)
        return (start and cal.add(start, count, unit), end and cal.add(end, count, unit))
    except (OverflowError, KeyError):
        return None


def _whole_months(start: date, end: date) -> bool:
    return start.day == 1 and (end + _ONE).day == 1


def _to_year(days: Days, year: Expr, today: date) -> Days | None:
    """The same days of another year: of the one named, or as many years off as a counted year is from this one."""
    start = days[0] or days[1]
    if start is None:
        return None
    named = resolve(year, today)
    if named is None or named[0] is None:
        return None
    offset = year.offset if isinstance(year, UnitAt) else named[0].year - start.year
    return moved(days, offset, "year")


# --- questions without a period of their own --------------------------------------------------------------------------------


def _beyond(reading: Reading, before: tuple[Spoken, ...]) -> tuple[Spoken, ...] | None:
    """`e dopo?`, `and before that?`: everything beyond the period."""
    terms = [term for term in reading.terms if term.cats]
    if not terms or len(terms) > _LONGEST_BARE:
        return None
    last = next((term for term in reversed(terms) if term.end - term.start > 1), None)
    start, end = before[-1].days
    if last is None or any("NUMERIC" in term.cats for term in terms):
        return None
    if "LATER" in last.cats and end is not None and end < date.max:
        days: Days = (end + _ONE, None)
    elif "EARLIER" in last.cats and start is not None and start > date.min:
        days = (None, start - _ONE)
    else:
        return None
    return (Spoken(Fixed(*days), days, replace(last, rule="beyond"), inherited=True),)


def _up_to_now(reading: Reading, before: tuple[Spoken, ...], today: date) -> tuple[Spoken, ...] | None:
    """`e fino a oggi?`: from the start of the period to the reference day."""
    term = next((term for term in reading.terms if "UPTONOW" in term.cats), None)
    start = before[-1].days[0]
    if term is None or start is None or start > today:
        return None
    days = (start, today)
    return (Spoken(Fixed(*days), days, replace(term, rule="up_to_now"), inherited=True),)


def _ordinal(reading: Reading, before: tuple[Spoken, ...], today: date) -> tuple[Spoken, ...]:
    """`e nel secondo?` after a quarter, a week of a month, a semester."""
    expr = before[-1].expr
    for place, term in enumerate(reading.terms):
        after = reading.terms[place + 1].cats if place + 1 < len(reading.terms) else {}
        if "ORD" not in term.cats or "WORD" in after or "CAPITAL" in after:
            continue
        index = term.cats["ORD"]
        if isinstance(expr, Part | Nth) and isinstance(index, int):
            made: Expr = replace(expr, index=index)
            days = resolve(made, today)
            if days is not None:
                return (Spoken(made, days, replace(term, cats=cats_of(made), rule="ordinal"), inherited=True),)
    return ()
