"""Which of the amounts written in an act is its own total, and what it says of VAT."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from digest_engine.ingest.extract.money import Money, find_money
from digest_engine.ingest.extract.sections import Sections, Span
from digest_engine.ingest.extract.text import ActText
from digest_engine.profiles.rules import Amounts, Cue, Structure
from digest_engine.types import FieldValue, VatFlag

_BEFORE, _AFTER, _ITEM_HEAD = 130, 90, 140
_CENT = Decimal("0.01")
_REPEATED = 0.4
_CORROBORATED = 0.8
_DECIDED = ("operative", "proposal_operative", "subject")


@dataclass(frozen=True, slots=True)
class Mention:
    """An amount in its place: how much speaks for it and what is said there of VAT."""

    money: Money
    part: str
    score: float
    vat: VatFlag | None
    rule: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The act's own amount, the runners-up, its VAT flag and what a person should look at."""

    amount: FieldValue | None
    vat: VatFlag
    others: tuple[FieldValue, ...] = ()
    review: tuple[str, ...] = ()
    parts: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ranked:
    value: Decimal
    score: float
    best: Mention
    mentions: tuple[Mention, ...]


def choose_amount(text: ActText, sections: Sections, amounts: Amounts, structure: Structure, *, act_type: str) -> Choice:
    """The total that this act commits, awards, pays or receives; none where nothing in the decision or the subject says one."""
    money = find_money(text.folded, amounts)
    mentions = list(_mentions(text, sections, amounts, structure, money, act_type))
    accounted = {found.value for found in money if sections.kind_at(found.start) == "accounting"}
    ranked = _ranked(mentions, accounted)
    if not ranked or ranked[0].score < amounts.threshold:
        return Choice(amount=None, vat="ignota", others=_values(text, ranked[:3], amounts))
    best, vat = _gross(ranked, amounts)
    others = tuple(found for found in ranked if found.value != best.value)
    return Choice(
        amount=_value(text, best, amounts, _margin(best, others)),
        vat=vat,
        others=(*_readings(text, best), *_values(text, others[:4], amounts)),
        review=tuple(_doubts(best, others)),
        parts=tuple(mentions),
    )


def _mentions(
    text: ActText, sections: Sections, amounts: Amounts, structure: Structure, money: Sequence[Money], act_type: str
) -> Iterator[Mention]:
    items = _item_starts(text, sections, structure)
    actions = _actions(text, sections, amounts)
    resolved = list(_resolved(text, sections, amounts))
    for found in money:
        part = sections.kind_at(found.start)
        base = amounts.sections.get(part)
        if part in ("premises", "proposal"):
            base = amounts.sections.get("resolved") if any(start <= found.start < end for start, end in resolved) else None
        if base is None:
            continue
        yield _mention(text, found, part, base, amounts, act_type, _item(items, found.start), actions)


def _item(items: Sequence[int], offset: int) -> Span:
    index = bisect_right(items, offset)
    return (items[index - 1] if index else 0, items[index] if index < len(items) else offset + _AFTER + 40)


def _mention(
    text: ActText, money: Money, part: str, base: float, amounts: Amounts, act_type: str, item: Span, actions: Sequence[tuple[int, Cue]]
) -> Mention:
    before = text.folded[max(item[0], money.start - _BEFORE) : money.start]
    after = text.folded[money.end : min(item[1], money.end + _AFTER)]
    head = text.folded[item[0] : min(money.start, item[0] + _ITEM_HEAD)]
    score, vat, rule = base, None, part
    index = bisect_right(actions, money.start, key=lambda action: action[0])
    if index and actions[index - 1][0] >= item[0]:
        action = actions[index - 1][1]
        score, rule = score + action.weight, f"{part}:{action.name}"
    sides = {"before": before, "after": after, "item": head}
    for cue in amounts.cues:
        if cue.types and act_type not in cue.types:
            continue
        where = sides[cue.side]
        if cue.pattern.match(where) if cue.side == "after" else cue.pattern.search(where):
            score += cue.weight
            vat = cue.vat or vat
            rule = f"{rule}+{cue.name}" if cue.weight > 0 else f"{rule}-{cue.name}"
    return Mention(money=money, part=part, score=score if money.marked else score - 0.5, vat=vat, rule=rule)


