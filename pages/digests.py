"""Digests: make them, see which are still true, read and export them."""

from __future__ import annotations

from datetime import date

import streamlit as st

from digest_engine import (
    DateField,
    DigestGenerationRequest,
    DigestGenerationResponse,
    Granularity,
    Language,
    Table,
    WindowDigest,
    _,
    coverage_line,
    current_language,
    number,
    period_text,
)
from digest_engine.ui.demo import empty_archive
from digest_engine.ui.guard import guard
from digest_engine.ui.labels import digest_status, granularities, languages
from digest_engine.ui.ranges import periods_of, pick_date_field, pick_days, said
from digest_engine.ui.safe import show_markdown
from digest_engine.ui.shell import run
from digest_engine.ui.state import engine, namespace, profile, today
from digest_engine.ui.tables import csv_button, make_table, show_table


def show() -> None:
    """The form, then the stored digests and the one chosen."""
    st.title(_("I digest"), anchor=False)
    name = namespace()
    if name is None or engine().figures(name).totals.count == 0:
        empty_archive("digests")
        return
    show_form(name)
    show_stored(name)


def show_form(name: str) -> None:
    """What to make digests of."""
    span = engine().figures(name).span
    with st.container(border=True):
        st.subheader(_("Scrivi i digest di un periodo"), anchor=False)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            start, end = pick_days("digests", start=span[0] if span else None, end=span[1] if span else None)
            labels = granularities()
            granularity: Granularity = st.segmented_control(
                _("Finestre"), list(labels), format_func=labels.__getitem__, default="monthly", required=True, key="digests.granularity",
                persist_state="session",
            )  # fmt: skip
            date_field = pick_date_field("digests")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            names, own = engine().profiles(), profile(name).name
            titles = {item: engine().profile(item).title.text(current_language()) for item in names}
            domain = st.selectbox(
                _("Dominio"), names, index=names.index(own) if own in names else 0, format_func=titles.__getitem__, width=320,
                key="digests.domain",
            )  # fmt: skip
            spoken = languages()
            language: Language = st.selectbox(
                _("Lingua del digest"), list(spoken), index=list(spoken).index(current_language()), format_func=spoken.__getitem__, width=200,
                key="digests.language",
            )  # fmt: skip
            again = st.toggle(_("Riscrivi anche quelli aggiornati"), key="digests.again")
            pressed = st.button(_("Genera"), type="primary", icon=":material/edit_note:", disabled=start is None, key="digests.generate")
    if pressed and start is not None:
        with guard():
            generate(name, start, end or start, granularity, domain, language, date_field, again)


def generate(
    name: str, start: date, end: date, granularity: Granularity, domain: str, language: Language, date_field: DateField, again: bool
) -> None:
    """Make the digests and say how many are new, how many were fresh already and how many windows are empty."""
    bar = st.progress(0.0, text=_("Scrivo…"))
    request = DigestGenerationRequest(
        namespace=name, date_from=start, date_to=end, granularity=granularity, domain=domain, language=language,
        date_metadata_field=date_field, force_regenerate=again,
    )  # fmt: skip

    def told(done: int, total: int) -> None:
        bar.progress(done / total, text=_("Finestra {done} di {total}").format(done=number(done), total=number(total)))

    st.success(_result(engine().generate(request, progress=told)), icon=":material/task_alt:")
    bar.empty()


def show_stored(name: str) -> None:
    """The stored digests with their status; the chosen one is shown in full."""
    labels = granularities()
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        st.subheader(_("Digest scritti"), anchor=False, width="content")
        granularity: Granularity | None = st.pills(
            _("Finestre"), list(labels), format_func=labels.__getitem__, key="digests.shown", label_visibility="collapsed",
            persist_state="session",
        )  # fmt: skip
        language = current_language()
        csv_button(lambda: _export(name, granularity, language), name=f"digest_{name}_{today():%Y%m%d}", key="digests.csv")
    digests = engine().digests(name, granularity=granularity)
    if not digests:
        st.info(_("Nessun digest scritto: scegli un periodo qui sopra e premi Genera."), icon=":material/summarize:")
        return
    rows = show_table(digests_list(digests), key="digests.table", wide="coverage", select="single-row")
    chosen = digests[rows[0]] if rows else digests[-1]
    with st.container(border=True):
        st.caption(f"{digest_status(chosen)} · {said(chosen.date_from, chosen.date_to, chosen.date_metadata_field)}")
        show_markdown(chosen.content)


def digests_list(digests: list[WindowDigest]) -> Table:
    """One row a digest, for the screen: the CSV has every figure and the text."""
    columns = (
        ("window", _("Finestra")), ("granularity", _("Tipo")), ("status", _("Stato")), ("acts", _("Atti")), ("passages", _("Passi")),
        ("coverage", _("Copertura")), ("language", _("Lingua")), ("domain", _("Dominio")),
    )  # fmt: skip
    sizes, spoken = granularities(), languages()
    rows = [
        (period_text(item.date_from, item.date_to), sizes[item.granularity], digest_status(item), item.act_count, item.chunk_count,
         coverage_line(item.coverage), spoken[item.language], engine().profile(item.domain).title.text(current_language()))
        for item in digests
    ]  # fmt: skip
    return make_table(columns, rows)


def _export(name: str, granularity: Granularity | None, language: Language) -> Table:
    return engine().export(name, "digests", periods=periods_of(None, None), granularity=granularity, language=language)


def _result(response: DigestGenerationResponse) -> str:
    made = response.total_windows - response.skipped_windows - response.empty_windows
    text = _("Finestre: {total}. Digest scritti: {made}; già aggiornati: {kept}; finestre senza atti: {empty}.")
    return text.format(total=response.total_windows, made=made, kept=response.skipped_windows, empty=response.empty_windows)


run(show)
