"""The port of the vector stores: what every backend keeps, and nothing more.

A store keeps points of many namespaces and of one encoder identity. `chunk_id` is unique within a namespace: an upsert with an id that
is there replaces the point whole. Scores of dense search are cosine similarities: 1 the same direction, 0 orthogonal, -1 opposite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from digest_engine.filters import Filter
from digest_engine.types import EncoderIdentity, Point, SparseVector, Vector, VectorHit


class VectorStore(Protocol):
    """A derived index over chunks. Construction does no I/O; every method raises `StoreError` (or a subclass) when it can't do its work."""

    def ensure_ready(self, identity: EncoderIdentity) -> None:
        """Create or open the space for `identity`. Raises `EncoderMismatch`, naming `reindex`, where another encoder's vectors are stored."""

    def upsert(self, points: Sequence[Point]) -> None:
        """Write points, visible to the next search when this returns (`StoreTimeout` otherwise). Payloads pass `payload.guard`."""

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

    def delete(self, *, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove these points, gone for the next search when this returns. Absent ids are no error."""

    def delete_namespace(self, namespace: str) -> None:
        """Remove exactly this namespace's points. An absent namespace is no error."""

    def count(self, *, namespace: str | None = None, filter: Filter | None = None) -> int:
        """Exact number of matching points."""

    def close(self) -> None:
        """Release files, locks and connections. Idempotent; the next call opens again."""
