"""Using a vector store that one process at a time may hold: wait for a turn, work, give it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tenacity import Retrying, retry_if_exception_type, stop_after_delay, wait_random

from digest_engine.errors import StoreBusy
from digest_engine.types import EncoderIdentity
from digest_engine.vectors.base import VectorStore

T = TypeVar("T")


def borrow(vectors: VectorStore, identity: EncoderIdentity, work: Callable[[VectorStore], T], *, wait: float = 10.0) -> T:
    """The result of `work` on the store, made ready for `identity`; an exclusive store is released afterwards.

    `work` may be done again from its beginning where another process took the store in between, so it must be harmless to repeat.
    Raises `StoreBusy` where no turn came within `wait` seconds.
    """

    def once() -> T:
        try:
            vectors.ensure_ready(identity)
            return work(vectors)
        finally:
            if vectors.exclusive:
                vectors.close()

    turns = Retrying(retry=retry_if_exception_type(StoreBusy), stop=stop_after_delay(wait), wait=wait_random(0.02, 0.2), reraise=True)
    return turns(once)


def delete_points(vectors: VectorStore, identity: EncoderIdentity, by_namespace: Mapping[str, Sequence[str]]) -> None:
    """Delete points, given as chunk ids by namespace, in one turn."""

    def work(store: VectorStore) -> None:
        for namespace, chunk_ids in by_namespace.items():
            store.delete(namespace=namespace, chunk_ids=chunk_ids)

    borrow(vectors, identity, work)
