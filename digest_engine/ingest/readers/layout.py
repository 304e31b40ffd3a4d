"""Recognised words → lines in the order a person reads them: a row of a table or of a heading is one line, columns of prose stay apart.

Tesseract cuts a page into blocks and gives them one after the other, so that `Capitolo … Importo` comes as two lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

# A block of this many lines, this many words long, is a column of prose: it is not read across.
_PROSE_LINES, _PROSE_WORDS = 6, 4
_SAME_ROW = 0.5
_PARAGRAPH_GAP = 1.6
_TRUSTED, _CLEARLY_BETTER, _ENOUGH_LETTERS = 0.5, 0.15, 8


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its box in pixels. `line` is Tesseract's own (page, block, paragraph, line); `confidence` is in 0..1."""

    line: tuple[int, int, int, int]
    left: int
    top: int
    width: int
    height: int
    confidence: float
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """Words that are read one after the other, from left to right; never empty."""

    words: tuple[Word, ...]

    @property
    def block(self) -> int:
        return self.words[0].line[1]

    @property
    def top(self) -> int:
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> int:
        return max(word.top + word.height for word in self.words)

    @property
    def right(self) -> int:
        return max(word.left + word.width for word in self.words)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def letters(self) -> int:
        return sum(len(word.text) for word in self.words)

    @property
    def confidence(self) -> float:
        return sum(word.confidence * len(word.text) for word in self.words) / self.letters

    def covers(self, other: Row) -> bool:
        """True where the two were read from the same place."""
        shared = min(self.bottom, other.bottom) - max(self.top, other.top)
        beside = other.words[0].left >= self.right or self.words[0].left >= other.right
        return not beside and shared > _SAME_ROW * min(self.bottom - self.top, other.bottom - other.top)

    def with_words(self, more: Sequence[Word]) -> Row:
        return Row(tuple(sorted((*self.words, *more), key=lambda word: word.left)))

    def has_room_for(self, other: Row) -> bool:
        """True where `other` stands on this row, in a gap or at an end: told by the words that meet there, since scans are askew."""
        first, last = other.words[0], other.words[-1]
        before = [word for word in self.words if word.left + word.width <= first.left]
        after = [word for word in self.words if word.left >= last.left + last.width]
        if len(before) + len(after) < len(self.words):
            return False
        return (not before or _level(before[-1], first)) and (not after or _level(last, after[0]))


def rows_of(words: Iterable[Word]) -> list[Row]:
    """The rows of one page, in the order of reading."""
    lines = [Row(tuple(group)) for _, group in groupby(words, key=lambda word: word.line)]
    return _joined(lines, prose=_prose_blocks(lines))


def reconcile(rows: Sequence[Row], second: Sequence[Row]) -> list[Row]:
    """`rows`, with what a second look saw that the first missed, or saw much better: an underlined number, a heading under a stamp."""
    kept = list(rows)
    for row in second:
        rivals = [other for other in kept if row.covers(other)]
        if not rivals and row.confidence >= _TRUSTED and row.letters >= _ENOUGH_LETTERS:
            kept.insert(_place(kept, row), row)
        elif rivals and row.letters >= sum(other.letters for other in rivals) / 2:
            seen = Row(tuple(word for other in rivals for word in other.words))
            if row.confidence > seen.confidence + _CLEARLY_BETTER:
                kept[kept.index(rivals[0])] = row
                kept = [other for other in kept if other not in rivals[1:]]
    return kept


def text_of(rows: Sequence[Row]) -> str:
    """The text, a row a line, paragraphs separated by a blank line."""
    if not rows:
        return ""
    gaps = [row.top - above.bottom for above, row in pairwise(rows)]
    usual = median([gap for gap in gaps if gap > 0] or [0])
    wide = max(_PARAGRAPH_GAP * usual, median(row.bottom - row.top for row in rows) / 2)
    separators = ["\n\n" if gap > wide or below.top < above.top else "\n" for gap, (above, below) in zip(gaps, pairwise(rows), strict=True)]
    return rows[0].text + "".join(separator + row.text for separator, row in zip(separators, rows[1:], strict=True))


def confidence_of(rows: Sequence[Row]) -> float:
    """The mean over the characters, in 0..1; 0 where there are none."""
    letters = sum(row.letters for row in rows)
    return sum(row.confidence * row.letters for row in rows) / letters if letters else 0.0


def _prose_blocks(lines: Sequence[Row]) -> frozenset[int]:
    blocks: dict[int, list[Row]] = {}
    for line in lines:
        blocks.setdefault(line.block, []).append(line)
    return frozenset(
        block
        for block, found in blocks.items()
        if len(found) >= _PROSE_LINES and sum(len(line.words) for line in found) >= _PROSE_WORDS * len(found)
    )


def _joined(lines: Sequence[Row], *, prose: frozenset[int]) -> list[Row]:
    """Lines of different blocks that share a row become one, at the place of the first; two columns of prose do not."""
    rows: list[Row] = []
    for line in lines:
        row_blocks = (index for index, row in enumerate(rows) if not _same_column(line, row, prose) and row.has_room_for(line))
        place = next(row_blocks, None)
        if place is None:
            rows.append(line)
        else:
            rows[place] = rows[place].with_words(line.words)
    return rows


def _same_column(line: Row, row: Row, prose: frozenset[int]) -> bool:
    blocks = {word.line[1] for word in row.words}
    return line.block in blocks or (line.block in prose and not prose.isdisjoint(blocks))


def _level(left: Word, right: Word) -> bool:
    shared = min(left.top + left.height, right.top + right.height) - max(left.top, right.top)
    return shared > _SAME_ROW * min(left.height, right.height)


def _place(rows: Sequence[Row], row: Row) -> int:
    return next((index for index, other in enumerate(rows) if other.top > row.top), len(rows))
