"""Identifiers in a question: CIG and CUP codes, and acts named by number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from digest_engine.query.intent.tokens import Mask, fold
from digest_engine.query.intent.vocabulary import load_vocabulary
from digest_engine.types import Language

_CUP = re.compile(r"(?<![a-z0-9])[a-z]\d{2}[a-z]\d{11}(?![a-z0-9])")
_CIG = re.compile(r"(?<![a-z0-9])(?:[a-z][0-9a-f]{9}|\d{7}[0-9a-f]{3}|[xyz][0-9a-z]{9})(?![a-z0-9])")
_LABELLED = re.compile(r"\b(cig|cup)\b[\s:.n°]{0,4}([a-z0-9]{10,15})(?![a-z0-9])")
_QUOTE = re.compile(r"«[^«»]{1,300}»|“[^“”]{1,300}”|\"[^\"]{1,300}\"|(?<!\w)'[^']{2,300}'(?!\w)")
_QUOTE_MARK = re.compile(r"[«“\"]|(?<!\w)['’]")
_DIGIT = re.compile(r"[0-9]")
_LEAST_DIGITS = 3


@dataclass(frozen=True, slots=True)
class ActReference:
    """An act named by number. `kind` and `organ` are None where the words do not tell."""

    number: str
    year: int | None
    kind: str | None
    organ: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Codes:
    """Codes in upper case, and where they stand."""

    cig: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    masks: tuple[Mask, ...] = ()


def find_codes(question: str) -> Codes:
    """CIG and CUP codes: by their form, or by the label in front of them."""
    if not _DIGIT.search(question):
        return Codes()
    folded = fold(question)
    spans: dict[tuple[int, int], str] = {}
    for match in _LABELLED.finditer(folded):
        if any(char.isdigit() for char in match.group(2)):
            spans[match.span(2)] = match.group(1)
    for name, pattern in (("cup", _CUP), ("cig", _CIG)):
        for match in pattern.finditer(folded):
            if _looks_like_a_code(match.group()):
                spans.setdefault(match.span(), name)
    found = {name: tuple(question[a:b].upper() for (a, b), label in sorted(spans.items()) if label == name) for name in ("cig", "cup")}
    return Codes(found["cig"], found["cup"], tuple(Mask(a, b, "code") for a, b in sorted(spans)))


def find_quotes(question: str) -> tuple[Mask, ...]:
    """Titles between quotation marks: names of things, whose words ask for nothing."""
    if not _QUOTE_MARK.search(question):
        return ()
    return tuple(Mask(*match.span(), "quote") for match in _QUOTE.finditer(question.replace("’", "'")))


def find_act_references(question: str, *, language: Language, taken: Sequence[tuple[int, int]] = ()) -> tuple[ActReference, ...]:
    """Acts named by number (`determina n. 160/2026`, `delibera di giunta 48`); a number that lies in `taken` (a period) is none."""
    if not _DIGIT.search(question):
        return ()
    data = load_vocabulary(language).reference
    found = []
    for match in _reference_pattern(language).finditer(fold(question)):
        start, end = match.span("number")
        marked = match.group("mark") or match.group("slash")
        if any(a < end and start < b for a, b in taken) or (not marked and match.group("kind") in data["plurals"].split()):
            continue
        found.append(_reference(match, data))
    return tuple(found)


def _looks_like_a_code(text: str) -> bool:
    digits = sum(char.isdigit() for char in text)
    return _LEAST_DIGITS <= digits < len(text)


def _reference(match: re.Match[str], data: Mapping[str, Any]) -> ActReference:
    year = match.group("slash") or match.group("year")
    context = match.group("before") + " " + match.group("between")
    organ = next((organ for word, organ in data["organs"].items() if re.search(rf"\b{word}\b", context)), None)
    return ActReference(
        number=match.group("number").lstrip("0") or "0",
        year=int(year) if year and len(year) == len("2026") else None,
        kind=data["kinds"].get(match.group("kind")),
        organ=organ,
        start=match.start("kind"),
        end=match.end(),
    )


@lru_cache
def _reference_pattern(language: Language) -> re.Pattern[str]:
    data = load_vocabulary(language).reference
    kinds = _any_of([*data["kinds"], *data["plurals"].split()])
    between = _any_of(data["between"].split())
    number = _any_of(data["number"].split())
    year = _any_of(data["year"])
    before = _any_of(data["before"].split())
    return re.compile(
        rf"(?P<before>(?:\b{before}\s)?)\b(?P<kind>{kinds})(?!\w)(?P<between>(?:\s+{between}(?!\w)){{0,4}}),?\s*"
        rf"(?P<mark>{number}\s*)?(?<!\w)(?P<number>\d{{1,6}})(?!\w|[.,]\d)(?:\s*/\s*(?P<slash>\d{{2,4}})(?!\w))?"
        rf"(?:\s+{year}\s*(?P<year>\d{{4}})(?!\w))?"
    )


def _any_of(words: Sequence[str]) -> str:
    return "(?:" + "|".join(re.escape(word.replace("+", " ")) for word in sorted(words, key=len, reverse=True)) + ")"
