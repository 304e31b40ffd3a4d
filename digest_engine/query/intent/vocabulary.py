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
from digest_engine.query.intent.tokens import fold
from digest_engine.types import GroupKey, Language

FOLDER = Path(__file__).parent
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Signal:
    """One piece of evidence. A positive weight speaks for `temporal`; `asks` are the figures that it asks for."""

    family: str
    weight: float
    asks: tuple[str, ...] = ()


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
class Vocabulary:
    """Everything that is known of one language."""

    language: Language
    classes: Mapping[str, tuple[str, ...]]
    leads: PatternSet[str]
    signals: PatternSet[Signal]
    reasons: Mapping[str, str]
    weights: Mapping[str, float]
    acts: PatternSet[FilterWord]
    exceptions: PatternSet[str]
    glossary: PatternSet[tuple[str, ...]]
    phrases: Mapping[str, PatternSet[str]]
    lists: Mapping[str, frozenset[str]]
    amounts: AmountWords
    names: NameWords
    known_words: frozenset[str]
    language_words: frozenset[str]
    reference: Mapping[str, Any]
    rankables: Mapping[str, tuple[GroupKey, bool]]
    participle_endings: tuple[str, ...]
    finite_endings: tuple[str, ...]
    verbal_endings: tuple[str, ...]
    adjectives_follow: bool
    noise: frozenset[str]
    sentences: Mapping[str, str] = field(default_factory=dict)


@lru_cache
def load_vocabulary(language: Language) -> Vocabulary:
    """The vocabulary of `language`; a malformed data file raises `SettingsError` naming the pattern."""
    data: dict[str, Any] = {}
    for path in sorted((FOLDER / language).glob("*.yaml")):
        data.update(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))
    classes = {name: tuple(words.split()) for name, words in data["classes"].items()}
    families = data["families"]
    noise = frozenset(data["lists"]["noise"].split()) | frozenset(classes["number"])
    return Vocabulary(
        language=language,
        classes=classes,
        leads=_phrases(data["leads"], classes),
        signals=_signals(families, classes),
        reasons={name: family["reason"] for name, family in families.items()},
        weights=data["weights"],
        acts=PatternSet(tuple(entry for row in data["acts"] for entry in _filter_words(row, classes))),
        exceptions=_phrases(data["exceptions"], classes),
        glossary=_glossary(data["glossary"], classes),
        phrases={name: _phrases(rows, classes) for name, rows in data["phrases"].items()},
        lists=_lists(data),
        amounts=_amount_words(data["amounts"]),
        names=NameWords(**{name: frozenset(words.split()) for name, words in data["names"].items()}),
        known_words=frozenset(word for words in classes.values() for word in words) | frozenset(data["function_words"].split()),
        language_words=noise | frozenset(word for words in classes.values() for word in words) | frozenset(data["function_words"].split()),
        reference=data["act_reference"],
        rankables={word: (key, many) for key, forms in data["rankables"].items() for many, words in _one_many(forms) for word in words},
        noise=noise,
        participle_endings=tuple(data["participle_endings"].split()),
        finite_endings=tuple(data["finite_endings"].split()),
        verbal_endings=tuple(data["verbal_endings"].split()),
        adjectives_follow=data["adjectives_follow"],
        sentences=data["sentences"],
    )


def _signals(families: Mapping[str, Any], classes: Mapping[str, Sequence[str]]) -> PatternSet[Signal]:
    rows = [(name, row) for name, family in families.items() for row in family["signals"]]
    compiled = [(pattern, name, row) for name, row in rows for pattern in compile_patterns(row["when"], classes)]
    return PatternSet(
        entries=tuple((pattern, _signal(name, row)) for pattern, name, row in compiled),
        needs=tuple(frozenset(row.get("with", ())) for _, _, row in compiled),
        bars=tuple(frozenset(row.get("without", ())) for _, _, row in compiled),
    )


def _signal(family: str, row: Mapping[str, Any]) -> Signal:
    unknown = set(row) - {"when", "weight", "asks", "with", "without"}
    if unknown:
        raise SettingsError(f"signal {row['when']!r} of family {family!r} has unknown keys {sorted(unknown)}")
    return Signal(family, float(row["weight"]), tuple(row.get("asks", ())))


def _filter_words(row: Mapping[str, Any], classes: Mapping[str, Sequence[str]]) -> list[tuple[Pattern, FilterWord]]:
    word = FilterWord(row["set"], bool(row.get("buying")))
    return [(pattern, word) for pattern in compile_patterns(row["when"], classes)]


def _phrases(rows: Sequence[str], classes: Mapping[str, Sequence[str]]) -> PatternSet[str]:
    return PatternSet(tuple((pattern, row) for row in rows for pattern in compile_patterns(row, classes)))


def _lists(data: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    shared = {"acts": data["classes"]["acts"], "money_nouns": data["classes"]["money"]}
    return {name: frozenset(words.split()) for name, words in {**data["lists"], **data["figure_lists"], **shared}.items()}


def _glossary(rows: Sequence[Mapping[str, str]], classes: Mapping[str, Sequence[str]]) -> PatternSet[tuple[str, ...]]:
    said = [(row["when"], tuple(fold(word) for word in row["say"].split())) for row in rows]
    return PatternSet(tuple((pattern, words) for when, words in said for pattern in compile_patterns(when, classes)))


def _one_many(forms: Mapping[str, Sequence[str]]) -> list[tuple[bool, Sequence[str]]]:
    return [(False, forms["one"]), (True, forms["many"])]


def _amount_words(data: Mapping[str, Any]) -> AmountWords:
    phrases = {name: frozenset(words.split()) for name, words in data.items() if isinstance(words, str)}
    return AmountWords(phrases["currency"], data["units"], data["numbers"], phrases)
