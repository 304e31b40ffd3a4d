"""Figures are exact: counts and sums over acts, never over passages."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from digest_engine import Engine
from digest_engine.errors import FilterError, InputError
from digest_engine.types import ActFilter, Period
from tests.support import NAMESPACE, put_act

APRIL = Period(date(2026, 4, 1), date(2026, 4, 30))


def test_an_act_in_three_passages_counts_once(engine: Engine) -> None:
    put_act(engine, texts=("uno", "due", "tre"), amount="10000", act_date=date(2026, 4, 2))
    totals = engine.figures(NAMESPACE).totals
    assert (totals.count, totals.total) == (1, Decimal("10000.00"))


def test_1500_passages_in_a_month_are_all_in_the_figures(engine: Engine) -> None:
    for n in range(150):
        put_act(
            engine, texts=tuple(f"passaggio {n} {k}" for k in range(10)), amount="1.01", act_date=date(2026, 4, 1 + n % 30), number=str(n)
        )
    totals = engine.figures(NAMESPACE, periods=(APRIL,)).totals
    assert (totals.count, totals.total) == (150, Decimal("151.50"))


def test_amounts_of_different_nature_are_split_by_role(engine: Engine) -> None:
    put_act(engine, amount="100.10", amount_role="impegnato", act_date=date(2026, 4, 1))
    put_act(engine, amount="50.05", amount_role="liquidato", act_date=date(2026, 4, 2))
    roles = {item.role: (item.count, item.total) for item in engine.figures(NAMESPACE).totals.by_role}
    assert roles == {"impegnato": (1, Decimal("100.10")), "liquidato": (1, Decimal("50.05"))}


def test_an_act_without_amount_counts_but_is_in_no_sum_nor_average(engine: Engine) -> None:
    put_act(engine, act_date=date(2026, 4, 1))
    put_act(engine, amount="30", act_date=date(2026, 4, 1))
    totals = engine.figures(NAMESPACE).totals
    assert (totals.count, totals.with_amount, totals.without_amount, totals.average) == (2, 1, 1, Decimal("30.00"))


def test_averages_round_half_up(engine: Engine) -> None:
    for n, amount in enumerate(("0.01", "0.02")):
        put_act(engine, amount=amount, number=str(n))
    assert engine.figures(NAMESPACE).totals.average == Decimal("0.02")


def test_both_ends_of_a_period_are_included(engine: Engine) -> None:
    for day in (1, 30):
        put_act(engine, act_date=date(2026, 4, day))
    put_act(engine, act_date=date(2026, 5, 1))
    assert engine.figures(NAMESPACE, periods=(APRIL,)).totals.count == 2


def test_overlapping_periods_count_an_act_once(engine: Engine) -> None:
    put_act(engine, act_date=date(2026, 4, 15))
    periods = (APRIL, Period(date(2026, 4, 10), date(2026, 5, 10)))
    assert engine.figures(NAMESPACE, periods=periods).totals.count == 1


def test_an_open_period_has_no_bound(engine: Engine) -> None:
    put_act(engine, act_date=date(2020, 1, 1))
    assert engine.figures(NAMESPACE, periods=(Period(None, date(2026, 1, 1)),)).totals.count == 1
    assert engine.figures(NAMESPACE, periods=(Period(date(2021, 1, 1), None),)).totals.count == 0


def test_a_period_without_acts_is_zero_never_everything(engine: Engine) -> None:
    put_act(engine, act_date=date(2026, 4, 15), amount="5")
    totals = engine.figures(NAMESPACE, periods=(Period(date(2022, 10, 29), date(2022, 11, 1)),)).totals
    assert (totals.count, totals.total, totals.average) == (0, Decimal("0.00"), None)


def test_an_undated_act_is_in_no_period_and_is_counted_apart(engine: Engine) -> None:
    put_act(engine, amount="5")
    figures = engine.figures(NAMESPACE, periods=(APRIL,))
    assert (figures.totals.count, figures.undated) == (0, 1)


def test_a_breakdown_adds_up_to_the_total(engine: Engine) -> None:
    for n, kind in enumerate(("liquidazione", "liquidazione", "appalto", None)):
        put_act(engine, act_type=kind, amount="1", number=str(n))
    figures = engine.figures(NAMESPACE, group_by="act_type")
    assert {group.key: group.totals.count for group in figures.groups} == {"liquidazione": 2, "appalto": 1, "": 1}
    assert sum(group.totals.total for group in figures.groups) == figures.totals.total


def test_weeks_start_on_monday(engine: Engine) -> None:
    for day in (date(2026, 5, 3), date(2026, 5, 4), date(2026, 5, 10)):
        put_act(engine, act_date=day)
    groups = engine.figures(NAMESPACE, group_by="week").groups
    assert [(group.key, group.totals.count) for group in groups] == [("2026-04-27", 1), ("2026-05-04", 2)]


def test_giunta_4_and_consiglio_4_are_two_acts(engine: Engine) -> None:
    for organ in ("giunta", "consiglio"):
        put_act(engine, kind="delibera", organ=organ, number="4", subject=f"Delibera di {organ}")
    assert engine.figures(NAMESPACE, group_by="organ").totals.count == 2


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (ActFilter(amount_over=Decimal("1000")), 1),
        (ActFilter(amount_min=Decimal("1000")), 2),
        (ActFilter(amount_under=Decimal("1000")), 1),
        (ActFilter(amount_max=Decimal("1000")), 2),
        (ActFilter(has_amount=False), 1),
        (ActFilter(issuer=("comune di prova",), amount_over=Decimal("1000000")), 0),
        (ActFilter(words=("cancelleria",)), 1),
        (ActFilter(supplier=("rossi",)), 1),
        (ActFilter(cig=("b11eacf91d",)), 1),
        (ActFilter(missing=("cig",)), 3),
        (ActFilter(not_act_type=("liquidazione",)), 4),
    ],
)
def test_filters_restrict(engine: Engine, filters: ActFilter, expected: int) -> None:
    put_act(engine, amount="999.99", subject="Acquisto di cancelleria")
    put_act(engine, amount="1000", supplier="Rossi S.r.l.", subject="b")
    put_act(engine, amount="1000.01", supplier="Rossini S.p.A.", subject="c")
    put_act(engine, cig=("B11EACF91D",), subject="d")
    assert engine.figures(NAMESPACE, filters=filters).totals.count == expected


def test_an_unknown_date_field_is_refused_with_the_list(engine: Engine) -> None:
    put_act(engine)
    with pytest.raises(InputError, match="publication_from"):
        engine.figures(NAMESPACE, date_field="created_at")  # type: ignore[arg-type]


def test_an_unknown_missing_field_is_refused(engine: Engine) -> None:
    put_act(engine)
    with pytest.raises(FilterError, match="colour"):
        engine.figures(NAMESPACE, filters=ActFilter(missing=("colour",)))


def test_the_date_of_publication_is_another_axis(engine: Engine) -> None:
    put_act(engine, act_date=date(2026, 2, 27), publication_from=date(2026, 4, 3))
    assert engine.figures(NAMESPACE, periods=(APRIL,)).totals.count == 0
    assert engine.figures(NAMESPACE, periods=(APRIL,), date_field="publication_from").totals.count == 1
