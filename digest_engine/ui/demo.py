"""The one click that shows the product on invented acts."""

from __future__ import annotations

import streamlit as st

from digest_engine import _, number
from digest_engine.ui.state import choose_namespace, engine

DEMO = "demo"


def demo_button(page: str) -> None:
    """Loads the demo and opens its archive. Loading it twice changes nothing."""
    if st.button(_("Carica la demo"), type="primary", icon=":material/play_circle:", key=f"{page}.demo"):
        bar = st.progress(0.0, text=_("Preparo gli atti inventati…"))

        def told(done: int, total: int) -> None:
            bar.progress(done / total, text=_("Letti {done} di {total} file").format(done=number(done), total=number(total)))

        engine().load_demo(DEMO, progress=told)
        choose_namespace(DEMO)
        st.rerun()


def empty_archive(page: str) -> None:
    """What to do where there is nothing to show yet."""
    with st.container(border=True):
        st.subheader(_("Qui non c'è ancora nessun atto"), anchor=False)
        st.markdown(
            _(
                "Carica determine, delibere, decreti e ordinanze in PDF, testo o ZIP: cifre, andamenti e risposte sono pronti appena letti."
                " Oppure prova con la demo: oltre duecento atti inventati di enti diversi, in quattro mesi."
            )
        )
        with st.container(horizontal=True):
            demo_button(page)
            st.page_link("pages/documents.py", label=_("Carica i tuoi atti"), icon=":material/upload_file:")
