"""Our own archive of embeddings: one file that says what it holds and whether it is whole.

    digest-embeddings\\n
    frame*      kind (1 byte), length (4 bytes, big-endian), payload, 32 bytes of SHA-256

The first frame (`H`) is the header, in JSON: format, encoder, collections with their counts, whether texts are there. Frames `R` hold
records in msgpack, vectors as 32-bit little-endian floats. The last one (`F`) is the footer, in JSON: the counts again and the hash of the
header. The hash of each frame after the header covers the one before, so that no frame can be altered, dropped or moved unseen.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, BinaryIO

import msgpack

from digest_engine.archive.records import Placed, Record
from digest_engine.errors import InputError, ReadError
from digest_engine.types import EncoderIdentity, SparseVector

MAGIC = b"digest-embeddings\n"
FORMAT = 1
HEADER, RECORDS, FOOTER = b"H", b"R", b"F"
FRAME = struct.Struct(">cI")
HASH_SIZE = 32
MAX_FRAME = 256 * 1024 * 1024
# The counts of the header are known when the last record is written; a number takes at most these digits.
COUNT_ROOM = 12


@dataclass(frozen=True, slots=True)
class Header:
    """What an archive says of itself. `collections` maps each to the number of its records."""

    model: str
    dimension: int
    metric: str
    collections: Mapping[str, int]
    texts: bool
    made_at: str
    program: str
    format: int = FORMAT

    @property
    def identity(self) -> EncoderIdentity:
        """Whose vectors these are."""
        return EncoderIdentity(self.model, self.dimension, self.metric)


@dataclass
class Writer:
    """Writes an archive to `file`; `finish` must be called, or it is no archive."""

    file: BinaryIO
    header: Header
    counts: Counter[str] = field(default_factory=Counter)
    texts: int = 0

    def __post_init__(self) -> None:
        """Leave room for the header."""
        self._room = len(_encoded(self.header)) + COUNT_ROOM * len(self.header.collections)
        self.file.write(MAGIC)
        self._put(HEADER, b" " * self._room, previous=b"")
        self._chain = b""

    def write(self, records: Sequence[Record]) -> None:
        """Add records."""
        self._chain = self._put(RECORDS, msgpack.packb([_packed(record) for record in records]), previous=self._chain)
        self.counts.update(record.collection for record in records)
        self.texts += sum(record.text is not None for record in records)

    def finish(self) -> Header:
        """Write footer and header; returns the header with its counts."""
        counts = {name: self.counts[name] for name in self.header.collections}
        header = Header(**{**asdict(self.header), "collections": counts})
        written = _encoded(header).ljust(self._room)
        footer = {"collections": counts, "texts": self.texts, "header": hashlib.sha256(written).hexdigest()}
        self._put(FOOTER, json.dumps(footer, ensure_ascii=False).encode(), previous=self._chain)
        self.file.seek(len(MAGIC))
        self._put(HEADER, written, previous=b"")
        return header

    def _put(self, kind: bytes, payload: bytes, *, previous: bytes) -> bytes:
        head = FRAME.pack(kind, len(payload))
        chain = hashlib.sha256(previous + head + payload).digest()
        self.file.write(head + payload + chain)
        return chain


def is_archive(start: bytes) -> bool:
    """True where a file that begins so is an archive of ours."""
    return start.startswith(MAGIC)


def read_header(file: BinaryIO, name: str) -> Header:
    """The header; the file is left after it. Raises `ReadError`, or `InputError` for a format this version does not know."""
    file.seek(len(MAGIC))
    kind, payload, _ = _frame(file, name, previous=b"", seen=0)
    if kind != HEADER:
        raise ReadError(name, "damaged", f"the frame at byte {len(MAGIC)} is not a header")
    values = _parsed(payload, name, at=len(MAGIC))
    if values.get("format") != FORMAT:
        raise InputError(f"{name} has format {values.get('format')!r}, this version reads {FORMAT}: update the program")
    try:
        return Header(**values)
    except TypeError as error:
        raise ReadError(name, "damaged", f"the header lacks a field or has one too many: {error}") from error


def archive_entries(file: BinaryIO, name: str) -> Iterator[Placed]:
    """The records of an archive. Raises `ReadError` where it is cut or altered, with the byte and the record where that shows."""
    header = read_header(file, name)
    file.seek(len(MAGIC))
    _, written, _ = _frame(file, name, previous=b"", seen=0)
    chain, seen, counts = b"", 0, Counter[str]()
    while True:
        at = file.tell()
        kind, payload, chain = _frame(file, name, previous=chain, seen=seen)
        if kind == FOOTER:
            break
        if kind != RECORDS:
            raise ReadError(name, "damaged", f"the frame at byte {at} is of an unknown kind")
        for record in _opened(payload, name, at=at):
            seen += 1
            counts[record.collection] += 1
            yield Placed(f"record {seen} (frame at byte {at})", record)
    _check_footer(_parsed(payload, name, at=at), header, written, counts, name)
    if file.read(1):
        raise ReadError(name, "damaged", f"there is something after its end, at byte {file.tell() - 1}")


def _check_footer(footer: Mapping[str, Any], header: Header, written: bytes, counts: Counter[str], name: str) -> None:
    found = {collection: counts[collection] for collection in header.collections}
    if footer.get("header") != hashlib.sha256(written).hexdigest():
        raise ReadError(name, "damaged", "its header is not the one it was closed with")
    if dict(header.collections) != found or footer.get("collections") != found or counts.keys() - found.keys():
        raise ReadError(name, "damaged", f"it says that it holds {dict(header.collections)}, and holds {dict(counts)}")


def _frame(file: BinaryIO, name: str, *, previous: bytes, seen: int) -> tuple[bytes, bytes, bytes]:
    at = file.tell()
    place = f"at byte {at}, after {seen} records"
    head = file.read(FRAME.size)
    if len(head) < FRAME.size:
        raise ReadError(name, "truncated", f"it ends {place}, before its footer")
    kind, length = FRAME.unpack(head)
    if length > MAX_FRAME:
        raise ReadError(name, "damaged", f"the frame {place}, claims {length} bytes")
    payload, chain = file.read(length), file.read(HASH_SIZE)
    if len(payload) < length or len(chain) < HASH_SIZE:
        raise ReadError(name, "truncated", f"it ends at byte {file.tell()}, inside the frame {place}")
    if hashlib.sha256(previous + head + payload).digest() != chain:
        raise ReadError(name, "altered", f"the frame {place}, does not match its hash")
    return kind, payload, chain


def _encoded(header: Header) -> bytes:
    return json.dumps(asdict(header), ensure_ascii=False).encode()


def _parsed(payload: bytes, name: str, *, at: int) -> dict[str, Any]:
    try:
        values = json.loads(payload)
    except ValueError as error:
        raise ReadError(name, "damaged", f"the frame at byte {at} is not JSON") from error
    if not isinstance(values, dict):
        raise ReadError(name, "damaged", f"the frame at byte {at} is not an object")
    return values


def _packed(record: Record) -> dict[str, Any]:
    packed: dict[str, Any] = {
        "collection": record.collection, "chunk_id": record.chunk_id, "vector": _floats(record.vector), "part": record.part,
        "document": record.document, "root": record.root, "payload": dict(record.payload), "sha256": record.sha256,
        "embedded": record.embedded, "text": record.text, "context": record.context,
    }  # fmt: skip
    if record.sparse is not None:
        packed["sparse"] = [list(record.sparse.indices), list(record.sparse.values)]
    return packed


def _opened(payload: bytes, name: str, *, at: int) -> list[Record]:
    try:
        return [_unpacked(packed) for packed in msgpack.unpackb(payload, raw=False, strict_map_key=False)]
    except (ValueError, TypeError, KeyError, msgpack.UnpackException) as error:
        raise ReadError(name, "damaged", f"the frame at byte {at} does not hold records: {error}") from error


def _unpacked(packed: Mapping[str, Any]) -> Record:
    sparse = packed.get("sparse")
    values = {name: value for name, value in packed.items() if name not in ("vector", "sparse")}
    return Record(
        **values,
        vector=_numbers(packed["vector"]),
        sparse=SparseVector(tuple(sparse[0]), tuple(sparse[1])) if sparse is not None else None,
    )


def _floats(vector: Sequence[float]) -> bytes:
    numbers = array("f", vector)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def _numbers(data: bytes) -> tuple[float, ...]:
    numbers = array("f", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return tuple(numbers)
