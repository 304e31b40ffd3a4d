"""Where chunks and files lie in an object store, and what a document's object holds.

    chunks/<namespace>/<document>.json     the chunks of one document, with their hashes
    files/<first two digits>/<sha256>      an original file, as uploaded

Names of namespaces and documents are free text, so a key is made of their safe letters, to be read by people, and of a hash, to be unique:
object stores disagree on how they escape the rest.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import fields

from digest_engine.types import Chunk

CHUNKS = "chunks"
FILES = "files"
FORMAT = 1
READABLE = 40
# `<doc_id>:<ordinal>:<first 8 digits of the text's hash>`, as ingestion makes them.
CONTENT_ID = re.compile(r"(?P<document>.+):\d+:(?P<hash>[0-9a-f]{8})", re.DOTALL)
DIGEST = "digest-"
STORED = tuple(field.name for field in fields(Chunk) if field.name != "context")


def namespace_prefix(namespace: str) -> str:
    """The key under which all documents of `namespace` lie."""
    return f"{CHUNKS}/{_name(namespace)}"


def document_key(namespace: str, chunk_id: str) -> str:
    """The key of the object that holds `chunk_id`.

    A digest is written anew while older texts of it are read and retired, perhaps by several processes: each of its texts is an object of
    its own, so that nobody rewrites another's. So is a chunk whose id names no document.
    """
    match = CONTENT_ID.fullmatch(chunk_id)
    owner = match["document"] if match and not chunk_id.startswith(DIGEST) else chunk_id
    return f"{namespace_prefix(namespace)}/{_name(owner)}.json"


def file_key(sha256: str) -> str:
    """The key of an original file."""
    return f"{FILES}/{sha256[:2]}/{sha256}"


def names_content(chunk: Chunk) -> bool:
    """True where the id vouches for the text, so that the two can never part."""
    match = CONTENT_ID.fullmatch(chunk.chunk_id)
    return match is not None and chunk.sha256.startswith(match["hash"])


def encode_document(chunks: Iterable[Chunk]) -> bytes:
    """The object of these chunks; equal chunks give equal bytes."""
    ordered = sorted(chunks, key=lambda chunk: (chunk.ordinal, chunk.chunk_id))
    entries = [{name: getattr(chunk, name) for name in STORED} for chunk in ordered]
    return json.dumps({"format": FORMAT, "chunks": entries}, ensure_ascii=False, separators=(",", ":")).encode()


def decode_document(data: bytes) -> Mapping[str, Chunk]:
    """The chunks of an object, by id. Raises `ValueError` where it is cut, altered beyond reading, or of another format."""
    content = json.loads(data)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError("not an object of chunks, or of a format that this version does not know")
    try:
        return {entry["chunk_id"]: Chunk(**{name: entry[name] for name in STORED}) for entry in content["chunks"]}
    except (KeyError, TypeError) as error:
        raise ValueError(f"an entry of the object is not a chunk: {error}") from error


def _name(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    readable = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:READABLE]
    return f"{readable or 'x'}-{hashlib.sha256(text.encode()).hexdigest()[:24]}"
