"""Hundreds of questions, each with its mode, in both languages, with the traps of the trade."""

from __future__ import annotations

import unicodedata
from datetime import date
from pathlib import Path

import pytest

from digest_engine.query.route import choose_route

TODAY = date(2026, 5, 14)
QUESTIONS = Path(__file__).parent / "questions"


def rows(name: str) -> list[tuple[str, str]]:
    lines = (QUESTIONS / name).read_text(encoding="utf-8").splitlines()
    return [(mode, question) for mode, question in (line.split("\t") for line in lines)]


@pytest.mark.parametrize(("mode", "question"), rows("modes_it.tsv"))
def test_an_italian_question_gets_its_mode(mode: str, question: str) -> None:
    assert choose_route(question, today=TODAY).mode == mode


@pytest.mark.parametrize(("mode", "question"), rows("modes_en.tsv"))
def test_an_english_question_gets_its_mode(mode: str, question: str) -> None:
    assert choose_route(question, today=TODAY).mode == mode


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_language_of_every_question_is_recognised(language: str) -> None:
    wrong = [question for _, question in rows(f"modes_{language}.tsv") if choose_route(question, today=TODAY).language != language]
    assert not wrong


@pytest.mark.parametrize("language", ["it", "en"])
def test_capitals_do_not_change_the_mode(language: str) -> None:
    wrong = [question for mode, question in rows(f"modes_{language}.tsv") if choose_route(question.upper(), today=TODAY).mode != mode]
    assert len(wrong) <= len(rows(f"modes_{language}.tsv")) // 50, wrong


def test_curly_apostrophes_do_not_change_the_mode() -> None:
    wrong = [question for mode, question in rows("modes_it.tsv") if choose_route(question.replace("'", "’"), today=TODAY).mode != mode]
    assert not wrong


def test_a_missing_question_mark_does_not_change_the_mode() -> None:
    wrong = [question for mode, question in rows("modes_it.tsv") if choose_route(question.rstrip("?"), today=TODAY).mode != mode]
    assert not wrong


def test_decomposed_accents_do_not_change_the_mode() -> None:
    wrong = [
        question
        for mode, question in rows("modes_it.tsv")
        if choose_route(unicodedata.normalize("NFD", question), today=TODAY).mode != mode
    ]
    assert not wrong
