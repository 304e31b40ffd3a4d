"""The conversation so far: the seed's `chat_history_dict` (or a list) as turns, oldest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from digest_engine.errors import InputError


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and the answer it got."""

    question: str
    answer: str = ""


def parse_history(raw: Mapping[Any, Any] | Sequence[Any] | None, max_messages: int) -> tuple[Turn, ...]:
    """The last `max_messages` turns, oldest first; 0 means none.

    `raw` is a mapping whose keys are integers (or write one), sorted as integers, or a list; each turn holds `question` and `answer`.
    Raises `InputError` for a key that is no integer, a turn without a question, or another shape.
    """
    if max_messages < 0:
        raise InputError(f"max_history_messages must be 0 or more, got {max_messages}")
    if raw is None:
        return ()
    if isinstance(raw, Mapping):
        rows = [raw[key] for _, key in sorted((_as_integer(key), key) for key in raw)]
    elif isinstance(raw, Sequence) and not isinstance(raw, str | bytes):
        rows = list(raw)
    else:
        raise InputError(f"the chat history must be a mapping or a list of turns, got {type(raw).__name__}")
    turns = tuple(_turn(row, position) for position, row in enumerate(rows))
    return turns[-max_messages:] if max_messages else ()


def _as_integer(key: Any) -> int:
    try:
        if isinstance(key, bool) or not isinstance(key, int | str):
            raise ValueError
        return int(key)
    except ValueError as error:
        raise InputError(f"keys of the chat history are integers (0, 1, 2…), got {key!r}") from error


def _turn(row: Any, position: int) -> Turn:
    if isinstance(row, Turn):
        return row
    if not isinstance(row, Mapping):
        raise InputError(f"turn {position} of the chat history must hold question and answer, got {type(row).__name__}")
    question, answer = row.get("question"), row.get("answer")
    if not isinstance(question, str) or not isinstance(answer, str | None):
        raise InputError(f"turn {position} of the chat history needs a question and an answer as text")
    return Turn(question, answer or "")
