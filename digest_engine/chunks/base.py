"""The port of the chunk stores: the one place where the text of chunks and digests lives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from digest_engine.types import Chunk, ChunkOutcome


class ChunkStore(Protocol):
    """Text by id. Writes are idempotent upserts. A chunk whose text no longer matches its hash is `corrupt`: no text is returned.

    The context of a chunk is derived and lives in the catalog: a store may drop it.
    """

    def put_many(self, chunks: Sequence[Chunk]) -> None:
        """Store chunks; the same id again replaces."""

    def get_many(self, namespace: str, chunk_ids: Sequence[str]) -> list[ChunkOutcome]:
        """One outcome an id, in the order asked for. `StoreError` only where the store itself can't be reached."""

    def delete_many(self, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove chunks; absent ids are no error."""

    def iterate(self, namespace: str | None = None) -> Iterator[Chunk]:
        """Every chunk stored, whether or not its hash still holds."""

    def put_file(self, sha256: str, data: bytes) -> None:
        """Keep an uploaded file's bytes under their hash; the same again is a no-op."""

    def get_file(self, sha256: str) -> bytes:
        """The bytes of a kept file; `NotFoundError` where there is none."""

    def delete_file(self, sha256: str) -> None:
        """Remove a kept file; absent is no error."""

    def files(self) -> Iterator[str]:
        """The hashes of all kept files."""

    def close(self) -> None:
        """Release connections."""
