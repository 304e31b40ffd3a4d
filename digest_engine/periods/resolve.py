"""Expressions to days. Everything that depends on the reference day happens here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from digest_engine.periods import calendar as cal
from digest_engine.periods.binding import candidates, missing, pick_of
from digest_engine.periods.expressions import (
    Around,
    Beside,
    Between,
    Day,
    Expr,
    Feast,
    Fixed,
    IsoWeek,
    Month,
    MonthNumber,
    Nth,
    Offset,
    Part,
    Pick,
    Rolling,
    Season,
    Slice,
    UnitAt,
    WeekdayOf,
    Year,
)
from digest_engine.periods.feasts import feast
from digest_engine.periods.portions import endpoint, nth, portion

Days = tuple[date | None, date | None]

_ONE = timedelta(days=1)
_SEASONS = ((3, 21, 6, 20), (6, 21, 9, 22), (9, 23, 12, 20), (12, 21, 3, 20))
# "venerdì 22" without a month: the Friday 22nd near today, past or to come, before any other.
_NEAR_DAYS = 45


@dataclass(frozen=True, slots=True)
class Frame:
    """`today` is the reference day; `anchor` and `pick` say which occurrence an incomplete date means."""

    today: date
    anchor: date
    pick: Pick | None = None


@lru_cache(maxsize=4096)
def resolve(expr: Expr, today: date) -> Days | None:
    """The days of an expression; None where the calendar has no such days."""
    try:
        return _resolve(expr, Frame(today, today))
    except (OverflowError, ValueError):
        return None


def _resolve(expr: Expr, frame: Frame) -> Days | None:
    if isinstance(expr, Between):
        start, end = (edge and _settled(edge, frame.today) for edge in (expr.start, expr.end))
        return _between(replace(expr, start=start, end=end), frame)
    return _span(_settled(expr, frame.today), frame)


def _settled(expr: Expr, today: date) -> Expr:
    """A month and two figures, as a year that has come or is the next, else as a day."""
    if not isinstance(expr, MonthNumber):
        return expr
    year = today.year - today.year % 100 + expr.number
    return Month(expr.month, Year(year)) if year <= today.year + 1 else Day(expr.number, expr.month)


def _span(expr: Expr, frame: Frame) -> cal.Span | None:
    """The closed days of anything but an open range."""
    if missing(expr) is None:
        return _concrete(expr, frame)
    return _choose(expr, frame)


# --- which occurrence ---------------------------------------------------------------------------------------------------


def _choose(expr: Expr, frame: Frame) -> cal.Span | None:
    pick = _pick_in(expr, frame)
    found = [span for span in (_in_calendar(bound, frame) for bound in candidates(expr, frame.anchor)) if span]
    if isinstance(expr, Day) and expr.weekday is not None:
        matching = [span for span in found if span[0].weekday() == expr.weekday]
        reach = _NEAR_DAYS if expr.month is None else 366
        near = [span for span in matching if abs((span[0] - frame.anchor).days) <= reach]
        if near and pick == "latest":
            return min(near, key=lambda span: abs((span[0] - frame.anchor).days))
        if expr.month is None:
            found = matching
    return _select(found, pick, frame, missing_week=missing(expr) == "week")


def _in_calendar(expr: Expr, frame: Frame) -> cal.Span | None:
    try:
        return _concrete(expr, frame)
    except (OverflowError, ValueError):
        return None


def _pick_in(expr: Expr, frame: Frame) -> Pick:
    """What the words say (`next Friday`) goes before what the place in a range suggests."""
    own = pick_of(expr)
    return frame.pick if frame.pick and own == "latest" else own


def _select(found: list[cal.Span], pick: Pick, frame: Frame, *, missing_week: bool) -> cal.Span | None:
    anchor = frame.anchor
    match pick:
        case "latest":
            fitting = [span for span in found if span[0] <= anchor]
            return fitting[-1] if fitting else (found[0] if found else None)
        case "past":
            fitting = [span for span in found if span[1] < anchor]
            return fitting[-1] if fitting else None
        case "next":
            return next((span for span in found if span[0] > anchor), None)
        case "from":
            return next((span for span in found if span[1] >= anchor), None)
        case "nearest":
            # "entro venerdì" looks ahead; "entro giugno" may be either side.
            if missing_week:
                return next((span for span in found if span[1] >= anchor), None)
            return min(found, key=lambda span: abs((span[1] - anchor).days), default=None)
        case "this":
            return next((span for span in found if _this(span, anchor)), None)


def _this(span: cal.Span, anchor: date) -> bool:
    if (span[1] - span[0]).days < 3:
        monday, sunday = cal.week_span(anchor)
        return monday <= span[0] <= sunday
    return span[0].year == anchor.year or span[0] <= anchor <= span[1]


# --- complete expressions -----------------------------------------------------------------------------------------------


def _concrete(expr: Expr, frame: Frame) -> cal.Span | None:
    match expr:
        case Fixed(start=date() as start, end=date() as end):
            return start, end
        case Year(year=year):
            return date(year, 1, 1), date(year, 12, 31)
        case UnitAt(unit=unit, offset=offset, bare=bare):
            return cal.unit_span(unit, frame.anchor if bare else frame.today, offset)
        case Month(month=month, year=year):
            return cal.month_span(_year(year, frame), month)
        case Part(unit=unit, index=index, year=year):
            return cal.part_of_year(_year(year, frame), cal.MONTHS_IN[unit], index)
        case Season(index=index, year=year):
            return _season(index, _year(year, frame))
        case Feast(key=key, year=year):
            day = feast(key, _year(year, frame))
            return (day, day) if day else None
        case IsoWeek(number=number, year=year):
            return cal.iso_week_span(_year(year, frame), number)
        case Day():
            return _day(expr, frame)
        case Offset():
            return _offset(expr, frame)
        case Rolling():
            return _rolling(expr, frame)
        case Beside():
            return _beside(expr, frame)
        case _:
            return _inside(expr, frame)


def _inside(expr: Expr, frame: Frame) -> cal.Span | None:
    """What is part of, or around, another expression."""
    match expr:
        case Nth(container=inner):
            within = _span(inner, frame)
            return nth(expr, within) if within else None
        case Slice(portion=name, container=inner):
            within = _span(inner, frame)
            return portion(name, within, frame.today) if within else None
        case Around(unit=unit, inner=inner):
            within = _span(inner, frame)
            return cal.unit_span(unit, within[0]) if within else None
        case WeekdayOf(weekday=weekday, week=inner):
            within = _span(inner, frame)
            found = cal.nth_weekday(within, weekday, 1) if within else None
            return (found, found) if found else None
        case _:
            return None


def _year(said: Year | UnitAt | None, frame: Frame) -> int:
    match said:
        case Year(year=year):
            return year
        case UnitAt(unit=unit, offset=offset):
            return cal.unit_span(unit, frame.today, offset)[0].year
        case None:
            return frame.anchor.year


def _day(expr: Day, frame: Frame) -> cal.Span | None:
    if isinstance(expr.month, UnitAt):
        first = cal.unit_span(expr.month.unit, frame.today, expr.month.offset)[0]
        return cal.make_day(first.year, first.month, expr.day)
    return cal.make_day(_year(expr.year, frame), expr.month or 0, expr.day)


def _season(index: int, year: int) -> cal.Span:
    first_month, first_day, last_month, last_day = _SEASONS[index]
    return date(year, first_month, first_day), date(year + (last_month < first_month), last_month, last_day)


def _offset(expr: Offset, frame: Frame) -> cal.Span | None:
    around = _span(expr.anchor, frame) if expr.anchor else (frame.today, frame.today)
    if around is None:
        return None
    day = around[0] if sum(count for count, _ in expr.steps) < 0 else around[1]
    if expr.whole:
        ((count, unit),) = expr.steps
        return cal.unit_span(unit, day, count)
    for count, unit in expr.steps:
        day = cal.add(day, count, unit)
    return day, day


def _rolling(expr: Rolling, frame: Frame) -> cal.Span | None:
    if expr.anchor is None:
        return cal.rolling(expr.count, expr.unit, frame.today, expr.direction)
    around = _span(expr.anchor, frame)
    if around is None:
        return None
    day = around[0] - _ONE if expr.direction < 0 else around[1]
    return cal.rolling(expr.count, expr.unit, day, expr.direction)


def _beside(expr: Beside, frame: Frame) -> cal.Span | None:
    around = _span(expr.anchor, frame)
    if around is None:
        return None
    weeks = timedelta(weeks=abs(expr.index))
    within = (around[1] + _ONE, around[1] + weeks) if expr.index > 0 else (around[0] - weeks, around[0] - _ONE)
    found = cal.nth_weekday(within, expr.weekday, -1 if expr.index > 0 else 1)
    return (found, found) if found else None


# --- ranges -------------------------------------------------------------------------------------------------------------


def _between(expr: Between, frame: Frame) -> Days | None:
    if expr.start is None or expr.end is None:
        return _open(expr, frame)
    if missing(expr.start) and pick_of(expr.start) == "latest" and not missing(expr.end) and not _floats(expr.end):
        last = _edge(expr.end, frame)
        first = _edge(expr.start, Frame(frame.today, last[1], "latest")) if last else None
    else:
        first = _edge(expr.start, frame)
        last = _edge(expr.end, Frame(frame.today, first[0], "from")) if first else None
    if first is None or last is None:
        return None
    start, end = (first[1] + _ONE if expr.after else first[0]), (last[0] - _ONE if expr.before else last[1])
    return (start, end) if start <= end else (last[0], first[1])


def _floats(expr: Expr) -> bool:
    """`fine mese`, `fine anno`: the month or year meant is that of the start of the range."""
    return isinstance(expr, Slice) and isinstance(expr.container, UnitAt) and expr.container.bare


def _open(expr: Between, frame: Frame) -> Days | None:
    if expr.deadline:
        frame = replace(frame, pick="nearest")
    edge = _edge(expr.start or expr.end, frame)
    if edge is None:
        return None
    if expr.start is not None:
        return (edge[1] + _ONE if expr.after else edge[0]), None
    return None, (edge[0] - _ONE if expr.before else edge[1])


def _edge(expr: Expr | None, frame: Frame) -> cal.Span | None:
    """A period as the end of a range: "fine mese" is its last day, "metà marzo" the 15th, "inizio anno" 1 January."""
    if isinstance(expr, Slice) and expr.portion in ("start", "mid", "end"):
        within = _span(expr.container, frame)
        day = endpoint(expr.portion, within) if within else None
        return (day, day) if day else None
    return None if expr is None or isinstance(expr, Between) else _span(expr, frame)
