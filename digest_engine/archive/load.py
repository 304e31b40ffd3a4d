"""Loading embeddings: records of a file become points of chunks whose text is here, or comes with them. Nothing is encoded.

The file is read to its end first: a damaged one changes nothing. Loading is idempotent, and going on after a kill is loading again: what is
in the store already is not written twice. Text comes before the catalog's row, and the row before the point, so that no search ever finds
an id without text. A point that is written is no longer waited for in the outbox.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from digest_engine.archive.admit import ERASED, Admitted, admit
from digest_engine.archive.records import Entry, Placed, Print, Record, Refused, batched, point_of, print_of
from digest_engine.archive.source import Source, Survey, survey
from digest_engine.catalog import outbox, vector_cache
from digest_engine.catalog.chunk_rows import queue
from digest_engine.catalog.database import Database
from digest_engine.catalog.outbox import Pending
from digest_engine.chunks.base import ChunkStore
from digest_engine.embeddings.base import Encoder
from digest_engine.errors import ConflictError, EncoderMismatch
from digest_engine.ingest.known import Key, KnownChunk, known_chunks, payloads_of
from digest_engine.payload import PART
from digest_engine.types import Chunk, EncoderIdentity, Point
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.lease import borrow
from digest_engine.vectors.points import screen, unit

# An exclusive store is opened for each batch, which costs more than writing a few hundred points.
BATCH = 2_000
SHOWN_REFUSALS = 100

Progress = Callable[[int, int], None]
Place = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Loading:
    """The parts that loading needs. `encoder` None: dense search is off, and only archives that name their encoder can be loaded.

    `profile` is that of namespaces that don't exist yet.
    """

    database: Database
    chunks: ChunkStore
    vectors: VectorStore
    encoder: Encoder | None
    profile: str
    now: datetime


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What became of each record: `records` is the sum of `written`, `unchanged`, `requeued`, `refused_count` and `missing`.

    `missing` are ids whose text neither the file nor the chunk store has. `requeued` were made of a context that has changed since, and
    wait to be encoded. `refused` are the first hundred of `refused_count`. `passages` became known with this file.
    """

    records: int = 0
    written: int = 0
    unchanged: int = 0
    requeued: int = 0
    passages: int = 0
    refused_count: int = 0
    refused: tuple[Refused, ...] = ()
    missing: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """True where every record was loaded, or waits to be encoded."""
        return not self.refused_count and not self.missing


def load(source: Source, parts: Loading, *, collection: str | None = None, progress: Progress | None = None) -> LoadReport:
    """Load a file, into `collection` where one is given. Raises `ReadError` for a damaged file, `EncoderMismatch` for another encoder's."""
    surveyed = survey(source)
    identity = _identity(source, surveyed, parts)
    names = tuple(sorted({collection} if collection else surveyed.collections))
    there = _there(parts, identity, names)
    report = LoadReport(collections=names)
    total = sum(source.header.collections.values()) if source.header else 0
    for entries in batched(source.entries(), BATCH):
        report = _added(report, _load_batch([_into(entry, collection) for entry in entries], parts, identity, there))
        if progress is not None:
            progress(report.records, max(total, report.records))
    return report


def _identity(source: Source, surveyed: Survey, parts: Loading) -> EncoderIdentity:
    """The encoder that the vectors are taken to be of."""
    named = source.header.identity if source.header else None
    identity = parts.encoder.identity if parts.encoder else named
    if identity is None:
        raise ConflictError("dense search is off, and the file does not name its encoder: set DIGEST_ENCODER_NAME to the one that made it")
    if named is not None and named != identity:
        raise EncoderMismatch(
            f"{source.name} holds vectors of {named.model!r} ({named.dimension} dimensions), the encoder is {identity.model!r}"
            f" ({identity.dimension}): set the encoder back, or encode the texts again with `digest-engine reindex --all`"
        )
    for dimension, position in surveyed.dimensions.items():
        if dimension != identity.dimension:
            raise EncoderMismatch(
                f"{source.name}, {position}: a vector of {dimension} dimensions, the encoder {identity.model!r} has {identity.dimension}:"
                " another encoder made it; encode the texts again with `digest-engine reindex --all`"
            )
    return identity


def _there(parts: Loading, identity: EncoderIdentity, names: Sequence[str]) -> dict[Place, Print]:
    """Prints of the points that the store has in these namespaces."""

    def work(store: VectorStore) -> dict[Place, Print]:
        return {_place(point): print_of(point) for name in names for point in store.scan(namespace=name)}

    return borrow(parts.vectors, identity, work)


def _into(entry: Entry, collection: str | None) -> Entry:
    if collection is None or isinstance(entry, Refused):
        return entry
    return replace(entry, record=replace(entry.record, collection=collection))


