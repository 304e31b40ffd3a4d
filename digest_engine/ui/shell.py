"""The frame of every page: navigation, and the sidebar with archive, language and progress of indexing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import streamlit as st

from digest_engine import NamespaceRecord, NotFoundError, _, number, speaking
from digest_engine.ui.guard import guard
from digest_engine.ui.labels import languages
from digest_engine.ui.safe import LANGUAGE_PARAMETER
from digest_engine.ui.state import LANGUAGE, NAMESPACE, NEXT_NAMESPACE, engine, language, namespace, namespaces, one_run

SEEN = "app.seen"
POLL_SECONDS = 4
LOGO = Path(__file__).with_name("logo.svg")
_framed: ContextVar[bool] = ContextVar("framed", default=False)


@contextmanager
def frame() -> Iterator[None]:
    """The language of the session and one reading of the archives, for as long as a page is run."""
    token = _framed.set(True)
    try:
        with speaking(language()), one_run():
            yield
    finally:
        _framed.reset(token)


def run(show: Callable[[], None]) -> None:
    """Show a page inside its frame.

    Where the first address a fresh server is asked for is not the home, Streamlit runs the file of `pages/` by itself; naming the pages
    makes it run app.py from then on.
    """
    if not _framed.get():
        st.navigation(pages(), position="hidden")
        st.rerun()
    with guard():
        show()


def pages() -> dict[str, list[Any]]:
    """The pages by section, in the current language."""
    consult = [
        st.Page("pages/overview.py", title=_("Panoramica"), icon=":material/space_dashboard:", default=True),
        st.Page("pages/chat.py", title=_("Domande"), icon=":material/forum:", url_path="chat"),
        st.Page("pages/analytics.py", title=_("Andamenti"), icon=":material/bar_chart:", url_path="analytics"),
        st.Page("pages/digests.py", title=_("I digest"), icon=":material/summarize:", url_path="digests"),
    ]
    manage = [
        st.Page("pages/documents.py", title=_("Documenti"), icon=":material/folder_open:", url_path="documents"),
        st.Page("pages/settings.py", title=_("Impostazioni"), icon=":material/settings:", url_path="settings"),
    ]
    return {_("Consultare"): consult, _("Gestire"): manage}


def sidebar() -> None:
    """Archive, language, and what is being indexed; an archive that changes elsewhere redraws the page."""
    st.logo(str(LOGO), size="large")
    with st.sidebar:
        _choose_archive()
        labels = languages()
        st.segmented_control(_("Lingua"), list(labels), format_func=labels.__getitem__, default=language(), required=True, key=LANGUAGE)
        _keep_language()
        _progress()


def _choose_archive() -> None:
    names = [record.name for record in namespaces()]
    wanted = st.session_state.pop(NEXT_NAMESPACE, None) or (_of_the_act() if NAMESPACE not in st.session_state else None)
    if wanted in names:
        st.session_state[NAMESPACE] = wanted
    if names:
        st.selectbox(_("Archivio"), names, key=NAMESPACE, bind="query-params")


def _keep_language() -> None:
    """The address names the language where it is not the usual one, so that a reload or a copied address keeps it."""
    if language() != engine().settings.language:
        st.query_params[LANGUAGE_PARAMETER] = language()
    else:
        st.query_params.pop(LANGUAGE_PARAMETER, None)


def _of_the_act() -> str | None:
    """The archive of the act that the address names."""
    act_id = st.query_params.get("act")
    if not act_id:
        return None
    try:
        return engine().act(act_id).act.namespace
    except NotFoundError:
        return None


@st.fragment(run_every=POLL_SECONDS)
def _progress() -> None:
    with speaking(language()), one_run():
        current = next((record for record in namespaces() if record.name == namespace()), None)
        if current is None:
            return
        index = engine().state(current.name).index
        if index.indexed < index.total:
            text = _("Ricerca semantica: indicizzati {indexed} di {total} passaggi")
            st.progress(index.indexed / index.total, text=text.format(indexed=number(index.indexed), total=number(index.total)))
        st.caption(_("{acts} atti, {files} file").format(acts=number(current.acts), files=number(current.files)))
        if _changed(current):
            st.rerun()


def _changed(current: NamespaceRecord) -> bool:
    """True where acts or files came or went since this session last looked at this archive."""
    now = (current.name, current.acts, current.files)
    before = st.session_state.get(SEEN)
    st.session_state[SEEN] = now
    return before is not None and before[0] == now[0] and before != now
