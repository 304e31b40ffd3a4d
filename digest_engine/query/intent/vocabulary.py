"""The vocabulary of one language, read once from its data files and compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import yaml

from digest_engine.errors import SettingsError
from digest_engine.query.intent.patterns import Pattern, PatternSet, compile_patterns
from digest_engine.types import GroupKey, Language

FOLDER = Path(__file__).parent
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Signal:
    """One piece of evidence. A positive weight speaks for `temporal`; `asks` are the figures that it asks for.

    `when_all` and `unless` name facts of the question that must, or must not, hold.
    """

    family: str
    weight: float
    asks: tuple[str, ...] = ()
    when_all: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FilterWord:
    """Words that name a value of a field of the act. `buying` counts only in a question about buying or spending."""

    values: Mapping[str, Any]
    buying: bool = False


@dataclass(frozen=True, slots=True)
class AmountWords:
    """Words around sums of money; `phrases` by role (`over`, `between`, `articles`…), words of a phrase joined by `+`."""

    currency: frozenset[str]
    units: Mapping[str, int]
    numbers: Mapping[str, int]
    phrases: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class NameWords:
    """Words around names: what introduces one, links inside one, legal forms that end one, and capitalised words that are none."""

    introducers: frozenset[str]
    suppliers: frozenset[str]
    streets: frozenset[str]
    links: frozenset[str]
    legal_forms: frozenset[str]
    never: frozenset[str]


@dataclass(frozen=True)
class WordList:
    """Words and word beginnings, with a fast test of membership."""

    words: frozenset[str]
    beginnings: tuple[str, ...] = ()

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and (word in self.words or word.startswith(self.beginnings))


@dataclass(frozen=True)
class Vocabulary:
    """Everything that is known of one language."""

    language: Language
    function_words: frozenset[str]
    classes: Mapping[str, tuple[str, ...]]
    leads: PatternSet[str]
    signals: PatternSet[Signal]
    reasons: Mapping[str, str]
    weights: Mapping[str, float]
    acts: PatternSet[FilterWord]
    phrases: Mapping[str, PatternSet[str]]
    lists: Mapping[str, WordList]
    amounts: AmountWords
    names: NameWords
    known_words: frozenset[str]
    reference: Mapping[str, Any]
    rankables: Mapping[str, tuple[GroupKey, bool]]
    participle_endings: tuple[str, ...]
    noise: WordList
    sentences: Mapping[str, str] = field(default_factory=dict)


@lru_cache
def load_vocabulary(language: Language) -> Vocabulary:
    """The vocabulary of `language`; a malformed data file raises `SettingsError` naming the pattern."""
    data: dict[str, Any] = {}
    for path in sorted((FOLDER / language).glob("*.yaml")):
        data.update(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))
    classes = {name: tuple(words.split()) for name, words in data["classes"].items()}
    families = data["families"]
    return Vocabulary(
        language=language,
        function_words=frozenset(data["function_words"].split()),
        classes=classes,
        leads=_phrases(data["leads"], classes),
        signals=PatternSet(tuple(_signals(families, classes))),
        reasons={name: family["reason"] for name, family in families.items()},
        weights=data["weights"],
        acts=PatternSet(tuple(entry for row in data["acts"] for entry in _filter_words(row, classes))),
        phrases={name: _phrases(rows, classes) for name, rows in data["phrases"].items()},
        lists={name: _word_list(words) for name, words in {**data["lists"], **data["figure_lists"]}.items()},
        amounts=_amount_words(data["amounts"]),
        names=NameWords(**{name: frozenset(words.split()) for name, words in data["names"].items()}),
        known_words=frozenset(word for words in classes.values() for word in words) | frozenset(data["function_words"].split()),
        reference=data["act_reference"],
        rankables={word: (key, many) for key, forms in data["rankables"].items() for many, words in _one_many(forms) for word in words},
        noise=_word_list(f"{data['lists']['noise']} {' '.join(classes['number'])}"),
        participle_endings=tuple(data["participle_endings"].split()),
        sentences=data["sentences"],
    )


def _signals(families: Mapping[str, Any], classes: Mapping[str, Sequence[str]]) -> list[tuple[Pattern, Signal]]:
    rows = [(name, row) for name, family in families.items() for row in family["signals"]]
    return [(pattern, _signal(name, row)) for name, row in rows for pattern in compile_patterns(row["when"], classes)]


def _signal(family: str, row: Mapping[str, Any]) -> Signal:
    unknown = set(row) - {"when", "weight", "asks", "with", "without"}
    if unknown:
        raise SettingsError(f"signal {row['when']!r} of family {family!r} has unknown keys {sorted(unknown)}")
    return Signal(
        family=family,
        weight=float(row["weight"]),
        asks=tuple(row.get("asks", ())),
        when_all=frozenset(row.get("with", ())),
        unless=frozenset(row.get("without", ())),
    )


def _filter_words(row: Mapping[str, Any], classes: Mapping[str, Sequence[str]]) -> list[tuple[Pattern, FilterWord]]:
    word = FilterWord(row["set"], bool(row.get("buying")))
    return [(pattern, word) for pattern in compile_patterns(row["when"], classes)]


def _phrases(rows: Sequence[str], classes: Mapping[str, Sequence[str]]) -> PatternSet[str]:
    return PatternSet(tuple((pattern, row) for row in rows for pattern in compile_patterns(row, classes)))


def _one_many(forms: Mapping[str, Sequence[str]]) -> list[tuple[bool, Sequence[str]]]:
    return [(False, forms["one"]), (True, forms["many"])]


def _amount_words(data: Mapping[str, Any]) -> AmountWords:
    phrases = {name: frozenset(words.split()) for name, words in data.items() if isinstance(words, str)}
    return AmountWords(phrases["currency"], data["units"], data["numbers"], phrases)


def _word_list(words: str) -> WordList:
    parts = words.split()
    stems = tuple(part.removesuffix("*") for part in parts if part.endswith("*"))
    return WordList(frozenset(part for part in parts if not part.endswith("*")), stems)
