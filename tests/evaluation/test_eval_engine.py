"""Evaluations that run the whole engine over an archive made for them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from digest_engine.errors import InputError
from digest_engine.evaluation.archive import read_rows
from digest_engine.evaluation.qa import QaResult, evaluate_qa
from digest_engine.evaluation.retrieval import evaluate_retrieval

ACT = """COMUNE DI ROCCAFIORITA

DETERMINAZIONE DEL RESPONSABILE DEL SETTORE TECNICO
N. {number} del {day}

OGGETTO: {subject}

DETERMINA
di liquidare la somma complessiva di euro {amount}, IVA inclusa, alla ditta {supplier}.
"""
ACTS = {
    "raw/a/uno.txt": ("1", "03/04/2026", "Liquidazione fattura per la potatura dei platani", "100,00", "Verde Vivo S.n.c."),
    "raw/a/due.txt": ("2", "20/04/2026", "Liquidazione fattura per la segnaletica stradale", "50,25", "Strade Sicure S.r.l."),
    "raw/a/tre.txt": ("3", "04/05/2026", "Liquidazione fattura per la mensa scolastica", "7,00", "Buon Pasto S.p.A."),
}
QUESTIONS: list[dict[str, Any]] = [
    {"id": "f1", "kind": "fact", "lang": "it", "question": "A quale ditta è stata pagata la potatura dei platani?",
     "acts": ["raw/a/uno.txt"], "answer_contains": ["Verde Vivo"], "tags": []},
    {"id": "g1", "kind": "figures", "lang": "it", "question": "Quanto è stato liquidato ad aprile 2026?", "group": "sum",
     "scope": "gold rows under raw/a", "expected": {"from": "2026-04-01", "to": "2026-04-30", "count": 2, "sum": "150.25"}},
    {"id": "g2", "kind": "figures", "lang": "it", "question": "Quante determine per mese nel 2026?", "group": "breakdown",
     "scope": "gold rows under raw/a", "period_stated": False,
     "expected": {"by_month": {"2026-04": {"count": 2, "sum": "150.25"}, "2026-05": {"count": 1, "sum": "7"}}}},
    {"id": "n1", "kind": "none", "lang": "it", "question": "Chi ha vinto il premio di poesia dialettale?", "reason": "topic", "expected": "none"},
]  # fmt: skip


def write_rows(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> QaResult:
    root = tmp_path_factory.mktemp("acts")
    gold = []
    for name, (number, day, subject, amount, supplier) in ACTS.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        text = ACT.format(number=number, day=day, subject=subject, amount=amount, supplier=supplier)
        (root / name).write_text(text, encoding="utf-8")
        iso = "-".join(reversed(day.split("/")))
        values = {"date": iso, "numero": number, "act_kind": "determina", "act_type": "liquidazione"}
        gold.append({"file": name, "amount": float(amount.replace(",", ".")), **values})
    write_rows(root / "gold.jsonl", gold)
    asked = write_rows(root / "questions.jsonl", [{**row, "reference_date": "2026-05-31"} for row in QUESTIONS])
    return evaluate_qa(asked, root=root, encoder="none")


@pytest.mark.parametrize("name", ["fact.hit@5", "fact.answer", "fact.cites_only_right", "none"])
def test_facts_and_refusals_are_scored_over_the_whole_archive(result: QaResult, name: str) -> None:
    assert (result.report.scores[name].right, result.report.scores[name].n) == (1, 1)


@pytest.mark.parametrize("name", ["figures", "gold.figures"])
def test_figures_are_scored_as_read_and_with_gold_values(result: QaResult, name: str) -> None:
    assert (result.report.scores[name].right, result.report.scores[name].n) == (2, 2)


def test_a_prediction_names_files_and_gives_the_figures_by_the_keys_of_the_question(result: QaResult) -> None:
    by_id = {row["id"]: row for row in result.predictions}
    assert by_id["f1"]["cited"] == ["raw/a/uno.txt"]
    assert by_id["g1"]["figures"] == {"from": "2026-04-01", "to": "2026-04-30", "count": 2, "sum": "150.25"}


def test_what_is_right_is_no_failure_and_rows_are_counted_once(result: QaResult) -> None:
    assert (result.report.failures, result.report.rows) == ([], 4)


PASSAGES = [
    {"id": "p1", "text": "Si liquida la fattura per la potatura dei platani del viale della stazione."},
    {"id": "p2", "text": "Si affida il servizio di mensa scolastica per l'anno in corso alla ditta prescelta."},
    {"id": "p3", "text": "Si approva il regolamento per l'uso della palestra comunale da parte delle associazioni."},
]
QUERIES = [
    {"id": "q1", "query": "potatura dei platani", "relevant": "p1", "kind": "L"},
    {"id": "q2", "query": "mensa scolastica", "relevant": "p2", "kind": "L"},
    {"id": "q3", "query": "xilofono", "relevant": "p3", "kind": "P"},
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return write_rows(tmp_path / "passages.jsonl", PASSAGES), write_rows(tmp_path / "queries.jsonl", QUERIES)


def test_search_by_words_finds_what_shares_words_and_nothing_else(files: tuple[Path, Path]) -> None:
    report = evaluate_retrieval(*files, encoder="none")
    scores = {name: (score.right, score.n) for name, score in report.scores.items()}
    assert (scores["words.r@1"], scores["words.r@1.L"], scores["words.r@5.P"]) == ((2, 3), (2, 2), (0, 1))
    assert not any(name.startswith("dense") for name in scores)
    assert [failure["query"] for failure in report.failures] == ["xilofono"]


def test_with_an_encoder_the_dense_arm_is_scored_over_every_passage(files: tuple[Path, Path]) -> None:
    scores = evaluate_retrieval(*files, encoder="deterministic").scores
    assert (scores["dense.r@5"].right, scores["dense.r@5"].n) == (3, 3)
    assert scores["fused.r@1.L"].right == 2


def test_an_unknown_encoder_is_an_input_error(files: tuple[Path, Path]) -> None:
    with pytest.raises(InputError, match="fantasia"):
        evaluate_retrieval(*files, encoder="fantasia")


def test_a_row_of_another_shape_is_named(tmp_path: Path, files: tuple[Path, Path]) -> None:
    with pytest.raises(InputError, match="relevant"):
        evaluate_retrieval(files[0], write_rows(tmp_path / "q.jsonl", [{"query": "x"}]), encoder="none")


@pytest.mark.parametrize("text", ["{", "[1]", "\udcff"])
def test_a_file_that_is_not_json_lines_is_an_input_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.jsonl").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=r"x\.jsonl"):
        read_rows(tmp_path / "x.jsonl")
