"""PDF by page with pypdfium2."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium

from digest_engine.i18n import _
from digest_engine.ingest.readers.base import Found, Source, Visit, refused
from digest_engine.ingest.readers.detect import PDF
from digest_engine.ingest.readers.legibility import judge
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.ingest.readers.text import document
from digest_engine.types import Page

# PDFium keeps global state: two threads in it at once corrupt each other.
_ONE_AT_A_TIME = threading.Lock()
_TAIL = 65_536


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
        pages = tuple(_read_page(pdf, index, source, visit) for index in range(len(pdf)))
        return pages, _warnings(pdf, source.data)
    finally:
        pdf.close()


def _open(source: Source) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(source.data)
    except pypdfium2.PdfiumError as error:
        reason = "encrypted" if error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY) else "damaged"
        raise refused(source.name, reason) from error


def _read_page(pdf: pypdfium2.PdfDocument, index: int, source: Source, visit: Visit) -> Page:
    visit.step(source.name)
    try:
        page = pdf[index]
        text = normalise(page.get_textpage().get_text_bounded())
    except pypdfium2.PdfiumError:
        return Page(index + 1, "", quality=0.0, method="none", problem=_("pagina danneggiata"))
    verdict = judge(text)
    if not verdict.fault:
        return Page(index + 1, text, quality=verdict.quality)
    if not pdfium.FPDFPage_CountObjects(page):
        return Page(index + 1, "")
    return Page(index + 1, "", quality=0.0, method="none", problem=_("pagina senza testo leggibile"))


def _warnings(pdf: pypdfium2.PdfDocument, data: bytes) -> tuple[str, ...]:
    found = []
    if b"%%EOF" not in data[-_TAIL:]:
        found.append(_("il PDF è incompleto: manca la fine del file"))
    if attached := pdf.count_attachments():
        found.append(_("il PDF incorpora {count} allegati, non letti").format(count=attached))
    return tuple(found)
