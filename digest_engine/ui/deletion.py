"""Deleting acts and archives: confirmation first, then the proof of what was erased."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from digest_engine import DeletionProof, _
from digest_engine.ui.guard import guard
from digest_engine.ui.labels import acts_text
from digest_engine.ui.safe import leave_act
from digest_engine.ui.state import engine
from digest_engine.ui.tables import make_table, show_table

PROOF = "app.proof"


def delete_button(act_ids: Sequence[str], *, namespace: str, label: str = "") -> None:
    """Asks for confirmation, then erases the acts and goes back to the list, where the proof is."""
    with st.popover(label or _("Cancella {acts}").format(acts=acts_text(len(act_ids))), icon=":material/delete:"):
        st.markdown(
            _("Si cancellano file, testo, vettori e valori. I digest dei loro periodi diventano superati. **Non si può tornare indietro.**")
        )
        if st.button(_("Cancella per sempre"), type="primary", icon=":material/delete_forever:", key="documents.delete"):
            with guard():
                keep_proof(engine().delete(namespace, act_ids))
                leave_act()
                st.rerun()


def keep_proof(proof: DeletionProof) -> None:
    """Keep the proof for the next run."""
    st.session_state[PROOF] = proof


def show_proof() -> None:
    """The proof of the latest deletion of this session, until it is closed."""
    proof: DeletionProof | None = st.session_state.get(PROOF)
    if proof is None:
        return
    with st.container(border=True):
        st.subheader(_("Prova della cancellazione"), anchor=False)
        show_table(make_table((("what", _("Che cosa")), ("count", _("Quanti"))), proof_rows(proof)), key="app.proof.table", wide="what")
        if proof.left:
            st.info(_("I vettori rimasti saranno tolti appena il loro archivio è libero; nessuna ricerca li mostra già ora."))
        if st.button(_("Chiudi"), key="app.proof.close"):
            del st.session_state[PROOF]
            st.rerun()


def proof_rows(proof: DeletionProof) -> list[tuple[str, int]]:
    """What was erased, counted after the fact."""
    rows = [
        (_("atti cancellati"), proof.acts),
        (_("passi di testo cancellati"), proof.chunks),
        (_("file originali cancellati"), proof.files),
        (_("vettori in memoria cancellati"), proof.cached_vectors),
        (_("digest diventati superati"), proof.stale_digests),
    ]
    return rows + [(_("{what}: ancora da togliere").format(what=what), count) for what, count in proof.left.items()]
