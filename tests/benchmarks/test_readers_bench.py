"""Pages a second for each format, in this process; reading PDF against PDFium's extraction alone, in the same run. OCR apart."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pypdfium2
import pytest
from odf import opendocument, text

from digest_engine.ingest.readers import ReadingWorker, ocr, read
from tests.ingest.readers.reader_samples import pdf, scan, zipped

PARAGRAPH = (
    "Il responsabile del servizio determina di impegnare la somma di € 1.234,50 sul capitolo 100 del bilancio, perché l'attività è urgente."
)
ROUNDS = 5


def fastest(*works: Callable[[], object], clock: Callable[[], float] = time.process_time) -> list[float]:
    """The least seconds of each over several rounds, in which they take turns: what other work on the machine disturbs least."""
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for spent, work in zip(seconds, works, strict=True):
            started = clock()
            work()
            spent.append(clock() - started)
    return [min(spent) for spent in seconds]


def docx_of(paragraphs: int) -> bytes:
    document, buffer = docx.Document(), BytesIO()
    for _ in range(paragraphs):
        document.add_paragraph(PARAGRAPH)
    document.save(buffer)
    return buffer.getvalue()


def odt_of(paragraphs: int) -> bytes:
    document, buffer = opendocument.OpenDocumentText(), BytesIO()
    for _ in range(paragraphs):
        document.text.addElement(text.P(text=PARAGRAPH))
    document.save(buffer)
    return buffer.getvalue()


def xlsx_of(rows: int) -> bytes:
    book, buffer = openpyxl.Workbook(), BytesIO()
    book.active.append(["Numero", "Data", "Oggetto", "Importo"])
    for number in range(rows):
        book.active.append([number, "03/03/2026", PARAGRAPH, 1234.5])
    book.save(buffer)
    return buffer.getvalue()


def csv_of(rows: int) -> bytes:
    return ("Numero;Data;Oggetto;Importo\r\n" + f"1;03/03/2026;{PARAGRAPH};1234,50\r\n" * rows).encode("cp1252")


def feed_of(items: int) -> bytes:
    return (
        f"<rss><channel>{f'<item><title>Determina</title><description>{PARAGRAPH}</description></item>' * items}</channel></rss>".encode()
    )


PAGES = 50  # a page is 20 paragraphs, or a row of a list
FILES: dict[str, Callable[[], bytes]] = {
    "a.txt": lambda: "\f".join([f"{PARAGRAPH}\n" * 20] * PAGES).encode(),
    "a.pdf": lambda: pdf(*[f"{PARAGRAPH}\n" * 20] * PAGES),
    "a.zip": lambda: zipped({f"{number}.pdf": pdf(f"{PARAGRAPH}\n" * 20) for number in range(PAGES)}),
    "a.docx": lambda: docx_of(20 * PAGES),
    "a.odt": lambda: odt_of(20 * PAGES),
    "a.html": lambda: f"<html>{f'<p>{PARAGRAPH}</p>' * 20 * PAGES}</html>".encode(),
    "a.xlsx": lambda: xlsx_of(PAGES * 20),
    "a.csv": lambda: csv_of(PAGES * 20),
    "a.xml": lambda: feed_of(PAGES * 20),
}


@pytest.mark.parametrize("name", FILES)
def test_pages_a_second_of_each_format(name: str) -> None:
    data = FILES[name]()
    assert read(data, name).documents
    (seconds,) = fastest(lambda: read(data, name))
    print(f"\n{name}: {PAGES / seconds:,.0f} pages of 20 paragraphs or rows a second")
    assert PAGES / seconds > 50


def test_reading_pdf_costs_at_most_half_more_than_extracting_its_text(shared_dir: Path) -> None:
    files = [path.read_bytes() for path in sorted((shared_dir / "data" / "acts" / "raw" / "avella").glob("*.pdf"))]
    bare, whole = fastest(lambda: [_extract(data) for data in files], lambda: [read(data, "a.pdf") for data in files])
    print(f"\nread(): {whole:.2f} s for {len(files)} PDFs, bare text extraction {bare:.2f} s, ratio {whole / bare:.2f} (≤ 1.5)")
    assert whole <= 1.5 * bare


def test_the_reading_process_costs_little_more_than_reading_here(shared_dir: Path) -> None:
    files = sorted((shared_dir / "data" / "acts" / "raw" / "avella").glob("*.pdf"))
    with ReadingWorker() as worker:
        worker.read(files[0], "warm.pdf")
        here, there = fastest(
            lambda: [read(path.read_bytes(), path.name) for path in files],
            lambda: [worker.read(path, path.name) for path in files],
            clock=time.perf_counter,
        )
    print(f"\nreading process: {there:.2f} s, this process: {here:.2f} s, ratio {there / here:.2f} (≤ 1.5)")
    assert there <= 1.5 * here


@pytest.mark.skipif(bool(ocr.missing()), reason="needs tesseract with Italian")
def test_pages_a_second_of_ocr() -> None:
    data = scan(*[f"{PARAGRAPH[:90]}\n" * 20] * 4)
    started = time.perf_counter()
    (document,) = read(data, "a.pdf").documents
    print(f"\nOCR: {len(document.pages) / (time.perf_counter() - started):.2f} pages a second")
    assert all(page.method == "ocr" for page in document.pages)


def _extract(data: bytes) -> None:
    document = pypdfium2.PdfDocument(data)
    for number in range(len(document)):
        document[number].get_textpage().get_text_bounded()
    document.close()
