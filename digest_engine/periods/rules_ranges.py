"""Rules for ranges and open ends, and for the bare day of the month that only a preposition makes a date."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from digest_engine.periods.expressions import Between, Day, Expr, Feast, Month, Nth, Offset, Part, Slice, UnitAt, Weekday, WeekdayOf
from digest_engine.periods.grammar import Level, Rule, rule

SINGULAR = "sing"
_MOST_DAYS = 31
# 17.02 and 17-02 are days only after the words of a range or a singular article.
_PLAIN = "PERIOD|DAYNUM|NUMORD|ORD"
_X = f"{_PLAIN}|DAYDOT|DAYDASH"
# An ordinal before one of these counts a thing: `il 4° piano`, `dal primo cittadino`, `entro il quinto d'obbligo`.
_NO_NOUN = "!WORD !CAPITAL !VENUE !PLAN !COUNTED !ACT !ROLE !TITLE !UNIT !NUMBERED !FEASTGOODS !STREET !GOODS !LAW"
_SAID = "ONDAY|THE|ART|OF|OFSING"


def _as_period(value: Expr | int) -> Expr | None:
    if isinstance(value, int):
        return Day(value) if 1 <= value <= _MOST_DAYS else None
    return None if isinstance(value, Between) else value


def _is_day(value: Expr | int) -> bool:
    return isinstance(value, int | Day | Feast | Weekday | Offset | WeekdayOf) or (isinstance(value, UnitAt) and value.unit == "day")


def shared(start: Expr, end: Expr) -> Expr:
    """The start of a range with the month or year that only its end says."""
    if isinstance(start, Day) and start.month is None:
        if isinstance(end, Day) and end.month is not None:
            return _day_before(start, end)
        if isinstance(end, Nth) and end.what == "day":
            return Nth(start.day, "day", end.container)
    return start


def _day_before(start: Day, end: Day) -> Day:
    if isinstance(end.month, UnitAt):
        month = end.month if start.day <= end.day else UnitAt("month", end.month.offset - 1)
        return replace(start, month=month)
    if end.month is None or start.day <= end.day:
        return replace(start, month=end.month, year=end.year)
    # "dal 28 al 3 maggio": the 28th of the month before; its year is found from the end.
    return replace(start, month=end.month - 1 or 12)


def _range(*, a: Expr | int, b: Expr | int) -> Between | None:
    if isinstance(a, int) and isinstance(b, Part | Nth):
        return Between(replace(b, index=a), b)
    start, end = _as_period(a), _as_period(b)
    if start is None or end is None or (isinstance(a, int) and not _is_day(b)) or (isinstance(b, int) and not _is_day(a)):
        return None
    if isinstance(b, int) and isinstance(start, Day) and start.month is not None:
        end = Day(b)
    return Between(shared(start, end), end)


def _bare_range(*, said: str, a: Expr | int, b: Expr | int) -> Between | None:
    """Two bare figures are days only after a singular article: `dal 3 al 7`, not `da 3 a 7`."""
    if isinstance(a, int) and isinstance(b, int) and said != SINGULAR:
        return None
    return _range(a=a, b=b)


def _from_start(*, b: Expr) -> Between | None:
    """`dall'inizio alla fine di aprile`."""
    return Between(Slice("start", b.container), b) if isinstance(b, Slice) else None


def _until_today(*, a: Expr | int) -> Between | None:
    start = _as_period(a)
    return Between(start, UnitAt("day", 0)) if start else None


def _until_today_said(*, said: str, a: Expr | int) -> Between | None:
    return None if isinstance(a, int) and said != SINGULAR else _until_today(a=a)


def _dash_range(*, a: Expr | int, b: Expr | int) -> Between | None:
    return None if isinstance(a, int) and isinstance(b, int) else _range(a=a, b=b)


def _within_week(*, week: Expr, range: Between) -> Between | None:
    match range:
        case Between(start=Weekday(weekday=first), end=Weekday(weekday=last)):
            return Between(WeekdayOf(first, week), WeekdayOf(last, week))
        case _:
            return None


def _within_month(*, month: Expr, range: Between) -> Between | None:
    """`ad aprile dal 10 al 15`, `dal 4 al 23 nel mese scorso`: bare days of a month said beside them."""
    first, last = range.start, range.end
    if not (isinstance(first, Day) and isinstance(last, Day) and first.month is None and last.month is None and first.day <= last.day):
        return None
    match month:
        case Month(month=number, year=year):
            return Between(Day(first.day, number, year), Day(last.day, number, year))
        case UnitAt(unit="month"):
            return Between(Day(first.day, month), Day(last.day, month))
        case _:
            return None


def _named_range(*, unit: str, range: Between) -> Between:
    return range


RANGES = Level(
    "ranges",
    [
        rule("range", f"FROM|SINCE:said ONDAY|ART? {_X}:a COMMA? TO|UNTIL|BY ONDAY|ART|THE? {_X}:b", _bare_range),
        rule("range", f"FROM|SINCE:said ONDAY|ART? {_X}:a DASH {_X}:b", _bare_range),
        rule("range", f"FROMEN|SINCE ONDAY|ART|THE? PERIOD|NUMORD|DAYNUM|ORD:a COMMA? TO|UNTIL ONDAY|ART|THE? {_X}:b", _dash_range),
        rule("range", "FROMEN|SINCE|UNTIL ONDAY|ART|THE? NUMORD:a TO|UNTIL ONDAY|ART|THE? NUMORD:b", _range),
        rule("range", f"FROMEN PERIOD:a DASH {_X}:b", _dash_range),
        rule("range_between", f"BETWEEN:said {_SAID}? {_X}:a AND|UNTIL {_SAID}|TO? {_X}:b", _bare_range),
        rule("range_between", f"BETWEEN {_SAID}? NUMORD|ORD:a AND {_SAID}? NUMORD|ORD:b", _range),
        rule("range_dash", f"{_PLAIN}:a DASH {_PLAIN}:b", _dash_range),
        rule("range_dash", "MONTH:a DASH MONTH DASH MONTH:b", _dash_range),
        rule("range_dash", "MONTH:a SLASH MONTH:b", _dash_range),
        rule("range_to", f"PERIOD|DAYNUM|NUMORD:a UNTIL ONDAY|ART|THE? {_X}:b", _dash_range),
        rule("range_to", "PERIOD|DAYNUM|NUMORD|ORD:a TO PERIOD:b", _dash_range),
        rule("until_today", "FROM|SINCE:said ONDAY|ART? PERIOD|DAYNUM|ORD:a UPTONOW", _until_today_said),
        rule("until_today", "BETWEEN THE|ART? PERIOD:a AND NOW", _until_today),
        rule("until_today", "FROM|FROMEN|SINCE THE|ART? PERIOD:a TO|UNTIL NOW", _until_today),
        rule("until_today", "FROMEN? PERIOD:a COMMA? UPTONOW", _until_today),
        rule("range", "FROM|FROMEN|SINCE THE? START TO|UNTIL THE? SLICE:b", _from_start),
        rule("range", "RANGE:range", lambda *, range: range),
        rule("range_weekdays", "UNIT:unit RANGE:range", _named_range),
    ],
)
RANGES_AGAIN = Level(
    "ranges again",
    [
        rule("week_range", "WEEK:week COMMA? RANGE:range", _within_week),
        rule("month_range", "MONTH:month COMMA? RANGE:range", _within_month),
        rule("month_range", "RANGE:range COMMA? IN|ART|AT|OF|OFSING? MONTH:month", _within_month),
        rule("range_named", "UNIT|UNITS:unit RANGE:range", _named_range),
        rule("range", "PERIOD:a DASH PERIOD:b", _dash_range),
    ],
)


# --- open ends ----------------------------------------------------------------------------------------------------------


def _open(*, start: bool, excluded: bool = False, deadline: bool = False) -> Any:
    def build(*, said: str, x: Expr | int) -> Between | None:
        if isinstance(x, int) and said != SINGULAR:
            return None
        edge = _as_period(x)
        if edge is None:
            return None
        if start:
            return Between(edge, None, after=excluded)
        return Between(None, edge, before=excluded, deadline=deadline)

    return build


def _onward(*, a: Expr) -> Between | None:
    start = _as_period(a)
    return Between(start, None) if start else None


def _within(*, count: int, unit: str) -> Between:
    return Between(UnitAt("day", 0), Offset(((count, unit),)))


def _bare_day(*, said: str, day: int) -> Day | None:
    return Day(day) if said == SINGULAR and 1 <= day <= _MOST_DAYS else None


def _dotted_day(*, said: str, day: Day) -> Day | None:
    return day if said == SINGULAR else None


def _same_day(*, day: Day) -> Day:
    return day


def _plain_day(*, day: int) -> Day | None:
    return Day(day) if 1 <= day <= _MOST_DAYS else None


def _edges(name: str, said: str, build: Any) -> tuple[Rule, Rule]:
    """An ordinal that counts a thing is no day: `dal primo`, but not `dal primo cittadino`."""
    return (
        rule(name, f"{said}:said ONDAY|ART|THE? PERIOD|DAYNUM|DAYDOT|DAYDASH:x !CAPITAL", build),
        rule(name, f"{said}:said ONDAY|ART|THE? NUMORD|ORD:x {_NO_NOUN} !OF !OFSING", build),
    )


OPEN = Level(
    "open ends",
    [
        *_edges("since", "FROM|SINCE", _open(start=True)),
        rule("since", "SINCE ONDAY|ART|THE? NUMORD:a", _onward),
        rule("since", "SINCE FROM|FROMEN|OF|OFSING? PERIOD:a", _onward),
        rule("onward", "FROM|FROMEN|SINCE ONDAY|ART|THE? PERIOD:a ONWARD|ON_FROM", _onward),
        rule("onward", "PERIOD:a ONWARD", _onward),
        *_edges("until", "UNTIL", _open(start=False)),
        *_edges("by", "BY", _open(start=False, deadline=True)),
        *_edges("before", "BEFORE", _open(start=False, excluded=True)),
        *_edges("after", "AFTER", _open(start=True, excluded=True)),
        rule("within", "BY|WITHIN NUM:count UNITS:unit !DEADLINEFROM !FROM !AFTER", _within),
        rule("within", "BY|WITHIN NUM:count UNIT:unit !DEADLINEFROM !FROM !AFTER", _within),
        rule("bare_day", "ART|OFSING:said DAYNUM:day", _bare_day),
        rule("bare_day", f"ART|OFSING:said NUMORD:day {_NO_NOUN}", _bare_day),
        rule("bare_day", "ONDAY DAYNUM|NUMORD:day", _plain_day),
        rule("bare_day", f"THE NUMORD:day {_NO_NOUN}", _plain_day),
        rule("bare_day", f"ONDAY ORD:day {_NO_NOUN}", _plain_day),
        rule("dotted_day", "ART|OFSING:said DAYDOT|DAYDASH:day", _dotted_day),
        rule("dotted_day", "ONDAY DAYDOT|DAYDASH:day", _same_day),
    ],
)
