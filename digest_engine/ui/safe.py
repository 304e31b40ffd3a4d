"""Markdown that is safe to show, and links to acts. Text of acts is hostile until it is escaped; nothing here ever emits HTML."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import streamlit as st

from digest_engine import current_language

ACT_PAGE = "documents"
LANGUAGE_PARAMETER = "lang"
_ACT_LINK = re.compile(r"\]\(\?act=([\w.-]+)\)")
_OTHER_LINK = re.compile(r"(?<!\\)\]\((?!documents\?act=)")
_IMAGE = re.compile(r"(?<!\\)!\[")


def act_url(act_id: str, *, page: int | None = None) -> str:
    """The address of an act, of a page of it, in the language of this session."""
    query: dict[str, str | int] = {"act": act_id}
    if page is not None:
        query["page"] = page
    if current_language() != "it":
        query[LANGUAGE_PARAMETER] = current_language()
    return f"{ACT_PAGE}?{urlencode(query)}"


def open_act(act_id: str) -> None:
    """Show an act in this tab."""
    leave_act()
    st.query_params["act"] = act_id
    st.rerun()


def leave_act() -> None:
    """Take the act off the address."""
    for name in ("act", "page"):
        st.query_params.pop(name, None)


def safe(text: str) -> str:
    """Markdown of a digest or an answer with its links to acts made absolute; images and any other link become plain text."""
    linked = _ACT_LINK.sub(lambda match: f"]({act_url(match.group(1))})", text)
    return _OTHER_LINK.sub(r"]\\(", _IMAGE.sub(r"\\![", linked))


def show_markdown(text: str) -> None:
    """A digest or an answer."""
    st.markdown(safe(text), anchors=False)
