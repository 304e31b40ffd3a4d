"""The story of ingestion: file → documents → acts → passages → catalog. Every file and every member of it is accounted for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import Literal

from digest_engine.catalog import intake as catalog_intake
from digest_engine.catalog.database import Database
from digest_engine.catalog.intake import Accepted, Intake
from digest_engine.catalog.registry import FileRecord, FileStatus, known_file, record_file
from digest_engine.chunks.base import ChunkStore
from digest_engine.i18n import _
from digest_engine.ingest.chunk import split_document
from digest_engine.ingest.extract import extract
from digest_engine.ingest.identity import document_id, identity_of, to_act
from digest_engine.ingest.readers import repeated_lines
from digest_engine.ingest.situate import situate
from digest_engine.profiles import Profile
from digest_engine.types import FieldValue, ReadDocument, ReadFailure, Reading

DocumentOutcome = Literal["new", "copy", "version", "duplicate"]


@dataclass(frozen=True, slots=True)
class FileInput:
    """A file to take in: its name as the user knows it, and its bytes or where they are."""

    name: str
    data: bytes | Path

    def read_bytes(self) -> bytes:
        """The bytes."""
        return self.data.read_bytes() if isinstance(self.data, Path) else self.data


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """What became of one document of a file. `conflict` names an act with the same identity that is plainly another act."""

    name: str
    outcome: DocumentOutcome
    act_id: str
    undated: bool = False
    conflict: str = ""
    review: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file: `message` says it in one sentence, `failures` name each member that could not be read."""

    name: str
    sha256: str
    status: FileStatus
    message: str
    known: bool = False
    documents: tuple[DocumentReport, ...] = ()
    failures: tuple[ReadFailure, ...] = ()


@dataclass(frozen=True, slots=True)
class Intaking:
    """The parts the story needs. `read` turns bytes into documents, in a process of its own.

    `given` are the values the caller sets on every act: they win over what is read.
    """

    database: Database
    chunks: ChunkStore
    read: Callable[[bytes, str], Reading]
    profile: Profile
    namespace: str
    chunk_size: int
    today: date
    now: datetime
    given: Mapping[str, FieldValue] = field(default_factory=dict)


def ingest_file(given: FileInput, parts: Intaking, *, retry_failed: bool = True) -> FileReport:
    """Take one file in. The same bytes twice change nothing, unless the first time failed."""
    data = given.read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    known = known_file(parts.database, parts.namespace, sha256)
    if known is not None and not (retry_failed and known.status == "failed"):
        return _already(given, known)
    reading = parts.read(data, given.name)
    intakes = [prepare(document, sha256, parts) for document in reading.documents]
    parts.chunks.put_file(sha256, data)
    _store_texts(intakes, parts)
    accepted = _accept(given, sha256, len(data), reading, intakes, parts)
    return _report(given, sha256, reading, intakes, accepted)


def expand(paths: Sequence[Path]) -> Iterator[FileInput]:
    """The files under `paths`, in a fixed order; hidden files are left out."""
    for path in paths:
        if path.is_dir():
            found = sorted(item for item in path.rglob("*") if item.is_file() and not item.name.startswith("."))
            yield from (FileInput(str(item.relative_to(path)), item) for item in found)
        else:
            yield FileInput(path.name, path)


def prepare(document: ReadDocument, sha256: str, parts: Intaking) -> Intake:
    """A document extracted, split and situated, ready to be kept."""
    doc_id = document_id(document)
    extracted = extract(document, parts.profile)
    extracted = replace(extracted, values={**extracted.values, **parts.given})
    act = to_act(extracted, namespace=parts.namespace, doc_id=doc_id, profile=parts.profile.name, ingested_at=parts.today)
    chunks = split_document(
        document, doc_id=doc_id, namespace=parts.namespace, size=parts.chunk_size, repeated=repeated_lines(document.pages)
    )
    return Intake(doc_id, sha256, document, act, identity_of(act), extracted, situate(chunks, act, parts.profile))


def _store_texts(intakes: Sequence[Intake], parts: Intaking) -> None:
    """Texts before catalog rows: no moment shows a passage whose text is not there."""
    with parts.database.reading() as connection:
        wanted = [intake for intake in intakes if catalog_intake.decide(connection, intake).outcome in ("new", "version")]
    parts.chunks.put_many([chunk for intake in wanted for chunk in intake.chunks])


def _accept(given: FileInput, sha256: str, size: int, reading: Reading, intakes: Sequence[Intake], parts: Intaking) -> list[Accepted]:
    with parts.database.writing() as connection:
        accepted = [catalog_intake.accept(connection, intake, at=parts.now) for intake in intakes]
        if any(intake.act.amount is not None for intake in intakes):
            catalog_intake.apply_corrections(connection, parts.namespace)
        record = _record(given, sha256, size, reading, accepted, parts)
        record_file(connection, record)
    return accepted


def _record(given: FileInput, sha256: str, size: int, reading: Reading, accepted: Sequence[Accepted], parts: Intaking) -> FileRecord:
    status = _status(reading, accepted)
    failures = tuple((failure.name, failure.reason, failure.message) for failure in reading.failures)
    message = _message(status, reading, accepted)
    return FileRecord(parts.namespace, sha256, given.name, size, parts.profile.name, status, message, failures, parts.now)


def _report(given: FileInput, sha256: str, reading: Reading, intakes: Sequence[Intake], accepted: Sequence[Accepted]) -> FileReport:
    status = _status(reading, accepted)
    documents = tuple(
        DocumentReport(
            intake.document.name, found.outcome, found.act_id, undated=intake.act.act_date is None, conflict=found.conflict,
            review=intake.extracted.review,
        )
        for intake, found in zip(intakes, accepted, strict=True)
    )  # fmt: skip
    return FileReport(given.name, sha256, status, _message(status, reading, accepted), False, documents, reading.failures)


def _already(given: FileInput, known: FileRecord) -> FileReport:
    failures = tuple(ReadFailure(*item) for item in known.failures)
    message = _("già presente") if known.name == given.name else _("già presente come {name}").format(name=known.name)
    return FileReport(given.name, known.sha256, known.status, message, known=True, failures=failures)


def _status(reading: Reading, accepted: Sequence[Accepted]) -> FileStatus:
    if not accepted:
        return "failed" if reading.failures else "empty"
    if reading.failures:
        return "partial"
    return "same_as" if all(found.outcome in ("copy", "duplicate") for found in accepted) else "indexed"


def _message(status: FileStatus, reading: Reading, accepted: Sequence[Accepted]) -> str:
    match status:
        case "failed":
            return reading.failures[0].message
        case "empty":
            return _("nessun atto nel file")
        case "same_as":
            return _("stesso atto di {act}").format(act=accepted[0].act_id)
        case "partial":
            return _("{read} documenti letti, {failed} non letti").format(read=len(accepted), failed=len(reading.failures))
        case "indexed":
            return _("{count} atti").format(count=len(accepted)) if len(accepted) > 1 else _("un atto")
