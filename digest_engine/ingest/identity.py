"""From extracted values to an act, and the key that says when two documents are the same act."""

from __future__ import annotations

import hashlib
from datetime import date
from decimal import Decimal
from typing import Any

from digest_engine.text import name_key
from digest_engine.types import Act, ExtractedAct, PayloadValue, ReadDocument

ACT_FIELDS = frozenset(
    {
        "kind", "organ", "number", "year", "act_date", "date_precision", "publication_from", "publication_to", "issuer", "office",
        "subject", "act_type", "topics", "amount", "amount_role", "amount_vat", "cig", "cup", "supplier", "supplier_vat",
        "personnel_role", "temporal_scope", "rup",
    }
)  # fmt: skip
IDENTITY = ("issuer", "kind", "organ", "number", "year")


def document_id(document: ReadDocument) -> str:
    """Id from the content's hash and its position in the file."""
    return "doc-" + hashlib.sha256(f"{document.sha256}:{document.position}".encode()).hexdigest()[:24]


def to_act(extracted: ExtractedAct, *, namespace: str, doc_id: str, profile: str, ingested_at: date) -> Act:
    """The act that these values describe."""
    values = {name: value.value for name, value in extracted.values.items()}
    known: dict[str, Any] = {name: value for name, value in values.items() if name in ACT_FIELDS}
    if known.get("date_precision", "day") != "day":
        known.pop("act_date", None)  # a year or a month is no day: counting it on its first would be a guess
    key = identity_key(known)
    act_id = "act-" + hashlib.sha256(f"{namespace}\0{key or doc_id}".encode()).hexdigest()[:20]
    extra = {name: _payload_value(value) for name, value in values.items() if name not in ACT_FIELDS}
    return Act(act_id=act_id, namespace=namespace, profile=profile, ingested_at=ingested_at, extra=extra, review=extracted.review, **known)


def identity_of(act: Act) -> str | None:
    """`identity_key` of an act."""
    return identity_key({name: getattr(act, name) for name in IDENTITY})


def identity_key(values: dict[str, Any]) -> str | None:
    """(issuer, kind, organ or register, number, year), folded; None where any part is missing: such an act is never merged."""
    parts = [values.get(name) for name in IDENTITY]
    if any(part in (None, "") for part in parts):
        return None
    return "|".join(name_key(str(part)) for part in parts)


def _payload_value(value: object) -> PayloadValue:
    if isinstance(value, tuple):
        return [str(item) for item in value]
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, date):
        return value.isoformat()
    assert isinstance(value, str | int)
    return value
