"""Values that hold for every act of an upload, beside what is read in it."""

from __future__ import annotations

from datetime import date
from typing import Any

import streamlit as st

from digest_engine import _, current_language
from digest_engine.ui.ranges import DAY_FORMAT
from digest_engine.ui.state import engine


def pick_values(profile: str | None) -> dict[str, Any]:
    """The values given, by field; empty where none is."""
    kinds = engine().profile(profile)
    language = current_language()
    types = {kind.value: kind.label.text(language) for kind in kinds.act_types}
    with st.expander(_("Valori per tutti i file (facoltativi)"), icon=":material/edit_note:"):
        columns = st.columns(3)
        with columns[0]:
            day = st.date_input(kinds.field_label("act_date", language), value=None, format=DAY_FORMAT, key="documents.given.date")
        with columns[1]:
            issuer = st.text_input(kinds.field_label("issuer", language), key="documents.given.issuer")
        with columns[2]:
            act_type = st.selectbox(
                kinds.field_label("act_type", language), list(types), index=None, format_func=types.__getitem__,
                placeholder=_("come si legge nell'atto"), key=f"documents.given.act_type.{kinds.name}",
            )  # fmt: skip
        st.caption(_("Vincono su ciò che si legge e restano anche se l'atto si rilegge. I file già presenti restano come sono."))
    assert day is None or isinstance(day, date)
    given = {"date": day, "issuer": issuer.strip(), "act_type": act_type}
    return {field: value for field, value in given.items() if value}
