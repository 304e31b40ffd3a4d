"""Tokens to terms: what each word may be, by the vocabulary, by its shape, or by one forgiven letter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from digest_engine.periods.glued import elided, glued_run, run_terms, run_together
from digest_engine.periods.grammar import Term
from digest_engine.periods.numeric import read_numeric
from digest_engine.periods.tokens import Token
from digest_engine.periods.typos import correct
from digest_engine.periods.vocabulary import Entry, Lexicon

_SIGNS: dict[str, Mapping[str, Any]] = {
    ",": {"COMMA": 1},
    "-": {"DASH": 1},
    "/": {"SLASH": 1},
    ".": {"DOT": 1},
    "'": {"APOSTROPHE": 1},
    '"': {"QUOTE": 1},
    "(": {"OPEN": 1},
    ")": {"CLOSE": 1},
    ":": {"COLON": 1},
    "°": {"DEGREE": 1},
}
# A dash without blanks also joins the parts of one date: `2-ott-2025`.
_HYPHEN: Mapping[str, Any] = {"DASH": 1, "HYPHEN": 1}
_YEARMARK: Mapping[str, Any] = {"APOSTROPHE": 1, "YEARMARK": 1}
_WORD: Mapping[str, Any] = {"WORD": 1}
_OTHER: Mapping[str, Any] = {}
_CAPITALISED: Mapping[str, Any] = {"CAPITAL": 1}
_NAMES = frozenset(("MONTHNAME", "WEEKDAY", "FEAST", "SEASON", "RELDAY"))
_ANNOUNCES = frozenset(("IN", "SINCE", "FROM", "FROMEN", "UNTIL", "BY", "BEFORE", "AFTER", "BETWEEN"))
_MIXED = re.compile("[a-z][A-Z]")
_ROMAN = re.compile(r"(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})\Z")


def read_terms(tokens: list[Token], text: str, lexicon: Lexicon) -> list[Term]:
    """The terms of a text, in order; a word that means nothing here is a term too, for a gap must stay a gap."""
    reader = _Reader(tokens, text, lexicon)
    place = 0
    while place < len(tokens):
        run = glued_run(tokens, place)
        if run > 1:
            reader.terms.extend(run_terms(tokens[place : place + run], lexicon))
            place += run
        else:
            place += reader.read(place)
    return reader.terms


class _Reader:
    """Reads one token, or the longest form that starts at it."""

    def __init__(self, tokens: list[Token], text: str, lexicon: Lexicon) -> None:
        self.tokens, self.text, self.lexicon = tokens, text, lexicon
        self.shouting = text.isupper()
        self.terms: list[Term] = []

    def read(self, place: int) -> int:
        """Adds the terms that start at a token; says how many tokens they take."""
        token = self.tokens[place]
        found = _longest(self.tokens, place, self.lexicon)
        if found is None:
            capital = self._capital(place)
            forgiving = (not capital or self._announced(place)) and not _MIXED.search(self.text, token.start, token.end)
            self.terms.extend(_one(token, self.text, capital, self.lexicon, forgiving=forgiving))
            return 1
        entry, length = found
        cats, weak = entry.cats, entry.weak
        if token.norm == "i" and self.text[token.start] == "I":
            cats = {**cats, "ROMAN": 1}
        if "MONTHNAME" in cats and "WEEKDAY" in cats:
            cats = self._one_sense(place, cats)
        if length == 1 and not _NAMES.isdisjoint(cats):
            cats, weak = self._named(place, cats, weak)
        self.terms.append(Term(cats, token.start, self.tokens[place + length - 1].end, "word", weak))
        return length

    def _one_sense(self, place: int, cats: Mapping[str, Any]) -> Mapping[str, Any]:
        """`mar` is March after a day or before a year (and always in English), else Tuesday."""
        before = self.terms[-1].cats if self.terms else {}
        joined = before.keys() & {"DASH", "SLASH", "TO", "AND"} and len(self.terms) > 1 and "MONTHNAME" in self.terms[-2].cats
        after = self.tokens[place + 1].norm if place + 1 < len(self.tokens) else ""
        month = "DAYNUM" in before or joined or (after.isdigit() and len(after) == 4) or self.lexicon.given_names is not None
        dropped = ("WEEKDAY",) if month else ("MONTHNAME", "IT_MONTH", "EN_MONTH")
        return {cat: value for cat, value in cats.items() if cat not in dropped}

    def _named(self, place: int, cats: Mapping[str, Any], weak: bool) -> tuple[Mapping[str, Any], bool]:
        """Months and days are also names; in English some are also plain words."""
        token, lexicon = self.tokens[place], self.lexicon
        if token.norm in lexicon.homographs and not (self._capital(place) and place):
            after = self.tokens[place + 1].norm if place + 1 < len(self.tokens) else ""
            if not self.text[token.start].isupper() or after in lexicon.followers:
                return cats, True
        named = "RELDAY" in cats or (token.norm in lexicon.given_names if lexicon.given_names is not None else not weak)
        if named and (self._capital(place) or self._begins_a_name(place)):
            return {**cats, "NAMELIKE": 1}, weak
        return cats, weak

    def _begins_a_name(self, place: int) -> bool:
        """Whether the first word of a text goes on like a name: `April Johnson`."""
        if place or self.shouting or len(self.tokens) < 2 or self.tokens[1].kind != "word" or self.tokens[1].norm in self.lexicon.single:
            return False
        after = self.text[self.tokens[1].start : self.tokens[1].end]
        return self.text[self.tokens[0].start].isupper() and after.istitle() and len(after) > 1

    def _opens_sentence(self, place: int) -> bool:
        """Whether the sign before ends a sentence; the point of `dott.` belongs to its word."""
        before = self.tokens[place - 1]
        return before.norm in ".?!:" and (not self.terms or self.terms[-1].start == before.start)

    def _announced(self, place: int) -> bool:
        """Whether a word with a capital stands where a month would: after `in` or `since`, or before a figure."""
        before = self.terms[-1].cats if self.terms else {}
        return not _ANNOUNCES.isdisjoint(before) or (place + 1 < len(self.tokens) and self.tokens[place + 1].kind == "number")

    def _capital(self, place: int) -> bool:
        """Whether a word is written like a name: a capital that no sentence begins with."""
        token = self.tokens[place]
        if self.shouting or not self.text[token.start].isupper() or place == 0 or self._opens_sentence(place):
            return False
        return token.end - token.start == 1 or self.text[token.start + 1].islower()


def _longest(tokens: list[Token], place: int, lexicon: Lexicon) -> tuple[Entry, int] | None:
    norm = tokens[place].norm
    for words, entry in lexicon.longer.get(norm, ()):
        size = len(words)
        if place + size <= len(tokens) and all(tokens[place + at].norm == words[at] for at in range(1, size)):
            return entry, size
    single = lexicon.single.get(norm)
    return None if single is None else (single, 1)


def _one(token: Token, text: str, capital: bool, lexicon: Lexicon, *, forgiving: bool) -> list[Term]:
    start, end = token.start, token.end
    if token.kind == "number":
        return [Term(read_numeric(token.norm), start, end, "numeric")]
    if token.kind == "sign":
        return [Term(_sign(token, text), start, end)]
    roman = _ROMAN.match(token.norm)
    if roman and (text[start].isupper() or end - start > 1):
        return [Term({"ROMAN": _roman_value(token.norm), **({"CAPITAL": 1} if end - start > 1 else {})}, start, end, "roman")]
    split = elided(token, lexicon) or run_together(token, lexicon)
    if split:
        return split
    if forgiving:
        known = correct(token.norm, lexicon)
        if known is not None:
            return [Term(known.cats, start, end, "typo")]
    return [Term(_CAPITALISED if capital else _WORD, start, end)]


def _sign(token: Token, text: str) -> Mapping[str, Any]:
    """A sign; a dash between two words, and the apostrophe of `'26`, are more than that."""
    after = text[token.end : token.end + 1]
    if token.norm == "-" and token.glued and after and not after.isspace():
        return _HYPHEN
    if token.norm == "'" and not token.glued and after.isdigit():
        return _YEARMARK
    return _SIGNS.get(token.norm, _OTHER)


def _roman_value(word: str) -> int:
    values = {"i": 1, "v": 5, "x": 10}
    total = 0
    for here, after in zip(word, word[1:] + " ", strict=True):
        value = values[here]
        total += -value if value < values.get(after, 0) else value
    return total
