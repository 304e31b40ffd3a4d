"""A consistent copy of an SQLite catalog, taken while others read and write."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from digest_engine.catalog.database import Database
from digest_engine.errors import ConflictError, StoreError


def copy_catalog(database: Database, path: Path) -> None:
    """Write the catalog as it is at this moment to `path`. `ConflictError` where it is not on SQLite, `StoreError` where that fails."""
    if not database.sqlite:
        raise ConflictError("the catalog is on a PostgreSQL server: back it up there (pg_dump), then copy the files of the data folder")
    with database.reading() as connection, closing(sqlite3.connect(path)) as copy:
        source = connection.connection.driver_connection
        if not isinstance(source, sqlite3.Connection):
            raise StoreError(f"the catalog can't be copied through {type(source).__name__}")
        try:
            # In one go: in WAL mode it keeps no writer waiting, and no write makes it begin again.
            source.backup(copy, pages=-1)
        except sqlite3.Error as error:
            raise StoreError(f"the catalog could not be copied to {path}: {error}") from error
