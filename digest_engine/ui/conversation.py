"""The conversation of a session: one list of turns an archive, kept across reruns, downloads and pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import streamlit as st

from digest_engine import DigestAgentRequest, DigestAgentResponse, DigestQueryRequest, DigestQueryResponse
from digest_engine.ui.state import engine, today

TURNS = "chat.turns"
MOST_HISTORY = 10
Span = tuple[date | None, date | None]
Response = DigestQueryResponse | DigestAgentResponse


@dataclass(slots=True, eq=False)
class Turn:
    """A question with what the reader set by hand. Its answer is None until it is there; `failed` says that asking again is up to the reader.

    `periods` None: read from the question; empty: the whole archive. `alone`: nothing is taken from the turns before.
    """

    question: str
    mode: str = "auto"
    periods: tuple[Span, ...] | None = None
    alone: bool = False
    response: Response | None = None
    failed: bool = False

    @property
    def by_hand(self) -> bool:
        """True where the reader set period or mode."""
        return self.periods is not None or self.mode != "auto"


def turns(namespace: str) -> list[Turn]:
    """The turns about an archive, oldest first."""
    kept: dict[str, list[Turn]] = st.session_state.setdefault(TURNS, {})
    return kept.setdefault(namespace, [])


def forget(namespace: str) -> None:
    """Start over."""
    turns(namespace).clear()


def ask_again(turn: Turn) -> None:
    """Have a changed turn answered anew."""
    turn.response, turn.failed = None, False


def answer(turn: Turn, namespace: str) -> Response:
    """The answer of the engine: by the explicit query where the reader set something, else by the free question."""
    history = _history(turn, turns(namespace))
    if not turn.by_hand:
        return engine().qa(DigestAgentRequest(namespace=namespace, question=turn.question, today=today(), **history))
    return engine().query(
        DigestQueryRequest(
            namespace=namespace, question=turn.question, today=today(), periods=turn.periods, query_mode=turn.mode, **history
        )
    )  # fmt: skip


def _history(turn: Turn, known: list[Turn]) -> Mapping[str, object]:
    before = known[: known.index(turn)]
    told = [{"question": item.question, "answer": item.response.answer} for item in before if item.response is not None]
    return {"chat_history_dict": told, "max_history_messages": 0 if turn.alone else MOST_HISTORY}
