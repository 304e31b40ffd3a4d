"""What an archive of embeddings holds: one record a vector, and what is said of a record that can't be used."""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from operator import mul
from typing import TypeVar

from digest_engine.payload import PART
from digest_engine.types import Payload, PayloadValue, Point, SparseVector, Vector

T = TypeVar("T")

DEFAULT_COLLECTION = "default"
# In place of a hash: what was encoded is known not to be what the catalog holds any more.
OUTDATED = "outdated"
TOLERANCE = 1e-5


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


@dataclass(frozen=True, slots=True)
class Print:
    """What tells a point from others: the hash of its payload and two projections of its vector, in a few bytes for each of very many."""

    payload: bytes
    projections: tuple[float, float]

    def agrees(self, other: Print | None) -> bool:
        """True for points that a store keeps alike: engines round vectors when they bring them to length 1."""
        if other is None or self.payload != other.payload:
            return False
        return all(abs(one - two) <= TOLERANCE for one, two in zip(self.projections, other.projections, strict=True))


def print_of(point: Point) -> Print:
    """The print of a point whose vector has length 1."""
    sparse = sorted(zip(point.sparse.indices, point.sparse.values, strict=True)) if point.sparse is not None else []
    payload = json.dumps({name: _plain(value) for name, value in point.payload.items()}, sort_keys=True, ensure_ascii=False)
    rounded = [(term, array("f", [weight])[0]) for term, weight in sparse]
    hashed = hashlib.blake2b(f"{payload}\0{rounded}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
    one, two = _directions(len(point.vector))
    return Print(hashed, (sum(map(mul, one, point.vector)), sum(map(mul, two, point.vector))))


@lru_cache(maxsize=8)
def _directions(dimension: int) -> tuple[Vector, Vector]:
    """Two directions that no encoder has any reason to favour."""
    return tuple(math.sin(n + 1) for n in range(dimension)), tuple(math.cos(2.3 * n + 1) for n in range(dimension))


def _plain(value: PayloadValue) -> PayloadValue:
    # 2026 and 2026.0 are one number to every store.
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of at most `size` items, in order."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
