"""What an archive of embeddings holds: one record a vector, and what is said of a record that can't be used."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from digest_engine.payload import PART
from digest_engine.types import Payload, PayloadValue, Point, SparseVector, Vector

T = TypeVar("T")

DEFAULT_COLLECTION = "default"
# In place of a hash: what was encoded is known not to be what the catalog holds any more.
OUTDATED = "outdated"


@dataclass(frozen=True, slots=True)
class Record:
    """One vector of one chunk of a collection (a namespace).

    `part` numbers the further vectors of a chunk from 1. `document` and `root` say whose chunk it is, `sha256` is the hash of its text.
    `embedded` is the hash of what was encoded, empty where that is not known. `text` and `context` are there where texts were asked for.
    """

    collection: str
    chunk_id: str
    vector: Vector
    part: int = 0
    document: str = ""
    root: str = ""
    payload: Payload = field(default_factory=dict)
    sha256: str = ""
    embedded: str = ""
    sparse: SparseVector | None = None
    text: str | None = None
    context: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A record and where it stands in its file, in words."""

    position: str
    record: Record


@dataclass(frozen=True, slots=True)
class Refused:
    """What stands at `position` and can't be used."""

    position: str
    chunk_id: str
    reason: str


Entry = Placed | Refused


def point_of(record: Record, *, namespace: str, payload: Payload) -> Point:
    """The point of a record under the payload that the catalog gives it."""
    numbered: Mapping[str, str | int | float | bool | list[str]] = {**payload, PART: record.part} if record.part else payload
    return Point(record.chunk_id, namespace, numbered, record.vector, record.sparse)


def fingerprint(point: Point) -> bytes:
    """Equal for two points that a store would keep alike."""
    sparse = sorted(zip(point.sparse.indices, point.sparse.values, strict=True)) if point.sparse is not None else []
    payload = json.dumps({name: _plain(value) for name, value in point.payload.items()}, sort_keys=True, ensure_ascii=False)
    weights = array("f", [weight for _, weight in sparse]).tobytes()
    parts = (
        payload.encode("utf-8", "surrogatepass"),
        array("f", point.vector).tobytes(),
        repr([term for term, _ in sparse]).encode(),
        weights,
    )
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()


def _plain(value: PayloadValue) -> PayloadValue:
    # 2026 and 2026.0 are one number to every store.
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of at most `size` items, in order."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
