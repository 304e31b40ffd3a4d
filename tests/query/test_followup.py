"""Follow-ups: what the question says replaces, what it leaves unsaid is inherited, and it is named."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from digest_engine.query.route import Turn, choose_route
from digest_engine.types import FiguresAsked, Route

TODAY = date(2026, 5, 14)
APRIL = [(date(2026, 4, 1), date(2026, 4, 30))]


def talk(*questions: str, answer: str = "") -> Route:
    history = [Turn(question, answer) for question in questions[:-1]]
    return choose_route(questions[-1], today=TODAY, history=history)


def days(route: Route) -> list[tuple[date | None, date | None]]:
    return [(period.start, period.end) for period in route.periods]


def test_a_bare_month_inherits_figures_and_filters() -> None:
    route = talk("Quante liquidazioni ad aprile 2025?", "E a marzo?")
    assert days(route) == [(date(2025, 3, 1), date(2025, 3, 31))]
    assert route.filters.act_type == ("liquidazione",)
    assert route.figures == FiguresAsked(measures=("count",))


def test_what_was_inherited_is_named() -> None:
    assert talk("Quante liquidazioni ad aprile 2025?", "E a marzo?").inherited == ("figures", "filters")


def test_the_year_before_shifts_the_period() -> None:
    route = talk("Quanto è stato liquidato ad aprile 2026?", "e l'anno prima?")
    assert days(route) == [(date(2025, 4, 1), date(2025, 4, 30))]
    assert route.figures == FiguresAsked(measures=("sum",))


def test_a_narrowing_adds_to_the_filters_and_inherits_the_period() -> None:
    route = talk("Quante determine ad aprile?", "solo le liquidazioni")
    assert (route.filters.kind, route.filters.act_type) == (("determina",), ("liquidazione",))
    assert days(route) == APRIL
    assert "period" in route.inherited


def test_another_topic_replaces_the_words_of_the_subject() -> None:
    route = talk("Quanto è stato speso per cardiologia ad aprile?", "e per oncologia?")
    assert route.filters.words == ("oncologia",)
    assert days(route) == APRIL
    assert route.figures == FiguresAsked(measures=("sum",))


def test_another_kind_replaces_what_is_counted() -> None:
    route = talk("Quante delibere di giunta ad aprile?", "e le determine?")
    assert (route.filters.kind, route.filters.organ) == (("determina",), ())
    assert route.figures == FiguresAsked(measures=("count",))


def test_an_organ_alone_keeps_the_kind() -> None:
    filters = talk("Quante delibere di giunta ad aprile?", "e di consiglio?").filters
    assert (filters.kind, filters.organ) == (("delibera",), ("consiglio",))


def test_an_amount_restricts_the_same_acts() -> None:
    filters = talk("Quante liquidazioni ad aprile?", "quelle sopra i 10.000 euro?").filters
    assert (filters.act_type, filters.amount_over) == (("liquidazione",), Decimal(10000))


def test_an_excluded_amount_keeps_the_rest() -> None:
    filters = talk("Quante liquidazioni ad aprile?", "escludi quelle sotto i 1.000 euro").filters
    assert (filters.amount_min, filters.amount_under) == (Decimal(1000), None)


def test_another_measure_keeps_the_acts() -> None:
    route = talk("Quante liquidazioni ad aprile?", "e il totale?")
    assert route.figures == FiguresAsked(measures=("sum",))
    assert route.filters.act_type == ("liquidazione",)


def test_a_division_keeps_the_measure() -> None:
    route = talk("Quanto è stato liquidato ad aprile?", "divise per fornitore")
    assert route.figures == FiguresAsked(measures=("sum",), group_by=("supplier",))


@pytest.mark.parametrize("question", ["quali sono?", "Elencale"])
def test_the_acts_behind_a_figure_are_listed(question: str) -> None:
    route = talk("Quante liquidazioni ad aprile?", question)
    assert route.figures is not None
    assert route.figures.listing
    assert route.filters.act_type == ("liquidazione",)


def test_a_longer_ranking_keeps_its_kind() -> None:
    assert talk("Top 3 delle liquidazioni di aprile", "e le prime 10?").figures == FiguresAsked(measures=("max",), top=10)


def test_after_a_purchase_a_thing_names_another_purchase() -> None:
    assert talk("Spesa per farmaci nel 2025", "E dispositivi medici?").filters.act_type == ("acquisto_dispositivi_medici",)


def test_another_supplier_replaces_the_first() -> None:
    route = talk("Quanto è stato pagato a Rossi Impianti srl nel 2025?", "e a Verdi Costruzioni srl?")
    assert route.filters.supplier == ("Verdi Costruzioni srl",)
    assert route.mode == "temporal"


def test_follow_ups_chain() -> None:
    route = talk("How many payments in April?", "and in March?", "only those above 5,000 euro")
    assert days(route) == [(date(2026, 3, 1), date(2026, 3, 31))]
    assert (route.filters.act_type, route.filters.amount_over) == (("liquidazione",), Decimal(5000))


def test_a_summary_goes_on_as_a_summary() -> None:
    route = talk("Riassumi gli atti di aprile", "e quelli di marzo?")
    assert route.mode == "temporal"
    assert days(route) == [(date(2026, 3, 1), date(2026, 3, 31))]


def test_a_fact_goes_on_as_a_fact_with_its_topic() -> None:
    route = talk("Quanto costa la mensa scolastica di marzo 2026?", "E di febbraio?")
    assert route.mode == "semantic"
    assert "mensa" in route.topic
    assert days(route) == [(date(2026, 2, 1), date(2026, 2, 28))]


def test_a_fact_about_the_act_just_cited_searches_with_its_number() -> None:
    route = talk("A chi va l'incarico per il castello?", "Come si chiama il professionista?", answer="Allo studio (determina RG 140/2026).")
    assert "castello" in route.topic
    assert "RG 140/2026" in route.topic


def test_a_question_that_names_an_act_inherits_nothing() -> None:
    route = talk("Cosa hanno deliberato ad aprile 2026?", "Chi ha firmato la determina n. 12?")
    assert (route.periods, route.inherited) == ((), ())


def test_a_fact_that_stands_alone_inherits_no_period() -> None:
    assert talk("Cosa hanno deliberato ad aprile 2026?", "Chi gestisce il canile comunale di Nola?").periods == ()


def test_a_figure_without_a_period_inherits_it_and_says_so() -> None:
    route = talk("Cosa hanno deliberato ad aprile 2026?", "Quante liquidazioni?")
    assert days(route) == APRIL
    assert route.inherited == ("period",)
    assert "dalla conversazione: il periodo" in route.reasons


def test_the_whole_archive_stops_the_inheritance_of_the_period() -> None:
    assert talk("Cosa hanno deliberato ad aprile 2026?", "Quante liquidazioni in tutto l'archivio?").periods == ()


def test_thanks_ask_for_nothing() -> None:
    route = talk("Quante liquidazioni ad aprile?", "grazie")
    assert (route.figures, route.inherited) == (None, ())


def test_explicit_periods_win_over_inherited_ones() -> None:
    route = choose_route("E il totale?", today=TODAY, history=[Turn("Quante liquidazioni ad aprile?")], periods=[])
    assert route.periods == ()
    assert "period" not in route.inherited


def test_a_very_long_conversation_is_followed() -> None:
    history = [Turn("Quante liquidazioni ad aprile?")] + [Turn("E a marzo?")] * 500
    assert choose_route("E ad aprile?", today=TODAY, history=history).mode == "temporal"
