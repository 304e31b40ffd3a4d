"""Vectors by hash of the embedded text, so that nothing is encoded twice: not after a kill, a re-index or in another namespace."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping, Sequence

from sqlalchemy import delete, select

from digest_engine.catalog import schema
from digest_engine.catalog.database import Database
from digest_engine.types import Vector

cache = schema.vector_cache


def embedded_hash(context: str, text_sha256: str) -> str:
    """The cache key of what is embedded: context + chunk text. It needs the hash of the text, not the text."""
    return hashlib.sha256(f"{hashlib.sha256(context.encode()).hexdigest()}:{text_sha256}".encode()).hexdigest()


def cached(database: Database, encoder: str, hashes: Sequence[str]) -> dict[str, Vector]:
    """The vectors that are there, by text hash."""
    with database.reading() as connection:
        query = select(cache.c.text_sha256, cache.c.vector).where(cache.c.encoder == encoder, cache.c.text_sha256.in_(hashes))
        return {row.text_sha256: tuple(array("f", row.vector)) for row in connection.execute(query)}


def remember(database: Database, encoder: str, vectors: Mapping[str, Vector]) -> None:
    """Keep vectors; the same hash again replaces."""
    rows = [{"encoder": encoder, "text_sha256": key, "vector": array("f", vector).tobytes()} for key, vector in vectors.items()]
    if rows:
        with database.writing() as connection:
            connection.execute(delete(cache).where(cache.c.encoder == encoder, cache.c.text_sha256.in_(list(vectors))))
            connection.execute(cache.insert(), rows)


def forget(database: Database, hashes: Sequence[str]) -> None:
    """Remove vectors of erased texts, for every encoder."""
    with database.writing() as connection:
        for start in range(0, len(hashes), 500):
            connection.execute(delete(cache).where(cache.c.text_sha256.in_(list(hashes[start : start + 500]))))
