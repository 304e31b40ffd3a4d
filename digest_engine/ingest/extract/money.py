"""Amounts as acts write them → Decimal euros. Nothing is returned whose digits are not in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from digest_engine.profiles.rules import Amounts, NumberWords

_GROUPS = re.compile(r"\d+")
_CENTS = re.compile(r"[.,]\d\d\Z")
_TWICE = re.compile(r"([,.]\d\d),00\Z")
_CENT = Decimal("0.01")
_NUMBER = (
    r"(?:\d{1,3}(?:\s?[.'’]\s?\d{3}(?!\d))+(?:\s?[.,]\s?\d{1,2}(?!\d))?|\d{1,3}(?: \d{3}(?!\d))+,\d{2}(?!\d)|\d+(?:[.,']\d+)*|,\d{2}(?!\d))"
)
_BARE = r"(?<![\d.,/'’\-])(?:\d{1,3}(?:[.']\d{3})+,\d{2}|\d{1,3}(?:,\d{3})+\.\d{2}|\d+,\d{2})(?![\d%]|[.,/]\d)"
_HUNDRED = 100
_THOUSAND_DIGITS = 3
_BILLION = Decimal(10) ** 12


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in the text. `readings` are the values it may have, most likely first; `marked` says that a currency stands beside it.

    `in_words` is the value spelled beside it, where there is one, and `past` the place behind it, where the sentence goes on.
    """

    readings: tuple[Decimal, ...]
    start: int
    end: int
    marked: bool
    past: int
    in_words: Decimal | None = None

    @property
    def value(self) -> Decimal:
        """The most likely reading."""
        return self.readings[0]


def read_number(written: str) -> tuple[Decimal, ...]:
    """The values a written number may have, most likely first, in the Italian way unless the form excludes it; () where it has none.

    `1.234,56`, `1,234.56`, `25.916.67` and `300.00` end in cents; `12.500` and `12'500` are thousands; `12,500` is either.
    """
    written = _TWICE.sub(r"\1", written)
    groups = _GROUPS.findall(written)
    marks = [mark for mark in re.split(r"\d+", written) if mark.strip()]
    marks = [mark.strip() for mark in marks]
    if not groups or len("".join(groups)) > 15:
        return ()
    if written.strip().startswith(","):
        return (_decimal("0", groups[0]),) if len(groups) == 1 and len(groups[0]) <= 2 else ()
    if len(groups) == 1:
        return (Decimal(groups[0]).quantize(_CENT),)
    return _read_groups(groups, marks)


def _read_groups(groups: list[str], marks: list[str]) -> tuple[Decimal, ...]:
    *whole, last = groups
    thousands = len(whole[0]) <= _THOUSAND_DIGITS and all(len(group) == _THOUSAND_DIGITS for group in whole[1:])
    if len(last) <= 2:
        return (_decimal("".join(whole), last),) if thousands or len(whole) == 1 else ()
    if len(last) != _THOUSAND_DIGITS or not thousands or whole[0].startswith("0"):
        return ()
    as_thousands = Decimal("".join(groups)).quantize(_CENT)
    if len(set(marks)) > 1 or (marks and marks[-1] == "," and len(groups) > 2):
        return ()
    return (as_thousands, _decimal(whole[0], last[:2])) if marks and marks[-1] == "," else (as_thousands,)


def _decimal(whole: str, cents: str) -> Decimal:
    return Decimal(f"{whole}.{cents.ljust(2, '0')}")


def find_money(folded: str, amounts: Amounts, *, start: int = 0, end: int | None = None) -> list[Money]:
    """Every amount of `folded[start:end]`, in order: numbers beside a currency, and bare numbers with cents."""
    forms = _forms(amounts)
    stop = len(folded) if end is None else end
    found: list[Money] = []
    taken = start
    for sign in forms.sign.finditer(folded, start, stop):
        written = _beside(folded, sign, taken, stop, forms)
        if written:
            taken = max(sign.end(), written[1])
            found += _money(folded, (min(sign.start(), written[0]), taken), written, amounts, forms, marked=True)
    covered = [(money.start, money.end) for money in found]
    for bare in forms.bare.finditer(folded, start, stop):
        if not _overlaps(covered, *bare.span()):
            found += _money(folded, bare.span(), bare.span(), amounts, forms, marked=False)
    return sorted(found, key=lambda money: money.start)


def _beside(folded: str, sign: re.Match[str], taken: int, stop: int, forms: _Forms) -> tuple[int, int] | None:
    """The number of a currency sign: after it, or before it where it stands there with cents or nothing follows."""
    led = forms.led.match(folded, sign.end(), stop)
    before = max(taken, sign.start() - 30)
    trailed = forms.trailed.search(folded[before : sign.start()])
    if trailed and (not led or _CENTS.search(trailed.group("number"))):
        return before + trailed.start("number"), before + trailed.end("number")
    return led.span("number") if led else None


