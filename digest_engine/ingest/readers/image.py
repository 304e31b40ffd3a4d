"""Photographs and scans of acts: PNG, JPEG, TIFF with one or more pages, and what else Tesseract reads."""

from __future__ import annotations

from collections.abc import Iterator

from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.ocr import Recognised, explain, recognise
from digest_engine.ingest.readers.text import document
from digest_engine.types import Page

_PNG = b"\x89PNG\r\n\x1a\n"
MAX_PIXELS = 200_000_000
_MEDIA_TYPES = {
    b"\x89PNG": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"II*\x00": "image/tiff",
    b"MM\x00*": "image/tiff",
    b"GIF8": "image/gif",
}


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document with a page for each image. Raises ReadError `no_text` where nothing is recognised."""
    if source.data.startswith(_PNG) and _png_pixels(source.data) > MAX_PIXELS:
        raise refused(source.name, "expansion")
    recognised = recognise(source.data, limits=visit.limits)
    visit.pages(source.name, len(recognised))
    if not any(page.text for page in recognised):
        raise refused(source.name, "no_text", explain(recognised[0].trouble))
    media_type = next((name for magic, name in _MEDIA_TYPES.items() if source.data.startswith(magic)), "image/*")
    yield document(source, media_type, tuple(page_of(number, found) for number, found in enumerate(recognised, 1)))


def page_of(number: int, found: Recognised) -> Page:
    """A recognised page; one without text says why."""
    if found.text:
        return Page(number, found.text, quality=found.confidence, method="ocr")
    return Page(number, "", quality=0.0, method="none", problem=explain(found.trouble))


def _png_pixels(data: bytes) -> int:
    return int.from_bytes(data[16:20], "big") * int.from_bytes(data[20:24], "big")
