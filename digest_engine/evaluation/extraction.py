"""Scoring extraction by rules against gold labels: per field, per source folder, doubtful rows and CSV rows apart."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from digest_engine.evaluation.report import EvalReport, tally, timing
from digest_engine.ingest.extract import extract
from digest_engine.ingest.extract.text import fold, squeeze
from digest_engine.ingest.readers import read
from digest_engine.profiles import Profile
from digest_engine.types import ExtractedAct, ReadDocument

SUBJECT_RATIO = 90.0
_ELLIPSIS = "[...]"


@dataclass
class _Tally:
    outcomes: dict[str, list[bool]] = field(default_factory=dict)
    failures: list[dict[str, Any]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)


def evaluate_extraction(gold: Path, root: Path, profile: Profile) -> EvalReport:
    """Accuracy of `profile` on the labels of `gold`, whose files are relative to `root`.

    Scores of the documents that are not doubtful have bare names (`date`, `amount.with`, `amount.none`…) and, per source folder,
    `folder.name`; doubtful ones `doubtful.name`; rows of a CSV, read from their subject line alone, `rows.name`.
    """
    result = _Tally()
    rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines() if line.strip()]
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows:
        _score(row, _act(row, root, profile, tables, result), result)
    return EvalReport(rows=len(rows), scores=tally(result.outcomes), timing=timing(result.times), failures=result.failures)


def _act(
    row: Mapping[str, Any], root: Path, profile: Profile, tables: dict[str, dict[str, dict[str, str]]], result: _Tally
) -> ExtractedAct:
    document = _row_document(row, root, tables) if "row_id" in row else _document(row["file"], root)
    start = time.perf_counter()
    act = extract(document, profile) if document else ExtractedAct(values={})
    result.times.append((time.perf_counter() - start) * 1e6)
    return act


def _document(name: str, root: Path) -> ReadDocument | None:
    return next(iter(read((root / name).read_bytes(), name).documents), None)


def _row_document(row: Mapping[str, Any], root: Path, tables: dict[str, dict[str, dict[str, str]]]) -> ReadDocument:
    """Only the subject line and the body: what the other cells say is not what is measured."""
    name = row["file"]
    if name not in tables:
        with (root / name).open(encoding="utf-8", newline="") as source:
            tables[name] = {line["row_id"]: line for line in csv.DictReader(source)}
    line = tables[name][row["row_id"]]
    fields = tuple((label, line[label]) for label in ("oggetto", "ente"))
    return ReadDocument(name=name, media_type="text/csv", pages=(), sha256=row["row_id"], fields=fields)


def _score(row: Mapping[str, Any], act: ExtractedAct, result: _Tally) -> None:
    prefixes = _prefixes(row)
    for name, right, expected, got in _checks(row, act):
        for prefix in prefixes:
            result.outcomes.setdefault(prefix + name, []).append(right)
        if not right:
            failure = {"file": row["file"], "field": prefixes[0] + name, "expected": expected, "got": got}
            result.failures.append(failure | ({"row_id": row["row_id"]} if "row_id" in row else {}))


def _prefixes(row: Mapping[str, Any]) -> tuple[str, ...]:
    doubtful = "doubtful." if row.get("doubtful") else ""
    if "row_id" in row:
        return (f"rows.{doubtful}",)
    return (doubtful,) if doubtful else ("", f"{Path(row['file']).parent.name}.")


def _checks(row: Mapping[str, Any], act: ExtractedAct) -> Iterator[tuple[str, bool, Any, Any]]:
    got = {name: value.value for name, value in act.values.items()}
    if "row_id" not in row:
        day = got.get("act_date")
        yield _equal("date", row.get("date"), str(day) if day else None)
        yield _equal("number", row.get("numero"), got.get("number"))
        yield _equal("kind", row.get("act_kind"), got.get("kind"))
        yield _equal("issuer", _plain(row.get("ente")), _plain(got.get("issuer")))
        yield _subject(row.get("oggetto"), got.get("subject"))
    yield _equal("act_type", row.get("act_type"), got.get("act_type"))
    yield _amount(row.get("amount"), got.get("amount"))
    for name in ("cig", "cup"):
        expected, found = set(row.get(f"{name}_all") or filter(None, [row.get(name)])), _set(got.get(name))
        yield f"{name}.{'with' if expected else 'none'}", expected == found, sorted(expected), sorted(found)


def _set(value: object) -> set[str]:
    return set(value) if isinstance(value, tuple) else set()


def _equal(name: str, expected: object, got: object) -> tuple[str, bool, Any, Any]:
    return name, expected == got, expected, got


def _amount(expected: float | None, got: object) -> tuple[str, bool, Any, Any]:
    wanted = None if expected is None else Decimal(str(expected)).quantize(Decimal("0.01"))
    return f"amount.{'none' if expected is None else 'with'}", wanted == got, wanted, got


def _subject(expected: str | None, got: object) -> tuple[str, bool, Any, Any]:
    """A label with `[...]` leaves out the middle: each of its pieces must be in the subject."""
    if expected is None:
        return "subject", got is None, expected, got
    found = _folded(str(got or ""))
    if _ELLIPSIS in expected:
        right = all(fuzz.partial_ratio(_folded(piece), found) >= SUBJECT_RATIO for piece in expected.split(_ELLIPSIS))
    else:
        right = fuzz.ratio(_folded(expected), found) >= SUBJECT_RATIO
    return "subject", right, expected, got


def _folded(text: str) -> str:
    return squeeze(fold(text))


def _plain(name: object) -> str | None:
    return squeeze(str(name)).casefold() if name else None
