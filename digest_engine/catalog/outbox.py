"""The outbox: points still to write or to delete. Whichever process holds the vector store drains it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select, update

from digest_engine.catalog import schema
from digest_engine.catalog.chunk_rows import queue
from digest_engine.catalog.database import Database

outbox = schema.outbox
index = schema.chunk_index


@dataclass(frozen=True, slots=True)
class Pending:
    """One queued operation. `seq` changes when the operation is queued anew, so finishing an old one never loses a newer one."""

    seq: int
    namespace: str
    chunk_id: str
    op: str


@dataclass(frozen=True, slots=True)
class IndexState:
    """`indexed` of `total` known passages have their point; `stuck` have failed at least once."""

    indexed: int
    total: int
    stuck: int


def take(database: Database, *, limit: int, after: int = 0, op: str | None = None) -> list[Pending]:
    """The next operations in order; nothing is marked, so a kill loses nothing."""
    query = select(outbox.c.seq, outbox.c.namespace, outbox.c.chunk_id, outbox.c.op).where(outbox.c.seq > after)
    if op is not None:
        query = query.where(outbox.c.op == op)
    with database.reading() as connection:
        return [Pending(*row) for row in connection.execute(query.order_by(outbox.c.seq).limit(limit))]


def queued(database: Database, namespace: str, chunk_ids: Sequence[str]) -> list[Pending]:
    """The operations that wait for these chunks."""
    found: list[Pending] = []
    columns = (outbox.c.seq, outbox.c.namespace, outbox.c.chunk_id, outbox.c.op)
    with database.reading() as connection:
        for start in range(0, len(chunk_ids), 500):
            batch = outbox.c.chunk_id.in_(list(chunk_ids[start : start + 500]))
            found += [Pending(*row) for row in connection.execute(select(*columns).where(outbox.c.namespace == namespace, batch))]
    return found


def finish(database: Database, done: Sequence[Pending]) -> None:
    """Remove completed operations."""
    if done:
        with database.writing() as connection:
            connection.execute(delete(outbox).where(outbox.c.seq == bindparam("s")), [{"s": item.seq} for item in done])


def fail(database: Database, failed: Sequence[Pending], error: str) -> None:
    """Record why operations could not be completed; they stay queued."""
    if failed:
        with database.writing() as connection:
            connection.execute(
                update(outbox).where(outbox.c.seq == bindparam("s")).values(attempts=outbox.c.attempts + 1, error=error[:300]),
                [{"s": item.seq} for item in failed],
            )


def state(database: Database, namespace: str | None = None) -> IndexState:
    """How much of what is known has its point."""
    chunks, queued = select(func.count()).select_from(index), select(func.count()).select_from(outbox).where(outbox.c.op == "upsert")
    stuck = select(func.count()).select_from(outbox).where(outbox.c.attempts > 0)
    if namespace is not None:
        chunks = chunks.where(index.c.namespace == namespace)
        queued, stuck = queued.where(outbox.c.namespace == namespace), stuck.where(outbox.c.namespace == namespace)
    with database.reading() as connection:
        total, waiting = connection.execute(chunks).scalar_one(), connection.execute(queued).scalar_one()
        return IndexState(total - waiting, total, connection.execute(stuck).scalar_one())


def pending(database: Database, namespace: str | None = None) -> int:
    """Number of queued operations, deletions included."""
    query = select(func.count()).select_from(outbox)
    with database.reading() as connection:
        return connection.execute(query if namespace is None else query.where(outbox.c.namespace == namespace)).scalar_one()


def last_error(database: Database) -> str:
    """Why the latest operation that failed did; empty where none has."""
    query = select(outbox.c.error).where(outbox.c.attempts > 0).order_by(outbox.c.seq.desc()).limit(1)
    with database.reading() as connection:
        return connection.execute(query).scalar() or ""


def queue_all(database: Database, *, namespace: str | None, at: datetime) -> int:
    """Queue the point of every known passage anew; returns how many."""
    query = select(index.c.namespace, index.c.chunk_id)
    with database.writing() as connection:
        rows = connection.execute(query if namespace is None else query.where(index.c.namespace == namespace)).all()
        queue(connection, [(row.namespace, row.chunk_id) for row in rows], op="upsert", at=at)
    return len(rows)
