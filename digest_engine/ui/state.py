"""What every page starts from: the engine, one per server; the language, the archive and the reference day, one per session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import streamlit as st

from digest_engine import Engine, Language, NamespaceRecord, Profile, open_engine
from digest_engine.ui.safe import LANGUAGE_PARAMETER

LANGUAGE = "app.language"
LANGUAGES: tuple[Language, ...] = ("it", "en")
NAMESPACE = "app.namespace"
NEXT_NAMESPACE = "app.next_namespace"
TODAY = "settings.today"
_archives: ContextVar[list[NamespaceRecord] | None] = ContextVar("archives", default=None)


@st.cache_resource(show_spinner=False, on_release=Engine.close)
def engine() -> Engine:
    """The engine of this server, indexing in the background."""
    opened = open_engine()
    opened.start_indexing()
    return opened


def language() -> Language:
    """The language of the page: the one chosen, else that of the address, else the one set."""
    asked = st.query_params.get(LANGUAGE_PARAMETER)
    named: Language | None = next((known for known in LANGUAGES if known == asked), None)
    chosen: Language | None = st.session_state.get(LANGUAGE)
    return chosen or named or engine().settings.language


def namespaces() -> list[NamespaceRecord]:
    """Every archive, as it is now; read once a run of a page."""
    kept = _archives.get()
    if kept is None:
        return engine().namespaces()
    if not kept:
        kept += engine().namespaces()
    return kept


@contextmanager
def one_run() -> Iterator[None]:
    """Within it the archives are read once: counting their passages is what costs on a big one."""
    token = _archives.set([])
    try:
        yield
    finally:
        _archives.reset(token)


def namespace() -> str | None:
    """The chosen archive; the first one where none is chosen, None where there is none."""
    names = [record.name for record in namespaces()]
    chosen = st.session_state.get(NAMESPACE)
    return chosen if chosen in names else next(iter(names), None)


def choose_namespace(name: str) -> None:
    """Show this archive from the next run on: the selector of this one is drawn already."""
    st.session_state[NEXT_NAMESPACE] = name


def profile(name: str) -> Profile:
    """The profile of an archive."""
    return engine().profile(next(record.profile for record in namespaces() if record.name == name))


def today() -> date:
    """The reference day of questions: the one chosen in the settings page, else the engine's."""
    chosen: date | None = st.session_state.get(TODAY)
    return chosen or engine().today()


def moment_text(at: datetime) -> str:
    """An instant, in UTC where it names no zone, as the clock of the users showed it: `14/05/2026 09:30`."""
    local = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(ZoneInfo(engine().settings.timezone))
    return f"{local:%d/%m/%Y %H:%M}"
