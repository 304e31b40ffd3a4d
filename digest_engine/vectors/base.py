"""The port of the vector stores: what every backend keeps, and nothing more.

A store keeps points of many namespaces and of one encoder identity. `chunk_id` is unique within a namespace: an upsert with an id that
is there replaces the point whole. Further vectors of a chunk are points with their number in the payload field `part`; `search` gives the
chunk once, `delete` takes them by `points.part_key`. Scores of dense search are cosine similarities: 1 the same direction, 0 orthogonal,
-1 opposite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from digest_engine.filters import Filter
from digest_engine.types import EncoderIdentity, Point, SparseVector, StoredPoint, Vector, VectorHit


class VectorStore(Protocol):
    """A derived index over chunks. Construction does no I/O; every method raises `StoreError` (or a subclass) when it can't do its work."""

    @property
    def exclusive(self) -> bool:
        """True where only one process at a time can hold the store: `lease.borrow` releases it after each use."""

    def ensure_ready(self, identity: EncoderIdentity) -> None:
        """Open the space for `identity`; the first upsert creates it. Raises `EncoderMismatch`, naming `reindex`, where another encoder's
        vectors are stored."""

    def identity(self) -> EncoderIdentity | None:
        """The encoder of the stored vectors (or the one given to `ensure_ready`); None where nothing was ever stored."""

    def replace_encoder(self, identity: EncoderIdentity) -> None:
        """Drop the points of every encoder and open an empty space for `identity`: the first step of `reindex`."""

    def upsert(self, points: Sequence[Point]) -> None:
        """Write points, visible to the next search when this returns (`StoreTimeout` otherwise).

        Every point has a dense vector, kept at length 1; sparse ones are optional. All points pass `payload.guard` or nothing is written:
        `PayloadError`, or `EncoderMismatch` for another dimension.
        """

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
        """Best `limit` distinct chunks, best first, all satisfying `filter`; dense, sparse, or (both) weighted rank fusion.

        Each arm of a hybrid search fetches a pool of at least `limit` before fusion. No vector at all, or `limit` < 1: an empty list.
        A namespace nobody wrote to: an empty list.
        """

    def scan(self, *, namespace: str | None = None, filter: Filter | None = None) -> Iterator[Point]:
        """Every matching point with its vectors, complete (or raises), in no set order."""

    def stored(self) -> Iterator[StoredPoint]:
        """Every point of this encoder as the engine keeps it, complete (or raises), those too whose payload is not ours: `migrate` mends them.

        A point written or discarded meanwhile may or may not be among them.
        """

    def discard(self, points: Sequence[StoredPoint]) -> None:
        """Remove points by the engine's own ids, gone for the next search when this returns."""

    def delete(self, *, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove these points, gone for the next search when this returns. Absent ids are no error."""

    def delete_namespace(self, namespace: str) -> None:
        """Remove exactly this namespace's points. An absent namespace is no error."""

    def count(self, *, namespace: str | None = None, filter: Filter | None = None) -> int:
        """Exact number of matching points."""

    def close(self) -> None:
        """Release files, locks and connections. Idempotent; the next call opens again."""
