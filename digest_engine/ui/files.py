"""The files that were given, and what became of each."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from digest_engine import FileRecord, Table, _, number
from digest_engine.ui.labels import file_outcome
from digest_engine.ui.state import engine, moment_text, today
from digest_engine.ui.tables import csv_button, make_table, show_table


def show_files(name: str) -> None:
    """Every file of the archive, the latest first, with its status and what could not be read in it."""
    files = engine().files(name)
    if not files:
        st.info(_("Nessun file ricevuto in questo archivio."), icon=":material/folder_off:")
        return
    labels = statuses()
    counts = Counter[str](file.status for file in files)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        chosen = st.pills(
            _("Stato"), [status for status in labels if counts[status]], selection_mode="multi",
            format_func=lambda status: f"{labels[status]} ({number(counts[status])})", key="documents.status",
        )  # fmt: skip
        table = files_table([file for file in files if not chosen or file.status in chosen])
        csv_button(table, name=f"file_{name}_{today():%Y%m%d}", key="documents.files.csv")
    show_table(table, key="documents.files.table", wide="outcome")


def statuses() -> dict[str, str]:
    """What each status of a file is called."""
    return {
        "indexed": _("indicizzati"),
        "same_as": _("stesso atto"),
        "partial": _("letti in parte"),
        "failed": _("non letti"),
        "empty": _("senza atti"),
    }


def files_table(files: list[FileRecord]) -> Table:
    """One row a file; the members that could not be read are named with their reason."""
    columns = (
        ("name", _("File")), ("outcome", _("Esito")), ("received", _("Ricevuto il")), ("size", _("Byte")),
        ("unread", _("Non letti al suo interno")), ("sha256", _("Impronta (SHA-256)")),
    )  # fmt: skip
    return make_table(columns, [_row(file) for file in files])


def _row(file: FileRecord) -> tuple[str | int | None, ...]:
    unread = "; ".join(f"{name}: {message}" for name, _reason, message in file.failures) or None
    return file.name, file_outcome(file), moment_text(file.received_at), file.size, unread, file.sha256
