"""Analytics: acts and amounts window by window, from digests where they are fresh and from the acts elsewhere."""

from __future__ import annotations

from datetime import timedelta

import streamlit as st

from digest_engine import Granularity, Profile, SeriesPoint, _, current_language
from digest_engine.ui.charts import show_bars
from digest_engine.ui.demo import empty_archive
from digest_engine.ui.labels import first_upper, granularities
from digest_engine.ui.ranges import pick_date_field, pick_days, said
from digest_engine.ui.shell import run
from digest_engine.ui.state import engine, namespace, profile, today
from digest_engine.ui.tables import csv_button, show_table
from digest_engine.ui.trend import Measure, amount_stacks, bars, count_stacks, read_series, role_stacks, roles_of, trend_table

MOST_WINDOWS = 800
DAYS_IN = {"daily": 1, "weekly": 7, "monthly": 28}


def show() -> None:
    """Controls, then one block a chart."""
    st.title(_("Andamenti"), anchor=False)
    name = namespace()
    whole = engine().figures(name) if name else None
    if name is None or whole is None or whole.totals.count == 0:
        empty_archive("analytics")
        return
    labels = granularities()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        granularity: Granularity = st.segmented_control(
            _("Finestre"), list(labels), format_func=labels.__getitem__, default="monthly", required=True, key="analytics.granularity",
            persist_state="session",
        )  # fmt: skip
        start, end = pick_days("analytics")
        date_field = pick_date_field("analytics")
    span = engine().figures(name, date_field=date_field).span
    if span is None:
        st.info(_("Nessun atto ha questa data."), icon=":material/event_busy:")
        return
    first, last = start or span[0], end or span[1]
    if first > last or (last - first) > timedelta(days=MOST_WINDOWS * DAYS_IN[granularity]):
        st.info(_("Scegli un periodo più breve, che cominci prima di finire."), icon=":material/date_range:")
        return
    points = read_series(name, start=first, end=last, granularity=granularity, date_field=date_field)
    st.caption(f"{said(first, last, date_field)} {_sources(points)}")
    show_charts(points, profile(name), granularity)


def show_charts(points: list[SeriesPoint], kind: Profile, granularity: Granularity) -> None:
    """Acts by type, amounts by role, amounts of one role by type; each with the table behind it."""
    with _block(_("Atti per categoria")):
        show_bars(bars(points, count_stacks(points, kind), granularity), key="analytics.count")
        _behind(points, kind, "count")
    roles = roles_of(points)
    if not roles:
        st.info(_("Nessun importo nel periodo."), icon=":material/money_off:")
        return
    with _block(_("Importi per natura")):
        show_bars(bars(points, role_stacks(points, kind), granularity, unit=" €"), key="analytics.role")
        _behind(points, kind, "role")
    with _block(_("Importi per categoria")):
        role = st.segmented_control(
            _("Natura degli importi"), roles, default=roles[0], required=True, key="analytics.amounts_of",
            format_func=lambda item: first_upper(kind.role_label(item, current_language())),
        )  # fmt: skip
        st.caption(_("Una natura alla volta: impegni, aggiudicazioni e pagamenti non si sommano fra loro."))
        show_bars(bars(points, amount_stacks(points, kind, role), granularity, unit=" €"), key="analytics.amount")
        _behind(points, kind, "amount", role=role)


def _behind(points: list[SeriesPoint], kind: Profile, measure: Measure, role: str | None = None) -> None:
    table = trend_table(points, kind, measure, role)  # type: ignore[arg-type]
    with st.expander(_("I numeri del grafico"), icon=":material/table_chart:"):
        csv_button(table, name=f"{measure}_{today():%Y%m%d}", key=f"analytics.csv.{measure}")
        show_table(table, key=f"analytics.table.{measure}")


def _block(title: str) -> st.delta_generator.DeltaGenerator:
    box = st.container(border=True)
    box.subheader(title, anchor=False)
    return box


def _sources(points: list[SeriesPoint]) -> str:
    from_digests = sum(point.source == "digest" for point in points)
    text = _("Finestre lette dai digest: {digests} su {total}; le altre sono calcolate dagli atti e tratteggiate.")
    return text.format(digests=from_digests, total=len(points))


run(show)
