"""Digests: keyed by what they are about, upserted, with the hashes of the acts that made them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, delete, select

from digest_engine.catalog import schema
from digest_engine.catalog.chunk_rows import drop_chunks, insert_chunks
from digest_engine.catalog.database import Database
from digest_engine.catalog.rows import from_cents, from_day, to_cents, to_day
from digest_engine.types import Chunk, DateField, Granularity, Language

digests = schema.digests


@dataclass(frozen=True, slots=True)
class DigestKey:
    """What makes two digests the same one."""

    namespace: str
    domain: str
    language: Language
    date_field: DateField
    tags: tuple[str, ...]
    granularity: Granularity
    start: date
    end: date

    @property
    def digest_id(self) -> str:
        """Deterministic id of the key."""
        parts = [self.namespace, self.domain, self.language, self.date_field, sorted(self.tags), self.granularity]
        text = json.dumps([*parts, self.start.isoformat(), self.end.isoformat()], ensure_ascii=False)
        return f"digest-{hashlib.sha256(text.encode()).hexdigest()[:24]}"


@dataclass(frozen=True, slots=True)
class DigestRecord:
    """A stored digest without its text, which is a chunk. `source_hashes` maps each act to the hash of what was said of it."""

    key: DigestKey
    partial: bool
    chunk_id: str
    fingerprint: str
    source_hashes: Mapping[str, str]
    act_count: int
    chunk_count: int
    act_types_json: str
    amounts_json: str
    coverage: Mapping[str, Any]
    total_amount: Decimal | None
    writer: str
    setup: str
    made_at: datetime


def save_digest(connection: Connection, record: DigestRecord, chunk: Chunk) -> None:
    """Write or replace the digest of a key; its chunk must be in the chunk store already."""
    digest_id = record.key.digest_id
    connection.execute(delete(digests).where(digests.c.digest_id == digest_id))
    drop_chunks(connection, schema.chunk_index.c.digest_id == digest_id, at=record.made_at)
    connection.execute(digests.insert().values(**_row(record)))
    insert_chunks(connection, (chunk,), digest_id=digest_id, at=record.made_at)


def get_digest(database: Database, key: DigestKey) -> DigestRecord | None:
    """The digest of a key."""
    with database.reading() as connection:
        row = connection.execute(select(digests).where(digests.c.digest_id == key.digest_id)).one_or_none()
    return _record(row) if row else None


def digest_of_chunk(database: Database, namespace: str, chunk_id: str) -> DigestRecord | None:
    """The digest whose text is this chunk."""
    condition = (digests.c.namespace == namespace) & (digests.c.chunk_id == chunk_id)
    with database.reading() as connection:
        row = connection.execute(select(digests).where(condition)).one_or_none()
    return _record(row) if row else None


def list_digests(
    database: Database,
    namespace: str,
    *,
    start: date | None = None,
    end: date | None = None,
    granularity: Granularity | None = None,
    domain: str | None = None,
    language: Language | None = None,
    date_field: DateField | None = None,
    tags: Sequence[str] | None = None,
) -> list[DigestRecord]:
    """Digests that touch [start, end], oldest window first."""
    conditions = [digests.c.namespace == namespace]
    if start is not None:
        conditions.append(digests.c.to_day >= to_day(start))
    if end is not None:
        conditions.append(digests.c.from_day <= to_day(end))
    wanted = {"granularity": granularity, "domain": domain, "language": language, "date_field": date_field}
    conditions += [digests.c[name] == value for name, value in wanted.items() if value is not None]
    with database.reading() as connection:
        rows = connection.execute(select(digests).where(*conditions).order_by(digests.c.from_day, digests.c.to_day)).all()
    found = [_record(row) for row in rows]
    return found if tags is None else [record for record in found if sorted(record.key.tags) == sorted(tags)]


def delete_digests(connection: Connection, condition: Any, *, at: datetime) -> list[tuple[str, str]]:
    """Remove digests; returns the (namespace, chunk_id) of their texts."""
    ids = list(connection.scalars(select(digests.c.digest_id).where(condition)))
    pairs = [pair for digest_id in ids for pair in drop_chunks(connection, schema.chunk_index.c.digest_id == digest_id, at=at)]
    connection.execute(delete(digests).where(condition))
    return pairs


def _row(record: DigestRecord) -> dict[str, Any]:
    key = record.key
    return {
        "digest_id": key.digest_id, "namespace": key.namespace, "domain": key.domain, "language": key.language,
        "date_field": key.date_field, "tags": sorted(key.tags), "granularity": key.granularity, "from_day": to_day(key.start),
        "to_day": to_day(key.end), "partial": record.partial, "chunk_id": record.chunk_id, "fingerprint": record.fingerprint,
        "source_hashes": dict(record.source_hashes), "act_count": record.act_count, "chunk_count": record.chunk_count,
        "act_types_json": record.act_types_json, "amounts_json": record.amounts_json, "coverage": dict(record.coverage),
        "total_cents": to_cents(record.total_amount), "writer": record.writer, "setup": record.setup, "made_at": record.made_at,
    }  # fmt: skip


def _record(row: Any) -> DigestRecord:
    start, end = from_day(row.from_day), from_day(row.to_day)
    assert start is not None
    assert end is not None
    key = DigestKey(row.namespace, row.domain, row.language, row.date_field, tuple(row.tags), row.granularity, start, end)
    return DigestRecord(
        key, row.partial, row.chunk_id, row.fingerprint, row.source_hashes, row.act_count, row.chunk_count, row.act_types_json,
        row.amounts_json, row.coverage, from_cents(row.total_cents), row.writer, row.setup, row.made_at,
    )  # fmt: skip
