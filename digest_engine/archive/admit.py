"""Which records may become points: those whose text is in the chunk store, or comes with them and is then stored and made known first."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from digest_engine.archive.records import Placed, Record, Refused, point_of
from digest_engine.catalog import outbox, registry
from digest_engine.catalog.chunk_rows import insert_passages
from digest_engine.catalog.database import Database
from digest_engine.chunks.base import ChunkStore
from digest_engine.ingest.known import Key, KnownChunk, known_chunks, texts_of
from digest_engine.payload import passage_payload
from digest_engine.types import Chunk, EncoderIdentity, Payload, PayloadValue
from digest_engine.vectors.points import screen

ERASED = "this chunk is being erased"
OTHER_TEXT = "the text of this id is another one here"
HALF_PAIR = "its text holds half of a surrogate pair, which no store can keep"
ALTERED = "its text does not match its sha256"


@dataclass(frozen=True, slots=True)
class Admitted:
    """A record whose chunk is known and has its text in the chunk store."""

    position: str
    record: Record
    chunk: Chunk

    @property
    def key(self) -> Key:
        """Namespace and chunk id."""
        return self.chunk.namespace, self.chunk.chunk_id


@dataclass(frozen=True, slots=True)
class Admission:
    """`missing` are ids of records whose text is nowhere; `passages` counts the chunks that became known."""

    admitted: tuple[Admitted, ...]
    refused: tuple[Refused, ...]
    missing: tuple[str, ...]
    passages: int


def admit(
    placed: Sequence[Placed], database: Database, chunks: ChunkStore, *, identity: EncoderIdentity, profile: str, at: datetime
) -> Admission:
    """Sort records out, store the texts that came with them, and make their chunks known as passages without owner."""
    keys = list(dict.fromkeys((item.record.collection, item.record.chunk_id) for item in placed))
    known = {item.key: item for item in known_chunks(database, keys)}
    stored = texts_of(chunks, keys)
    erased = _erased(database, keys)
    admitted, refused, missing = [], [], []
    for item in placed:
        record = item.record
        key = (record.collection, record.chunk_id)
        chunk = stored.get(key) or _brought(record)
        problem = _problem(record, chunk, known.get(key), erased=key in erased) or _unfit(record, chunk, known.get(key), identity)
        if problem:
            refused.append(Refused(item.position, record.chunk_id, problem))
        elif chunk is None:
            missing.append(record.chunk_id)
        else:
            admitted.append(Admitted(item.position, record, chunk))
    _store([item.chunk for item in admitted if item.key not in stored], chunks)
    passages = {item.key: item for item in admitted if item.key not in known}
    _make_known(list(passages.values()), database, profile=profile, at=at)
    return Admission(tuple(admitted), tuple(refused), tuple(missing), len(passages))


def _erased(database: Database, keys: Sequence[Key]) -> set[Key]:
    found: set[Key] = set()
    for namespace in {namespace for namespace, _ in keys}:
        waiting = outbox.queued(database, namespace, [chunk_id for owner, chunk_id in keys if owner == namespace])
        found.update((item.namespace, item.chunk_id) for item in waiting if item.op == "delete")
    return found


def _brought(record: Record) -> Chunk | None:
    """The chunk that a record brings with it; None where it brings no text."""
    if record.text is None:
        return None
    text, given = record.text, record.payload
    return Chunk(
        record.chunk_id, str(given.get("doc_id") or record.document or record.chunk_id), record.collection, _number(given.get("ordinal"), 0),
        _number(given.get("page"), 1), text, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(), record.context,
    )  # fmt: skip


def _number(value: PayloadValue | None, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _problem(record: Record, chunk: Chunk | None, known: KnownChunk | None, *, erased: bool) -> str:
    """Why a record can't be used; empty where it can, or where its text is nowhere."""
    if erased:
        return ERASED
    if record.text is not None and not _is_whole(record.text):
        return HALF_PAIR
    if chunk is None:
        return ""
    if known is not None and known.sha256 != chunk.sha256:
        return OTHER_TEXT
    if record.sha256 and record.sha256 != chunk.sha256:
        return ALTERED if record.text is not None else OTHER_TEXT
    return ""


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _unfit(record: Record, chunk: Chunk | None, known: KnownChunk | None, identity: EncoderIdentity) -> str:
    """Why a chunk must not become known: what is known and can't be written would wait in the outbox for ever."""
    if chunk is None or known is not None:
        return ""
    payload = passage_payload(chunk, record.payload)
    rejected = screen([point_of(record, namespace=record.collection, payload=payload)], identity=identity).rejected
    return rejected[0].reason if rejected else ""


def _store(brought: Sequence[Chunk], chunks: ChunkStore) -> None:
    if brought:
        chunks.put_many(list({(chunk.namespace, chunk.chunk_id): chunk for chunk in brought}.values()))


def _make_known(items: Sequence[Admitted], database: Database, *, profile: str, at: datetime) -> None:
    if not items:
        return
    for namespace in sorted({item.key[0] for item in items}):
        registry.ensure_namespace(database, namespace, profile=profile, at=at)
    payloads: list[Payload] = [item.record.payload for item in items]
    with database.writing() as connection:
        insert_passages(connection, [item.chunk for item in items], payloads, at=at)
