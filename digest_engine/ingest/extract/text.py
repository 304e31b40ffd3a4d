"""The text of an act in two equal-length forms: as written, and folded for the patterns of the profile."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from digest_engine.types import FieldScalar, FieldValue, Page

SNIPPET = 200
_REPEATED_DEPTH, _FOOTER, _SHORTEST = 5, 3, 3
_PAGE_NUMBER = re.compile(r"(?i)\bpag(?:ina|\.)? ?\d+(?: ?(?:di|/) ?\d+)?|^\d+ ?(?:di|/) ?\d+$")
_TYPED_ACCENT = re.compile(r"'(?<=[a-z][aeiou]')(?=[\s.,;:)])")
_SPACED_LINE = re.compile(r"^.*(?<!\w)(?:[^\W\d_] ){3,}[^\W\d_](?!\w).*$", re.MULTILINE)
_SPACED_HINT = re.compile(r" [^\W\d_] [^\W\d_] [^\W\d_](?!\w)")
_SPACED_WORD = re.compile(r"(?<!\w)(?:[^\W\d_] )+[^\W\d_](?!\w)")
_QUOTES = {"’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'", "′": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
_MARKS = {"–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "º": "°", "\u00a0": " ", "\u202f": " ", "\t": " ", "\f": "\n", "\r": " "}


def _fold_table() -> dict[int, str | int]:
    table: dict[int, str | int] = {}
    for code in range(0xC0, 0x250):
        base = unicodedata.normalize("NFD", chr(code))[0].lower()
        if len(base) == 1:
            table[code] = base
    table.update({ord(char): plain for char, plain in {**_QUOTES, **_MARKS}.items()})
    table.update({code: code + 32 for code in range(ord("A"), ord("Z") + 1)})
    return table


_FOLD = _fold_table()


def fold(text: str) -> str:
    """`text` in lower case, without accents (apostrophes that stand for them included), with straight quotes; the same length as `text`."""
    folded = text.lower()
    if len(folded) != len(text):
        folded = text.translate(_FOLD)
    # A few replacements of single characters cost a fraction of `translate` on text that is not ASCII.
    for char in set(folded):
        plain = _FOLD.get(ord(char))
        if plain is not None:
            folded = folded.replace(char, plain if isinstance(plain, str) else chr(plain))
    return _TYPED_ACCENT.sub(" ", folded)


def squeeze(text: str) -> str:
    """`text` on one line, single spaces."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class ActText:
    """All pages joined by form feeds, offsets kept: lines repeated at page edges are blanked but for their first occurrence, and
    letter-spaced words (`D E L I B E R A`) are closed up, followed by the blanks they lose.
    """

    raw: str
    folded: str
    starts: tuple[int, ...]
    numbers: tuple[int, ...]

    def page(self, offset: int) -> int | None:
        """The number of the page that holds `offset`."""
        return self.numbers[bisect_right(self.starts, offset) - 1] if self.numbers else None

    def snippet(self, start: int, end: int) -> str:
        """The passage around `start`–`end`, at most 200 characters."""
        if end - start >= SNIPPET:
            return squeeze(self.raw[start : start + SNIPPET])[:SNIPPET]
        margin = (SNIPPET - (end - start)) // 2
        return squeeze(self.raw[max(0, start - margin) : end + margin])[:SNIPPET]

    def value(self, value: FieldScalar, span: tuple[int, int], *, rule: str, confidence: float) -> FieldValue:
        """`value` with the passage at `span` as evidence."""
        return FieldValue(
            value=value,
            page=self.page(span[0]),
            snippet=self.snippet(*span),
            confidence=round(min(1.0, max(0.0, confidence)), 2),
            rule=rule,
        )


def act_text(pages: Sequence[Page]) -> ActText:
    """The text of `pages`."""
    texts = [_close_spaced(text) for text in _without_repeated([page.text for page in pages])]
    starts, offset = [], 0
    for text in texts:
        starts.append(offset)
        offset += len(text) + 1
    raw = "\f".join(texts)
    return ActText(raw=raw, folded=fold(raw), starts=tuple(starts), numbers=tuple(page.number for page in pages))


def _close_spaced(text: str) -> str:
    return _SPACED_LINE.sub(_closed_line, text) if _SPACED_HINT.search(text) else text


def _closed_line(match: re.Match[str]) -> str:
    return _SPACED_WORD.sub(_closed, match.group())


def _closed(match: re.Match[str]) -> str:
    return match.group().replace(" ", "").ljust(len(match.group()))


def _without_repeated(texts: list[str]) -> list[str]:
    """Page headers and footers would cut sentences in two and repeat the name of the body: the first header stays, and the last footer."""
    if len(texts) < 2:
        return texts
    places: dict[str, list[_Edge]] = {}
    for page, text in enumerate(texts):
        for edge in _edges(page, text):
            places.setdefault(edge.line, []).append(edge)
    blanked = list(texts)
    for line, edges in places.items():
        if len(line) > _SHORTEST and len({edge.page for edge in edges}) > 1:
            for edge in edges[:-1] if all(edge.last for edge in edges) else edges[1:]:
                text = blanked[edge.page]
                blanked[edge.page] = text[: edge.start] + " " * (edge.end - edge.start) + text[edge.end :]
    return blanked


@dataclass(frozen=True, slots=True)
class _Edge:
    """A line at an edge of a page, without its page number; `last` where it is among the last of the page."""

    line: str
    page: int
    start: int
    end: int
    last: bool


def _edges(page: int, text: str) -> list[_Edge]:
    lines = [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", text)]
    footer = lines[-_FOOTER][0] if len(lines) > _FOOTER else 0
    kept = lines if len(lines) <= 2 * _REPEATED_DEPTH else lines[:_REPEATED_DEPTH] + lines[-_REPEATED_DEPTH:]
    return [_Edge(_PAGE_NUMBER.sub("page #", squeeze(text[start:end])), page, start, end, start >= footer) for start, end in kept]
