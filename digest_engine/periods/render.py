"""Periods to words, in Italian and English, so that reading the words gives the same days back."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from digest_engine.periods.rules_years import FIRST_YEAR, LAST_YEAR
from digest_engine.types import Language, Period

# Days said with a vowel in Italian: "l'otto", "l'undici".
_VOWEL_DAYS = (8, 11)
_ONE = timedelta(days=1)


def render(period: Period, language: Language = "it") -> str:
    """A period in words: `dal 3 al 7 maggio 2026`, `April 2026`. A period open at both ends is `tutto il periodo`."""
    words = _phrases()[language]
    start, end = period.start, period.end
    if start is None or end is None:
        return _open(start, end, words)
    if start == end:
        return _filled(words["day"], day=_day(start, words), month=_month(start, words), year=_year(start))
    return _whole(start, end, words) or _range(start, end, words)


def _open(start: date | None, end: date | None, words: dict[str, Any]) -> str:
    edge = start or end
    if edge is None:
        return str(words["always"])
    pattern = words["since"] if start is not None else words["until"]
    return _filled(
        pattern,
        from_day=_article(edge, words["from_day"]),
        to_day=_article(edge, words["to_day"]),
        day=_day(edge, words),
        month=_month(edge, words),
        year=_year(edge),
    )


def _whole(start: date, end: date, words: dict[str, Any]) -> str | None:
    """Whole months, quarters, halves and years by their names."""
    if start.day != 1 or ((end.day != 31 or end.month != 12) and (end + _ONE).day != 1):
        return None
    months = (end.year - start.year) * 12 + end.month - start.month + 1
    if months == 1:
        return _filled(words["month"], month=_month(start, words), year=_year(start))
    if start.year != end.year:
        known = start.year >= FIRST_YEAR and end.year <= LAST_YEAR and (start.month, end.month) == (1, 12)
        return _filled(words["years"], first_year=_year(start), last_year=_year(end)) if known else None
    if months == 12:
        return _filled(words["year"], year=_year(start)) if start.year >= FIRST_YEAR else None
    for name, size in (("quarter", 3), ("half", 6)):
        if months == size and (start.month - 1) % size == 0 and FIRST_YEAR <= start.year <= LAST_YEAR:
            return _filled(words[name], ordinal=words["ordinals"][(start.month - 1) // size], year=_year(start))
    return _filled(
        words["months_of_year"],
        first_month=_month(start, words),
        to_month=words["to_month"]["vowel" if words["months"][end.month - 1][0].lower() in "ao" else "default"],
        last_month=_month(end, words),
        year=_year(end),
    )


def _range(start: date, end: date, words: dict[str, Any]) -> str:
    same_year, same_month = start.year == end.year, (start.year, start.month) == (end.year, end.month)
    return _filled(
        words["days_of_month" if same_month else "days_of_year" if same_year else "days"],
        from_day=_article(start, words["from_day"]),
        to_day=_article(end, words["to_day"]),
        first=_day(start, words),
        last=_day(end, words),
        month=_month(end, words),
        year=_year(end),
        first_month=_month(start, words),
        last_month=_month(end, words),
        first_year=_year(start),
        last_year=_year(end),
    )


def _filled(pattern: Any, **parts: str) -> str:
    return str(pattern).format(**parts)


def _article(day: date, forms: dict[str, str]) -> str:
    return forms["vowel" if day.day in _VOWEL_DAYS else "default"]


def _day(day: date, words: dict[str, Any]) -> str:
    return str(words["first"]) if day.day == 1 else str(day.day)


def _month(day: date, words: dict[str, Any]) -> str:
    return str(words["months"][day.month - 1])


def _year(day: date) -> str:
    return f"{day.year:04}"


@cache
def _phrases() -> dict[str, dict[str, Any]]:
    text = files("digest_engine.periods.vocabulary").joinpath("phrases.yaml").read_text("utf-8")
    loaded: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return loaded
