"""The vocabulary files are whole: every pattern compiles, every reason and sentence is there in both languages."""

from __future__ import annotations

import string

import pytest

from digest_engine.errors import SettingsError
from digest_engine.query.intent.patterns import PatternSet, compile_patterns
from digest_engine.query.intent.tokens import as_line, tokenize
from digest_engine.query.intent.vocabulary import LANGUAGES, load_vocabulary
from digest_engine.types import ActFilter, Language

KNOWN_ASKS = {"count", "sum", "average", "max", "min", "top", "list", "items", "compare", "rank"}


def matches(pattern: str, text: str, heads: set[int] | None = None, **classes: tuple[str, ...]) -> list[str]:
    line = as_line(tokenize(text))
    entries = tuple((compiled, "x") for compiled in compile_patterns(pattern, classes))
    return [line.words(match.first, match.end) for match in PatternSet(entries).find(line, heads or set())]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_compiles(language: Language) -> None:
    vocabulary = load_vocabulary(language)
    others = (vocabulary.leads, vocabulary.exceptions, *vocabulary.phrases.values())
    sets: tuple[PatternSet[object], ...] = (vocabulary.signals, vocabulary.acts, vocabulary.glossary, *others)  # type: ignore[assignment]
    assert all(pattern.regex for entries in sets for pattern, _ in entries.entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ask_is_known(language: Language) -> None:
    asks = {ask for _, signal in load_vocabulary(language).signals.entries for ask in signal.asks}
    assert {ask for ask in asks if ":" not in ask} <= KNOWN_ASKS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_filter_word_names_a_field_of_the_filter(language: Language) -> None:
    names = {name for _, word in load_vocabulary(language).acts.entries for name in word.values}
    assert names <= set(ActFilter.__dataclass_fields__)


def test_both_languages_have_the_same_families_phrases_and_sentences() -> None:
    italian, english = (load_vocabulary(language) for language in LANGUAGES)
    assert set(italian.reasons) == set(english.reasons)
    assert set(italian.phrases) == set(english.phrases)
    assert set(italian.sentences) == set(english.sentences)
    assert set(italian.lists) == set(english.lists)


def test_the_sentences_take_the_same_values_in_both_languages() -> None:
    italian, english = (load_vocabulary(language).sentences for language in LANGUAGES)

    def places(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert all(places(text) == places(english[name]) for name, text in italian.items())


def test_a_gap_takes_words_and_no_punctuation() -> None:
    assert matches("quante _2 gare", "quante altre gare") == ["quante altre gare"]
    assert matches("quante _2 gare", "quante, gare") == []


def test_a_number_in_figures_is_one_of_the_numbers() -> None:
    assert matches("prime <number>|dieci gare", "prime 25 gare") == ["prime 25 gare"]
    assert matches("<number>|dieci gare", "dieci gare") == ["dieci gare"]


def test_a_phrase_is_one_alternative() -> None:
    assert matches("a+quanto|quanto costa", "a quanto costa") == ["a quanto costa", "quanto costa"]


def test_an_optional_first_word_may_be_absent() -> None:
    assert matches("e? solo", "solo") == ["solo"]


def test_a_class_stands_for_its_words() -> None:
    assert matches("quante {acts}", "quante gare", acts=("gare", "delibere")) == ["quante gare"]


def test_a_forbidden_word_stops_the_match() -> None:
    assert matches("quante !volte", "quante volte") == []


def test_the_head_of_a_clause_is_where_the_caller_says() -> None:
    assert matches("^ totale", "il totale", {1}) == ["totale"]
    assert matches("^ totale", "il totale", {0}) == []
    assert matches("^1 totale", "il totale", {0}) == ["totale"]


@pytest.mark.parametrize("pattern", ["", "_2 gare", "{unknown} gare", "!no gare"])
def test_a_malformed_pattern_is_named(pattern: str) -> None:
    with pytest.raises(SettingsError):
        compile_patterns(pattern, {})
