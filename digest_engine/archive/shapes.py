"""The shapes in which other tools write embeddings, and we too: one message holds chunks of one document of one collection.

    ["de", {"m": {"i": id, "m": root, "c": collection}, "c": [{"c": chunk id, "v": vector}]}]       msgpack files and JSON lines
    {"metadata": {"id", "root", "collection"}, "chunks": [{"chunk_id", "vector"}]}                  lines over HTTP
    {"chunk_id", "vector", "collection"}                                                            a chunk by itself

A chunk's id may be under `i` in the first shape, which is how cores are written; `v`, and `vectors` in the others, may hold several vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from digest_engine.archive.records import DEFAULT_COLLECTION, Entry, Placed, Record, Refused
from digest_engine.errors import PayloadError
from digest_engine.payload import CHUNK_ID, DIGEST_TYPE, NAMESPACE, NO_DIGEST, PART, guard
from digest_engine.requests import EmbeddingsChunk, EmbeddingsMetadata
from digest_engine.types import Payload

TAG = "de"
UNKNOWN = "unknown shape: give {metadata, chunks}, ['de', {m, c}] or {chunk_id, vector}"


def entries_of(message: Any, *, position: str) -> Iterator[Entry]:
    """The records of a message of any shape; what can't be used is refused with its reason, and the rest goes on."""
    try:
        metadata, chunks = _opened(message)
    except ValueError as error:
        yield Refused(position, "", str(error))
        return
    for number, chunk in enumerate(chunks, start=1):
        place = position if len(chunks) == 1 else f"{position}, chunk {number}"
        try:
            yield from (Placed(place, record) for record in _records(chunk, metadata))
        except (ValueError, PayloadError) as error:
            yield Refused(place, str(chunk.get("chunk_id", "")) if isinstance(chunk, Mapping) else "", str(error))


def tagged(records: Sequence[Record]) -> list[Any]:
    """Records of one document as the tagged pair of the first shape."""
    first = records[0]
    chunks = [
        {"c": record.chunk_id, "v": list(record.vector), **({PART: record.part} if record.part else {})} for record in records
    ]  # fmt: skip
    return [TAG, {"m": {"i": first.document, "m": first.root, "c": first.collection}, "c": chunks}]


def message(records: Sequence[Record]) -> dict[str, Any]:
    """Records of one document as an object of the second shape, with payload and hash."""
    first = records[0]
    return {
        "metadata": {"id": first.document, "root": first.root, "collection": first.collection},
        "chunks": [_chunk(record) for record in records],
    }


def _chunk(record: Record) -> dict[str, Any]:
    chunk: dict[str, Any] = {"chunk_id": record.chunk_id, "vector": list(record.vector), "metadata": dict(record.payload)}
    optional = {PART: record.part, "sha256": record.sha256, "text": record.text}
    return {**chunk, **{name: value for name, value in optional.items() if value}}


def _opened(message: Any) -> tuple[EmbeddingsMetadata, Sequence[Any]]:
    """Whose chunks a message holds, and these chunks in the words of the second shape. Raises `ValueError` for any other shape."""
    match message:
        case ["de", {"c": list(chunks), **rest}] | ["de", {"chunks": list(chunks), **rest}]:
            given: Any = rest.get("m") or {}
            if not isinstance(given, Mapping):
                raise ValueError(UNKNOWN)
            root = given.get("m")
            # In older files the root is a list of statements about the document, which are no part of its embeddings.
            named = {"id": given.get("i") or "", "root": root if isinstance(root, str) else "", "collection": given.get("c")}
            return _metadata(named), [_renamed(chunk) for chunk in chunks]
        case {"chunks": list(chunks), **rest} if not rest.keys() - {"metadata"}:
            return _metadata(rest.get("metadata") or {}), chunks
        case {"chunk_id": _, **rest}:
            alone = {name: value for name, value in message.items() if name != "collection"}
            return _metadata({"collection": rest.get("collection")}), [alone]
    raise ValueError(UNKNOWN)


def _metadata(given: Any) -> EmbeddingsMetadata:
    if not isinstance(given, Mapping):
        raise ValueError(f"metadata: {UNKNOWN}")
    values = {name: value for name, value in given.items() if value is not None}
    try:
        return EmbeddingsMetadata(**{**values, "collection": values.get("collection") or DEFAULT_COLLECTION})
    except ValidationError as error:
        raise ValueError(_first(error)) from error


def _renamed(chunk: Any) -> Any:
    if not isinstance(chunk, Mapping) or "v" not in chunk:
        return chunk
    names = {"c": "chunk_id", "i": "chunk_id", "v": "vectors" if _is_nested(chunk["v"]) else "vector"}
    return {names.get(str(name), name): value for name, value in chunk.items()}


def _is_nested(value: Any) -> bool:
    return isinstance(value, Sequence) and any(isinstance(item, Sequence) for item in value)


def _records(given: Any, metadata: EmbeddingsMetadata) -> Iterator[Record]:
    if not isinstance(given, Mapping):
        raise ValueError(UNKNOWN)
    try:
        chunk = EmbeddingsChunk(**{str(name): value for name, value in given.items()})
    except ValidationError as error:
        raise ValueError(_first(error)) from error
    if not chunk.chunk_id.strip():
        raise ValueError("the chunk_id is empty")
    vectors = chunk.vectors if chunk.vectors is not None else (chunk.vector or (),)
    if not vectors or not all(vectors):
        raise ValueError("the vector is empty")
    payload = _payload(chunk, metadata)
    for offset, vector in enumerate(vectors):
        yield Record(
            metadata.collection, chunk.chunk_id, vector, part=chunk.part + offset, document=metadata.id, root=metadata.root,
            payload=payload, sha256=chunk.sha256, text=chunk.text,
        )  # fmt: skip


def _payload(chunk: EmbeddingsChunk, metadata: EmbeddingsMetadata) -> Payload:
    """The metadata given with a chunk, held to the rules of payloads. Raises `PayloadError`."""
    given = {DIGEST_TYPE: NO_DIGEST, **chunk.metadata, CHUNK_ID: chunk.chunk_id, NAMESPACE: metadata.collection}
    given.pop(PART, None)
    guard(given)
    return given


def _first(error: ValidationError) -> str:
    """The first complaint, without the value complained of, which may be a text."""
    first = error.errors(include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
