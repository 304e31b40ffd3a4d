"""Writing answers without a model: sentences quoted from passages, with act and page; digests of a period with the figures from SQL."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from digest_engine.catalog.digests import DigestRecord
from digest_engine.digest.compose import act_values, escape
from digest_engine.figures_text import period_text
from digest_engine.i18n import _
from digest_engine.ingest.situate import act_name
from digest_engine.profiles import Profile
from digest_engine.query.retrieve import Passage, shared_stems
from digest_engine.text import stems
from digest_engine.types import Period

_SENTENCE = re.compile(r"(?<=[.;!?])\s+(?=[A-ZÀ-Ý\d«“\"(-])")
QUOTED_ACTS = 3
# An act is quoted beside the best one only where it scores nearly as well.
NEAR = 0.85
QUOTE_LIMIT = 420
# Below this share of the question's content stems found in a passage or its context, and below this cosine, nothing answers.
ENOUGH_WORDS = 0.3
ENOUGH_COSINE = 0.86


@dataclass(frozen=True, slots=True)
class Quoted:
    """A passage chosen as evidence with the sentence quoted from it."""

    passage: Passage
    sentence: str


def choose_evidence(question: str, passages: Sequence[Passage]) -> list[Quoted]:
    """One quotation an act, best act first; none where no passage has to do with the question."""
    asked = list(dict.fromkeys(stems(question)))
    best: dict[str, Quoted] = {}
    for passage in passages:
        if passage.act.act_id not in best and _relevant(asked, passage):
            best[passage.act.act_id] = Quoted(passage, _best_sentence(asked, passage.chunk.text))
    return list(best.values())


def answer_from_passages(question: str, passages: Sequence[Passage], profile: Profile) -> tuple[str, list[Quoted]]:
    """The answer and the evidence it cites; a plain sentence where nothing was found."""
    quoted = choose_evidence(question, passages)
    if not quoted:
        return _("Nessun atto dell'archivio risponde a questa domanda."), []
    return "\n\n".join(_paragraphs(quoted, profile)), quoted


def answer_from_digests(
    computed_text: str, records: Sequence[DigestRecord], texts: Sequence[str], gaps: Sequence[Period], *, summary: bool
) -> str:
    """Figures first, then the digests of the period, then what no digest covers."""
    parts = [computed_text]
    if summary:
        parts += texts
        if not records:
            parts.append(_("Nessun digest trovato per il periodo richiesto.") + " " + _(
                "Le cifre qui sopra vengono dagli atti; per scrivere il digest: pagina Digest, oppure `digest-engine generate`."))  # fmt: skip
        elif gaps:
            covered = ", ".join(period_text(gap.start, gap.end) for gap in gaps)
            parts.append(_("Giorni senza digest, contati dagli atti: {periods}.").format(periods=covered))
    return "\n\n".join(part for part in parts if part)


def _relevant(asked: Sequence[str], passage: Passage) -> bool:
    if passage.dense is not None and passage.dense >= ENOUGH_COSINE:
        return True
    if not asked:
        return False
    return shared_stems(asked, f"{passage.chunk.text} {passage.chunk.context} {passage.act.subject or ''}") >= ENOUGH_WORDS


def _best_sentence(asked: Sequence[str], text: str) -> str:
    sentences = [sentence.strip() for sentence in _SENTENCE.split(text) if len(sentence.strip()) > 20] or [text]
    wanted = set(asked)
    scored = [(len(wanted & set(stems(sentence))), -position, sentence) for position, sentence in enumerate(sentences)]
    found = max(scored)
    following = sentences[-found[1] + 1] if len(found[2]) < 120 and -found[1] + 1 < len(sentences) else ""
    return _shortened(f"{found[2]} {following}".strip())


def _shortened(sentence: str) -> str:
    if len(sentence) <= QUOTE_LIMIT:
        return sentence
    return sentence[: sentence.rfind(" ", 0, QUOTE_LIMIT)] + " […]"


def _paragraphs(quoted: Sequence[Quoted], profile: Profile) -> Iterator[str]:
    near = [item for item in quoted[:QUOTED_ACTS] if item.passage.score >= NEAR * quoted[0].passage.score]
    for item in near:
        act, page = item.passage.act, item.passage.chunk.page
        link = f"[{escape(act_name(act, profile))}](?act={act.act_id})"
        yield f"{link}, {_('pag. {page}').format(page=page)}: «{escape(item.sentence)}»"
        details = [f"{_('Oggetto')}: {escape(act.subject)}" if act.subject else "", act_values(act, profile)]
        yield "  \n".join(detail for detail in details if detail)
    others = [item.passage.act for item in quoted if item not in near]
    if others:
        names = "; ".join(f"[{escape(act_name(act, profile))}](?act={act.act_id})" for act in others)
        yield f"{_('Altri atti pertinenti')}: {names}."
