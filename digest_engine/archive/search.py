"""The nearest chunks to a vector: ids, scores and metadata, never text. Every id that is given has its text in the chunk store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from digest_engine.catalog import outbox
from digest_engine.catalog.database import Database
from digest_engine.chunks.base import ChunkStore
from digest_engine.embeddings.base import Encoder
from digest_engine.errors import ConflictError
from digest_engine.ingest.known import known_chunks, texts_of
from digest_engine.requests import EmbeddingsMatch, EmbeddingsQueryRequest, EmbeddingsQueryResponse
from digest_engine.types import EncoderIdentity, Vector, VectorHit
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.lease import borrow

NOTHING = EmbeddingsQueryResponse(chunk_ids=(), matches=())


@dataclass(frozen=True, slots=True)
class Finding:
    """The parts that a search needs."""

    database: Database
    chunks: ChunkStore
    vectors: VectorStore
    encoder: Encoder | None


def find_chunks(request: EmbeddingsQueryRequest, parts: Finding) -> EmbeddingsQueryResponse:
    """The best `limit` chunks with text, best first; chunks without take no place among them and are listed apart.

    No vector, `limit` below 1, or a collection nobody wrote to: nothing, and no error. `EncoderMismatch` for a vector of another length.
    """
    queries = _queries(request, parts.encoder)
    identity = parts.encoder.identity if parts.encoder else parts.vectors.identity()
    if request.limit < 1 or not queries or identity is None:
        return NOTHING
    wanted = request.limit
    while True:
        hits = _search(queries, request.collection, wanted, parts, identity)
        shown, missing = _resolved(hits, request.collection, parts)
        if len(shown) >= request.limit or len(hits) < wanted:
            return _response(shown[: request.limit], missing)
        wanted *= 2


def _queries(request: EmbeddingsQueryRequest, encoder: Encoder | None) -> list[Vector]:
    if request.limit < 1:
        return []
    if request.text is not None:
        if encoder is None:
            raise ConflictError(
                "dense search is off: no encoder can turn the text into a vector; set DIGEST_ENCODER_NAME, or give a vector"
            )
        return [encoder.encode_query(request.text)]
    given = request.vectors if request.vectors is not None else (request.vector or (),)
    return [vector for vector in given if vector]


def _search(queries: Sequence[Vector], namespace: str, limit: int, parts: Finding, identity: EncoderIdentity) -> list[VectorHit]:
    """The best `limit` chunks of all vectors, each by its best score."""

    def work(store: VectorStore) -> list[VectorHit]:
        best: dict[str, VectorHit] = {}
        for vector in queries:
            for hit in store.search(namespace=namespace, vector=vector, limit=limit):
                if hit.chunk_id not in best or hit.score > best[hit.chunk_id].score:
                    best[hit.chunk_id] = hit
        return sorted(best.values(), key=lambda hit: (-hit.score, hit.chunk_id))[:limit]

    return borrow(parts.vectors, identity, work)


def _resolved(hits: Sequence[VectorHit], namespace: str, parts: Finding) -> tuple[list[VectorHit], list[str]]:
    """The hits whose chunk is known and has its text, and the ids of the others; those of erased chunks are nobody's business."""
    keys = [(namespace, hit.chunk_id) for hit in hits]
    known = {item.key: item.sha256 for item in known_chunks(parts.database, keys)}
    texts = texts_of(parts.chunks, list(known))
    whole = {key for key, chunk in texts.items() if chunk.sha256 == known[key]}
    lost = [hit.chunk_id for hit in hits if (namespace, hit.chunk_id) not in whole]
    erased = {item.chunk_id for item in outbox.queued(parts.database, namespace, lost) if item.op == "delete"} if lost else set()
    return [hit for hit in hits if (namespace, hit.chunk_id) in whole], [chunk_id for chunk_id in lost if chunk_id not in erased]


def _response(hits: Sequence[VectorHit], missing: Sequence[str]) -> EmbeddingsQueryResponse:
    return EmbeddingsQueryResponse(
        chunk_ids=tuple(hit.chunk_id for hit in hits),
        matches=tuple(EmbeddingsMatch(chunk_id=hit.chunk_id, score=hit.score, metadata=dict(hit.payload)) for hit in hits),
        missing_ids=tuple(missing),
    )
