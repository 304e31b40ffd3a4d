"""Calendar arithmetic and feasts."""

from __future__ import annotations

from datetime import date

import pytest

from digest_engine.periods.calendar import add_months, easter, iso_week_span, nth_weekday, part_of_year, rolling, unit_span
from digest_engine.periods.feasts import KEYS, feast


@pytest.mark.parametrize(
    ("year", "day"), [(2000, date(2000, 4, 23)), (2019, date(2019, 4, 21)), (2027, date(2027, 3, 28)), (2038, date(2038, 4, 25))]
)
def test_easter_is_where_the_computus_puts_it(year: int, day: date) -> None:
    assert easter(year) == day


def test_a_month_back_from_a_longer_month_is_clipped() -> None:
    assert add_months(date(2024, 3, 31), -1) == date(2024, 2, 29)


def test_a_rolling_month_starts_the_day_after_the_same_day() -> None:
    assert rolling(1, "month", date(2025, 7, 31), -1) == (date(2025, 7, 1), date(2025, 7, 31))


def test_a_week_runs_from_monday_to_sunday() -> None:
    assert unit_span("week", date(2025, 10, 5)) == (date(2025, 9, 29), date(2025, 10, 5))


def test_a_year_without_week_53_has_none() -> None:
    assert iso_week_span(2025, 53) is None


def test_the_last_part_of_a_year_counts_from_the_end() -> None:
    assert part_of_year(2025, 4, -1) == (date(2025, 9, 1), date(2025, 12, 31))


def test_a_fifth_monday_that_is_not_there_is_none() -> None:
    assert nth_weekday((date(2025, 2, 1), date(2025, 2, 28)), 0, 5) is None


@pytest.mark.parametrize("key", sorted(KEYS))
def test_every_feast_has_its_day_in_every_year(key: str) -> None:
    assert all((day := feast(key, year)) and day.year == year for year in range(1990, 2060))
