"""How well periods are read: strict and lenient accuracy over files of gold questions, scored as the data's README says.

Strict is equality of the set of ranges with `expected`; lenient with `expected` or any `alt`. An end at the reference day and an open end
are the same answer where the range has begun by then: in an archive nothing is later than today.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from digest_engine.errors import InputError
from digest_engine.evaluation.report import EvalReport, tally, timing
from digest_engine.periods import find_periods
from digest_engine.types import Period

Range = tuple[str | None, str | None]
# World holidays that some sources name and an Italian archive does not.
LEFT_OUT_KIND = "holiday"
# The project's own set is the target: its kinds are scored strictly, and its Italian holidays count.
OWN = "own"


@dataclass(frozen=True, slots=True)
class _Outcome:
    row: Mapping[str, Any]
    file: str
    periods: Sequence[Period]
    microseconds: float
    strict: bool
    lenient: bool


def evaluate_periods(files: Sequence[Path]) -> EvalReport:
    """Scores of every file, by language and kind, with times and failures. Raises InputError for a file that is not of this kind."""
    outcomes = [_judge(row, path.stem) for path in files for row in _rows(path)]
    return EvalReport(
        rows=len(outcomes),
        scores=tally(_scores(outcomes)),
        timing=timing([outcome.microseconds for outcome in outcomes]),
        failures=[_failure(outcome) for outcome in outcomes if not (outcome.strict if outcome.file == OWN else outcome.lenient)],
    )


def _rows(path: Path) -> list[Mapping[str, Any]]:
    try:
        lines = path.read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read gold questions from {path}: {error}") from error


def _judge(row: Mapping[str, Any], file: str) -> _Outcome:
    try:
        text, reference = str(row["text"]), date.fromisoformat(row["reference"])
        expected, others = _ranges(row["expected"], reference), [_ranges(other, reference) for other in row.get("alt", ())]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{file}: a line is no gold question (id, text, reference, expected): {error}") from error
    started = time.perf_counter()
    periods = find_periods(text, today=reference, history=row.get("history", ()))
    spent = (time.perf_counter() - started) * 1e6
    found = _normalised(((_iso(period.start), _iso(period.end)) for period in periods), reference)
    strict = found == expected
    return _Outcome(row, file, periods, spent, strict, strict or found in others)


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _ranges(listed: Iterable[Mapping[str, str | None]], reference: date) -> frozenset[Range]:
    return _normalised(((item["from"], item["to"]) for item in listed), reference)


def _normalised(ranges: Iterable[Range], reference: date) -> frozenset[Range]:
    """`to: reference` is the open end, where the range has begun."""
    today = reference.isoformat()
    return frozenset((start, None if end == today and (start is None or start <= today) else end) for start, end in ranges)


def _scores(outcomes: Iterable[_Outcome]) -> dict[str, list[bool]]:
    scores: defaultdict[str, list[bool]] = defaultdict(list)
    for outcome in outcomes:
        for name, right in _named(outcome):
            scores[name].append(right)
    return dict(sorted(scores.items()))


def _named(outcome: _Outcome) -> Iterable[tuple[str, bool]]:
    """The scores that one question counts in."""
    file, lang, kind = outcome.file, outcome.row.get("lang", "it"), outcome.row.get("kind", "")
    counted = file == OWN or kind != LEFT_OUT_KIND
    yield f"{file}.lenient.all", outcome.lenient
    if counted:
        yield f"{file}.strict", outcome.strict
        yield f"{file}.lenient", outcome.lenient
        yield f"{file}.{lang}.strict", outcome.strict
        yield f"{file}.{lang}.lenient", outcome.lenient
    if kind:
        yield f"{file}.{lang}.kind.{kind}", outcome.strict if file == OWN else outcome.lenient
    if not outcome.row["expected"]:
        yield f"{file}.none.false_positive", not outcome.periods


def _failure(outcome: _Outcome) -> dict[str, Any]:
    row = outcome.row
    return {
        "id": row.get("id", ""),
        "file": outcome.file,
        "kind": row.get("kind", ""),
        "text": row["text"],
        "reference": row["reference"],
        "history": list(row.get("history", ())),
        "expected": list(row["expected"]),
        "got": [{"from": _iso(period.start), "to": _iso(period.end)} for period in outcome.periods],
        "rule": [period.rule for period in outcome.periods],
    }
