"""The engine's figures of the demo equal its truth to the cent: overall, by month, type, role and issuer, and in the monthly digests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from digest_engine import Engine
from digest_engine.demo import build_demo
from digest_engine.requests import DigestGenerationRequest, WindowDigest
from digest_engine.types import DateField, GroupKey, Totals
from tests.support import make_engine

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Story:
    """The demo in an engine, and what is true of it."""

    engine: Engine
    figures: Row


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    truth = json.loads(build_demo(tmp_path_factory.mktemp("corpus")).truth_path.read_text(encoding="utf-8"))
    with make_engine(tmp_path_factory.mktemp("engine")) as engine:
        engine.load_demo("demo")
        yield Story(engine, truth["figures"])


@pytest.fixture(scope="module")
def monthly(story: Story) -> tuple[WindowDigest, ...]:
    first, last = min(story.figures["by_day"]), max(story.figures["by_day"])
    request = DigestGenerationRequest(
        namespace="demo", date_from=date.fromisoformat(first), date_to=date.fromisoformat(last), granularity="monthly"
    )
    return story.engine.generate(request).digests


def printed(totals: Totals) -> Row:
    """Totals as the truth writes them; the breakdown by type is another question to the engine."""
    money = {name: getattr(totals, name) for name in ("total", "average", "minimum", "maximum")}
    return {
        "count": totals.count,
        "with_amount": totals.with_amount,
        **{name: None if value is None else f"{value:.2f}" for name, value in money.items()},
        "by_role": {of_role.role: (of_role.count, f"{of_role.total:.2f}") for of_role in totals.by_role},
        "vat": dict(totals.vat),
    }


def true(row: Row) -> Row:
    roles = {role: (of_role["with_amount"], of_role["total"]) for role, of_role in row["by_role"].items()}
    return {**{name: row[name] for name in ("count", "with_amount", "total", "average", "minimum", "maximum", "vat")}, "by_role": roles}


def groups(story: Story, key: GroupKey, *, date_field: DateField = "date") -> dict[str, Totals]:
    found = story.engine.figures("demo", group_by=key, date_field=date_field).groups
    return {group.key: group.totals for group in found if group.key}


def test_the_figures_of_the_whole_demo_are_true(story: Story) -> None:
    assert printed(story.engine.figures("demo").totals) == true(story.figures["overall"])


@pytest.mark.parametrize(
    ("key", "name", "date_field"),
    [
        ("month", "by_month", "date"),
        ("week", "by_week", "date"),
        ("day", "by_day", "date"),
        ("month", "by_publication_month", "publication_from"),
        ("issuer", "by_issuer", "date"),
    ],
)
def test_the_figures_of_each_group_are_true(story: Story, key: GroupKey, name: str, date_field: DateField) -> None:
    found = groups(story, key, date_field=date_field)
    assert {group: printed(totals) for group, totals in found.items()} == {group: true(row) for group, row in story.figures[name].items()}


def test_the_figures_of_each_type_are_true(story: Story) -> None:
    found = {
        name: {"count": totals.count, "with_amount": totals.with_amount, "total": f"{totals.total:.2f}"}
        for name, totals in groups(story, "act_type").items()
    }
    assert found == story.figures["overall"]["by_act_type"]


def test_the_figures_of_each_role_are_true(story: Story) -> None:
    with_amount = {name: totals for name, totals in groups(story, "amount_role").items() if totals.with_amount}
    found = {name: (totals.with_amount, f"{totals.total:.2f}") for name, totals in with_amount.items()}
    assert found == true(story.figures["overall"])["by_role"]


def test_acts_without_a_date_are_counted_and_in_no_month(story: Story) -> None:
    assert story.engine.figures("demo").undated == story.figures["undated"]["count"] > 0


def test_there_is_a_digest_for_each_month_with_acts(story: Story, monthly: tuple[WindowDigest, ...]) -> None:
    assert {digest.date_from.replace(day=1).isoformat(): digest.act_count for digest in monthly} == {
        month: row["count"] for month, row in story.figures["by_month"].items()
    }


def test_the_amounts_of_monthly_digests_are_true(story: Story, monthly: tuple[WindowDigest, ...]) -> None:
    assert {digest.date_from.replace(day=1).isoformat(): digest.total_amount for digest in monthly} == {
        month: Decimal(row["total"]) for month, row in story.figures["by_month"].items()
    }


def test_the_types_of_monthly_digests_are_true(story: Story, monthly: tuple[WindowDigest, ...]) -> None:
    assert {digest.date_from.replace(day=1).isoformat(): dict(digest.act_types) for digest in monthly} == {
        month: {name: row["count"] for name, row in figures["by_act_type"].items()} for month, figures in story.figures["by_month"].items()
    }
