"""Amounts in every written form, and none invented."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest_engine.ingest.extract.money import find_money, read_number, read_words
from digest_engine.ingest.extract.text import fold
from digest_engine.profiles import load_profile

AMOUNTS = load_profile("pa_italiana").rules.amounts


def found(text: str) -> list[Decimal]:
    return [money.value for money in find_money(fold(text), AMOUNTS)]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("€ 25.916.67", "25916.67"),
        ("€. 1.234,56", "1234.56"),
        ("37.206.00 €", "37206.00"),
        ("€ 300.00", "300.00"),
        ("euro 3.850,00, oltre Iva", "3850.00"),
        ("¿ 21,00", "21.00"),
        ("€ 12.500", "12500.00"),
        ("€ 12'500", "12500.00"),
        ("€ 12’500,50", "12500.50"),
        ("€ 12500", "12500.00"),
        ("€ 1.234,56=", "1234.56"),
        ("€ ,89", "0.89"),
        ("€650,00", "650.00"),
        ("Euro 1,234.56", "1234.56"),
        ("€ 12.500.00", "12500.00"),
        ("€ 1.351.654,72", "1351654.72"),
        ("26.100.000,00 euro", "26100000.00"),
        ("EUR 1 234,56", "1234.56"),
        ("€ 1. 234,56", "1234.56"),
        ("€ 12,5", "12.50"),
        ("€ 600 milioni", "600000000.00"),
        ("€ 1,5 miliardi", "1500000000.00"),
        ("1.179.496,00", "1179496.00"),
        ("C 1.179.496,00", "1179496.00"),
        ("€ 9.533,52,00", "9533.52"),
        ("€ 70 iva compresa", "70.00"),
        ("euro\n1.090,00", "1090.00"),
    ],
)
def test_a_written_form_has_its_value(written: str, value: str) -> None:
    assert found(f"per un totale di {written} come da offerta") == [Decimal(value)]


@pytest.mark.parametrize(
    "written",
    [
        "art. 12,50",
        "il 22,00%",
        "n. 36/2023",
        "05.03.2026",
        "tel. 081.8259343",
        "1.03.02.11.999",
        "12,50 mq",
        "cap. 253,20",
        "7,95720",
        "ore 18,30",
    ],
)
def test_a_number_that_is_not_money_is_not_read(written: str) -> None:
    assert found(f"come da {written} del bando") == []


def test_a_table_gives_each_of_its_amounts_once() -> None:
    assert found("fattura 1 1.972,15 €\nfattura 5 1.972,15 €\n4. dare atto") == [Decimal("1972.15"), Decimal("1972.15")]


def test_a_sign_between_two_numbers_belongs_to_the_first_with_cents() -> None:
    assert found("Importo 37.206.00 €\n2026") == [Decimal("37206.00")]


def test_comma_and_three_digits_are_ambiguous() -> None:
    assert read_number("12,500") == (Decimal("12500.00"), Decimal("12.50"))


@pytest.mark.parametrize("written", ["1.23.456", "1234.567.89", "0,040", "1.234.56.789", "1,2345"])
def test_a_number_of_no_known_form_has_no_reading(written: str) -> None:
    assert read_number(written) == ()


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("tremilaottocentocinquanta", "3850"),
        ("milleduecento", "1200"),
        ("ventunomila", "21000"),
        ("centoventimilatrecentodue", "120302"),
        ("cinquecento", "500"),
        ("due milioni trecentomila", "2300000"),
        ("ottantotto", "88"),
        ("cento", "100"),
    ],
)
def test_numbers_in_words_are_read(words: str, value: str) -> None:
    assert read_words(words, AMOUNTS.words) == Decimal(value)


def test_words_beside_an_amount_are_its_second_witness() -> None:
    money = find_money(fold("€ 3.850,00 (euro tremilaottocentocinquanta/00) oltre IVA"), AMOUNTS)[0]
    assert (money.value, money.in_words) == (Decimal("3850.00"), Decimal("3850.00"))


def test_words_that_contradict_the_digits_are_kept() -> None:
    money = find_money(fold("euro 1.200,00 (diconsi milletrecento/00)".replace("diconsi ", "")), AMOUNTS)[0]
    assert money.in_words == Decimal("1300.00")


ALPHABET = "0123456789.,' €euro=-()/\n¿%millonicentoventi"


@given(st.text(alphabet=ALPHABET, max_size=60))
def test_no_amount_has_a_digit_that_the_text_lacks(text: str) -> None:
    for money in find_money(text, AMOUNTS):
        written = "".join(re.findall(r"\d", text[money.start : money.end]))
        whole = str(money.value).replace(".", "").rstrip("0").lstrip("0")
        assert whole in written


@given(st.text(max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert all(0 < money.value < 10**12 for money in find_money(fold(text), AMOUNTS))


@given(st.decimals(min_value=Decimal("0.01"), max_value=Decimal("99999999.99"), places=2))
def test_an_amount_written_in_the_italian_way_comes_back(value: Decimal) -> None:
    written = f"{value:,.2f}".translate(str.maketrans(",.", ".,"))
    assert found(f"la somma di € {written} iva inclusa") == [value]


@given(st.text(max_size=120))
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)
