"""Which categories an expression takes part in: what later rules may do with it."""

from __future__ import annotations

from typing import Any

from digest_engine.periods.expressions import (
    Around,
    Beside,
    Between,
    Day,
    Feast,
    Fixed,
    Inherited,
    IsoWeek,
    Month,
    MonthNumber,
    Nth,
    Offset,
    Part,
    Rolling,
    Season,
    Slice,
    UnitAt,
    Weekday,
    WeekdayOf,
    Weekend,
    Year,
)

_BY_UNIT = {
    "day": "DAY",
    "hour": "DAY",
    "week": "WEEK",
    "weekend": "WEEKEND",
    "month": "MONTH",
    "year": "YEAR",
    "quarter": "PART",
    "four_months": "PART",
    "half": "PART",
    "two_months": "PART",
}
_BY_TYPE: dict[type, str] = {
    Year: "YEAR",
    Month: "MONTH",
    MonthNumber: "MONTHNUMBER",
    Part: "PART",
    Season: "SEASONAL",
    Feast: "DAY",
    IsoWeek: "WEEK",
    Day: "DAY",
    Weekday: "DAY",
    WeekdayOf: "DAY",
    Beside: "DAY",
    Weekend: "WEEKEND",
    Fixed: "SPAN",
    Rolling: "SPAN",
    Slice: "SLICE",
    Between: "RANGE",
    Inherited: "SPAN",
}


def cats_of(expr: Any) -> dict[str, Any]:
    """The categories of a built expression; all are a PERIOD, and a container (`HOLDER`) where they are longer than a day."""
    cat = _cat(expr)
    cats = {cat: expr, "PERIOD": expr}
    if cat in ("YEAR", "MONTH", "PART", "WEEK", "SEASONAL"):
        cats["HOLDER"] = expr
    if isinstance(expr, Weekday) and expr.pick == "latest":
        cats["WEEKDAY"] = expr.weekday
        cats["WEEKDAYPOINT"] = expr
    if isinstance(expr, Feast):
        cats["FEASTDAY"] = expr
    return cats


def _cat(expr: Any) -> str:
    match expr:
        case UnitAt(unit=unit) | Around(unit=unit):
            return _BY_UNIT.get(unit, "SPAN")
        case Offset(steps=steps, whole=True):
            return _BY_UNIT.get(steps[0][1], "SPAN")
        case Offset():
            return "DAY"
        case Nth(what=int()):
            return "DAY"
        case Nth(what=str() as unit, count=count):
            return _BY_UNIT.get(unit, "SPAN") if count == 1 else "SPAN"
        case _:
            return _BY_TYPE[type(expr)]
