"""The figures the reader must reach on the shared gold questions."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from digest_engine.evaluation.periods import evaluate_periods
from digest_engine.evaluation.report import EvalReport
from digest_engine.periods import find_periods

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def report(shared_dir: Path) -> EvalReport:
    return evaluate_periods(sorted((shared_dir / "data" / "dates").glob("*.jsonl")))


@pytest.mark.parametrize(
    ("score", "least"),
    [
        ("own.it.strict", 0.99),
        ("own.en.strict", 0.99),
        ("snips_it.lenient", 0.85),
        ("recognizers_it.lenient", 0.82),
        ("chrono_it.lenient", 0.85),
    ],
)
def test_the_accuracy_is_reached(report: EvalReport, score: str, least: float) -> None:
    assert (report.scores[score].accuracy or 0) >= least


def test_duckling_is_read_as_far_as_its_future_preference_allows(report: EvalReport) -> None:
    assert (report.scores["duckling_it.lenient"].accuracy or 0) >= 0.73


def test_no_kind_has_more_than_one_in_six_wrong(report: EvalReport) -> None:
    kinds = {name: score for name, score in report.scores.items() if name.startswith("own.") and ".kind." in name}
    assert [name for name, score in kinds.items() if 6 * (score.n - score.right) > score.n] == []


def test_at_most_one_text_without_a_date_is_read_as_one(report: EvalReport) -> None:
    score = report.scores["own.none.false_positive"]
    assert score.n - score.right <= 1


def test_the_periods_of_routing_questions_are_right(shared_dir: Path) -> None:
    rows = [json.loads(line) for line in (shared_dir / "data" / "router" / "questions.jsonl").read_text("utf-8").splitlines()]
    rows = [row for row in rows if not row.get("debatable")]
    assert sum(_envelope_is_right(row) for row in rows) >= 0.96 * len(rows)


def _envelope_is_right(row: dict[str, str]) -> bool:
    reference = date.fromisoformat(row.get("reference_date") or "2026-05-14")
    periods = find_periods(row["question"], today=reference)
    if not row.get("expected_from"):
        return not periods
    if not periods:
        return False
    start = min(period.start or date.min for period in periods).isoformat()
    end = max(period.end or reference for period in periods).isoformat()
    return start in (row["expected_from"], row.get("expected_from_alt")) and end in (row["expected_to"], row.get("expected_to_alt"))
