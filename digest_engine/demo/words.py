"""Italian words for numbers, sums and months, as acts write them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files

import yaml


def in_words(number: int) -> str:
    """`number` (0 to 999,999) in words: 1981 is `millenovecentottantuno`."""
    if number >= 1000:
        thousands, rest = divmod(number, 1000)
        return ("mille" if thousands == 1 else f"{in_words(thousands)}mila") + (in_words(rest) if rest else "")
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        return _joined("cento" if hundreds == 1 else f"{in_words(hundreds)}cento", rest, elided=80 <= rest < 90)
    if number >= 20:
        tens, rest = divmod(number, 10)
        return _joined(_words()["tens"][tens - 2], rest, elided=rest in (1, 8))
    return _words()["units"][number]


def money_in_words(amount: Decimal) -> str:
    """`euro milleduecentoventi/50`."""
    euros, cents = divmod(int(amount * 100), 100)
    return f"euro {in_words(euros)}/{cents:02d}"


def month_name(day: date) -> str:
    """`marzo`."""
    return _words()["months"][day.month - 1]


def _joined(head: str, rest: int, *, elided: bool) -> str:
    return (head[:-1] if elided else head) + (in_words(rest) if rest else "")


@lru_cache
def _words() -> dict[str, list[str]]:
    words: dict[str, list[str]] = yaml.safe_load((files("digest_engine.demo") / "data" / "words.yaml").read_text(encoding="utf-8"))
    return words
