"""What the catalog knows of chunks: their owner, their text, and the payload of their point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from digest_engine.catalog import schema
from digest_engine.catalog.acts import acts_by_id
from digest_engine.catalog.database import Database
from digest_engine.catalog.digests import digest_of_chunk
from digest_engine.catalog.vector_cache import embedded_hash
from digest_engine.chunks.base import ChunkStore
from digest_engine.digest.payloads import digest_payload
from digest_engine.payload import act_payload, passage_payload
from digest_engine.types import Chunk, Payload

Key = tuple[str, str]
"""Namespace and chunk id."""

index = schema.chunk_index
COLUMNS = ("chunk_id", "namespace", "act_id", "digest_id", "context", "sha256", "doc_id", "ordinal", "page")


@dataclass(frozen=True, slots=True)
class KnownChunk:
    """A chunk of the catalog. One without act and digest is a passage that came with an archive or from an old payload."""

    chunk_id: str
    namespace: str
    act_id: str | None
    digest_id: str | None
    context: str
    sha256: str
    doc_id: str
    ordinal: int
    page: int

    def with_text(self, text: str) -> Chunk:
        """The chunk, where its text is at hand."""
        return Chunk(self.chunk_id, self.doc_id, self.namespace, self.ordinal, self.page, text, self.sha256, self.context)

    @property
    def key(self) -> Key:
        """Namespace and chunk id."""
        return self.namespace, self.chunk_id

    @property
    def embedded(self) -> str:
        """The hash of what is embedded of it."""
        return embedded_hash(self.context, self.sha256)


def known_chunks(database: Database, keys: Sequence[Key]) -> list[KnownChunk]:
    """Those of `keys` that the catalog knows."""
    columns = [index.c[name] for name in COLUMNS]
    found: list[KnownChunk] = []
    with database.reading() as connection:
        for namespace in sorted({namespace for namespace, _ in keys}):
            ids = [chunk_id for owner, chunk_id in keys if owner == namespace]
            for start in range(0, len(ids), 500):
                condition = (index.c.namespace == namespace) & index.c.chunk_id.in_(ids[start : start + 500])
                found += [KnownChunk(*row) for row in connection.execute(select(*columns).where(condition))]
    return found


def texts_of(chunks: ChunkStore, keys: Sequence[Key]) -> dict[Key, Chunk]:
    """The chunks under `keys` whose text the chunk store has, and whole."""
    found: dict[Key, Chunk] = {}
    for namespace in sorted({namespace for namespace, _ in keys}):
        for outcome in chunks.get_many(namespace, [chunk_id for owner, chunk_id in keys if owner == namespace]):
            if outcome.chunk is not None:
                found[namespace, outcome.chunk_id] = outcome.chunk
    return found


def payloads_of(database: Database, known: Sequence[KnownChunk], texts: Mapping[Key, Chunk]) -> dict[Key, Payload]:
    """The payload of each chunk, from its act, its digest or what came with it."""
    acts = acts_by_id(database, [item.act_id for item in known if item.act_id])
    kept = _kept(database, [item.key for item in known if item.act_id is None and item.digest_id is None])
    payloads: dict[Key, Payload] = {}
    for item in known:
        chunk = texts[item.key]
        digest = digest_of_chunk(database, item.namespace, item.chunk_id) if item.digest_id else None
        if digest is not None:
            payloads[item.key] = digest_payload(digest, chunk)
        elif item.act_id in acts:
            payloads[item.key] = act_payload(chunk, acts[item.act_id])
        elif item.key in kept:
            payloads[item.key] = passage_payload(chunk, kept[item.key])
    return payloads


def _kept(database: Database, keys: Sequence[Key]) -> dict[Key, Payload]:
    passages = schema.passages
    found: dict[Key, Payload] = {}
    with database.reading() as connection:
        for namespace in sorted({namespace for namespace, _ in keys}):
            ids = [chunk_id for owner, chunk_id in keys if owner == namespace]
            for start in range(0, len(ids), 500):
                condition = (passages.c.namespace == namespace) & passages.c.chunk_id.in_(ids[start : start + 500])
                for row in connection.execute(select(passages.c.chunk_id, passages.c.payload).where(condition)):
                    found[namespace, row.chunk_id] = row.payload
    return found
