"""Reading acts again from their kept originals, after the rules or the profile have changed. Hand edits stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from digest_engine.catalog import intake as catalog_intake
from digest_engine.catalog import schema
from digest_engine.catalog.acts import chunk_ids_of, get_act
from digest_engine.catalog.chunk_rows import update_contexts
from digest_engine.errors import NotFoundError
from digest_engine.ingest.identity import document_id
from digest_engine.ingest.pipeline import Intaking, prepare
from digest_engine.ingest.situate import context_of
from digest_engine.types import ReadDocument

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Reextracted:
    """`changed` acts read differently than before; `unreadable` could not be read again (their original is missing or damaged)."""

    changed: tuple[str, ...]
    unchanged: int
    unreadable: tuple[str, ...]


def reextract(act_ids: Sequence[str], parts: Intaking, *, progress: Progress | None = None) -> Reextracted:
    """Read these acts again; each is written by itself, so that a kill loses none."""
    changed: list[str] = []
    unreadable: list[str] = []
    for number, act_id in enumerate(act_ids, start=1):
        outcome = _again(act_id, parts)
        if outcome is None:
            unreadable.append(act_id)
        elif outcome:
            changed.append(act_id)
        if progress is not None:
            progress(number, len(act_ids))
    return Reextracted(tuple(changed), len(act_ids) - len(changed) - len(unreadable), tuple(unreadable))


def _again(act_id: str, parts: Intaking) -> bool | None:
    source = _primary(act_id, parts)
    if source is None:
        return None
    document, sha256 = source
    given = prepare(document, sha256, parts)
    with parts.database.writing() as connection:
        changed = catalog_intake.refresh(connection, given, act_id, at=parts.now)
        catalog_intake.apply_corrections(connection, parts.namespace)
    if changed:
        _situate_anew(act_id, parts)
    return changed


def _primary(act_id: str, parts: Intaking) -> tuple[ReadDocument, str] | None:
    """The act's primary document, read again, and the hash of its file."""
    documents, links = schema.documents, schema.act_documents
    query = (
        select(documents.c.doc_id, documents.c.file_sha256, documents.c.name)
        .join(links, (links.c.doc_id == documents.c.doc_id) & (links.c.namespace == documents.c.namespace))
        .where(links.c.act_id == act_id, links.c.role != "copy")
    )
    with parts.database.reading() as connection:
        row = connection.execute(query).first()
    if row is None:
        return None
    try:
        data = parts.chunks.get_file(row.file_sha256)
    except NotFoundError:
        return None  # the report names the act; `verify` names the missing original
    reading = parts.read(data, row.name)
    found = next((document for document in reading.documents if document_id(document) == row.doc_id), None)
    return (found, row.file_sha256) if found else None


def _situate_anew(act_id: str, parts: Intaking) -> None:
    act = get_act(parts.database, act_id)
    context = context_of(act, parts.profile)
    outcomes = parts.chunks.get_many(act.namespace, [chunk_id for chunk_id, _ in chunk_ids_of(parts.database, act_id)])
    rows = [(act.namespace, outcome.chunk_id, context, outcome.chunk.text) for outcome in outcomes if outcome.chunk is not None]
    with parts.database.writing() as connection:
        update_contexts(connection, rows, at=parts.now)
