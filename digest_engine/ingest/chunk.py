"""Splitting a document into passages of about `size` characters, at paragraphs and sentences, never across pages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from digest_engine.types import Chunk, ReadDocument

_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[A-ZÀ-Ý]{4,}|\d{1,2}[.)]\s|[-•]\s))")
_SENTENCE = re.compile(r"(?<=[.;:!?])\s+(?=[A-ZÀ-Ý\d«“\"(-])")
_SPACE = re.compile(r"\s+")


def split_document(
    document: ReadDocument, *, doc_id: str, namespace: str, size: int, repeated: frozenset[str] = frozenset()
) -> tuple[Chunk, ...]:
    """Passages in reading order. Lines in `repeated` (headers and footers of each page) are left out."""
    passages = [(page.number, text) for page in document.pages for text in _passages(_without(page.text, repeated), size)]
    return tuple(make_chunk(text, doc_id=doc_id, namespace=namespace, ordinal=n, page=page) for n, (page, text) in enumerate(passages))


def make_chunk(text: str, *, doc_id: str, namespace: str, ordinal: int, page: int, context: str = "") -> Chunk:
    """A chunk with its deterministic id: the same text at the same place has the same id."""
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return Chunk(f"{doc_id}:{ordinal}:{sha256[:8]}", doc_id, namespace, ordinal, page, text, sha256, context)


def _without(text: str, repeated: frozenset[str]) -> str:
    if not repeated:
        return text
    return "\n".join(line for line in text.splitlines() if line.strip() not in repeated)


def _passages(text: str, size: int) -> Iterator[str]:
    current = ""
    for piece in _pieces(text, size):
        if current and len(current) + len(piece) + 1 > size:
            yield current
            current = piece
        else:
            current = f"{current} {piece}" if current else piece
    if current:
        yield current


def _pieces(text: str, size: int) -> Iterator[str]:
    """Paragraphs; those over `size` as sentences; those still over `size` as words up to `size`."""
    for paragraph in _PARAGRAPH.split(text):
        folded = _SPACE.sub(" ", paragraph).strip()
        if not folded:
            continue
        if len(folded) <= size:
            yield folded
            continue
        for sentence in _SENTENCE.split(folded):
            yield from _cut(sentence, size)


def _cut(sentence: str, size: int) -> Iterator[str]:
    while len(sentence) > size:
        at = sentence.rfind(" ", size // 2, size)
        at = at if at > 0 else size
        yield sentence[:at].strip()
        sentence = sentence[at:].strip()
    if sentence:
        yield sentence
