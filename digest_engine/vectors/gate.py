"""One connection that many threads use and one may close: closing waits until nobody is inside."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Connection = TypeVar("Connection")


class Gate(Generic[Connection]):
    """Opens at the first use, and again at the first use after a close."""

    def __init__(self, *, opening: Callable[[], Connection], closing: Callable[[Connection], None]) -> None:
        self._opening = opening
        self._closing = closing
        self._connection: Connection | None = None
        self._users = 0
        self._changed = threading.Condition(threading.RLock())

    @contextmanager
    def use(self) -> Iterator[Connection]:
        """The open connection, which stays open until the block ends."""
        with self._changed:
            if self._connection is None:
                self._connection = self._opening()
            connection = self._connection
            self._users += 1
        try:
            yield connection
        finally:
            with self._changed:
                self._users -= 1
                self._changed.notify_all()

    def close(self) -> None:
        """Wait for the calls in flight, then close; nothing happens where nothing is open."""
        with self._changed:
            self._changed.wait_for(lambda: self._users == 0)
            connection, self._connection = self._connection, None
            if connection is not None:
                self._closing(connection)
