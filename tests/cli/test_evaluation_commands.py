"""`eval`: the shape of what it prints; what it measures is tested beside the measures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.cli_support import Run

QUESTION = {"question": "Quante determine ad aprile 2026?", "lang": "it", "expected_mode": "temporal"}
WRONG = {**QUESTION, "expected_mode": "semantic"}


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "domande.jsonl"
    path.write_text(f"{json.dumps(QUESTION)}\n{json.dumps(WRONG)}\n", encoding="utf-8")
    return path


def test_json_is_the_documented_object(run: Run, questions: Path) -> None:
    data = run("eval", "router", str(questions), "--json", "--failures").data
    assert data.keys() == {"rows", "scores", "timing", "failures"}
    assert (data["rows"], data["scores"]["mode"]) == (2, {"n": 2, "right": 1, "accuracy": 0.5})
    assert len(data["failures"]) == 1


def test_failures_are_listed_only_when_asked_for(run: Run, questions: Path) -> None:
    assert run("eval", "router", str(questions), "--json").data["failures"] == []
    assert "Errori: 1; li elenca --failures." in run("eval", "router", str(questions)).out
    assert "- question: Quante determine" in run("eval", "router", str(questions), "--failures").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("periods", "manca.jsonl"), ("router", "manca.jsonl"), ("extraction", "manca.jsonl", "--root", "."),
        ("retrieval", "manca.jsonl", "manca.jsonl"), ("qa", "manca.jsonl", "--root", "."),
    ],
)  # fmt: skip
def test_a_file_that_is_not_there_is_an_input_error(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("eval", *arguments)
    assert (result.code, result.out) == (2, "")
    assert "manca.jsonl" in result.err
