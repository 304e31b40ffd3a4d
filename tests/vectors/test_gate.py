"""One connection, many threads, one close."""

from __future__ import annotations

import threading

import pytest

from digest_engine.vectors.gate import Gate


def test_it_opens_at_the_first_use_and_again_after_a_close() -> None:
    events: list[str] = []
    gate = Gate(opening=lambda: events.append("open") or len(events), closing=lambda connection: events.append(f"close {connection}"))
    gate.close()
    with gate.use() as first, gate.use() as same:
        assert first == same == 1
    gate.close()
    gate.close()
    with gate.use() as again:
        assert again == 3
    assert events == ["open", "close 1", "open"]


def test_closing_waits_for_the_calls_in_flight() -> None:
    closed = threading.Event()
    gate = Gate(opening=lambda: "connection", closing=lambda _: closed.set())
    with gate.use():
        closer = threading.Thread(target=gate.close)
        closer.start()
        assert not closed.wait(0.05)
    closer.join(5)
    assert closed.is_set()


def test_a_failure_while_opening_leaves_it_closed() -> None:
    attempts: list[int] = []

    def opening() -> str:
        attempts.append(1)
        if len(attempts) == 1:
            raise OSError("busy")
        return "connection"

    gate = Gate(opening=opening, closing=lambda _: None)
    with pytest.raises(OSError, match="busy"), gate.use():
        pass
    with gate.use() as connection:
        assert connection == "connection"


def test_an_error_inside_lets_others_close() -> None:
    closed: list[str] = []
    gate = Gate(opening=lambda: "connection", closing=closed.append)
    try:
        with gate.use():
            raise ValueError
    except ValueError:
        gate.close()
    assert closed == ["connection"]
