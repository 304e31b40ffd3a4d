"""The scorer of the router, on rows whose verdict is known."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from digest_engine.errors import InputError
from digest_engine.evaluation.router import evaluate_router, figures_verdicts, filters_are_right, reference_of, routing_verdicts
from digest_engine.types import ActFilter, FiguresAsked, Period, Route

MAY = Period(date(2026, 5, 1), date(2026, 5, 31))


def row(**values: Any) -> dict[str, Any]:
    return {"question": "Quante determine a maggio?", "lang": "it", "expected_mode": "temporal", "reference_date": "2026-05-14", **values}


def route(*periods: Period, mode: str = "temporal", figures: FiguresAsked | None = None, filters: ActFilter | None = None) -> Route:
    return Route(mode=mode, question="q", periods=periods, figures=figures, filters=filters or ActFilter())  # type: ignore[arg-type]


def write(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in rows), encoding="utf-8")
    return path


def test_a_debatable_mode_is_scored_apart() -> None:
    assert set(routing_verdicts(row(debatable=True), route())) == {"mode.debatable"}


def test_a_mode_is_scored_by_language_too() -> None:
    assert routing_verdicts(row(), route()) == {"mode": True, "mode.it": True}


def test_a_trap_is_scored_as_one() -> None:
    assert routing_verdicts(row(note="trap: a surname"), route(mode="semantic"))["mode.trap"] is False


def test_the_envelope_of_several_periods_is_compared() -> None:
    periods = (Period(date(2026, 2, 1), date(2026, 2, 28)), Period(date(2026, 3, 1), date(2026, 3, 31)))
    assert routing_verdicts(row(expected_from="2026-02-01", expected_to="2026-03-31"), route(*periods))["range"]


def test_an_open_end_is_the_reference_day() -> None:
    assert routing_verdicts(row(expected_from="2026-05-01", expected_to="2026-05-14"), route(Period(date(2026, 5, 1), None)))["range"]


def test_an_alternative_end_is_accepted() -> None:
    verdicts = routing_verdicts(row(expected_from="2026-05-01", expected_to="2026-05-14", expected_to_alt="2026-05-31"), route(MAY))
    assert verdicts["range"]


def test_a_missing_period_is_wrong() -> None:
    assert routing_verdicts(row(expected_from="2026-05-01", expected_to="2026-05-31"), route())["range"] is False


def test_a_debatable_date_is_scored_apart() -> None:
    verdicts = routing_verdicts(row(expected_from="2026-05-01", expected_to="2026-05-31", date_debatable=True), route(MAY))
    assert verdicts["range.debatable"]
    assert "range" not in verdicts


def test_a_row_without_a_day_is_asked_on_the_documented_one() -> None:
    assert reference_of({}) == date(2026, 5, 14)


@pytest.mark.parametrize(
    ("expected", "held"),
    [
        ({"type": "liquidazione"}, ActFilter(act_type=("liquidazione",))),
        ({"kind": ["determina", "delibera"]}, ActFilter(kind=("delibera", "determina"))),
        ({"amount_gt": "100000"}, ActFilter(amount_over=Decimal("100000.00"))),
        ({"amount": None}, ActFilter(has_amount=False)),
        ({"cig": None}, ActFilter(missing=("cig",))),
        ({"cup": "J24H23000140001"}, ActFilter(cup=("J24H23000140001",))),
        ({}, ActFilter()),
    ],
)
def test_filters_are_the_same_under_their_two_names(expected: dict[str, Any], held: ActFilter) -> None:
    assert filters_are_right(expected, held)


def test_a_filter_too_many_is_wrong() -> None:
    assert not filters_are_right({"type": "liquidazione"}, ActFilter(act_type=("liquidazione",), words=("mensa",)))


@pytest.mark.parametrize(
    ("group", "expected", "asked"),
    [
        ("count", {}, FiguresAsked(measures=("count",))),
        ("sum", {}, FiguresAsked(measures=("count", "sum"))),
        ("average", {}, FiguresAsked(measures=("average",))),
        ("breakdown", {"by_month": {}}, FiguresAsked(measures=("count",), group_by=("month",))),
        ("extreme", {"max": "1"}, FiguresAsked(measures=("max",), top=1)),
        ("extreme", {"top": [1, 2, 3]}, FiguresAsked(measures=("max",), top=3)),
        ("list", {}, FiguresAsked(listing=True)),
        ("compare", {}, FiguresAsked(measures=("sum",), compare=True)),
    ],
)
def test_what_is_asked_is_recognised(group: str, expected: dict[str, Any], asked: FiguresAsked) -> None:
    assert figures_verdicts({"group": group, "expected": expected}, route(figures=asked))["figures"]


@pytest.mark.parametrize(
    ("group", "asked"),
    [
        ("count", FiguresAsked(measures=("sum",))),
        ("count", FiguresAsked(measures=("count",), group_by=("month",))),
        ("sum", FiguresAsked(measures=("count",))),
        ("list", FiguresAsked(measures=("count",))),
        ("compare", FiguresAsked(measures=("sum",))),
        ("count", None),
    ],
)
def test_something_else_asked_is_wrong(group: str, asked: FiguresAsked | None) -> None:
    assert not figures_verdicts({"group": group, "expected": {}}, route(figures=asked))["figures"]


def test_a_stated_period_may_be_an_alternative() -> None:
    item = {"group": "count", "period_stated": True, "reference_date": "2026-05-14", "expected": {"from": "2026-05-01", "to": "2026-05-14"}}
    other = {"alternatives": [{"expected": {"from": "2026-05-01", "to": "2026-05-31"}}]}
    assert figures_verdicts({**item, **other}, route(MAY))["figures.range"]


def test_the_two_sides_of_a_comparison_make_one_envelope() -> None:
    sides = {"a": {"from": "2026-04-01", "to": "2026-04-30"}, "b": {"from": "2026-05-01", "to": "2026-05-31"}}
    item = {"group": "compare", "period_stated": True, "reference_date": "2026-05-14", "expected": sides}
    assert figures_verdicts(item, route(Period(date(2026, 4, 1), date(2026, 4, 30)), MAY))["figures.range"]


def test_rows_of_both_files_are_told_by_their_fields(tmp_path: Path) -> None:
    figures = {
        "kind": "figures",
        "lang": "it",
        "question": "Quante determine?",
        "group": "count",
        "filters": {"kind": "determina"},
        "expected": {},
    }
    path = write(tmp_path / "rows.jsonl", row(), figures, {"kind": "fact", "lang": "it", "question": "Chi?"})
    report = evaluate_router([path])
    assert report.rows == 2
    assert set(report.scores) == {"mode", "mode.it", "figures"}


def test_failures_name_the_question_and_what_is_wrong(tmp_path: Path) -> None:
    report = evaluate_router([write(tmp_path / "rows.jsonl", row(expected_mode="semantic"))])
    assert [(item["question"], item["wrong"]) for item in report.failures] == [("Quante determine a maggio?", ["mode", "mode.it"])]


def test_the_time_is_measured_against_dateparser(tmp_path: Path) -> None:
    pytest.importorskip("dateparser")
    report = evaluate_router([write(tmp_path / "rows.jsonl", row())])
    assert {"median_us", "p99_us", "dateparser_ratio"} <= set(report.timing)


def test_the_report_is_one_json_object(tmp_path: Path) -> None:
    report = evaluate_router([write(tmp_path / "rows.jsonl", row(expected_mode="semantic"))])
    assert set(json.loads(report.as_json())) == {"rows", "scores", "timing", "failures"}


def test_a_file_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.jsonl"):
        evaluate_router([tmp_path / "absent.jsonl"])


def test_a_file_that_is_no_json_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("not json\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"rows\.jsonl"):
        evaluate_router([path])