def _load_batch(entries: Sequence[Entry], parts: Loading, identity: EncoderIdentity, there: dict[Place, Print]) -> LoadReport:
    placed = [entry for entry in entries if isinstance(entry, Placed)]
    admission = admit(placed, parts.database, parts.chunks, identity=identity, profile=parts.profile, at=parts.now)
    waiting = _waiting(parts.database, admission.admitted)
    known = {item.key: item for item in known_chunks(parts.database, [item.key for item in admission.admitted])}
    held = [item for item in admission.admitted if item.key in known]
    current = [item for item in held if _is_current(item.record, known[item.key])]
    outdated = [item for item in held if not _is_current(item.record, known[item.key])]
    points, rejected = _points(current, known, parts.database, identity)
    written = _write(points, parts, identity, there)
    loaded = {(point.namespace, point.chunk_id) for point in points if not point.payload.get(PART)}
    outbox.finish(parts.database, [item for item in waiting if (item.namespace, item.chunk_id) in loaded])
    _remember(current, known, parts.database, identity)
    _requeue(outdated, parts)
    refused = [
        *(entry for entry in entries if isinstance(entry, Refused)), *admission.refused, *rejected,
        *(Refused(item.position, item.record.chunk_id, ERASED) for item in admission.admitted if item.key not in known),
    ]  # fmt: skip
    order = {entry.position: number for number, entry in enumerate(entries)}
    refused.sort(key=lambda item: order[item.position])
    return LoadReport(
        records=len(entries), written=written, unchanged=len(points) - written, requeued=len(outdated), passages=admission.passages,
        refused_count=len(refused), refused=tuple(refused), missing=admission.missing,
    )  # fmt: skip


def _waiting(database: Database, admitted: Sequence[Admitted]) -> list[Pending]:
    """What waits in the outbox for these chunks, read before their payloads are: an edit made meanwhile stays queued."""
    found: list[Pending] = []
    for namespace in sorted({item.key[0] for item in admitted}):
        found += outbox.queued(database, namespace, sorted({item.key[1] for item in admitted if item.key[0] == namespace}))
    return [item for item in found if item.op == "upsert"]


def _is_current(record: Record, known: KnownChunk) -> bool:
    """False where the archive says that something else was encoded than what the catalog holds now."""
    return not record.embedded or record.part > 0 or record.embedded == known.embedded


def _points(
    current: Sequence[Admitted], known: Mapping[Key, KnownChunk], database: Database, identity: EncoderIdentity
) -> tuple[list[Point], list[Refused]]:
    texts: dict[Key, Chunk] = {item.key: item.chunk for item in current}
    payloads = payloads_of(database, [known[key] for key in texts], texts)
    points: list[Point] = []
    refused: list[Refused] = []
    for item in current:
        if item.key not in payloads:
            refused.append(Refused(item.position, item.record.chunk_id, ERASED))
            continue
        screened = screen([point_of(item.record, namespace=item.key[0], payload=payloads[item.key])], identity=identity)
        points += screened.valid
        refused += [Refused(item.position, bad.chunk_id, bad.reason) for bad in screened.rejected]
    return points, refused


def _write(points: Sequence[Point], parts: Loading, identity: EncoderIdentity, there: dict[Place, Print]) -> int:
    """Write what the store does not have alike; returns how many points that were."""
    new = [point for point in points if not print_of(point).agrees(there.get(_place(point)))]
    if new:
        borrow(parts.vectors, identity, lambda store: store.upsert(new))
        there.update((_place(point), print_of(point)) for point in new)
    return len(new)


def _remember(current: Sequence[Admitted], known: Mapping[Key, KnownChunk], database: Database, identity: EncoderIdentity) -> None:
    """Keep the vectors whose origin the archive vouches for, so that a lost vector store is rebuilt without encoding."""
    vouched = {
        known[item.key].embedded: unit(item.record.vector, dimension=identity.dimension)
        for item in current
        if item.record.embedded and not item.record.part
    }
    vector_cache.remember(database, identity.key, vouched)


def _requeue(outdated: Sequence[Admitted], parts: Loading) -> None:
    with parts.database.writing() as connection:
        queue(connection, sorted({item.key for item in outdated}), op="upsert", at=parts.now)


def _place(point: Point) -> Place:
    part = point.payload.get(PART, 0)
    return point.namespace, point.chunk_id, part if isinstance(part, int) else 0


def _added(report: LoadReport, batch: LoadReport) -> LoadReport:
    return LoadReport(
        records=report.records + batch.records, written=report.written + batch.written, unchanged=report.unchanged + batch.unchanged,
        requeued=report.requeued + batch.requeued, passages=report.passages + batch.passages,
        refused_count=report.refused_count + batch.refused_count, refused=(*report.refused, *batch.refused)[:SHOWN_REFUSALS],
        missing=(*report.missing, *batch.missing), collections=report.collections,
    )  # fmt: skip
