"""Portions of a period: beginnings, middles, ends, halves, and the n-th unit inside."""

from __future__ import annotations

from datetime import date, timedelta

from digest_engine.periods import calendar as cal
from digest_engine.periods.expressions import Nth, Portion

_ONE = timedelta(days=1)
# Portions of a year as the conventions have them: January-March, April-August, September-December.
_OF_YEAR = {"start": (1, 3), "mid": (4, 5), "end": (9, 4)}


def portion(name: Portion, span: cal.Span, today: date) -> cal.Span | None:
    """A portion of `span`; of a month the thirds are days 1-10, 11-20 and 21 to the end."""
    first, last = span
    match name:
        case "first_half" | "second_half":
            return _half(name == "first_half", span)
        case "rest":
            return (max(first, today), last) if today <= last else None
        case _:
            return _third(name, span)


def _half(first_one: bool, span: cal.Span) -> cal.Span:
    first, last = span
    months = _whole_months(span)
    if months == 1:
        middle = first + timedelta(days=14)
    elif months and months % 2 == 0:
        middle = cal.add_months(first, months // 2) - _ONE
    else:
        middle = first + timedelta(days=((last - first).days + 1) // 2 - 1)
    return (first, middle) if first_one else (middle + _ONE, last)


def _third(name: Portion, span: cal.Span) -> cal.Span:
    first, last = span
    months, length = _whole_months(span), (last - first).days + 1
    if months == 1:
        return {"start": (first, first + 9 * _ONE), "mid": (first + 10 * _ONE, first + 19 * _ONE)}.get(name, (first + 20 * _ONE, last))
    if months == 12:
        month, count = _OF_YEAR[name]
        return cal.months_span(first.year, month, count)
    if length == 7:
        return {"start": (first, first + _ONE), "mid": (first + 2 * _ONE, first + 3 * _ONE)}.get(name, (first + 3 * _ONE, last))
    if months and months % 3 == 0:
        size = months // 3
        begin = cal.add_months(first, {"start": 0, "mid": size}.get(name, 2 * size))
        return cal.months_span(begin.year, begin.month, size)
    third = max(1, length // 3)
    return {"start": (first, first + (third - 1) * _ONE), "mid": (first + third * _ONE, last - third * _ONE)}.get(
        name, (last - (third - 1) * _ONE, last)
    )


def endpoint(name: Portion, span: cal.Span) -> date:
    """The one day that a vague portion means as the end of a range."""
    first, last = span
    if name == "start":
        return first
    if name == "end":
        return last
    if _whole_months(span) == 1:
        return first.replace(day=15)
    if _whole_months(span) == 12:
        return date(first.year, 6, 30)
    return first + timedelta(days=(last - first).days // 2)


def nth(expr: Nth, span: cal.Span) -> cal.Span | None:
    """The n-th weekday, day, week, weekend or month of a span; weeks must lie wholly inside (convention 2)."""
    what, index = expr.what, expr.index
    if isinstance(what, int):
        found = cal.nth_weekday(span, what, index)
        return (found, found) if found else None
    if what == "week" and expr.count == 1:
        return _nth_week(span, index)
    if what == "weekend":
        return _nth_weekend(span, index)
    return _nth_run(what, index, expr.count, span)


def _nth_week(span: cal.Span, index: int) -> cal.Span | None:
    if _whole_months(span) == 12:
        year = span[0].year
        last = date(year, 12, 28).isocalendar()[1]
        return cal.iso_week_span(year, index if index > 0 else last + 1 + index)
    monday = cal.nth_weekday(span, 0, index if index > 0 else -1)
    if monday is None:
        return None
    if index < 0:
        monday -= timedelta(weeks=-index - (monday + 6 * _ONE <= span[1]))
    week = monday, monday + 6 * _ONE
    return week if span[0] <= week[0] and week[1] <= span[1] else None


def _nth_weekend(span: cal.Span, index: int) -> cal.Span | None:
    saturday = cal.nth_weekday(span, 5, index)
    return (saturday, saturday + _ONE) if saturday else None


def _nth_run(unit: str, index: int, count: int, span: cal.Span) -> cal.Span | None:
    """The n-th run of `count` units, counted from the start or from the end."""
    first, last = span
    if index > 0:
        start = cal.add(first, (index - 1) * count, unit)
        end = cal.add(first, index * count, unit) - _ONE
    else:
        end = last if index == -1 else cal.add(last + _ONE, (index + 1) * count, unit) - _ONE
        start = cal.add(last + _ONE, index * count, unit)
    return (start, min(end, last)) if first <= start <= last else None


def _whole_months(span: cal.Span) -> int:
    """How many whole calendar months a span is; 0 where it is not."""
    first, last = span
    if first.day != 1 or (last + _ONE).day != 1:
        return 0
    return (last.year - first.year) * 12 + last.month - first.month + 1
