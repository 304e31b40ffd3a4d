"""Plain text and Markdown: form feeds separate pages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.decode import decode
from digest_engine.ingest.readers.detect import MARKDOWN, TEXT, extension
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.types import Page, ReadDocument


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document. A form feed begins a page; the empty page that a last form feed leaves is not one."""
    texts = [normalise(part) for part in decode(source.data).split("\f")]
    while len(texts) > 1 and not texts[-1]:
        texts.pop()
    visit.pages(source.name, len(texts))
    if not any(texts):
        raise refused(source.name, "no_text")
    kind = MARKDOWN if extension(source.name) in MARKDOWN.extensions else TEXT
    yield document(source, kind.media_type, tuple(Page(number, text, quality=_quality(text)) for number, text in enumerate(texts, 1)))


def document(source: Source, media_type: str, pages: tuple[Page, ...], *, warnings: tuple[str, ...] = ()) -> ReadDocument:
    """The document that `source` is, with what its envelopes said."""
    return ReadDocument(
        name=source.name,
        media_type=media_type,
        pages=pages,
        sha256=hashlib.sha256(source.data).hexdigest(),
        signatures=source.signatures,
        warnings=source.warnings + warnings,
    )


def _quality(text: str) -> float:
    return 1.0 - text.count("\ufffd") / len(text) if text else 1.0
