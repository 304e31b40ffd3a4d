"""Acts to rows and back: the only place that turns days into integers and money into cents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from digest_engine.payload import date_key
from digest_engine.text import name_key, stems
from digest_engine.types import Act, FieldScalar, FieldValue

CENT = Decimal("0.01")


def to_cents(amount: Decimal | None) -> int | None:
    """Euros to integer cents, half-up."""
    return None if amount is None else int((amount / CENT).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def from_cents(cents: int | None) -> Decimal | None:
    """Integer cents to euros with two places."""
    return None if cents is None else (Decimal(cents) * CENT).quantize(CENT)


def to_day(day: date | None) -> int | None:
    """A date as YYYYMMDD."""
    return None if day is None else date_key(day)


def from_day(key: int | None) -> date | None:
    """YYYYMMDD as a date."""
    return None if key is None else date(key // 10000, key // 100 % 100, key % 100)


def act_to_row(act: Act) -> dict[str, Any]:
    """The row of `act`, without identity, hash and correction, which the store sets."""
    return {
        "act_id": act.act_id, "namespace": act.namespace, "kind": act.kind, "organ": act.organ, "number": act.number, "year": act.year,
        "act_day": to_day(act.act_date), "date_precision": act.date_precision, "publication_from_day": to_day(act.publication_from),
        "publication_to_day": to_day(act.publication_to), "ingested_day": to_day(act.ingested_at), "issuer": act.issuer,
        "issuer_key": name_key(act.issuer), "office": act.office, "office_key": name_key(act.office), "subject": act.subject,
        "subject_stems": _padded(act.subject), "act_type": act.act_type, "topics": list(act.topics), "amount_cents": to_cents(act.amount),
        "counted_cents": to_cents(act.amount), "amount_role": act.amount_role, "amount_vat": act.amount_vat, "supplier": act.supplier,
        "supplier_key": name_key(act.supplier), "supplier_vat": act.supplier_vat, "personnel_role": act.personnel_role,
        "temporal_scope": act.temporal_scope, "rup": act.rup, "extra": dict(act.extra), "review": list(act.review), "profile": act.profile,
        "version": act.version, "values_hash": values_hash(act), "superseded_by": None,
    }  # fmt: skip


def row_to_act(row: Mapping[str, Any], *, cig: tuple[str, ...], cup: tuple[str, ...]) -> Act:
    """The act of a row. `amount` is the amount sums use; where a rettifica superseded it, the stated one is in `superseded_amount`."""
    superseded = row["superseded_by"] is not None
    return Act(
        act_id=row["act_id"], namespace=row["namespace"], kind=row["kind"], organ=row["organ"], number=row["number"], year=row["year"],
        act_date=from_day(row["act_day"]), date_precision=row["date_precision"], publication_from=from_day(row["publication_from_day"]),
        publication_to=from_day(row["publication_to_day"]), ingested_at=from_day(row["ingested_day"]), issuer=row["issuer"],
        office=row["office"], subject=row["subject"], act_type=row["act_type"], topics=tuple(row["topics"]),
        amount=from_cents(row["counted_cents"]), amount_role=row["amount_role"], amount_vat=row["amount_vat"], cig=cig, cup=cup,
        supplier=row["supplier"], supplier_vat=row["supplier_vat"], personnel_role=row["personnel_role"],
        temporal_scope=row["temporal_scope"], rup=row["rup"], extra=row["extra"], profile=row["profile"], version=row["version"],
        superseded_amount=from_cents(row["amount_cents"]) if superseded else None, review=tuple(row["review"]),
    )  # fmt: skip


def values_hash(act: Act) -> str:
    """A hash of everything a digest or a figure may say of `act`."""
    values = [
        act.kind, act.organ, act.number, act.year, to_day(act.act_date), act.date_precision, to_day(act.publication_from),
        to_day(act.publication_to), act.issuer, act.office, act.subject, act.act_type, list(act.topics), to_cents(act.amount),
        act.amount_role, act.amount_vat, list(act.cig), list(act.cup), act.supplier, act.version, to_cents(act.superseded_amount),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(values, ensure_ascii=False).encode()).hexdigest()[:32]


def scalar_to_json(value: FieldScalar) -> Any:
    """A field's value as JSON: dates as ISO, money as a string with its places, tuples as lists."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def value_rows(act_id: str, name: str, values: tuple[FieldValue, ...], *, first_rank: int = 0) -> list[dict[str, Any]]:
    """Evidence rows of one field, best first."""
    return [
        {
            "act_id": act_id, "field": name, "rank": first_rank + offset, "value": scalar_to_json(value.value), "page": value.page,
            "snippet": value.snippet, "method": value.method, "confidence": value.confidence, "rule": value.rule,
            "locked": value.method == "hand",
        }
        for offset, value in enumerate(values)
    ]  # fmt: skip


def _padded(subject: str | None) -> str:
    return f" {' '.join(stems(subject))} " if subject else ""
