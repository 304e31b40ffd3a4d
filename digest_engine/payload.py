"""The only place that knows the names of payload fields, and the guard that keeps text out of vector stores.

A payload is flat: strings, numbers, booleans and lists of strings; no null. It never holds text: the subject of an act or the passage
of a chunk live in the catalog and the chunk store.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date
from typing import Any

from digest_engine.errors import FilterError, PayloadError
from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf, Scalar
from digest_engine.types import Act, Chunk, DateField, Payload, PayloadValue

CHUNK_ID = "chunk_id"
NAMESPACE = "namespace"
DIGEST_TYPE = "digest_type"
# A chunk may have several vectors: the first is its point, each further one a point that has its number here.
PART = "part"
DIGEST = "digest"
NO_DIGEST = "none"
PROFILE_PREFIX = "sc_"
MAX_STRING = 200
MAX_LIST = 64
MAX_NAME = 100
# Engines that speak JSON keep numbers as 64-bit floats: beyond this an integer would come back as another one.
MAX_NUMBER = 2**53

KINDS: dict[str, type] = {
    "chunk_id": str, "doc_id": str, "act_id": str, "namespace": str, "date": str, "publication_from": str, "publication_to": str,
    "ingested_at": str, "date_key": int, "publication_from_key": int, "publication_to_key": int, "ingested_at_key": int, "page": int,
    "ordinal": int, "act_type": str, "kind": str, "organ": str, "number": str, "year": int, "issuer": str, "office": str, "topics": list,
    "amount": float, "amount_role": str, "amount_vat": str, "personnel_role": str, "temporal_scope": str, "cig": list, "cup": list,
    "supplier": str, "sha256": str, "language": str, "tags": list, "digest_type": str, "digest_date_from": str, "digest_date_to": str,
    "digest_date_from_key": int, "digest_date_to_key": int, "digest_granularity": str, "chunk_count": int, "act_count": int,
    "act_types_json": str, "amounts_json": str, "total_amount": float, "domain": str, "fingerprint": str, "date_field": str,
    "partial": bool, "part": int,
}  # fmt: skip
LONG_FIELDS = frozenset({"act_types_json", "amounts_json", "chunk_id", "doc_id", "act_id"})
RESERVED = frozenset(KINDS)
# What filters are likely to name: stores that index payloads index these. A filter may name any other field, at the price of a slow pass.
FILTERED = frozenset({
    "chunk_id", "doc_id", "act_id", "namespace", "digest_type", "act_type", "topics", "amount", "date_key", "publication_from_key",
    "publication_to_key", "ingested_at_key", "digest_date_from_key", "digest_date_to_key", "digest_granularity", "part",
})  # fmt: skip
DATE_TWINS: dict[DateField, str] = {
    "date": "date_key",
    "publication_from": "publication_from_key",
    "publication_to": "publication_to_key",
    "ingested_at": "ingested_at_key",
}
TEXT_KEYS = frozenset({
    "text", "doc", "content", "chunk", "body", "page_content", "passage", "snippet", "testo", "oggetto", "subject", "context",
})  # fmt: skip


def date_key(day: date) -> int:
    """YYYYMMDD as an integer: Pinecone compares numbers only."""
    return day.year * 10000 + day.month * 100 + day.day


def guard(payload: Payload) -> None:
    """Raise `PayloadError` where `payload` holds text, null, a nested value, an unknown field or a value of the wrong type."""
    if not payload.get(CHUNK_ID) or not payload.get(NAMESPACE) or payload.get(DIGEST_TYPE) not in (DIGEST, NO_DIGEST):
        raise PayloadError(f"a payload needs chunk_id, namespace and digest_type, got {sorted(payload)}")
    for name, value in payload.items():
        # Short ASCII strings and plain numbers of a known field are most of all values: passing them here keeps upserts cheap.
        kind = KINDS.get(name)
        if kind is str and isinstance(value, str) and len(value) <= MAX_STRING and value.isascii():
            continue
        if (type(value) is int or type(value) is float) and kind is type(value) and -MAX_NUMBER <= value <= MAX_NUMBER:
            continue
        _guard_field(name, value)


def is_ours(payload: Mapping[str, Any]) -> bool:
    """True where a stored payload is one that `guard` lets through: it has a chunk id, and no text."""
    try:
        guard(payload)
    except PayloadError:
        return False
    return isinstance(payload[CHUNK_ID], str) and bool(payload[CHUNK_ID].strip())


def guard_filter(filter: Filter) -> None:
    """Raise `FilterError` where `filter` names an unknown field or gives a known one a value of another type.

    Such a filter could only match nothing, and an error is not empty.
    """
    match filter:
        case Equals(name, value):
            _guard_operand(name, value)
        case AnyOf(name, values):
            for value in values:
                _guard_operand(name, value)
        case Between(name):
            if not _is_name(name) or KINDS.get(name, int) not in (int, float):
                raise FilterError(f"a range needs a field with numbers, got {name!r}")
        case Not(inner):
            guard_filter(inner)
        case AllOf(inner_filters) | OneOf(inner_filters):
            for inner in inner_filters:
                guard_filter(inner)


def _guard_operand(name: str, value: Scalar) -> None:
    if not _is_name(name):
        raise FilterError(f"unknown payload field {name!r}; a profile's own fields take the prefix {PROFILE_PREFIX!r}")
    kind = KINDS.get(name)
    if kind is not None and not _is_kind(value, str if kind is list else float if kind is int else kind):
        raise FilterError(f"field {name!r} holds {kind.__name__}, it can't be compared with {value!r}")


def _is_name(name: str) -> bool:
    if not name.startswith(PROFILE_PREFIX):
        return name in KINDS
    return len(PROFILE_PREFIX) < len(name) <= MAX_NAME and not set('"\\') & set(name) and name.isprintable()


def _guard_field(name: str, value: PayloadValue) -> None:
    bare = name.removeprefix(PROFILE_PREFIX)
    if bare in TEXT_KEYS:
        raise PayloadError(f"payload field {name!r} may hold text; text lives in the chunk store")
    if not _is_name(name):
        raise PayloadError(f"unknown payload field {name!r}; a profile's own fields take the prefix {PROFILE_PREFIX!r} and no quotes")
    expected = KINDS.get(name)
    if expected is not None and not _is_kind(value, expected):
        raise PayloadError(f"payload field {name!r} takes {expected.__name__}, got {type(value).__name__}")
    match value:
        case bool():
            pass
        case int() | float():
            if not math.isfinite(value) or abs(value) > MAX_NUMBER:
                raise PayloadError(f"payload field {name!r} takes numbers up to 2**53, got {value!r}")
        case str():
            _guard_string(name, value, longest=None if name in LONG_FIELDS else MAX_STRING)
        case list():
            _guard_list(name, value)
        case _:
            raise PayloadError(f"payload field {name!r} holds {type(value).__name__}; only strings, numbers, booleans and lists of strings")


def _guard_list(name: str, values: list[str]) -> None:
    if len(values) > MAX_LIST or not all(isinstance(item, str) for item in values):
        raise PayloadError(f"payload field {name!r} takes at most {MAX_LIST} strings of at most {MAX_STRING} characters")
    for item in values:
        _guard_string(name, item, longest=MAX_STRING)


def _guard_string(name: str, value: str, *, longest: int | None) -> None:
    if longest is not None and len(value) > longest:
        raise PayloadError(f"payload field {name!r} has {len(value)} characters, at most {longest}: long strings are text")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise PayloadError(f"payload field {name!r} holds half of a surrogate pair, which no store can keep: {value!r}") from error


def _is_kind(value: PayloadValue, expected: type) -> bool:
    if expected is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if expected is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, expected)


def act_payload(chunk: Chunk, act: Act) -> dict[str, PayloadValue]:
    """The payload of a passage of an act: ids, dates with their integer twins, and what is filterable. Absent values are absent keys."""
    days: dict[DateField, date | None] = {
        "date": act.act_date, "publication_from": act.publication_from, "publication_to": act.publication_to, "ingested_at": act.ingested_at,
    }  # fmt: skip
    values: dict[str, object] = {
        CHUNK_ID: chunk.chunk_id, "doc_id": chunk.doc_id, "act_id": act.act_id, NAMESPACE: act.namespace, DIGEST_TYPE: NO_DIGEST,
        "page": chunk.page, "ordinal": chunk.ordinal, "sha256": chunk.sha256, "kind": act.kind, "organ": act.organ, "number": act.number,
        "year": act.year, "issuer": act.issuer, "office": act.office, "act_type": act.act_type, "topics": list(act.topics),
        "amount": float(act.amount) if act.amount is not None else None, "amount_role": act.amount_role, "amount_vat": act.amount_vat,
        "personnel_role": act.personnel_role, "temporal_scope": act.temporal_scope, "cig": list(act.cig), "cup": list(act.cup),
        "supplier": act.supplier, **{name: day.isoformat() if day else None for name, day in days.items()},
        **{DATE_TWINS[name]: date_key(day) if day else None for name, day in days.items()},
        **{name if name.startswith(PROFILE_PREFIX) else f"{PROFILE_PREFIX}{name}": value for name, value in act.extra.items()},
    }  # fmt: skip
    return compact(values)


def passage_payload(chunk: Chunk, kept: Payload) -> dict[str, PayloadValue]:
    """The payload of a passage that belongs to no act: what came with it (`kept`), and what every payload has."""
    own: dict[str, PayloadValue] = {
        CHUNK_ID: chunk.chunk_id, "doc_id": chunk.doc_id, NAMESPACE: chunk.namespace, "page": chunk.page, "ordinal": chunk.ordinal,
        "sha256": chunk.sha256,
    }  # fmt: skip
    return {DIGEST_TYPE: NO_DIGEST, **kept, **own}


def compact(values: Mapping[str, object]) -> dict[str, PayloadValue]:
    """`values` without nulls and empty lists, names cut to what a payload may hold: the whole name stays in the catalog."""
    kept: dict[str, PayloadValue] = {}
    for name, value in values.items():
        if isinstance(value, str) and name not in LONG_FIELDS:
            kept[name] = value[:MAX_STRING]
        elif isinstance(value, list):
            if value:
                kept[name] = [str(item)[:MAX_STRING] for item in value[:MAX_LIST]]
        elif isinstance(value, str | int | float | bool):
            kept[name] = value
    return kept
