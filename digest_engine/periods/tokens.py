"""Text to tokens, in one linear pass. Offsets always point into the text as given."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ACCENTED = "àáâäãåèéêëìíîïòóôöõùúûüýÿñç"
_PLAIN = "aaaaaaeeeeiiiiooooouuuuyync"
_FOLD = str.maketrans(
    {
        **dict(zip(_ACCENTED + _ACCENTED.upper(), _PLAIN + _PLAIN, strict=True)),
        **{upper: upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        **dict.fromkeys("’‘ʼ`´′‛", "'"),
        **dict.fromkeys("–—‐‑‒−", "-"),
        **dict.fromkeys("«»“”„″", '"'),
        **dict.fromkeys("ºª", "°"),
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
    }
)
_TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:[./:,-][0-9]+)*)"
    r"|(?P<word>[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*)"
    r"|(?P<sign>[^\s])"
)
_COMBINING = re.compile("[\u0300-\u036f]+")


@dataclass(slots=True)
class Token:
    """A word, a figure with its signs (`01/05/2026`) or one sign. `norm` is folded; `glued` says that nothing stands before it but a token."""

    norm: str
    kind: str
    start: int
    end: int
    glued: bool


def fold(text: str) -> str:
    """Lower case, accents off, apostrophes, quotes and dashes made plain; every character keeps its place, so offsets stay valid."""
    return text.translate(_FOLD)


def tokenize(text: str) -> list[Token]:
    """The tokens of a text."""
    tokens, previous = [], -1
    for match in _TOKEN.finditer(fold(text)):
        norm, kind = match[0], match.lastgroup or "sign"
        if kind == "word" and not norm.isascii():
            norm = _COMBINING.sub("", norm)
        start, end = match.span()
        tokens.append(Token(norm, kind, start, end, start == previous))
        previous = end
    return tokens
