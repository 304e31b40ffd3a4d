"""Dates in the body of acts."""

from __future__ import annotations

import time
from datetime import date

import pytest

from digest_engine.periods import find_document_dates, parse_date


def days(text: str) -> list[date]:
    return [item.date for item in find_document_dates(text) if item.precision == "day"]


@pytest.mark.parametrize(
    "text",
    [
        "L'anno duemilaventicinque, il giorno diciotto, del mese di novembre",
        "L’anno 2025 il giorno 18 del mese di Novembre alle ore 10,30",
        "L'ANNO DUEMILAVENTICINQUE ADDI' DICIOTTO DEL MESE DI NOVEMBRE",
        "l'anno duemilaventicinque (2025), addì 18 (diciotto) del mese di novembre",
        "addì 18 del mese di novembre dell'anno 2025",
        "Dato in Comune, lì 18.11.2025",
        "diciotto novembre duemilaventicinque",
        "il giorno 18 novembre 2025",
        "18-nov-2025",
        "18/11/2025",
        "18-11-25",
        "1 8 / 1 1 / 2 0 2 5",
        "18 /11/ 2025",
        "2025-11-18",
        "N. 77 DEL \n18/11/2025",
    ],
)
def test_the_same_day_is_read_in_every_form(text: str) -> None:
    assert days(text) == [date(2025, 11, 18)]


@pytest.mark.parametrize("text", ["31/04/2026", "30 febbraio 2025", "29.02.2025", "il 32 maggio 2026", "00/05/2026"])
def test_a_day_that_is_not_in_the_calendar_is_no_date(text: str) -> None:
    assert find_document_dates(text) == []


@pytest.mark.parametrize("text", ["codice CER 20.01.08", "Tel 06.11.12.25", "indirizzo 10.0.12.25", "081.8259343", "€ 12.500,00"])
def test_codes_and_numbers_are_no_dates(text: str) -> None:
    assert find_document_dates(text) == []


def test_a_month_and_a_year_keep_their_precision() -> None:
    found = find_document_dates("canone di ottobre 2024 per l'anno 2025")
    assert [(item.date, item.precision) for item in found] == [(date(2024, 10, 1), "month"), (date(2025, 1, 1), "year")]


def test_the_span_is_that_of_the_date_in_the_text() -> None:
    text = "OGGETTO: proroga. Avella, lì 3 marzo 2026."
    (found,) = find_document_dates(text)
    assert text[slice(*found.span)] == "3 marzo 2026"


def test_the_rule_tells_the_formula_from_a_cited_date() -> None:
    found = find_document_dates(
        "vista la legge 7 agosto 1990, n. 241; l'anno duemilaventisei il giorno due del mese di aprile; lì 05/04/2026"
    )
    assert [item.rule for item in found] == ["worded", "formula", "subscription"]


@pytest.mark.parametrize(
    "cell", ["14/05/2026", "14.5.26", "2026-05-14", "20260514", "14 maggio 2026", "14 mag. 2026", "14/05/2026 00:00:00"]
)
def test_a_cell_is_read_in_every_form(cell: str) -> None:
    assert parse_date(cell) == date(2026, 5, 14)


def test_the_first_of_the_month_is_read_with_its_sign() -> None:
    assert parse_date("1° maggio 2026") == date(2026, 5, 1)


@pytest.mark.parametrize("cell", ["", "da definire", "30/02/2026", "maggio 2026", "20261340", "dal 3/5/2026 al 7/5/2026"])
def test_a_cell_without_one_day_has_no_date(cell: str) -> None:
    assert parse_date(cell) is None


@pytest.mark.parametrize("unit", ["1 ", "12/", "1.1.", "marzo ", "anno ", "1 2 / 0 "])
def test_the_time_grows_no_faster_than_the_text(unit: str) -> None:
    def cost(size: int) -> float:
        text = (unit * size)[:size]
        return min(_timed(text) for _ in range(5))

    assert cost(80_000) <= 3 * cost(40_000) + 0.02


def _timed(text: str) -> float:
    started = time.process_time()
    find_document_dates(text)
    return time.process_time() - started
