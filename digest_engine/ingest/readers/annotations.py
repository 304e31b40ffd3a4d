"""Stamps, typed notes and filled form fields of a PDF: a person sees them on the page, PDFium's text leaves them out."""

from __future__ import annotations

import pypdfium2
import pypdfium2.raw as pdfium

_SEEN = frozenset({pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP, pdfium.FPDF_ANNOT_WIDGET})


def page_as_seen(pdf: pypdfium2.PdfDocument, index: int) -> pypdfium2.PdfPage:
    """The page with the annotations that hold text made part of it. Links and highlights are left alone: they say nothing."""
    page = pdf[index]
    if not any(_subtype(page, number) in _SEEN for number in range(pdfium.FPDFPage_GetAnnotCount(page))):
        return page
    pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
    page.close()  # the handle still shows the page as it was
    return pdf[index]


def _subtype(page: pypdfium2.PdfPage, number: int) -> int:
    annotation = pdfium.FPDFPage_GetAnnot(page, number)
    if not annotation:
        return int(pdfium.FPDF_ANNOT_UNKNOWN)
    try:
        return int(pdfium.FPDFAnnot_GetSubtype(annotation))
    finally:
        pdfium.FPDFPage_CloseAnnot(annotation)
