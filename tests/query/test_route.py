"""The route as a whole: mode, periods, filters, reasons."""

from __future__ import annotations

import logging
from datetime import date

import pytest

from digest_engine.query.route import FilterVocabulary, KnownName, choose_route, classify_query, classify_query_debug
from digest_engine.types import Period, Route

TODAY = date(2026, 5, 14)
APRIL = (date(2026, 4, 1), date(2026, 4, 30))
KNOWN = FilterVocabulary(
    issuers=(KnownName("ASL Lazio 9"),),
    offices=(KnownName("Settore Tecnico", ("ufficio tecnico",)),),
    suppliers=(KnownName("ROSSI IMPIANTI S.R.L."), KnownName("Verdi Catering srl"), KnownName("APRILE SRL")),
    act_types=(KnownName("sentenza_civile", ("sentenze civili",)),),
)


def ask(question: str, *, vocabulary: FilterVocabulary | None = None) -> Route:
    return choose_route(question, today=TODAY, vocabulary=vocabulary)


def days(route: Route) -> list[tuple[date | None, date | None]]:
    return [(period.start, period.end) for period in route.periods]


def test_a_date_alone_makes_no_question_temporal() -> None:
    route = ask("Chi è il RUP della determina n. 453 del 01/05/2026?")
    assert route.mode == "semantic"
    assert days(route) == [(date(2026, 5, 1), date(2026, 5, 1))]


def test_an_explicit_mode_wins() -> None:
    assert choose_route("Riassumi gli atti di aprile", today=TODAY, mode="semantic").mode == "semantic"


def test_an_explicit_mode_says_so_in_the_reasons() -> None:
    assert "scelto da chi chiede" in choose_route("Riassumi gli atti di aprile", today=TODAY, mode="semantic").reasons[0]


def test_explicit_periods_replace_those_of_the_text() -> None:
    given = Period(date(2025, 1, 1), date(2025, 1, 31))
    assert choose_route("Quanti atti ad aprile?", today=TODAY, periods=[given]).periods == (given,)


def test_no_explicit_period_means_the_whole_span() -> None:
    assert choose_route("Quanti atti ad aprile?", today=TODAY, periods=[]).periods == ()


def test_the_words_of_a_replaced_period_are_no_words_of_the_subject() -> None:
    given = Period(date(2025, 1, 1), date(2025, 1, 31))
    assert choose_route("Quanti atti ad aprile?", today=TODAY, periods=[given]).filters.words == ()


def test_several_periods_are_all_kept() -> None:
    assert len(ask("Confronta gli acquisti di marzo e di aprile").periods) == 2


def test_without_a_period_the_reasons_name_the_whole_archive() -> None:
    assert "tutto l'archivio" in " ".join(ask("Quante liquidazioni abbiamo?").reasons)


def test_the_reasons_are_in_the_language_of_the_question() -> None:
    assert ask("How many payments in April?").reasons[0].startswith("The question is about many acts")


def test_the_reasons_quote_the_words_that_decided() -> None:
    assert "«Quante determine»" in ask("Quante determine ad aprile?").reasons[0]


def test_confidence_and_runner_up_add_up_to_one() -> None:
    route = ask("Quante determine ad aprile?")
    assert route.runner_up is not None
    assert route.runner_up[0] == "semantic"
    assert route.confidence + route.runner_up[1] == pytest.approx(1)


def test_a_clear_question_is_surer_than_a_bare_one() -> None:
    assert ask("Quante determine sono state adottate ad aprile?").confidence > ask("mensa scolastica aprile").confidence


def test_the_decision_is_logged_as_the_seed_logs_it(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="digest_engine.query.route"):
        classify_query("Hanno acquistato antibiotici?")
    assert caplog.messages[-1].startswith("[query_router] auto → 'semantic' | pattern=")
    assert caplog.messages[-1].endswith("| question='Hanno acquistato antibiotici?'")


def test_classify_query_gives_the_mode_alone() -> None:
    assert classify_query("Riepilogo degli atti di aprile") == "temporal"


def test_the_debug_names_periods_in_iso_days() -> None:
    debug = classify_query_debug("Quante liquidazioni ad aprile 2026?", today=TODAY)
    assert [(period["from"], period["to"]) for period in debug["periods"]] == [("2026-04-01", "2026-04-30")]


