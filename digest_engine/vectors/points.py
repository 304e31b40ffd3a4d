"""What every adapter does to a point before its engine sees it: screening, unit length, a deterministic id, the name of its space."""

from __future__ import annotations

import math
import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha1, sha256
from urllib.parse import urlsplit

from digest_engine.errors import EncoderMismatch, PayloadError, SettingsError
from digest_engine.payload import CHUNK_ID, NAMESPACE, PART, guard
from digest_engine.types import EncoderIdentity, PayloadValue, Point, SparseVector, Vector

POINT_IDS = uuid.UUID("6f4b5e0a-0c57-5d0e-9d0b-3b1f6a2c9d11")
# Milvus takes indices below 2**32 - 1, and its adapter keeps the last of them for points without sparse terms.
SPARSE_LIMIT = 2**32 - 2
# A length this close to 1 is rounding of 32-bit floats: dividing again would change the numbers at every save and load.
UNIT_TOLERANCE = 1e-5
MAX_INDEX = 33
# Unit separator: refused in chunk ids, so that no chunk is mistaken for another's further vector.
PART_MARK = "\x1f"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A point that can't be stored, and why."""

    chunk_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Screening:
    """The points that can be stored, in their order, and those that can't."""

    valid: tuple[Point, ...]
    rejected: tuple[Rejected, ...]


def screen(points: Iterable[Point], *, identity: EncoderIdentity) -> Screening:
    """Sort out points from outside (an archive, a bulk request): the bad ones are counted with a reason, the rest goes on."""
    valid: list[Point] = []
    rejected: list[Rejected] = []
    for point in points:
        try:
            valid.append(checked(point, dimension=identity.dimension))
        except (PayloadError, EncoderMismatch) as error:
            rejected.append(Rejected(point.chunk_id, str(error)))
    return Screening(tuple(valid), tuple(rejected))


def prepared(points: Iterable[Point], *, identity: EncoderIdentity) -> dict[str, Point]:
    """Checked points by point id, dense vectors of length 1; of two with one id the later stays.

    Raises `PayloadError` or `EncoderMismatch` at the first bad point: an upsert writes all of its points or says which one is wrong.
    """
    dimension = identity.dimension
    return {_key(point): checked(point, dimension=dimension) for point in points}


def checked(point: Point, *, dimension: int) -> Point:
    """The point with its dense vector at length 1. Raises `PayloadError` or, for another dimension, `EncoderMismatch`."""
    if not point.chunk_id or not point.chunk_id.strip():
        raise PayloadError("a point needs a chunk_id, got an empty one")
    if PART_MARK in point.chunk_id:
        raise PayloadError(f"a chunk_id can't hold the separator U+001F: {point.chunk_id!r}")
    guard(point.payload)
    if point.payload[CHUNK_ID] != point.chunk_id or point.payload[NAMESPACE] != point.namespace:
        raise PayloadError(f"the payload of {point.chunk_id!r} names another chunk or namespace than the point")
    if point.sparse is not None:
        _check_sparse(point.chunk_id, point.sparse)
    if not len(point.vector):
        raise PayloadError(f"the point {point.chunk_id!r} has no vector")
    vector = unit(point.vector, dimension=dimension, name=point.chunk_id)
    return point if vector is point.vector else replace(point, vector=vector)


def unit(vector: Vector, *, dimension: int, name: str = "query") -> Vector:
    """`vector` at length 1. Raises `EncoderMismatch` for another dimension, `PayloadError` for zero or a number that is not finite."""
    if len(vector) != dimension:
        raise EncoderMismatch(f"the vector of {name!r} has {len(vector)} dimensions, the store {dimension}: another encoder; run `reindex`")
    length = math.hypot(*vector)
    if abs(length - 1.0) <= UNIT_TOLERANCE:
        return vector
    if not 0.0 < length < math.inf:
        raise PayloadError(f"the vector of {name!r} has length {length}: it points nowhere")
    return tuple(value / length for value in vector)


def point_id(namespace: str, chunk_id: str) -> str:
    """uuid5 of namespace and chunk id within one encoder's space; the length in front keeps the two parts apart.

    Spelled out, because `uuid.uuid5` takes three times as long and every point of every upsert needs one.
    """
    digest = sha1(POINT_IDS.bytes + f"{len(namespace)}:{namespace}{chunk_id}".encode(), usedforsecurity=False).hexdigest()
    variant = "89ab"[int(digest[16], 16) & 3]
    return f"{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-{variant}{digest[17:20]}-{digest[20:32]}"


def part_key(chunk_id: str, part: PayloadValue | None) -> str:
    """What stands for `chunk_id` in the id of one of its further vectors, and in `delete` of the port."""
    return f"{chunk_id}{PART_MARK}{part}" if part else chunk_id


def space_name(identity: EncoderIdentity, *, separator: str = "-") -> str:
    """The name of an encoder's space, at most 45 lowercase ASCII letters, digits and separators; the hash makes it injective."""
    slug = "".join(char if char.isascii() and char.isalnum() else separator for char in identity.model.lower())
    return f"e{separator}{slug[:24]}{separator}{identity.dimension}{separator}{space_hash(identity)}"


def space_hash(identity: EncoderIdentity) -> str:
    """Ten hexadecimal digits that tell encoders apart."""
    return sha256(repr((identity.model, identity.dimension, identity.metric)).encode()).hexdigest()[:10]


def checked_index(index: str) -> str:
    """`index` where it can start the name of a collection in every backend. Raises `SettingsError`.

    Single hyphens only: a double separator then marks where the index ends, so that no index is the prefix of another's names.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", index) or len(index) > MAX_INDEX:
        raise SettingsError(f"the vector index {index!r} needs at most {MAX_INDEX} lowercase letters, digits and single hyphens")
    return index


def mismatch(stored: EncoderIdentity, wanted: EncoderIdentity) -> EncoderMismatch:
    """The error for vectors of another encoder, naming the way out."""
    return EncoderMismatch(
        f"the store holds vectors of {stored.model!r} ({stored.dimension} dimensions), the encoder is {wanted.model!r}"
        f" ({wanted.dimension}): run `digest-engine reindex`, or set the encoder back"
    )


def without_secret(text: str, secret: str) -> str:
    """`text` where a key, should a client repeat it in an error, is starred out."""
    return text.replace(secret, "***") if secret else text


def shown_url(url: str) -> str:
    """`url` without user and password, for messages."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _key(point: Point) -> str:
    return point_id(point.namespace, part_key(point.chunk_id, point.payload.get(PART)))


def _check_sparse(name: str, sparse: SparseVector) -> None:
    if len(sparse.indices) != len(sparse.values) or len(set(sparse.indices)) != len(sparse.indices):
        raise PayloadError(f"the sparse vector of {name!r} needs distinct indices, one for each value")
    if sparse.indices and (min(sparse.indices) < 0 or max(sparse.indices) >= SPARSE_LIMIT):
        raise PayloadError(f"the sparse vector of {name!r} has an index outside 0..{SPARSE_LIMIT - 1}")
    if not all(map(math.isfinite, sparse.values)):
        raise PayloadError(f"the sparse vector of {name!r} holds a number that is not finite")
