"""Connections to the catalog's database: SQLite in WAL mode (many readers, one writer that waits its turn) or PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from digest_engine.catalog.migrate import LOCK, bring_up_to_date
from digest_engine.errors import StoreError

BUSY_MS = 60_000


class Database:
    """One engine. `reading()` is a consistent snapshot; `writing()` one transaction that no other writer interleaves."""

    def __init__(self, url: str) -> None:
        """`url` is an SQLAlchemy URL; nothing is opened before the first use."""
        self._url = make_url(url)
        self._engine: Engine | None = None

    @property
    def sqlite(self) -> bool:
        """True on SQLite."""
        return self._url.get_backend_name() == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A read-only connection on one snapshot."""
        with self._guarded(), self._open().connect().execution_options(reading=True) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction, committed at the end or rolled back whole on an error."""
        with self._guarded(), self._open().begin() as connection:
            if not self.sqlite:
                # One writer at a time, as on SQLite: identity and outbox rely on reading what they are about to write.
                connection.execute(text(LOCK))
            yield connection

    def close(self) -> None:
        """Release every connection; the next use opens again."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None

    def _open(self) -> Engine:
        if self._engine is None:
            if self.sqlite and self._url.database:
                Path(self._url.database).parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(self._url, pool_pre_ping=not self.sqlite)
            if self.sqlite:
                event.listen(engine, "connect", _prepare_sqlite)
                event.listen(engine, "begin", _begin_sqlite)
            bring_up_to_date(engine)
            self._engine = engine
        return self._engine

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            # The driver's text may hold the URL's password or an act's text; its class says enough.
            raise StoreError(f"the catalog could not be used ({type(error.orig).__name__}: {_reason(error)}); try again") from error


def _reason(error: DBAPIError) -> str:
    message = str(error.orig).strip().splitlines()
    return message[0][:120] if message else "no detail"


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, so that writers queue instead of failing half-way
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MS}",
        "cache_size=-65536",
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    mode = "BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE"
    connection.exec_driver_sql(mode)
