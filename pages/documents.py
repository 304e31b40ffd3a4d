"""Documents: the acts and their files, one act in full, and taking new files in."""

from __future__ import annotations

import streamlit as st

from digest_engine import _
from digest_engine.ui.act import show_act
from digest_engine.ui.deletion import show_proof
from digest_engine.ui.files import show_files
from digest_engine.ui.listing import show_acts
from digest_engine.ui.shell import run
from digest_engine.ui.state import engine, namespace, profile
from digest_engine.ui.uploads import show_upload


def show() -> None:
    """One act where the address names it; else the lists and the upload."""
    act_id = st.query_params.get("act")
    if act_id:
        show_act(act_id)
        return
    st.title(_("Documenti"), anchor=False)
    show_proof()
    name = namespace()
    views = {"acts": _("Atti"), "upload": _("Carica"), "files": _("File ricevuti")}
    if "missing" in st.query_params:
        st.session_state["documents.view"] = "acts"
    empty = name is None or engine().figures(name).totals.count == 0
    view = st.segmented_control(
        _("Vista"), list(views), format_func=views.__getitem__, default="upload" if empty else "acts", required=True,
        key="documents.view", persist_state="session", label_visibility="collapsed",
    )  # fmt: skip
    if view == "upload" or name is None:
        show_upload()
    elif view == "files":
        show_files(name)
    else:
        show_acts(name, profile(name))


run(show)
