"""Taking files in: uploads and folders, with progress and one line for each file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from digest_engine import FileInput, FileReport, IngestReport, Profile, Table, _, current_language, escape, number
from digest_engine.ui.given import pick_values
from digest_engine.ui.labels import acts_text, file_outcome
from digest_engine.ui.review import review_text
from digest_engine.ui.safe import act_url
from digest_engine.ui.state import choose_namespace, engine, namespace, namespaces
from digest_engine.ui.tables import OPEN, make_table, show_table

REPORTS = "documents.reports"
SUMMARY = "documents.summary"
DEFAULT_NAMESPACE = "atti"
TYPES = (
    "pdf", "p7m", "txt", "md", "docx", "odt", "html", "htm", "eml", "xlsx", "csv", "xml", "zip", "jpg", "jpeg", "png", "tif", "tiff",
)  # fmt: skip


def show_upload() -> None:
    """Where to put the files, the files, and what became of them."""
    name, profile = _destination()
    given = pick_values(profile)
    left, right = st.columns(2)
    with left, st.container(border=True, height="stretch"):
        st.subheader(_("Da questo computer"), anchor=False)
        files = st.file_uploader(
            _("Atti in PDF, p7m, testo, Office, mail, tabelle o ZIP; anche molti insieme"), type=list(TYPES), accept_multiple_files=True,
            key="documents.files",
        )  # fmt: skip
        if st.button(_("Carica"), type="primary", icon=":material/upload:", disabled=not (files and name), key="documents.upload"):
            _take([FileInput(file.name, file.getvalue()) for file in files], name, profile, given)
    with right, st.container(border=True, height="stretch"):
        st.subheader(_("Da una cartella del server"), anchor=False)
        folder = st.text_input(_("Percorso della cartella"), key="documents.folder", placeholder="/srv/atti/2026")
        st.caption(_("Si leggono anche le sottocartelle; i file già presenti non si rileggono."))
        if st.button(
            _("Importa la cartella"), icon=":material/drive_folder_upload:", disabled=not (folder and name), key="documents.import"
        ):
            _take_folder(Path(folder).expanduser(), name, profile, given)
    _show_reports(engine().profile(profile))


def result_rows(reports: Sequence[FileReport], kinds: Profile) -> Table:
    """One line a file, and one for each document or unreadable member of a file that holds several."""
    columns = ((OPEN, _("Apri")), ("name", _("File")), ("outcome", _("Esito")), ("note", _("Da controllare")))
    rows: list[tuple[Any, ...]] = []
    for report in reports:
        first = report.documents[0] if len(report.documents) == 1 else None
        rows.append((act_url(first.act_id) if first else None, report.name, file_outcome(report), _note(first, kinds) if first else None))
        if not report.known:
            several = report.documents if len(report.documents) > 1 else ()
            rows += [(act_url(item.act_id), item.name, _outcomes()[item.outcome], _note(item, kinds)) for item in several]
            rows += [
                (None, item.name, _("non letto: {reason}").format(reason=item.message), None)
                for item in report.failures
                if report.documents
            ]
    return make_table(columns, rows)


def _destination() -> tuple[str, str | None]:
    known = {record.name: record.profile for record in namespaces()}
    options = list(known) or [DEFAULT_NAMESPACE]
    current = namespace()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            _("Archivio di destinazione"), options, index=options.index(current) if current in options else 0, accept_new_options=True,
            help=_("Scegli un archivio o scrivi il nome di uno nuovo."), key="documents.namespace", width=320,
        )  # fmt: skip
        profiles = engine().profiles()
        preset = known.get(name or "", engine().settings.profile)
        titles = {item: engine().profile(item).title.text(current_language()) for item in profiles}
        profile = st.selectbox(
            _("Profilo"), profiles, index=profiles.index(preset) if preset in profiles else 0, format_func=titles.__getitem__,
            help=_("Come si leggono gli atti: tipi, campi e regole."), key=f"documents.profile.{name}", width=320,
        )  # fmt: skip
    return name or "", profile


def _take_folder(folder: Path, name: str, profile: str | None, given: dict[str, Any]) -> None:
    if not folder.is_dir():
        st.error(_("Sul server non c'è una cartella con questo percorso."), icon=":material/folder_off:")
        return
    count = sum(1 for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    _take([folder], name, profile, given, total=count)


def _take(sources: Sequence[Path | FileInput], name: str, profile: str | None, given: dict[str, Any], *, total: int = 0) -> None:
    """Take in and show each result as it comes; what was read stays shown if the page is left halfway."""
    files = total or len(sources)
    reports: list[FileReport] = []
    st.session_state[REPORTS], st.session_state[SUMMARY] = reports, None
    bar = st.progress(0.0, text=_("Leggo…"))

    def told(done: int, report: FileReport) -> None:
        reports.append(report)
        text = _("Letti {done} di {total} file: {name}").format(done=number(done), total=number(files), name=escape(report.name))
        bar.progress(min(done / files, 1.0), text=text)

    st.session_state[SUMMARY] = engine().ingest(sources, namespace=name, profile=profile, additional_metadata=given, progress=told)
    choose_namespace(name)
    st.rerun()


def _show_reports(kinds: Profile) -> None:
    reports: list[FileReport] = st.session_state.get(REPORTS) or []
    if not reports:
        return
    st.subheader(_("Esito del caricamento"), anchor=False)
    summary: IngestReport | None = st.session_state.get(SUMMARY)
    if summary is None:
        st.warning(_("Caricamento interrotto: i file qui sotto sono letti. Ripeti per gli altri: quelli già presenti non si rileggono."))
    else:
        st.markdown(_summary_line(summary))
    show_table(result_rows(reports, kinds), key="documents.results", wide="outcome")


def _summary_line(report: IngestReport) -> str:
    parts = [
        _("**{count}** file").format(count=number(len(report.files))),
        _("**{count}** atti nuovi").format(count=number(report.new_acts)),
        _("**{count}** documenti di atti già noti").format(count=number(report.same_acts + report.duplicates)),
        _("**{count}** nuove versioni").format(count=number(report.versions)),
        _("**{count}** già presenti").format(count=number(report.known)),
        _("**{count}** non letti").format(count=number(report.failed)),
        _("**{count}** senza data").format(count=number(report.undated)),
    ]
    archive = _("Ora l'archivio ha {acts}.").format(acts=acts_text(report.acts))
    return ", ".join(parts) + f". {archive}"


def _outcomes() -> dict[str, str]:
    return {
        "new": _("atto nuovo"),
        "copy": _("stesso atto di un documento già in archivio"),
        "version": _("nuova versione di un atto"),
        "duplicate": _("stesso documento"),
    }


def _note(document: Any, kinds: Profile) -> str | None:
    notes = [_("senza data")] if document.undated else []
    if document.conflict:
        notes.append(_("stesso numero di un altro atto, ma diverso: tenuto distinto"))
    return "; ".join([*notes, *(review_text(flag, kinds) for flag in document.review)]) or None
