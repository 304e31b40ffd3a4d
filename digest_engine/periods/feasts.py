"""Italian holidays and observances, by the key that the vocabularies use."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from digest_engine.periods.calendar import easter, month_span, nth_weekday

FIXED: dict[str, tuple[int, int]] = {
    "new_year": (1, 1),
    "epiphany": (1, 6),
    "memory": (1, 27),
    "valentine": (2, 14),
    "foibe": (2, 10),
    "women": (3, 8),
    "ides": (3, 15),
    "father": (3, 19),
    "liberation": (4, 25),
    "labour": (5, 1),
    "republic": (6, 2),
    "saint_john": (6, 24),
    "saints_peter_paul": (6, 29),
    "assumption": (8, 15),
    "halloween": (10, 31),
    "all_saints": (11, 1),
    "all_souls": (11, 2),
    "unity": (11, 4),
    "saint_martin": (11, 11),
    "immaculate": (12, 8),
    "saint_lucy": (12, 13),
    "christmas_eve": (12, 24),
    "christmas": (12, 25),
    "saint_stephen": (12, 26),
    "new_year_eve": (12, 31),
}
_FROM_EASTER: dict[str, int] = {
    "fat_thursday": -52,
    "fat_tuesday": -47,
    "ash_wednesday": -46,
    "palm_sunday": -7,
    "holy_thursday": -3,
    "good_friday": -2,
    "holy_saturday": -1,
    "easter": 0,
    "easter_monday": 1,
    "ascension": 39,
    "pentecost": 49,
    "corpus_domini": 60,
}
_BY_WEEKDAY: dict[str, Callable[[int], date | None]] = {
    "mother": lambda year: nth_weekday(month_span(year, 5), 6, 2),
    "thanksgiving": lambda year: nth_weekday(month_span(year, 11), 3, 4),
    "black_friday": lambda year: _after_thanksgiving(year),
}
KEYS = frozenset((*FIXED, *_FROM_EASTER, *_BY_WEEKDAY))


def feast(key: str, year: int) -> date | None:
    """The day of a feast in a year."""
    if key in FIXED:
        return date(year, *FIXED[key])
    if key in _FROM_EASTER:
        return easter(year) + timedelta(days=_FROM_EASTER[key])
    return _BY_WEEKDAY[key](year)


def _after_thanksgiving(year: int) -> date | None:
    thursday = nth_weekday(month_span(year, 11), 3, 4)
    return thursday + timedelta(days=1) if thursday else None
