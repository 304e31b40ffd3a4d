"""What reading with a language model takes, took and left undone, in words. The command line and the pages say the same."""

from __future__ import annotations

from decimal import Decimal

from digest_engine.figures_text import number
from digest_engine.i18n import _
from digest_engine.ingest.enrich import Enriched, Estimate
from digest_engine.llm.base import Usage


def estimate_text(estimate: Estimate) -> str:
    """Acts, calls, tokens and cost of a job, before it starts."""
    text = _("Atti da leggere: {acts}; chiamate: {calls}; token: circa {read} letti e {written} scritti.").format(
        acts=number(estimate.acts), calls=number(estimate.calls), read=number(estimate.prompt_tokens),
        written=number(estimate.completion_tokens),
    )  # fmt: skip
    cost = _("Prezzo non noto.") if estimate.cost is None else _("Costo stimato: {cost}.").format(cost=dollars(estimate.cost))
    return f"{text} {cost}"


def caps_text(*, max_calls: int, max_cost: float) -> str:
    """The hard caps of a job; `max_cost` in US dollars."""
    text = _("Tetti: {calls} chiamate (DIGEST_LLM_MAX_CALLS) e {cost} (DIGEST_LLM_MAX_COST), se il fornitore dichiara i prezzi.")
    return text.format(calls=number(max_calls), cost=dollars(max_cost))


def usage_text(usage: Usage) -> str:
    """Calls, tokens and cost so far."""
    text = _("Chiamate: {calls}; token: {read} letti e {written} scritti; costo: {cost}.")
    cost = dollars(usage.cost) if usage.cost else _("non dichiarato")
    return text.format(
        calls=number(usage.calls), read=number(usage.prompt_tokens), written=number(usage.completion_tokens), cost=cost
    )  # fmt: skip


def enriched_text(report: Enriched) -> str:
    """How many acts were read, and how."""
    text = _("Atti letti dal modello: {done} (alla seconda richiesta: {repaired}); non riusciti: {failed}; rimasti: {left}.")
    return text.format(
        done=number(report.done), repaired=number(report.repaired), failed=number(len(report.failed)), left=number(report.left)
    )  # fmt: skip


def stopped_text(report: Enriched) -> str:
    """Why a job ended early and how the rest is read; empty where it came to its end."""
    reasons = {
        "calls": _("Fermato al tetto delle chiamate: ripetendo si leggono gli atti rimasti."),
        "cost": _("Fermato al tetto di spesa: ripetendo si leggono gli atti rimasti."),
        "failures": _("Fermato dopo troppe risposte mancate di seguito: il modello è spento, o non sa rispondere nella forma richiesta."),
    }
    return reasons[report.stopped] if report.stopped and report.left else ""


def dollars(cost: float) -> str:
    """A cost in US dollars, to the hundredth of a cent."""
    return f"{number(Decimal(str(round(cost, 4))), places=4)} $"
