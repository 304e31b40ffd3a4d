"""The language model: its state, what it has cost, and reading an archive with it."""

from __future__ import annotations

import streamlit as st

from digest_engine import Enriched, Estimate, _, caps_text, enriched_text, escape, estimate_text, number, stopped_text, usage_text
from digest_engine.ui.guard import guard
from digest_engine.ui.state import engine

ESTIMATE = "settings.model.estimate"
OUTCOME = "settings.model.outcome"


def show_model(namespace: str) -> None:
    """The panel of an archive: estimate first, then the start."""
    st.subheader(_("Lettura con il modello"), anchor=False)
    chosen = engine().settings.llm
    if not chosen.model:
        st.markdown(_("Nessun modello linguistico: si imposta con `DIGEST_LLM_MODEL` (e `DIGEST_LLM_API_BASE` per un server proprio)."))
        return
    st.text(_("{model}, archivio {name}").format(model=chosen.model, name=namespace))
    st.caption(escape(_("Finora. {usage}").format(usage=usage_text(engine().usage(namespace)))))
    _outcome(namespace)
    with guard():
        _job(namespace)


def _job(namespace: str) -> None:
    estimates: dict[str, Estimate] = st.session_state.setdefault(ESTIMATE, {})
    if st.button(_("Calcola quanto serve"), icon=":material/calculate:", key="settings.model.estimate.button"):
        estimates[namespace] = engine().estimate_enrichment(namespace)
    estimate = estimates.get(namespace)
    if estimate is None:
        st.caption(_("Il modello aggiunge ciò che le regole non leggono; dove dice altro, lo si mostra e vale la regola."))
        return
    if not estimate.acts:
        st.info(_("Il modello ha già letto tutti gli atti di questo archivio."), icon=":material/done_all:")
        return
    st.markdown(estimate_text(estimate))
    chosen = engine().settings.llm
    st.caption(escape(caps_text(max_calls=chosen.max_calls, max_cost=chosen.max_cost)))
    if estimate.calls > chosen.max_calls:
        st.warning(_("Le chiamate superano il tetto: una parte degli atti resterà per la volta seguente."), icon=":material/warning:")
    if st.button(_("Leggi con il modello"), type="primary", icon=":material/neurology:", key="settings.model.start"):
        _start(namespace)


def _start(namespace: str) -> None:
    """Read; what was read stays if the page is left halfway, and the next estimate counts the rest."""
    st.session_state[ESTIMATE].pop(namespace)
    bar = st.progress(0.0, text=_("Leggo…"))

    def told(done: int, total: int) -> None:
        bar.progress(done / total, text=_("Letti {done} di {total} atti").format(done=number(done), total=number(total)))

    st.session_state[OUTCOME] = (namespace, engine().enrich(namespace, progress=told))
    st.rerun()


def _outcome(namespace: str) -> None:
    kept: tuple[str, Enriched] | None = st.session_state.get(OUTCOME)
    if kept is None or kept[0] != namespace:
        return
    report = kept[1]
    st.markdown(enriched_text(report))
    if stopped := stopped_text(report):
        st.warning(stopped, icon=":material/front_hand:")
    if report.failed:
        text = _("Gli atti non riusciti restano come le regole li hanno letti, con un segno da rivedere.")
        st.warning(text, icon=":material/flag:")
    st.caption(escape(_("Questa lettura. {usage}").format(usage=usage_text(report.usage))))
