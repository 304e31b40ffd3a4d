"""Our values in the words of Milvus, and back: the one place that translates filters, points and hits for it.

Milvus Lite and the servers disagree on JSON: what `not` means for an absent key, whether true equals 1, whether `in` exists; templates
for values are unknown to Lite and to servers before 2.5. So a row carries the hash of each (field, value) of its payload in `facts`, an
array that is never null, and its numbers in `numbers`. Equality is then `array_contains` of a hash: exact in every engine, and no value
ever becomes part of an expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from digest_engine.errors import PayloadError
from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf, Scalar
from digest_engine.payload import CHUNK_ID, NAMESPACE, guard_filter
from digest_engine.types import Payload, Point, SparseVector, StoredPoint, VectorHit

PK, SPACE, PAYLOAD, NUMBERS, FACTS, DENSE, SPARSE = "pk", "space", "payload", "numbers", "facts", "dense", "sparse"
HASH_LENGTH = 32
MAX_FACTS = 4096
# The row that names the encoder; no hash of a namespace is a hyphen.
MARKER = "-"
EVERYTHING = f'{SPACE} != "{MARKER}"'
NOTHING = f'{PK} == ""'
# A sparse field can't be empty. No query carries this index, which `points.SPARSE_LIMIT` keeps free.
NO_TERM = 2**32 - 2
NO_WEIGHT = 1e-30


def translate(filter: Filter | None, *, namespace: str | None) -> str:
    """An expression with the semantics of `filters.matches`. Raises `FilterError` for an unknown field."""
    conditions = [EVERYTHING if namespace is None else f'{SPACE} == "{space_of(namespace)}"']
    if filter is not None:
        guard_filter(filter)
        conditions.append(_condition(filter))
    return " and ".join(conditions)


def space_of(namespace: str) -> str:
    """The hash that stands for a namespace."""
    return _fact(NAMESPACE, namespace)


def row_of(key: str, point: Point, *, with_sparse: bool) -> dict[str, Any]:
    """The row of a point under the primary key `key`."""
    facts = list(_facts(point.payload))
    if len(facts) > MAX_FACTS:
        raise PayloadError(f"the payload of {point.chunk_id!r} holds {len(facts)} values, Milvus keeps {MAX_FACTS}")
    row = {
        PK: key, SPACE: space_of(point.namespace), PAYLOAD: dict(point.payload), NUMBERS: _numbers(point.payload), FACTS: facts,
        DENSE: point.vector,
    }  # fmt: skip
    if with_sparse:
        row[SPARSE] = terms_of(point.sparse)
    return row


def terms_of(sparse: SparseVector | None) -> dict[int, float]:
    """The sparse vector as the engine takes it."""
    return dict(zip(sparse.indices, sparse.values, strict=True)) if sparse is not None and sparse.indices else {NO_TERM: NO_WEIGHT}


def point_of(row: Mapping[str, Any]) -> Point | None:
    """Our point, or None for a legacy one without chunk_id."""
    payload = row[PAYLOAD]
    chunk_id = payload.get(CHUNK_ID)
    if not isinstance(chunk_id, str) or not chunk_id:
        return None
    terms = _terms(row)
    return Point(
        chunk_id=chunk_id,
        namespace=payload.get(NAMESPACE, ""),
        payload=payload,
        vector=tuple(row[DENSE]),
        sparse=SparseVector(tuple(terms), tuple(terms.values())) if terms else None,
    )


def stored_of(row: Mapping[str, Any]) -> StoredPoint:
    """The point under its primary key, whatever its payload."""
    terms = _terms(row)
    return StoredPoint(
        id=row[PK],
        payload=row[PAYLOAD],
        vector=tuple(row[DENSE]),
        sparse=SparseVector(tuple(terms), tuple(terms.values())) if terms else None,
    )


def hit_of(hit: Mapping[str, Any]) -> VectorHit | None:
    """Our hit, or None for a legacy point. `distance` is a similarity for COSINE and IP, whatever its name."""
    payload = hit["entity"][PAYLOAD]
    chunk_id = payload.get(CHUNK_ID)
    return VectorHit(chunk_id, float(hit["distance"]), payload) if isinstance(chunk_id, str) and chunk_id else None


def _terms(row: Mapping[str, Any]) -> dict[int, float]:
    return {int(index): float(value) for index, value in (row.get(SPARSE) or {}).items() if int(index) != NO_TERM}


def _condition(filter: Filter) -> str:
    match filter:
        case Equals(name, value):
            return _holds(name, value)
        case AnyOf(name, values):
            return _joined([_holds(name, value) for value in values], "or", empty=NOTHING)
        case Between(name, low, high):
            bounds = [f'{NUMBERS}["{name}"] {sign} {bound!r}' for sign, bound in ((">=", low), ("<=", high)) if bound is not None]
            return _joined([_holds(name, None), *bounds], "and", empty=EVERYTHING)
        case Not(inner):
            return f"(not {_condition(inner)})"
        case AllOf(inner_filters):
            return _joined([_condition(inner) for inner in inner_filters], "and", empty=EVERYTHING)
        case OneOf(inner_filters):
            return _joined([_condition(inner) for inner in inner_filters], "or", empty=NOTHING)


def _joined(conditions: list[str], word: str, *, empty: str) -> str:
    return f"({f' {word} '.join(conditions)})" if conditions else f"({empty})"


def _holds(name: str, value: Scalar | None) -> str:
    return f'array_contains({FACTS}, "{_fact(name, value)}")'


def _facts(payload: Payload) -> Iterator[str]:
    """A hash for each value, for each item of a list, and for each field with a number (which `Between` asks for)."""
    for name, value in payload.items():
        if isinstance(value, list):
            yield from (_fact(name, item) for item in value)
            continue
        yield _fact(name, value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield _fact(name, None)


def _numbers(payload: Payload) -> dict[str, int | float]:
    return {name: value for name, value in payload.items() if isinstance(value, int | float) and not isinstance(value, bool)}


@lru_cache(maxsize=65_536, typed=True)
def _fact(name: str, value: Scalar | None) -> str:
    """The hash of a field with a value; None stands for any number. Most values of a collection recur, hence the cache."""
    if isinstance(value, float) and value.is_integer():
        # 2026 and 2026.0 are one number, and so must be one hash; true is none.
        value = int(value)
    # Names hold no control character, so the first one ends them; the type keeps 1, "1" and true apart.
    text = f"{name}\0{type(value).__name__}\0{value}"
    return blake2b(text.encode(), digest_size=HASH_LENGTH // 2).hexdigest()
