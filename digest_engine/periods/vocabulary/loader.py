"""The vocabulary files as lookup tables. A lexicon reads both languages; where a word means different things, the text's own language wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from digest_engine.periods.numerals import english_words, italian_words
from digest_engine.types import Language

LANGUAGES: tuple[Language, ...] = ("it", "en")
# A typo of one letter is forgiven in words at least this long.
SHORTEST_TYPO = 5
_ALWAYS_FORGIVEN = ("MONTHNAME", "WEEKDAY")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a form may be. `weak` forms count only beside another term of a date."""

    cats: Mapping[str, Any]
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Lexicon:
    """`single`: word → entry. `longer`: first word → (words, entry), longest first. `typos`: form with a letter left out → words.

    `own` are the words of the text's own language, `real_words` those that no typo makes."""

    single: Mapping[str, Entry]
    longer: Mapping[str, tuple[tuple[tuple[str, ...], Entry], ...]]
    typos: Mapping[str, tuple[str, ...]]
    elisions: frozenset[str]
    real_words: frozenset[str]
    own: frozenset[str]
    homographs: frozenset[str] = frozenset()
    followers: frozenset[str] = frozenset()
    given_names: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class _Language:
    forms: Mapping[tuple[str, ...], Entry]
    function_words: frozenset[str]
    foreign: frozenset[str]
    forgiven: frozenset[str]
    elisions: frozenset[str]
    words: frozenset[str] = field(default_factory=frozenset)


def guess_language(words: Iterable[str]) -> Language:
    """Italian unless more of the words are English function words, or words that only the English vocabulary has."""
    italian, english = _language("it"), _language("en")
    score = 0
    for word in words:
        score += _weight(word, english, italian) - _weight(word, italian, english)
    return "en" if score > 0 else "it"


def _weight(word: str, language: _Language, other: _Language) -> int:
    """How much a word speaks for a language: nothing where the other one has it too."""
    if word in other.function_words or word in other.words:
        return 0
    return 2 if word in language.function_words else int(word in language.words)


@cache
def lexicon(language: Language) -> Lexicon:
    """The lookup tables for a text in `language`."""
    own = _language(language)
    other = _language("en" if language == "it" else "it")
    forms = dict(own.forms)
    for words, entry in other.forms.items():
        if words in forms:
            forms[words] = _merged(forms[words], entry) if words[0] not in own.foreign else forms[words]
        elif not (len(words) == 1 and words[0] in own.foreign):
            forms[words] = entry
    single = {words[0]: entry for words, entry in forms.items() if len(words) == 1}
    longer: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
    for words, entry in forms.items():
        if len(words) > 1:
            longer.setdefault(words[0], []).append((words, entry))
    return Lexicon(
        single=single,
        longer={first: tuple(sorted(found, key=lambda item: -len(item[0]))) for first, found in longer.items()},
        typos=_typo_index(own.forgiven | other.forgiven),
        elisions=own.elisions | other.elisions,
        real_words=_real_words(),
        own=own.words,
        homographs=frozenset(_read(f"{language}.yaml").get("homographs", ())),
        followers=frozenset(_read(f"{language}.yaml").get("followers", ())),
        given_names=_optional(_read(f"{language}.yaml").get("given_names")),
    )


def _optional(words: list[str] | None) -> frozenset[str] | None:
    return None if words is None else frozenset(words)


def _merged(first: Entry, second: Entry) -> Entry:
    return Entry({**second.cats, **first.cats}, first.weak and second.weak)


@cache
def _language(language: Language) -> _Language:
    data = _read(f"{language}.yaml")
    forms: dict[tuple[str, ...], Entry] = {}
    forgiven = set(data["forgiven"])
    for section, weak in (("terms", False), ("weak", True)):
        for cat, form, value in _flatten(data[section]):
            words = tuple(form.split())
            known = forms.get(words)
            # A strong sense of the same form is kept beside a weak one; the form is then weak only in the weak category.
            cats = {cat: value, f"{language.upper()}_MONTH": value} if cat == "MONTHNAME" else {cat: value}
            forms[words] = Entry({**cats, **(known.cats if known else {})}, weak and (known is None or known.weak))
            if cat in _ALWAYS_FORGIVEN and not weak and len(words) == 1:
                forgiven.add(form)
    _add_numbers(forms, language)
    return _Language(
        forms=forms,
        function_words=frozenset(data["function_words"]),
        foreign=frozenset(data["foreign"]),
        forgiven=frozenset(word for word in forgiven if len(word) >= SHORTEST_TYPO),
        elisions=frozenset(data["elisions"]),
        words=frozenset(words[0] for words in forms if len(words) == 1),
    )


def _flatten(section: Mapping[str, Mapping[Any, list[str]]]) -> Iterator[tuple[str, str, Any]]:
    for cat, values in section.items():
        for value, forms in values.items():
            for form in forms:
                yield cat, form, value


def _add_numbers(forms: dict[tuple[str, ...], Entry], language: Language) -> None:
    words = italian_words() if language == "it" else english_words()
    for word, number in words.items():
        cats: dict[str, Any] = {"NUM": number, "SPELLED": number}
        # English says the day with an ordinal: "one may ask" is no first of May.
        if number <= 31 and language == "it":
            cats["DAYNUM"] = number
        if number >= 1000:
            cats["YEARNUM"] = number
        known = forms.get((word,))
        forms[(word,)] = Entry({**cats, **(known.cats if known else {})})


def _typo_index(words: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Every word, and every word less one letter, to the words it comes from (the SymSpell deletion index)."""
    index: dict[str, list[str]] = {}
    for word in sorted(words):
        for shape in {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}:
            index.setdefault(shape, []).append(word)
    return {shape: tuple(found) for shape, found in index.items()}


@cache
def _real_words() -> frozenset[str]:
    lines = files("digest_engine.periods.vocabulary").joinpath("real_words.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


@cache
def _read(name: str) -> dict[str, Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loaded: dict[str, Any] = yaml.load(files("digest_engine.periods.vocabulary").joinpath(name).read_text("utf-8"), Loader=loader)
    return loaded
