"""The values of an act with where each was read, and their correction by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import streamlit as st

from digest_engine import Act, ActDetail, Profile, StoredValue, _, current_language, date_text, escape, euro
from digest_engine.ui.guard import guard
from digest_engine.ui.labels import methods
from digest_engine.ui.state import engine

FIELDS = (
    "kind", "organ", "number", "year", "act_date", "publication_from", "publication_to", "issuer", "office", "rup", "subject", "act_type",
    "amount", "amount_role", "amount_vat", "supplier", "supplier_vat", "cig", "cup", "topics", "personnel_role", "temporal_scope",
)  # fmt: skip
DAYS = ("act_date", "publication_from", "publication_to")


def show_values(detail: ActDetail, profile: Profile) -> None:
    """Each value with page, passage, method and confidence, then the runners-up; those that the act lacks come last, to be filled in."""
    known = [field for field in FIELDS if getattr(detail.act, field) not in (None, ())]
    read = {field: [value for value in detail.values if value.field == field] for field in FIELDS}
    with st.container(border=True):
        for field in known:
            _show_value(detail.act, field, read[field], profile)
        for name, value in detail.act.extra.items():
            label, shown = st.columns([5, 12])
            label.caption(profile.field_label(name, current_language()))
            shown.text(field_text(name, value, profile))
    lacking = [field for field in FIELDS if field not in known and not _implied(field, detail.act)]
    if lacking:
        with st.expander(_("Non letti nell'atto ({count})").format(count=len(lacking)), icon=":material/help:"):
            for field in lacking:
                _show_value(detail.act, field, read[field], profile)


def field_text(field: str, value: Any, profile: Profile) -> str:
    """A value as people read it, from an act or from the JSON of its evidence."""
    language = current_language()
    match field:
        case _ if value in (None, "", (), []):
            return "—"
        case "kind":
            return profile.kind_label(value, language)
        case "organ":
            return profile.organ_label(value, language)
        case "act_type":
            return profile.act_type_label(value, language)
        case "amount_role":
            return profile.role_label(value, language)
        case "amount_vat":
            return profile.vat_label(value, language)
        case "amount":
            return euro(Decimal(str(value)))
        case _ if field in DAYS:
            return date_text(value if isinstance(value, date) else date.fromisoformat(str(value)))
        case _:
            return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def edit_text(value: Any) -> str:
    """A value as a person would type it."""
    match value:
        case None:
            return ""
        case Decimal():
            return f"{value:f}".replace(".", ",")
        case date():
            return date_text(value)
        case tuple():
            return ", ".join(value)
        case _:
            return str(value)


def field_input(field: str, current: Any, profile: Profile, *, key: str) -> str:
    """The widget that takes a value of a field: a choice where the profile has a list, else a text."""
    label = profile.field_label(field, current_language())
    choices = _choices(field, profile)
    if not choices:
        hint = _("Vuoto toglie il valore. Importi come 1.234,56, date come 14/05/2026.")
        return st.text_input(label, edit_text(current), help=hint, key=key)
    keys = ["", *choices]
    index = keys.index(current) if current in keys else 0
    return st.selectbox(label, keys, index=index, format_func=lambda value: choices.get(value, _("nessun valore")), key=key)


def _show_value(act: Act, field: str, read: Sequence[StoredValue], profile: Profile) -> None:
    current = next((value for value in read if value.rank == 0), None)
    others = [value for value in read if value.rank > 0]
    label, value, more = st.columns([5, 10, 2], vertical_alignment="top", gap="small")
    label.caption(profile.field_label(field, current_language()))
    with value.container(gap=None):
        st.text(field_text(field, getattr(act, field), profile))
        if current is not None:
            st.caption(evidence_text(current))
        if others:
            st.caption(_("In alternativa: {values}").format(values="; ".join(_runner_up(field, other, profile) for other in others)))
    with more.popover(
        "", icon=":material/find_in_page:", type="tertiary", help=_("Dove è scritto, correzione"), key=f"documents.more.{field}"
    ):
        for shown in [current, *others]:
            if shown is not None:
                _passage(field, shown, profile)
        _edit(act, field, profile)


def evidence_text(value: StoredValue) -> str:
    """`pag. 1 · regola · affidabilità 97 %`."""
    parts = [] if value.page is None else [_("pag. {page}").format(page=value.page)]
    parts += [methods().get(value.method, value.method), _("affidabilità {percent} %").format(percent=round(value.confidence * 100))]
    return " · ".join([*parts, *([_("fissato a mano")] if value.locked else [])])


def _runner_up(field: str, value: StoredValue, profile: Profile) -> str:
    return f"{escape(field_text(field, value.value, profile))} ({round(value.confidence * 100)} %)"


def _passage(field: str, value: StoredValue, profile: Profile) -> None:
    """A value in the words of the act."""
    with st.container(border=True, gap="xsmall"):
        st.text(field_text(field, value.value, profile))
        st.caption(evidence_text(value) + (f" · `{value.rule}`" if value.rule else ""))
        if value.snippet:
            st.text(f"«{value.snippet}»")


def _implied(field: str, act: Act) -> bool:
    """The nature and VAT of an amount that is not there are no gap."""
    return field in ("amount_role", "amount_vat") and act.amount is None


def _edit(act: Act, field: str, profile: Profile) -> None:
    with st.form(f"documents.edit.{field}", border=False, enter_to_submit=False):
        typed = field_input(field, getattr(act, field), profile, key=f"documents.typed.{act.act_id}.{field}")
        if st.form_submit_button(_("Salva"), type="primary"):
            with guard():
                engine().edit(act.act_id, {field: typed})
                st.rerun()


def _choices(field: str, profile: Profile) -> dict[str, str]:
    language = current_language()
    match field:
        case "kind":
            return {kind.value: kind.label.text(language) for kind in profile.kinds}
        case "organ":
            return {organ.value: organ.label.text(language) for organ in profile.organs}
        case "act_type":
            return {kind.value: kind.label.text(language) for kind in profile.act_types}
        case "amount_role":
            return {role: label.text(language) for role, label in profile.role_labels.items()}
        case "amount_vat":
            return {flag: label.text(language) for flag, label in profile.vat_labels.items()}
        case _:
            return {}
