"""CIG, CUP and VAT numbers are believed only in their form, and the act's own come first."""

from __future__ import annotations

import pytest

from digest_engine.ingest.extract import extract
from digest_engine.ingest.extract.codes import is_cig, is_cup, is_vat_number
from digest_engine.profiles import load_profile
from digest_engine.types import ExtractedAct, Page, ReadDocument


def read(text: str) -> ExtractedAct:
    return extract(ReadDocument(name="a.txt", media_type="text/plain", pages=(Page(1, text),), sha256="a"), load_profile("pa_italiana"))


@pytest.mark.parametrize("code", ["8953550F2F", "BAADBC6597", "Z2E2044CB9", "7564700BE9", "6110041556", "A00259979E"])
def test_a_cig_in_its_form_is_one(code: str) -> None:
    assert is_cig(code)


@pytest.mark.parametrize("code", ["0000000000", "Z2E2044CG9", "895355", "ABCDEFGHIJ", "89535Z0F2F", "1234567XYZ"])
def test_what_is_not_in_the_form_is_no_cig(code: str) -> None:
    assert not is_cig(code)


def test_a_cup_has_fifteen_characters() -> None:
    assert is_cup("E31H16000640002")
    assert not is_cup("C87B1400021002")


def test_a_vat_number_has_its_check_digit() -> None:
    assert is_vat_number("01234567897")
    assert not is_vat_number("01234567890")
    assert not is_vat_number("00000000000")


@pytest.mark.parametrize(
    "written", ["CIG: ZF233CF431", "CIG.: ZF233CF431", "C.I.G. ZF233CF431", "CIG N. ZF233CF431", "Cig zf233cf431", "CIG.ZF233CF431"]
)
def test_a_cig_is_read_however_its_label_is_written(written: str) -> None:
    act = read(f"OGGETTO: Fornitura di carta. {written}.\nIL DIRIGENTE\nVisto\nDETERMINA\n1. di affidare.\n")
    assert act.values["cig"].value == ("ZF233CF431",)


def test_a_code_of_an_act_quoted_in_the_premises_is_not_the_acts_own() -> None:
    act = read(
        "OGGETTO: Fornitura di carta. CIG ZF233CF431\nIL DIRIGENTE\nPremesso che con determinazione n. 12 del 03/02/2020 è stata affidata la "
        "fornitura precedente, CIG Z2E2044CB9;\nDETERMINA\n1. di affidare.\n"
    )
    assert act.values["cig"].value == ("ZF233CF431",)
    assert act.alternatives["cig"][0].value == ("Z2E2044CB9",)


def test_the_only_code_of_an_act_is_its_own_even_in_the_premises() -> None:
    act = read(
        "OGGETTO: Liquidazione fattura.\nIL DIRIGENTE\nPremesso che con determinazione n. 12 del 03/02/2020 è stata affidata la fornitura, "
        "CIG Z2E2044CB9;\nDETERMINA\n1. di liquidare € 10,00.\n"
    )
    assert act.values["cig"].value == ("Z2E2044CB9",)


def test_every_code_of_the_act_is_kept_in_order() -> None:
    act = read("OGGETTO: Lotto 1 CIG 8953550F2F, lotto 2 CIG 7564700BE9. CUP E31H16000640002\nIL DIRIGENTE\nVisto\n")
    assert act.values["cig"].value == ("8953550F2F", "7564700BE9")
    assert act.values["cup"].value == ("E31H16000640002",)


def test_a_code_that_is_too_short_is_no_code() -> None:
    assert "cup" not in read("OGGETTO: Lavori. CUP C87B1400021002\nIL DIRIGENTE\nVisto\n").values


def test_letters_that_a_scan_confuses_with_digits_are_read_as_digits() -> None:
    act = read("OGGETTO: Fornitura. CIG: BAFAICC7AC - CUP J54J2500099OOO6\nIL DIRIGENTE\nVisto\n")
    assert act.values["cig"].value == ("BAFA1CC7AC",)
    assert act.values["cup"].value == ("J54J25000990006",)


def test_the_cigs_of_a_column_are_read_without_a_label_on_each_row() -> None:
    table = "N. lotto  Descrizione  CIG  Importo\n1  Aghi  B9EDA1C0FF  € 1,00\n2  Garze\ne cerotti\nBF72FE0541  € 2,00\nTotale  € 3,00\n"
    premises = "Visto il bilancio di previsione;\n" * 6 + f"Preso atto che sono aggiudicati:\n{table}"
    heading = "COMUNE DI ALFA\nDETERMINAZIONE n. 12 del 03/03/2025\nOGGETTO: Aghi\nIL RESPONSABILE\n"
    assert read(f"{heading}{premises}DETERMINA\n1. di aggiudicare.").values["cig"].value == ("B9EDA1C0FF", "BF72FE0541")


def test_a_sentence_that_speaks_of_a_cig_heads_no_column() -> None:
    sentence = "Non occorre acquisire il CIG\ncome da nota 2026001234 del protocollo"
    assert "cig" not in read(f"DETERMINAZIONE n. 12 del 03/03/2025\n{sentence}").values
