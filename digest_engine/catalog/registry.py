"""Namespaces and files: what was given to the program and what became of each file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, select, update

from digest_engine.catalog import schema
from digest_engine.catalog.database import Database
from digest_engine.errors import ConflictError, InputError, NotFoundError

FileStatus = Literal["indexed", "partial", "same_as", "failed", "empty"]


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A file as given. `failures` are (member name, reason, message) of what could not be read in it."""

    namespace: str
    sha256: str
    name: str
    size: int
    profile: str
    status: FileStatus
    message: str
    failures: tuple[tuple[str, str, str], ...]
    received_at: datetime


@dataclass(frozen=True, slots=True)
class NamespaceRecord:
    """A namespace with the number of its acts, files and passages."""

    name: str
    profile: str
    acts: int
    files: int
    passages: int
    created_at: datetime


def ensure_namespace(database: Database, name: str, *, profile: str, at: datetime) -> str:
    """Create the namespace where it is new; returns its profile."""
    if not name.strip() or len(name) > 120 or any(ord(char) < 32 for char in name):
        raise InputError(f"namespace {name!r}: give 1 to 120 printable characters")
    with database.reading() as connection:
        known = connection.scalar(select(schema.namespaces.c.profile).where(schema.namespaces.c.name == name))
    if known is not None:
        return str(known)
    with database.writing() as connection:
        known = connection.scalar(select(schema.namespaces.c.profile).where(schema.namespaces.c.name == name))
        if known is None:
            connection.execute(schema.namespaces.insert().values(name=name, profile=profile, created_at=at))
    return str(known or profile)


def create_namespace(database: Database, name: str, *, profile: str, at: datetime) -> None:
    """Create a namespace; `ConflictError` where it exists."""
    with database.reading() as connection:
        if connection.scalar(select(schema.namespaces.c.name).where(schema.namespaces.c.name == name)):
            raise ConflictError(f"namespace {name!r} exists already")
    ensure_namespace(database, name, profile=profile, at=at)


def namespace_profile(database: Database, name: str) -> str:
    """The profile of a namespace; `NotFoundError` where there is none."""
    with database.reading() as connection:
        profile = connection.scalar(select(schema.namespaces.c.profile).where(schema.namespaces.c.name == name))
    if profile is None:
        raise NotFoundError(f"no namespace {name!r}; `digest-engine namespaces` lists them")
    return str(profile)


def list_namespaces(database: Database) -> list[NamespaceRecord]:
    """Every namespace, by name."""

    def counts(table: Any) -> Any:
        return select(func.count()).select_from(table).where(table.c.namespace == schema.namespaces.c.name).scalar_subquery()

    table = schema.namespaces
    query = select(
        table.c.name, table.c.profile, counts(schema.acts), counts(schema.files), counts(schema.chunk_index), table.c.created_at
    ).order_by(table.c.name)
    with database.reading() as connection:
        return [NamespaceRecord(*row) for row in connection.execute(query)]


def known_file(database: Database, namespace: str, sha256: str) -> FileRecord | None:
    """The record of a file with these bytes."""
    with database.reading() as connection:
        condition = (schema.files.c.namespace == namespace) & (schema.files.c.sha256 == sha256)
        row = connection.execute(select(schema.files).where(condition)).one_or_none()
    return _file(row) if row else None


def list_files(database: Database, namespace: str, *, status: FileStatus | None = None) -> list[FileRecord]:
    """Files of a namespace, the latest first."""
    query = select(schema.files).where(schema.files.c.namespace == namespace)
    if status is not None:
        query = query.where(schema.files.c.status == status)
    with database.reading() as connection:
        return [_file(row) for row in connection.execute(query.order_by(schema.files.c.received_at.desc(), schema.files.c.name))]


def record_file(connection: Connection, record: FileRecord) -> None:
    """Write or replace the record of a file."""
    table = schema.files
    connection.execute(delete(table).where(table.c.namespace == record.namespace, table.c.sha256 == record.sha256))
    values = {
        "namespace": record.namespace, "sha256": record.sha256, "name": record.name, "size": record.size, "profile": record.profile,
        "status": record.status, "message": record.message, "failures": [list(item) for item in record.failures],
        "received_at": record.received_at,
    }  # fmt: skip
    connection.execute(table.insert().values(**values))


def set_profile(database: Database, namespace: str, profile: str) -> None:
    """Change the profile of a namespace."""
    with database.writing() as connection:
        connection.execute(update(schema.namespaces).where(schema.namespaces.c.name == namespace).values(profile=profile))


def file_hashes_in_use(database: Database) -> set[str]:
    """Hashes of every file some namespace still holds."""
    with database.reading() as connection:
        return set(connection.scalars(select(schema.files.c.sha256).distinct()))


def _file(row: Any) -> FileRecord:
    failures: Sequence[Sequence[str]] = row.failures
    return FileRecord(
        row.namespace, row.sha256, row.name, row.size, row.profile, row.status, row.message,
        tuple((item[0], item[1], item[2]) for item in failures), row.received_at,
    )  # fmt: skip
