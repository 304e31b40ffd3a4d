"""Relations to other acts, and who is named in an act."""

from __future__ import annotations

from datetime import date

import pytest

from digest_engine.ingest.extract import extract
from digest_engine.profiles import load_profile
from digest_engine.types import ExtractedAct, Page, ReadDocument


def read(subject: str, decision: str = "1. di procedere.", heading: str = "") -> ExtractedAct:
    text = (
        f"COMUNE DI BORGO APRICO\n{heading}\nDETERMINAZIONE N. 12 DEL 03/02/2020\nOGGETTO: {subject}\nIL RESPONSABILE DEL SERVIZIO\n"
        f"Visto il bilancio;\nDETERMINA\n{decision}\n"
    )
    return extract(ReadDocument(name="a.txt", media_type="text/plain", pages=(Page(1, text),), sha256="a"), load_profile("pa_italiana"))


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("Rettifica della determinazione n. 22 del 05/03/2019", "rettifica"),
        ("Annullamento in autotutela della determinazione n. 22 del 05/03/2019", "annullamento"),
        ("Revoca della determinazione n. 22 del 05/03/2019", "annullamento"),
        ("Integrazione della determinazione n. 22 del 05/03/2019", "integrazione"),
        ("Proroga del servizio affidato con determinazione n. 22 del 05/03/2019", "proroga"),
    ],
)
def test_what_an_act_does_to_another_is_kept_with_number_and_date(subject: str, kind: str) -> None:
    relation = read(subject).relations[0]
    assert (relation.kind, relation.target_kind, relation.target_number) == (kind, "determina", "22")
    assert (relation.target_date, relation.target_year) == (date(2019, 3, 5), 2019)


def test_the_commitment_that_a_payment_closes_is_a_relation() -> None:
    act = read(
        "Liquidazione fattura",
        "1. di liquidare € 100,00;\n2. di dare atto che la somma è impegnata con determinazione n. 81 del 27/10/2025;",
    )
    assert ("liquidazione_di", "81", 2025) in [(found.kind, found.target_number, found.target_year) for found in act.relations]


def test_a_relation_shows_its_passage_and_page() -> None:
    relation = read("Rettifica della determinazione n. 22 del 05/03/2019").relations[0]
    assert "determinazione n. 22" in relation.snippet
    assert relation.page == 1


def test_an_act_that_names_no_other_has_no_relations() -> None:
    assert read("Fornitura di carta", "1. di affidare la fornitura.").relations == ()


@pytest.mark.parametrize(
    ("decision", "supplier"),
    [
        ("1. di affidare alla ditta Alfa & Figli s.r.l., con sede in Borgo, la fornitura;", "Alfa & Figli s.r.l."),
        ("1. di affidare all'operatore economico BETA SPA (P.IVA 01234567897) la fornitura;", "BETA SPA"),
        ("1. di liquidare a favore di Gamma soc. coop. la somma di € 10,00;", "Gamma soc. coop."),
        ("1. di liquidare a favore della società cooperativa Verde Blu la somma di € 10,00;", "Verde Blu"),
        ("1. di affidare alla ditta Cartaria Esempio S.r.l. 2. di dare atto della spesa", "Cartaria Esempio S.r.l."),
        ("1. di pagare alla ditta Zeta S.p.A. la fattura n. 3/2025 di € 10,00;", "Zeta S.p.A."),
        ("1. di aggiudicare alla società Delta Servizi srl per € 10,00;", "Delta Servizi srl"),
    ],
)
def test_the_supplier_is_named_in_the_decision(decision: str, supplier: str) -> None:
    assert read("Fornitura di carta", decision).values["supplier"].value == supplier


def test_the_suppliers_vat_number_passes_its_check() -> None:
    act = read("Fornitura", "1. di affidare alla ditta Alfa srl - P.IVA 01234567897 - la fornitura;")
    assert act.values["supplier_vat"].value == "01234567897"


def test_a_vat_number_that_fails_its_check_is_left_out() -> None:
    assert "supplier_vat" not in read("Fornitura", "1. di affidare alla ditta Alfa srl - P.IVA 01234567890 - la fornitura;").values


def test_office_and_person_in_charge_are_read() -> None:
    act = read("Fornitura", "1. di nominare RUP l'ing. Mario Bianchi;", heading="Settore: Lavori Pubblici")
    assert act.values["office"].value == "Lavori Pubblici"


def test_scope_topics_and_personnel_role_come_from_the_subject() -> None:
    act = read("Assunzione di un istruttore amministrativo per il triennio 2020-2022 presso la scuola comunale")
    assert act.values["personnel_role"].value == "istruttore"
    assert act.values["temporal_scope"].value == "pluriennale"
    assert {"scuola", "personale"} <= set(act.values["topics"].value)  # type: ignore[arg-type]


def test_own_fields_of_the_profile_are_read() -> None:
    act = read("Fornitura di carta mediante affidamento diretto", "1. di imputare la spesa al capitolo 253.2;")
    assert (act.values["procedura"].value, act.values["capitolo"].value) == ("affidamento diretto", "253.2")
