"""Rules for periods counted from today: this and last week, three days ago, the last fifteen days."""

from __future__ import annotations

from typing import Any

from digest_engine.periods.expressions import Beside, Between, Expr, Offset, Rolling, UnitAt, Weekend
from digest_engine.periods.grammar import Level, rule

# Of these "two … ago" is a calendar unit; one week ago, and any number of days, is a day (convention 3).
_CALENDAR_UNITS = ("week", "month", "year", "quarter", "half", "four_months", "two_months", "decade")
_FORTNIGHT_DAYS = 14


def _unit_at(offset: int) -> Any:
    def build(*, unit: str) -> Expr | None:
        if unit == "weekend" and offset < 0:
            return Weekend("past")
        if unit == "hour":
            return None
        return UnitAt(unit, offset)

    return build


def _last_unit(*, unit: str) -> Expr | None:
    """`last week`; but `the last day` is the last day of something."""
    return None if unit == "day" else _unit_at(-1)(unit=unit)


def _past_one(*, unit: str) -> Expr | None:
    return Rolling(1, unit, -1) if unit == "day" else _the_last(unit=unit)


def _the_last(*, unit: str) -> Expr | None:
    """`l'ultimo mese`, `the last month`: a rolling window, unlike `il mese scorso`, `last month`."""
    if unit == "day":
        return None
    if unit == "weekend":
        return Weekend("past")
    return Rolling(1, unit, -1) if unit != "hour" else None


THIS_AND_LAST = Level(
    "this and last",
    [
        rule("this_unit", "THIS UNIT:unit", _unit_at(0)),
        rule("this_unit", "UNIT:unit CURRENT !UNIT", _unit_at(0)),
        rule("this_unit", "CURRENT UNIT:unit", _unit_at(0)),
        rule("this_unit", "THIS CURRENT UNIT:unit", _unit_at(0)),
        rule("last_unit", "PAST UNIT:unit", _unit_at(-1)),
        rule("last_unit", "THIS ROLL UNIT:unit", _unit_at(-1)),
        rule("last_unit", "LASTEN UNIT:unit !OF !IN", _last_unit),
        rule("rolling_one", "THE LASTEN UNIT:unit !OF !IN", _the_last),
        rule("last_unit", "UNIT:unit PAST !UNIT", _unit_at(-1)),
        rule("next_unit", "NEXT UNIT:unit", _unit_at(1)),
        rule("next_unit", "UNIT:unit NEXT !UNIT", _unit_at(1)),
        rule("previous_unit", "PREVIOUS UNIT:unit", _unit_at(-1)),
        rule("previous_unit", "UNIT:unit PREVIOUS !UNIT", _unit_at(-1)),
        rule("following_unit", "FOLLOWING UNIT:unit", _unit_at(1)),
        rule("following_unit", "UNIT:unit FOLLOWING !FEAST !DAYNUM !NUMDATE !MONTHNAME !WEEKDAY !THE !ART", _unit_at(1)),
        rule("unit_before_last", "UNIT:unit BEFORE|EARLIER ART|THE? LASTEN|PAST|LAST", _unit_at(-2)),
        rule("unit_before_last", "UNIT:unit BEFORE|EARLIER OF|OFSING? LASTEN|PAST|LAST", _unit_at(-2)),
        rule("unit_after_next", "UNIT:unit AFTER|LATER ART|THE? NEXT", _unit_at(2)),
    ],
)


THE_LAST = Level(
    "the last",
    [
        rule("last_unit", "LASTEN UNIT:unit", _last_unit),
        rule("rolling_one", "THE LASTEN UNIT:unit", _the_last),
        rule("rolling_one", "THE? ROLL UNIT:unit", _past_one),
        rule("rolling_one", "LAST UNIT:unit", _the_last),
    ],
)


# --- so many units ago, or from now -----------------------------------------------------------------------------------------


def _ago(*, count: int, unit: str) -> Expr | None:
    if unit == "weekend":
        return None
    days = _FORTNIGHT_DAYS if unit == "fortnight" else 0
    if days:
        return Offset(((-count * days, "day"),))
    whole = unit in _CALENDAR_UNITS and (unit, count) != ("week", 1)
    return UnitAt(unit, -count) if whole else Offset(((-count, unit),))


def _ago_steps(sign: int) -> Any:
    def build(*, a: int, unit_a: str, b: int, unit_b: str, c: int = 0, unit_c: str = "day") -> Offset:
        steps = ((sign * a, unit_a), (sign * b, unit_b), (sign * c, unit_c))
        return Offset(tuple(step for step in steps if step[0]))

    return build


def _from_now(*, count: int, unit: str) -> Offset | None:
    return Offset(((count, unit),)) if unit != "weekend" else None


def _from_anchor(sign: int) -> Any:
    def build(*, anchor: Expr, unit: str, count: int = 1) -> Offset | None:
        whole = count == 1 and unit in ("week", "month", "year", "quarter", "half", "weekend")
        return Offset(((sign * count, unit),), anchor, whole)

    return build


def _point(sign: int) -> Any:
    def build(*, anchor: Expr, unit: str, count: int) -> Offset | None:
        return Offset(((sign * count, unit),), anchor)

    return build


def _window_beside(sign: int) -> Any:
    return lambda *, anchor, unit, count: Rolling(count, unit, sign, anchor)


def _day_after(*, offset: Expr, anchor: Expr) -> Offset | None:
    return Offset(((1, "day"),), anchor) if offset == UnitAt("day", 1) else None


