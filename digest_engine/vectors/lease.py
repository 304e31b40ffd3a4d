"""Using a vector store that one process at a time may hold: wait for a turn, work, give it back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tenacity import Retrying, retry_if_exception_type, stop_after_delay, wait_random

from digest_engine.errors import StoreBusy
from digest_engine.filters import Between
from digest_engine.payload import PART
from digest_engine.types import EncoderIdentity
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.points import part_key

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
    """Delete points, given as chunk ids by namespace, in one turn, with the further vectors of these chunks."""

    def work(store: VectorStore) -> None:
        for namespace, chunk_ids in by_namespace.items():
            store.delete(namespace=namespace, chunk_ids=[*chunk_ids, *_further(store, namespace, chunk_ids)])

    borrow(vectors, identity, work)


def _further(store: VectorStore, namespace: str, chunk_ids: Sequence[str]) -> list[str]:
    """The further vectors of these chunks; nearly every namespace has none, and a count tells."""
    further = Between(PART, 1)
    if not chunk_ids or store.count(namespace=namespace, filter=further) == 0:
        return []
    wanted = set(chunk_ids)
    points = store.scan(namespace=namespace, filter=further)
    return [part_key(point.chunk_id, point.payload[PART]) for point in points if point.chunk_id in wanted]