def _item_starts(text: ActText, sections: Sections, structure: Structure) -> list[int]:
    starts = {start for part in sections.parts for start in (part.start,)}
    starts.update(sections.subject or ())
    if structure.item:
        for span in [*sections.decision, *sections.spans("proposal"), *sections.spans("premises")]:
            starts.update(match.start() for match in structure.item.finditer(text.folded, *span))
    return sorted(starts)


def _actions(text: ActText, sections: Sections, amounts: Amounts) -> list[tuple[int, Cue]]:
    spans = [
        *sections.decision,
        *([sections.subject] if sections.subject else []),
        *sections.spans("premises"),
        *sections.spans("proposal"),
    ]
    return sorted(
        ((match.start(), cue) for span in spans for cue in amounts.actions for match in cue.pattern.finditer(text.folded, *span)),
        key=lambda found: found[0],
    )


def _resolved(text: ActText, sections: Sections, amounts: Amounts) -> Iterator[Span]:
    """The passages of the premises that announce the decision, down to the next semicolon or blank line."""
    for span in [*sections.spans("premises"), *sections.spans("proposal")]:
        for pattern in amounts.resolve:
            for match in pattern.finditer(text.folded, *span):
                stop = re.compile(r";|\n\s*\n|\.\s*\n").search(text.folded, match.end(), span[1])
                yield match.start(), stop.start() if stop else span[1]


def _ranked(mentions: Sequence[Mention], accounted: set[Decimal]) -> list[_Ranked]:
    by_value: dict[Decimal, list[Mention]] = {}
    for mention in mentions:
        by_value.setdefault(mention.money.value, []).append(mention)
    ranked = []
    for value, found in by_value.items():
        best = max(found, key=lambda mention: mention.score)
        again = sum(1 for mention in found if mention is not best and mention.score > 0)
        score = best.score + _REPEATED * min(3, again) + (_CORROBORATED if value in accounted else 0.0)
        ranked.append(_Ranked(value, score, best, tuple(found)))
    return sorted(ranked, key=lambda item: (-item.score, item.best.money.start))


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
    return any(abs(net * (100 + rate) / 100 - gross) <= max(_CENT * 2, net / 2000) for rate in rates) if gross > net else False


def _margin(best: _Ranked, others: Sequence[_Ranked]) -> float:
    return best.score - (others[0].score if others else 0.0)


def _value(text: ActText, ranked: _Ranked, amounts: Amounts, margin: float) -> FieldValue:
    money = ranked.best.money
    sure = min(0.97, 0.55 + 0.05 * max(0.0, ranked.score - amounts.threshold) + 0.06 * max(0.0, min(4.0, margin)))
    return text.value(ranked.value, (money.start, money.end), rule=ranked.best.rule, confidence=sure)


def _values(text: ActText, ranked: Sequence[_Ranked], amounts: Amounts) -> tuple[FieldValue, ...]:
    return tuple(replace(_value(text, found, amounts, 0.0), confidence=0.3) for found in ranked)


def _readings(text: ActText, best: _Ranked) -> tuple[FieldValue, ...]:
    money = best.best.money
    other = [*money.readings[1:], *([money.in_words] if money.in_words not in (None, money.value) else [])]
    return tuple(text.value(value, (money.start, money.end), rule="other_reading", confidence=0.4) for value in other if value is not None)


def _doubts(best: _Ranked, others: Sequence[_Ranked]) -> Iterator[str]:
    if len(best.best.money.readings) > 1:
        yield "amount_ambiguous"
    if any(mention.money.in_words not in (None, mention.money.value) for mention in best.mentions):
        yield "amount_words_differ"
    if any(other.best.part in _DECIDED and best.score - other.score < 1.0 for other in others):
        yield "amount_rivals"
