"""Draining the outbox: encode what is queued, write the points, erase what was deleted.

Encoding is slow and needs no store, so an exclusive store is held only while a batch is written: others get their turn in between.
A kill at any step leaves the entry queued; doing it again is harmless.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from digest_engine.catalog import outbox, vector_cache
from digest_engine.catalog.database import Database
from digest_engine.catalog.outbox import Pending
from digest_engine.chunks.base import ChunkStore
from digest_engine.digest.compose import SUMMARY_LIMIT
from digest_engine.embeddings.base import Encoder
from digest_engine.errors import StoreError
from digest_engine.ingest.known import Key, KnownChunk, known_chunks, payloads_of, texts_of
from digest_engine.types import Chunk, Point, Vector
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.lease import borrow, delete_points

log = logging.getLogger(__name__)

SPACE = " "
# Opening an exclusive store costs more than encoding a few texts: several encoding batches are written at a time.
WRITE_BATCHES = 8
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Drained:
    """What a drain did. `missing` are queued chunks whose text the chunk store does not have: `verify` lists them."""

    written: int
    deleted: int
    missing: tuple[str, ...]
    left: int


def drain(
    database: Database,
    chunks: ChunkStore,
    vectors: VectorStore,
    encoder: Encoder | None,
    *,
    batch: int,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Drained:
    """Work until the outbox is empty, `stop` says so, or a store fails (`StoreError`; the entries stay queued)."""
    written = deleted = after = 0
    missing: list[str] = []
    total = outbox.pending(database)
    while not stop():
        queued = outbox.take(database, limit=batch * WRITE_BATCHES, after=after)
        if not queued:
            break
        after = queued[-1].seq
        upserts = [item for item in queued if item.op == "upsert"]
        deletes = [item for item in queued if item.op == "delete"]
        if encoder is not None:
            done, lost = _write(database, chunks, vectors, encoder, upserts, batch=batch)
            written, missing = written + done, missing + lost
            deleted += _erase(database, chunks, vectors, encoder, deletes)
        if progress is not None:
            progress(written + deleted, total)
    return Drained(written, deleted, tuple(missing), outbox.pending(database))


def drain_deletions(database: Database, chunks: ChunkStore, vectors: VectorStore, encoder: Encoder | None) -> Drained:
    """Erase what is queued for deletion now; where the store is busy or down, the outbox keeps it and `left` says how much."""
    deleted = after = 0
    while encoder is not None and (queued := outbox.take(database, limit=500, after=after, op="delete")):
        after = queued[-1].seq
        try:
            deleted += _erase(database, chunks, vectors, encoder, queued)
        except StoreError as error:
            log.warning("deletions stay queued: %s", error)
            break
    return Drained(0, deleted, (), len(outbox.take(database, limit=10_000, op="delete")))


def drain_patiently(
    database: Database, chunks: ChunkStore, vectors: VectorStore, encoder: Encoder | None, *, batch: int, stop: Callable[[], bool]
) -> None:
    """One round of background work: a store that is busy or down is left for the next round, its reason kept with the entries."""
    if encoder is None or outbox.pending(database) == 0:
        return
    try:
        drain(database, chunks, vectors, encoder, batch=batch, stop=stop)
    except StoreError as error:
        log.warning("indexing waits: %s", error)


def _write(
    database: Database, chunks: ChunkStore, vectors: VectorStore, encoder: Encoder, queued: Sequence[Pending], *, batch: int
) -> tuple[int, list[str]]:
    if not queued:
        return 0, []
    known = known_chunks(database, [(item.namespace, item.chunk_id) for item in queued])
    texts = texts_of(chunks, [item.key for item in known])
    ready = [item for item in known if item.key in texts]
    lost = [item.chunk_id for item in known if item.key not in texts]
    embedded = _vectors(database, encoder, ready, texts, batch=batch)
    payloads = payloads_of(database, ready, texts)
    points = [Point(item.chunk_id, item.namespace, payloads[item.key], embedded[item.key]) for item in ready if item.key in payloads]
    _store(database, vectors, encoder, queued, points)
    gone = {item.key for item in known if item.key not in texts}
    outbox.finish(database, [item for item in queued if (item.namespace, item.chunk_id) not in gone])
    outbox.fail(database, [item for item in queued if (item.namespace, item.chunk_id) in gone], "text missing or corrupt; run `repair`")
    return len(points), lost


def _store(database: Database, vectors: VectorStore, encoder: Encoder, queued: Sequence[Pending], points: Sequence[Point]) -> None:
    if not points:
        return
    try:
        borrow(vectors, encoder.identity, lambda store: store.upsert(points))
    except StoreError as error:
        outbox.fail(database, queued, str(error))
        raise


def _erase(database: Database, chunks: ChunkStore, vectors: VectorStore, encoder: Encoder, queued: Sequence[Pending]) -> int:
    """Vectors first, then text: a hit without text can be told, a text without owner can't."""
    if not queued:
        return 0
    by_namespace: dict[str, list[str]] = {}
    for item in queued:
        by_namespace.setdefault(item.namespace, []).append(item.chunk_id)
    try:
        delete_points(vectors, encoder.identity, by_namespace)
        for namespace, chunk_ids in by_namespace.items():
            chunks.delete_many(namespace, chunk_ids)
    except StoreError as error:
        outbox.fail(database, queued, str(error))
        raise
    outbox.finish(database, queued)
    return len(queued)


def _vectors(
    database: Database, encoder: Encoder, known: Sequence[KnownChunk], texts: Mapping[Key, Chunk], *, batch: int
) -> dict[Key, Vector]:
    keys = {item.key: item.embedded for item in known}
    stored = vector_cache.cached(database, encoder.identity.key, list(set(keys.values())))
    fresh = {item.embedded: item for item in known if item.embedded not in stored}
    for start in range(0, len(fresh), batch):
        part = dict(list(fresh.items())[start : start + batch])
        encoded = encoder.encode_documents([_embedded(item, texts) for item in part.values()])
        new = dict(zip(part, encoded, strict=True))
        vector_cache.remember(database, encoder.identity.key, new)  # a kill loses one batch at most
        stored.update(new)
    return {place: stored[key] for place, key in keys.items()}


def _embedded(item: KnownChunk, texts: Mapping[Key, Chunk]) -> str:
    text = texts[item.key].text
    if item.digest_id is not None:
        return text[:SUMMARY_LIMIT]  # a digest opens with its summary; its list of acts would drown it
    return f"{item.context}{SPACE}{text}" if item.context else text
