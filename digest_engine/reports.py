"""What the engine reports of its own work: ingestion, indexing, state of the parts, one act in full, series of windows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from digest_engine.catalog.acts import JournalEntry, StoredDocument, StoredRelation, StoredValue
from digest_engine.catalog.outbox import IndexState
from digest_engine.ingest.pipeline import FileReport
from digest_engine.types import Act, AmountPart, Chunk


@dataclass(frozen=True, slots=True)
class IngestReport:
    """Every file is in `files`. Counts: `acts` and `with_two_documents` are those of the namespace after the run; the rest of this run."""

    namespace: str
    files: tuple[FileReport, ...]
    new_acts: int
    same_acts: int
    versions: int
    duplicates: int
    known: int
    failed: int
    acts: int
    with_two_documents: int
    undated: int
    index: IndexState


@dataclass(frozen=True, slots=True)
class ActDetail:
    """One act with everything known of it. `pages` is its text by page, `missing` the passages that could not be fetched."""

    act: Act
    values: tuple[StoredValue, ...]
    documents: tuple[StoredDocument, ...]
    parts: tuple[AmountPart, ...]
    relations: tuple[StoredRelation, ...]
    journal: tuple[JournalEntry, ...]
    pages: Mapping[int, tuple[Chunk, ...]]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EngineState:
    """Which parts are active and how they are. Values are for people; secrets are never among them."""

    catalog: str
    chunks: str
    vectors: str
    encoder: str
    llm: str
    profile: str
    index: IndexState
    stuck_error: str
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DeletionProof:
    """What was erased, counted after the fact: `left` must be empty, else the outbox completes it later."""

    acts: int
    chunks: int
    files: int
    cached_vectors: int
    stale_digests: int
    left: Mapping[str, int]
