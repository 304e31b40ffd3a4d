"""Scoring of the router: mode, period and figures asked for, on files of routing questions and of questions about figures.

Rows are told by their fields: `expected_mode` makes a routing question (data/router), `kind: figures` a question about figures (data/qa);
other rows are left out. Rows of `expected_mode` give

- `mode` (without those marked debatable), `mode.debatable`, `mode.it`, `mode.en`, and `mode.trap` (rows whose note names a trap);
- `range` (rows with an expected period, without those marked `date_debatable`) and `range.debatable`: the envelope of the periods read,
  first `from` to last `to`, an open end being the reference day. `expected_from_alt` and `expected_to_alt` are accepted.

Rows of figures give

- `figures`: what is asked for and the filters, both right. `group` against `Route.figures`: `count` = count and nothing else of the
  following; `sum` = sum, not grouped; `average`, `extreme` (max or min of single acts) and `compare` likewise; `breakdown` = grouped by
  the key that `expected` names (`by_type`, `by_kind`, `by_month`…); `list` = a listing. `filters` against `Route.filters`: `type`, `kind`,
  `organ`, `cig`, `cup`, `supplier`, `issuer`, `number`, `amount_gt`, `amount_gte`, `amount_lt`, `amount_lte` and `amount: null` (no amount) must be
  there, and no filter that the row does not name;
- `figures.range` (rows with `period_stated`): the period against `expected` or an alternative.

Time is that of `choose_route` (period and route together) in microseconds a question, against `dateparser.search.search_dates` on the
same texts in the same run, where dateparser is installed: `dateparser_ratio` is the ratio of the medians. Neither is told the language
of a question, only that it is Italian or English; `dateparser_told_ratio` is the ratio where dateparser is told which.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from digest_engine.errors import InputError
from digest_engine.evaluation.report import EvalReport, tally, timing
from digest_engine.query.intent.vocabulary import LANGUAGES
from digest_engine.query.route import choose_route
from digest_engine.types import ActFilter, FiguresAsked, Route

DEFAULT_REFERENCE = date(2026, 5, 14)
FILTER_FIELDS = {
    "type": "act_type", "kind": "kind", "organ": "organ", "cig": "cig", "cup": "cup", "supplier": "supplier", "issuer": "issuer", "ente": "issuer",
    "number": "number", "numero": "number", "amount_gt": "amount_over", "amount_gte": "amount_min", "amount_lt": "amount_under",
    "amount_lte": "amount_max",
}  # fmt: skip
GROUP_FIELDS = {
    "by_type": "act_type", "by_kind": "kind", "by_month": "month", "by_week": "week", "by_day": "day", "by_organ": "organ",
    "by_supplier": "supplier", "by_office": "office",
}  # fmt: skip
EMPTY = ActFilter()

Row = Mapping[str, Any]
Verdicts = dict[str, bool]


def evaluate_router(files: Sequence[Path]) -> EvalReport:
    """Score every row of `files` (JSON lines). Raises `InputError` for a file that can't be read or a line that is not JSON."""
    rows = [row for path in files for row in _read(path) if _is_routing(row) or _is_figures(row)]
    outcomes: dict[str, list[bool]] = {}
    failures: list[dict[str, Any]] = []
    for row in rows:
        route = choose_route(row["question"], today=reference_of(row))
        verdicts = routing_verdicts(row, route) if _is_routing(row) else figures_verdicts(row, route)
        for name, right in verdicts.items():
            outcomes.setdefault(name, []).append(right)
        wrong = [name for name, right in verdicts.items() if not right]
        if wrong:
            failures.append(_failure(row, route, wrong))
    return EvalReport(len(rows), tally(outcomes), _timing(rows), failures)


def reference_of(row: Row) -> date:
    """The day on which the question was asked."""
    return date.fromisoformat(row["reference_date"]) if row.get("reference_date") else DEFAULT_REFERENCE


def routing_verdicts(row: Row, route: Route) -> Verdicts:
    """Mode and range of a routing question, by score."""
    right = route.mode == row["expected_mode"]
    verdicts = {"mode.debatable": right} if row.get("debatable") else {"mode": right, f"mode.{row['lang']}": right}
    if "trap" in row.get("note", ""):
        verdicts["mode.trap"] = right
    if "expected_from" in row or "expected_to" in row:
        verdicts["range.debatable" if row.get("date_debatable") else "range"] = _range_is_right(row, route)
    return verdicts


def figures_verdicts(row: Row, route: Route) -> Verdicts:
    """What is asked for with its filters, and the period, of a question about figures."""
    verdicts = {"figures": _asks_right(row, route.figures) and filters_are_right(row.get("filters", {}), route.filters)}
    if row.get("period_stated"):
        verdicts["figures.range"] = _stated_range_is_right(row, route)
    return verdicts


