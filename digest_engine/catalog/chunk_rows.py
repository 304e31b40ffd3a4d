"""The catalog's knowledge of chunks: which exist, of which act or digest, their stems for lexical search, and their outbox entries.

Inserting a chunk queues its point; dropping one queues the deletion. Both happen in the caller's transaction, so no chunk is known
without being queued and no deletion is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, select, text, update

from digest_engine.catalog import schema
from digest_engine.text import stems
from digest_engine.types import Chunk, Payload

index = schema.chunk_index
outbox = schema.outbox
passages = schema.passages
OWNERLESS = index.c.act_id.is_(None) & index.c.digest_id.is_(None)


def insert_chunks(
    connection: Connection, chunks: Sequence[Chunk], *, at: datetime, act_id: str | None = None, digest_id: str | None = None
) -> None:
    """Make chunks known, searchable by words, and queued for the vector store. A passage of the same id without owner gets this one."""
    if not chunks:
        return
    _drop_ownerless(connection, chunks, at=at)
    first = connection.execute(select(func.coalesce(func.max(index.c.rowid), 0))).scalar_one() + 1
    rows = [
        {
            "rowid": first + offset, "namespace": chunk.namespace, "chunk_id": chunk.chunk_id, "doc_id": chunk.doc_id, "act_id": act_id,
            "digest_id": digest_id, "ordinal": chunk.ordinal, "page": chunk.page, "sha256": chunk.sha256, "context": chunk.context,
        }
        for offset, chunk in enumerate(chunks)
    ]  # fmt: skip
    connection.execute(index.insert(), rows)
    insert_stems(connection, [(row["rowid"], f"{chunk.context} {chunk.text}") for row, chunk in zip(rows, chunks, strict=True)])
    queue(connection, [(chunk.namespace, chunk.chunk_id) for chunk in chunks], op="upsert", at=at)


def drop_chunks(connection: Connection, condition: Any, *, at: datetime) -> list[tuple[str, str]]:
    """Forget the chunks that satisfy `condition` and queue their deletion; returns (namespace, chunk_id) pairs, whose text may go."""
    rows = connection.execute(select(index.c.rowid, index.c.namespace, index.c.chunk_id).where(condition)).all()
    if not rows:
        return []
    pairs = [(row.namespace, row.chunk_id) for row in rows]
    connection.execute(
        delete(passages).where(passages.c.namespace == bindparam("n"), passages.c.chunk_id == bindparam("c")),
        [{"n": namespace, "c": chunk_id} for namespace, chunk_id in pairs],
    )
    connection.execute(text("DELETE FROM chunk_terms WHERE rowid = :rowid"), [{"rowid": row.rowid} for row in rows])
    connection.execute(delete(index).where(index.c.rowid == bindparam("r")), [{"r": row.rowid} for row in rows])
    queue(connection, pairs, op="delete", at=at)
    return pairs


def insert_passages(connection: Connection, chunks: Sequence[Chunk], payloads: Sequence[Payload], *, at: datetime) -> None:
    """Make chunks known that belong to no act and no digest, with the payload that came with each."""
    insert_chunks(connection, chunks, at=at)
    rows = [
        {"namespace": chunk.namespace, "chunk_id": chunk.chunk_id, "payload": dict(payload)}
        for chunk, payload in zip(chunks, payloads, strict=True)
    ]
    if rows:
        connection.execute(passages.insert(), rows)


def queue(connection: Connection, chunks: Iterable[tuple[str, str]], *, op: str, at: datetime) -> None:
    """Set the pending operation of chunks; a later operation on the same chunk replaces the earlier one."""
    rows = [{"namespace": namespace, "chunk_id": chunk_id, "op": op, "queued_at": at} for namespace, chunk_id in chunks]
    if not rows:
        return
    connection.execute(
        delete(outbox).where(outbox.c.namespace == bindparam("n"), outbox.c.chunk_id == bindparam("c")),
        [{"n": row["namespace"], "c": row["chunk_id"]} for row in rows],
    )
    connection.execute(outbox.insert(), [{**row, "attempts": 0, "error": ""} for row in rows])


def update_contexts(connection: Connection, contexts: Sequence[tuple[str, str, str, str]], *, at: datetime) -> None:
    """Set the context of chunks, given as (namespace, chunk_id, context, text), with their stems, and queue their re-encoding."""
    for namespace, chunk_id, context, body in contexts:
        condition = (index.c.namespace == namespace) & (index.c.chunk_id == chunk_id)
        rowid = connection.execute(select(index.c.rowid).where(condition)).scalar_one()
        connection.execute(update(index).where(condition).values(context=context))
        connection.execute(text("DELETE FROM chunk_terms WHERE rowid = :rowid"), {"rowid": rowid})
        insert_stems(connection, [(rowid, f"{context} {body}")])
    queue(connection, [(namespace, chunk_id) for namespace, chunk_id, _, _ in contexts], op="upsert", at=at)


def insert_stems(connection: Connection, rows: Sequence[tuple[int, str]]) -> None:
    """Make passages, given as (rowid, text), searchable by their stems."""
    if connection.dialect.name == "sqlite":
        statement = text("INSERT INTO chunk_terms (rowid, stems) VALUES (:rowid, :stems)")
    else:
        # The stems are ours already: the `simple` configuration keeps them as they are.
        statement = text("INSERT INTO chunk_terms (rowid, stems) VALUES (:rowid, to_tsvector('simple', :stems))")
    connection.execute(statement, [{"rowid": rowid, "stems": " ".join(stems(body))} for rowid, body in rows])


def _drop_ownerless(connection: Connection, chunks: Sequence[Chunk], *, at: datetime) -> None:
    for namespace in {chunk.namespace for chunk in chunks}:
        ids = [chunk.chunk_id for chunk in chunks if chunk.namespace == namespace]
        for start in range(0, len(ids), 500):
            drop_chunks(connection, OWNERLESS & (index.c.namespace == namespace) & index.c.chunk_id.in_(ids[start : start + 500]), at=at)
