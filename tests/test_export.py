"""What the exported tables hold: digests, acts and figures, to the cent."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from digest_engine.export import acts_table, digests_table, figures_table
from digest_engine.profiles import Profile, load_profile
from digest_engine.requests import WindowDigest
from digest_engine.table import Table
from digest_engine.types import Act, ActFilter, Figures, Group, RoleTotal, Totals


@pytest.fixture(scope="module")
def profile() -> Profile:
    return load_profile("pa_italiana")


def digest(**changes: object) -> WindowDigest:
    amounts = {
        "with_amount": 2, "total": "1500.50", "by_role": {"impegnato": "1000.50", "liquidato": "500.00"},
        "by_type": {
            "liquidazione": {"with_amount": 1, "total": "500.00"},
            "di_casa": {"with_amount": 0, "total": "0.00"},
        },
    }  # fmt: skip
    given = {
        "namespace": "n", "date_from": date(2026, 4, 1), "date_to": date(2026, 4, 30), "granularity": "monthly", "partial": False,
        "content": "## Testo", "act_count": 3, "chunk_count": 7, "act_types": {"liquidazione": 2, "di_casa": 1},
        "total_amount": Decimal("1500.50"), "amounts": amounts, "coverage": {"acts": 3, "without_amount": 1, "undated": 2},
        "digest_vector_id": "c", "already_existed": True, "domain": "pa_italiana",
    }  # fmt: skip
    return WindowDigest(**{**given, **changes})  # type: ignore[arg-type]


def record(table: Table, row: int = 0) -> dict[str, object]:
    return table.records()[row]


def test_a_digest_row_has_each_act_type_with_its_count_and_amount(profile: Profile) -> None:
    row = record(digests_table([digest()], profile))
    assert (row["act_type.liquidazione.count"], row["act_type.liquidazione.amount"]) == (2, "500.00")


def test_a_type_without_amounts_has_an_empty_amount_and_not_zero(profile: Profile) -> None:
    row = record(digests_table([digest()], profile))
    assert (row["act_type.di_casa.count"], row["act_type.di_casa.amount"]) == (1, None)


def test_a_type_that_only_another_digest_has_counts_zero(profile: Profile) -> None:
    table = digests_table([digest(), digest(act_types={"liquidazione": 3})], profile)
    assert record(table, 1)["act_type.di_casa.count"] == 0


def test_the_amounts_of_a_digest_are_split_by_role_and_add_up_to_its_total(profile: Profile) -> None:
    row = record(digests_table([digest()], profile))
    assert (row["amount.impegnato"], row["amount.liquidato"], row["amount.entrata"]) == ("1000.50", "500.00", None)
    assert row["total_amount"] == "1500.50"


def test_the_coverage_of_a_digest_says_what_is_missing(profile: Profile) -> None:
    assert record(digests_table([digest()], profile))["coverage"] == "3 atti, 1 senza importo, 2 senza data nell'archivio"


@pytest.mark.parametrize(
    ("changes", "status", "shown"),
    [
        ({}, "fresh", "aggiornato"), ({"stale": True}, "stale", "da aggiornare"), ({"partial": True}, "partial", "parziale"),
        ({"partial": True, "stale": True}, "partial_stale", "parziale, da aggiornare"), ({"act_count": 0}, "empty", "nessun atto"),
    ],
)  # fmt: skip
def test_the_status_of_a_digest_is_in_its_row(profile: Profile, changes: dict[str, object], status: str, shown: str) -> None:
    table = digests_table([digest(**changes)], profile)
    assert record(table)["status"] == status
    assert shown in table.shown[0]


def test_an_empty_window_is_a_row_of_zeroes_without_amounts(profile: Profile) -> None:
    table = digests_table([digest(act_count=0, chunk_count=0, act_types={}, amounts={}, total_amount=None, coverage={"acts": 0})], profile)
    assert (record(table)["act_count"], record(table)["total_amount"], record(table)["amount.impegnato"]) == (0, None, None)


def test_no_digest_is_a_table_with_headings_and_no_rows(profile: Profile) -> None:
    table = digests_table([], profile)
    assert "Atti" in table.titles
    assert table.rows == ()


def test_the_order_of_act_types_is_the_profile_s_and_unknown_ones_come_last(profile: Profile) -> None:
    keys = [column.key for column in digests_table([digest()], profile).columns if column.key.startswith("act_type.")]
    assert keys[0] == "act_type.liquidazione.count"
    assert keys[-1] == "act_type.di_casa.amount"


def act(**changes: object) -> Act:
    return Act(**{"act_id": "a1", "namespace": "n", "kind": "determina", "number": "12", "year": 2026, **changes})  # type: ignore[arg-type]


def test_an_act_keeps_its_coded_values_in_json_and_shows_their_labels(profile: Profile) -> None:
    table = acts_table([act()], profile)
    assert record(table)["kind"] == "determina"
    assert profile.kind_label("determina", "it") in table.shown[0]


def test_an_act_without_amount_has_neither_role_nor_vat_flag(profile: Profile) -> None:
    row = record(acts_table([act()], profile))
    assert (row["amount"], row["amount_role"], row["amount_vat"]) == (None, None, None)


def test_a_superseded_amount_is_not_in_the_column_that_is_summed(profile: Profile) -> None:
    row = record(acts_table([act(superseded_amount=Decimal("90.00"))], profile))
    assert (row["amount"], row["superseded_amount"], row["amount_role"]) == (None, "90.00", "altro")


def test_several_codes_of_an_act_are_in_one_cell(profile: Profile) -> None:
    assert record(acts_table([act(cig=("A1", "B2"))], profile))["cig"] == "A1, B2"


def test_a_field_of_the_profile_s_own_is_a_column_empty_where_an_act_lacks_it(profile: Profile) -> None:
    table = acts_table([act(extra={"lotti": 3}), act()], profile)
    assert [row["lotti"] for row in table.records()] == [3, None]


def test_headings_follow_the_language(profile: Profile) -> None:
    assert "Oggetto" in acts_table([], profile, language="it").titles
    assert "Subject" in acts_table([], profile, language="en").titles


def figures(group_by: str | None, *groups: Group) -> Figures:
    totals = Totals(
        3, 2, Decimal("30.00"), Decimal("15.00"), Decimal("10.00"), Decimal("20.00"), (RoleTotal("altro", 2, Decimal("30.00")),)
    )
    return Figures("n", "date", (), ActFilter(), totals, group_by, groups)  # type: ignore[arg-type]


def test_ungrouped_figures_are_one_row(profile: Profile) -> None:
    assert [(row["count"], row["total"], row["amount.altro"]) for row in figures_table(figures(None), profile).records()] == [
        (3, "30.00", "30.00")
    ]


def test_grouped_figures_are_one_row_a_group_and_no_total_row(profile: Profile) -> None:
    empty = Totals(1, 0, Decimal("0.00"), None, None, None)
    table = figures_table(figures("month", Group("2026-04-01", empty), Group("", empty)), profile)
    assert [row["key"] for row in table.records()] == ["2026-04-01", ""]
    assert [row[0] for row in table.shown] == ["04/2026", "non indicato"]


def test_a_group_without_amounts_has_no_total(profile: Profile) -> None:
    empty = Totals(1, 0, Decimal("0.00"), None, None, None)
    assert figures_table(figures("kind", Group("determina", empty)), profile).records()[0]["total"] is None
