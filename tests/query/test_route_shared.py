"""The targets on the questions that are not in the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from digest_engine.evaluation.report import EvalReport
from digest_engine.evaluation.router import evaluate_router

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def report(shared_dir: Path) -> EvalReport:
    data = shared_dir / "data"
    return evaluate_router([data / "router" / "questions.jsonl", data / "qa" / "questions.jsonl"])


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("mode", 0.98),
        ("mode.it", 0.98),
        ("mode.en", 0.98),
        ("mode.trap", 0.96),
        ("range", 0.96),
        ("figures", 0.97),
        ("figures.range", 0.96),
    ],
)
def test_a_score_reaches_its_target(report: EvalReport, name: str, least: float) -> None:
    accuracy = report.scores[name].accuracy
    assert accuracy is not None
    assert accuracy >= least, [failure["question"] for failure in report.failures if name in failure["wrong"]]
