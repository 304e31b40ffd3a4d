"""DOCX and ODT in the order of reading."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import docx
import pytest
from docx.enum.text import WD_BREAK
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls
from odf import opendocument, style, table, text

from digest_engine.ingest.readers import Limits, read
from digest_engine.types import ReadDocument
from tests.ingest.readers.reader_samples import zipped


def docx_bytes(build: Callable[..., None]) -> bytes:
    document = docx.Document()
    build(document)
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def odt_bytes(build: Callable[..., None]) -> bytes:
    document = opendocument.OpenDocumentText()
    build(document)
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def only(data: bytes, name: str) -> ReadDocument:
    (document,) = read(data, name).documents
    return document


def test_a_docx_keeps_the_order_of_paragraphs_and_tables() -> None:
    def build(document: docx.document.Document) -> None:
        document.add_paragraph("DETERMINA n. 4")
        grid = document.add_table(rows=2, cols=2)
        for cell, value in zip(grid._cells, ["Capitolo", "Importo", "100", "€ 5,00"], strict=True):
            cell.text = value
        document.add_paragraph("Il dirigente")

    assert only(docx_bytes(build), "a.docx").text == "DETERMINA n. 4\nCapitolo\tImporto\n100\t€ 5,00\nIl dirigente"


def test_the_letterhead_of_a_docx_comes_first() -> None:
    def build(document: docx.document.Document) -> None:
        document.sections[0].header.paragraphs[0].text = "COMUNE DI ALFA"
        document.sections[0].footer.paragraphs[0].text = "Via Roma 1"
        document.add_paragraph("testo")

    assert only(docx_bytes(build), "a.docx").text.split() == ["COMUNE", "DI", "ALFA", "testo", "Via", "Roma", "1"]


def test_a_page_break_in_a_docx_begins_a_page() -> None:
    def build(document: docx.document.Document) -> None:
        document.add_paragraph("uno").add_run().add_break(WD_BREAK.PAGE)
        document.add_paragraph("due")

    assert [page.text for page in only(docx_bytes(build), "a.docx").pages] == ["uno", "due"]


def test_deleted_and_hidden_text_of_a_docx_is_left_out() -> None:
    def build(document: docx.document.Document) -> None:
        paragraph = document.add_paragraph("resta")
        paragraph.add_run(" nascosto").font.hidden = True
        moved = OxmlElement("w:moveFrom")
        moved.append(parse_xml(f"<w:r {nsdecls('w')}><w:t>spostato</w:t></w:r>"))
        deleted = parse_xml(f"<w:del {nsdecls('w')}><w:r><w:delText>via</w:delText></w:r></w:del>")
        paragraph._p.extend([moved, deleted])

    assert only(docx_bytes(build), "a.docx").text == "resta"


def test_a_text_box_of_a_docx_is_read_once() -> None:
    box = (
        '<w:r {w}><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        "<mc:Choice><w:txbxContent><w:p><w:r><w:t>Protocollo 7</w:t></w:r></w:p></w:txbxContent></mc:Choice>"
        "<mc:Fallback><w:txbxContent><w:p><w:r><w:t>Protocollo 7</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>"
    )
    data = docx_bytes(lambda document: document.add_paragraph()._p.append(parse_xml(box.format(w=nsdecls("w")))))
    assert only(data, "a.docx").text == "Protocollo 7"


def test_an_odt_keeps_the_order_of_paragraphs_and_tables() -> None:
    def build(document: opendocument.OpenDocument) -> None:
        document.text.addElement(text.H(outlinelevel=1, text="DELIBERA n. 9"))
        grid = table.Table()
        for values in (["Voce", "Importo"], ["Carta", "€ 5,00"]):
            row = table.TableRow()
            for value in values:
                cell = table.TableCell()
                cell.addElement(text.P(text=value))
                row.addElement(cell)
            grid.addElement(row)
        document.text.addElement(grid)
        last = text.P(text="Il")
        last.addElement(text.S(c=2))
        last.addText("sindaco")
        document.text.addElement(last)

    assert only(odt_bytes(build), "a.odt").text == "DELIBERA n. 9\nVoce\tImporto\nCarta\t€ 5,00\nIl  sindaco"


def test_the_letterhead_of_an_odt_comes_first() -> None:
    def build(document: opendocument.OpenDocument) -> None:
        layout = style.PageLayout(name="pl")
        document.automaticstyles.addElement(layout)
        master = style.MasterPage(name="Standard", pagelayoutname=layout)
        header = style.Header()
        header.addElement(text.P(text="COMUNE DI BETA"))
        master.addElement(header)
        document.masterstyles.addElement(master)
        document.text.addElement(text.P(text="testo"))

    assert only(odt_bytes(build), "a.odt").text.split() == ["COMUNE", "DI", "BETA", "testo"]


def test_an_office_file_is_told_by_its_content() -> None:
    data = docx_bytes(lambda document: document.add_paragraph("uno"))
    assert only(data, "a.zip").warnings == ("estensione .zip ma contenuto DOCX",)


def test_an_empty_docx_has_no_text() -> None:
    assert read(docx_bytes(lambda document: None), "a.docx").failures[0].reason == "no_text"


def test_an_odt_with_a_password_is_told() -> None:
    manifest = '<manifest:manifest xmlns:manifest="x"><manifest:encryption-data/></manifest:manifest>'
    data = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "META-INF/manifest.xml": manifest, "content.xml": b"\x01\x02"})
    assert read(data, "a.odt").failures[0].reason == "encrypted"


def test_an_office_file_with_a_password_is_told() -> None:
    container = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 512 + "EncryptedPackage".encode("utf-16-le")
    assert read(container, "a.docx").failures[0].reason == "encrypted"


def test_an_old_word_file_is_recognised_and_refused() -> None:
    (failure,) = read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 512, "a.doc").failures
    assert failure.reason == "unsupported_format"
    assert "97-2003" in failure.message


@pytest.mark.parametrize("member", ["word/document.xml", "content.xml"])
def test_a_bomb_in_an_office_file_is_refused(member: str) -> None:
    data = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "[Content_Types].xml": "x", member: b" " * 5_000_000})
    assert read(data, "a.docx", Limits(expansion_ratio=50)).failures[0].reason == "expansion"


def test_an_entity_bomb_in_an_odt_is_refused() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>'
    data = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": bomb})
    assert read(data, "a.odt").failures[0].reason == "unsafe_xml"
