"""What an expression leaves unsaid, and every way to complete it near a day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

from digest_engine.periods import calendar as cal
from digest_engine.periods.expressions import (
    Around,
    Day,
    Expr,
    Feast,
    Fixed,
    IsoWeek,
    Month,
    Nth,
    Part,
    Pick,
    Season,
    Slice,
    UnitAt,
    Weekday,
    WeekdayOf,
    Weekend,
    Year,
)

# 29 February returns within eight years even across 1900 or 2100.
_REACH = 8


def missing(expr: Expr) -> str | None:
    """What an expression lacks before it names days: `year`, `month`, `week` or nothing."""
    match expr:
        case Day(month=None):
            return "month"
        case Day(month=UnitAt()):
            return None
        case Month(year=None) | Part(year=None) | Season(year=None) | Feast(year=None) | Day(year=None) | IsoWeek(year=None):
            return "year"
        case Weekday() | Weekend():
            return "week"
        case Nth(container=inner) | Slice(container=inner) | Around(inner=inner) | WeekdayOf(week=inner):
            return missing(inner)
        case _:
            return None


def pick_of(expr: Expr) -> Pick:
    match expr:
        case Month(pick=pick) | Part(pick=pick) | Season(pick=pick) | Feast(pick=pick) | IsoWeek(pick=pick) | Day(pick=pick):
            return pick
        case Weekday(pick=pick) | Weekend(pick=pick):
            return pick
        case Nth(container=inner) | Slice(container=inner) | Around(inner=inner) | WeekdayOf(week=inner):
            return pick_of(inner)
        case _:
            return "latest"


def candidates(expr: Expr, anchor: date) -> Iterator[Expr]:
    """The expression completed in every way near the anchor, in the order of time."""
    match missing(expr):
        case "year":
            for year in range(max(1, anchor.year - _REACH), min(9999, anchor.year + _REACH) + 1):
                yield bind(expr, Year(year))
        case "month":
            for shift in range(-12, 13):
                first = cal.add_months(anchor.replace(day=1), shift)
                yield bind(expr, Year(first.year), first.month)
        case _:
            for shift in (-14, -7, 0, 7, 14):
                yield in_week(expr, cal.week_span(anchor + timedelta(days=shift))[0])


def bind(expr: Expr, year: Year | UnitAt | None, month: int | None = None) -> Expr:
    """The expression with its missing year (and month) filled in."""
    match expr:
        case Day(month=None):
            return replace(expr, month=month, year=year) if month else expr
        case Month(year=None) | Part(year=None) | Season(year=None) | Feast(year=None) | Day(year=None) | IsoWeek(year=None):
            return replace(expr, year=year)
        case Nth(container=inner) | Slice(container=inner):
            return replace(expr, container=bind(inner, year, month))
        case Around(inner=inner):
            return replace(expr, inner=bind(inner, year, month))
        case WeekdayOf(week=inner):
            return replace(expr, week=bind(inner, year, month))
        case _:
            return expr


def in_week(expr: Expr, monday: date) -> Expr:
    match expr:
        case Weekday(weekday=weekday):
            day = monday + timedelta(days=weekday)
            return Fixed(day, day)
        case Weekend():
            return Fixed(monday + timedelta(days=5), monday + timedelta(days=6))
        case Nth(container=inner) | Slice(container=inner):
            return replace(expr, container=in_week(inner, monday))
        case Around(inner=inner):
            return replace(expr, inner=in_week(inner, monday))
        case WeekdayOf(week=inner):
            return replace(expr, week=in_week(inner, monday))
        case _:
            return expr
