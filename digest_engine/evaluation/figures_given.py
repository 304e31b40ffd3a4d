"""The figures of an answer under the keys that a question about figures expects: a change of form, nothing is computed anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from digest_engine.requests import DigestAgentResponse

Row = Mapping[str, Any]

GROUPS = {"by_type": "act_type", "by_kind": "kind", "by_organ": "organ", "by_month": "month", "by_week": "week", "by_day": "day"}
TOTALS = {"count": "count", "sum": "sum", "average": "average", "max": "max", "min": "min", "with_amount": "with_amount"}


def figures_given(expected: Row, response: DigestAgentResponse, owners: Mapping[str, str], *, today: date) -> dict[str, Any] | None:
    """The answer's figures by the keys of `expected`, periods included; None where no figures were computed.

    `owners` names the file of an act id. An open end of a period is `today`, as in the questions.
    """
    figures = response.figures
    if figures is None:
        return None
    given: dict[str, Any] = {"from": _day(response.extracted_date_from, today), "to": _day(response.extracted_date_to, today)}
    for key in expected:
        if key in TOTALS:
            given[key] = figures["totals"][TOTALS[key]]
        elif key in GROUPS:
            given[key] = _groups(figures, GROUPS[key], expected[key])
        elif key in _OTHERS:
            given[key] = _OTHERS[key](figures, owners, expected)
    return given


def _day(day: date | None, today: date) -> str:
    return (day or today).isoformat()


def _groups(figures: Row, key: str, expected: Row) -> dict[str, Any]:
    """A breakdown; counts alone where the question wants counts alone."""
    rows = figures["groups"].get(key) or (figures["ranking"] if figures["ranked_by"] == key else ())
    counted = all(not isinstance(value, Mapping) for value in expected.values())
    return {_short(key, row["key"]): row["count"] if counted else {"count": row["count"], "sum": row["sum"]} for row in rows}


def _short(key: str, value: str) -> str:
    return value[:7] if key == "month" else value


def _acts(figures: Row, owners: Mapping[str, str], _expected: Row) -> list[str]:
    return [owners.get(act["act_id"], act["act_id"]) for act in figures["acts"]]


def _top(figures: Row, owners: Mapping[str, str], _expected: Row) -> list[dict[str, Any]]:
    return [{"act": owners.get(act["act_id"]), "date": act["date"], "amount": act["amount"]} for act in figures["acts"]]


def _compared(index: int) -> Callable[[Row, Mapping[str, str], Row], Any]:
    def side(figures: Row, _owners: Mapping[str, str], expected: Row) -> dict[str, Any] | None:
        wanted = expected["ab"[index]]
        rows: Sequence[Row] = figures["by_period"]
        return {key: rows[index][key] for key in wanted if key in rows[index]} if len(rows) == 2 else None

    return side


def _sides(figures: Row, expected: Row) -> tuple[Decimal, Decimal]:
    rows, measure = figures["by_period"], expected.get("compared", "sum")
    return (Decimal(str(rows[0][measure])), Decimal(str(rows[1][measure]))) if len(rows) == 2 else (Decimal(0), Decimal(0))


def _larger(figures: Row, _owners: Mapping[str, str], expected: Row) -> str:
    first, second = _sides(figures, expected)
    return "a" if first > second else "b" if second > first else "equal"


def _difference(figures: Row, _owners: Mapping[str, str], expected: Row) -> str:
    first, second = _sides(figures, expected)
    return str(abs(first - second))


def _busiest(figures: Row, _owners: Mapping[str, str], _expected: Row) -> list[str]:
    rows = figures["groups"].get("day", ())
    most = max((row["count"] for row in rows), default=0)
    return [row["key"] for row in rows if row["count"] == most]


_OTHERS: Mapping[str, Callable[[Row, Mapping[str, str], Row], Any]] = {
    "acts": _acts, "top": _top, "a": _compared(0), "b": _compared(1), "larger": _larger, "difference": _difference, "max_day": _busiest,
}  # fmt: skip
