"""The controls that say which days and which date a page looks at."""

from __future__ import annotations

from datetime import date

import streamlit as st

from digest_engine import DateField, Period, _, period_text
from digest_engine.ui.labels import date_fields

DAY_FORMAT = "DD/MM/YYYY"


def pick_days(page: str, *, start: date | None = None, end: date | None = None) -> tuple[date | None, date | None]:
    """First and last day, inclusive; an empty field is an open end. Says so where they are reversed, and then gives none."""
    first = st.date_input(_("Dal"), value=start, format=DAY_FORMAT, key=f"{page}.from", persist_state="session", width=150)
    last = st.date_input(_("Al"), value=end, format=DAY_FORMAT, key=f"{page}.to", persist_state="session", width=150)
    assert first is None or isinstance(first, date)
    assert last is None or isinstance(last, date)
    if first and last and last < first:
        st.warning(_("La fine precede l'inizio: il periodo è ignorato."), icon=":material/event_busy:")
        return None, None
    return first, last


def pick_date_field(page: str) -> DateField:
    """Which date of the acts the days are about."""
    labels = date_fields()
    chosen: DateField = st.selectbox(
        _("Data considerata"), list(labels), format_func=labels.__getitem__, key=f"{page}.date_field", persist_state="session", width=200
    )
    return chosen


def periods_of(start: date | None, end: date | None) -> tuple[Period, ...]:
    """The period of two picked days; none for the whole span."""
    return (Period(start, end),) if start or end else ()


def said(start: date | None, end: date | None, date_field: DateField) -> str:
    """What the figures of a page are about: the days and which date they are."""
    days = period_text(start, end) or _("tutto l'archivio")
    return _("Periodo: {days}. Date considerate: {field}.").format(days=days, field=date_fields()[date_field])
