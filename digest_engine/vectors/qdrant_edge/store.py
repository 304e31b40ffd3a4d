"""Qdrant Edge: the engine in this process, its files in one folder. The default, which needs no server and no key.

One shard per encoder, named by `space_name`; `identity.json` beside it says whose vectors it holds. A shard is locked by the process that
opened it, until `close`. Search is exact: no graph is built, for at the sizes of one machine a full pass costs milliseconds.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import qdrant_edge as edge

from digest_engine.errors import ConflictError, StoreBusy, StoreError
from digest_engine.filters import Filter
from digest_engine.payload import FILTERED, KINDS
from digest_engine.types import EncoderIdentity, Point, SparseVector, StoredPoint, Vector, VectorHit
from digest_engine.vectors.points import mismatch, point_id, prepared, space_name, unit
from digest_engine.vectors.qdrant_edge.wire import DENSE, SPARSE, hit_of, point_of, record_of, stored_of, translate
from digest_engine.vectors.ranking import Fetch, Found, answer, known, ranked

logger = logging.getLogger(__name__)

IDENTITY_FILE = "identity.json"
SHARD_FOLDER = "shard"
TURN_FILE = ".turn"
BATCH = 1_000
PAGE = 1_000
# Far above what one shard holds: a full scan is how the engine answers anyway.
CEILING = 10_000_000
INDEX_KINDS: dict[type, edge.PayloadSchemaType] = {
    str: edge.PayloadSchemaType.Keyword,
    list: edge.PayloadSchemaType.Keyword,
    int: edge.PayloadSchemaType.Integer,
    float: edge.PayloadSchemaType.Float,
}


class QdrantEdgeStore:
    """A `VectorStore` in `folder`, for one process at a time and any number of its threads."""

    exclusive = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.RLock()
        self._identity: EncoderIdentity | None = None
        self._shard: edge.EdgeShard | None = None
        self._written = False
        self._turn: IO[str] | None = None

    def ensure_ready(self, identity: EncoderIdentity) -> None:
        """Open the shard of `identity` if it exists. Raises `EncoderMismatch` where another encoder's shard holds points."""
        with self._lock, EngineErrors(self.folder):
            if self._shard is not None and self._identity == identity:
                return
            self.close()
            for stored, space in self._spaces():
                if stored != identity and _points_in(space) > 0:
                    raise mismatch(stored, identity)
            self._identity = identity
            self._open()

    def identity(self) -> EncoderIdentity | None:
        """The encoder given to `ensure_ready`, else the one whose shard is in the folder."""
        with self._lock:
            if self._identity is None:
                self._identity = self._current()
            return self._identity

    def replace_encoder(self, identity: EncoderIdentity) -> None:
        """Remove every shard, then take `identity` for the next upsert."""
        with self._lock, EngineErrors(self.folder):
            self.close()
            for space in self._folders():
                _assert_free(space)
                _remove(space)
            self._identity = identity

    def upsert(self, points: Sequence[Point]) -> None:
        """Write points through the engine's log: they survive a kill from the moment this returns."""
        if not points:
            return
        with self._lock, EngineErrors(self.folder):
            identity = self.identity()
            if identity is None:
                raise ConflictError("the vector store knows no encoder yet: call ensure_ready before the first upsert")
            records = [record_of(key, point) for key, point in prepared(points, identity=identity).items()]
            shard = self._open() or self._create(identity)
            for start in range(0, len(records), BATCH):
                shard.update(edge.UpdateOperation.upsert_points(records[start : start + BATCH]))
            self._written = True

    def search(
        self,
        *,
        namespace: str,
        limit: int,
        vector: Vector = (),
        sparse: SparseVector | None = None,
        filter: Filter | None = None,
        dense_weight: float = 0.5,
    ) -> list[VectorHit]:
        """Exact search of each arm, fused by rank where both are given."""
        with self._lock, EngineErrors(self.folder):
            shard = self._open()
            if shard is None or self._identity is None:
                return []
            condition = translate(filter, namespace=namespace)
            dense_arm = sparse_arm = None
            if len(vector):
                direction: Any = unit(vector, dimension=self._identity.dimension)
                dense_arm = _arm(shard, edge.Query.Nearest(direction, using=DENSE), condition)
            if sparse is not None and sparse.indices:
                weights = edge.SparseVector(list(sparse.indices), list(sparse.values))
                sparse_arm = _arm(shard, edge.Query.Nearest(weights, using=SPARSE), condition)
            return ranked(limit=limit, dense=dense_arm, sparse=sparse_arm, dense_weight=dense_weight, ceiling=CEILING)

    def scan(self, *, namespace: str | None = None, filter: Filter | None = None) -> Iterator[Point]:
        """Every matching point in the order of point ids, read page by page: a point written meanwhile may or may not be among them."""
        records = self._records(translate(filter, namespace=namespace))
        return known(point_of(record) for page in records for record in page)

    def stored(self) -> Iterator[StoredPoint]:
        """Every point in the order of point ids."""
        return (stored_of(record) for records in self._records(translate(None, namespace=None)) for record in records)

    def discard(self, points: Sequence[StoredPoint]) -> None:
        """Remove points by their own ids."""
        self._delete([point.id for point in points])

    def delete(self, *, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove these points by id."""
        self._delete([point_id(namespace, chunk_id) for chunk_id in chunk_ids])

    def delete_namespace(self, namespace: str) -> None:
        """Remove the points whose payload names exactly this namespace."""
        with self._lock, EngineErrors(self.folder):
            shard = self._open()
            if shard is None:
                return
            shard.update(edge.UpdateOperation.delete_points_by_filter(translate(None, namespace=namespace)))
            self._written = True

    def count(self, *, namespace: str | None = None, filter: Filter | None = None) -> int:
        """Exact count."""
        with self._lock, EngineErrors(self.folder):
            shard = self._open()
            return shard.count(edge.CountRequest(exact=True, filter=translate(filter, namespace=namespace))) if shard else 0

    def close(self) -> None:
        """Reclaim the room of deleted points where they are many, and release the lock for other processes."""
        with self._lock, EngineErrors(self.folder):
            shard, self._shard = self._shard, None
            if shard is None:
                return
            try:
                if self._written:
                    shard.optimize()
                    self._written = False
                shard.close()
            finally:
                self._give_turn_back()

    def _delete(self, ids: list[Any]) -> None:
        with self._lock, EngineErrors(self.folder):
            shard = self._open()
            if shard is None or not ids:
                return
            shard.update(edge.UpdateOperation.delete_points([int(key) if str(key).isdigit() else key for key in ids]))
            self._written = True

    def _records(self, condition: edge.Filter) -> Iterator[list[edge.Record]]:
        offset: Any = None
        while True:
            with self._lock, EngineErrors(self.folder):
                shard = self._open()
                if shard is None and offset is not None:
                    raise StoreError(f"the shard in {self.folder} was removed while it was read")
                if shard is None:
                    return
                request = edge.ScrollRequest(offset=offset, limit=PAGE, filter=condition, with_payload=True, with_vector=True)
                records, offset = shard.scroll(request)
            yield records
            if offset is None:
                return

    def _spaces(self) -> list[tuple[EncoderIdentity, Path]]:
        """The encoders that have a shard here, with the folders of theirs."""
        return [(_encoder_of(space / IDENTITY_FILE), space) for space in self._folders()]

    def _folders(self) -> list[Path]:
        return sorted(self.folder.glob("e-*"))

    def _current(self) -> EncoderIdentity | None:
        """The encoder whose shard is here; of several, the one that was not emptied."""
        spaces = self._spaces()
        if len(spaces) > 1:
            with EngineErrors(self.folder):
                spaces = [(stored, space) for stored, space in spaces if _points_in(space) > 0] or spaces
        return spaces[0][0] if spaces else None

    def _open(self) -> edge.EdgeShard | None:
        """The shard, opened if need be; None where nothing was written yet."""
        if self._shard is None:
            identity = self.identity()
            if identity is not None and (self.folder / space_name(identity)).is_dir():
                self._shard = self._load(identity)
        return self._shard

    def _load(self, identity: EncoderIdentity) -> edge.EdgeShard:
        self._take_turn()
        shard = None
        try:
            shard = edge.EdgeShard.load(str(self.folder / space_name(identity) / SHARD_FOLDER))
        finally:
            if shard is None:
                self._give_turn_back()
        return shard

    def _take_turn(self) -> None:
        """A lock of our own before the engine's: its load tidies up segments before it notices that another process holds the shard."""
        if self._turn is not None or sys.platform == "win32":
            return
        import fcntl

        self.folder.mkdir(parents=True, exist_ok=True)
        turn = (self.folder / TURN_FILE).open("a")
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            turn.close()
            raise busy(self.folder) from error
        self._turn = turn

    def _give_turn_back(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.close()

    def _create(self, identity: EncoderIdentity) -> edge.EdgeShard:
        """A new shard, built aside and renamed when whole: a kill leaves no half shard, and of two processes one wins."""
        aside = self.folder / f".new-{os.getpid()}-{space_name(identity)}"
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        (aside / IDENTITY_FILE).write_text(json.dumps(asdict(identity)), encoding="utf-8")
        shard = edge.EdgeShard.create(str(aside / SHARD_FOLDER), _config(identity))
        for name in sorted(FILTERED):
            shard.update(edge.UpdateOperation.create_field_index(name, INDEX_KINDS[KINDS[name]]))
        shard.close()
        try:
            aside.rename(self.folder / space_name(identity))
        except OSError:
            if not (self.folder / space_name(identity)).is_dir():
                raise
            shutil.rmtree(aside)
        self._shard = self._load(identity)
        return self._shard


class EngineErrors:
    """The boundary: what the engine or the file system throws inside leaves as `StoreBusy` or `StoreError`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, OSError):
            raise StoreError(f"the vector store in {self.folder} can't be used: {error}") from error
        # The engine raises the bare class and has none of its own; any other class is not its word.
        if kind is Exception and "WouldBlock" in str(error):
            raise busy(self.folder) from error
        if kind is Exception:
            raise StoreError(f"the vector store in {self.folder} failed: {error}") from error


def busy(folder: Path) -> StoreBusy:
    """What is said to whoever comes while another process holds the store."""
    return StoreBusy(f"the vector store in {folder} is in use by another process, which releases it when idle: try again")


def _encoder_of(path: Path) -> EncoderIdentity:
    try:
        return EncoderIdentity(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(f"{path} does not name the encoder of the shard beside it: run `digest-engine reindex` ({error})") from error


def _config(identity: EncoderIdentity) -> edge.EdgeConfig:
    return edge.EdgeConfig(
        vectors={DENSE: edge.EdgeVectorParams(size=identity.dimension, distance=edge.Distance.Cosine)},
        sparse_vectors={SPARSE: edge.EdgeSparseVectorParams()},
        optimizers=edge.EdgeOptimizersConfig(indexing_threshold=0),
    )


def _arm(shard: edge.EdgeShard, query: Any, condition: edge.Filter) -> Fetch:
    def fetch(limit: int) -> Found:
        found = shard.query(edge.QueryRequest(limit=limit, query=query, filter=condition, with_payload=True))
        return answer([hit_of(scored) for scored in found], wanted=limit)

    return fetch


def _points_in(space: Path) -> int:
    shard = edge.EdgeShard.load(str(space / SHARD_FOLDER))
    try:
        return shard.count(edge.CountRequest(exact=True))
    finally:
        shard.close()


def _assert_free(space: Path) -> None:
    """Raise `StoreBusy` where another process works on a shard that is to go; a shard that can't be read may go."""
    try:
        with EngineErrors(space):
            edge.EdgeShard.load(str(space / SHARD_FOLDER)).close()
    except StoreBusy:
        raise
    except StoreError as error:
        logger.warning("removing a shard that can't be read: %s", error)


def _remove(space: Path) -> None:
    # Renamed first: a kill in the middle must not leave half a shard under a name that is opened.
    retired = space.with_name(f".old-{os.getpid()}-{space.name}")
    space.rename(retired)
    for leftover in space.parent.glob(".old-*"):
        shutil.rmtree(leftover, ignore_errors=True)
