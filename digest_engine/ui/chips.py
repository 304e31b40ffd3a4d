"""What a question was taken to mean, as chips: periods, filters and what came from the conversation; each can be changed or taken off."""

from __future__ import annotations

from datetime import date

import streamlit as st

from digest_engine import ActFilter, PeriodOut, Profile, _, escape, filters_text, period_text
from digest_engine.ui.conversation import Response, Span, Turn, ask_again
from digest_engine.ui.labels import modes
from digest_engine.ui.ranges import DAY_FORMAT


def show_chips(turn: Turn, response: Response, profile: Profile, *, key: str) -> None:
    """The chips of a turn; changing one has the question answered again."""
    spans = [(period.date_from, period.date_to) for period in response.periods]
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        _mode_chip(turn, response, key)
        for index, period in enumerate(response.periods):
            _period_chip(turn, spans, index, period, key)
        if not spans:
            st.badge(_("tutto l'archivio"), icon=":material/date_range:", color="gray")
        _add_chip(turn, spans, key)
        for text in filter_texts(response, profile):
            st.badge(escape(text), icon=":material/filter_alt:", color="violet")
        _inherited_chip(turn, response, spans, key)


def filter_texts(response: Response, profile: Profile) -> list[str]:
    """One text a filter, in words."""
    return [filters_text(ActFilter(**{name: value}), profile) for name, value in response.filters.items()]


def _period_chip(turn: Turn, spans: list[Span], index: int, period: PeriodOut, key: str) -> None:
    label = period_text(period.date_from, period.date_to) or _("tutto l'archivio")
    if period.kind == "inherited":
        label += " · " + _("dalla conversazione")
    with st.popover(label, icon=":material/event:", key=f"{key}.period.{index}"):
        start, end = _dates(period.date_from, period.date_to, f"{key}.period.{index}")
        with st.container(horizontal=True):
            if st.button(_("Applica"), type="primary", key=f"{key}.apply.{index}", disabled=_reversed(start, end)):
                _replace(turn, [*spans[:index], (start, end), *spans[index + 1 :]])
            if st.button(_("Togli"), icon=":material/close:", key=f"{key}.remove.{index}"):
                _replace(turn, [*spans[:index], *spans[index + 1 :]])


def _add_chip(turn: Turn, spans: list[Span], key: str) -> None:
    with st.popover("", icon=":material/add:", type="tertiary", help=_("Aggiungi un periodo"), key=f"{key}.add"):
        start, end = _dates(None, None, f"{key}.add")
        empty = start is None and end is None
        if st.button(_("Aggiungi"), type="primary", key=f"{key}.add.apply", disabled=empty or _reversed(start, end)):
            _replace(turn, [*spans, (start, end)])


def _mode_chip(turn: Turn, response: Response, key: str) -> None:
    labels = modes()
    shown = labels[response.query_mode] + ("" if turn.mode == "auto" else " · " + _("scelto da te"))
    with st.popover(shown, icon=":material/alt_route:", key=f"{key}.mode"):
        chosen = st.radio(
            _("Come rispondere"),
            list(labels),
            index=list(labels).index(turn.mode),
            format_func=labels.__getitem__,
            key=f"{key}.mode.choice",
        )
        if st.button(_("Rispondi di nuovo"), type="primary", key=f"{key}.mode.apply", disabled=chosen == turn.mode):
            turn.mode = chosen
            ask_again(turn)
            st.rerun()


def _inherited_chip(turn: Turn, response: Response, spans: list[Span], key: str) -> None:
    """One chip for all that the conversation gave beside the periods: the engine takes it or leaves it together."""
    names = {"filters": _("filtri"), "figures": _("cifre chieste"), "topic": _("argomento"), "period": _("periodo")}
    inherited = [names[name] for name in response.routing.get("inherited", ()) if name in names]
    if not inherited:
        return
    text = _("dalla conversazione: {what}").format(what=", ".join(inherited))
    if st.button(text, icon=":material/close:", help=_("Rispondi senza riprendere nulla dalle domande precedenti"), key=f"{key}.inherited"):
        turn.alone = True
        if any(period.kind != "inherited" for period in response.periods):
            turn.periods = tuple(span for span, period in zip(spans, response.periods, strict=True) if period.kind != "inherited")
        ask_again(turn)
        st.rerun()


def _dates(start: date | None, end: date | None, key: str) -> Span:
    first = st.date_input(_("Dal"), value=start, format=DAY_FORMAT, key=f"{key}.from")
    last = st.date_input(_("Al"), value=end, format=DAY_FORMAT, key=f"{key}.to")
    assert first is None or isinstance(first, date)
    assert last is None or isinstance(last, date)
    st.caption(_("Un campo vuoto lascia il periodo aperto da quella parte."))
    return first, last


def _reversed(start: date | None, end: date | None) -> bool:
    return start is not None and end is not None and end < start


def _replace(turn: Turn, spans: list[Span]) -> None:
    turn.periods = tuple(span for span in spans if span != (None, None))
    ask_again(turn)
    st.rerun()
