"""Calendar arithmetic: units that hold a day, units counted from one, parts of a year. Days are inclusive, weeks run Monday to Sunday."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

Span = tuple[date, date]

MONTHS_IN = {"month": 1, "two_months": 2, "quarter": 3, "four_months": 4, "half": 6, "year": 12, "decade": 120}
DAYS_IN = {"day": 1, "hour": 1, "week": 7, "fortnight": 14}
# Units without a calendar of their own, as multiples of one that has.
MULTIPLES = {"two_years": (2, "year"), "three_years": (3, "year"), "four_years": (4, "year"), "five_years": (5, "year")}


def month_span(year: int, month: int) -> Span:
    """The first and last day of a month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def months_span(year: int, month: int, count: int) -> Span:
    """`count` whole months from one on."""
    first = date(year, month, 1)
    return first, add_months(first, count) - timedelta(days=1)


def week_span(day: date) -> Span:
    """The Monday and Sunday around a day."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def iso_week_span(year: int, number: int) -> Span | None:
    """ISO 8601 week of a year; None where the year has no such week."""
    try:
        monday = date.fromisocalendar(year, number, 1)
    except ValueError:
        return None
    return monday, monday + timedelta(days=6)


def make_day(year: int, month: int, day: int) -> Span | None:
    """One day; None where the calendar has no such day."""
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found, found


def add_months(day: date, count: int) -> date:
    """The same day `count` months on, clipped to the end of the month. Raises OverflowError outside the years 1..9999."""
    index = day.year * 12 + day.month - 1 + count
    year, month = divmod(index, 12)
    if not 1 <= year <= 9999:
        raise OverflowError(f"no year {year}")
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def add(day: date, count: int, unit: str) -> date:
    """`count` units on (or back, where negative)."""
    times, base = MULTIPLES.get(unit, (1, unit))
    if base in DAYS_IN:
        return day + timedelta(days=count * times * DAYS_IN[base])
    return add_months(day, count * times * MONTHS_IN[base])


def unit_span(unit: str, day: date, offset: int = 0) -> Span:
    """The calendar unit that holds `day`, or the one `offset` units further. A weekend is that of the week of `day`."""
    if unit in ("week", "weekend", "fortnight"):
        monday = day - timedelta(days=day.weekday()) + timedelta(weeks=offset * (2 if unit == "fortnight" else 1))
        first = monday + timedelta(days=5) if unit == "weekend" else monday
        return first, monday + timedelta(days=13 if unit == "fortnight" else 6)
    if unit in DAYS_IN:
        found = day + timedelta(days=offset)
        return found, found
    times, base = MULTIPLES.get(unit, (1, unit))
    size = MONTHS_IN[base] * times
    months = day.year * 12 + day.month - 1
    start = (months // size + offset) * size
    year, month = divmod(start, 12)
    if not 1 <= year <= 9998:
        raise OverflowError(f"no year {year}")
    return months_span(year, month + 1, size)


def rolling(count: int, unit: str, day: date, direction: int) -> Span:
    """`count` units that end on `day` (direction -1, the day included) or start the day after it (direction 1)."""
    one = timedelta(days=1)
    if direction < 0:
        return add(day, -count, unit) + one, day
    return day + one, add(day, count, unit)


def part_of_year(year: int, size: int, index: int) -> Span | None:
    """The `index`-th stretch of `size` months in a year, from 1; negative counts from the end."""
    parts = 12 // size
    place = index if index > 0 else parts + 1 + index
    return months_span(year, (place - 1) * size + 1, size) if 1 <= place <= parts else None


def easter(year: int) -> date:
    """Western Easter by the anonymous Gregorian computus (Meeus, Astronomical Algorithms, ch. 8)."""
    golden, century, rest = year % 19, year // 100, year % 100
    leap, moon = divmod(century, 4)
    shift = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leap - shift + 15) % 30
    years, odd = divmod(rest, 4)
    weekday = (32 + 2 * moon + 2 * years - epact - odd) % 7
    correction = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * correction + 114, 31)
    return date(year, month, day + 1)


def nth_weekday(span: Span, weekday: int, index: int) -> date | None:
    """The `index`-th weekday inside a span (negative from the end); None where it has fewer."""
    first, last = span
    if index > 0:
        found = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (index - 1))
    else:
        found = last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-index - 1))
    return found if first <= found <= last else None
