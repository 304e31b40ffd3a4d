"""Our values in the words of Pinecone, and back: the one place that translates filters, points and hits for it.

Pinecone compares numbers and only numbers by range, keeps no null and no nested value, has no `not`, and does not say what `$ne` means for
an absent field or a list. So a filter is translated to one that lets through at least what ours does, and every record that comes back is
tested with `filters.matches`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import orjson

from digest_engine.errors import PayloadError
from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf, Scalar, matches
from digest_engine.payload import CHUNK_ID, KINDS, NAMESPACE, guard_filter
from digest_engine.types import Payload, Point, SparseVector, StoredPoint, VectorHit

# Fields of the adapter's own, taken off again on the way back. The id is repeated because a search can be asked for a field alone.
ID = "_id"
EMPTY = "_empty"
MAX_METADATA = 40_960
MAX_NAMESPACE = 512
OURS = "td-"
# A number takes at most 24 characters in JSON, and its comma one.
BYTES_OF_A_NUMBER = 25

Condition = dict[str, Any]


def pushed(filter: Filter | None) -> Condition | bool:
    """The weakest filter of Pinecone's that every match of `filter` passes: True where that is no filter, False where nothing can match.

    Raises `FilterError` for an unknown field.
    """
    if filter is None:
        return True
    guard_filter(filter)
    return _condition(filter)


def everything() -> Condition:
    """A filter that every record passes, for calls that refuse an empty one."""
    return {"$or": [{CHUNK_ID: {"$exists": True}}, {CHUNK_ID: {"$exists": False}}]}


def encoded(namespace: str) -> str:
    """The namespace's name at Pinecone: ASCII, at most 512 characters, and no two alike."""
    name = f"{OURS}n-{quote(namespace, safe='')}"
    return name if len(name) <= MAX_NAMESPACE else f"{OURS}h-{sha256(namespace.encode()).hexdigest()}"


def record_of(key: str, point: Point) -> dict[str, Any]:
    """The record of a point under the id `key`. Raises `PayloadError` for metadata above 40 KB."""
    metadata: dict[str, Any] = dict(point.payload)
    metadata[ID] = key
    empty = [name for name, value in metadata.items() if value == []]
    if empty:
        metadata = {name: value for name, value in metadata.items() if name not in empty} | {EMPTY: empty}
    size = len(orjson.dumps(metadata))
    if size > MAX_METADATA:
        raise PayloadError(f"the payload of {point.chunk_id!r} takes {size} bytes, Pinecone keeps {MAX_METADATA}")
    record: dict[str, Any] = {"id": key, "values": list(point.vector), "metadata": metadata}
    if point.sparse is not None and point.sparse.indices:
        record["sparse_values"] = terms_of(point.sparse)
    return record


def terms_of(sparse: SparseVector) -> dict[str, Any]:
    """The sparse vector as the service takes it."""
    return {"indices": list(sparse.indices), "values": list(sparse.values)}


def batches(records: Sequence[dict[str, Any]], *, count: int, size: int) -> Iterable[list[dict[str, Any]]]:
    """The records in batches of at most `count` records and `size` bytes."""
    batch: list[dict[str, Any]] = []
    room = size
    for record in records:
        needed = _bytes(record)
        if batch and (len(batch) == count or needed > room):
            yield batch
            batch, room = [], size
        batch.append(record)
        room -= needed
    if batch:
        yield batch


def point_of(record: Any) -> Point | None:
    """Our point, or None for a legacy one without chunk_id."""
    payload = payload_of(record.metadata)
    if payload is None:
        return None
    sparse = record.sparse_values
    return Point(
        chunk_id=str(payload[CHUNK_ID]),
        namespace=str(payload.get(NAMESPACE, "")),
        payload=payload,
        vector=tuple(record.values),
        sparse=SparseVector(tuple(sparse.indices), tuple(sparse.values)) if sparse is not None and sparse.indices else None,
    )


