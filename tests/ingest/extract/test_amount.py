"""The act's own total, told from everything else that acts write in euros."""

from __future__ import annotations

from decimal import Decimal

import pytest

from digest_engine.ingest.extract import extract
from digest_engine.profiles import load_profile
from digest_engine.types import ExtractedAct, Page, ReadDocument


def read(subject: str, decision: str, *, premises: str = "", visa: str = "", verb: str = "DETERMINA") -> ExtractedAct:
    text = (
        f"COMUNE DI BORGO APRICO\nDETERMINAZIONE N. 12 DEL 03/02/2020\nOGGETTO: {subject}\nIL RESPONSABILE DEL SERVIZIO\nVisto il bilancio;\n"
        f"{premises}\n{verb}\n{decision}\nIl Responsabile\nVISTO DI REGOLARITA' CONTABILE\n{visa}\n"
    )
    return extract(ReadDocument(name="a.txt", media_type="text/plain", pages=(Page(1, text),), sha256="a"), load_profile("pa_italiana"))


PURCHASE, PAYMENT = "Fornitura di carta. Affidamento", "Liquidazione fattura per la fornitura di carta"
CASES = [
    ("gross after net", PURCHASE, "1. di affidare la fornitura per € 1.000,00 oltre IVA, per complessivi € 1.220,00;", "1220.00"),
    ("net alone", PURCHASE, "1. di affidare la fornitura per € 1.000,00 oltre IVA;", "1000.00"),
    (
        "commitment beats award",
        PURCHASE,
        "1. di affidare per € 1.000,00 + IVA;\n2. di impegnare la somma di € 1.220,00 al cap. 10;",
        "1220.00",
    ),
    (
        "threshold",
        PURCHASE,
        "1. di dare atto che l'importo è inferiore a € 140.000,00;\n2. di affidare la fornitura per € 500,00 iva inclusa;",
        "500.00",
    ),
    ("availability", PURCHASE, "1. di impegnare € 500,00 al capitolo 10, che presenta una disponibilità di € 9.000,00;", "500.00"),
    (
        "earlier commitment",
        PURCHASE,
        "1. di dare atto che con l'impegno già assunto di € 650,00;\n2. di integrare la fornitura con ulteriori € 70,00 iva compresa;",
        "70.00",
    ),
    (
        "safety charges",
        "Lavori di rifacimento del tetto. Aggiudicazione",
        "1. di aggiudicare i lavori per € 90.000,00, di cui € 2.000,00 per oneri di sicurezza, oltre IVA;",
        "90000.00",
    ),
    (
        "tender base",
        "Lavori di rifacimento del tetto. Aggiudicazione",
        "1. di dare atto che l'importo a base d'asta era di € 100.000,00;\n2. di aggiudicare i lavori per l'importo "
        "di € 90.000,00 oltre IVA;",
        "90000.00",
    ),
    (
        "savings",
        "Lavori di rifacimento del tetto. Aggiudicazione",
        "1. di aggiudicare i lavori per complessivi € 99.000,00;\n2. di accertare economie per € 11.000,00;",
        "99000.00",
    ),
    ("unit price", PURCHASE, "1. di affidare la fornitura di 100 risme al prezzo di € 3,50 cadauna, per un totale di € 350,00;", "350.00"),
    (
        "invoice with its parts",
        PAYMENT,
        "1. di liquidare la fattura n. 3 di € 610,00, di cui € 500,00 imponibile ed € 110,00 per IVA;",
        "610.00",
    ),
    (
        "invoice and split payment",
        PAYMENT,
        "1. di liquidare la fattura n. 3 di € 610,00;\n2. di pagare alla ditta l'imponibile di € 500,00;\n3. di "
        "versare all'Erario l'IVA di € 110,00;",
        "610.00",
    ),
    (
        "contract value",
        PAYMENT,
        "1. di liquidare la rata di € 610,00;\n2. di dare atto che l'importo contrattuale è di € 7.320,00;",
        "610.00",
    ),
    (
        "two invoices with a total",
        PAYMENT,
        "1. di liquidare le fatture: n. 3 di € 100,00; n. 4 di € 200,00; per complessivi € 300,00;",
        "300.00",
    ),
    ("refund", "Rimborso spese legali", "1. di rimborsare la somma di € 1.500,00;", "1500.00"),
    ("in digits and in words", PURCHASE, "1. di impegnare la somma di € 1.500,00 (euro millecinquecento/00) iva inclusa;", "1500.00"),
    ("trailing sign", PURCHASE, "1. di impegnare la somma di 1.500,00 € iva inclusa;", "1500.00"),
    ("released remainder", PAYMENT, "1. di liquidare € 400,00 alla ditta;\n2. di svincolare la restante somma di € 576,00;", "400.00"),
    (
        "advance of a fee",
        "Incarico legale. Conferimento",
        "1. di conferire l'incarico all'avv. Rossi per il compenso complessivo di € 6.000,00;\n2. di liquidare un "
        "acconto di € 1.794,00 a presentazione di fattura;",
        "6000.00",
    ),
    (
        "yearly and whole",
        "Servizio di pulizia. Affidamento quinquennale",
        "1. di affidare il servizio per l'importo annuo di € 10.000,00 e complessivo di € 50.000,00 oltre IVA;",
        "50000.00",
    ),
    ("revenue roll", "Approvazione ruolo acquedotto", "1. di approvare il ruolo dell'importo complessivo di € 818.914,56;", "818914.56"),
]