def _overlaps(covered: list[tuple[int, int]], start: int, end: int) -> bool:
    return any(first < end and start < last for first, last in covered)


@dataclass(frozen=True, slots=True)
class _Forms:
    sign: re.Pattern[str]
    led: re.Pattern[str]
    trailed: re.Pattern[str]
    bare: re.Pattern[str]
    millions: re.Pattern[str]
    spelled: re.Pattern[str]


def _forms(amounts: Amounts) -> _Forms:
    words = {**amounts.words.add, **amounts.words.multiply}
    return _compiled(amounts.currency, tuple(sorted(amounts.millions)), tuple(sorted(words, key=len, reverse=True)))


@lru_cache(maxsize=16)
def _compiled(currency: tuple[str, ...], millions: tuple[str, ...], words: tuple[str, ...]) -> _Forms:
    sign = "|".join(currency)
    million = "|".join(map(re.escape, millions)) or r"(?!)"
    piece = "|".join(map(re.escape, words)) or r"(?!)"
    return _Forms(
        sign=re.compile(rf"(?:{sign})"),
        led=re.compile(rf"[\s.:]{{0,4}}(?P<number>{_NUMBER})"),
        trailed=re.compile(
            rf"(?<![\d.,/'’])(?P<number>{_NUMBER})(?:,?[=\-]{{1,2}})?[^\S\n]{{0,3}}(?P<cents>(?<=[.,]\d\d)|(?<=[.,]\d\d )|(?<!.))?\Z"
        ),
        bare=re.compile(_BARE),
        millions=re.compile(rf"\s?(?P<million>{million})(?!\w)"),
        spelled=re.compile(
            rf"\s*[=\-]*\s*(?:\(|\b)\s*(?:{sign})?\s*(?P<words>(?:{piece})(?:\s?(?:{piece}))*)\s*(?:/\s?(?P<cents>\d\d))?(?!\w)"
        ),
    )


def _money(folded: str, span: tuple[int, int], written: tuple[int, int], amounts: Amounts, forms: _Forms, *, marked: bool) -> list[Money]:
    """The amount at `written`, as a list of one or none."""
    start, end = span
    text = folded[slice(*written)]
    readings = read_number(text)
    million = forms.millions.match(folded, written[1])
    if million:
        readings = tuple(_millions(text, amounts.millions[million.group("million")]))
        end = max(end, million.end())
    if not readings or not 0 < readings[0] < _BILLION or _not_money(folded, start, end, amounts):
        return []
    in_words, past = _spelled(folded, end, amounts, forms)
    return [Money(readings=readings, start=start, end=end, marked=marked, past=past, in_words=in_words)]


def _not_money(folded: str, start: int, end: int, amounts: Amounts) -> bool:
    if amounts.not_money_after and amounts.not_money_after.match(folded, end):
        return True
    return bool(amounts.not_money_before and amounts.not_money_before.search(folded[max(0, start - 30) : start]))


def _spelled(folded: str, end: int, amounts: Amounts, forms: _Forms) -> tuple[Decimal | None, int]:
    """The value in words beside an amount (`(tremilaottocento/50)`) and the place behind it; `end` where there is none."""
    spelled = forms.spelled.match(folded, end)
    value = read_words(spelled.group("words"), amounts.words) if spelled else None
    if spelled is None or value is None:
        return None, end
    cents = spelled.group("cents")
    return value + Decimal(int(cents)) / _HUNDRED if cents else value, spelled.end()


def _millions(written: str, factor: int) -> Iterator[Decimal]:
    try:
        yield (Decimal(written.replace(",", ".")) * factor).quantize(_CENT)
    except ArithmeticError:
        return


def read_words(words: str, numbers: NumberWords) -> Decimal | None:
    """The value of a number in words (`tremilaottocentocinquanta`); None where they are not one number."""
    known = sorted({**numbers.add, **numbers.multiply}, key=len, reverse=True)
    pieces = _pieces(re.sub(r"\s+", "", words), known)
    if not pieces:
        return None
    total = part = 0
    for piece in pieces:
        if piece in numbers.add:
            part += numbers.add[piece]
        else:
            factor = numbers.multiply[piece]
            total, part = (total, max(1, part) * factor) if factor == _HUNDRED else (total + max(1, part) * factor, 0)
    return Decimal(total + part).quantize(_CENT)


def _pieces(word: str, known: Sequence[str]) -> tuple[str, ...] | None:
    """`word` as a row of known words, the longest first; the second choice counts where a vowel fell out (`cent-ottanta`)."""
    if not word:
        return ()
    for piece in known:
        following = _pieces(word[len(piece) :], known) if word.startswith(piece) else None
        if following is not None:
            return (piece, *following)
    return None
