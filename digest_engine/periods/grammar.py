"""The engine: rules over sequences of terms, applied level by level.

A rule is a pattern of categories and a small function that builds the new term. A level reads the terms once, left to right, and replaces the
longest match at each place; a later level sees what earlier levels built. Nothing backtracks further than one pattern, so the work is linear.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from digest_engine.periods.categories import cats_of

# A pattern repeats an element marked * at most this often.
_MOST = 6


@dataclass(slots=True)
class Term:
    """A recognised stretch of text: what it may be (category → value), and where it is. `rule` names the vocabulary or rule that made it."""

    cats: Mapping[str, Any]
    start: int
    end: int
    rule: str = ""
    weak: bool = False
    parts: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Element:
    """One place of a pattern. mode: `one`, `maybe`, `many` (none to six), `ahead` (must follow, not taken), `not_ahead`."""

    cats: tuple[str, ...]
    name: str
    mode: str


@dataclass(frozen=True, slots=True)
class Rule:
    """`build` gets the values of the named elements and returns the expression (or value) made, or None to refuse."""

    name: str
    elements: tuple[Element, ...]
    build: Callable[..., Any]
    makes: tuple[str, ...] = ()


def rule(name: str, pattern: str, build: Callable[..., Any], makes: str = "") -> Rule:
    """A rule from its written pattern: `DAYNUM:day OF|OFSING? MONTH:month !NUM`. Only elements with a `:name` reach `build`.

    `makes` names the categories of the new term; without it they follow from the expression built.
    """
    return Rule(name, tuple(_element(word) for word in pattern.split()), build, tuple(makes.split()))


def _element(word: str) -> Element:
    mode = "one"
    if word[0] in "!&":
        mode, word = ("not_ahead" if word[0] == "!" else "ahead"), word[1:]
    if word[-1] in "?*":
        mode, word = ("maybe" if word[-1] == "?" else "many"), word[:-1]
    cats, _, name = word.partition(":")
    return Element(tuple(cats.split("|")), name, mode)


class Level:
    """Rules that are tried together; the longest match wins, then the order in which they are written."""

    def __init__(self, name: str, rules: Sequence[Rule]) -> None:
        self.name = name
        self.by_first: dict[str, list[Rule]] = {}
        for item in rules:
            for cat in _first_cats(item):
                self.by_first.setdefault(cat, []).append(item)

    def apply(self, terms: list[Term]) -> list[Term]:
        """The terms with every match replaced."""
        by_first, out, place, size = self.by_first, [], 0, len(terms)
        if not any(cat in by_first for term in terms for cat in term.cats):
            return terms
        while place < size:
            made = None
            for cat in terms[place].cats:
                if cat in by_first:
                    made = self._longest(terms, place)
                    break
            if made is None:
                out.append(terms[place])
                place += 1
            else:
                term, place = made
                out.append(term)
        return out

    def _longest(self, terms: list[Term], place: int) -> tuple[Term, int] | None:
        best: tuple[Term, int] | None = None
        tried: set[int] = set()
        for cat in terms[place].cats:
            for item in self.by_first.get(cat, ()):
                if id(item) in tried:
                    continue
                tried.add(id(item))
                values: dict[str, Any] = {}
                end = _match(item.elements, 0, terms, place, values)
                if end is None or (best is not None and end <= best[1]):
                    continue
                built = item.build(**values)
                if built is not None:
                    best = _term(item, built, terms[place:end]), end
        return best


def _term(item: Rule, built: Any, parts: list[Term]) -> Term:
    cats = dict.fromkeys(item.makes, built) if item.makes else cats_of(built)
    weak = len(parts) == 1 and parts[0].weak
    return Term(cats, parts[0].start, parts[-1].end, item.name, weak, tuple(parts))


def _first_cats(item: Rule) -> list[str]:
    cats: list[str] = []
    for element in item.elements:
        if element.mode in ("ahead", "not_ahead"):
            continue
        cats.extend(element.cats)
        if element.mode == "one":
            break
    return cats


def _match(elements: tuple[Element, ...], at: int, terms: list[Term], place: int, values: dict[str, Any]) -> int | None:
    """Where a match ends. Optional elements are taken if that leads to a match, else left out."""
    if at == len(elements):
        return place
    element = elements[at]
    cat = _cat_of(element, terms, place)
    match element.mode:
        case "ahead":
            return None if cat is None else _match(elements, at + 1, terms, place, values)
        case "not_ahead":
            return _match(elements, at + 1, terms, place, values) if cat is None else None
        case "many":
            return _match_many(elements, at, terms, place, values)
    if cat is not None:
        end = _match(elements, at + 1, terms, place + 1, values)
        if end is not None:
            if element.name and element.name not in values:
                values[element.name] = terms[place].cats[cat]
            return end
    return _match(elements, at + 1, terms, place, values) if element.mode == "maybe" else None


def _match_many(elements: tuple[Element, ...], at: int, terms: list[Term], place: int, values: dict[str, Any]) -> int | None:
    reach = 0
    while reach < _MOST and _cat_of(elements[at], terms, place + reach) is not None:
        reach += 1
    for taken in range(reach, -1, -1):
        end = _match(elements, at + 1, terms, place + taken, values)
        if end is not None:
            return end
    return None


def _cat_of(element: Element, terms: list[Term], place: int) -> str | None:
    if place >= len(terms):
        return None
    cats = terms[place].cats
    for cat in element.cats:
        if cat in cats:
            return cat
    return None
