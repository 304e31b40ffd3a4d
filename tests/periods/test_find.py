"""What callers of find_periods rely on: values, spans, kinds, history, the order of the text."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

from digest_engine.periods import find_periods, today_in_rome, trace
from digest_engine.types import Period

TODAY = date(2026, 5, 14)


def one(text: str, history: list[dict[str, str]] | list[str] | None = None) -> Period:
    (period,) = find_periods(text, today=TODAY, history=history or [])
    return period


def test_the_span_is_that_of_the_words_in_the_question() -> None:
    period = one("Quante determine dal 3 al 7 marzo 2026 ha firmato il sindaco?")
    assert period.text == "dal 3 al 7 marzo 2026"


def test_the_span_counts_characters_of_the_text_as_given() -> None:
    text = "Perché così tanti atti — l’anno scorso?"
    period = one(text)
    assert text[slice(*period.span)] == period.text == "anno scorso"


def test_the_rule_is_named() -> None:
    assert one("atti della settimana scorsa").rule == "last_unit"


def test_a_date_by_name_is_explicit() -> None:
    assert one("atti di marzo 2025").kind == "explicit"


def test_a_period_counted_from_today_is_relative() -> None:
    assert one("atti del mese scorso").kind == "relative"


def test_a_window_is_rolling() -> None:
    assert one("atti degli ultimi 20 giorni").kind == "rolling"


def test_periods_come_in_the_order_of_the_text() -> None:
    starts = [period.start for period in find_periods("confronta giugno 2025 con marzo 2025", today=TODAY)]
    assert starts == [date(2025, 6, 1), date(2025, 3, 1)]


def test_a_period_named_twice_comes_once() -> None:
    assert len(find_periods("marzo 2025: quante delibere a marzo 2025?", today=TODAY)) == 1


def test_a_period_that_the_calendar_lacks_is_left_out() -> None:
    assert find_periods("atti del 31 settembre 2025", today=TODAY) == []


def test_history_may_be_questions_with_answers() -> None:
    history = [{"question": "Quante ordinanze a febbraio 2025?", "answer": "Nove, la prima del 3 marzo 2024."}]
    assert one("e a marzo?", history).start == date(2025, 3, 1)


def test_an_answer_hands_over_no_period() -> None:
    history = [{"question": "Chi dirige l'ufficio tributi?", "answer": "Dal 3 marzo 2024 è vacante."}]
    assert find_periods("e il vicesindaco?", today=TODAY, history=history) == []


def test_an_inherited_period_says_so_and_has_no_place_in_the_question() -> None:
    period = one("e per le scuole?", ["spese di ottobre 2025"])
    assert (period.kind, period.text, period.span) == ("inherited", "", (0, 0))


def test_what_was_completed_from_the_history_keeps_its_place() -> None:
    period = one("e a marzo?", ["spese di ottobre 2024"])
    assert (period.kind, period.text, period.start) == ("inherited", "marzo", date(2024, 3, 1))


def test_a_question_about_everything_inherits_nothing() -> None:
    assert find_periods("quante ne risultano in tutto l'archivio?", today=TODAY, history=["spese di ottobre 2025"]) == []


def test_the_period_may_come_from_several_turns_before() -> None:
    assert one("e in media?", ["spese di ottobre 2025", "solo le forniture", "e per ufficio?"]).start == date(2025, 10, 1)


def test_the_trace_names_rules_and_spans() -> None:
    found = trace("art. 12, atti del 3 marzo 2026", TODAY)
    rules = {term.rule: term.text for term in found.terms}
    assert rules["day_month"] == "3 marzo 2026"
    assert rules["trap_number"] == "art. 12"


def test_the_trace_has_the_periods_of_find_periods() -> None:
    question = "delibere tra aprile e giugno 2025"
    assert list(trace(question, TODAY).periods) == find_periods(question, today=TODAY)


def test_half_past_midnight_in_rome_is_already_the_italian_day() -> None:
    assert today_in_rome(datetime(2026, 7, 31, 22, 30, tzinfo=UTC)) == date(2026, 8, 1)


def test_a_moment_of_another_zone_is_the_italian_day() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert today_in_rome(datetime(2026, 1, 1, 6, 0, tzinfo=tokyo)) == date(2025, 12, 31)


def test_a_moment_without_a_zone_is_utc() -> None:
    assert today_in_rome(datetime(2026, 7, 31, 23, 0)) == date(2026, 8, 1)
