"""Amounts in their places: each mention of the decision, the subject and the announcing premises, weighed by the words around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from digest_engine.ingest.extract.money import Money, find_money
from digest_engine.ingest.extract.sections import Sections, Span
from digest_engine.ingest.extract.text import ActText
from digest_engine.profiles.rules import AmountCue, Amounts, Cue, Structure
from digest_engine.types import VatFlag

_BEFORE, _AFTER, _ITEM_HEAD = 130, 90, 140
_NEAR, _FAR = 160, 420
_UNMARKED = 0.5
_STOP = re.compile(r";|\n[^\S\n]*\n|\.[^\S\n]*\n")


@dataclass(frozen=True, slots=True)
class Mention:
    """An amount in its place: how much speaks for it, what is said there of VAT, the names of the cues, and where its item starts."""

    money: Money
    part: str
    score: float
    vat: VatFlag | None
    cues: tuple[str, ...]
    item: int

    @property
    def value(self) -> Decimal:
        """The most likely reading of the amount."""
        return self.money.value

    @property
    def rule(self) -> str:
        """Where it stands and what spoke for or against it."""
        return ":".join((self.part, "+".join(self.cues))) if self.cues else self.part


def find_mentions(text: ActText, sections: Sections, amounts: Amounts, structure: Structure, *, act_type: str) -> list[Mention]:
    """The amounts that may be the act's own, in the order of the text."""
    places = _places(text, sections, amounts)
    items = _item_starts(text, sections, structure)
    mentions = []
    for part, span in places:
        found = find_money(text.folded, amounts, start=span[0], end=span[1])
        actions = _actions(text, (span[0], found[-1].start), amounts) if found else []
        mentions += [_mention(text, money, part, amounts, act_type, _item(items, money.start), actions) for money in found]
    return mentions


def premises_mentions(text: ActText, sections: Sections, amounts: Amounts, *, act_type: str) -> list[Mention]:
    """Every amount of the premises: never the act's own by itself, but it may say what the decision leaves out about VAT."""
    spans = [*sections.spans("premises"), *sections.spans("proposal")]
    found = [money for span in spans for money in find_money(text.folded, amounts, start=span[0], end=span[1])]
    return [_mention(text, money, "resolved", amounts, act_type, (money.start - _BEFORE, money.end + _AFTER), ()) for money in found]


def accounted(text: ActText, sections: Sections, amounts: Amounts) -> list[Money]:
    """The amounts of the accounting visas: they confirm, they are never the act's own."""
    return [money for span in sections.spans("accounting") for money in find_money(text.folded, amounts, start=span[0], end=span[1])]


def _places(text: ActText, sections: Sections, amounts: Amounts) -> list[tuple[str, Span]]:
    places = [(kind, span) for kind in amounts.sections for span in sections.spans(kind)]
    places += [("subject", sections.subject)] if sections.subject else []
    places += [("heading", span) for span in sections.around_subject]
    places += [("resolved", span) for span in _resolved(text, sections, amounts)]
    return sorted(((part, span) for part, span in places if part in amounts.sections), key=lambda place: place[1])


def _resolved(text: ActText, sections: Sections, amounts: Amounts) -> Iterator[Span]:
    """The passages of the premises that announce the decision, down to the next semicolon, blank line or full stop."""
    for span in [*sections.spans("premises"), *sections.spans("proposal")]:
        reached = span[0]
        for start, end in sorted(match.span() for pattern in amounts.resolve for match in pattern.finditer(text.folded, *span)):
            if start >= reached:
                stop = _STOP.search(text.folded, end, span[1])
                reached = stop.start() if stop else span[1]
                yield start, reached


def _item_starts(text: ActText, sections: Sections, structure: Structure) -> list[int]:
    starts = {part.start for part in sections.parts}
    starts.update(sections.subject or ())
    if structure.item:
        starts.update(match.start() for span in sections.decision for match in structure.item.finditer(text.folded, *span))
    return sorted(starts)


def _item(items: Sequence[int], offset: int) -> Span:
    index = bisect_right(items, offset)
    return (items[index - 1] if index else 0, items[index] if index < len(items) else offset + _AFTER + _BEFORE)


@lru_cache(maxsize=16)
def _all_actions(actions: tuple[Cue, ...]) -> re.Pattern[str]:
    # One word boundary for all of them: tried at every character, the alternation would cost as much as the rest of the extraction.
    return re.compile(rf"\b(?:{'|'.join(f'(?P<{action.name}>{action.pattern.pattern})' for action in actions) or '(?!)'})")


def _actions(text: ActText, span: Span, amounts: Amounts) -> list[tuple[int, Cue]]:
    known = {action.name: action for action in amounts.actions}
    matches = _all_actions(amounts.actions).finditer(text.folded, *span)
    return [(match.start(), known[match.lastgroup]) for match in matches if match.lastgroup]


def _mention(
    text: ActText, money: Money, part: str, amounts: Amounts, act_type: str, item: Span, actions: Sequence[tuple[int, Cue]]
) -> Mention:
    score = amounts.sections[part] - (0.0 if money.marked else _UNMARKED)
    cues = []
    action = _nearest(actions, money.start, item[0])
    if action:
        score += action[0]
        cues.append(action[1])
    vat: VatFlag | None = None
    for cue in _fitting(text, money, item, amounts, act_type):
        score += cue.weight
        vat = cue.vat or vat
        cues.append(cue.name)
    return Mention(money=money, part=part, score=round(score, 2), vat=vat, cues=tuple(cues), item=item[0])


def _nearest(actions: Sequence[tuple[int, Cue]], offset: int, item: int) -> tuple[float, str] | None:
    """The weight of the last action before the amount in its item; it fades with distance."""
    index = bisect_right(actions, offset, key=lambda action: action[0])
    if not index or actions[index - 1][0] < item:
        return None
    start, action = actions[index - 1]
    distance = offset - start
    share = 1.0 if distance < _NEAR else 0.7 if distance < _FAR else 0.3
    return action.weight * share, action.name


def _fitting(text: ActText, money: Money, item: Span, amounts: Amounts, act_type: str) -> Iterator[AmountCue]:
    before = text.folded[max(item[0], money.start - _BEFORE) : money.start]
    after = text.folded[money.past : max(money.past, min(item[1], money.past + _AFTER))]
    head = text.folded[item[0] : min(money.start, item[0] + _ITEM_HEAD)]
    for cue in amounts.cues:
        if cue.types and act_type not in cue.types:
            continue
        if cue.pattern.match(after) if cue.side == "after" else cue.pattern.search(before if cue.side == "before" else head):
            yield cue
