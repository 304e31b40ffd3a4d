"""Chunk stores: text by id."""

from __future__ import annotations

from pathlib import Path

from digest_engine.catalog.database import Database
from digest_engine.chunks.base import ChunkStore
from digest_engine.errors import SettingsError
from digest_engine.settings import ChunkSettings


def open_chunks(chosen: ChunkSettings, *, database: Database, folder: Path) -> ChunkStore:
    """The chunk store of these settings; nothing is opened yet. `database` serves the `sql` backend, `folder` is the data folder."""
    if chosen.backend == "sql":
        from digest_engine.chunks.sql import SqlChunkStore

        return SqlChunkStore(database, folder / "files")
    try:
        from digest_engine.chunks.object import open_object_store
    except ModuleNotFoundError as error:
        raise SettingsError("this chunk store needs obstore, which is not installed: pip install 'temporal-digest[s3]'") from error
    return open_object_store(
        backend=chosen.backend, folder=folder / "objects", bucket=chosen.bucket, prefix=chosen.prefix, endpoint=chosen.endpoint,
        region=chosen.region, access_key=chosen.access_key.get_secret_value(), secret_key=chosen.secret_key.get_secret_value(),
    )  # fmt: skip


def is_in_folder(chosen: ChunkSettings) -> bool:
    """True where texts and original files are in the data folder: in the catalog's file, or in files of their own."""
    return chosen.backend != "s3"
