"""Backup of what an archive can't do without: catalog, texts and originals, as one zip file with the hash of everything in it.

The catalog is copied first, as it is at one moment; what it names is copied after that. Texts and originals are stored before the catalog
names them, and erased after it has forgotten them, so what the copy names is there, unless it was erased meanwhile: then a new copy is
taken. Vectors are left out, for they can be derived: the copy queues every passage, and the catalog's vector cache saves their encoding.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, select

from digest_engine.archive.bundle import BundleWriter
from digest_engine.archive.records import batched
from digest_engine.catalog import outbox, registry, schema
from digest_engine.catalog.database import Database
from digest_engine.catalog.snapshot import copy_catalog
from digest_engine.chunks.base import ChunkStore
from digest_engine.errors import ConflictError, IntegrityError, NotFoundError, StoreError
from digest_engine.ingest.known import Key, texts_of

CATALOG = "catalog.sqlite"
ATTEMPTS = 3
BATCH = 500

Progress = Callable[[int, int], None]
OpenChunks = Callable[[Database, Path], ChunkStore]
"""The chunk store of the same kind in another folder."""


@dataclass(frozen=True, slots=True)
class Copying:
    """The parts that a backup needs. `open_chunks` None: texts and originals are in object storage, and stay there."""

    database: Database
    chunks: ChunkStore
    open_chunks: OpenChunks | None
    now: datetime


@dataclass(frozen=True, slots=True)
class BackupReport:
    """What a backup holds. `missing` were lost before it was made, and `damaged` originals are in it as they are: `verify` tells them.

    `elsewhere`: texts and originals are in object storage, outside the data folder, and are not in the backup.
    """

    path: Path
    size: int
    acts: int
    passages: int
    originals: int
    missing: tuple[str, ...]
    damaged: tuple[str, ...]
    elsewhere: bool


def back_up(path: Path, parts: Copying, *, progress: Progress | None = None) -> BackupReport:
    """Write a backup to `path`: a new file, or one with a name of its own in a folder. `ConflictError` where the file exists."""
    target = path / f"digest-{parts.now:%Y%m%d-%H%M%S}.zip" if path.is_dir() else path
    if target.exists():
        raise ConflictError(f"{target} exists already: give another name")
    if not target.parent.is_dir():
        raise NotFoundError(f"{target.parent}: no such folder")
    for _ in range(ATTEMPTS):
        with TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
            report = _attempt(Path(folder), target, parts, progress)
        if report is not None:
            return report
    raise StoreError(f"acts were erased during each of {ATTEMPTS} attempts to copy them: try again")


def _attempt(folder: Path, target: Path, parts: Copying, progress: Progress | None) -> BackupReport | None:
    """One attempt; None where something that the copied catalog names was erased before it could be copied."""
    data = folder / "data"
    data.mkdir()
    copy_catalog(parts.database, data / CATALOG)
    with BundleWriter(folder / "backup.zip") as writer:
        catalog = Database(f"sqlite:///{data / CATALOG}")
        try:
            contents = Contents(catalog, parts, data, writer, progress)
            contents.copy()
            outbox.queue_all(catalog, namespace=None, at=parts.now)
            counts = _counts(catalog)
        finally:
            catalog.close()
        if contents.is_outdated():
            return None
        writer.take(data)
        writer.finish({"made_at": parts.now.isoformat(), **counts, "originals": contents.originals, "elsewhere": parts.open_chunks is None})
    size = (folder / "backup.zip").stat().st_size
    (folder / "backup.zip").rename(target)
    return BackupReport(
        target, size, counts["acts"], counts["passages"], contents.originals, tuple(contents.missing), tuple(contents.damaged),
        parts.open_chunks is None,
    )  # fmt: skip


class Contents:
    """What the copied catalog names, copied through the chunk stores' port, so that any store in the folder is written as itself."""

    def __init__(self, catalog: Database, parts: Copying, data: Path, writer: BundleWriter, progress: Progress | None) -> None:
        """`data` is the folder in which the copies are made, emptied into `writer` as they come."""
        self._catalog = catalog
        self._parts = parts
        self._data = data
        self._writer = writer
        self._progress = progress
        self._gone_texts: list[Key] = []
        self._gone_files: list[str] = []
        self.originals = 0
        self.missing: list[str] = []
        self.damaged: list[str] = []

    def copy(self) -> None:
        """Copy texts and originals."""
        if self._parts.open_chunks is None:
            return
        store = self._parts.open_chunks(self._catalog, self._data)
        known = _known(self._catalog)
        self._drop_unknown(store, known)
        for keys in batched(sorted(known), BATCH):
            self._copy_texts(keys, store)
        hashes = sorted(registry.file_hashes_in_use(self._catalog))
        for number, sha256 in enumerate(hashes, start=1):
            self._copy_file(sha256, store)
            if self._progress is not None:
                self._progress(number, len(hashes))

    def is_outdated(self) -> bool:
        """True where something was erased since the catalog was copied; what is absent and still named was lost before."""
        texts = set(self._gone_texts)
        files = set(self._gone_files)
        still = texts & _known(self._parts.database), files & registry.file_hashes_in_use(self._parts.database)
        self.missing = [*sorted(chunk_id for _, chunk_id in still[0]), *sorted(still[1])]
        return bool(texts - still[0] or files - still[1])

    def _drop_unknown(self, store: ChunkStore, known: set[Key]) -> None:
        """Texts that were copied with the catalog, of a document whose ingestion was not finished at that moment."""
        queued = {(item.namespace, item.chunk_id) for item in outbox.take(self._catalog, limit=10**9, op="delete")}
        unknown = [
            (chunk.namespace, chunk.chunk_id) for chunk in store.iterate() if (chunk.namespace, chunk.chunk_id) not in known | queued
        ]
        for namespace, chunk_id in unknown:
            store.delete_many(namespace, [chunk_id])

    def _copy_texts(self, keys: Sequence[Key], store: ChunkStore) -> None:
        here = texts_of(store, keys)
        absent = [key for key in keys if key not in here]
        found = texts_of(self._parts.chunks, absent)
        store.put_many(list(found.values()))
        self._gone_texts += [key for key in absent if key not in found]

    def _copy_file(self, sha256: str, store: ChunkStore) -> None:
        try:
            data = self._parts.chunks.get_file(sha256)
        except NotFoundError:
            self._gone_files.append(sha256)
            return
        except IntegrityError:
            self.damaged.append(sha256)
            return
        if hashlib.sha256(data).hexdigest() != sha256:
            self.damaged.append(sha256)
        store.put_file(sha256, data)
        self.originals += 1
        self._writer.take(self._data, leaving=CATALOG)


def _known(database: Database) -> set[Key]:
    index = schema.chunk_index
    with database.reading() as connection:
        return {(row.namespace, row.chunk_id) for row in connection.execute(select(index.c.namespace, index.c.chunk_id))}


def _counts(database: Database) -> dict[str, int]:
    tables = {"acts": schema.acts, "passages": schema.chunk_index}
    with database.reading() as connection:
        return {name: connection.execute(select(func.count()).select_from(table)).scalar_one() for name, table in tables.items()}
