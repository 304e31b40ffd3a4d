"""Taking acts, files and namespaces out of the catalog. Texts, vectors and originals go afterwards, by what is returned and by the outbox.

A removed chunk is unknown to the catalog from the commit on, so no search shows it, whatever the vector store still holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select

from digest_engine.catalog import schema
from digest_engine.catalog.chunk_rows import OWNERLESS, drop_chunks
from digest_engine.catalog.digests import delete_digests
from digest_engine.catalog.intake import apply_corrections
from digest_engine.catalog.vector_cache import embedded_hash

OF_AN_ACT = (
    schema.act_values,
    schema.act_codes,
    schema.act_parts,
    schema.act_relations,
    schema.act_versions,
    schema.journal,
    schema.model_calls,
)


@dataclass(frozen=True, slots=True)
class Removed:
    """What a removal leaves to erase outside the catalog. `files` are hashes no namespace holds any more.

    `embedded` are the keys of the vector cache.
    """

    acts: tuple[str, ...]
    chunks: tuple[tuple[str, str], ...]
    embedded: tuple[str, ...]
    files: tuple[str, ...]


def remove_acts(connection: Connection, namespace: str, act_ids: Sequence[str], *, at: datetime) -> Removed:
    """Remove acts with everything known of them, and the files that hold nothing else."""
    links, documents = schema.act_documents, schema.documents
    doc_ids = _in(connection, links.c.doc_id, links.c.act_id, act_ids)
    shared = set(_in(connection, links.c.doc_id, links.c.doc_id, doc_ids, links.c.act_id.not_in(list(act_ids))))
    gone = [doc_id for doc_id in doc_ids if doc_id not in shared]
    shas = _in(connection, documents.c.file_sha256, documents.c.doc_id, gone, documents.c.namespace == namespace)
    hashes = _embedded_hashes(connection, act_ids)
    chunks = [pair for act_id in act_ids for pair in drop_chunks(connection, schema.chunk_index.c.act_id == act_id, at=at)]
    for table in (
        schema.act_values,
        schema.act_codes,
        schema.act_parts,
        schema.act_relations,
        schema.act_versions,
        schema.journal,
        schema.model_calls,
    ):
        _delete(connection, table, table.c.act_id, act_ids)
    _delete(connection, links, links.c.act_id, act_ids)
    _delete(connection, documents, documents.c.doc_id, gone, documents.c.namespace == namespace)
    _delete(connection, schema.acts, schema.acts.c.act_id, act_ids)
    apply_corrections(connection, namespace)
    return Removed(tuple(act_ids), tuple(chunks), tuple(hashes), _release_files(connection, namespace, shas))


def remove_namespace(connection: Connection, namespace: str, *, at: datetime) -> Removed:
    """Remove exactly this namespace."""
    acts = list(connection.scalars(select(schema.acts.c.act_id).where(schema.acts.c.namespace == namespace)))
    removed = remove_acts(connection, namespace, acts, at=at)
    digest_chunks = delete_digests(connection, schema.digests.c.namespace == namespace, at=at)
    embedded = _ownerless_hashes(connection, namespace)
    passages = drop_chunks(connection, OWNERLESS & (schema.chunk_index.c.namespace == namespace), at=at)
    shas = list(connection.scalars(select(schema.files.c.sha256).where(schema.files.c.namespace == namespace)))
    connection.execute(delete(schema.files).where(schema.files.c.namespace == namespace))
    connection.execute(delete(schema.namespaces).where(schema.namespaces.c.name == namespace))
    files = tuple(dict.fromkeys((*removed.files, *_unheld(connection, shas))))
    return Removed(removed.acts, (*removed.chunks, *digest_chunks, *passages), (*removed.embedded, *embedded), files)


def _embedded_hashes(connection: Connection, act_ids: Sequence[str]) -> list[str]:
    index = schema.chunk_index
    found: list[str] = []
    for start in range(0, len(act_ids), 500):
        batch = index.c.act_id.in_(list(act_ids[start : start + 500]))
        found += [
            embedded_hash(row.context, row.sha256) for row in connection.execute(select(index.c.context, index.c.sha256).where(batch))
        ]
    return found


def _ownerless_hashes(connection: Connection, namespace: str) -> list[str]:
    index = schema.chunk_index
    rows = connection.execute(select(index.c.context, index.c.sha256).where(OWNERLESS, index.c.namespace == namespace))
    return [embedded_hash(row.context, row.sha256) for row in rows]


def _release_files(connection: Connection, namespace: str, shas: Iterable[str]) -> tuple[str, ...]:
    documents, files = schema.documents, schema.files
    released = []
    for sha in dict.fromkeys(shas):
        condition = (documents.c.namespace == namespace) & (documents.c.file_sha256 == sha)
        if connection.scalar(select(documents.c.doc_id).where(condition).limit(1)) is None:
            connection.execute(delete(files).where(files.c.namespace == namespace, files.c.sha256 == sha))
            released.append(sha)
    return tuple(_unheld(connection, released))


def _unheld(connection: Connection, shas: Sequence[str]) -> list[str]:
    held = set(_in(connection, schema.files.c.sha256, schema.files.c.sha256, shas))
    return [sha for sha in shas if sha not in held]


def _in(connection: Connection, wanted: Any, column: Any, values: Sequence[str], *conditions: Any) -> list[str]:
    found: list[str] = []
    for start in range(0, len(values), 500):
        batch = column.in_(list(values[start : start + 500]))
        found += connection.scalars(select(wanted).where(batch, *conditions).distinct())
    return list(dict.fromkeys(found))


def _delete(connection: Connection, table: Any, column: Any, values: Sequence[str], *conditions: Any) -> None:
    for start in range(0, len(values), 500):
        connection.execute(delete(table).where(column.in_(list(values[start : start + 500])), *conditions))
