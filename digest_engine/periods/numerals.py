"""Spelled numbers: Italian words are one compound (`duemilaventisei`), English ones a phrase that the grammar puts together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

LARGEST = 2999

_UNITS = ("", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove")
_TEENS = ("dieci", "undici", "dodici", "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove")
_TENS = ("", "", "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta")
_EN_UNITS = (
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_EN_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def italian(number: int) -> str:
    """The Italian word for 1..2999, without accents (`ventitre`)."""
    thousands, rest = divmod(number, 1000)
    head = "" if not thousands else "mille" if thousands == 1 else f"{_UNITS[thousands]}mila"
    hundreds, rest = divmod(rest, 100)
    if hundreds:
        head += ("" if hundreds == 1 else _UNITS[hundreds]) + "cento"
    return head + _below_hundred(rest)


@cache
def italian_words() -> dict[str, int]:
    """Every spelling of 1..2999 as one word, accents removed."""
    return {word: number for number in range(1, LARGEST + 1) for word in _spellings(number)}


@cache
def english_words() -> dict[str, int]:
    """The simple English number words, the only ones that stand alone: 1..19 and the tens."""
    words = {word: number for number, word in enumerate(_EN_UNITS) if word}
    words.update({word: 10 * number for number, word in enumerate(_EN_TENS) if word})
    return words


def _below_hundred(number: int) -> str:
    if number < 10:
        return _UNITS[number]
    if number < 20:
        return _TEENS[number - 10]
    tens, unit = divmod(number, 10)
    stem = _TENS[tens][:-1] if unit in (1, 8) else _TENS[tens]
    return stem + _UNITS[unit]


def _spellings(number: int) -> Iterator[str]:
    word = italian(number)
    yield word
    if number % 10 == 1 and number % 100 > 20:
        yield word[:-1]
    if "cento" in word and number % 100 in (8, *range(80, 90)):
        yield word.replace("cento", "cent")
    if number % 1000 and number > 1000:
        yield word.replace("mila", "milae", 1)
