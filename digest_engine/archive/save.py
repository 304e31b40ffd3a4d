"""Saving embeddings: the points of chunks that the catalog knows, read page by page, to a file written aside and renamed when whole.

Points that the catalog does not know are not saved: what was erased must not survive in an archive made afterwards.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgpack

from digest_engine.archive.container import Header, Writer
from digest_engine.archive.records import OUTDATED, Record, batched
from digest_engine.archive.shapes import message, tagged
from digest_engine.catalog import outbox, registry
from digest_engine.catalog.database import Database
from digest_engine.chunks.base import ChunkStore
from digest_engine.errors import ConflictError, InputError, NotFoundError
from digest_engine.ingest.known import Key, KnownChunk, known_chunks, texts_of
from digest_engine.payload import PART
from digest_engine.types import Chunk, EncoderIdentity, Point
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.lease import borrow

SavedForm = Literal["archive", "msgpack", "json", "messages"]
"""`json` are lines of tagged pairs, as in msgpack files; `messages` are lines of objects, as over HTTP."""

PAGE = 256
PROGRAM = "temporal-digest"

Progress = Callable[[int, int], None]
Write = Callable[[Sequence[Record]], None]


@dataclass(frozen=True, slots=True)
class Saving:
    """The parts that saving needs. `identity` None: dense search is off, and the store's own encoder is taken."""

    database: Database
    chunks: ChunkStore
    vectors: VectorStore
    identity: EncoderIdentity | None
    now: datetime


@dataclass(frozen=True, slots=True)
class SaveReport:
    """What was saved: `records` by `collections`.

    `unknown` points were left out because the catalog does not know their chunk. `queued` chunks of these collections have no point yet.
    `without_text` records were to have their text, which is missing or corrupt in the chunk store.
    """

    path: Path
    form: SavedForm
    records: int
    collections: Mapping[str, int]
    unknown: int
    queued: int
    texts: int
    without_text: int


def save(
    path: Path,
    parts: Saving,
    *,
    form: SavedForm = "archive",
    collection: str | None = None,
    texts: bool = False,
    progress: Progress | None = None,
) -> SaveReport:
    """Write the embeddings of `collection` (none: of all) to `path`, replacing it. Raises `NotFoundError` for an unknown collection."""
    if texts and form != "archive":
        raise InputError("only the archive format keeps texts")
    names = _names(parts.database, collection)
    identity = parts.identity or parts.vectors.identity()
    if identity is None:
        raise ConflictError("no vector was ever stored, and dense search is off: there is nothing to save")
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        # The whole of it is one turn, which begins again with an empty file where another process took the store in between.
        report = borrow(parts.vectors, identity, lambda store: _write(aside, path, store, parts, identity, names, form, texts, progress))
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    return report


def _names(database: Database, collection: str | None) -> list[str]:
    names = [record.name for record in registry.list_namespaces(database)]
    if collection is None:
        return names
    if collection not in names:
        raise NotFoundError(f"no collection {collection!r}; `digest-engine namespaces list` names them")
    return [collection]


def _write(
    aside: Path, path: Path, store: VectorStore, parts: Saving, identity: EncoderIdentity, names: Sequence[str], form: SavedForm,
    texts: bool, progress: Progress | None,
) -> SaveReport:  # fmt: skip
    counts: dict[str, int] = dict.fromkeys(names, 0)
    unknown = with_text = 0
    total = sum(store.count(namespace=name) for name in names)
    header = Header(
        identity.model, identity.dimension, identity.metric, dict(counts), texts, parts.now.isoformat(), f"{PROGRAM} {_version()}"
    )
    with aside.open("w+b") as file:
        write, finish = _writer(file, form, header)
        for points in batched((point for name in names for point in store.scan(namespace=name)), PAGE):
            records = _records(points, parts, texts=texts)
            write(records)
            unknown += len(points) - len(records)
            with_text += sum(record.text is not None for record in records)
            for record in records:
                counts[record.collection] += 1
            if progress is not None:
                progress(sum(counts.values()) + unknown, total)
        finish()
        file.flush()
        os.fsync(file.fileno())
    saved = sum(counts.values())
    queued = sum(outbox.pending(parts.database, name) for name in names)
    return SaveReport(path, form, saved, counts, unknown, queued, with_text, saved - with_text if texts else 0)


def _writer(file: BinaryIO, form: SavedForm, header: Header) -> tuple[Write, Callable[[], object]]:
    match form:
        case "archive":
            writer = Writer(file, header)
            return writer.write, writer.finish
        case "msgpack":
            return lambda records: _each(records, lambda own: file.write(msgpack.packb(tagged(own)))), lambda: None
        case "json":
            return lambda records: _each(records, lambda own: file.write(_line(tagged(own)))), lambda: None
        case "messages":
            return lambda records: _each(records, lambda own: file.write(_line(message(own)))), lambda: None


def _each(records: Sequence[Record], write: Callable[[Sequence[Record]], object]) -> None:
    """One message for the records of each document."""
    for _, own in groupby(records, key=lambda record: (record.collection, record.document)):
        write(list(own))


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _records(points: Sequence[Point], parts: Saving, *, texts: bool) -> list[Record]:
    """The records of the points whose chunk is known, by document."""
    known = {item.key: item for item in known_chunks(parts.database, list({(point.namespace, point.chunk_id) for point in points}))}
    found = texts_of(parts.chunks, list(known)) if texts else {}
    waiting = set(_queued(parts.database, known))
    records = [
        _record(point, known[key], found.get(key), current=key not in waiting, texts=texts)
        for point in points
        if (key := (point.namespace, point.chunk_id)) in known
    ]
    return sorted(records, key=lambda record: (record.collection, record.document))


def _queued(database: Database, known: Mapping[Key, KnownChunk]) -> Iterator[Key]:
    """Chunks whose point is to be written anew: what the stored one was made of is not what the catalog holds now."""
    for namespace in sorted({namespace for namespace, _ in known}):
        ids = [chunk_id for owner, chunk_id in known if owner == namespace]
        yield from ((item.namespace, item.chunk_id) for item in outbox.queued(database, namespace, ids))


def _record(point: Point, known: KnownChunk, chunk: Chunk | None, *, current: bool, texts: bool) -> Record:
    payload = {name: value for name, value in point.payload.items() if name != PART}
    part = point.payload.get(PART, 0)
    return Record(
        point.namespace, point.chunk_id, point.vector, part=part if isinstance(part, int) else 0, document=str(payload.get("doc_id", "")),
        root=known.act_id or known.digest_id or "", payload=payload, sha256=known.sha256,
        embedded="" if part else known.embedded if current else OUTDATED, sparse=point.sparse,
        text=chunk.text if chunk is not None else None, context=known.context if texts else "",
    )  # fmt: skip


def _version() -> str:
    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "from a checkout"
