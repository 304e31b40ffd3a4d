"""Chat: questions in Italian or English, answers with their sources, and how each question was read."""

from __future__ import annotations

import streamlit as st

from digest_engine import Profile, _
from digest_engine.ui.answers import show_answer
from digest_engine.ui.chips import show_chips
from digest_engine.ui.conversation import Turn, answer, ask_again, forget, turns
from digest_engine.ui.demo import empty_archive
from digest_engine.ui.guard import guard
from digest_engine.ui.labels import modes
from digest_engine.ui.routing import show_routing
from digest_engine.ui.shell import run
from digest_engine.ui.state import engine, namespace, profile, today

LONGEST = 4000


def show() -> None:
    """The conversation so far, then the line for the next question."""
    name = namespace()
    if name is None or engine().figures(name).totals.count == 0:
        st.title(_("Domande"), anchor=False)
        empty_archive("chat")
        return
    known = turns(name)
    kind = profile(name)
    _head(name, known)
    if not known:
        _suggestions(name, known)
    for number, turn in enumerate(known):
        show_turn(turn, name, kind, key=f"chat.{name}.{number}")
    mode = _mode()
    question = st.chat_input(_("Chiedi degli atti di questo archivio"), key="chat.question", max_chars=LONGEST)
    if question and question.strip():
        known.append(Turn(question.strip(), mode=mode))
        st.rerun()


def show_turn(turn: Turn, name: str, kind: Profile, *, key: str) -> None:
    """A question and its answer. A question whose answer was interrupted is answered at the next run."""
    with st.chat_message("user", avatar=":material/person:"):
        st.text(turn.question)
    with st.chat_message("assistant", avatar=":material/account_balance:"):
        if turn.response is None and not turn.failed:
            with guard(), st.spinner(_("Cerco negli atti…")):
                turn.response = answer(turn, name)
            turn.failed = turn.response is None
        if turn.response is None:
            if st.button(_("Riprova"), icon=":material/refresh:", key=f"{key}.retry"):
                ask_again(turn)
                st.rerun()
            return
        with guard():
            show_chips(turn, turn.response, kind, key=key)
            show_answer(turn.response, kind, key=key)
            show_routing(turn.response, kind, key=key)


def _head(name: str, known: list[Turn]) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        st.title(_("Domande"), anchor=False, width="content")
        if known and st.button(_("Nuova conversazione"), icon=":material/restart_alt:", key="chat.forget"):
            forget(name)
            st.rerun()
    text = _("Le cifre sono calcolate sugli atti, mai lette da un testo. Oggi è il {day}.")
    st.caption(text.format(day=f"{today():%d/%m/%Y}"))


def _mode() -> str:
    labels = modes()
    with st.bottom:
        chosen: str = st.segmented_control(
            _("Come rispondere"), list(labels), format_func=labels.__getitem__, default="auto", required=True, key="chat.mode",
            label_visibility="collapsed", persist_state="session",
        )  # fmt: skip
    return chosen


def _suggestions(name: str, known: list[Turn]) -> None:
    st.caption(_("Per cominciare"))
    months = [group for group in engine().figures(name, group_by="month").groups if group.key]
    busiest = max(months, key=lambda group: group.totals.count).key if months else f"{today():%Y-%m}"
    questions = (
        _("Cosa è stato fatto nel mese {month}/{year}?").format(month=busiest[5:7], year=busiest[:4]),
        _("Quante liquidazioni, e per quale importo?"),
        _("Quali sono i cinque atti con l'importo più alto?"),
        _("Chi ha avuto incarichi professionali?"),
    )
    with st.container(horizontal=True):
        for place, question in enumerate(questions):
            if st.button(question, key=f"chat.suggestion.{place}"):
                known.append(Turn(question))
                st.rerun()


run(show)
