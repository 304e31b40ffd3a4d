"""Which of the amounts written in an act is its own total, and what it says of VAT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from digest_engine.ingest.extract.mentions import Mention, accounted, find_mentions, premises_mentions
from digest_engine.ingest.extract.money import Money
from digest_engine.ingest.extract.sections import Sections
from digest_engine.ingest.extract.text import ActText
from digest_engine.profiles.rules import Amounts, Structure
from digest_engine.types import FieldValue, VatFlag

_CENT = Decimal("0.01")
_REPEATED = 0.4
_CORROBORATED = 0.8
_SUM_OF_PARTS = 2.0
_MOST_PARTS = 40
_DECIDED = ("operative", "proposal_operative", "subject")


@dataclass(frozen=True, slots=True)
class Choice:
    """The act's own amount, its VAT flag, the runners-up, the mentions that are its parts, and what a person should look at."""

    amount: FieldValue | None = None
    vat: VatFlag = "ignota"
    others: tuple[FieldValue, ...] = ()
    parts: tuple[Mention, ...] = ()
    review: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ranked:
    value: Decimal
    score: float
    best: Mention
    mentions: tuple[Mention, ...]
    parts: tuple[Mention, ...] = ()


def choose_amount(text: ActText, sections: Sections, amounts: Amounts, structure: Structure, *, act_type: str) -> Choice:
    """The total that this act commits, awards, pays or receives; none where nothing in the decision or the subject says one."""
    mentions = find_mentions(text, sections, amounts, structure, act_type=act_type)
    visa = accounted(text, sections, amounts)
    ranked = _ranked(mentions, {money.value for money in visa})
    if not ranked or ranked[0].score < amounts.threshold or _is_table(ranked, amounts):
        return Choice(others=_values(text, ranked[:3], amounts))
    summed = _summed(text, mentions, ranked, visa, amounts, act_type)
    if summed:
        return summed
    best, vat = _gross(ranked, amounts)
    if vat in ("ignota", "esclusa"):
        best, vat = _from_premises(best, vat, premises_mentions(text, sections, amounts, act_type=act_type), amounts)
    return _chosen(text, best, vat, ranked, amounts)


def _is_table(ranked: Sequence[_Ranked], amounts: Amounts) -> bool:
    """Many amounts and no total among them: a table of tariffs, not a sum."""
    decided = [item for item in ranked if item.best.part in _DECIDED]
    return len(decided) > amounts.table and not any("total" in mention.cues for mention in ranked[0].mentions)


def _ranked(mentions: Sequence[Mention], visa: set[Decimal]) -> list[_Ranked]:
    by_value: dict[Decimal, list[Mention]] = {}
    for mention in mentions:
        by_value.setdefault(mention.value, []).append(mention)
    ranked = [_weigh(value, found, mentions, visa) for value, found in by_value.items()]
    return sorted(ranked, key=lambda item: (-item.score, item.best.money.start))


def _weigh(value: Decimal, found: Sequence[Mention], mentions: Sequence[Mention], visa: set[Decimal]) -> _Ranked:
    best = max(found, key=lambda mention: mention.score)
    again = sum(1 for mention in found if mention is not best and mention.score >= 1.5)
    parts = _parts_of(value, [mention for mention in mentions if mention.value != value and mention.score > 0])
    score = best.score + _REPEATED * min(2, again)
    score += (_CORROBORATED if value in visa else 0.0) + (_SUM_OF_PARTS if parts else 0.0)
    return _Ranked(value, score, best, tuple(found), parts)


def _parts_of(total: Decimal, others: Sequence[Mention]) -> tuple[Mention, ...]:
    """A run of two or more mentions, one after the other, that add up to `total`."""
    if len(others) > _MOST_PARTS:
        return ()
    for first in range(len(others)):
        added = others[first].value
        for last in range(first + 1, len(others)):
            added += others[last].value
            if added == total:
                return tuple(others[first : last + 1])
            if added > total:
                break
    return ()


