"""What a figure with its signs may be: `01/05/2026`, `3-7`, `2026-04`, `40.000`. One place for every numeric shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from digest_engine.periods.expressions import Between, Day, Expr, Month, Year

_PIVOT = 70
_LONGEST = 24
# `2021-27` are two years, `2015-32` is anything else.
_LONGEST_PLAN = 10
_SPLIT = re.compile(r"[./:,-]")

Cats = Mapping[str, Any]


@lru_cache(maxsize=4096)
def read_numeric(word: str) -> Cats:
    """The categories of a numeric token. All have NUMERIC; a shape that can't be a date has nothing else."""
    cats: dict[str, Any] = {"NUMERIC": word}
    if len(word) > _LONGEST:
        return cats
    parts = _SPLIT.split(word)
    signs = "".join(char for char in word if not char.isdigit())
    reader = _SHAPES.get(signs)
    if reader and all(len(part) <= 8 for part in parts):
        cats.update(reader(parts))
    return cats


def full_year(part: str) -> Year:
    """A year in figures; two figures are 1970..2069."""
    number = int(part)
    if len(part) == 2:
        number += 2000 if number < _PIVOT else 1900
    return Year(number)


def _integer(parts: list[str]) -> Cats:
    (part,) = parts
    number = int(part)
    if len(part) <= 2:
        return {"DAYNUM": number, "NUM": number, "SHORT": number}
    if len(part) == 4:
        return {"YEARNUM": number, "NUM": number}
    if len(part) == 8 and part[:2] in ("19", "20") and 1 <= int(part[4:6]) <= 12:
        return _day(Day(int(part[6:]), int(part[4:6]), Year(int(part[:4]))))
    return {"NUM": number} if len(part) == 3 else {}


def _three(parts: list[str]) -> Cats:
    first, second, third = parts
    if len(first) == 4 and len(second) <= 2 and len(third) <= 2:
        return _day(Day(int(third), int(second), Year(int(first))))
    if len(first) <= 2 and len(second) <= 2 and len(third) in (2, 4):
        return _day(_in_order(int(first), int(second), full_year(third)))
    return {}


def _slash(parts: list[str]) -> Cats:
    first, second = parts
    if len(first) <= 2 and len(second) <= 2:
        day = _in_order(int(first), int(second))
        return {"DAYMONTH": day, "NUMDATE": day, **_days(int(first), int(second))}
    if len(first) <= 2 and len(second) == 4:
        month = {"MONTHYEAR": Month(int(first), Year(int(second)))} if 1 <= int(first) <= 12 else {}
        return {"OFYEAR": (int(first), int(second)), **month}
    if len(first) == 4 and len(second) <= 2:
        return _year_and(first, second)
    return _years(first, second)


def _dash(parts: list[str]) -> Cats:
    first, second = parts
    if len(first) == 4 and len(second) == 2:
        return _year_and(first, second)
    if len(first) <= 2 and len(second) <= 2:
        dashed = {"DAYDASH": _in_order(int(first), int(second))} if second[0] == "0" else {}
        return {**_days(int(first), int(second)), **dashed}
    if len(first) <= 2 and len(second) == 4 and 1 <= int(first) <= 12:
        return {"MONTHYEAR": Month(int(first), Year(int(second)))}
    if len(first) <= 2 and len(second) == 4:
        return {"DAYYEAR": (int(first), int(second))}
    return _years(first, second)


def _dot(parts: list[str]) -> Cats:
    first, second = parts
    if len(first) == 4 and len(second) <= 2 and 1 <= int(second) <= 12:
        return _month(Month(int(second), Year(int(first))))
    if len(first) <= 2 and len(second) <= 2:
        return {"DAYDOT": _in_order(int(first), int(second))}
    if len(first) <= 2 and len(second) == 4 and 1 <= int(first) <= 12:
        return {"MONTHYEAR": Month(int(first), Year(int(second)))}
    return {}


def _days(first: int, second: int) -> Cats:
    return {"DAYS": (first, second)} if 1 <= first < second <= 31 else {}


def _in_order(first: int, second: int, year: Year | None = None) -> Day:
    """Day and month; month first only where the second figure can be no month (`02/22/2016`)."""
    return Day(second, first, year) if second > 12 >= first else Day(first, second, year)


def _year_and(year: str, second: str) -> Cats:
    """`2026-04` is a month; `2025-26` and `2025/26` are two years."""
    if 1 <= int(second) <= 12:
        return _month(Month(int(second), Year(int(year))))
    return _years(year, year[:2] + second.zfill(2)) if int(second) - int(year[2:]) <= _LONGEST_PLAN else {}


def _years(first: str, second: str) -> Cats:
    if len(first) == len(second) == 4 and 1900 <= int(first) < int(second) <= 2100:
        return {"YEARS": Between(Year(int(first)), Year(int(second)))}
    return {}


def _range_of(size: int) -> Callable[[list[str]], Cats]:
    """A glued range of two numeric dates, the first of `size` parts: `10/1-11/2/2017`."""

    def read(parts: list[str]) -> Cats:
        start, end = _plain_day(parts[:size]), _plain_day(parts[size:])
        return {"RANGE": Between(start, end), "PERIOD": Between(start, end)} if start and end else {}

    return read


def _plain_day(parts: list[str]) -> Day | None:
    if len(parts) == 2:
        return _in_order(int(parts[0]), int(parts[1])) if max(map(len, parts)) <= 2 else None
    found = _three(parts).get("DAY")
    return found if isinstance(found, Day) else None


def _day(expr: Day) -> Cats:
    return {"DAY": expr, "PERIOD": expr, "NUMDATE": expr, "FULLDATE": expr}


def _month(expr: Expr) -> Cats:
    return {"MONTH": expr, "PERIOD": expr, "ISOMONTH": expr}


_SHAPES: dict[str, Callable[[list[str]], Cats]] = {
    "": _integer,
    "//": _three,
    "--": _three,
    "..": _three,
    "/": _slash,
    "-": _dash,
    ".": _dot,
    "/-/": _range_of(2),
    "/-//": _range_of(2),
    "//-//": _range_of(3),
    "//-/": _range_of(3),
    ".-.": _range_of(2),
    ".-..": _range_of(2),
    "..-..": _range_of(3),
    "--/--": _range_of(3),
}
