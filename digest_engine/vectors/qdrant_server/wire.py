"""Our values in the words of qdrant-client, and back: the one place that translates filters, points and hits for Qdrant servers."""

from __future__ import annotations

import sys
from typing import Any

from qdrant_client import models

from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf, Scalar
from digest_engine.payload import CHUNK_ID, NAMESPACE, guard_filter
from digest_engine.types import Point, SparseVector, StoredPoint, VectorHit

DENSE = "dense"
SPARSE = "sparse"
SMALLEST = -sys.float_info.max


def translate(filter: Filter | None, *, namespace: str | None) -> models.Filter:
    """The engine's filter with the semantics of `filters.matches`. Raises `FilterError` for an unknown field."""
    conditions: list[Any] = []
    if namespace is not None:
        conditions.append(models.FieldCondition(key=NAMESPACE, match=models.MatchValue(value=namespace)))
    if filter is not None:
        guard_filter(filter)
        # Side by side, not nested: the engine then tests candidates of the rarest condition alone.
        conditions += [_condition(part) for part in (filter.filters if isinstance(filter, AllOf) else (filter,))]
    return models.Filter(must=conditions)


def record_of(key: str, point: Point) -> models.PointStruct:
    """The engine's point under the id `key`."""
    vectors: dict[str, Any] = {DENSE: list(point.vector)}
    if point.sparse is not None and point.sparse.indices:
        vectors[SPARSE] = terms_of(point.sparse)
    return models.PointStruct(id=key, vector=vectors, payload=dict(point.payload))


def terms_of(sparse: SparseVector) -> models.SparseVector:
    """The sparse vector as the engine takes it."""
    return models.SparseVector(indices=list(sparse.indices), values=list(sparse.values))


def point_of(record: Any) -> Point | None:
    """Our point, or None for a legacy one without chunk_id."""
    payload = record.payload or {}
    chunk_id = payload.get(CHUNK_ID)
    if not isinstance(chunk_id, str) or not chunk_id:
        return None
    vectors = record.vector or {}
    sparse = vectors.get(SPARSE)
    return Point(
        chunk_id=chunk_id,
        namespace=payload.get(NAMESPACE, ""),
        payload=payload,
        vector=tuple(vectors.get(DENSE, ())),
        sparse=SparseVector(tuple(sparse.indices), tuple(sparse.values)) if sparse is not None else None,
    )


def stored_of(record: Any) -> StoredPoint:
    """The point under the engine's own id, whatever its payload."""
    vectors = record.vector or {}
    sparse = vectors.get(SPARSE)
    return StoredPoint(
        id=str(record.id),
        payload=record.payload or {},
        vector=tuple(vectors.get(DENSE, ())),
        sparse=SparseVector(tuple(sparse.indices), tuple(sparse.values)) if sparse is not None else None,
    )


def hit_of(scored: Any) -> VectorHit | None:
    """Our hit, or None for a legacy point without chunk_id."""
    payload = scored.payload or {}
    chunk_id = payload.get(CHUNK_ID)
    return VectorHit(chunk_id, scored.score, payload) if isinstance(chunk_id, str) and chunk_id else None


def _condition(filter: Filter) -> Any:
    match filter:
        case Equals(name, value):
            return _equals(name, value)
        case AnyOf(name, values):
            words = [value for value in values if isinstance(value, str)]
            others = [_equals(name, value) for value in values if not isinstance(value, str)]
            return _one_of(others + ([models.FieldCondition(key=_path(name), match=models.MatchAny(any=words))] if words else []))
        case Between(name, low, high):
            # A range without any bound is refused, hence the smallest number.
            return models.FieldCondition(key=_path(name), range=models.Range(gte=SMALLEST if low is None else low, lte=high))
        case Not(inner):
            return models.Filter(must_not=[_condition(inner)])
        case AllOf(inner_filters):
            return models.Filter(must=[_condition(inner) for inner in inner_filters])
        case OneOf(inner_filters):
            return _one_of([_condition(inner) for inner in inner_filters])


def _equals(name: str, value: Scalar) -> models.FieldCondition:
    if isinstance(value, bool | str):
        return models.FieldCondition(key=_path(name), match=models.MatchValue(value=value))
    # A match on 2 does not find 2.0; a range of one number does.
    return models.FieldCondition(key=_path(name), range=models.Range(gte=value, lte=value))


def _one_of(conditions: list[Any]) -> Any:
    # An empty `should` is no condition at all to the engine, hence the empty list of ids, which nothing matches.
    return models.Filter(should=conditions) if conditions else models.HasIdCondition(has_id=[])


def _path(name: str) -> str:
    return f'"{name}"'
