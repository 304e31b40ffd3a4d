"""The contract of chunk stores on each backend: SQL, a folder of objects, a real S3 server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import obstore
import pytest
from obstore.store import LocalStore

from digest_engine.catalog.database import Database
from digest_engine.chunks.base import ChunkStore
from digest_engine.chunks.layout import document_key
from digest_engine.chunks.object import open_object_store
from digest_engine.chunks.sql import SqlChunkStore, table
from digest_engine.types import Chunk
from tests.contracts.chunk_store import ChunkStoreContract
from tests.doubles.s3_server import ACCESS_KEY, BUCKET, REGION, SECRET_KEY, S3Server, raw_store, s3_server


@dataclass(slots=True)
class ObjectBackend:
    """`raw` is the same place without the adapter."""

    open: Callable[[], ChunkStore]
    raw: Any
    store: ChunkStore

    def reopened(self) -> ChunkStore:
        return self.open()

    def alter(self, chunk: Chunk, text: str) -> None:
        key = document_key(chunk.namespace, chunk.chunk_id)
        content = json.loads(bytes(obstore.get(self.raw, key).bytes()))
        for entry in content["chunks"]:
            if entry["chunk_id"] == chunk.chunk_id:
                entry["text"] = text
        obstore.put(self.raw, key, json.dumps(content).encode())


@dataclass(slots=True)
class SqlBackend:
    """One SQLite file."""

    url: str
    folder: Path
    store: ChunkStore

    def reopened(self) -> ChunkStore:
        return SqlChunkStore(Database(self.url), self.folder)

    def alter(self, chunk: Chunk, text: str) -> None:
        database = Database(self.url)
        with database.writing() as connection:
            connection.execute(
                table.update().where(table.c.namespace == chunk.namespace, table.c.chunk_id == chunk.chunk_id).values(text=text)
            )
        database.close()


class TestSql(ChunkStoreContract):
    @pytest.fixture
    def backend(self, tmp_path: Path) -> SqlBackend:
        url = f"sqlite:///{tmp_path / 'catalog.db'}"
        return SqlBackend(url, tmp_path / "files", SqlChunkStore(Database(url), tmp_path / "files"))


class TestFolder(ChunkStoreContract):
    @pytest.fixture
    def backend(self, tmp_path: Path) -> ObjectBackend:
        def open_store() -> ChunkStore:
            return open_object_store(backend="folder", folder=tmp_path)

        return ObjectBackend(open_store, LocalStore(tmp_path), open_store())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    with s3_server(tmp_path_factory.mktemp("s3")) as running:
        yield running


class TestS3(ChunkStoreContract):
    @pytest.fixture
    def backend(self, server: S3Server, tmp_path: Path) -> ObjectBackend:
        prefix = tmp_path.name  # each test under its own

        def open_store() -> ChunkStore:
            return open_object_store(
                backend="s3",
                folder=tmp_path,
                bucket=BUCKET,
                prefix=prefix,
                endpoint=server.url,
                region=REGION,
                access_key=ACCESS_KEY,
                secret_key=SECRET_KEY,
            )

        return ObjectBackend(open_store, raw_store(server, prefix=prefix), open_store())
