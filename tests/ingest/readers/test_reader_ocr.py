"""Scans and photographs, by the real Tesseract; and what is said where it is missing."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest

from digest_engine.ingest.readers import Limits, ocr, read
from digest_engine.ingest.readers.layout import Word, reconcile, rows_of, text_of
from digest_engine.types import Page
from tests.ingest.readers.reader_samples import pdf, pdf_of_contents, png, scan, tiff

ACT = "DETERMINAZIONE n. 45 del 12/03/2026\n\nIl responsabile determina di impegnare\nla somma di euro 1.234,50 per il servizio."
OTHER = "Visto di regolarita contabile\nattestante la copertura finanziaria"
needs_tesseract = pytest.mark.skipif(bool(ocr.missing()), reason="needs tesseract with Italian")


def pages(data: bytes, name: str = "a.pdf") -> tuple[Page, ...]:
    (document,) = read(data, name).documents
    return document.pages


@pytest.fixture
def no_tesseract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "missing", lambda: "no_tesseract")


@needs_tesseract
def test_a_scan_is_recognised_with_its_confidence() -> None:
    (page,) = pages(scan(ACT))
    assert "DETERMINAZIONE n. 45 del 12/03/2026" in page.text
    assert "1.234,50" in page.text
    assert page.method == "ocr"
    assert page.quality > 0.8


@needs_tesseract
@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_scan_lying_on_its_side_is_read(rotation: int) -> None:
    assert "DETERMINAZIONE n. 45 del 12/03/2026" in pages(scan(ACT, rotation=rotation))[0].text


@needs_tesseract
def test_scanned_and_written_pages_keep_their_order() -> None:
    mixed = pages(_joined(pdf(OTHER), scan(ACT), pdf(OTHER)))
    assert [(page.number, page.method) for page in mixed] == [(1, "text"), (2, "ocr"), (3, "text")]


@needs_tesseract
def test_each_page_of_a_scan_is_read() -> None:
    found = pages(scan(ACT, OTHER))
    assert [page.number for page in found] == [1, 2]
    assert "copertura finanziaria" in found[1].text


@needs_tesseract
def test_the_stamp_over_a_scan_is_kept_with_the_recognised_text() -> None:
    (page,) = pages(scan(ACT, stamp="Prot. 778 del 13/03/2026"))
    assert page.method == "ocr"
    assert "impegnare" in page.text
    assert "Prot. 778 del 13/03/2026" in page.text


@needs_tesseract
def test_a_picture_behind_a_written_page_does_not_replace_it() -> None:
    (page,) = pages(scan("", stamp="Delibera n. 3 del 4 maggio 2026"))
    assert (page.text, page.method) == ("Delibera n. 3 del 4 maggio 2026", "text")


@needs_tesseract
def test_a_white_scanned_page_is_blank_and_no_problem() -> None:
    assert [(page.text, page.problem) for page in pages(scan(ACT, ""))][1] == ("", "")


@needs_tesseract
def test_letters_set_apart_throughout_are_read_from_the_picture() -> None:
    text = " ".join("Il responsabile del servizio determina di impegnare la somma".replace(" ", ""))
    (page,) = pages(pdf_of_contents([b"BT /F1 9 Tf 20 800 Td (%s) Tj ET" % text.encode()]))
    assert page.method == "ocr"


@needs_tesseract
def test_a_png_is_read() -> None:
    (document,) = read(png(ACT), "foto.png").documents
    assert document.media_type == "image/png"
    assert "1.234,50" in document.text


@needs_tesseract
def test_each_page_of_a_tiff_is_read() -> None:
    found = pages(tiff(ACT, OTHER), "fax.tif")
    assert [page.number for page in found] == [1, 2]
    assert "copertura finanziaria" in found[1].text


@needs_tesseract
def test_a_broken_image_is_named() -> None:
    assert read(png(ACT)[:300], "foto.png").failures[0].reason == "no_text"


def test_a_scan_without_tesseract_is_a_failure_that_says_what_is_missing(no_tesseract: None) -> None:
    (failure,) = read(scan(ACT), "a.pdf").failures
    assert failure.reason == "no_text"
    assert "manca il programma tesseract" in failure.message


def test_a_scanned_page_without_tesseract_is_reported_and_the_others_are_read(no_tesseract: None) -> None:
    mixed = pages(_joined(scan(ACT), pdf("testo scritto per esteso")))
    assert [(page.number, page.text, page.method) for page in mixed] == [(1, "", "none"), (2, "testo scritto per esteso", "text")]
    assert "manca il programma tesseract" in mixed[0].problem


def test_ocr_can_be_switched_off() -> None:
    (failure,) = read(scan(ACT), "a.pdf", Limits(ocr=False)).failures
    assert "spento nelle impostazioni" in failure.message


def test_an_image_without_tesseract_is_a_failure(no_tesseract: None) -> None:
    assert read(png(ACT), "foto.png").failures[0].reason == "no_text"


def test_a_picture_of_too_many_pixels_is_refused() -> None:
    data = bytearray(png("x"))
    data[16:24] = b"\x00\x01\x00\x00" * 2
    assert read(bytes(data), "foto.png").failures[0].reason == "expansion"


def word(text: str, left: int, top: int, *, block: int, line: int = 1, confidence: float = 0.9) -> Word:
    return Word((1, block, 1, line), left, top, 10 * len(text), 20, confidence, text)


def test_the_cells_of_a_row_are_one_line_whatever_their_block() -> None:
    words = [
        word("Capitolo", 0, 0, block=1, line=1),
        word("100", 0, 40, block=1, line=2),
        word("Importo", 300, 2, block=2, line=1),
        word("5,00", 300, 42, block=2, line=2),
    ]
    assert text_of(rows_of(words)) == "Capitolo Importo\n100 5,00"


def test_two_columns_of_prose_are_not_read_across() -> None:
    def column(name: str, left: int, block: int) -> list[Word]:
        return [word(f"{name}{line}{n}", left + 60 * n, 40 * line, block=block, line=line) for line in range(6) for n in range(4)]

    text = text_of(rows_of([*column("a", 0, 1), *column("b", 400, 2)]))
    assert text.index("a53") < text.index("b00")


def test_a_second_look_adds_a_row_that_the_first_missed() -> None:
    first = rows_of([word("DELIBERA", 0, 0, block=1), word("oggetto", 0, 80, block=2)])
    second = rows_of([word("COMUNEDIALFA", 0, 40, block=1)])
    assert text_of(reconcile(first, second)).split() == ["DELIBERA", "COMUNEDIALFA", "oggetto"]


def test_a_second_look_replaces_a_row_only_where_it_is_clearly_better() -> None:
    first = rows_of([word("n°....0%", 0, 0, block=1, confidence=0.3), word("oggetto", 0, 80, block=2, confidence=0.8)])
    second = rows_of([word("n.413del", 0, 0, block=1, confidence=0.7), word("aggetta", 0, 80, block=2, confidence=0.85)])
    assert text_of(reconcile(first, second)).split() == ["n.413del", "oggetto"]


@pytest.mark.shared
@needs_tesseract
def test_a_real_scan_gives_the_numbers_of_the_act_it_was_made_from(shared_dir: Path) -> None:
    raw = shared_dir / "data" / "acts" / "raw"
    original = pages(_first_page(raw / "avella" / "av_0109.pdf"))[0].text
    seen = pages(_first_page(raw / "scans" / "av_0109_scan.pdf"))[0].text
    numbers = {token for token in original.split() if any(map(str.isdigit, token))}
    assert len(numbers - set(seen.split())) <= len(numbers) // 20


def _first_page(path: Path) -> bytes:
    return _joined(path.read_bytes(), pages=[0])


def _joined(*documents: bytes, pages: list[int] | None = None) -> bytes:
    whole = pypdfium2.PdfDocument.new()
    for data in documents:
        whole.import_pages(pypdfium2.PdfDocument(data), pages=pages)
    buffer = BytesIO()
    whole.save(buffer)
    return buffer.getvalue()
