"""PDF with a text layer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from digest_engine.ingest.readers import Limits, read
from digest_engine.ingest.readers.legibility import judge
from tests.ingest.readers.reader_samples import pdf, pdf_of_contents


def test_a_pdf_is_read_page_by_page() -> None:
    (document,) = read(pdf("DETERMINA n. 5 – città", "€ 1.234,50"), "a.pdf").documents
    assert [(page.number, page.text, page.method) for page in document.pages] == [
        (1, "DETERMINA n. 5 – città", "text"),
        (2, "€ 1.234,50", "text"),
    ]
    assert document.media_type == "application/pdf"


def test_a_blank_page_is_no_problem() -> None:
    (document,) = read(pdf("uno", ""), "a.pdf").documents
    assert (document.pages[1].text, document.pages[1].problem) == ("", "")


def test_a_word_that_pdfium_breaks_is_joined() -> None:
    (document,) = read(pdf("per l'affida-\nmento del servizio"), "a.pdf").documents
    assert document.text == "per l'affidamento del servizio"


def overlaid(*drawn: tuple[int, int, str]) -> str:
    """The text of a page of 40 lines with a gap after `n.`, over which these words are drawn at these points."""
    lines = " ".join(f"(riga {number:02} n.) Tj T*" for number in range(40))
    late = " ".join(f"1 0 0 1 {left} {bottom} Tm ({word}) Tj" for left, bottom, word in drawn)
    return read(pdf_of_contents([f"BT /F1 10 Tf 14 TL 50 800 Td {lines} {late} ET".encode()]), "a.pdf").documents[0].text


def test_a_number_drawn_over_a_finished_page_is_read_on_its_line() -> None:
    assert overlaid((110, 786, "4321")).split("\n")[:3] == ["riga 00 n.", "riga 01 n. 4321", "riga 02 n."]


def test_a_stamp_left_of_its_line_goes_before_it() -> None:
    assert overlaid((5, 786, "Reg.")).split("\n")[1] == "Reg. riga 01 n."


def test_several_late_pieces_go_each_to_its_line() -> None:
    lines = overlaid((110, 800, "77"), (110, 660, "del 3/3/2026")).split("\n")
    assert (lines[0], lines[10], len(lines)) == ("riga 00 n. 77", "riga 10 n. del 3/3/2026", 40)


def test_the_second_column_of_the_signatures_stays_in_its_order() -> None:
    lines = overlaid((50, 200, "Il Segretario"), (50, 186, "Rossi"), (300, 200, "Il Sindaco"), (300, 186, "Bianchi")).split("\n")
    assert [line.strip() for line in lines[40:]] == ["Il Segretario", "Rossi", "Il Sindaco", "Bianchi"]


@pytest.mark.parametrize("kind", [b"/Stamp", b"/FreeText", b"/Widget /FT /Tx /T (campo)"])
def test_stamps_notes_and_filled_fields_are_read(kind: bytes) -> None:
    drawn = b"BT /F1 11 Tf 2 4 Td (Prot. 778) Tj ET"
    note = b"<< /Type /Annot /Subtype %s /Rect [300 600 500 620] /F 4 /AP << /N 5 0 R >> >>" % kind
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >> /Length %d >>\nstream\n%s\nendstream"
    )
    page = b"BT /F1 11 Tf 50 800 Td (DETERMINA) Tj ET"
    data = pdf_of_contents([page], extra=[note, form % (len(drawn), drawn)], page_extra=b"/Annots [4 0 R]")
    assert read(data, "a.pdf").documents[0].text == "DETERMINA\nProt. 778"


def test_too_many_pages_are_refused() -> None:
    assert read(pdf(*["x"] * 4), "a.pdf", Limits(pages=3)).failures[0].reason == "too_many_pages"


def test_a_pdf_of_blank_pages_has_no_text() -> None:
    assert read(pdf("", ""), "a.pdf").failures[0].reason == "no_text"


def test_a_pdf_without_its_end_is_read_with_a_warning() -> None:
    (document,) = read(pdf("uno", "due")[:-5], "a.pdf").documents
    assert document.warnings == ("il PDF è incompleto: manca la fine del file",)


def test_garbage_after_the_mark_is_damaged() -> None:
    assert read(b"%PDF-1.7\n" + b"spazzatura " * 50, "a.pdf").failures[0].reason == "damaged"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no_text"),
        ("(cid:4)(cid:5)(cid:6) (cid:7)", "cid_codes"),
        ("uf\ufffdcio af\ufffddamento", "lost_characters"),
        ("\ue001\ue002 atto", "lost_characters"),
        ("D e t e r m i n a d e l r e s p o n s a b i l e d e l s e r v i z i o", "letters_apart"),
        ("'(7(50,1$ '(/ 5(63216$%,/( " * 30, "wrong_font"),
        ("Il responsabile determina di impegnare la somma", ""),
        ("1.234,50 22/03/2026 7 45 " * 30, ""),
    ],
)
def test_a_text_layer_is_judged(text: str, fault: str) -> None:
    assert judge(text).fault == fault


def test_importing_the_readers_loads_no_format_library() -> None:
    heavy = "pypdfium2 lxml docx openpyxl odf asn1crypto selectolax ftfy"
    code = f"import sys, digest_engine.ingest.readers; print([m for m in {heavy.split()!r} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
