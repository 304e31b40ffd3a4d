"""Totals and breakdowns on a page. No total is shown without its split by role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from digest_engine import AmountRole, Group, GroupKey, Profile, Table, Totals, _, current_language, euro, group_label, number
from digest_engine.ui.charts import PALETTE, Stack
from digest_engine.ui.labels import acts_text, first_upper
from digest_engine.ui.tables import make_table

ROLES: Mapping[AmountRole, str] = {
    "impegnato": PALETTE[0],
    "aggiudicato": PALETTE[4],
    "liquidato": PALETTE[1],
    "entrata": PALETTE[2],
    "altro": PALETTE[11],
}


def show_totals(totals: Totals, profile: Profile) -> None:
    """One card for the acts, one for each role of amounts, and what is not in them."""
    language = current_language()
    cards = 1 + len(totals.by_role)
    # Cards wide enough that no amount is ever cut: four in a row, or two rows of three.
    with st.grid(cards if cards <= 4 else 3):
        st.metric(_("Atti"), number(totals.count), _without(totals), delta_color="off", delta_arrow="off", border=True, height="stretch")
        for item in totals.by_role:
            label = profile.role_label(item.role, language).capitalize()
            st.metric(label, euro(item.total), acts_text(item.count), delta_color="off", delta_arrow="off", border=True, height="stretch")
    if totals.with_amount:
        st.caption(_sum_line(totals, profile) + " " + _vat_line(totals, profile))


def totals_line(totals: Totals, profile: Profile) -> str:
    """`42 atti, 3 senza importo: impegnato 1.000,00 €; liquidato 200,00 €`."""
    text = f"**{acts_text(totals.count)}**"
    if totals.count:
        text += f", {_without(totals)}"
    return f"{text}: {_split(totals, profile)}" if totals.with_amount else text


def breakdown(groups: Sequence[Group], *, by: GroupKey, title: str, profile: Profile) -> Table:
    """One row a group: acts, how many without amount, and a column for each role that occurs."""
    language = current_language()
    roles = roles_in(groups)
    columns = [("group", title), ("count", _("Atti")), ("without", _("Senza importo"))]
    columns += [(role, first_upper(profile.role_label(role, language))) for role in roles]
    rows = []
    for group in groups:
        amounts = {item.role: item.total for item in group.totals.by_role}
        label = group_label(by, group.key, profile)
        rows.append((label, group.totals.count, group.totals.without_amount, *(amounts.get(role) for role in roles)))
    return make_table(columns, rows)


def roles_in(groups: Sequence[Group]) -> list[AmountRole]:
    """The roles that occur, the usual ones first."""
    found = {item.role for group in groups for item in group.totals.by_role}
    return [role for role in ROLES if role in found]


def role_stacks(rows: Sequence[Totals], profile: Profile) -> list[Stack]:
    """The amounts of each role, one value a row, in the role's own colour."""
    stacks = []
    for role in ROLES:
        amounts = [next((item for item in totals.by_role if item.role == role), None) for totals in rows]
        if any(amounts):
            label = profile.role_label(role, current_language())
            texts = [f"{label}: {euro(item.total)} ({acts_text(item.count)})" if item else "" for item in amounts]
            stacks.append(Stack(first_upper(label), ROLES[role], [float(item.total) if item else 0.0 for item in amounts], texts))
    return stacks


def _without(totals: Totals) -> str:
    if not totals.without_amount:
        return _("tutti con importo")
    return _("{count} senza importo").format(count=number(totals.without_amount))


def _sum_line(totals: Totals, profile: Profile) -> str:
    return _("Somma di tutte le nature: {total} ({split}).").format(total=euro(totals.total), split=_split(totals, profile))


def _split(totals: Totals, profile: Profile) -> str:
    return "; ".join(f"{profile.role_label(item.role, current_language())} {euro(item.total)}" for item in totals.by_role)


def _vat_line(totals: Totals, profile: Profile) -> str:
    flags = ", ".join(f"{profile.vat_label(flag, current_language())} {number(count)}" for flag, count in sorted(totals.vat.items()))  # type: ignore[arg-type]
    return _("Atti per IVA: {flags}.").format(flags=flags)
