"""PDF by page with pypdfium2. A page whose text layer can't be used is recognised by OCR; one that nobody can read says so."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from digest_engine.errors import ReadError
from digest_engine.fanout import map_bounded
from digest_engine.i18n import _
from digest_engine.ingest.readers.annotations import page_as_seen
from digest_engine.ingest.readers.base import Found, Limits, Source, Visit, refused
from digest_engine.ingest.readers.detect import PDF
from digest_engine.ingest.readers.image import page_of
from digest_engine.ingest.readers.legibility import Legibility, judge
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.ingest.readers.ocr import Recognised, obstacle, recognise
from digest_engine.ingest.readers.overlay import in_place
from digest_engine.ingest.readers.render import Picture, is_blank, is_scan, render
from digest_engine.ingest.readers.text import document
from digest_engine.types import Page

# PDFium keeps global state: two threads in it at once corrupt each other.
_ONE_AT_A_TIME = threading.Lock()
_TAIL = 65_536
# A scan may carry a line of text: the stamp of the protocol, the strip of the digital signature.
_STAMP_CHARACTERS = 400
# A text layer this sound is better than nothing where OCR gives nothing.
_USABLE_QUALITY = 0.8
# OCR replaces a sound layer only where it finds this many times its words: otherwise the picture is a background.
_MORE_WORDS = 1.5


@dataclass(frozen=True, slots=True)
class _Layer:
    """The text layer of a page, and what it is worth. `scan` says that a picture covers the page."""

    number: int
    text: str
    verdict: Legibility
    scan: bool = False
    problem: str = ""

    @property
    def enough(self) -> bool:
        return bool(self.problem) or not (self.verdict.fault or self.scan)


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document, a page for each page. Raises ReadError `no_text` where no page has any."""
    with _ONE_AT_A_TIME:
        pages, warnings = _read_pages(source, visit)
    if not any(page.text for page in pages):
        raise refused(source.name, "no_text", next((page.problem for page in pages if page.problem), ""))
    yield document(source, PDF.media_type, pages, warnings=warnings)


def _read_pages(source: Source, visit: Visit) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    pdf = _open(source)
    try:
        visit.pages(source.name, len(pdf))
        layers = [_layer(pdf, index, source, visit) for index in range(len(pdf))]
        recognised = _recognise(pdf, [layer for layer in layers if not layer.enough], source, visit)
        pages = tuple(_page(layer, recognised.get(layer.number)) for layer in layers)
        return pages, _warnings(pdf, source.data)
    finally:
        pdf.close()


def _open(source: Source) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(source.data)
    except pypdfium2.PdfiumError as error:
        reason = "encrypted" if error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY) else "damaged"
        raise refused(source.name, reason) from error


def _layer(pdf: pypdfium2.PdfDocument, index: int, source: Source, visit: Visit) -> _Layer:
    try:
        visit.step(source.name)
        page = page_as_seen(pdf, index)
        textpage = page.get_textpage()
        text = normalise(in_place(textpage, textpage.get_text_bounded()))
    except pypdfium2.PdfiumError:
        return _Layer(index + 1, "", Legibility(0.0), problem=_("pagina danneggiata"))
    except ReadError as over:
        return _Layer(index + 1, "", Legibility(0.0), problem=over.message)
    verdict = judge(text)
    if not text and not pdfium.FPDFPage_CountObjects(page):
        verdict = Legibility(1.0)
    return _Layer(index + 1, text, verdict, scan=len(text) < _STAMP_CHARACTERS and is_scan(page))


def _recognise(pdf: pypdfium2.PdfDocument, layers: list[_Layer], source: Source, visit: Visit) -> dict[int, Recognised | None]:
    """What OCR reads on the pages of `layers`, by number; None for a page that is blank when rendered."""
    trouble = obstacle(visit.limits) if layers else ""
    if trouble:
        return {layer.number: Recognised(trouble=trouble) for layer in layers}

    def look(picture: Picture | None) -> Recognised | None:
        return _look(picture, visit.limits) if picture else None

    numbers = [layer.number for layer in layers]
    pictures = (_picture(pdf, number, source, visit) for number in numbers)
    return dict(zip(numbers, map_bounded(look, pictures, workers=visit.limits.ocr_workers), strict=True))


def _picture(pdf: pypdfium2.PdfDocument, number: int, source: Source, visit: Visit) -> Picture | None:
    visit.step(source.name)
    picture = render(pdf[number - 1], dpi=visit.limits.ocr_dpi)
    return None if is_blank(picture) else picture


def _look(picture: Picture, limits: Limits) -> Recognised:
    return recognise(picture.pgm, limits=limits, dpi=picture.dpi)[0]


def _page(layer: _Layer, seen: Recognised | None) -> Page:
    text, number = layer.text, layer.number
    if layer.problem:
        return Page(number, "", quality=0.0, method="none", problem=layer.problem)
    if layer.enough or seen is None:
        return Page(number, text, quality=layer.verdict.quality if text else 1.0)
    if not layer.verdict.fault and len(seen.text.split()) < _MORE_WORDS * len(text.split()):
        return Page(number, text, quality=layer.verdict.quality)
    if seen.text:
        return page_of(number, seen if layer.verdict.fault else Recognised(f"{seen.text}\n\n{text}", seen.confidence))
    if text and layer.verdict.quality >= _USABLE_QUALITY:
        return Page(number, text, quality=layer.verdict.quality, problem=_("caratteri persi nel testo della pagina"))
    return page_of(number, seen)


def _warnings(pdf: pypdfium2.PdfDocument, data: bytes) -> tuple[str, ...]:
    found = []
    if b"%%EOF" not in data[-_TAIL:]:
        found.append(_("il PDF è incompleto: manca la fine del file"))
    if attached := pdf.count_attachments():
        found.append(_("il PDF incorpora {count} allegati, non letti").format(count=attached))
    return tuple(found)
