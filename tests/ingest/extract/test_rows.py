"""Rows of lists: cells by the names their source gives them, the subject line for the rest."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from digest_engine.ingest.extract import extract
from digest_engine.profiles import load_profile
from digest_engine.types import ExtractedAct, ReadDocument


def read(**cells: str) -> ExtractedAct:
    fields = tuple((label.replace("__", " "), cell) for label, cell in cells.items())
    return extract(ReadDocument(name="r.csv", media_type="text/csv", pages=(), sha256="r", fields=fields), load_profile("pa_italiana"))


def value(act: ExtractedAct, name: str) -> Any:
    return act.values[name].value if name in act.values else None


def test_an_awarded_column_gives_amount_and_role() -> None:
    act = read(oggetto="Lavori di manutenzione delle strade", importo_aggiudicazione="251379.45", importo_liquidato="0.0")
    assert (value(act, "amount"), value(act, "amount_role")) == (Decimal("251379.45"), "aggiudicato")


def test_a_column_without_a_role_takes_that_of_the_type() -> None:
    act = read(oggetto="Liquidazione fattura", Importo="616,50")
    assert (value(act, "amount"), value(act, "amount_role")) == (Decimal("616.50"), "liquidato")


def test_a_column_of_zeros_is_no_amount() -> None:
    assert value(read(oggetto="Fornitura di carta", importo_aggiudicazione="0.00"), "amount") is None


def test_a_cell_is_believed_over_the_subject_line() -> None:
    act = read(oggetto="Fornitura di carta, importo complessivo di € 500,00", importo_aggiudicazione="610.00", cig="8953550F2F")
    assert (value(act, "amount"), value(act, "cig")) == (Decimal("610.00"), ("8953550F2F",))


def test_the_subject_line_gives_what_no_cell_gives() -> None:
    act = read(oggetto="Fornitura di carta, importo complessivo di € 500,00. CIG Z2E2044CB9")
    assert (value(act, "amount"), value(act, "cig"), value(act, "act_type")) == (Decimal("500.00"), ("Z2E2044CB9",), "acquisto_beni")


@pytest.mark.parametrize("cut", ["IMPEGNI DI SPESA (€ 27.8", "importo complessivo di € 12.", "per complessivi € 1.234,5"])
def test_a_figure_cut_by_the_source_is_not_an_amount(cut: str) -> None:
    assert value(read(oggetto=f"Fornitura di carta. {cut}"), "amount") is None


@pytest.mark.parametrize(
    ("subject", "amount", "vat"),
    [
        ("Fornitura di sedie. Contestuale impegno della spesa di euro 431,17.", "431.17", "ignota"),
        ("Servizio educativo lotti 1/9 euro 2.348.415,38 IVA 4%INCLUSA. Impegno limitato marzo", "2348415.38", "inclusa"),
        ("Fornitura di sedie. Impegno di spesa di € 1.020,00.= (ofi).", "1020.00", "inclusa"),
        (
            "Affidamento per euro 9.692,48 per la campagna promozionale. Impegno di complessivi euro 77,20 per IVA estero",
            "9692.48",
            "ignota",
        ),
    ],
)
def test_the_sum_of_a_subject_line(subject: str, amount: str, vat: str) -> None:
    act = read(oggetto=subject)
    assert (value(act, "amount"), value(act, "amount_vat")) == (Decimal(amount), vat)


def test_a_header_is_known_whatever_its_case_accents_and_separators() -> None:
    act = read(OGGETTO="Fornitura di carta", **{"Data__di__pubblicazione": "", "DATA-PUBBLICAZIONE": "19-06-2013", "Numero.Atto": "12"})
    assert (value(act, "publication_from"), value(act, "number")) == (date(2013, 6, 19), "12")


@pytest.mark.parametrize(
    ("written", "number", "year"),
    [("2013-01955", "1955", 2013), ("1955/2013", "1955", 2013), ("00012", "12", None), ("G08073", "G08073", None)],
)
def test_number_and_year_written_together_are_told_apart(written: str, number: str, year: int | None) -> None:
    act = read(oggetto="Fornitura", numero_atto=written)
    assert (value(act, "number"), value(act, "year")) == (number, year)


def test_the_kind_of_act_comes_from_its_column() -> None:
    assert value(read(oggetto="Chiusura della strada", tipo_atto="ORDINANZE"), "kind") == "ordinanza"
    assert value(read(description="Nomina", category="ATTI AMMINISTRATIVI /DETERMINE"), "kind") == "determina"


def test_a_feed_item_has_its_publication_date_and_its_body() -> None:
    act = read(
        title="2026/1594",
        description="Festa di paese. Integrazione ordinanza n. 162 del 12/8/2026",
        pubDate="Fri, 21 Aug 2026 00:00:00 +0000",
        **{"channel-description": "Feed RSS degli atti amministrativi del comune di Palestrina"},
    )
    assert value(act, "publication_from") == date(2026, 8, 21)
    assert value(act, "issuer") == "Comune di Palestrina"
    assert value(act, "subject") == "Festa di paese. Integrazione ordinanza n. 162 del 12/8/2026"
    assert "act_date" not in act.values


def test_a_title_that_begins_with_the_act_gives_its_number_and_date() -> None:
    act = read(title="Determinazione n. 12 del 03/02/2020 - Fornitura di carta")
    assert (value(act, "number"), value(act, "act_date"), value(act, "year")) == ("12", date(2020, 2, 3), 2020)


def test_a_title_that_quotes_an_act_does_not_take_its_number() -> None:
    assert "number" not in read(title="Revoca ordinanza n. 197 del 18/01/2017").values


def test_a_stray_prefix_of_a_feed_is_not_part_of_the_subject() -> None:
    assert value(read(title='">Acquisto manifesti'), "subject") == "Acquisto manifesti"


def test_a_publication_date_is_never_the_date_of_the_act() -> None:
    assert "act_date" not in read(oggetto="Fornitura", data_pubblicazione="19/06/2013").values


def test_an_impossible_date_is_no_date() -> None:
    assert "act_date" not in read(oggetto="Fornitura", data_atto="31/02/2020").values


def test_a_supplier_number_without_its_check_digit_is_left_out() -> None:
    act = read(oggetto="Fornitura", aggiudicatari="Alfa srl", codice_fiscale="01234567890")
    assert (value(act, "supplier"), value(act, "supplier_vat")) == ("Alfa srl", None)


def test_a_row_without_a_subject_has_no_subject() -> None:
    assert "subject" not in read(cig="8953550F2F").values