@pytest.mark.parametrize(("subject", "decision", "amount"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_total_is_told_from_the_rest(subject: str, decision: str, amount: str) -> None:
    assert read(subject, decision).values["amount"].value == Decimal(amount)


NONE = [
    ("no figure", "Nomina del responsabile", "1. di nominare il responsabile;"),
    ("only a threshold", PURCHASE, "1. di dare atto che la spesa è inferiore a € 5.000,00;"),
    ("only a fine", "Divieto di sosta", "1. di vietare la sosta; l'inosservanza è punita con la sanzione da € 25,00 a € 500,00;"),
    ("a table of tariffs", "Approvazione tariffe", "\n".join(f"certificato di tipo {n} € {n}0,00" for n in range(1, 30))),
    ("a deposit", "Svincolo della polizza", "1. di svincolare la polizza fideiussoria di € 4.000,00;"),
]


@pytest.mark.parametrize(("subject", "decision"), [case[1:] for case in NONE], ids=[case[0] for case in NONE])
def test_an_act_without_an_amount_of_its_own_has_none(subject: str, decision: str) -> None:
    act = read(subject, decision)
    assert "amount" not in act.values
    assert "amount_role" not in act.values


def test_an_amount_of_the_visa_alone_is_not_the_acts() -> None:
    assert "amount" not in read(PURCHASE, "1. di affidare la fornitura alla ditta;", visa="Impegno 167 € 11.000,00").values


def test_an_amount_of_the_premises_about_another_act_is_not_the_acts() -> None:
    act = read(
        PURCHASE, "1. di affidare la fornitura;", premises="Premesso che il programma prevede un importo complessivo di € 150.000,00;"
    )
    assert "amount" not in act.values


def test_the_premises_that_announce_the_decision_give_its_amount() -> None:
    act = read(
        PURCHASE,
        "1. di affidare la fornitura;",
        premises="Ritenuto di affidare la fornitura per l'importo complessivo di € 150,00 iva inclusa;",
    )
    assert act.values["amount"].value == Decimal("150.00")


def test_the_decision_beats_the_premises() -> None:
    premises = "Ritenuto di affidare la fornitura per un importo totale complessivo di € 500,00 iva compresa;"
    act = read(PURCHASE, "1. di affidare la fornitura per un importo totale complessivo di € 650,00 iva compresa;", premises=premises)
    assert act.values["amount"].value == Decimal("650.00")
    assert Decimal("500.00") in [value.value for value in act.alternatives["amount"]]


def test_a_gross_total_printed_in_the_premises_completes_a_net_decision() -> None:
    act = read(
        PURCHASE,
        "1. di affidare la fornitura per € 1.000,00 oltre IVA;",
        premises="Vista l'offerta di € 1.000,00 oltre IVA, in tutto € 1.220,00;",
    )
    assert (act.values["amount"].value, act.values["amount_vat"].value) == (Decimal("1220.00"), "inclusa")


def test_invoices_without_a_total_are_summed_where_the_visa_prints_the_sum() -> None:
    decision = "1. di liquidare le seguenti fatture:\nfattura n. 1 gennaio 1.972,15 €\nfattura n. 5 febbraio 1.972,15 €"
    act = read(PAYMENT, decision, visa="LIQUIDAZIONE\nImporto 3.944,30")
    assert act.values["amount"].value == Decimal("3944.30")
    assert [part.amount for part in act.parts] == [Decimal("1972.15")] * 2


def test_invoices_without_a_total_anywhere_are_summed_and_shown_to_a_person() -> None:
    act = read(PAYMENT, "1. di liquidare la fattura n. 1 di € 100,00;\n2. di liquidare la fattura n. 2 di € 250,00;")
    assert act.values["amount"].value == Decimal("350.00")
    assert "amount_summed" in act.review


def test_lots_are_kept_as_parts_with_supplier_and_code() -> None:
    decision = (
        "1. di aggiudicare il lotto 1 alla ditta Alfa srl per € 1.000,00 iva inclusa, CIG 8953550F2F;\n"
        "2. di aggiudicare il lotto 2 alla ditta Beta spa per € 2.000,00 iva inclusa, CIG 7564700BE9;\n"
        "3. di impegnare la somma complessiva di € 3.000,00 iva inclusa;"
    )
    act = read("Fornitura di carta in due lotti. Aggiudicazione", decision)
    assert act.values["amount"].value == Decimal("3000.00")
    assert [(part.label, part.amount, part.supplier, part.cig) for part in act.parts] == [
        ("lotto 1", Decimal("1000.00"), "Alfa srl", "8953550F2F"),
        ("lotto 2", Decimal("2000.00"), "Beta spa", "7564700BE9"),
    ]


def test_digits_and_words_that_differ_are_shown_to_a_person() -> None:
    act = read(PURCHASE, "1. di impegnare la somma di € 1.500,00 (euro millecento/00);")
    assert "amount_words_differ" in act.review
    assert Decimal("1100.00") in [value.value for value in act.alternatives["amount"]]


def test_an_ambiguous_form_is_shown_to_a_person_with_its_other_reading() -> None:
    act = read(PURCHASE, "1. di impegnare la somma complessiva di € 12,500;")
    assert "amount_ambiguous" in act.review
    assert Decimal("12.50") in [value.value for value in act.alternatives["amount"]]


@pytest.mark.parametrize(
    ("words", "flag"),
    [
        ("€ 100,00 IVA inclusa", "inclusa"),
        ("€ 100,00 (IVA compresa)", "inclusa"),
        ("€ 100,00, comprensivi di IVA", "inclusa"),
        ("€ 100,00 oltre IVA", "esclusa"),
        ("€ 100,00 + IVA 22%", "esclusa"),
        ("€ 100,00, al netto dell'IVA", "esclusa"),
        ("€ 100,00 (IVA esclusa)", "esclusa"),
        ("€ 100,00 esente IVA", "esente"),
        ("€ 100,00, fuori campo IVA", "esente"),
        ("€ 100,00", "ignota"),
    ],
)
def test_what_is_said_of_vat_is_kept(words: str, flag: str) -> None:
    assert read(PURCHASE, f"1. di impegnare la somma di {words};").values["amount_vat"].value == flag


@pytest.mark.parametrize(
    ("subject", "decision", "role"),
    [
        (PURCHASE, "1. di impegnare la somma di € 100,00;", "impegnato"),
        (PAYMENT, "1. di liquidare la somma di € 100,00;", "liquidato"),
        ("Rimborso spese", "1. di rimborsare € 100,00;", "liquidato"),
        ("Lavori di rifacimento del tetto. Aggiudicazione", "1. di aggiudicare i lavori per € 100.000,00;", "aggiudicato"),
        ("Approvazione ruolo idrico", "1. di approvare il ruolo dell'importo complessivo di € 100,00;", "entrata"),
    ],
)
def test_the_role_follows_the_type_and_the_words(subject: str, decision: str, role: str) -> None:
    assert read(subject, decision).values["amount_role"].value == role


def test_the_evidence_is_the_passage_and_the_page() -> None:
    value = read(PURCHASE, "1. di impegnare la somma di € 123,45 iva inclusa;").values["amount"]
    assert "€ 123,45" in value.snippet
    assert len(value.snippet) <= 200
    assert (value.page, value.method) == (1, "rule")
    assert 0.5 < value.confidence <= 1.0


@pytest.mark.parametrize(
    ("decision", "amount", "vat"),
    [
        ("1. di affidare la fornitura di carta alla ditta Alfa S.r.l., al costo di Euro 90,50 (IVA compresa);", "90.50", "inclusa"),
        ("1. di affidare la fornitura di carta per Euro 58.653,11 + IVA;", "58653.11", "esclusa"),
        ("1. di affidare la fornitura per l'importo di € 680 (euro seicentottanta/00), esente IVA art. 10;", "680.00", "esente"),
        ("1. di impegnare € 14.189,71 (euro quattordicimilacentottantanove/71) IVA inclusa;", "14189.71", "inclusa"),
    ],
    ids=["cost", "for", "exempt behind words", "included behind words"],
)
def test_a_price_is_read_with_its_vat(decision: str, amount: str, vat: str) -> None:
    values = read(PURCHASE, decision).values
    assert (values["amount"].value, values["amount_vat"].value) == (Decimal(amount), vat)


def test_a_decision_opened_in_small_letters_is_one() -> None:
    assert read(PAYMENT, "1. di liquidare il saldo di euro 184.577,07;", verb="determina").values["amount"].value == Decimal("184577.07")


def test_a_word_in_a_running_sentence_opens_no_decision() -> None:
    premises = "Considerato che il presente atto\ndetermina\nuna spesa di € 99,00 e nulla\n"
    assert read(PURCHASE, "1. di impegnare € 50,00;", premises=premises).values["amount"].value == Decimal("50.00")


def test_assessed_revenue_is_the_amount() -> None:
    act = read("Accertamento di entrata per diritti di segreteria", "1. di accertare l'entrata di € 90.282,55 al capitolo 606;")
    assert (act.values["amount"].value, act.values["amount_role"].value) == (Decimal("90282.55"), "entrata")


def test_a_tender_base_that_looks_like_the_total_of_the_award_is_not_it() -> None:
    act = read(
        "Lavori di rifacimento del tetto. Aggiudicazione",
        "1. di aggiudicare i lavori per Euro 58.653,11 + IVA;",
        premises="Dato atto che la base d'asta era pari a Euro 70.970,26;",
    )
    assert (act.values["amount"].value, act.values["amount_vat"].value) == (Decimal("58653.11"), "esclusa")


def test_a_threshold_named_behind_its_figure_is_no_total() -> None:
    premises = "Visto l'art. 50, che fissa in Euro 140.000,00 la soglia dell'affidamento diretto;"
    act = read(PURCHASE, "1. di affidare la fornitura per Euro 134.603,76 + IVA;", premises=premises)
    assert act.values["amount"].value == Decimal("134603.76")


def test_the_name_of_a_place_corrects_no_amount() -> None:
    act = read("Liquidazione contributo", "1. di liquidare a Pro Loco di Monferrato il contributo di € 4.230,00;")
    assert act.values["amount"].value == Decimal("4230.00")
