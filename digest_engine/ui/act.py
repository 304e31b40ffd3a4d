"""One act in full: values with their evidence beside the text, documents with signatures, relations, corrections, deletion."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import streamlit as st

from digest_engine import (
    Act,
    ActDetail,
    JournalEntry,
    Profile,
    StoredDocument,
    StoredRelation,
    _,
    current_language,
    date_text,
    escape,
    euro,
    usage_text,
)
from digest_engine import number as number_text
from digest_engine.ui.deletion import delete_button
from digest_engine.ui.guard import guard
from digest_engine.ui.labels import act_title, document_roles, relation_kinds
from digest_engine.ui.rereading import reread_button, show_reread
from digest_engine.ui.review import show_review
from digest_engine.ui.safe import act_url, leave_act
from digest_engine.ui.state import engine, moment_text
from digest_engine.ui.tables import make_table, show_table
from digest_engine.ui.values import field_text, show_values

TEXT_HEIGHT = 720


def show_act(act_id: str) -> None:
    """The page of an act, which the address names."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        if st.button(_("Tutti gli atti"), icon=":material/arrow_back:", type="tertiary", key="documents.back"):
            leave_act()
            st.rerun()
        detail = engine().act(act_id)
        with st.container(horizontal=True, width="content"):
            reread_button(detail.act.namespace, [act_id], label=_("Rileggi"))
            delete_button([act_id], namespace=detail.act.namespace, label=_("Cancella l'atto"))
    show_reread()
    profile = engine().profile(detail.act.profile)
    _head(detail.act, profile)
    left, right = st.columns([11, 10])
    with left:
        st.subheader(_("Che cosa dice"), anchor=False)
        show_values(detail, profile)
        _parts(detail)
        _usage(detail.act)
    with right:
        _text(detail)
        _documents(detail.documents)
        _relations(detail.relations, profile)
        _journal(detail.act, detail.journal, profile)


def _head(act: Act, profile: Profile) -> None:
    language = current_language()
    st.title(escape(act_title(act, profile)), anchor=False)
    organ = profile.organ_label(act.organ, language) if act.organ else None
    st.caption(escape(" · ".join(part for part in (act.issuer, organ, act.office) if part)))
    if act.subject:
        st.markdown(escape(act.subject))
    with st.container(horizontal=True):
        if act.act_type:
            st.badge(profile.act_type_label(act.act_type, language), icon=":material/category:")
        if act.amount is not None:
            label = f"{euro(act.amount)} {profile.role_label(act.amount_role, language)}, {profile.vat_label(act.amount_vat, language)}"
            st.badge(label, icon=":material/euro:", color="green")
        if act.act_date is None:
            st.badge(_("data mancante"), icon=":material/event_busy:", color="orange")
        if act.version > 1:
            st.badge(_("versione {number}").format(number=act.version), icon=":material/history:", color="gray")
        show_review(act, profile)
    if act.superseded_amount is not None:
        text = _("L'importo scritto nell'atto, {amount}, è stato rettificato da un atto successivo: non entra nelle somme.")
        st.info(text.format(amount=euro(act.superseded_amount)), icon=":material/info:")


def _usage(act: Act) -> None:
    """What reading this act with the language model has cost."""
    usage = engine().usage(act.namespace, act.act_id)
    if usage.calls:
        st.caption(escape(_("Modello linguistico. {usage}").format(usage=usage_text(usage))))


def _text(detail: ActDetail) -> None:
    st.subheader(_("Testo"), anchor=False)
    if detail.missing:
        text = _("{count} passi non si possono mostrare: mancano dall'archivio dei testi.")
        st.warning(text.format(count=number_text(len(detail.missing))), icon=":material/warning:")
    pages = sorted(detail.pages)
    if not pages:
        st.caption(_("Nessun testo leggibile."))
        return
    asked = st.query_params.get("page", "")
    start = int(asked) if asked.isdigit() and int(asked) in pages else pages[0]
    chosen = start
    if len(pages) > 1:
        chosen = st.segmented_control(
            _("Pagina"), pages, default=start, required=True, key=f"documents.page.{detail.act.act_id}", label_visibility="collapsed"
        )
    with st.container(border=True, height=TEXT_HEIGHT):
        st.caption(_("Pagina {page}").format(page=chosen))
        st.text("\n\n".join(chunk.text for chunk in detail.pages[chosen]))


