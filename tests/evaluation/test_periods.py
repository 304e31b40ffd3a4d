"""Scoring of periods."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from digest_engine.errors import InputError
from digest_engine.evaluation.periods import evaluate_periods
from digest_engine.evaluation.report import EvalReport


def evaluate(tmp_path: Path, *rows: dict[str, Any], name: str = "own") -> EvalReport:
    path = tmp_path / f"{name}.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return evaluate_periods([path])


def row(text: str, expected: list[dict[str, str | None]], **more: Any) -> dict[str, Any]:
    return {"id": "1", "lang": "it", "text": text, "reference": "2025-08-20", "expected": expected, "kind": "day", **more}


MARCH = [{"from": "2025-03-01", "to": "2025-03-31"}]
APRIL = [{"from": "2025-04-01", "to": "2025-04-30"}]


def test_equal_sets_are_right_strictly(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("atti di marzo", MARCH))
    assert report.scores["own.it.strict"].accuracy == 1.0


def test_an_alternative_is_right_only_leniently(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("atti di marzo", APRIL, alt=[MARCH]))
    assert (report.scores["own.strict"].right, report.scores["own.lenient"].right) == (0, 1)


def test_an_end_at_the_reference_day_is_an_open_end(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("atti da marzo", [{"from": "2025-03-01", "to": "2025-08-20"}]))
    assert report.scores["own.strict"].right == 1


def test_the_reference_day_is_no_open_end_of_a_range_that_begins_later(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("atti da domani", [{"from": "2025-08-21", "to": "2025-08-20"}]))
    assert report.scores["own.strict"].right == 0


def test_a_text_without_a_date_counts_as_right_where_nothing_is_found(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("chi è il sindaco?", [], kind="negative"), row("atti di marzo", [], kind="negative"))
    score = report.scores["own.none.false_positive"]
    assert (score.n, score.right) == (2, 1)


def test_holidays_of_the_world_are_left_out_of_the_peers(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("atti di marzo", MARCH), row("boxing day", [], kind="holiday"), name="peer")
    assert (report.scores["peer.lenient"].n, report.scores["peer.lenient.all"].n) == (1, 2)


def test_holidays_count_in_the_own_set(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("a Ferragosto", [{"from": "2025-08-15", "to": "2025-08-15"}], kind="holiday"))
    assert report.scores["own.it.kind.holiday"].accuracy == 1.0


def test_history_is_used(tmp_path: Path) -> None:
    report = evaluate(tmp_path, row("e ad aprile?", APRIL, history=["spese di marzo 2025"]))
    assert report.failures == []


def test_a_failure_says_what_was_expected_and_by_which_rule_it_was_missed(tmp_path: Path) -> None:
    (failure,) = evaluate(tmp_path, row("atti di marzo", APRIL)).failures
    assert (failure["expected"], failure["got"], failure["rule"]) == (APRIL, MARCH, ["month"])


def test_times_are_reported(tmp_path: Path) -> None:
    assert set(evaluate(tmp_path, row("ieri", [])).timing) == {"median_us", "p99_us"}


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.jsonl"):
        evaluate_periods([tmp_path / "missing.jsonl"])


def test_a_line_without_a_reference_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no gold question"):
        evaluate(tmp_path, {"text": "ieri"})
