"""Properties of reading periods: round trips, traps that change nothing, no input that raises, linear time."""

from __future__ import annotations

import time
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_engine.periods import find_document_dates, find_periods, parse_date, render, trace
from digest_engine.periods.calendar import months_span
from digest_engine.periods.vocabulary import lexicon
from digest_engine.types import Language, Period

TODAY = date(2026, 5, 14)
REFERENCES = st.dates(date(2000, 1, 1), date(2050, 12, 31))
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
LANGUAGES: st.SearchStrategy[Language] = st.sampled_from(("it", "en"))

WORDS = sorted({*lexicon("it").single, *lexicon("en").single})
SIGNS = ["3", "12", "31", "2025", "1/5", "01/05/2026", "3-7", "n.", "'", ",", "-", "(", "€", "XX", "Rossi", "«", "»", "19ª", "Q3"]

TRAPS = [
    "la determina n. 77/2025",
    "ai sensi della legge 5 marzo 1998 n. 31",
    "l'art. 12",
    "in via 24 Maggio",
    "con l'avv. Luglio",
    "il CIG A123456B78",
    "fino a 12.500 euro",
    "il piano triennale 2027-2029",
    "secondo il D.Lgs. 81/2008",
    "alla ditta Aprile Servizi Srl",
]
DATES = [
    ("atti di ottobre 2025", (date(2025, 10, 1), date(2025, 10, 31))),
    ("atti dal 3 al 9 febbraio 2026", (date(2026, 2, 3), date(2026, 2, 9))),
    ("atti della settimana scorsa", (date(2026, 5, 4), date(2026, 5, 10))),
    ("atti del 12/01/2026", (date(2026, 1, 12), date(2026, 1, 12))),
    ("atti degli ultimi 10 giorni", (date(2026, 5, 5), date(2026, 5, 14))),
    ("atti da gennaio 2026", (date(2026, 1, 1), None)),
]


@st.composite
def spans(draw: st.DrawFn) -> Period:
    """Any period with a bound: days, ranges, whole months and years, open ends."""
    start = draw(DAYS)
    match draw(st.sampled_from(("day", "range", "months", "since", "until"))):
        case "day":
            return Period(start, start)
        case "range":
            return Period(start, min(date.max, start + timedelta(days=min(draw(st.integers(0, 4000)), (date.max - start).days))))
        case "months":
            first, last = months_span(min(start.year, 9990), start.month, draw(st.sampled_from((1, 2, 3, 6, 12, 24))))
            return Period(first, last)
        case "since":
            return Period(start, None)
        case _:
            return Period(None, start)


@given(spans(), REFERENCES, LANGUAGES)
@settings(max_examples=400, deadline=None)
def test_a_period_in_words_reads_back_the_same(period: Period, today: date, language: Language) -> None:
    (found,) = find_periods(render(period, language), today=today)
    assert (found.start, found.end) == (period.start, period.end)


def test_no_bounds_read_back_as_no_period() -> None:
    assert find_periods(render(Period(None, None)), today=TODAY) == []


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize(("question", "days"), DATES)
def test_a_trap_before_a_date_changes_nothing(trap: str, question: str, days: tuple[date, date | None]) -> None:
    assert [(p.start, p.end) for p in find_periods(f"{trap}: {question}", today=TODAY)] == [days]


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize(("question", "days"), DATES)
def test_a_trap_after_a_date_changes_nothing(trap: str, question: str, days: tuple[date, date | None]) -> None:
    assert [(p.start, p.end) for p in find_periods(f"{question}, {trap}", today=TODAY)] == [days]


@given(st.text(max_size=200), DAYS)
@settings(max_examples=300, deadline=None)
def test_no_text_raises(text: str, today: date) -> None:
    find_periods(text, today=today, history=[text])
    find_document_dates(text)
    parse_date(text)


@given(st.lists(st.sampled_from(WORDS + SIGNS * 12), max_size=14), st.lists(st.sampled_from(WORDS + SIGNS * 12), max_size=6), DAYS)
@settings(max_examples=500, deadline=None)
def test_no_heap_of_date_words_raises(words: list[str], before: list[str], today: date) -> None:
    trace(" ".join(words), today, history=[" ".join(before)])


@given(st.lists(st.sampled_from(WORDS + SIGNS * 12), max_size=14), REFERENCES)
@settings(max_examples=300, deadline=None)
def test_a_period_never_ends_before_it_starts(words: list[str], today: date) -> None:
    for period in find_periods(" ".join(words), today=today):
        assert period.start is None or period.end is None or period.start <= period.end


@pytest.mark.parametrize(
    "unit", ["dal 1 ", "dal ", "12/", "1 ", "maggio ", "lunedì e ", "tra il 3 e ", "fine ", "legge n. ", "«a» ", "aprle "]
)
def test_the_time_grows_no_faster_than_the_text(unit: str) -> None:
    def cost(size: int) -> float:
        text = (unit * size)[:size]
        return min(_timed(text) for _ in range(5))

    assert cost(40_000) <= 3 * cost(20_000) + 0.05


def test_a_hundred_thousand_characters_take_under_a_second() -> None:
    text = "dal 1 2 " * 12_500
    assert min(_timed(text) for _ in range(5)) < 1.0


def _timed(text: str) -> float:
    started = time.process_time()
    find_periods(text, today=TODAY)
    return time.process_time() - started
