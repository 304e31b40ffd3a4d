"""Text to tokens, in one linear pass."""

from __future__ import annotations

_ACCENTED = "àáâäãåèéêëìíîïòóôöõùúûüýÿñç"
_PLAIN = "aaaaaaeeeeiiiiooooouuuuyync"
_FOLD = str.maketrans(
    {
        **dict(zip(_ACCENTED + _ACCENTED.upper(), _PLAIN + _PLAIN, strict=True)),
        **{upper: upper.lower() for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
        **dict.fromkeys("’‘ʼ`´′‛", "'"),
        **dict.fromkeys("–—‐‑‒−", "-"),
        "\u00a0": " ",
        "\u202f": " ",
        "\u2009": " ",
    }
)


def fold(text: str) -> str:
    """Lower case, accents off, apostrophes and dashes made plain; every character keeps its place, so offsets stay valid."""
    return text.translate(_FOLD)
