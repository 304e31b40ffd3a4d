"""The only place that knows the names of payload fields, and the guard that keeps text out of vector stores.

A payload is flat: strings, numbers, booleans and lists of strings; no null. It never holds text: the subject of an act or the passage
of a chunk live in the catalog and the chunk store.
"""

from __future__ import annotations

from datetime import date

from digest_engine.errors import PayloadError
from digest_engine.types import DateField, Payload, PayloadValue

CHUNK_ID = "chunk_id"
NAMESPACE = "namespace"
DIGEST_TYPE = "digest_type"
DIGEST = "digest"
NO_DIGEST = "none"
PROFILE_PREFIX = "sc_"
MAX_STRING = 200
MAX_LIST = 64

KINDS: dict[str, type] = {
    "chunk_id": str, "doc_id": str, "act_id": str, "namespace": str, "date": str, "publication_from": str, "publication_to": str,
    "ingested_at": str, "date_key": int, "publication_from_key": int, "publication_to_key": int, "ingested_at_key": int, "page": int,
    "ordinal": int, "act_type": str, "kind": str, "organ": str, "number": str, "year": int, "issuer": str, "office": str, "topics": list,
    "amount": float, "amount_role": str, "amount_vat": str, "personnel_role": str, "temporal_scope": str, "cig": list, "cup": list,
    "supplier": str, "sha256": str, "language": str, "tags": list, "digest_type": str, "digest_date_from": str, "digest_date_to": str,
    "digest_date_from_key": int, "digest_date_to_key": int, "digest_granularity": str, "chunk_count": int, "act_count": int,
    "act_types_json": str, "amounts_json": str, "total_amount": float, "domain": str, "fingerprint": str, "date_field": str,
    "partial": bool,
}  # fmt: skip
LONG_FIELDS = frozenset({"act_types_json", "amounts_json", "chunk_id", "doc_id", "act_id"})
RESERVED = frozenset(KINDS)
DATE_TWINS: dict[DateField, str] = {
    "date": "date_key",
    "publication_from": "publication_from_key",
    "publication_to": "publication_to_key",
    "ingested_at": "ingested_at_key",
}
TEXT_KEYS = frozenset({"text", "doc", "content", "chunk", "body", "page_content", "passage", "snippet", "testo", "oggetto", "subject", "context"})


def date_key(day: date) -> int:
    """YYYYMMDD as an integer: Pinecone compares numbers only."""
    return day.year * 10000 + day.month * 100 + day.day


def guard(payload: Payload) -> None:
    """Raise `PayloadError` where `payload` holds text, null, a nested value, an unknown field or a value of the wrong type."""
    if not payload.get(CHUNK_ID) or not payload.get(NAMESPACE) or payload.get(DIGEST_TYPE) not in (DIGEST, NO_DIGEST):
        raise PayloadError(f"a payload needs chunk_id, namespace and digest_type, got {sorted(payload)}")
    for name, value in payload.items():
        _guard_field(name, value)


def _guard_field(name: str, value: PayloadValue) -> None:
    bare = name.removeprefix(PROFILE_PREFIX)
    if bare in TEXT_KEYS:
        raise PayloadError(f"payload field {name!r} may hold text; text lives in the chunk store")
    if name not in KINDS and not name.startswith(PROFILE_PREFIX):
        raise PayloadError(f"unknown payload field {name!r}; a profile's own fields take the prefix {PROFILE_PREFIX!r}")
    expected = KINDS.get(name)
    if expected is not None and not _is_kind(value, expected):
        raise PayloadError(f"payload field {name!r} takes {expected.__name__}, got {type(value).__name__}")
    if not isinstance(value, str | int | float | bool | list):
        raise PayloadError(f"payload field {name!r} holds {type(value).__name__}; only strings, numbers, booleans and lists of strings")
    if isinstance(value, list) and not (len(value) <= MAX_LIST and all(isinstance(item, str) and len(item) <= MAX_STRING for item in value)):
        raise PayloadError(f"payload field {name!r} takes at most {MAX_LIST} strings of at most {MAX_STRING} characters")
    if isinstance(value, str) and name not in LONG_FIELDS and len(value) > MAX_STRING:
        raise PayloadError(f"payload field {name!r} has {len(value)} characters, at most {MAX_STRING}: long strings are text")


def _is_kind(value: PayloadValue, expected: type) -> bool:
    if expected is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if expected is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, expected)
