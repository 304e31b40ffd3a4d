"""The parts of an amount: lots, suppliers or invoices that add up to it."""

from __future__ import annotations

from collections.abc import Sequence

from digest_engine.ingest.extract.codes import code_in
from digest_engine.ingest.extract.mentions import Mention
from digest_engine.ingest.extract.parties import supplier_in
from digest_engine.ingest.extract.text import ActText, squeeze
from digest_engine.profiles.rules import Rules
from digest_engine.types import AmountPart

_LABEL = 90


def amount_parts(text: ActText, mentions: Sequence[Mention], rules: Rules) -> tuple[AmountPart, ...]:
    """One part a mention, labelled by the words before it, back to the part before."""
    parts = []
    start = mentions[0].item if mentions else 0
    for index, mention in enumerate(mentions):
        end = mentions[index + 1].money.start if index + 1 < len(mentions) else mention.money.end + _LABEL
        span = (max(start, mention.item), mention.money.start)
        parts.append(
            AmountPart(
                label=_label(text, span, rules),
                amount=mention.value,
                supplier=supplier_in(text, span, rules.parties),
                cig=code_in(text, (span[0], end), rules.codes),
                page=text.page(mention.money.start),
            )
        )
        start = mention.money.end
    return tuple(parts)


def _label(text: ActText, span: tuple[int, int], rules: Rules) -> str:
    lots = list(rules.amounts.lot.finditer(text.folded, *span)) if rules.amounts.lot else []
    words = text.raw[lots[-1].start() : lots[-1].end()] if lots else text.raw[max(span[0], span[1] - 2 * _LABEL) : span[1]]
    return squeeze(words)[-_LABEL:].strip(" ,;:.-–()")
