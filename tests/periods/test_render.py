"""Periods in words."""

from __future__ import annotations

from datetime import date

import pytest

from digest_engine.periods import render
from digest_engine.types import Period


@pytest.mark.parametrize(
    ("start", "end", "italian", "english"),
    [
        (date(2025, 3, 9), date(2025, 3, 9), "9 marzo 2025", "9 March 2025"),
        (date(2025, 3, 1), date(2025, 3, 1), "1° marzo 2025", "1 March 2025"),
        (date(2025, 3, 1), date(2025, 3, 31), "marzo 2025", "March 2025"),
        (date(2025, 1, 1), date(2025, 12, 31), "anno 2025", "year 2025"),
        (date(2025, 4, 1), date(2025, 6, 30), "secondo trimestre 2025", "second quarter of 2025"),
        (date(2025, 7, 1), date(2025, 12, 31), "secondo semestre 2025", "second half of 2025"),
        (date(2025, 3, 1), date(2025, 4, 30), "da marzo ad aprile 2025", "from March to April 2025"),
        (date(2023, 1, 1), date(2025, 12, 31), "dal 2023 al 2025", "from 2023 to 2025"),
        (date(2025, 3, 8), date(2025, 3, 11), "dall'8 all'11 marzo 2025", "from 8 to 11 March 2025"),
        (date(2025, 3, 1), date(2025, 4, 12), "dal 1° marzo al 12 aprile 2025", "from 1 March to 12 April 2025"),
        (date(2024, 12, 20), date(2025, 1, 6), "dal 20 dicembre 2024 al 6 gennaio 2025", "from 20 December 2024 to 6 January 2025"),
        (date(2025, 3, 8), None, "dall'8 marzo 2025 in poi", "from 8 March 2025 onwards"),
        (None, date(2025, 3, 8), "fino all'8 marzo 2025", "until 8 March 2025"),
        (None, None, "tutto il periodo", "the whole period"),
    ],
)
def test_a_period_is_said_as_people_say_it(start: date | None, end: date | None, italian: str, english: str) -> None:
    assert (render(Period(start, end), "it"), render(Period(start, end), "en")) == (italian, english)
