"""Scoring of given answers."""

from __future__ import annotations

from typing import Any

import pytest

from digest_engine.evaluation.answers import contains, figures_right, same_act, verdicts


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("sono 9 articoli", "9", True), ("sono 19 articoli", "9", False), ("euro 9,50", "9", False), ("euro 1.9", "9", False),
        ("alla ditta ROSSI", "rossi", True), ("alla ditta Rossini", "rossi", True), ("dott. De Rossi", "ossi", False),
        ("l’incarico  dato", "l'incarico dato", True), ("il 9.", "9", True), ("€\u00a01.200,00", "1.200,00", True),
    ],
)  # fmt: skip
def test_a_wanted_string_stands_by_itself_in_the_answer(text: str, wanted: str, found: bool) -> None:
    assert contains(text, wanted) is found


@pytest.mark.parametrize("name", ["raw/a/x_1.txt", "x_1.pdf", "p7m/x_1.pdf.p7m", "scans/x_1_scan.pdf"])
def test_an_act_is_the_same_in_every_form(name: str) -> None:
    assert same_act(name) == "x_1"


def figures(**changes: Any) -> dict[str, Any]:
    expected = {"from": "2026-04-01", "to": "2026-04-30", "sum": "10.50", "acts": ["b", "a"], "numeri": ["1"]}
    return {"kind": "figures", "group": "sum", "expected": expected, **changes}


GIVEN = {"from": "2026-04-01", "to": "2026-04-30", "sum": 10.5, "acts": ["a", "b"]}


def test_figures_are_equal_as_numbers_and_acts_as_sets() -> None:
    assert figures_right(figures(), GIVEN)


@pytest.mark.parametrize("change", [{"sum": "10.51"}, {"acts": ["a"]}, {"to": "2026-04-29"}, {"sum": None}])
def test_one_wrong_key_makes_the_figures_wrong(change: dict[str, Any]) -> None:
    assert not figures_right(figures(), {**GIVEN, **change})


def test_an_accepted_alternative_is_right() -> None:
    other = {"from": "2026-04-02", "to": "2026-04-30", "sum": "9"}
    question = figures(alternatives=[{"expected": other}])
    assert figures_right(question, {**other, "sum": "9.00"})


def test_days_are_not_scored_where_the_question_names_no_period() -> None:
    assert figures_right(figures(period_stated=False), {**GIVEN, "from": "2020-01-01"})


def test_no_figures_are_wrong_figures() -> None:
    assert not figures_right(figures(), None)


FACT = {"kind": "fact", "lang": "it", "acts": ["raw/x_1.txt"], "answer_contains": ["Rossi", ["9", "nove"]], "tags": ["date"]}


def fact(**prediction: Any) -> dict[str, bool]:
    return dict(verdicts(FACT, prediction))


def test_every_wanted_string_is_needed_in_one_of_its_spellings() -> None:
    assert fact(answer="Rossi, voti nove")["fact.answer"]
    assert not fact(answer="Rossi")["fact.answer"]


def test_a_hit_is_among_the_first_five() -> None:
    assert fact(retrieved=["a", "b", "c", "d", "x_1.pdf"])["fact.hit@5"]
    assert not fact(retrieved=["a", "b", "c", "d", "e", "x_1.pdf"])["fact.hit@5"]


def test_citing_a_wrong_act_or_none_is_not_citing_only_right_ones() -> None:
    assert fact(cited=["x_1.pdf"])["fact.cites_only_right"]
    assert not fact(cited=["x_1.pdf", "y"])["fact.cites_only_right"]
    assert not fact()["fact.cites_only_right"]


def test_facts_are_scored_by_tag_and_language_too() -> None:
    assert {"fact.answer.date", "fact.hit@5.it"} <= fact().keys()


NONE = {"kind": "none", "reason": "topic", "must_not_contain": ["SEGRETO"], "may_cite": ["x_1.txt"]}


@pytest.mark.parametrize(
    ("prediction", "right"),
    [
        ({"refused": True, "answer": "Nessun atto."}, True), ({"refused": False, "answer": "Nessun atto."}, False),
        ({"refused": True, "answer": "Ecco il segreto"}, False), ({"refused": True, "answer": "", "cited": ["y"]}, False),
        ({"refused": True, "answer": "", "cited": ["x_1.pdf"]}, True), ({}, False),
    ],
)  # fmt: skip
def test_a_question_that_nothing_answers_is_right_when_refused(prediction: dict[str, Any], right: bool) -> None:
    assert dict(verdicts(NONE, prediction)) == {"none": right, "none.topic": right}
