"""The story of digests: window → evidence → text → chunk store and catalog → outbox."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from digest_engine.catalog import schema
from digest_engine.catalog.database import Database
from digest_engine.catalog.digests import DigestKey, DigestRecord, delete_digests, get_digest, save_digest
from digest_engine.catalog.figures import compute_figures
from digest_engine.chunks.base import ChunkStore
from digest_engine.digest.compose import Composed, compose
from digest_engine.digest.evidence import Evidence, gather
from digest_engine.digest.fingerprint import COMPOSER, Staleness, fingerprint
from digest_engine.digest.status import setup_mark
from digest_engine.digest.summary import parse_summary, summarise
from digest_engine.errors import IntegrityError
from digest_engine.figures_text import period_text
from digest_engine.i18n import _, speaking
from digest_engine.ingest.chunk import make_chunk
from digest_engine.profiles import Profile
from digest_engine.requests import Changes, DigestGenerationRequest, DigestGenerationResponse, WindowDigest
from digest_engine.types import Chunk, Window
from digest_engine.windows import windows_between

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Writing:
    """The parts the story needs."""

    database: Database
    chunks: ChunkStore
    profile: Profile
    now: datetime


def generate(request: DigestGenerationRequest, parts: Writing, *, progress: Progress | None = None) -> DigestGenerationResponse:
    """Make, or find fresh, the digest of each window. A window without acts is reported and not stored."""
    windows = windows_between(request.date_from, request.date_to or request.date_from, request.granularity)
    made: list[WindowDigest] = []
    with speaking(request.language):
        undated = compute_figures(parts.database, request.namespace, date_field=request.date_metadata_field).undated
        for number, window in enumerate(windows, start=1):
            made.append(_window(window, request, parts, undated))
            if progress is not None:
                progress(number, len(windows))
    return _response(made)


def key_of(request: DigestGenerationRequest, window: Window, profile: Profile) -> DigestKey:
    """The key of the digest this request asks for in this window."""
    return DigestKey(
        request.namespace, profile.name, request.language, request.date_metadata_field, tuple(sorted(request.tags)),
        request.granularity, window.start, window.end,
    )  # fmt: skip


def read_digest(record: DigestRecord, chunks: ChunkStore) -> str:
    """The stored text of a digest; `IntegrityError` where it is missing or corrupt."""
    outcome = chunks.get_many(record.key.namespace, [record.chunk_id])[0]
    if outcome.chunk is None:
        raise IntegrityError(f"the text of digest {record.key.digest_id} is {outcome.status}; run `digest-engine verify`")
    return outcome.chunk.text


def present(record: DigestRecord, content: str, *, already_existed: bool, changed: Staleness | None = None) -> WindowDigest:
    """A stored digest as the response shows it."""
    summary = parse_summary(record.act_types_json, record.amounts_json)
    key = record.key
    return WindowDigest(
        namespace=key.namespace, date_from=key.start, date_to=key.end, granularity=key.granularity, partial=record.partial,
        content=content, act_count=record.act_count, chunk_count=record.chunk_count, act_types=summary.act_types,
        total_amount=record.total_amount, amounts=summary.amounts, coverage=record.coverage, digest_vector_id=record.chunk_id,
        already_existed=already_existed, stale=bool(changed), domain=key.domain, language=key.language,
        date_metadata_field=key.date_field, changes=Changes(**asdict(changed)) if changed else None,
    )  # fmt: skip


def _window(window: Window, request: DigestGenerationRequest, parts: Writing, undated: int) -> WindowDigest:
    evidence = gather(window, namespace=request.namespace, date_field=request.date_metadata_field, database=parts.database)
    key = key_of(request, window, parts.profile)
    if not evidence.acts:
        _retire(key, parts)
        return _empty(window, request, parts.profile, undated)
    mark = fingerprint(evidence.hashes, profile=parts.profile, system_prompt=request.system_prompt, writer=COMPOSER)
    stored = get_digest(parts.database, key)
    if stored is not None and stored.fingerprint == mark and not request.force_regenerate:
        return present(stored, read_digest(stored, parts.chunks), already_existed=True)
    composed = compose(evidence, parts.profile, undated=undated)
    record, chunk = _record(key, window, evidence, composed, mark, parts, undated)
    parts.chunks.put_many([chunk])
    with parts.database.writing() as connection:
        save_digest(connection, record, chunk)
    return present(record, chunk.text, already_existed=False)


def _retire(key: DigestKey, parts: Writing) -> None:
    """A window that lost its last act has no digest any more."""
    with parts.database.writing() as connection:
        delete_digests(connection, schema.digests.c.digest_id == key.digest_id, at=parts.now)


def _record(
    key: DigestKey, window: Window, evidence: Evidence, composed: Composed, mark: str, parts: Writing, undated: int
) -> tuple[DigestRecord, Chunk]:
    summary = summarise(evidence.figures)
    chunk = make_chunk(composed.text, doc_id=key.digest_id, namespace=key.namespace, ordinal=0, page=1)
    coverage = {"acts": summary.act_count, "without_amount": evidence.figures.totals.without_amount, "undated": undated}
    record = DigestRecord(
        key, window.partial, chunk.chunk_id, mark, evidence.hashes, summary.act_count, evidence.chunk_count, summary.act_types_json,
        summary.amounts_json, coverage, summary.total, COMPOSER, setup_mark(parts.profile, COMPOSER), parts.now,
    )  # fmt: skip
    return record, chunk


def _empty(window: Window, request: DigestGenerationRequest, profile: Profile, undated: int) -> WindowDigest:
    content = _("Nessun atto nel periodo {period}.").format(period=period_text(window.start, window.end))
    return WindowDigest(
        namespace=request.namespace, date_from=window.start, date_to=window.end, granularity=window.granularity, partial=window.partial,
        content=content, act_count=0, chunk_count=0, act_types={}, total_amount=None, amounts={}, coverage={"acts": 0, "undated": undated},
        digest_vector_id=None, already_existed=False, domain=profile.name, language=request.language,
        date_metadata_field=request.date_metadata_field,
    )  # fmt: skip


def _response(made: Sequence[WindowDigest]) -> DigestGenerationResponse:
    return DigestGenerationResponse(
        digests=tuple(made),
        total_windows=len(made),
        skipped_windows=sum(item.already_existed for item in made),
        empty_windows=sum(item.act_count == 0 for item in made),
        total_acts=sum(item.act_count for item in made),
        total_chunks_processed=sum(item.chunk_count for item in made if not item.already_existed),
    )
