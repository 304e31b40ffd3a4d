"""Reading acts again from their originals by the rules of today: one, the selected ones, or all."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from digest_engine import Reextracted, _, number
from digest_engine.ui.guard import guard
from digest_engine.ui.state import engine

OUTCOME = "documents.reread.outcome"


def reread_button(namespace: str, act_ids: Sequence[str] | None, *, label: str, key: str) -> None:
    """Says what will happen, then reads these acts (None: all of the archive) again, with progress."""
    with st.popover(label, icon=":material/refresh:", key=f"{key}.more"):
        st.markdown(
            _(
                "Si rilegge l'originale con le regole di oggi. Le correzioni a mano restano; gli altri valori sono quelli che si leggono ora."
            )
        )
        if st.button(_("Rileggi"), type="primary", icon=":material/refresh:", key=key):
            with guard():
                bar = st.progress(0.0, text=_("Rileggo…"))

                def told(done: int, total: int) -> None:
                    bar.progress(done / total, text=_("Riletti {done} di {total} atti").format(done=number(done), total=number(total)))

                st.session_state[OUTCOME] = engine().reextract(namespace, act_ids, progress=told)
                st.rerun()


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
