"""Bounds on the amount: "oltre 10.000 euro", "tra 5 e 10 mila euro", "fino a 40.000 euro", "at least €1,000"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Literal

from digest_engine.query.intent.tokens import Mask, Token
from digest_engine.query.intent.vocabulary import AmountWords, Vocabulary

Bound = Literal["over", "at_least", "under", "at_most", "exactly"]
FIELDS: dict[Bound, tuple[str, ...]] = {
    "over": ("amount_over",),
    "at_least": ("amount_min",),
    "under": ("amount_under",),
    "at_most": ("amount_max",),
    "exactly": ("amount_min", "amount_max"),
}
OPPOSITE = {"amount_over": "amount_max", "amount_min": "amount_under", "amount_under": "amount_min", "amount_max": "amount_over"}
_SUFFIXES: dict[Bound, str] = {"at_least": "or_more", "at_most": "or_less"}

_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?")
_LONGEST_PHRASE = 4
_MOST_ARTICLES = 3
_YEARS = range(1900, 2101)
_LEAST_WITHOUT_CURRENCY = 1000


@dataclass(frozen=True, slots=True)
class Amounts:
    """Bounds by field of `ActFilter`, and the spans that were read."""

    bounds: Mapping[str, Decimal]
    masks: tuple[Mask, ...]


NO_AMOUNTS = Amounts({}, ())


@dataclass(frozen=True, slots=True)
class _Money:
    value: Decimal
    first: int
    end: int
    currency: bool
    unit: int


def find_amounts(tokens: Sequence[Token], *, vocabulary: Vocabulary) -> Amounts:
    """Read the bounds. A sum of money without a comparison restricts nothing; it is only masked."""
    data = vocabulary.amounts
    if not any(token.norm[0].isdigit() or token.norm in data.numbers for token in tokens):
        return NO_AMOUNTS
    bounds: dict[str, Decimal] = {}
    masks: list[Mask] = []
    index = 0
    while index < len(tokens):
        norm = tokens[index].norm
        money = _money_at(tokens, index, data) if norm[0].isdigit() or norm in data.numbers or norm in data.currency else None
        if money is None:
            index += 1
            continue
        index = _read(tokens, money, data, bounds, masks)
    return Amounts(bounds, tuple(masks))


def inverted(amounts: Amounts) -> Amounts:
    """What is left when these amounts are excluded; a range has two sides and stays as it is."""
    if len(amounts.bounds) != 1:
        return amounts
    return Amounts({OPPOSITE[name]: value for name, value in amounts.bounds.items()}, amounts.masks)


def parse_number(text: str) -> Decimal | None:
    """A number as printed in Italian or English: groups of three are thousands, whichever the mark; None where it is none."""
    if _GROUPED.fullmatch(text):
        head, sep, tail = (text, "", "") if text[-4] in ".," else text.rpartition(text[-3] if text[-3] in ".," else text[-2])
        return Decimal(re.sub(r"[.,]", "", head) + ("." + tail if sep else ""))
    try:
        return Decimal(text.replace(",", "."))
    except InvalidOperation:
        return None


def _read(tokens: Sequence[Token], money: _Money, data: AmountWords, bounds: dict[str, Decimal], masks: list[Mask]) -> int:
    pair = _pair(tokens, money, data)
    if pair is not None:
        low, high, first = pair
        bounds["amount_min"], bounds["amount_max"] = sorted((low.value, high.value))
        masks.append(Mask(tokens[first].start, tokens[high.end - 1].end, "money"))
        return high.end
    bound, first, end = _single(tokens, money, data)
    if bound is not None:
        bounds.update(dict.fromkeys(FIELDS[bound], money.value))
    if bound is not None or money.currency:
        masks.append(Mask(tokens[first].start, tokens[end - 1].end, "money"))
    return end


def _money_at(tokens: Sequence[Token], index: int, data: AmountWords) -> _Money | None:
    currency = data.currency
    first = index
    before = tokens[index].norm in currency
    index += before
    if index >= len(tokens):
        return None
    value = _value(tokens[index].norm, data)
    if value is None:
        return None
    index += 1
    unit = 1
    if index < len(tokens) and tokens[index].norm in data.units:
        unit = data.units[tokens[index].norm]
        index += 1
    after = index + (index < len(tokens) and tokens[index].norm in ("di", "d"))
    if after < len(tokens) and tokens[after].norm in currency:
        return _Money(value * unit, first, after + 1, True, unit)
    return _Money(value * unit, first, index, before, unit)


def _value(word: str, data: AmountWords) -> Decimal | None:
    if word in data.numbers:
        return Decimal(data.numbers[word])
    if word[0].isdigit():
        for unit, factor in data.units.items():
            if word.endswith(unit) and word[: -len(unit)].replace(".", "").replace(",", "").isdigit():
                number = parse_number(word[: -len(unit)])
                return None if number is None else number * factor
        return parse_number(word)
    return None


def _pair(tokens: Sequence[Token], low: _Money, data: AmountWords) -> tuple[_Money, _Money, int] | None:
    first = _before(tokens, low.first, data.phrases["between"], data)
    if first is None or low.end >= len(tokens) or tokens[low.end].norm not in data.phrases["joins"]:
        return None
    after = low.end + 1
    while after < len(tokens) and tokens[after].norm in data.phrases["articles"] and after < low.end + _MOST_ARTICLES:
        after += 1
    high = _money_at(tokens, after, data) if after < len(tokens) else None
    if high is None or not (low.currency or high.currency or _plausible(high) or low.unit * high.unit > 1):
        return None
    if low.unit == 1 and high.unit > 1 and low.value < high.value / high.unit:
        low = _Money(low.value * high.unit, low.first, low.end, low.currency, high.unit)
    return low, high, first


def _single(tokens: Sequence[Token], money: _Money, data: AmountWords) -> tuple[Bound | None, int, int]:
    if not (money.currency or _plausible(money)):
        return None, money.first, money.end
    for bound, name in _SUFFIXES.items():
        end = _after(tokens, money.end, data.phrases[name])
        if end is not None:
            start = _before(tokens, money.first, data.phrases["weak"], data)
            return bound, money.first if start is None else start, end
    found = [(start, name) for name in FIELDS if (start := _before(tokens, money.first, data.phrases[name], data)) is not None]
    if not found:
        return None, money.first, money.end
    start, best = min(found)
    return best, start, money.end


def _plausible(money: _Money) -> bool:
    whole = money.value == money.value.to_integral_value()
    return money.value >= _LEAST_WITHOUT_CURRENCY and not (money.unit == 1 and whole and int(money.value) in _YEARS)


def _before(tokens: Sequence[Token], end: int, phrases: frozenset[str], data: AmountWords) -> int | None:
    """First token of the longest of `phrases` that ends before `end`, articles between the two allowed."""
    articles = data.phrases["articles"]
    for skipped in range(_MOST_ARTICLES + 1):
        stop = end - skipped
        if stop <= 0:
            return None
        for length in range(min(_LONGEST_PHRASE, stop), 0, -1):
            if "+".join(token.norm for token in tokens[stop - length : stop]) in phrases:
                return stop - length
        if tokens[stop - 1].norm not in articles:
            return None
    return None


def _after(tokens: Sequence[Token], start: int, phrases: frozenset[str]) -> int | None:
    for end in range(min(start + _LONGEST_PHRASE, len(tokens)), start, -1):
        if "+".join(token.norm for token in tokens[start:end]) in phrases:
            return end
    return None
