"""A question as tokens, and as one folded line in which spans that are no words of intent stand as placeholders.

A placeholder starts with `#` (`#period`, `#name`, `#quote`, `#ref`, `#code`, `#money`), so that no vocabulary word can match inside the
name of a firm, the title of an event or a date.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

CLAUSE_ENDS = frozenset(";:?!.")
MAX_TOKENS = 400
NUMBER = "<number>"

_TOKEN = re.compile(r"\d+(?:[.,/]\d+)+(?!\w)|(?<!\w)(?:[a-z]\.){2,}|\w+|[^\w\s]")
_ACCENTED = "àáâäãåèéêëìíîïòóôöõùúûüçñ"
_PLAIN = "aaaaaaeeeeiiiiooooouuuucn"
# Apostrophes, and the accents of a decomposed text (Italian has them at the end of words).
_SKIPPED = frozenset("'\u0300\u0301")
_FOLD = str.maketrans(_ACCENTED + _ACCENTED.upper() + "’‘`´", _PLAIN + _PLAIN.upper() + "''''")


class Token(NamedTuple):
    """A word, number, punctuation mark or placeholder. `start`, `end` are offsets in the question; `norm` is folded.

    `is_word`: a word or a number; `is_capital`: a word that begins with a capital.
    """

    norm: str
    text: str
    start: int
    end: int
    is_word: bool = False
    is_capital: bool = False


@dataclass(frozen=True, slots=True)
class Mask:
    """A span of the question and the placeholder that hides it."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """The tokens and their folded line: one space around every token; `starts[i]` is the offset of token i in `text`.

    `keys[i]` is the word by which patterns are looked up: the token, or `NUMBER` for a number in figures.
    """

    tokens: tuple[Token, ...]
    text: str
    starts: tuple[int, ...]
    keys: tuple[str, ...]

    def token_at(self, offset: int) -> int:
        """Index of the token that begins at or after `offset` of the line."""
        return bisect_left(self.starts, offset)

    def words(self, first: int, end: int) -> str:
        """The question's own words from token `first` to `end` (exclusive), as written."""
        return " ".join(token.text for token in self.tokens[first:end])


def fold(text: str) -> str:
    """Lower case without accents, apostrophes unified; as long as `text`, so that offsets hold in both."""
    folded = text.translate(_FOLD).lower()
    return folded if len(folded) == len(text) else "".join(char.lower()[:1] or char for char in text.translate(_FOLD))


def tokenize(question: str) -> tuple[Token, ...]:
    """The first `MAX_TOKENS` tokens. A lone `è` (or `e'`) stays apart from the conjunction `e`."""
    folded = fold(question)
    found: list[Token] = []
    for match in _TOKEN.finditer(folded):
        start, end = match.span()
        norm = match.group()
        if norm in _SKIPPED or (norm in "-–" and _joins_letters(folded, start, end)):
            continue
        if norm == "e" and (question[start] in "èÈ" or folded[end : end + 1] == "'"):
            norm = "è"
        text = question[start:end]
        is_word = norm[0].isalnum() or norm[0] == "_"
        found.append(Token(norm, text, start, end, is_word, is_word and text[0].isupper()))
        if len(found) == MAX_TOKENS:
            break
    return tuple(found)


def _joins_letters(text: str, start: int, end: int) -> bool:
    return start > 0 and text[start - 1].isalpha() and text[end : end + 1].isalpha()


def mask(tokens: Sequence[Token], masks: Sequence[Mask], question: str) -> Sequence[Token]:
    """`tokens` with every mask's tokens replaced by one placeholder; of overlapping masks the first given wins."""
    if not masks:
        return tokens
    kept: list[Mask] = []
    for item in masks:
        if item.start < item.end and not any(item.start < other.end and other.start < item.end for other in kept):
            kept.append(item)
    kept.sort(key=lambda item: item.start)
    return _replaced(tokens, kept, question)


def as_line(tokens: Sequence[Token]) -> Line:
    """The line of these tokens."""
    starts: list[int] = []
    offset = 1
    for token in tokens:
        starts.append(offset)
        offset += len(token.norm) + 1
    words = [token.norm for token in tokens]
    keys = tuple(NUMBER if word.isdigit() else word for word in words)
    return Line(tuple(tokens), f" {' '.join(words)} ", tuple(starts), keys)


def _replaced(tokens: Sequence[Token], masks: Sequence[Mask], question: str) -> list[Token]:
    out: list[Token] = []
    ends = [item.end for item in masks]
    last: Mask | None = None
    for token in tokens:
        index = bisect_right(ends, token.start)
        item = masks[index] if index < len(masks) and masks[index].start < token.end else None
        if item is None:
            out.append(token)
        elif item is not last:
            out.append(Token(f"#{item.label}", question[item.start : item.end], item.start, item.end))
        last = item
    return out
