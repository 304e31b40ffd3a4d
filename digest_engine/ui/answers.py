"""An answer on the page: its text, its citations, the figures and acts behind it as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import streamlit as st

from digest_engine import AmountRole, GroupKey, Profile, Table, _, current_language, escape, group_label, period_text
from digest_engine.ui.conversation import Response
from digest_engine.ui.figures import ROLES
from digest_engine.ui.labels import first_upper
from digest_engine.ui.safe import act_url, show_markdown
from digest_engine.ui.tables import OPEN, csv_button, make_table, show_table


def show_answer(response: Response, profile: Profile, *, key: str) -> None:
    """The text, then what it rests on."""
    show_markdown(response.answer)
    _citations(response)
    if response.figures:
        for name, (title, table) in figure_tables(response.figures, profile).items():
            with st.expander(title, icon=":material/table_chart:"):
                csv_button(table, name=f"{name}", key=f"{key}.csv.{name}")
                show_table(table, key=f"{key}.table.{name}", wide="subject" if name == "acts" else "")


def figure_tables(figures: Mapping[str, Any], profile: Profile) -> dict[str, tuple[str, Table]]:
    """The figures of an answer as tables with their titles; those that the question did not ask for are left out."""
    tables: dict[str, tuple[str, Table]] = {}
    if figures["totals"]["count"]:
        tables["totals"] = (_("Le cifre"), _totals([(_("Totale"), figures["totals"])], _("Che cosa"), profile))
    if figures.get("by_period"):
        rows = [(_span(row), row) for row in figures["by_period"]]
        tables["by_period"] = (_("Periodo per periodo"), _totals(rows, _("Periodo"), profile))
    for name, rows in figures.get("groups", {}).items():
        if rows:
            tables[f"by_{name}"] = (_by(name, profile), _totals(_grouped(name, rows, profile), _title(name, profile), profile))
    if figures.get("ranking"):
        name = figures["ranked_by"]
        tables["ranking"] = (_("Classifica"), _totals(_grouped(name, figures["ranking"], profile), _title(name, profile), profile))
    if figures.get("acts"):
        tables["acts"] = (_("Gli atti"), acts_table(figures["acts"], profile))
    return tables


def acts_table(acts: Sequence[Mapping[str, Any]], profile: Profile) -> Table:
    """One row an act listed by an answer."""
    language = current_language()
    columns = (
        (OPEN, _("Apri")), ("kind", _("Provvedimento")), ("number", _("Numero")), ("date", _("Data")), ("issuer", _("Ente")),
        ("subject", _("Oggetto")), ("act_type", _("Categoria")), ("amount", _("Importo")),
    )  # fmt: skip
    rows = [
        (act_url(act["act_id"]), profile.kind_label(act["kind"], language) if act["kind"] else None, act["number"], _day(act["date"]),
         act["issuer"], act["subject"], profile.act_type_label(act["act_type"], language) if act["act_type"] else None, _money(act["amount"]))
        for act in acts
    ]  # fmt: skip
    return make_table(columns, rows)


def _citations(response: Response) -> None:
    if not response.citations:
        return
    with st.expander(_("Fonti ({count})").format(count=len(response.citations)), icon=":material/format_quote:"):
        for place, citation in enumerate(response.citations, start=1):
            page = _("pag. {page}").format(page=citation.page)
            st.markdown(f"{place}. [{escape(citation.title)}, {page}]({act_url(citation.act_id, page=citation.page)})")
            st.caption(f"«{escape(citation.snippet)}»")


def _totals(rows: Sequence[tuple[str, Mapping[str, Any]]], title: str, profile: Profile) -> Table:
    roles = [role for role in ROLES if any(role in row["by_role"] for _label, row in rows)]
    columns = [("group", title), ("count", _("Atti")), ("without", _("Senza importo"))]
    columns += [(role, first_upper(profile.role_label(role, current_language()))) for role in roles]
    columns += [("average", _("Importo medio")), ("max", _("Importo più alto")), ("min", _("Importo più basso"))]
    cells = []
    for label, row in rows:
        split = [_of_role(row, role) for role in roles]
        cells.append((label, row["count"], row["without_amount"], *split, *(_money(row[name]) for name in ("average", "max", "min"))))
    return make_table(columns, cells)


def _of_role(row: Mapping[str, Any], role: AmountRole) -> Decimal | None:
    found = row["by_role"].get(role)
    return None if found is None else _money(found["sum"])


def _grouped(name: GroupKey, rows: Sequence[Mapping[str, Any]], profile: Profile) -> list[tuple[str, Mapping[str, Any]]]:
    return [(group_label(name, row["key"], profile), row) for row in rows]


def _title(name: str, profile: Profile) -> str:
    calendar = {"day": _("Giorno"), "week": _("Settimana"), "month": _("Mese"), "quarter": _("Trimestre"), "year": _("Anno")}
    return calendar.get(name) or profile.field_label(name, current_language())


def _by(name: str, profile: Profile) -> str:
    return _("Per {group}").format(group=_title(name, profile).lower())


def _span(row: Mapping[str, Any]) -> str:
    return period_text(_day(row["from"]), _day(row["to"])) or _("tutto l'archivio")


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
