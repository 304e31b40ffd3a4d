"""Reading acts again from their originals by the rules of today: one, the selected ones, or all."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from digest_engine import Reextracted, _, number
from digest_engine.ui.guard import guard
from digest_engine.ui.state import engine

OUTCOME = "documents.reread.outcome"


def reread_button(namespace: str, act_ids: Sequence[str], *, label: str) -> None:
    """Reads these acts again."""
    if st.button(label, icon=":material/refresh:", help=_meaning(), key="documents.reread"):
        _reread(namespace, act_ids)


def reread_all(namespace: str) -> None:
    """Says what will happen, then reads the whole archive again."""
    with st.popover(_("Rileggi tutto l'archivio"), icon=":material/refresh:"):
        st.markdown(_meaning())
        if st.button(_("Rileggi"), type="primary", icon=":material/refresh:", key="documents.reread.all"):
            _reread(namespace, None)


def show_reread() -> None:
    """What the latest reading changed, once."""
    report: Reextracted | None = st.session_state.pop(OUTCOME, None)
    if report is None:
        return
    text = _("Riletti. Atti cambiati: {changed}; invariati: {unchanged}.")
    st.success(text.format(changed=number(len(report.changed)), unchanged=number(report.unchanged)), icon=":material/refresh:")
    if report.unreadable:
        text = _("Non riletti, perché l'originale manca o è guasto: {count}. Li elenca `digest-engine verify`.")
        st.warning(text.format(count=number(len(report.unreadable))), icon=":material/warning:")


def _meaning() -> str:
    return _(
        "Si rilegge l'originale con le regole di oggi. Le correzioni a mano restano; ciò che aveva letto il modello si toglie, "
        "e torna con la prossima lettura con il modello."
    )


def _reread(namespace: str, act_ids: Sequence[str] | None) -> None:
    with guard():
        bar = st.progress(0.0, text=_("Rileggo…"))

        def told(done: int, total: int) -> None:
            bar.progress(done / total, text=_("Riletti {done} di {total} atti").format(done=number(done), total=number(total)))

        st.session_state[OUTCOME] = engine().reextract(namespace, act_ids, progress=told)
        st.rerun()
