"""No question of any kind raises, and reading is linear in its length."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_engine.query.explain import describe_filters
from digest_engine.query.route import Turn, choose_route, classify_query_debug
from digest_engine.types import ActFilter

TODAY = date(2026, 5, 14)
PIECES = (
    "quante", "quanti", "determine", "delibere di giunta", "liquidazioni", "ad aprile", "dal 3 al 7 maggio", "sopra i 10.000 euro",
    "tra 5 e 10 mila euro", "senza CIG", "CIG B1234567AF", "n. 12/2026", "ditta Rossi srl", "«Natale in Piazza»", "escluse le liquidazioni",
    "e", "o", "più", "per mese", "chi", "how many", "payments", "over €1,000", "between", "and", "the largest", "in Q1 2026", "by supplier",
    "#period", "#", "è", "l'", "?", ":", "’", "İ", "\x00", "½", "euro", "da 5.000 euro", "in su", "or more",
)  # fmt: skip


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_no_text_raises(text: str) -> None:
    route = choose_route(text, today=TODAY)
    assert 0.5 <= route.confidence <= 1


@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
@settings(max_examples=250, deadline=None)
def test_no_row_of_known_words_raises(text: str) -> None:
    debug = classify_query_debug(text, today=TODAY)
    assert debug["mode"] in ("temporal", "semantic")


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join), st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_no_follow_up_raises(first: str, second: str) -> None:
    route = choose_route(second, today=TODAY, history=[Turn(first, "RG 12/2026")])
    assert set(route.inherited) <= {"period", "filters", "figures", "topic"}


@given(st.sampled_from(("srl", "SpA")), st.sampled_from(("Aprile", "Totale", "Quante", "Somma", "Lunedì", "Media")))
@settings(max_examples=20, deadline=None)
def test_the_name_of_a_firm_changes_neither_mode_nor_period(form: str, name: str) -> None:
    route = choose_route(f"Chi rappresenta la ditta {name} {form}?", today=TODAY)
    assert (route.mode, route.periods, route.figures) == ("semantic", (), None)


@given(st.sampled_from(("Riepilogo di un secolo", "Natale in Piazza", "Quante storie", "Il totale dei giorni")))
@settings(max_examples=10, deadline=None)
def test_a_title_changes_neither_mode_nor_figures(title: str) -> None:
    route = choose_route(f"Chi cura la mostra «{title}»?", today=TODAY)
    assert (route.mode, route.figures) == ("semantic", None)


@pytest.mark.parametrize(
    "unit", ["quante ", "dal ", "1 ", "tra 5 e ", "n. 1/2026 ", "CIG ", "{", "«", "a.", "Rossi ", "determina di giunta "]
)
def test_a_hundred_kilobytes_are_read_in_seconds(unit: str) -> None:
    begun = time.perf_counter()
    choose_route(unit * (100_000 // len(unit)), today=TODAY)
    assert time.perf_counter() - begun < 5


def test_filters_are_described_by_what_they_restrict_alone() -> None:
    assert describe_filters(ActFilter(kind=("determina", "delibera"), has_amount=False)) == "kind=determina|delibera, has_amount=False"
