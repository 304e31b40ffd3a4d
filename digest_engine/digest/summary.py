"""The figures of a window as JSON: the one function behind a digest's metadata, the analytics charts and the CSV."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from digest_engine.types import Figures, Totals

UNTYPED = "non_classificato"


@dataclass(frozen=True, slots=True)
class Summary:
    """`act_types`: acts by type, adding up to `act_count`. `amounts`: totals by role, overall and by type, as strings with two places."""

    act_count: int
    with_amount: int
    act_types: Mapping[str, int]
    amounts: Mapping[str, Any]
    total: Decimal | None

    @property
    def act_types_json(self) -> str:
        """Stable JSON of `act_types`."""
        return json.dumps(self.act_types, ensure_ascii=False, sort_keys=True)

    @property
    def amounts_json(self) -> str:
        """Stable JSON of `amounts`."""
        return json.dumps(self.amounts, ensure_ascii=False, sort_keys=True)


def summarise(figures: Figures) -> Summary:
    """The summary of figures grouped by act type."""
    assert figures.group_by == "act_type"
    types = {group.key or UNTYPED: group.totals for group in figures.groups}
    return Summary(
        act_count=figures.totals.count,
        with_amount=figures.totals.with_amount,
        act_types={name: totals.count for name, totals in types.items()},
        amounts={**_amounts(figures.totals), "by_type": {name: _amounts(totals) for name, totals in types.items()}},
        total=figures.totals.total if figures.totals.with_amount else None,
    )


def parse_summary(act_types_json: str, amounts_json: str) -> Summary:
    """The summary a digest stored."""
    act_types, amounts = json.loads(act_types_json), json.loads(amounts_json)
    with_amount = amounts["with_amount"]
    return Summary(sum(act_types.values()), with_amount, act_types, amounts, Decimal(amounts["total"]) if with_amount else None)


def _amounts(totals: Totals) -> dict[str, Any]:
    return {
        "with_amount": totals.with_amount,
        "total": str(totals.total),
        "by_role": {item.role: str(item.total) for item in totals.by_role},
        "count_by_role": {item.role: item.count for item in totals.by_role},
    }
