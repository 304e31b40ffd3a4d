"""Characters as a reader means them, whatever the producer wrote: one form for ligatures, spaces, hyphens, ordinals and line ends.

NFKC alone would turn `1º` into `1o`, `½` into `1⁄2` and `´` into a space and a combining accent, so that only the compatibility
characters that stand for plain letters and digits are folded, after NFC.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from digest_engine.types import Page

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "ĳ": "ij", "Ĳ": "IJ", "ŀ": "l·"}
# Private-use codes that Symbol and Wingdings give to bullets, boxes and ticks: marks, not lost letters.
_SYMBOLS = dict(zip("\uf0b7\uf0a7\uf0d8\uf06f\uf0a8\uf0fc\uf0fe\uf0fd\uf02d", "•▪➢□□✓☒☒-", strict=True))
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e"
_LINE_ENDS = "\r\x0b\x85\u2028\u2029"
_DEGREES = "º˚"


def _table() -> Mapping[int, str | None]:
    table: dict[int, str | None] = dict.fromkeys([*range(32), *range(0x7F, 0xA0), *map(ord, _INVISIBLE)])
    table |= dict.fromkeys(map(ord, _SPACES), " ") | dict.fromkeys(map(ord, _LINE_ENDS), "\n") | dict.fromkeys(map(ord, _DEGREES), "°")
    table |= {ord(char): plain for char, plain in (_LIGATURES | _SYMBOLS).items()}
    table |= {code: unicodedata.normalize("NFKC", chr(code)) for code in [*range(0xFF01, 0xFF5F), *range(0x1D400, 0x1D800)]}
    return table | {9: "\t", 10: "\n", 12: "\n"}


_TABLE = _table()
_SOFT_HYPHEN = re.compile("\u00ad(?:[ \t]*\r?\n)?")
# pdfium writes U+0002 for a hyphen at a line end, whether it breaks a word or joins a compound, and drops the line end.
_PDFIUM_HYPHEN = re.compile("[\x02\ufffe](?:[ \t]*\r?\n)?")
_LINE_END_HYPHEN = re.compile(r"-[ \t]*\n")
_HARD_BREAK = re.compile(r"([^\W\d_]{2,})-[ \t]*\n[ \t]*([a-zàèéìòù]{2,})")
_WHOLE_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?![\w-])")
_SPACED = re.compile(r"(?<![^\W\d_])(?:[A-ZÀÈÉÌÒÙ] ){4,}[A-ZÀÈÉÌÒÙ](?![^\W\d_])")
_TRAILING = re.compile(r"[ \t]+\n")
_BLANKS = re.compile(r"\n{4,}")
_DIGITS = re.compile(r"\d+")

EDGE_LINES = 6


def normalise(text: str) -> str:
    """`text` with plain characters, words whole, no trailing spaces and at most two blank lines in a row; it is never longer in words."""
    if not text.isascii():
        text = _SOFT_HYPHEN.sub("", unicodedata.normalize("NFC", text))
    text = _PDFIUM_HYPHEN.sub("-\n", text)
    text = text.replace("\r\n", "\n").translate(_TABLE)
    if _LINE_END_HYPHEN.search(text):
        text = _join_broken_words(text)
    text = _SPACED.sub(lambda match: match.group().replace(" ", ""), text)
    return _BLANKS.sub("\n\n\n", _TRAILING.sub("\n", text)).strip()


def repeated_lines(pages: Sequence[Page]) -> frozenset[str]:
    """Headers and footers: lines at the edge of most pages, the same but for their digits. Each is given as it is on its page, stripped.

    A document of one or two pages has none. They stay in `Page.text`, where the issuer and the number are often read.
    """
    edges = [frozenset(_edge(page.text)) for page in pages if page.text]
    if len(edges) < 3:
        return frozenset()
    counts = Counter(shape for lines in edges for shape in {_shape(line) for line in lines})
    common = {shape for shape, count in counts.items() if count >= max(3, len(edges) * 0.6)}
    return frozenset(line for lines in edges for line in lines if _shape(line) in common)


def _edge(text: str) -> Iterable[str]:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    return lines if len(lines) <= 2 * EDGE_LINES else lines[:EDGE_LINES] + lines[-EDGE_LINES:]


def _shape(line: str) -> str:
    return _DIGITS.sub("#", line)


def _join_broken_words(text: str) -> str:
    words = {word.lower() for word in _WHOLE_WORD.findall(text)}

    def join(match: re.Match[str]) -> str:
        left, right = match.groups()
        # `tecnico-` + `amministrativo`: a compound whose halves are words of this text keeps its hyphen.
        return f"{left}-{right}" if left.lower() in words and right.lower() in words else left + right

    return _HARD_BREAK.sub(join, text)
