"""Old payloads: points that hold their text, or lack what every payload has, become points that hold a chunk id.

The text goes to the chunk store and the catalog first, then the point is written anew with the same vector and read back, and only then the
old one goes. Nothing is encoded. A kill at any step loses nothing, and doing it again goes on: a text that is known by now is found by its
hash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from digest_engine.archive.old import Plan, Planner, text_of
from digest_engine.archive.records import batched
from digest_engine.catalog import outbox, registry, vector_cache
from digest_engine.catalog.chunk_rows import insert_passages, queue
from digest_engine.catalog.database import Database
from digest_engine.catalog.vector_cache import embedded_hash
from digest_engine.chunks.base import ChunkStore
from digest_engine.errors import IntegrityError
from digest_engine.filters import AnyOf
from digest_engine.ingest.known import Key, known_chunks, payloads_of, texts_of
from digest_engine.payload import CHUNK_ID, PART, TEXT_KEYS, is_ours
from digest_engine.types import EncoderIdentity, Payload, Point, StoredPoint, Vector
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.lease import borrow
from digest_engine.vectors.points import part_key, point_id, unit

BATCH = 200
TOLERANCE = 1e-5
SCANNED, OLD, TEXT = "scanned", "old", "text"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Migrating:
    """The parts that migration needs. `identity` None: dense search is off, and the store's own encoder is taken."""

    database: Database
    chunks: ChunkStore
    vectors: VectorStore
    identity: EncoderIdentity | None
    profile: str
    now: datetime


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What became of the `old` points among those `scanned`, or would become of them (`applied` false).

    The text was that of one known chunk (`matched`), of several (`ambiguous`: the first without a point got it), or new (`stored`);
    `duplicates` were points of a chunk that has one; `unresolved` have neither text nor known chunk and are left as they are. `dropped`
    counts the fields that no payload of ours holds. `left_with_text` are the points that hold text afterwards.
    """

    applied: bool
    scanned: int
    old: int
    matched: int
    ambiguous: int
    stored: int
    duplicates: int
    unresolved: int
    dropped: Mapping[str, int]
    left_with_text: int


def migrate(parts: Migrating, *, collection: str, apply: bool, progress: Progress | None = None) -> MigrationReport:
    """Bring old points up to date, or (without `apply`) say what that would do. Points that name no collection go to `collection`."""
    identity = parts.identity or parts.vectors.identity()
    if identity is None:
        return _report(apply, Counter(), Counter(), 0)

    def work(store: VectorStore) -> MigrationReport:
        fates, dropped = Counter[str](), Counter[str]()
        planner = Planner(parts.database, store, collection, identity.dimension)
        for olds in batched(_old(store, fates, progress), BATCH):
            plans = planner.plan(olds)
            resolved = [plan for plan in plans if plan.fate != "unresolved"]
            fates.update(plan.fate for plan in plans)
            dropped.update(name for plan in resolved for name in plan.dropped)
            if apply:
                _carry_out(resolved, parts, store, identity)
        return _report(apply, fates, dropped, _with_text(store) if apply else fates[TEXT])

    return borrow(parts.vectors, identity, work)


def _old(store: VectorStore, counts: Counter[str], progress: Progress | None) -> Iterator[StoredPoint]:
    """The points whose payload is not one of ours; what was seen is counted."""
    total = store.count()
    for stored in store.stored():
        counts[SCANNED] += 1
        counts[TEXT] += bool(TEXT_KEYS & stored.payload.keys())
        if not is_ours(stored.payload):
            counts[OLD] += 1
            yield stored
        if progress is not None:
            progress(counts[SCANNED], total)


def _carry_out(plans: Sequence[Plan], parts: Migrating, store: VectorStore, identity: EncoderIdentity) -> None:
    _make_known([plan for plan in plans if plan.chunk is not None], parts)
    moved = [plan for plan in plans if plan.fate != "duplicate"]
    waiting = _waiting(parts.database, [plan.key for plan in moved if not plan.part])
    points = _points(moved, parts)
    store.upsert(points)
    _read_back(points, store)
    store.discard([plan.old for plan in plans if plan.old.id != point_id(plan.key[0], part_key(plan.key[1], plan.part))])
    outbox.finish(parts.database, waiting)
    _remember(moved, parts.database, identity)
    with parts.database.writing() as connection:
        queue(connection, sorted({plan.lost for plan in plans if plan.lost is not None}), op="upsert", at=parts.now)


def _make_known(plans: Sequence[Plan], parts: Migrating) -> None:
    chunks = [plan.chunk for plan in plans if plan.chunk is not None]
    parts.chunks.put_many(chunks)
    for namespace in sorted({chunk.namespace for chunk in chunks}):
        registry.ensure_namespace(parts.database, namespace, profile=parts.profile, at=parts.now)
    with parts.database.writing() as connection:
        insert_passages(connection, chunks, [plan.kept for plan in plans], at=parts.now)


def _waiting(database: Database, keys: Sequence[Key]) -> list[outbox.Pending]:
    found: list[outbox.Pending] = []
    for namespace in sorted({namespace for namespace, _ in keys}):
        found += outbox.queued(database, namespace, sorted({chunk_id for owner, chunk_id in keys if owner == namespace}))
    return [item for item in found if item.op == "upsert"]


def _points(plans: Sequence[Plan], parts: Migrating) -> list[Point]:
    """The new points, whose texts are in the chunk store: one that was lost there is put back. Raises `IntegrityError` otherwise."""
    texts = {plan.key: text for plan in plans if (text := text_of(plan.old.payload)) is not None}
    known = known_chunks(parts.database, sorted({plan.key for plan in plans}))
    chunks = {item.key: item.with_text(texts.get(item.key, "")) for item in known}
    stored = texts_of(parts.chunks, list(chunks))
    parts.chunks.put_many([chunk for key, chunk in chunks.items() if key in texts and key not in stored])
    lost = texts.keys() - texts_of(parts.chunks, list(texts)).keys()
    if lost or texts.keys() - chunks.keys():
        raise IntegrityError(
            f"the text of {sorted(lost or texts.keys() - chunks.keys())[0][1]!r} was stored and is not there: nothing was removed"
        )
    payloads = payloads_of(parts.database, known, chunks)
    return [
        Point(plan.key[1], plan.key[0], _numbered(payloads[plan.key], plan.part), plan.old.vector, plan.old.sparse)
        for plan in plans
    ]  # fmt: skip


def _numbered(payload: Payload, part: int) -> Payload:
    return {**payload, PART: part} if part else payload


def _read_back(points: Sequence[Point], store: VectorStore) -> None:
    """Raise `IntegrityError` unless the store gives every point as it was written."""
    found: dict[tuple[str, str, object], Point] = {}
    for namespace in sorted({point.namespace for point in points}):
        ids = tuple(sorted({point.chunk_id for point in points if point.namespace == namespace}))
        for point in store.scan(namespace=namespace, filter=AnyOf(CHUNK_ID, ids)):
            if is_ours(point.payload):
                found[namespace, point.chunk_id, point.payload.get(PART)] = point
    for point in points:
        written = found.get((point.namespace, point.chunk_id, point.payload.get(PART)))
        if written is None or dict(written.payload) != dict(point.payload) or not _alike(written.vector, point.vector):
            raise IntegrityError(f"the new point of {point.chunk_id!r} can't be read back as it was written: the old one was left")


def _alike(one: Vector, other: Vector) -> bool:
    direction = unit(other, dimension=len(one))
    return all(abs(a - b) <= TOLERANCE for a, b in zip(one, direction, strict=True))


def _remember(plans: Sequence[Plan], database: Database, identity: EncoderIdentity) -> None:
    """The vectors of new passages, which were made of their text alone: they are never encoded again."""
    new = {
        embedded_hash("", plan.chunk.sha256): unit(plan.old.vector, dimension=identity.dimension)
        for plan in plans
        if plan.chunk is not None and not plan.part
    }
    vector_cache.remember(database, identity.key, new)


def _with_text(store: VectorStore) -> int:
    return sum(bool(TEXT_KEYS & stored.payload.keys()) for stored in store.stored())


def _report(applied: bool, counts: Counter[str], dropped: Counter[str], left: int) -> MigrationReport:
    return MigrationReport(
        applied=applied, scanned=counts[SCANNED], old=counts[OLD], matched=counts["matched"], ambiguous=counts["ambiguous"],
        stored=counts["stored"], duplicates=counts["duplicate"], unresolved=counts["unresolved"], dropped=dict(dropped), left_with_text=left,
    )  # fmt: skip
