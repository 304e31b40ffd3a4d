"""Overview: what the archive holds, its totals by role, and what its acts lack."""

from __future__ import annotations

import streamlit as st

from digest_engine import Figures, Group, Profile, _, current_language, escape, group_label, number, period_text
from digest_engine.ui.charts import PALETTE, Bars, Stack, show_bars
from digest_engine.ui.demo import demo_button, empty_archive
from digest_engine.ui.figures import breakdown, role_stacks, show_totals
from digest_engine.ui.labels import acts_text, first_upper, missing_fields
from digest_engine.ui.ranges import periods_of, pick_date_field, pick_days, said
from digest_engine.ui.shell import run
from digest_engine.ui.state import engine, namespace, profile, today
from digest_engine.ui.tables import csv_button, show_table


def show() -> None:
    """The whole page."""
    st.title(_("Panoramica"), anchor=False)
    name = namespace()
    whole = engine().figures(name) if name else None
    if name is None or whole is None or whole.totals.count == 0:
        empty_archive("overview")
        return
    kind = profile(name)
    st.caption(" · ".join([escape(name), kind.title.text(current_language()), *([period_text(*whole.span)] if whole.span else [])]))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        start, end = pick_days("overview")
        date_field = pick_date_field("overview")
    periods = periods_of(start, end)
    months, types, issuers = (
        engine().figures(name, periods=periods, date_field=date_field, group_by=key) for key in ("month", "act_type", "issuer")
    )
    st.caption(said(start, end, date_field) + _undated(months))
    show_totals(months.totals, kind)
    show_months([group for group in months.groups if group.key], kind)
    show_groups(types, issuers, kind)
    show_missing(name)
    if name != "demo":
        with st.expander(_("Prova con la demo"), icon=":material/play_circle:"):
            demo_button("overview")


def show_months(months: list[Group], kind: Profile) -> None:
    """Acts and amounts by role, month by month."""
    names = [group_label("month", group.key, kind) for group in months]
    counts = [group.totals.count for group in months]
    left, right = st.columns(2)
    with left, st.container(border=True):
        st.subheader(_("Atti al mese"), anchor=False)
        show_bars(Bars(names, [Stack(_("Atti"), PALETTE[0], counts, [acts_text(count) for count in counts])]), key="overview.acts")
    with right, st.container(border=True):
        st.subheader(_("Importi al mese, per natura"), anchor=False)
        show_bars(Bars(names, role_stacks([group.totals for group in months], kind), unit=" €"), key="overview.amounts")


def show_groups(types: Figures, issuers: Figures, kind: Profile) -> None:
    """Breakdowns by act type and by body, each with its CSV."""
    tables = {
        "act_type": (_("Per categoria"), breakdown(types.groups, by="act_type", title=_("Categoria"), profile=kind)),
        "issuer": (_("Per ente"), breakdown(issuers.groups, by="issuer", title=_("Ente"), profile=kind)),
    }
    for key, (title, table) in tables.items():
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
            st.subheader(title, anchor=False, width="content")
            csv_button(table, name=f"{key}_{today():%Y%m%d}", key=f"overview.csv.{key}")
        show_table(table, key=f"overview.table.{key}")


def show_missing(name: str) -> None:
    """What the acts lack, one click from their list."""
    st.subheader(_("Che cosa manca"), anchor=False)
    counts = engine().missing(name)
    with st.grid(min_column_width=170):
        for field, label in missing_fields().items():
            with st.container(border=True):
                st.metric(first_upper(label), acts_text(counts[field]))
                if st.button(_("Vedi l'elenco"), key=f"overview.missing.{field}", disabled=not counts[field], type="tertiary"):
                    st.switch_page("pages/documents.py", query_params={"missing": field})
    st.caption(_("Un atto senza data non è in nessun periodo; uno senza importo è contato ma non sommato."))
    index = engine().state(name).index
    text = _("Ricerca semantica: indicizzati {indexed} di {total} passaggi")
    st.caption(text.format(indexed=number(index.indexed), total=number(index.total)))


def _undated(figures: Figures) -> str:
    if not figures.undated or not figures.periods:
        return ""
    return " " + _("Atti senza questa data, in nessun periodo: {count}.").format(count=number(figures.undated))


run(show)
