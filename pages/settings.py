"""Settings: the active parts and their state, the reference day, and the archives."""

from __future__ import annotations

import streamlit as st

from digest_engine import NamespaceRecord, Table, _, current_language, number
from digest_engine.ui.deletion import keep_proof, show_proof
from digest_engine.ui.guard import guard
from digest_engine.ui.model import show_model
from digest_engine.ui.ranges import DAY_FORMAT
from digest_engine.ui.shell import run
from digest_engine.ui.state import TODAY, choose_namespace, engine, moment_text, namespace, namespaces
from digest_engine.ui.tables import make_table, show_table


def show() -> None:
    """Parts, reference day, archives."""
    st.title(_("Impostazioni"), anchor=False)
    show_proof()
    left, right = st.columns([3, 2])
    with left, st.container(border=True, height="stretch"):
        st.subheader(_("Parti attive"), anchor=False)
        show_table(parts_table(), key="settings.parts", wide="value")
        _indexing()
    with right, st.container(border=True, height="stretch"):
        st.subheader(_("Giorno di riferimento"), anchor=False)
        st.date_input(_("Oggi è"), value=None, format=DAY_FORMAT, key=TODAY, persist_state="session")
        text = _("Da qui si contano «ieri», «il mese scorso» e simili. Vuoto: il giorno italiano di oggi, {day}.")
        st.caption(text.format(day=f"{engine().today():%d/%m/%Y}"))
        st.caption(_("La lingua si sceglie nella barra a sinistra."))
    name = namespace()
    if name is not None:
        with st.container(border=True):
            show_model(name)
    st.subheader(_("Archivi"), anchor=False)
    records = namespaces()
    if records:
        show_table(archives_table(records), key="settings.archives", wide="name")
    create, delete = st.columns(2)
    with create, st.container(border=True, height="stretch"):
        show_creation()
    with delete, st.container(border=True, height="stretch"):
        show_deletion([record.name for record in records])


def parts_table() -> Table:
    """What is active; what is off says so."""
    state = engine().state()
    places = {"sql": _("nel catalogo"), "folder": _("nella cartella dei dati"), "s3": "S3"}
    rows = [
        (_("Catalogo"), state.catalog),
        (_("Testi e file originali"), places.get(state.chunks, state.chunks)),
        (_("Vettori"), state.vectors),
        (_("Codificatore"), state.encoder or _("nessuno: ricerca per parole")),
        (_("Modello linguistico"), state.llm or _("nessuno: regole e scrittura per estratti")),
        (_("Profilo predefinito"), engine().profile(state.profile).title.text(current_language())),
        (_("Cartella dei dati"), str(state.extra["data_dir"])),
    ]
    return make_table((("part", _("Parte")), ("value", _("In uso"))), rows)


def archives_table(records: list[NamespaceRecord]) -> Table:
    """One row an archive."""
    columns = (
        ("name", _("Archivio")), ("profile", _("Profilo")), ("acts", _("Atti")), ("files", _("File")), ("passages", _("Passi")),
        ("created", _("Creato il")),
    )  # fmt: skip
    titles = {record.profile: engine().profile(record.profile).title.text(current_language()) for record in records}
    rows = [
        (record.name, titles[record.profile], record.acts, record.files, record.passages, moment_text(record.created_at))
        for record in records
    ]
    return make_table(columns, rows)


def show_creation() -> None:
    """A new, empty archive."""
    st.markdown(f"**{_('Nuovo archivio')}**")
    name = st.text_input(_("Nome"), key="settings.new.name", max_chars=120)
    profiles = engine().profiles()
    titles = {item: engine().profile(item).title.text(current_language()) for item in profiles}
    usual = profiles.index(engine().settings.profile) if engine().settings.profile in profiles else 0
    kind = st.selectbox(_("Profilo"), profiles, index=usual, format_func=titles.__getitem__, key="settings.new.profile")
    if st.button(_("Crea"), icon=":material/add:", disabled=not name.strip(), key="settings.create"):
        with guard():
            engine().create_namespace(name.strip(), profile=kind)
            choose_namespace(name.strip())
            st.rerun()


def show_deletion(names: list[str]) -> None:
    """Erasing an archive takes typing its name."""
    st.markdown(f"**{_('Cancella un archivio')}**")
    name = st.selectbox(_("Archivio"), names, index=None, placeholder=_("Scegli"), key="settings.delete.name")
    typed = st.text_input(_("Riscrivi il nome per confermare"), key="settings.delete.typed", disabled=name is None)
    st.caption(_("Si cancellano tutti i suoi atti, file, testi, digest e vettori; gli altri archivi restano come sono."))
    if st.button(_("Cancella"), icon=":material/delete_forever:", disabled=name is None or typed != name, key="settings.delete"):
        with guard():
            keep_proof(engine().delete_namespace(str(name)))
            st.rerun()


def _indexing() -> None:
    state = engine().state()
    index = state.index
    text = _("Ricerca semantica: indicizzati {indexed} di {total} passaggi")
    st.caption(text.format(indexed=number(index.indexed), total=number(index.total)))
    if index.stuck:
        st.warning(_("{count} passaggi non indicizzati al primo tentativo: si riprova da sé.").format(count=number(index.stuck)))
        st.text(state.stuck_error)


run(show)
