"""Lists of acts: CSV, XLSX, feeds, L.190 datasets and the pages of an albo. One row is one act."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from digest_engine.ingest.readers import Limits, read
from digest_engine.ingest.readers.rows import find_header, issuer_in
from digest_engine.ingest.readers.sheet import written

HEADER = ["Numero", "Data", "Oggetto", "Importo €"]
ROW = ["12", "03/03/2026", "Acquisto carta, «A4»", "1.234,50"]


def csv_of(*rows: list[str], delimiter: str = ";") -> str:
    return "".join(delimiter.join(f'"{cell}"' for cell in row) + "\r\n" for row in rows)


def fields(data: bytes, name: str) -> list[Mapping[str, str]]:
    return [dict(document.fields) for document in read(data, name).documents]


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_row_is_an_act_whatever_delimiter_and_encoding(delimiter: str, encoding: str) -> None:
    (row,) = fields(csv_of(HEADER, ROW, delimiter=delimiter).encode(encoding), "elenco.csv")
    assert row == {"Numero": "12", "Data": "03/03/2026", "Oggetto": "Acquisto carta, «A4»", "Importo": "1.234,50"}


def test_a_row_reads_as_labelled_lines() -> None:
    (document,) = read(csv_of(HEADER, ROW).encode(), "elenco.csv").documents
    assert document.media_type == "application/x-act-row"
    assert document.name == "elenco.csv#2"
    assert document.text.splitlines()[2] == "Oggetto: Acquisto carta, «A4»"


def test_the_header_is_found_below_a_title() -> None:
    rows = [["Comune di Alfa"], ["Elenco delle determinazioni 2026"], [""], HEADER, ROW]
    (document,) = read(csv_of(*rows).encode(), "elenco.csv").documents
    assert document.name == "elenco.csv#5"


def test_blank_rows_and_repeated_headers_are_nothing() -> None:
    reading = read(csv_of(HEADER, ROW, ["", "", "", ""], HEADER, ["13", *ROW[1:]]).encode(), "elenco.csv")
    assert (len(reading.documents), reading.failures) == (2, ())


def test_a_total_is_no_act_and_is_reported() -> None:
    reading = read(csv_of(HEADER, ROW, ["TOTALE", "", "", "1.234,50"], ["", "", "", "99"]).encode(), "elenco.csv")
    assert len(reading.documents) == 1
    assert [(failure.name, failure.reason) for failure in reading.failures] == [
        ("elenco.csv#3", "not_an_act"),
        ("elenco.csv#4", "not_an_act"),
    ]


def test_equal_rows_have_the_same_hash_and_another_position() -> None:
    first, second = read(csv_of(HEADER, ROW, ROW).encode(), "elenco.csv").documents
    assert first.sha256 == second.sha256
    assert (first.position, second.position) == (0, 1)


def test_a_table_that_lists_no_acts_is_one_text_with_a_warning() -> None:
    (document,) = read(csv_of(["mese", "pioggia"], ["gennaio", "12"]).encode(), "pioggia.csv").documents
    assert not document.fields
    assert "letto come testo" in document.warnings[0]


def test_a_cell_may_hold_line_breaks() -> None:
    (row,) = fields(csv_of(HEADER, ["1", "2", "Acquisto\ncarta", "3"]).encode(), "elenco.csv")
    assert row["Oggetto"] == "Acquisto carta"


def test_a_cell_without_heading_is_kept() -> None:
    (row,) = fields(csv_of(HEADER, [*ROW, "nota"]).encode(), "elenco.csv")
    assert row["colonna 5"] == "nota"


def test_too_many_rows_stop() -> None:
    reading = read(csv_of(HEADER, *[ROW] * 5).encode(), "elenco.csv", Limits(rows=3))
    assert [failure.reason for failure in reading.failures] == ["too_many_rows"]


@pytest.mark.parametrize("headings", [["Codice", "Prezzo", "Quantità"], ["Oggetto", "x", "y"], ["a", "b", "c"]])
def test_other_headings_do_not_head_a_list_of_acts(headings: list[str]) -> None:
    assert find_header([headings]) is None


def test_camel_case_and_underscores_are_words() -> None:
    assert find_header([["row_id", "oggetto_gara", "importoAggiudicazione", "dataInizio"]]) == 0


@pytest.mark.parametrize(
    ("heading", "issuer"),
    [("Comune di Alfa - Albo pretorio", "Comune di Alfa"), ("Albo pretorio | Provincia di Beta", "Provincia di Beta"), ("Albo", "")],
)
def test_the_body_is_told_from_the_heading_of_a_page(heading: str, issuer: str) -> None:
    assert issuer_in(heading) == issuer


def xlsx_of(*sheets: tuple[str, list[list[object]]], hidden: str = "") -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = "hidden" if title == hidden else "visible"
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_each_sheet_of_an_xlsx_is_a_list() -> None:
    data = xlsx_of(
        ("Marzo", [HEADER, [12, date(2026, 3, 3), "Carta", 1234.5]]), ("Aprile", [HEADER, [13, datetime(2026, 4, 1), "Toner", 10]])
    )
    reading = read(data, "elenco.xlsx")
    assert [document.name for document in reading.documents] == ["elenco.xlsx/Marzo#2", "elenco.xlsx/Aprile#2"]
    assert dict(reading.documents[0].fields) == {"Numero": "12", "Data": "03/03/2026", "Oggetto": "Carta", "Importo": "1234,5"}


def test_a_sheet_that_lists_no_acts_is_text() -> None:
    (document,) = read(xlsx_of(("Quadro economico", [["Lavori", 1000], ["IVA", 220]])), "quadro.xlsx").documents
    assert (document.text, document.fields) == ("Lavori\t1000\nIVA\t220", ())


def test_a_hidden_sheet_is_reported() -> None:
    reading = read(xlsx_of(("Atti", [HEADER, [1, 2, "x", 3]]), ("Bozze", [HEADER, [9, 9, "y", 9]]), hidden="Bozze"), "a.xlsx")
    assert [(failure.name, failure.reason) for failure in reading.failures] == [("a.xlsx/Bozze", "hidden_sheet")]
    assert len(reading.documents) == 1


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (1234.5, "#,##0.00", "1234,50"),
        (1234.0, "#,##0.00", "1234,00"),
        (1234.567, "General", "1234,567"),
        (45.0, "General", "45"),
        (7703105357, "General", "7703105357"),
        (datetime(2026, 3, 3, 9, 30), "", "03/03/2026 09:30"),
        (True, "", "sì"),
        ("0012", "@", "0012"),
    ],
)
def test_a_cell_is_written_as_it_is_seen(value: object, number_format: str, shown: str) -> None:
    assert written(value, number_format) == shown


RSS = """<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Albo di Alfa</title>
<category domain="http://albopop.it/specs#channel-category-name">Comune di Alfa</category>
<item><title>Determina 4</title><description>Acquisto &amp; posa</description><pubDate>Fri, 14 Apr 2017 00:00:00 +0200</pubDate>
<category domain="http://albopop.it/specs#item-category-type">Determina</category><enclosure url="http://a.it/4.pdf"/></item>
<item><title>Determina 5</title></item></channel></rss>"""


def test_an_item_of_a_feed_is_an_act_with_what_the_channel_says() -> None:
    first, second = fields(RSS.encode(), "feed.xml")
    assert first == {
        "title": "Determina 4",
        "description": "Acquisto & posa",
        "pubDate": "Fri, 14 Apr 2017 00:00:00 +0200",
        "item-category-type": "Determina",
        "enclosure": "http://a.it/4.pdf",
        "channel-title": "Albo di Alfa",
        "channel-category-name": "Comune di Alfa",
    }
    assert second["title"] == "Determina 5"


def test_an_atom_entry_is_an_act() -> None:
    atom = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Delibera 1</title><link href="http://a.it/1"/></entry></feed>'
    assert fields(atom.encode(), "feed.xml") == [{"title": "Delibera 1", "link": "http://a.it/1"}]


def test_markup_in_a_description_is_taken_off() -> None:
    data = RSS.replace("Acquisto &amp; posa", "<![CDATA[<p>Acquisto <b>carta</b></p><br>CIG 1]]>")
    assert fields(data.encode(), "feed.xml")[0]["description"] == "Acquisto carta CIG 1"


def test_a_text_that_begins_with_an_omission_is_no_xml() -> None:
    assert read(b"<omissis> il dirigente determina", "a.txt").documents[0].text == "<omissis> il dirigente determina"


def test_a_feed_with_a_bare_ampersand_is_read() -> None:
    assert fields(RSS.replace("&amp;", "&").encode(), "feed.xml")[1]["title"] == "Determina 5"


def test_a_feed_whose_declaration_lies_is_read() -> None:
    data = RSS.replace("Acquisto &amp; posa", "Attività").encode("cp1252")
    assert fields(data, "feed.xml")[0]["description"] == "Attività"


L190 = """<legge190:pubblicazione xmlns:legge190="legge190_1_0"><metadata><annoRiferimento>2026</annoRiferimento></metadata><data>
<lotto><cig>1234567890</cig><strutturaProponente><codiceFiscaleProp>01</codiceFiscaleProp><denominazione>Comune di Alfa</denominazione>
</strutturaProponente><oggetto>Carta</oggetto><partecipanti><partecipante><ragioneSociale>Perdente Srl</ragioneSociale></partecipante>
</partecipanti><aggiudicatari><aggiudicatarioRaggruppamento><membro><codiceFiscale>07</codiceFiscale><ragioneSociale>Uno Srl</ragioneSociale>
</membro><membro><ragioneSociale>Due Srl</ragioneSociale></membro></aggiudicatarioRaggruppamento></aggiudicatari>
<importoAggiudicazione>100.00</importoAggiudicazione><tempiCompletamento><dataInizio>2026-01-01</dataInizio></tempiCompletamento>
<importoSommeLiquidate>50.00</importoSommeLiquidate></lotto></data></legge190:pubblicazione>"""


def test_a_lot_of_an_anac_dataset_is_an_act() -> None:
    (lot,) = fields(L190.encode(), "l190.xml")
    assert lot == {
        "cig": "1234567890",
        "codiceFiscaleProp": "01",
        "denominazione": "Comune di Alfa",
        "oggetto": "Carta",
        "partecipanti": "1",
        "aggiudicatari": "Uno Srl + Due Srl",
        "codiceFiscale": "07",
        "importoAggiudicazione": "100.00",
        "dataInizio": "2026-01-01",
        "importoSommeLiquidate": "50.00",
        "annoRiferimento": "2026",
    }


@pytest.mark.parametrize(
    "bomb",
    [
        '<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>',
        '<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/hostname">]><rss><channel><item><title>&f;</title></item></channel></rss>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_xml_entities_are_refused(bomb: str, encoding: str) -> None:
    reading = read(f'<?xml version="1.0"?>{bomb}'.encode(encoding), "feed.xml")
    assert [failure.reason for failure in reading.failures] == ["unsafe_xml"]


def test_xml_of_another_kind_is_named() -> None:
    (failure,) = read(b"<?xml version='1.0'?><FatturaElettronica><x/></FatturaElettronica>", "fattura.xml").failures
    assert failure.reason == "unknown_xml"
    assert "FatturaElettronica" in failure.message


def test_a_feed_without_items_has_no_documents() -> None:
    assert read(b"<rss><channel><title>x</title></channel></rss>", "feed.xml").failures[0].reason == "no_documents"


LIST_PAGE = """<html><head><title>Albo</title></head><body><h1>Comune di Alfa - Albo pretorio</h1><table><tr><td><table>
<tr><th>N.</th><th>Data</th><th>Oggetto</th></tr><tr><td>1</td><td>3/3/2026</td><td>Carta<br>A4</td></tr>
<tr><td>2</td><td>4/3/2026</td><td>Toner</td></tr></table></td></tr></table></body></html>"""


def test_a_row_of_an_albo_page_is_an_act_of_its_body() -> None:
    first, _second = fields(LIST_PAGE.encode(), "albo.html")
    assert first == {"ente": "Comune di Alfa", "N.": "1", "Data": "3/3/2026", "Oggetto": "Carta A4"}


def details(extra: str = "") -> bytes:
    cells = "".join(
        f"<tr><td>{k}</td><td>{v}</td></tr>" for k, v in [("Numero", 7), ("Data", "3/3/2026"), ("Oggetto", "Carta"), ("Tipo", "DD")]
    )
    return f"<html><h1>Comune di Alfa</h1><table>{cells}</table><p>{extra}</p></html>".encode()


def test_a_page_of_details_is_one_act_with_its_values() -> None:
    (document,) = read(details(), "atto.html").documents
    assert dict(document.fields) == {"ente": "Comune di Alfa", "Numero": "7", "Data": "3/3/2026", "Oggetto": "Carta", "Tipo": "DD"}
    assert document.media_type == "text/html"


def test_an_act_with_a_frontispiece_is_read_as_text() -> None:
    (document,) = read(details("Il dirigente determina di impegnare la somma di euro 100. " * 9), "atto.html").documents
    assert document.fields == ()
    assert "Oggetto\tCarta" in document.text


def test_scripts_menus_and_styles_are_not_text() -> None:
    page = "<html><title>Delibera 3</title><style>p{}</style><nav>Menu</nav><script>x()</script><p>Testo <b>vero</b></p><p>fine</p></html>"
    assert read(page.encode(), "a.html").documents[0].text == "Delibera 3\nTesto vero\n\nfine"


def test_a_windows_euro_in_a_latin_page_is_a_euro() -> None:
    page = '<html><meta charset="iso-8859-1"><p>Importo € 5,00 per attività</p></html>'.encode("cp1252")
    assert read(page, "a.html").documents[0].text == "Importo € 5,00 per attività"


@pytest.mark.shared
def test_the_real_feeds_datasets_and_pages_give_a_document_for_each_act(shared_dir: Path) -> None:
    raw = shared_dir / "data" / "acts" / "raw"
    files = ["feeds/camerino_albopop.xml", "feeds/palestrina_feed.xml", "l190_xml/sito_2022.xml", "html/barcellonapg_list.html"]
    assert [len(read((raw / name).read_bytes(), name).documents) for name in files] == [31, 39, 220, 5]
