"""The payload of a digest's point: the seed's metadata, the exact key, and the figures; never its text."""

from __future__ import annotations

from digest_engine.catalog.digests import DigestRecord
from digest_engine.payload import CHUNK_ID, DIGEST, DIGEST_TYPE, NAMESPACE, compact, date_key
from digest_engine.types import Chunk, PayloadValue


def digest_payload(record: DigestRecord, chunk: Chunk) -> dict[str, PayloadValue]:
    """`digest_type` is `digest`; dates carry integer twins; an absent total is an absent key."""
    key = record.key
    return compact(
        {
            CHUNK_ID: chunk.chunk_id, "doc_id": chunk.doc_id, NAMESPACE: key.namespace, DIGEST_TYPE: DIGEST, "sha256": chunk.sha256,
            "page": chunk.page, "ordinal": chunk.ordinal, "digest_date_from": key.start.isoformat(), "digest_date_to": key.end.isoformat(),
            "digest_date_from_key": date_key(key.start), "digest_date_to_key": date_key(key.end), "digest_granularity": key.granularity,
            "chunk_count": record.chunk_count, "act_count": record.act_count, "act_types_json": record.act_types_json,
            "amounts_json": record.amounts_json, "domain": key.domain, "language": key.language, "date_field": key.date_field,
            "tags": list(key.tags), "fingerprint": record.fingerprint, "partial": record.partial,
            "total_amount": float(record.total_amount) if record.total_amount is not None else None,
        }
    )  # fmt: skip
