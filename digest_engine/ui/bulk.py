"""Correcting one field of several acts at once."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from digest_engine import Profile, _, current_language
from digest_engine.ui.guard import guard
from digest_engine.ui.labels import acts_text
from digest_engine.ui.state import engine
from digest_engine.ui.values import FIELDS, field_input


def bulk_edit(act_ids: Sequence[str], profile: Profile) -> None:
    """The correction of the selected acts."""
    with st.popover(_("Correggi {acts}").format(acts=acts_text(len(act_ids))), icon=":material/edit:"):
        labels = {field: profile.field_label(field, current_language()) for field in FIELDS}
        field = st.selectbox(
            _("Campo"), list(labels), index=FIELDS.index("act_type"), format_func=labels.__getitem__, key="documents.bulk.field"
        )
        typed = field_input(field, None, profile, key=f"documents.bulk.{field}")
        st.caption(_("Il valore vale per tutti gli atti scelti; ogni correzione resta annotata e si può annullare nella pagina dell'atto."))
        if st.button(_("Salva"), type="primary", key="documents.bulk", disabled=not typed):
            with guard():
                for act_id in act_ids:
                    engine().edit(act_id, {field: typed})
                st.rerun()
