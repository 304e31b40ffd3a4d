"""How a question was read: mode, words, periods with their rules, filters, figures asked, evidence, timings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from digest_engine import Profile, Table, _, current_language, date_text, escape, number
from digest_engine.ui.chips import filter_texts
from digest_engine.ui.conversation import Response
from digest_engine.ui.labels import date_fields, modes
from digest_engine.ui.safe import act_url
from digest_engine.ui.tables import OPEN, make_table, show_table


def show_routing(response: Response, profile: Profile, *, key: str) -> None:
    """The panel, closed until it is asked for."""
    with st.expander(_("Come è stata letta la domanda"), icon=":material/route:"):
        st.markdown(_mode_line(response))
        for reason in response.routing.get("reasons", ()):
            st.caption(f":material/chevron_right: {escape(reason)}")
        reasoning = getattr(response, "agent_reasoning", "")
        if reasoning and reasoning not in response.routing.get("reasons", ()):
            st.caption(f":material/psychology: {escape(reasoning)}")
        _periods(response, key)
        _asked(response, profile)
        _sources(response, key)
        _timings(response)


def asked_text(asked: Mapping[str, Any], profile: Profile) -> str:
    """The figures that a question asks for, in words."""
    measures = {"count": _("numero"), "sum": _("somma"), "average": _("media"), "max": _("massimo"), "min": _("minimo")}
    parts = [measures[name] for name in asked.get("measures", ())]
    parts += [_("per {group}").format(group=_group(name, profile)) for name in asked.get("group_by", ())]
    if asked.get("top"):
        parts.append(_("i primi {count}").format(count=number(asked["top"])))
    if asked.get("ranked_by"):
        parts.append(_("classifica per {group}").format(group=_group(asked["ranked_by"], profile)))
    if asked.get("ascending"):
        parts.append(_("dal più piccolo"))
    if asked.get("listing"):
        parts.append(_("elenco completo"))
    if asked.get("compare"):
        parts.append(_("confronto"))
    return ", ".join(parts)


def _mode_line(response: Response) -> str:
    routing, labels = response.routing, modes()
    text = _("Modo: **{mode}**, confidenza {confidence} %").format(
        mode=labels[response.query_mode], confidence=round(routing.get("confidence", 0) * 100)
    )
    runner_up = routing.get("runner_up")
    if runner_up:
        text += "; " + _("secondo: {mode}, {score} %").format(mode=labels[runner_up["mode"]], score=round(runner_up["score"] * 100))
    if routing.get("pattern"):
        text += ". " + _("Ha deciso: {pattern}").format(pattern=f"«{escape(str(routing['pattern']))}»")
    return text


def _periods(response: Response, key: str) -> None:
    st.markdown(f"**{_('Periodi')}**")
    st.caption(_("Data considerata: {field}.").format(field=date_fields()[response.date_metadata_field]))
    if not response.periods:
        st.caption(_("Nessun periodo nella domanda: tutto l'archivio."))
        return
    kinds = {
        "explicit": _("esplicito"),
        "relative": _("relativo a oggi"),
        "rolling": _("mobile fino a oggi"),
        "inherited": _("dalla conversazione"),
    }
    columns = (("text", _("Parole")), ("from", _("Dal")), ("to", _("Al")), ("rule", _("Regola")), ("kind", _("Tipo")))
    rows = [
        (
            period.text or "—",
            date_text(period.date_from) or "…",
            date_text(period.date_to) or "…",
            period.rule,
            kinds.get(period.kind, period.kind),
        )
        for period in response.periods
    ]
    show_table(make_table(columns, rows), key=f"{key}.periods", wide="text")


def _asked(response: Response, profile: Profile) -> None:
    filters = filter_texts(response, profile)
    asked = response.routing.get("figures_asked")
    st.markdown(f"**{_('Filtri')}**: " + (escape("; ".join(filters)) or _("nessuno")))
    st.markdown(f"**{_('Cifre chieste')}**: " + (asked_text(asked, profile) if asked else _("nessuna")))
    if response.routing.get("topic"):
        st.markdown(f"**{_('Parole cercate')}**: {escape(response.routing['topic'])}")
    if response.digests_used:
        st.markdown(f"**{_('Digest usati')}**: " + ", ".join(map(date_text, response.digests_used)))


def _sources(response: Response, key: str) -> None:
    table = hits_table(response)
    if table.rows:
        st.markdown(f"**{_('Passi trovati')}**")
        show_table(table, key=f"{key}.hits", wide="title")
    for note in response.notes:
        st.caption(f":material/info: {escape(note)}")
    if response.missing_ids:
        text = _("{count} passi trovati ma senza testo, lasciati fuori: {ids}")
        st.warning(
            text.format(count=number(len(response.missing_ids)), ids=escape(", ".join(response.missing_ids))), icon=":material/warning:"
        )


def hits_table(response: Response) -> Table:
    """One row a passage found, with its scores as they are: cosine for meaning, rank score for words."""
    columns = (
        (OPEN, _("Apri")), ("title", _("Atto")), ("page", _("Pagina")), ("score", _("Punteggio")), ("dense", _("Per senso")),
        ("lexical", _("Per parole")),
    )  # fmt: skip
    rows = [
        (
            act_url(item["act_id"], page=item["page"]),
            item["title"],
            item["page"],
            *(_score(item.get(name)) for name in ("score", "dense", "lexical")),
        )
        for item in response.sources
        if "chunk_id" in item
    ]
    return make_table(columns, rows)


def _timings(response: Response) -> None:
    names = {
        "route": _("lettura della domanda"),
        "figures": _("cifre"),
        "digests": _("digest"),
        "search": _("ricerca"),
        "answer": _("risposta"),
    }
    parts = [f"{names.get(name, name)} {number(round(milliseconds))} ms" for name, milliseconds in response.timings.items()]
    st.caption(":material/timer: " + " · ".join(parts))


def _group(name: str, profile: Profile) -> str:
    calendar = {"day": _("giorno"), "week": _("settimana"), "month": _("mese"), "quarter": _("trimestre"), "year": _("anno")}
    return calendar.get(name) or profile.field_label(name, current_language()).lower()


def _score(score: float | None) -> str | None:
    return None if score is None else f"{score:.3f}".replace(".", ",")
