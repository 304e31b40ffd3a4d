"""Dates in short passages."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from digest_engine.periods import find_document_dates
from digest_engine.types import DatePrecision


@lru_cache(maxsize=4096)
def first_day(passage: str) -> tuple[date, DatePrecision] | None:
    """The first date of `passage` and its precision. Kept: headings, visas and citations repeat the same few dates."""
    found = next(iter(find_document_dates(passage)), None)
    return (found.date, found.precision) if found else None


def matched_day(raw: str, match: re.Match[str]) -> tuple[date, DatePrecision] | None:
    """The date at the group `date` of `match`, which has the offsets of `raw`; a year alone is no date of an act."""
    found = first_day(raw[slice(*match.span("date"))]) if match.groupdict().get("date") else None
    return found if found and found[1] != "year" else None


def formula_day(passage: str, noise: re.Pattern[str] | None) -> tuple[date, DatePrecision] | None:
    """The first day of a passage, once the hours that deeds put between day and month are out of it."""
    found = first_day(noise.sub(" ", passage) if noise else passage)
    return found if found and found[1] == "day" else None