def _parts(detail: ActDetail) -> None:
    if not detail.parts:
        return
    st.subheader(_("Lotti e fornitori"), anchor=False)
    columns = (("label", _("Voce")), ("supplier", _("Fornitore")), ("cig", "CIG"), ("amount", _("Importo")), ("page", _("Pagina")))
    rows = [(part.label, part.supplier, part.cig, part.amount, part.page) for part in detail.parts]
    show_table(make_table(columns, rows), key="documents.parts", wide="label")


def _documents(documents: Sequence[StoredDocument]) -> None:
    st.subheader(_("Documenti"), anchor=False)
    roles = document_roles()
    for document in documents:
        with st.expander(escape(document.name), icon=":material/description:"):
            st.caption(f"{roles.get(document.role, document.role)} · {document.media_type} · {_pages(document)}")
            told = {_("firma non verificata")} if document.signatures else set()
            for warning in (found for found in document.warnings if found not in told):
                st.caption(f":material/warning: {escape(warning)}")
            for signature in document.signatures:
                _signature(signature)
            st.caption(_("Impronta del file (SHA-256)"))
            st.code(document.file_sha256, language=None, wrap_lines=True)


def _pages(document: StoredDocument) -> str:
    text = _("1 pagina") if document.page_count == 1 else _("{count} pagine").format(count=document.page_count)
    if document.unreadable_pages:
        text += ", " + _("illeggibili: {pages}").format(pages=", ".join(map(str, document.unreadable_pages)))
    return text


def _signature(signature: dict[str, Any]) -> None:
    st.badge(_("firma non verificata"), icon=":material/signature:", color="orange")
    st.text(_("Firmatario dichiarato: {signer}").format(signer=signature.get("signer") or "—"))
    signed_at = signature.get("signed_at")
    if signed_at:
        st.text(_("Ora dichiarata della firma: {time}").format(time=moment_text(datetime.fromisoformat(str(signed_at)))))
    for label, key in ((_("Impronta della busta firmata"), "envelope_sha256"), (_("Impronta del contenuto"), "content_sha256")):
        st.caption(label)
        st.code(signature.get(key) or "—", language=None, wrap_lines=True)


def _relations(relations: Sequence[StoredRelation], profile: Profile) -> None:
    if not relations:
        return
    st.subheader(_("Rapporti con altri atti"), anchor=False)
    kinds = relation_kinds()
    for stored in relations:
        relation = stored.relation
        kind = profile.kind_label(relation.target_kind, current_language()) if relation.target_kind else _("atto")
        target = f"{kind} n. {relation.target_number}" if relation.target_number else kind
        target += _(" del {day}").format(day=date_text(relation.target_date)) if relation.target_date else ""
        link = f"[{escape(target)}]({act_url(stored.target_act_id)})" if stored.target_act_id else escape(target)
        page = "" if relation.page is None else " · " + _("pag. {page}").format(page=relation.page)
        st.markdown(f"**{kinds.get(relation.kind, relation.kind)}** {link}{page}")
        if relation.snippet:
            st.caption(f"«{escape(relation.snippet)}»")


def _journal(act: Act, entries: Sequence[JournalEntry], profile: Profile) -> None:
    if not entries:
        return
    st.subheader(_("Correzioni a mano"), anchor=False)
    for entry in entries:
        label = profile.field_label(entry.field, current_language())
        old, new = field_text(entry.field, entry.old, profile), field_text(entry.field, entry.new, profile)
        undone = " · " + _("annullata") if entry.undone else ""
        st.text(f"{moment_text(entry.at)} · {label}: {old} → {new}{undone}")
    standing = any(not entry.undone for entry in entries)
    if standing and st.button(_("Annulla l'ultima correzione"), icon=":material/undo:", key="documents.undo"):
        with guard():
            engine().undo(act.act_id)
            st.rerun()
