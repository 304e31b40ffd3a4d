"""Our values in the words of Qdrant Edge, and back: the one place that translates filters, points and hits for it."""

from __future__ import annotations

import sys
from typing import Any

import qdrant_edge as edge

from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf, Scalar
from digest_engine.payload import CHUNK_ID, NAMESPACE, guard_filter
from digest_engine.types import Payload, Point, SparseVector, StoredPoint, VectorHit

DENSE = "dense"
SPARSE = "sparse"
# The engine's Python binding reads MatchValue(True) as the number 1 and so finds no boolean: these lists name the fields that hold one.
TRUE = "_true"
FALSE = "_false"
SMALLEST = -sys.float_info.max


def translate(filter: Filter | None, *, namespace: str | None) -> edge.Filter:
    """The engine's filter with the semantics of `filters.matches`. Raises `FilterError` for an unknown field."""
    conditions: list[Any] = []
    if namespace is not None:
        conditions.append(edge.FieldCondition(NAMESPACE, match=edge.MatchValue(namespace)))
    if filter is not None:
        guard_filter(filter)
        # Side by side, not nested: the engine then tests candidates of the rarest condition alone.
        conditions += [_condition(part) for part in (filter.filters if isinstance(filter, AllOf) else (filter,))]
    return edge.Filter(must=conditions)


def _condition(filter: Filter) -> Any:
    match filter:
        case Equals(name, value):
            return _equals(name, value)
        case AnyOf(name, values):
            words = [value for value in values if isinstance(value, str)]
            others = [_condition(Equals(name, value)) for value in values if not isinstance(value, str)]
            return _one_of(others + ([edge.FieldCondition(_path(name), match=edge.MatchAny(words))] if words else []))
        case Between(name, low, high):
            # Without any bound the engine has no range left to test, hence the smallest number.
            return edge.FieldCondition(_path(name), range=edge.RangeFloat(gte=SMALLEST if low is None else low, lte=high))
        case Not(inner):
            return edge.Filter(must_not=[_condition(inner)])
        case AllOf(inner_filters):
            return edge.Filter(must=[_condition(inner) for inner in inner_filters])
        case OneOf(inner_filters):
            return _one_of([_condition(inner) for inner in inner_filters])


def _equals(name: str, value: Scalar) -> Any:
    if isinstance(value, bool):
        return edge.FieldCondition(TRUE if value else FALSE, match=edge.MatchValue(name))
    if isinstance(value, str):
        return edge.FieldCondition(_path(name), match=edge.MatchValue(value))
    # MatchValue(2) does not find 2.0; a range of one number does.
    return edge.FieldCondition(_path(name), range=edge.RangeFloat(gte=value, lte=value))


def _one_of(conditions: list[Any]) -> Any:
    # An empty `should` is no condition at all to the engine, hence the empty set of ids, which nothing matches.
    return edge.Filter(should=conditions) if conditions else edge.HasIdCondition(set())


def _path(name: str) -> str:
    return f'"{name}"'


def record_of(key: str, point: Point) -> edge.Point:
    """The engine's point under the id `key`."""
    vectors: dict[str, Any] = {DENSE: point.vector}
    if point.sparse is not None and point.sparse.indices:
        vectors[SPARSE] = edge.SparseVector(list(point.sparse.indices), list(point.sparse.values))
    return edge.Point(key, vectors, _flagged(point.payload))


def point_of(record: edge.Record) -> Point | None:
    """Our point, or None for a legacy one without chunk_id."""
    payload = record.payload or {}
    chunk_id = payload.get(CHUNK_ID)
    if not isinstance(chunk_id, str) or not chunk_id:
        return None
    vectors: Any = record.vector or {}
    sparse = vectors.get(SPARSE)
    return Point(
        chunk_id=chunk_id,
        namespace=payload.get(NAMESPACE, ""),
        payload=_plain(payload),
        vector=tuple(vectors.get(DENSE, ())),
        sparse=SparseVector(tuple(sparse.indices), tuple(sparse.values)) if sparse is not None else None,
    )


def stored_of(record: edge.Record) -> StoredPoint:
    """The point under the engine's own id, whatever its payload."""
    vectors: Any = record.vector or {}
    sparse = vectors.get(SPARSE)
    return StoredPoint(
        id=str(record.id),
        payload=_plain(record.payload or {}),
        vector=tuple(vectors.get(DENSE, ())),
        sparse=SparseVector(tuple(sparse.indices), tuple(sparse.values)) if sparse is not None else None,
    )


def hit_of(scored: edge.ScoredPoint) -> VectorHit | None:
    """Our hit, or None for a legacy point without chunk_id."""
    payload = scored.payload or {}
    chunk_id = payload.get(CHUNK_ID)
    return VectorHit(chunk_id, scored.score, _plain(payload)) if isinstance(chunk_id, str) and chunk_id else None


def _flagged(payload: Payload) -> dict[str, Any]:
    flagged: dict[str, Any] = dict(payload)
    flags = {name: value for name, value in payload.items() if isinstance(value, bool)}
    if flags:
        flagged[TRUE] = [name for name, value in flags.items() if value]
        flagged[FALSE] = [name for name, value in flags.items() if not value]
    return flagged


def _plain(payload: dict[str, Any]) -> dict[str, Any]:
    payload.pop(TRUE, None)
    payload.pop(FALSE, None)
    return payload