def filters_are_right(expected: Row, filters: ActFilter) -> bool:
    """True where the route's filters are those of the row, and no other."""
    wanted: dict[str, Any] = {}
    for name, value in expected.items():
        if name == "amount" and value is None:
            wanted["has_amount"] = False
        elif value is None:
            wanted["missing"] = (*wanted.get("missing", ()), FILTER_FIELDS.get(name, name))
        else:
            field = FILTER_FIELDS.get(name, name)
            wanted[field] = Decimal(value) if name.startswith("amount_") else tuple(value) if isinstance(value, list) else (value,)
    return {name: _comparable(value) for name, value in _held(filters).items()} == {
        name: _comparable(value) for name, value in wanted.items()
    }


def envelope(route: Route, reference: date) -> tuple[str, str] | None:
    """First and last day of the periods, open ends at the reference day; None where there is no period."""
    if not route.periods:
        return None
    starts = [period.start or date.min for period in route.periods]
    ends = [period.end or reference for period in route.periods]
    return min(starts).isoformat(), max(ends).isoformat()


def _asks_right(row: Row, asked: FiguresAsked | None) -> bool:
    if asked is None:
        return False
    single = not (asked.group_by or asked.top or asked.compare)
    match row["group"]:
        case "count":
            return single and asked.measures == ("count",)
        case "sum":
            return single and "sum" in asked.measures
        case "average":
            return single and "average" in asked.measures
        case "breakdown":
            return not asked.compare and set(_groups_of(row["expected"])) <= set(asked.group_by)
        case "extreme":
            wanted = len(row["expected"].get("top", ())) or 1
            return asked.ranked_by is None and bool({"max", "min"} & set(asked.measures)) and asked.top == wanted
        case "list":
            return asked.listing
        case "compare":
            return asked.compare
        case _:
            return False


def _groups_of(expected: Row) -> list[str]:
    return [GROUP_FIELDS.get(name, name) for name in expected if name.startswith("by_")]


def _range_is_right(row: Row, route: Route) -> bool:
    found = envelope(route, reference_of(row))
    reference = reference_of(row).isoformat()
    starts = {row.get("expected_from") or date.min.isoformat(), row.get("expected_from_alt")}
    ends = {row.get("expected_to") or reference, row.get("expected_to_alt")}
    return found is not None and found[0] in starts and found[1] in ends


def _stated_range_is_right(row: Row, route: Route) -> bool:
    found = envelope(route, reference_of(row))
    expected = [row["expected"], *(item["expected"] for item in row.get("alternatives", ()))]
    return found in [_envelope_of(item) for item in expected]


def _envelope_of(expected: Row) -> tuple[str, str]:
    parts = [expected[name] for name in ("a", "b") if name in expected] or [expected]
    return min(part["from"] for part in parts), max(part["to"] for part in parts)


def _comparable(value: Any) -> Any:
    return frozenset(str(item).casefold() for item in value) if isinstance(value, tuple) else value


def _held(filters: ActFilter) -> dict[str, Any]:
    return {item.name: value for item in fields(filters) if (value := getattr(filters, item.name)) != getattr(EMPTY, item.name)}


def _failure(row: Row, route: Route, wrong: Sequence[str]) -> dict[str, Any]:
    expected = {name: row[name] for name in ("expected_mode", "expected_from", "expected_to", "group", "filters", "note") if name in row}
    return {
        "question": row["question"],
        "wrong": list(wrong),
        "expected": expected,
        "mode": route.mode,
        "range": envelope(route, reference_of(row)),
        "filters": {name: str(value) for name, value in _held(route.filters).items()},
        "figures": str(route.figures),
        "reasons": list(route.reasons),
    }


def _timing(rows: Sequence[Row]) -> dict[str, float]:
    own = timing(_times(rows, lambda row: choose_route(row["question"], today=reference_of(row))))
    if not rows or find_spec("dateparser") is None:
        return own
    from dateparser.search import search_dates

    search_dates(rows[0]["question"], languages=list(LANGUAGES))
    theirs = timing(_times(rows, lambda row: search_dates(row["question"], languages=list(LANGUAGES))))["median_us"]
    told = timing(_times(rows, lambda row: search_dates(row["question"], languages=[row["lang"]])))["median_us"]
    return {
        **own,
        "dateparser_median_us": theirs,
        "dateparser_told_median_us": told,
        "dateparser_ratio": round(own["median_us"] / theirs, 4),
        "dateparser_told_ratio": round(own["median_us"] / told, 4),
    }


def _times(rows: Iterable[Row], run: Callable[[Row], object]) -> list[float]:
    taken = []
    for row in rows:
        begun = time.perf_counter()
        run(row)
        taken.append((time.perf_counter() - begun) * 1e6)
    return taken


def _is_routing(row: Row) -> bool:
    return "expected_mode" in row


def _is_figures(row: Row) -> bool:
    return row.get("kind") == "figures"


def _read(path: Path) -> list[Row]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"can't read {path}: {error.strerror}") from error
    try:
        return [json.loads(line) for line in lines if line.strip()]
    except json.JSONDecodeError as error:
        raise InputError(f"{path} is not JSON lines: {error}") from error