def test_the_debug_names_what_matched() -> None:
    debug = classify_query_debug("Quante liquidazioni ad aprile 2026?", today=TODAY)
    assert (debug["mode"], debug["filters"], debug["figures"]) == ("temporal", {"act_type": ["liquidazione"]}, {"measures": ["count"]})
    assert debug["pattern"]


@pytest.mark.parametrize(
    ("question", "kind", "organ", "number", "year"),
    [
        ("Chi ha firmato la determina n. 160/2026?", "determina", None, "160", 2026),
        ("Delibera di giunta 48/2026: contro chi si va in causa?", "delibera", "giunta", "48", 2026),
        ("Cosa dispone l'ordinanza n. 7 del 2025?", "ordinanza", None, "7", 2025),
        ("Cosa dispone il decreto sindacale 5/2026?", "decreto", None, "5", 2026),
        ("What does council resolution no. 12/2026 approve?", "delibera", "consiglio", "12", 2026),
        ("What is the subject of determination 0045?", "determina", None, "45", None),
    ],
)
def test_an_act_named_by_number_becomes_a_filter(question: str, kind: str, organ: str | None, number: str, year: int | None) -> None:
    filters = ask(question).filters
    assert (filters.kind, filters.organ) == ((kind,), (organ,) if organ else ())
    assert (filters.number, filters.year) == ((number,), (year,) if year else ())


def test_the_number_of_a_law_names_no_act() -> None:
    assert ask("Quanti permessi ex decreto legislativo n. 151 sono stati concessi ad aprile?").filters.number == ()


def test_a_plural_with_a_year_names_no_act() -> None:
    assert ask("Delibere 2025").filters.number == ()


def test_codes_become_filters_in_either_mode() -> None:
    assert ask("CIG b1234567af: chi è l'aggiudicatario?").filters.cig == ("B1234567AF",)


def test_a_telephone_number_is_no_code() -> None:
    assert ask("Chi risponde al 3349101110?").filters.cig == ()


def test_a_fact_is_not_searched_behind_a_guessed_supplier() -> None:
    assert ask("Chi ha firmato il pagamento a Gamma SpA?").filters.supplier == ()


def test_a_deadline_is_marked() -> None:
    assert ask("Quali bandi scadono entro il 30 giugno?").deadline


def test_a_date_of_acts_is_no_deadline() -> None:
    assert not ask("Quali bandi sono stati pubblicati a marzo?").deadline


def test_an_issuer_known_in_the_archive_becomes_a_filter() -> None:
    assert ask("Quante determine della ASL Lazio 9 ad aprile?", vocabulary=KNOWN).filters.issuer == ("ASL Lazio 9",)


def test_a_known_supplier_is_found_without_its_legal_form() -> None:
    route = ask("Quanto è stato pagato a Rossi Impianti nel 2025?", vocabulary=KNOWN)
    assert route.filters.supplier == ("ROSSI IMPIANTI S.R.L.",)


def test_a_known_supplier_is_found_by_one_telling_word() -> None:
    assert ask("Totale pagato a Verdi nel 2025", vocabulary=KNOWN).filters.supplier == ("Verdi Catering srl",)


def test_an_alias_of_an_office_becomes_its_name() -> None:
    assert ask("Spesa dell'ufficio tecnico ad aprile", vocabulary=KNOWN).filters.office == ("Settore Tecnico",)


def test_a_supplier_called_as_a_month_leaves_the_month_alone() -> None:
    route = ask("Quanti atti ad aprile?", vocabulary=KNOWN)
    assert route.filters.supplier == ()
    assert days(route) == [APRIL]


def test_an_act_type_of_the_profile_is_counted() -> None:
    route = ask("Quante sentenze civili ad aprile?", vocabulary=KNOWN)
    assert route.mode == "temporal"
    assert route.filters.act_type == ("sentenza_civile",)


def test_a_firm_introduced_as_one_is_a_supplier_without_any_catalog() -> None:
    assert ask("Quanto è stato pagato alla ditta Blu Servizi srl nel 2025?").filters.supplier == ("Blu Servizi srl",)


def test_what_is_left_out_of_a_very_long_question_is_said() -> None:
    assert "primi 400" in " ".join(ask("Quanti atti ad aprile? " + "parola " * 500).reasons)