def stored_of(record: Any, *, space: str) -> StoredPoint:
    """The record under its own id in its namespace, whatever its metadata."""
    sparse = record.sparse_values
    return StoredPoint(
        id=str(record.id),
        payload=payload_of(record.metadata) or dict(record.metadata or {}),
        vector=tuple(record.values),
        sparse=SparseVector(tuple(sparse.indices), tuple(sparse.values)) if sparse is not None and sparse.indices else None,
        space=space,
    )


def hit_of(match: Any, *, filter: Filter | None) -> VectorHit | None:
    """Our hit, or None for a legacy point and for one that `filter` does not match."""
    payload = payload_of(match.metadata)
    if payload is None or (filter is not None and not matches(filter, payload)):
        return None
    return VectorHit(str(payload[CHUNK_ID]), float(match.score), payload)


def payload_of(metadata: Mapping[str, Any] | None) -> Payload | None:
    """The payload as it was written: whole numbers come back as floats, and empty lists are kept apart. None for a legacy point."""
    kept = dict(metadata or {})
    chunk_id = kept.get(CHUNK_ID)
    if not isinstance(chunk_id, str) or not chunk_id:
        return None
    kept.pop(ID, None)
    kept.update({name: [] for name in kept.pop(EMPTY, ())})
    for name, value in kept.items():
        if type(value) is float and KINDS.get(name) is int:
            kept[name] = int(value)
    return kept


def _condition(filter: Filter) -> Condition | bool:
    match filter:
        case Equals(name, value):
            return {name: {"$eq": value}}
        case AnyOf(name, values):
            return _any_of(name, values)
        case Between(name, low, high):
            bounds = {sign: bound for sign, bound in (("$gte", low), ("$lte", high)) if bound is not None}
            return {name: bounds or {"$exists": True}}
        case Not(inner):
            return _not(inner)
        case AllOf(inner_filters):
            return _joined("$and", [_condition(inner) for inner in inner_filters], neutral=True)
        case OneOf(inner_filters):
            return _joined("$or", [_condition(inner) for inner in inner_filters], neutral=False)


def _any_of(name: str, values: tuple[Scalar, ...]) -> Condition | bool:
    words = [value for value in values if isinstance(value, str)]
    numbers = [value for value in values if not isinstance(value, bool | str)]
    flags = [value for value in values if isinstance(value, bool)]
    conditions: list[Condition | bool] = [{name: {"$in": group}} for group in (words, numbers) if group]
    return _joined("$or", conditions + [{name: {"$eq": flag}} for flag in flags], neutral=False)


def _not(inner: Filter) -> Condition | bool:
    match inner:
        case Not(filter):
            return _condition(filter)
        # On a field with one string or number, of a kind that the guard has checked, `$nin` has one meaning only.
        case Equals(name, value) if KINDS.get(name) in (str, int, float):
            return {"$or": [{name: {"$exists": False}}, {name: {"$nin": [value]}}]}
        case AnyOf(name, values) if KINDS.get(name) in (str, int, float) and values:
            return {"$or": [{name: {"$exists": False}}, {name: {"$nin": list(values)}}]}
        case _:
            return True


def _joined(word: str, conditions: list[Condition | bool], *, neutral: bool) -> Condition | bool:
    """AND (neutral True) or OR (neutral False) of conditions, constants folded."""
    if (not neutral) in conditions:
        return not neutral
    kept = [condition for condition in conditions if not isinstance(condition, bool)]
    if len(kept) <= 1:
        return kept[0] if kept else neutral
    return {word: kept}


def _bytes(record: dict[str, Any]) -> int:
    """An upper bound of the record's length in JSON."""
    numbers = len(record["values"]) + 2 * len(record.get("sparse_values", {}).get("indices", ()))
    return BYTES_OF_A_NUMBER * numbers + len(orjson.dumps(record["metadata"])) + 200
