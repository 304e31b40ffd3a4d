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
_LOOKS = ("ahead", "not_ahead")
_NOTHING: Mapping[str, Any] = {}


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
        # A rule is tried only where the next term may go on with it: most places are passed over without a match.
        self.by_first: dict[str, list[tuple[Rule, frozenset[str] | None]]] = {}
        for item in rules:
            for place in _first_places(item.elements):
                for cat in item.elements[place].cats:
                    self.by_first.setdefault(cat, []).append((item, _follow(item.elements, place)))
        self.firsts = frozenset(self.by_first)

    def apply(self, terms: list[Term]) -> list[Term]:
        """The terms with every match replaced."""
        firsts, out, place, size = self.firsts, [], 0, len(terms)
        while place < size:
            term = terms[place]
            made = None if firsts.isdisjoint(term.cats) else self._longest(terms, place)
            if made is None:
                out.append(term)
                place += 1
            else:
                out.append(made[0])
                place = made[1]
        return out

    def _longest(self, terms: list[Term], place: int) -> tuple[Term, int] | None:
        best: tuple[Term, int] | None = None
        after = terms[place + 1].cats if place + 1 < len(terms) else _NOTHING
        tried: set[int] = set()
        for cat in terms[place].cats:
            for item, follow in self.by_first.get(cat, ()):
                if (follow is not None and follow.isdisjoint(after)) or id(item) in tried:
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


def _first_places(elements: tuple[Element, ...]) -> list[int]:
    """Which elements can take the first term: the optional ones at the head, and the first that must be there."""
    places = []
    for place, element in enumerate(elements):
        if element.mode in _LOOKS:
            continue
        places.append(place)
        if element.mode == "one":
            break
    return places


def _follow(elements: tuple[Element, ...], place: int) -> frozenset[str] | None:
    """The categories that can come second where the element at `place` took the first term; None where the match may end there."""
    cats: set[str] = set(elements[place].cats) if elements[place].mode == "many" else set()
    for element in elements[place + 1 :]:
        if element.mode == "not_ahead":
            continue
        cats.update(element.cats)
        if element.mode in ("one", "ahead"):
            return frozenset(cats)
    return None


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
