"""What is to be counted or summed, by what, over which acts."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from digest_engine.evaluation.router import figures_verdicts
from digest_engine.query.route import choose_route
from digest_engine.types import FiguresAsked, Route

TODAY = date(2026, 5, 31)
QUESTIONS = Path(__file__).parent / "questions"
GROUP_NAMES = {"act_type": "by_type"}


def rows(name: str) -> list[tuple[str, str, str]]:
    lines = (QUESTIONS / name).read_text(encoding="utf-8").splitlines()
    return [(question, asked, filters) for question, asked, filters in (line.split("\t") for line in lines)]


def ask(question: str) -> Route:
    return choose_route(question, today=TODAY)


def asked(question: str) -> FiguresAsked:
    figures = ask(question).figures
    assert figures is not None
    return figures


@pytest.mark.parametrize(("question", "expected", "filters"), [*rows("figures_it.tsv"), *rows("figures_en.tsv")])
def test_the_figures_asked_for_and_their_filters_are_read(question: str, expected: str, filters: str) -> None:
    group, _, detail = expected.partition(":")
    by = {GROUP_NAMES.get(detail, f"by_{detail}"): {}} if group == "breakdown" else {}
    top = {"top": [0] * int(detail)} if group == "extreme" and detail else {}
    row = {"group": group, "filters": json.loads(filters), "expected": {**by, **top}}
    assert figures_verdicts(row, ask(question))["figures"]


def test_a_question_about_one_fact_asks_for_no_figures() -> None:
    assert ask("Chi ha vinto la gara per la refezione scolastica?").figures is None


def test_the_amount_of_one_act_is_a_fact() -> None:
    assert ask("Qual è l'importo totale della determina 88/2026?").figures is None


def test_things_counted_in_one_act_are_no_count_of_acts() -> None:
    assert ask("How many chairs does determination no. 45/2026 buy?").figures is None


def test_things_counted_over_a_period_list_the_acts_and_claim_no_number() -> None:
    figures = asked("Quanti pulmini ha comprato il Comune ad aprile?")
    assert figures.listing
    assert figures.measures == ()


def test_suppliers_are_ranked_by_what_they_were_paid() -> None:
    figures = asked("Quale fornitore ha incassato di più nel 2025?")
    assert (figures.ranked_by, figures.top, figures.measures) == ("supplier", 1, ("sum",))


def test_a_plural_asks_for_several_members_of_a_ranking() -> None:
    assert asked("Quali uffici hanno adottato più atti quest'anno?").top > 1


def test_offices_with_more_acts_are_ranked_by_count() -> None:
    assert asked("Which offices issued the most acts this year?").measures == ("count",)


def test_a_number_in_words_is_the_length_of_a_ranking() -> None:
    assert asked("Ten largest payments in October").top == 10


def test_the_lowest_comes_first_when_the_smallest_is_asked_for() -> None:
    assert asked("La liquidazione più bassa di maggio").ascending


def test_a_daily_average_counts_by_day() -> None:
    figures = asked("Media giornaliera delle ordinanze pubblicate a ottobre")
    assert (figures.measures, figures.group_by) == (("count",), ("day",))


def test_figures_are_read_whatever_the_mode_asked_for() -> None:
    route = choose_route("Quante liquidazioni ad aprile?", today=TODAY, mode="semantic")
    assert route.mode == "semantic"
    assert route.figures == FiguresAsked(measures=("count",))


def test_two_kinds_joined_by_or_are_alternatives_and_no_breakdown() -> None:
    route = ask("Quante determine o delibere ad aprile?")
    assert route.filters.kind == ("determina", "delibera")
    assert route.figures == FiguresAsked(measures=("count",))


def test_a_payment_for_something_is_a_payment_about_it() -> None:
    filters = ask("Quanto è stato pagato per consulenze ad aprile?").filters
    assert filters.act_type == ("liquidazione",)
    assert filters.words == ("consulenze",)


def test_paid_refunds_are_refunds() -> None:
    assert ask("Totale dei rimborsi pagati a marzo").filters.act_type == ("rimborso",)


def test_medicines_are_a_type_where_the_question_is_about_buying() -> None:
    assert ask("Quanto è stato speso in farmaci nel 2025?").filters.act_type == ("acquisto_farmaci",)


def test_medicines_are_words_of_the_subject_elsewhere() -> None:
    filters = ask("Quante delibere sui farmaci nel 2025?").filters
    assert filters.act_type == ()
    assert filters.words == ("farmaci",)


def test_verbs_are_no_words_of_the_subject() -> None:
    assert ask("Quali atti citano il CIG B9B46F58AD?").filters.words == ()


def test_the_unit_may_stand_at_the_second_amount_only() -> None:
    filters = ask("Quante determine tra 5 e 10 mila euro nel 2025?").filters
    assert (filters.amount_min, filters.amount_max) == (Decimal(5000), Decimal(10000))


@pytest.mark.parametrize("question", ["Quanti contratti senza gara nel 2025?", "Quante determine senza impegno di spesa ad aprile?"])
def test_what_must_not_be_there_leaves_no_figure_where_no_filter_can_say_it(question: str) -> None:
    route = ask(question)
    assert route.figures is None
    assert any(reason.startswith("non usate per filtrare") for reason in route.reasons)


def test_nouns_joined_as_alternatives_leave_no_figure() -> None:
    route = ask("Quante proroghe e rinnovi nel 2025?")
    assert (route.figures, route.filters.words) == (None, ())


def test_words_of_an_english_question_are_searched_in_italian() -> None:
    assert ask("How much was spent on school meals in 2025?").filters.words == ("mensa", "scolastica")


def test_an_adjective_behind_the_acts_is_a_word_of_the_subject() -> None:
    assert ask("Spese legali del 2025").filters.words == ("legali",)


def test_a_noun_before_the_acts_is_a_word_of_the_subject_in_english() -> None:
    assert ask("Hospital purchases in 2025").filters.words == ("ospedale",)


def test_the_words_of_a_bare_heading_are_words_of_the_subject() -> None:
    assert ask("Straordinari del pronto soccorso: quanto sono costati ad aprile?").filters.words == ("straordinari", "pronto", "soccorso")


def test_an_excluded_type_is_left_out() -> None:
    filters = ask("Quanti atti, tranne le liquidazioni e i rimborsi, ad aprile?").filters
    assert filters.not_act_type == ("liquidazione", "rimborso")