def _summed(
    text: ActText, mentions: Sequence[Mention], ranked: Sequence[_Ranked], visa: Sequence[Money], amounts: Amounts, act_type: str
) -> Choice | None:
    """A list of sums without a printed total: their sum, where the visa prints it or each sum is an item of the decision by itself."""
    listed = [mention for mention in mentions if mention.part == "operative" and mention.score >= amounts.threshold]
    if len(listed) < 2 or ranked[0].best not in listed or ranked[0].parts or any("total" in mention.cues for mention in listed):
        return None
    total = sum((mention.value for mention in listed), Decimal(0))
    printed = next((money for money in visa if money.value == total), None)
    distinct = len({mention.value for mention in listed}) == len(listed)
    itemised = distinct and act_type in amounts.summed_types and all("invoice" in mention.cues for mention in listed)
    if not printed and not itemised:
        return None
    where = printed or listed[0].money
    vat: VatFlag = next((mention.vat for mention in listed if mention.vat), "ignota")
    return Choice(
        amount=text.value(total, (where.start, where.end), rule="sum_of_items", confidence=0.7 if printed else 0.5),
        vat=vat,
        others=_values(text, ranked[:4], amounts),
        parts=tuple(listed),
        review=() if printed else ("amount_summed",),
    )


def _from_premises(best: _Ranked, vat: VatFlag, premises: Sequence[Mention], amounts: Amounts) -> tuple[_Ranked, VatFlag]:
    """What the premises add about VAT: the total of a net amount, or the flag of the same amount."""
    for mention in premises:
        other = not set(amounts.not_gross).isdisjoint(mention.cues)
        if vat == "esclusa" and not other and _is_gross(best.value, mention.value, amounts.vat_rates):
            return replace(best, value=mention.value, best=mention, mentions=(mention,)), "inclusa"
    flags = [mention.vat for mention in premises if mention.value == best.value and mention.vat]
    return best, flags[0] if flags and vat == "ignota" else vat


def _chosen(text: ActText, best: _Ranked, vat: VatFlag, ranked: Sequence[_Ranked], amounts: Amounts) -> Choice:
    others = tuple(found for found in ranked if found.value != best.value)
    return Choice(
        amount=_value(text, best, amounts, best.score - (others[0].score if others else 0.0)),
        vat=vat,
        others=(*_readings(text, best), *_values(text, others[:4], amounts)),
        parts=best.parts,
        review=tuple(_doubts(best, others)),
    )


def _gross(ranked: Sequence[_Ranked], amounts: Amounts) -> tuple[_Ranked, VatFlag]:
    """The best amount, or the VAT-included total of it where the act prints that too."""
    best = ranked[0]
    for other in ranked[1:]:
        if other.score > 0 and _is_gross(best.value, other.value, amounts.vat_rates):
            return replace(other, score=max(best.score, other.score)), "inclusa"
    if any(_is_gross(other.value, best.value, amounts.vat_rates) for other in ranked[1:]):
        return best, "inclusa"
    flags = [mention.vat for mention in sorted(best.mentions, key=lambda mention: -mention.score) if mention.vat]
    return best, flags[0] if flags else "ignota"


def _is_gross(net: Decimal, gross: Decimal, rates: Sequence[Decimal]) -> bool:
    if gross <= net:
        return False
    return any(abs(net * (100 + rate) / 100 - gross) <= max(_CENT * 2, net / 2000) for rate in rates)


def _value(text: ActText, ranked: _Ranked, amounts: Amounts, margin: float) -> FieldValue:
    money = ranked.best.money
    sure = 0.55 + 0.05 * max(0.0, ranked.score - amounts.threshold) + 0.06 * max(0.0, min(4.0, margin))
    return text.value(ranked.value, (money.start, money.end), rule=ranked.best.rule, confidence=min(0.97, sure))


def _values(text: ActText, ranked: Sequence[_Ranked], amounts: Amounts) -> tuple[FieldValue, ...]:
    return tuple(replace(_value(text, found, amounts, 0.0), confidence=0.3) for found in ranked)


def _readings(text: ActText, best: _Ranked) -> tuple[FieldValue, ...]:
    money = best.best.money
    spelled = [mention.money.in_words for mention in best.mentions if mention.money.in_words is not None]
    other = dict.fromkeys(value for value in [*money.readings[1:], *spelled] if value != money.value)
    return tuple(text.value(value, (money.start, money.end), rule="other_reading", confidence=0.4) for value in other)


def _doubts(best: _Ranked, others: Sequence[_Ranked]) -> Iterator[str]:
    if len(best.best.money.readings) > 1:
        yield "amount_ambiguous"
    if any(mention.money.in_words not in (None, mention.value) for mention in best.mentions):
        yield "amount_words_differ"
    if any(other.best.part in _DECIDED and best.score - other.score < 1.0 for other in others if other.score > 0):
        yield "amount_rivals"
