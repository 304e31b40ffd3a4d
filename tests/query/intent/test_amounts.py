"""Bounds on the amount, in the ways people write them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from digest_engine.query.intent.amounts import find_amounts, parse_number
from digest_engine.query.intent.tokens import tokenize
from digest_engine.query.intent.vocabulary import load_vocabulary
from digest_engine.types import Language


def bounds(text: str, language: Language) -> dict[str, int]:
    found = find_amounts(tokenize(text), vocabulary=load_vocabulary(language)).bounds
    return {name: int(value) for name, value in found.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sotto i 1.000 euro", {"amount_under": 1000}),
        ("oltre 10.000 euro", {"amount_over": 10000}),
        ("oltre i 10mila euro", {"amount_over": 10000}),
        ("più di € 10.000", {"amount_over": 10000}),
        ("tra 5.000 e 10.000 euro", {"amount_min": 5000, "amount_max": 10000}),
        ("tra 5 e 10 mila euro", {"amount_min": 5000, "amount_max": 10000}),
        ("da 5.000 a 10.000 euro", {"amount_min": 5000, "amount_max": 10000}),
        ("compresi tra i 10.000 e i 5.000 euro", {"amount_min": 5000, "amount_max": 10000}),
        ("fino a 40.000 euro", {"amount_max": 40000}),
        ("non superiori a 40.000,00 euro", {"amount_max": 40000}),
        ("con importo superiore a 40.000 euro", {"amount_over": 40000}),
        ("di importo inferiore a quarantamila euro", {"amount_under": 40000}),
        ("almeno 1,5 milioni di euro", {"amount_min": 1500000}),
        ("dai 5.000 euro in su", {"amount_min": 5000}),
        ("che superano i 100.000", {"amount_over": 100000}),
        ("pari a 1.220 euro", {"amount_min": 1220, "amount_max": 1220}),
        ("da 5.000 euro", {}),
        ("i 650 euro per la modulistica", {}),
        ("oltre il 2024", {}),
        ("fino a 30 giorni", {}),
        ("più di 15 infermieri", {}),
    ],
)
def test_italian_bounds(text: str, expected: dict[str, int]) -> None:
    assert bounds(text, "it") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("above 10,000 euro", {"amount_over": 10000}),
        ("over €10k", {"amount_over": 10000}),
        ("exceeding 1.5 million euros", {"amount_over": 1500000}),
        ("below €1,000", {"amount_under": 1000}),
        ("less than 500 euro", {"amount_under": 500}),
        ("up to 40,000 euro", {"amount_max": 40000}),
        ("no more than 40,000 euro", {"amount_max": 40000}),
        ("at least €5,000", {"amount_min": 5000}),
        ("5,000 euro or more", {"amount_min": 5000}),
        ("between 5,000 and 10,000 euro", {"amount_min": 5000, "amount_max": 10000}),
        ("from 5 to 10 thousand euro", {"amount_min": 5000, "amount_max": 10000}),
        ("more than 20 days", {}),
    ],
)
def test_english_bounds(text: str, expected: dict[str, int]) -> None:
    assert bounds(text, "en") == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.000", "1000"),
        ("1,000", "1000"),
        ("1.234.567,89", "1234567.89"),
        ("1,234,567.8", "1234567.8"),
        ("12,5", "12.5"),
        ("40000", "40000"),
    ],
)
def test_numbers_are_read_as_printed(text: str, value: str) -> None:
    assert parse_number(text) == Decimal(value)


def test_what_is_no_number_is_none() -> None:
    assert parse_number("1.2.3") is None