def _weekday_beside(sign: int) -> Any:
    return lambda *, weekday, anchor, index=1: Beside(sign * index, weekday, anchor) if index > 0 else None


def _rolling(count: int, unit: str, direction: int) -> Rolling | None:
    if unit == "weekend" or count < 1:
        return None
    if unit == "hour":
        return Rolling(max(1, count // 24), "day", direction)
    return Rolling(count, unit, direction)


def _rolling_past(*, count: int, unit: str) -> Rolling | None:
    return _rolling(count, unit, -1)


def _rolling_next(*, count: int, unit: str) -> Rolling | None:
    return _rolling(count, unit, 1)


COUNTED = Level(
    "counted",
    [
        rule("units_ago", "NUM:count UNIT|UNITS:unit AGO", _ago),
        rule(
            "steps_ago", "NUM:a UNIT|UNITS:unit_a AND|COMMA? NUM:b UNIT|UNITS:unit_b AND|COMMA? NUM:c UNIT|UNITS:unit_c AGO", _ago_steps(-1)
        ),
        rule("steps_ago", "NUM:a UNIT|UNITS:unit_a AND|COMMA? NUM:b UNIT|UNITS:unit_b AGO", _ago_steps(-1)),
        rule("units_from_now", "NUM:count UNIT|UNITS:unit HENCE", _from_now),
        rule("units_from_now", "BETWEEN|IN_FUTURE NUM:count UNIT|UNITS:unit !AGO", _from_now),
        rule("rolling_past", "LASTS|PAST|LASTEN|ROLL NUM:count UNIT|UNITS:unit !OF !OFSING", _rolling_past),
        rule("rolling_past", "NUM:count LASTS|PAST|LASTEN|ROLL UNITS:unit", _rolling_past),
        rule("rolling_past", "NUM:count UNITS:unit PAST !TO", _rolling_past),
        rule("previous_window", "PREVIOUS NUM:count UNIT|UNITS:unit", _rolling_past),
        rule("previous_window", "NUM:count PREVIOUS? UNITS:unit PREVIOUS", _rolling_past),
        rule("previous_window", "NUM:count PREVIOUS UNITS:unit", _rolling_past),
        rule("following_window", "FOLLOWING NUM:count UNIT|UNITS:unit", _rolling_next),
        rule("following_window", "NUM:count UNITS:unit FOLLOWING !TO", _rolling_next),
        rule("rolling_next", "NEXT NUM:count UNIT|UNITS:unit", _rolling_next),
        rule("rolling_next", "NUM:count NEXT UNITS:unit", _rolling_next),
        rule("rolling_next", "NUM:count UNITS:unit NEXT !TO", _rolling_next),
        rule("window_before", "IN|ART|OF|OFSING|THE NUM:count UNITS:unit BEFORE PERIOD:anchor", _window_beside(-1)),
        rule("window_after", "IN|ART|OF|OFSING|THE NUM:count UNITS:unit AFTER PERIOD:anchor", _window_beside(1)),
        rule("units_before", "NUM:count UNIT|UNITS:unit BEFORE ART|THE? PERIOD:anchor", _point(-1)),
        rule("units_after", "NUM:count UNIT|UNITS:unit AFTER ART|THE? PERIOD:anchor", _point(1)),
        rule("units_after", "NUM:count UNITS:unit FROMEN PERIOD:anchor", _point(1)),
        rule("unit_before", "UNIT:unit BEFORE ART|THE? PERIOD:anchor", _from_anchor(-1)),
        rule("unit_after", "UNIT:unit AFTER|FOLLOWING ART|THE? PERIOD:anchor", _from_anchor(1)),
        rule("day_after", "DAY:offset OF|OFSING DAY:anchor", _day_after),
        rule("weekday_after", "ORD:index WEEKDAY:weekday AFTER PERIOD:anchor", _weekday_beside(1)),
        rule("weekday_after", "WEEKDAY:weekday AFTER PERIOD:anchor", _weekday_beside(1)),
        rule("weekday_before", "WEEKDAY:weekday BEFORE PERIOD:anchor", _weekday_beside(-1)),
        rule("steps_later", "NUM:a UNIT|UNITS:unit_a AND|COMMA? NUM:b UNIT|UNITS:unit_b LATER", _ago_steps(1)),
        rule("units_later", "NUM:count UNIT|UNITS:unit LATER", _from_now),
        rule("units_earlier", "NUM:count UNIT|UNITS:unit EARLIER", _ago),
        rule("unit_earlier", "UNIT:unit EARLIER", _unit_at(-1)),
        rule("unit_later", "UNIT:unit LATER", _unit_at(1)),
    ],
)


# --- bare units that mean the current one -----------------------------------------------------------------------------------


def _bare_weekend(*, unit: str) -> Weekend | None:
    return Weekend() if unit == "weekend" else None


def _since_start(*, unit: str) -> Between:
    return Between(UnitAt(unit, 0), None)


def _this_week() -> UnitAt:
    return UnitAt("week", 0)


BARE = Level(
    "bare units",
    [
        rule("this_week", "THISWEEK", _this_week),
        rule("weekend", "IN|OFSING|ART|OF|ONDAY|THE UNIT:unit", _bare_weekend),
        rule("weekend", "UNIT:unit", _bare_weekend),
        rule("to_date", "YTD:unit", _since_start),
    ],
)
