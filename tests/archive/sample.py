"""A small archive with vectors, and what tests of embeddings do to it again and again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import qdrant_edge as edge

from digest_engine import DigestGenerationRequest, EmbeddingsQueryRequest, EmbeddingsQueryResponse, Engine
from digest_engine.types import Point
from digest_engine.vectors.points import space_name
from tests.support import NAMESPACE, TODAY, file_of

SUBJECTS = ("Fornitura di sedie per gli uffici", "Nolo di un autocarro per le strade", "Manutenzione degli ascensori comunali")
OTHER = "citt\u00e0"


def fill(engine: Engine) -> None:
    """Three acts with a digest in one namespace, one act in another, all indexed."""
    engine.ingest([file_of(n, subject=subject) for n, subject in enumerate(SUBJECTS, start=1)], namespace=NAMESPACE)
    engine.ingest([file_of(9, subject="Potatura dei platani")], namespace=OTHER)
    engine.generate(DigestGenerationRequest(namespace=NAMESPACE, date_from=TODAY.replace(month=4, day=14)))
    engine.index()


def search(engine: Engine, text: str = "fornitura di sedie", *, collection: str = NAMESPACE, limit: int = 10) -> EmbeddingsQueryResponse:
    """The answer to a text."""
    return engine.query_embeddings(EmbeddingsQueryRequest(text=text, collection=collection, limit=limit))


def points(engine: Engine) -> list[Point]:
    """Everything in the vector store, in a fixed order."""
    engine.vectors.ensure_ready(engine.encoder.identity)
    found = sorted(engine.vectors.scan(), key=lambda point: (point.namespace, point.chunk_id, point.payload.get("part", 0)))
    engine.vectors.close()
    return found


def close(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """True where two stores hold the same points, up to the rounding of 32-bit floats."""
    if [(point.namespace, point.chunk_id, dict(point.payload)) for point in one] != [
        (point.namespace, point.chunk_id, dict(point.payload)) for point in other
    ]:
        return False
    pairs = zip(one, other, strict=True)
    return all(abs(a - b) < 1e-6 for left, right in pairs for a, b in zip(left.vector, right.vector, strict=True))


def wipe(engine: Engine) -> None:
    """Empty the vector store, behind the catalog's back."""
    engine.vectors.replace_encoder(engine.encoder.identity)
    engine.vectors.close()


def forbid_encoding(engine: Engine) -> None:
    """From now on an attempt to encode a document fails the test."""

    def refuse(texts: Sequence[str]) -> list[Any]:
        raise AssertionError(f"{len(texts)} texts were encoded")

    engine.encoder.encode_documents = refuse


def plant(engine: Engine, payloads: Sequence[tuple[Mapping[str, Any], Sequence[float]]]) -> None:
    """Points that our adapters would refuse, under random ids as other programs give them, written by the engine's own hand."""
    engine.vectors.close()
    folder = engine.settings.data_dir / "vectors" / "qdrant-edge" / space_name(engine.encoder.identity) / "shard"
    shard = edge.EdgeShard.load(str(folder))
    raw = [edge.Point(str(uuid.uuid4()), {"dense": list(vector)}, dict(payload)) for payload, vector in payloads]
    shard.update(edge.UpdateOperation.upsert_points(raw))
    shard.close()
