from __future__ import annotations

import pypdfium2
import pytest

from digest_engine.demo.pdf import write_pdf


def _pages(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_accents_euro_and_parentheses_come_back() -> None:
    (text,) = _pages(write_pdf(["Perché (così) è: € 1.234,56 \\ n° 4"], footer=""))
    assert "Perché (così) è: € 1.234,56 \\ n° 4" in text


def test_long_text_goes_on_over_numbered_pages() -> None:
    pages = _pages(write_pdf([f"riga {number}" for number in range(100)], footer="Ente"))
    assert len(pages) > 1
    assert "riga 99" in pages[-1]
    assert f"Ente - Pag. {len(pages)} di {len(pages)}" in pages[-1]


def test_a_long_line_is_wrapped_within_the_margins() -> None:
    with pypdfium2.PdfDocument(write_pdf(["MAIUSCOLO " * 40], footer="")) as document:
        page = document[0]
        boxes = [page.get_textpage().get_charbox(index) for index in range(0, 300, 7)]
    assert max(right for _, _, right, _ in boxes) <= 595 - 50


def test_the_cells_of_a_row_stand_on_one_line() -> None:
    (text,) = _pages(write_pdf(["Lotto\tImporto"], footer=""))
    assert "Lotto" in text.splitlines()[0]
    assert "Importo" in text.splitlines()[0]


def test_a_character_that_the_font_lacks_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        write_pdf(["行政"], footer="")
