"""Dates in the body of an act: absolute ones only, in figures, in words and in the formula that opens a deed.

Nothing relative is read here: what "ieri" means in an act depends on the act. A date that is not in the calendar is no date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from digest_engine.periods.numerals import italian_words
from digest_engine.periods.tokens import fold
from digest_engine.types import DatePrecision

# A deed of a public body is never dated before the Unification; a year far ahead is a misread figure.
EARLIEST_YEAR, LATEST_YEAR = 1861, 2100
_PIVOT = 70


@dataclass(frozen=True, slots=True)
class DocumentDate:
    """A date read in an act. `date` is its first day where `precision` is month or year; `span` are offsets in the text.

    `rule`: `formula` (L'anno … il giorno … del mese di …), `subscription` (lì, addì), `worded`, `numeric`, `iso`, `month`, `year`.
    """

    date: date
    precision: DatePrecision
    span: tuple[int, int]
    rule: str


def find_document_dates(text: str) -> list[DocumentDate]:
    """Every absolute date of an act, in the order of the text; spans never overlap."""
    plain = fold(text)
    found = sorted((*_formulas(plain), *_worded(plain), *_numeric(plain)), key=_by_place)
    kept: list[DocumentDate] = []
    for item in found:
        if not kept or item.span[0] >= kept[-1].span[1]:
            kept.append(item)
    return kept


def parse_date(text: str) -> date | None:
    """The day written in a single cell, in any Italian or ISO form (`14.5.26`, `1° maggio 2026`, `20260514`); None where there is none."""
    cell = text.strip()
    compact = _COMPACT.match(cell)
    if compact:
        return _day(int(compact[1]), int(compact[2]), int(compact[3]))
    days = [item for item in find_document_dates(cell) if item.precision == "day"]
    return days[0].date if len(days) == 1 else None


_COMPACT = re.compile(r"([12][0-9]{3})([0-9]{2})([0-9]{2})(?![0-9])")

_NUMERIC = re.compile(
    # OCR may put one blank inside a figure and around the signs; the lookbehind comes after the first digit, for speed.
    r"([0-9](?<![0-9][0-9])(?<![0-9][/.\-,][0-9])(?: ?[0-9])?) ?([/.\-]) ?([0-9](?: ?[0-9])?) ?\2 ?([0-9] ?[0-9](?: ?[0-9] ?[0-9])?)"
    r"(?![0-9]|[/.\-,][0-9])"
)
_ISO = re.compile(r"([12][0-9]{3})(?<![0-9]{5})([/.\-])([0-9]{1,2})\2([0-9]{1,2})(?![0-9]|[/.\-][0-9])")


def _numeric(plain: str) -> Iterator[DocumentDate]:
    for match in _ISO.finditer(plain):
        yield from _read(match, match[1], match[3], match[4], "iso", plain)
    for match in _NUMERIC.finditer(plain):
        day, month, year = (part.replace(" ", "") for part in match.group(1, 3, 4))
        if len(year) == 2 and match[2] == "." and _is_code(plain, match.start()):
            continue
        yield from _read(match, year, month, day, "numeric", plain)


def _is_code(plain: str, start: int) -> bool:
    words = re.findall(r"[a-z]+", plain[max(0, start - 16) : start])
    return bool(words) and words[-1] in _data()["codes"]


def _worded(plain: str) -> Iterator[DocumentDate]:
    grammar = _grammar()
    for month in grammar.month.finditer(plain):
        number = grammar.months[month[0]]
        before = grammar.day_before.search(plain[max(0, month.start() - 48) : month.start()])
        after = grammar.year_after.match(plain, month.end())
        if after is None:
            continue
        year = _year(after["year"])
        if year is None:
            continue
        if before is None:
            yield from _partial(date(year, number, 1), "month", (month.start(), after.end()), "month")
            continue
        day, start = _number(before["day"]), month.start() - len(before[0])
        found = None if day is None else _day(year, number, day)
        if found:
            yield DocumentDate(found, "day", (start, after.end()), _rule(plain, start, "worded"))


def _formulas(plain: str) -> Iterator[DocumentDate]:
    grammar = _grammar()
    for match in grammar.year.finditer(plain):
        year = _year(match["year"])
        if year is None:
            continue
        rest = grammar.formula_rest.match(plain, match.end())
        day, month = (None, None) if rest is None else (_number(rest["day"]), grammar.months.get(rest["month"]))
        found = _day(year, month, day) if day and month else None
        if found and rest:
            yield DocumentDate(found, "day", (match.start(), rest.end()), "formula")
        elif rest is None and not grammar.belongs_to_a_day.search(plain[max(0, match.start() - 24) : match.start()]):
            yield from _partial(date(year, 1, 1), "year", match.span(), "year")


def _partial(first: date, precision: DatePrecision, span: tuple[int, int], rule: str) -> Iterator[DocumentDate]:
    yield DocumentDate(first, precision, span, rule)


def _read(match: re.Match[str], year: str, month: str, day: str, rule: str, plain: str) -> Iterator[DocumentDate]:
    full = _year(year)
    found = None if full is None else _day(full, int(month), int(day))
    if found:
        yield DocumentDate(found, "day", match.span(), _rule(plain, match.start(), rule))


def _rule(plain: str, start: int, rule: str) -> str:
    return "subscription" if _grammar().subscription.search(plain[max(0, start - 10) : start]) else rule


def _number(word: str) -> int | None:
    digits = "".join(word.split()).strip(".°ºª^")
    if digits.isdigit():
        return int(digits)
    if digits in ("primo", "l", "i"):
        return 1
    return italian_words().get(digits)


def _year(word: str) -> int | None:
    """A year in figures or words; two figures are 1970..2069."""
    number = _number(word)
    if number is None:
        return None
    if number < 100 and word[:1].isdigit():
        number += 2000 if number < _PIVOT else 1900
    return number if EARLIEST_YEAR <= number <= LATEST_YEAR else None


def _day(year: int, month: int, day: int) -> date | None:
    if not EARLIEST_YEAR <= year <= LATEST_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _by_place(item: DocumentDate) -> tuple[int, int]:
    return item.span[0], -item.span[1]


@dataclass(frozen=True, slots=True)
class _Grammar:
    months: dict[str, int]
    month: re.Pattern[str]
    day_before: re.Pattern[str]
    year_after: re.Pattern[str]
    year: re.Pattern[str]
    formula_rest: re.Pattern[str]
    belongs_to_a_day: re.Pattern[str]
    subscription: re.Pattern[str]


@cache
def _data() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(files("digest_engine.periods").joinpath("vocabulary/document.yaml").read_text("utf-8"))
    return loaded


@cache
def _grammar() -> _Grammar:
    months = {form: int(number) for number, forms in _data()["months"].items() for form in forms}
    names = "|".join(sorted(months, key=len, reverse=True))
    small = sorted((word for word, number in italian_words().items() if number <= 31), key=len, reverse=True)
    repeated = r"(?:\s*\([^()]{1,24}\))?"  # "duemilaventisei (2026)", "3 (tre)"
    day = rf"(?P<day>[0-3]?[0-9][°º^]?|[li][°º]|primo|{'|'.join(small)}){repeated}"
    words = r"(?:duemila|mille)(?:[a-z]+|\s+(?:e\s+)?(?:venti|trenta)[a-z]*)?"
    year = rf"(?P<year>[12] ?[0-9] ?[0-9] ?[0-9](?![0-9])|{words}){repeated}"
    joined = r"[\s,.:;]*"
    subscription = "|".join(re.escape(fold(form)) for form in _data()["subscription"])
    return _Grammar(
        months=months,
        month=re.compile(rf"(?<![a-z])(?:{names})(?![a-z])"),
        day_before=re.compile(rf"(?<![a-z0-9/.,]){day}{joined}(?:(?:del\s+)?mese\s+di\s+|(?:di\s+|d'\s?)|[-/])?\Z"),
        year_after=re.compile(rf"{joined}[-/]?(?:(?:del)?l'\s?)?(?:anno\s+|del\s+)?{year}"),
        year=re.compile(rf"(?<![a-z])anno{joined}{year}"),
        formula_rest=re.compile(
            rf"[^0-9a-z]*(?:e\s+)?(?:(?:questo|questi)\s+)?(?:(?:il\s+)?(?:giorno|di)\b|add?i'?)?{joined}(?:il\s+)?{day}"
            rf"{joined}(?:del\s+)?(?:mese\s+di\s+)?(?P<month>{names})(?![a-z])"
        ),
        belongs_to_a_day=re.compile(rf"(?:{names})[^a-z0-9]*(?:del)?(?:l')?\s*\Z"),
        subscription=re.compile(rf"(?<![a-z])(?:{subscription})\s*(?:il\s+)?(?:giorno\s+)?\Z"),
    )
