"""Chunk store in an SQL database: a table of its own beside the catalog's; original files in a folder.

The context of a chunk is derived from its act and lives in the catalog; what comes from here has none.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, Text, delete, inspect, select

from digest_engine.catalog.database import Database
from digest_engine.errors import NotFoundError
from digest_engine.types import Chunk, ChunkOutcome

metadata = MetaData()
table = Table(
    "chunk_texts",
    metadata,
    Column("namespace", String, primary_key=True),
    Column("chunk_id", String, primary_key=True),
    Column("doc_id", String, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("page", Integer, nullable=False),
    Column("sha256", String, nullable=False),
    Column("text", Text, nullable=False),
)
COLUMNS = ("chunk_id", "doc_id", "namespace", "ordinal", "page", "text", "sha256")


class SqlChunkStore:
    """Texts in `database`, files under `folder`."""

    def __init__(self, database: Database, folder: Path) -> None:
        """Opens nothing before the first use."""
        self._database = database
        self._folder = folder
        self._ready = False

    def put_many(self, chunks: Sequence[Chunk]) -> None:
        """Store chunks; the same id again replaces."""
        if not chunks:
            return
        self._ensure()
        rows = [{name: getattr(chunk, name) for name in COLUMNS} for chunk in chunks]
        with self._database.writing() as connection:
            for namespace in {chunk.namespace for chunk in chunks}:
                self._delete(connection, namespace, [chunk.chunk_id for chunk in chunks if chunk.namespace == namespace])
            connection.execute(table.insert(), rows)

    def get_many(self, namespace: str, chunk_ids: Sequence[str]) -> list[ChunkOutcome]:
        """One outcome an id, in the order asked for."""
        self._ensure()
        found: dict[str, Chunk] = {}
        with self._database.reading() as connection:
            for start in range(0, len(chunk_ids), 500):
                wanted = table.c.chunk_id.in_(list(chunk_ids[start : start + 500]))
                columns = [table.c[name] for name in COLUMNS]
                for row in connection.execute(select(*columns).where(table.c.namespace == namespace, wanted)):
                    found[row.chunk_id] = Chunk(**row._mapping)
        return [checked(chunk_id, found.get(chunk_id)) for chunk_id in chunk_ids]

    def delete_many(self, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove chunks; absent ids are no error."""
        self._ensure()
        with self._database.writing() as connection:
            self._delete(connection, namespace, chunk_ids)

    def iterate(self, namespace: str | None = None) -> Iterator[Chunk]:
        """Every chunk stored, by namespace and id."""
        self._ensure()
        last = ("", "")
        while True:
            query = select(*[table.c[name] for name in COLUMNS]).order_by(table.c.namespace, table.c.chunk_id).limit(1000)
            after = (table.c.namespace > last[0]) | ((table.c.namespace == last[0]) & (table.c.chunk_id > last[1]))
            query = query.where(after) if namespace is None else query.where(after, table.c.namespace == namespace)
            with self._database.reading() as connection:
                chunks = [Chunk(**row._mapping) for row in connection.execute(query)]
            if not chunks:
                return
            yield from chunks
            last = (chunks[-1].namespace, chunks[-1].chunk_id)

    def put_file(self, sha256: str, data: bytes) -> None:
        """Keep an uploaded file's bytes under their hash."""
        path = self._path(sha256)
        if path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.part")
        temporary.write_bytes(data)
        temporary.replace(path)

    def get_file(self, sha256: str) -> bytes:
        """The bytes of a kept file."""
        try:
            return self._path(sha256).read_bytes()
        except FileNotFoundError as error:
            raise NotFoundError(f"no original file with hash {sha256}") from error

    def delete_file(self, sha256: str) -> None:
        """Remove a kept file; absent is no error."""
        self._path(sha256).unlink(missing_ok=True)

    def files(self) -> Iterator[str]:
        """The hashes of all kept files."""
        for path in sorted(self._folder.glob("??/*")):
            if not path.suffix:
                yield path.name

    def close(self) -> None:
        """Release connections."""
        self._database.close()

    def _path(self, sha256: str) -> Path:
        return self._folder / sha256[:2] / sha256

    def _ensure(self) -> None:
        if self._ready:
            return
        # Looked for by reading: this may run inside the transaction of a writer, which would wait for itself.
        with self._database.reading() as connection:
            there = inspect(connection).has_table(table.name)
        if not there:
            with self._database.writing() as connection:
                metadata.create_all(connection)
        self._ready = True

    def _delete(self, connection: Connection, namespace: str, chunk_ids: Sequence[str]) -> None:
        for start in range(0, len(chunk_ids), 500):
            batch = table.c.chunk_id.in_(list(chunk_ids[start : start + 500]))
            connection.execute(delete(table).where(table.c.namespace == namespace, batch))


def checked(chunk_id: str, chunk: Chunk | None) -> ChunkOutcome:
    """The outcome of one id: a chunk whose text does not match its hash is corrupt and its text is withheld."""
    if chunk is None:
        return ChunkOutcome(chunk_id, "missing")
    if hashlib.sha256(chunk.text.encode()).hexdigest() != chunk.sha256:
        return ChunkOutcome(chunk_id, "corrupt")
    return ChunkOutcome(chunk_id, "ok", chunk)
