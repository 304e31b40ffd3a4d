"""Verify and repair: do catalog, chunk store, originals and vector store agree? What can be rebuilt is rebuilt from the originals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from sqlalchemy import column, select, table, text, update

from digest_engine.catalog import schema
from digest_engine.catalog.chunk_rows import insert_stems, queue
from digest_engine.catalog.database import Database
from digest_engine.catalog.digests import DigestRecord, delete_digests, digest_of_chunk
from digest_engine.catalog.registry import file_hashes_in_use
from digest_engine.chunks.base import ChunkStore
from digest_engine.embeddings.base import Encoder
from digest_engine.errors import EncoderMismatch, NotFoundError
from digest_engine.ingest.chunk import split_document
from digest_engine.ingest.identity import document_id
from digest_engine.ingest.readers import repeated_lines
from digest_engine.payload import CHUNK_ID, NAMESPACE, PART, TEXT_KEYS, is_ours
from digest_engine.types import Chunk, Reading
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.lease import borrow, delete_points
from digest_engine.vectors.points import part_key

FindingKind = Literal[
    "missing_text", "corrupt_text", "orphan_text", "missing_point", "orphan_point", "duplicate_point", "text_in_payload", "old_payload",
    "wrong_encoder", "digest_without_sources", "stuck_outbox", "missing_original", "orphan_original", "missing_stems",
]  # fmt: skip

index = schema.chunk_index


@dataclass(frozen=True, slots=True)
class Finding:
    """One disagreement. `subject` is the id it is about; `repairable` says whether `repair` can mend it from what is kept."""

    kind: FindingKind
    namespace: str
    subject: str
    detail: str = ""
    repairable: bool = True


@dataclass(frozen=True, slots=True)
class Stores:
    """What is compared. `read` opens an original again; `rewrite` writes a digest anew.

    `encoder` None: there is no vector store to compare.
    """

    database: Database
    chunks: ChunkStore
    vectors: VectorStore
    encoder: Encoder | None
    read: Callable[[bytes, str], Reading]
    rewrite: Callable[[DigestRecord], None]
    chunk_size: int


@dataclass(frozen=True, slots=True)
class _Known:
    namespace: str
    chunk_id: str
    sha256: str


def verify(stores: Stores) -> list[Finding]:
    """Every disagreement between the stores; an empty list is a clean bill."""
    known = _known(stores.database)
    findings = [
        *_texts(stores, known),
        *_originals(stores),
        *_digests(stores.database),
        *_outbox(stores.database),
        *_stems(stores.database),
    ]
    return [*findings, *_points(stores, known)]


def repair(stores: Stores, findings: Sequence[Finding], *, at: datetime) -> list[Finding]:
    """Mend what can be mended and return what is left. Missing points are queued: drain the outbox, then verify again."""
    by_kind: dict[str, list[Finding]] = {}
    for finding in findings:
        by_kind.setdefault(finding.kind, []).append(finding)
    _repair_texts(stores, [*by_kind.get("missing_text", []), *by_kind.get("corrupt_text", [])])
    _drop_texts(stores, by_kind.get("orphan_text", []))
    _drop_points(stores, [*by_kind.get("orphan_point", []), *by_kind.get("duplicate_point", [])])
    for finding in by_kind.get("orphan_original", []):
        stores.chunks.delete_file(finding.subject)
    _repair_catalog(stores, by_kind, at)
    return verify(stores)


def _known(database: Database) -> dict[tuple[str, str], _Known]:
    query = select(index.c.namespace, index.c.chunk_id, index.c.sha256)
    with database.reading() as connection:
        return {(row.namespace, row.chunk_id): _Known(*row) for row in connection.execute(query)}


def _texts(stores: Stores, known: dict[tuple[str, str], _Known]) -> Iterator[Finding]:
    for namespace in sorted({item.namespace for item in known.values()}):
        ids = [item.chunk_id for item in known.values() if item.namespace == namespace]
        for start in range(0, len(ids), 500):
            for outcome in stores.chunks.get_many(namespace, ids[start : start + 500]):
                if outcome.status == "missing":
                    yield Finding("missing_text", namespace, outcome.chunk_id)
                elif outcome.chunk is None or outcome.chunk.sha256 != known[namespace, outcome.chunk_id].sha256:
                    yield Finding("corrupt_text", namespace, outcome.chunk_id)
    queued = _queued(stores.database, "delete")
    for chunk in stores.chunks.iterate():
        if (chunk.namespace, chunk.chunk_id) not in known and (chunk.namespace, chunk.chunk_id) not in queued:
            yield Finding("orphan_text", chunk.namespace, chunk.chunk_id)


def _originals(stores: Stores) -> Iterator[Finding]:
    recorded, kept = file_hashes_in_use(stores.database), set(stores.chunks.files())
    for sha256 in sorted(recorded - kept):
        yield Finding("missing_original", "", sha256, "give the file again with `ingest`", repairable=False)
    for sha256 in sorted(kept - recorded):
        yield Finding("orphan_original", "", sha256)


def _digests(database: Database) -> Iterator[Finding]:
    with database.reading() as connection:
        acts = set(connection.scalars(select(schema.acts.c.act_id)))
        rows = connection.execute(select(schema.digests.c.namespace, schema.digests.c.digest_id, schema.digests.c.source_hashes)).all()
    for row in rows:
        if not acts & row.source_hashes.keys():
            yield Finding("digest_without_sources", row.namespace, row.digest_id)


def _outbox(database: Database) -> Iterator[Finding]:
    table_ = schema.outbox
    with database.reading() as connection:
        rows = connection.execute(select(table_.c.namespace, table_.c.chunk_id, table_.c.error).where(table_.c.attempts > 0)).all()
    yield from (Finding("stuck_outbox", row.namespace, row.chunk_id, row.error) for row in rows)


def _stems(database: Database) -> Iterator[Finding]:
    terms = table("chunk_terms", column("rowid"))
    query = select(index.c.namespace, index.c.chunk_id).where(index.c.rowid.not_in(select(terms.c.rowid)))
    with database.reading() as connection:
        yield from [Finding("missing_stems", row.namespace, row.chunk_id) for row in connection.execute(query)]


def _points(stores: Stores, known: dict[tuple[str, str], _Known]) -> Iterator[Finding]:
    if stores.encoder is None:
        return
    waiting, deleted = _queued(stores.database, "upsert"), _queued(stores.database, "delete")
    try:
        points = borrow(stores.vectors, stores.encoder.identity, _scan)
    except EncoderMismatch as error:
        yield Finding("wrong_encoder", "", stores.encoder.identity.model, str(error), repairable=False)
        return
    seen = points.seen
    yield from points.old
    yield from (Finding("missing_point", *key) for key in sorted(known.keys() - seen.keys() - waiting))
    yield from (Finding("orphan_point", *key) for key in sorted(seen.keys() - known.keys() - deleted))
    yield from (Finding("duplicate_point", *key) for key, count in sorted(seen.items()) if count > 1)
    further = sorted(key for key in points.further if key[:2] not in known and key[:2] not in deleted)
    yield from (Finding("orphan_point", namespace, part_key(chunk_id, part)) for namespace, chunk_id, part in further)


@dataclass
class _Points:
    """What a vector store holds: how often each chunk, further vectors of chunks, and what is said of old payloads."""

    seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    further: set[tuple[str, str, int]] = field(default_factory=set)
    old: list[Finding] = field(default_factory=list)


def _scan(store: VectorStore) -> _Points:
    points = _Points()
    for stored in store.stored():
        payload = stored.payload
        namespace, chunk_id, part = str(payload.get(NAMESPACE, "")), str(payload.get(CHUNK_ID) or stored.id), payload.get(PART)
        if not is_ours(payload):
            kind: FindingKind = "text_in_payload" if TEXT_KEYS & payload.keys() else "old_payload"
            points.old.append(Finding(kind, namespace, chunk_id, "run `digest-engine migrate`", repairable=False))
        elif part:
            points.further.add((namespace, chunk_id, int(part)))
        else:
            points.seen[namespace, chunk_id] += 1
    return points


def _queued(database: Database, op: str) -> set[tuple[str, str]]:
    table_ = schema.outbox
    with database.reading() as connection:
        rows = connection.execute(select(table_.c.namespace, table_.c.chunk_id).where(table_.c.op == op))
        return {(row.namespace, row.chunk_id) for row in rows}


def _repair_texts(stores: Stores, findings: Sequence[Finding]) -> None:
    """Split the originals again: the same text at the same place has the same id."""
    wanted = {(finding.namespace, finding.subject) for finding in findings}
    for namespace, sha256 in sorted({found for key in wanted if (found := _original_of(stores.database, *key)) is not None}):
        rebuilt = [chunk for chunk in _split_again(stores, namespace, sha256) if (chunk.namespace, chunk.chunk_id) in wanted]
        stores.chunks.put_many(rebuilt)
    for namespace, chunk_id in sorted(wanted):
        record = digest_of_chunk(stores.database, namespace, chunk_id)
        if record is not None:
            stores.rewrite(record)


def _original_of(database: Database, namespace: str, chunk_id: str) -> tuple[str, str] | None:
    documents = schema.documents
    condition = (index.c.namespace == namespace) & (index.c.chunk_id == chunk_id)
    query = (
        select(documents.c.file_sha256)
        .join(index, (index.c.doc_id == documents.c.doc_id) & (index.c.namespace == documents.c.namespace))
        .where(condition)
    )
    with database.reading() as connection:
        sha256 = connection.scalar(query)
    return (namespace, sha256) if sha256 else None


def _split_again(stores: Stores, namespace: str, sha256: str) -> list[Chunk]:
    try:
        data = stores.chunks.get_file(sha256)
    except NotFoundError:
        return []  # the original is gone too: `verify` names both, and only giving the file again can mend them
    with stores.database.reading() as connection:
        name = connection.scalar(select(schema.files.c.name).where(schema.files.c.sha256 == sha256, schema.files.c.namespace == namespace))
    reading = stores.read(data, name or sha256)
    return [
        chunk
        for document in reading.documents
        for chunk in split_document(
            document,
            doc_id=document_id(document),
            namespace=namespace,
            size=stores.chunk_size,
            repeated=repeated_lines(document.pages),
        )
    ]


def _drop_texts(stores: Stores, findings: Sequence[Finding]) -> None:
    for namespace in sorted({finding.namespace for finding in findings}):
        stores.chunks.delete_many(namespace, [finding.subject for finding in findings if finding.namespace == namespace])


def _drop_points(stores: Stores, findings: Sequence[Finding]) -> None:
    if not findings or stores.encoder is None:
        return
    by_namespace: dict[str, list[str]] = {}
    for finding in findings:
        by_namespace.setdefault(finding.namespace, []).append(finding.subject)
    delete_points(stores.vectors, stores.encoder.identity, by_namespace)


def _repair_catalog(stores: Stores, by_kind: dict[str, list[Finding]], at: datetime) -> None:
    again = [*by_kind.get("missing_point", []), *by_kind.get("duplicate_point", [])]
    known = _known(stores.database)
    with stores.database.writing() as connection:
        queue(connection, [(item.namespace, item.subject) for item in again if (item.namespace, item.subject) in known], op="upsert", at=at)
        connection.execute(update(schema.outbox).values(attempts=0, error="").where(schema.outbox.c.attempts > 0))
        for finding in by_kind.get("digest_without_sources", []):
            delete_digests(connection, schema.digests.c.digest_id == finding.subject, at=at)
    _repair_stems(stores, by_kind.get("missing_stems", []))


def _repair_stems(stores: Stores, findings: Sequence[Finding]) -> None:
    for finding in findings:
        outcome = stores.chunks.get_many(finding.namespace, [finding.subject])[0]
        if outcome.chunk is None:
            continue
        condition = (index.c.namespace == finding.namespace) & (index.c.chunk_id == finding.subject)
        with stores.database.writing() as connection:
            row = connection.execute(select(index.c.rowid, index.c.context).where(condition)).one()
            connection.execute(text("DELETE FROM chunk_terms WHERE rowid = :rowid"), {"rowid": row.rowid})
            insert_stems(connection, [(row.rowid, f"{row.context} {outcome.chunk.text}")])
