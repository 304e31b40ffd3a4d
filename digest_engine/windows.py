"""Calendar windows, and the cover of periods by windows. Weeks are Monday to Sunday; months are calendar months."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from digest_engine.errors import InputError
from digest_engine.types import Granularity, Period, Window

DAY = timedelta(days=1)


def window_of(day: date, granularity: Granularity) -> Window:
    """The whole calendar window that holds `day`."""
    match granularity:
        case "daily":
            return Window(day, day, granularity)
        case "weekly":
            monday = day - timedelta(days=day.weekday())
            return Window(monday, monday + timedelta(days=6), granularity)
        case "monthly":
            first = day.replace(day=1)
            return Window(first, day.replace(day=monthrange(day.year, day.month)[1]), granularity)


def windows_between(start: date, end: date, granularity: Granularity) -> list[Window]:
    """The windows that touch [start, end], the first and last clipped to it and then marked partial. `InputError` for a reversed range."""
    if end < start:
        raise InputError(f"date_to {end} is before date_from {start}")
    found: list[Window] = []
    day = start
    while day <= end:
        whole = window_of(day, granularity)
        first, last = max(whole.start, start), min(whole.end, end)
        found.append(Window(first, last, granularity, partial=(first, last) != (whole.start, whole.end)))
        day = whole.end + DAY
    return found


def cover(period: Period, available: Iterable[Window]) -> tuple[list[Window], list[Period]]:
    """Non-overlapping whole windows inside a closed period, the longest first, and the gaps that none of them covers.

    `available` are windows that may be used; partial ones never are.
    """
    assert period.start is not None
    assert period.end is not None
    usable = [window for window in available if not window.partial and period.start <= window.start and window.end <= period.end]
    chosen: list[Window] = []
    for window in sorted(usable, key=lambda item: (-(item.end - item.start).days, item.start)):
        if all(window.end < other.start or other.end < window.start for other in chosen):
            chosen.append(window)
    chosen.sort()
    return chosen, _gaps(period.start, period.end, chosen)


def merge(periods: Sequence[Period]) -> list[Period]:
    """The union of closed or open periods as disjoint ones in order; touching days are joined."""
    ordered = sorted(periods, key=lambda item: (item.start or date.min, item.end or date.max))
    merged: list[Period] = []
    for period in ordered:
        last = merged[-1] if merged else None
        if last is not None and (last.end is None or (period.start or date.min) <= _next(last.end)):
            end = None if last.end is None or period.end is None else max(last.end, period.end)
            merged[-1] = Period(last.start, end)
        else:
            merged.append(Period(period.start, period.end))
    return merged


def clip(period: Period, *, first: date, last: date) -> Period | None:
    """`period` with its open ends closed at `first` and `last`; None where nothing is left."""
    start, end = period.start or first, period.end or last
    return Period(start, end) if start <= end else None


def _next(day: date) -> date:
    return day + DAY if day < date.max else day


def _gaps(start: date, end: date, chosen: Sequence[Window]) -> list[Period]:
    gaps: list[Period] = []
    day = start
    for window in chosen:
        if day < window.start:
            gaps.append(Period(day, window.start - DAY))
        day = window.end + DAY
    if day <= end:
        gaps.append(Period(day, end))
    return gaps
