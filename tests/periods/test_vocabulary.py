"""The vocabulary files."""

from __future__ import annotations

import pytest

from digest_engine.periods.feasts import KEYS
from digest_engine.periods.reading import read
from digest_engine.periods.typos import correct
from digest_engine.periods.vocabulary import guess_language, lexicon
from digest_engine.types import Language


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_feast_of_a_vocabulary_is_known_to_the_calendar(language: Language) -> None:
    tables = lexicon(language)
    entries = [*tables.single.values(), *(entry for forms in tables.longer.values() for _, entry in forms)]
    assert {entry.cats["FEAST"] for entry in entries if "FEAST" in entry.cats} <= KEYS


@pytest.mark.parametrize("word", ["aprire", "giungo", "marzio", "maggior", "scorta", "aprilia"])
def test_a_word_of_its_own_is_no_typo(word: str) -> None:
    assert correct(word, lexicon("it")) is None


@pytest.mark.parametrize(("word", "month"), [("genaio", 1), ("febbrio", 2), ("agsoto", 8), ("settenbre", 9), ("novembree", 11)])
def test_one_letter_wrong_in_a_month_is_forgiven(word: str, month: int) -> None:
    entry = correct(word, lexicon("it"))
    assert entry is not None
    assert entry.cats["MONTHNAME"] == month


def test_two_letters_wrong_are_not_forgiven() -> None:
    assert correct("setenbre", lexicon("it")) is None


@pytest.mark.parametrize(
    ("text", "language"), [("quante delibere nel 2024?", "it"), ("how many acts were adopted", "en"), ("last week", "en"), ("3", "it")]
)
def test_the_language_is_that_of_most_words(text: str, language: Language) -> None:
    assert guess_language(text.split()) == language


def test_a_word_of_the_other_language_is_read_where_it_means_nothing_else() -> None:
    assert [term.rule for term in read("acts of ieri").periods] == ["relative_day"]
