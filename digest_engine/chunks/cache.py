"""What a remote chunk store keeps in memory: the texts used last, and whose turn it is to write."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from digest_engine.types import Chunk

Key = tuple[str, str]


class TextCache:
    """The chunks used last, by namespace and id. Safe in threads."""

    def __init__(self, size: int) -> None:
        """At most `size` chunks."""
        self._size = size
        self._lock = threading.Lock()
        self._chunks: OrderedDict[Key, Chunk] = OrderedDict()
        self._drops = 0

    @property
    def age(self) -> int:
        """Grows with every removal."""
        return self._drops

    def get(self, key: Key) -> Chunk | None:
        """The chunk under `key`, if it is held."""
        with self._lock:
            if key in self._chunks:
                self._chunks.move_to_end(key)
            return self._chunks.get(key)

    def put(self, chunks: Iterable[Chunk], *, read_at: int) -> None:
        """Hold `chunks`, read when `age` was `read_at`: what was removed since must not come back."""
        with self._lock:
            if read_at != self._drops:
                return
            for chunk in chunks:
                key = (chunk.namespace, chunk.chunk_id)
                self._chunks[key] = chunk
                self._chunks.move_to_end(key)
            while len(self._chunks) > self._size:
                self._chunks.popitem(last=False)

    def drop(self, keys: Iterable[Key]) -> None:
        """Forget `keys`."""
        with self._lock:
            self._drops += 1
            for key in keys:
                self._chunks.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._drops += 1
            self._chunks.clear()


class Turns:
    """One writer a name at a time in this process."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._lock = threading.Lock()
        self._waiting: dict[str, tuple[threading.Lock, int]] = {}

    @contextmanager
    def turn(self, name: str) -> Iterator[None]:
        """Alone with `name`."""
        with self._lock:
            lock, waiting = self._waiting.get(name, (threading.Lock(), 0))
            self._waiting[name] = (lock, waiting + 1)
        try:
            with lock:
                yield
        finally:
            with self._lock:
                lock, waiting = self._waiting.pop(name)
                if waiting > 1:
                    self._waiting[name] = (lock, waiting - 1)
