"""Digests: keyed exactly, exact in figures, and aware of what changed since."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pytest

from digest_engine import DigestGenerationRequest, Engine
from digest_engine.errors import NotFoundError
from digest_engine.types import Period
from tests.support import NAMESPACE, put_act


def ask(engine: Engine, start: date, end: date | None = None, **values: object) -> object:
    return engine.generate(DigestGenerationRequest(namespace=NAMESPACE, date_from=start, date_to=end, **values))  # type: ignore[arg-type]


@pytest.fixture
def week(engine: Engine) -> Engine:
    """Five acts, one a day from Monday 4 to Friday 8 May 2026."""
    for n in range(5):
        put_act(
            engine, number=str(n), act_date=date(2026, 5, 4 + n), amount="57000", amount_role="liquidato", act_type="liquidazione",
            subject=f"Atto {n}",
        )  # fmt: skip
    return engine


def test_a_week_of_five_days_has_the_figures_of_its_acts(week: Engine) -> None:
    ask(week, date(2026, 5, 4), date(2026, 5, 10))
    made = ask(week, date(2026, 5, 4), date(2026, 5, 10), granularity="weekly").digests[0]
    assert (made.act_count, made.total_amount, made.act_types) == (5, Decimal("285000.00"), {"liquidazione": 5})


def test_a_weekly_digest_is_made_although_daily_ones_exist(week: Engine) -> None:
    ask(week, date(2026, 5, 4), date(2026, 5, 10))
    made = ask(week, date(2026, 5, 4), date(2026, 5, 10), granularity="weekly")
    assert (made.skipped_windows, made.digests[0].granularity, made.digests[0].already_existed) == (0, "weekly", False)


def test_regenerating_three_times_leaves_one_digest(week: Engine) -> None:
    for _ in range(3):
        ask(week, date(2026, 5, 4), force_regenerate=True)
    assert len(week.digests(NAMESPACE)) == 1


def test_a_daily_and_a_monthly_digest_of_the_same_first_day_both_survive(engine: Engine) -> None:
    put_act(engine, act_date=date(2026, 5, 1))
    ask(engine, date(2026, 5, 1))
    ask(engine, date(2026, 5, 1), date(2026, 5, 31), granularity="monthly")
    assert [item.granularity for item in engine.digests(NAMESPACE)] == ["daily", "monthly"]


def test_a_skipped_window_returns_its_figures_in_full(week: Engine) -> None:
    first = ask(week, date(2026, 5, 4)).digests[0]
    second = ask(week, date(2026, 5, 4)).digests[0]
    assert second.already_existed
    assert second.model_dump(exclude={"already_existed"}) == first.model_dump(exclude={"already_existed"})


def test_a_late_act_makes_exactly_its_day_week_and_month_stale(week: Engine) -> None:
    for granularity in ("daily", "weekly", "monthly"):
        ask(week, date(2026, 5, 1), date(2026, 5, 31), granularity=granularity)
    put_act(week, act_date=date(2026, 5, 6), number="99", subject="Tardivo")
    stale = {(item.granularity, item.date_from) for item in week.digests(NAMESPACE) if item.stale}
    assert stale == {("daily", date(2026, 5, 6)), ("weekly", date(2026, 5, 4)), ("monthly", date(2026, 5, 1))}


def test_a_stale_digest_is_made_anew_without_being_forced(week: Engine) -> None:
    ask(week, date(2026, 5, 6))
    put_act(week, act_date=date(2026, 5, 6), number="99", subject="Tardivo")
    made = ask(week, date(2026, 5, 6)).digests[0]
    assert (made.already_existed, made.act_count, made.stale) == (False, 2, False)


def test_deleting_an_act_makes_its_digest_stale(week: Engine) -> None:
    ask(week, date(2026, 5, 6))
    act = next(act for act in week.acts(NAMESPACE) if act.act_date == date(2026, 5, 6))
    week.delete(NAMESPACE, [act.act_id])
    assert week.digests(NAMESPACE)[0].stale


def test_editing_an_act_makes_its_digest_stale(week: Engine) -> None:
    ask(week, date(2026, 5, 6))
    act = next(act for act in week.acts(NAMESPACE) if act.act_date == date(2026, 5, 6))
    week.edit(act.act_id, {"amount": "1.234,56"})
    assert week.digests(NAMESPACE)[0].stale


def test_a_window_without_acts_is_reported_and_not_stored(week: Engine) -> None:
    made = ask(week, date(2026, 5, 9))
    assert (made.empty_windows, made.digests[0].act_count) == (1, 0)
    assert made.digests[0].content == "Nessun atto nel periodo 09/05/2026."
    with pytest.raises(NotFoundError):
        week.digest(NAMESPACE, date(2026, 5, 9))


def test_a_clipped_window_is_partial(week: Engine) -> None:
    made = ask(week, date(2026, 5, 5), date(2026, 5, 20), granularity="weekly").digests
    assert [item.partial for item in made] == [True, False, True]


def test_the_summary_in_the_metadata_is_that_of_the_figures(week: Engine) -> None:
    ask(week, date(2026, 5, 1), date(2026, 5, 31), granularity="monthly")
    point = week.series(NAMESPACE, start=date(2026, 5, 1), end=date(2026, 5, 31), granularity="monthly")[0]
    figures = week.figures(NAMESPACE, periods=(Period(date(2026, 5, 1), date(2026, 5, 31)),), group_by="act_type")
    assert point.source == "digest"
    assert json.loads(point.summary.act_types_json) == {group.key: group.totals.count for group in figures.groups}
    assert Decimal(point.summary.amounts["by_role"]["liquidato"]) == figures.totals.by_role[0].total


def test_the_series_draws_a_stale_window_from_the_acts(week: Engine) -> None:
    ask(week, date(2026, 5, 1), date(2026, 5, 31), granularity="monthly")
    put_act(week, act_date=date(2026, 5, 6), number="99", subject="Tardivo", amount="1")
    point = week.series(NAMESPACE, start=date(2026, 5, 1), end=date(2026, 5, 31), granularity="monthly")[0]
    assert (point.source, point.summary.act_count, point.staleness.added) == ("sql", 6, 1)


def test_text_of_an_act_is_data_not_markdown(engine: Engine) -> None:
    put_act(engine, act_date=date(2026, 5, 4), subject="[clicca](http://esempio.invalid) <script>alert(1)</script>")
    content = ask(engine, date(2026, 5, 4)).digests[0].content
    assert "<script>" not in content
    assert r"\[clicca\](http\://" in content


def test_an_english_digest_is_another_digest(week: Engine) -> None:
    ask(week, date(2026, 5, 4))
    made = ask(week, date(2026, 5, 4), language="en").digests[0]
    assert not made.already_existed
    assert "1 act" in made.content


def test_all_300_acts_of_a_window_are_in_figures_and_text(engine: Engine) -> None:
    for n in range(300):
        put_act(engine, act_date=date(2026, 5, 4), number=str(n), subject=f"Oggetto numero {n}", amount="1")
    made = ask(engine, date(2026, 5, 4)).digests[0]
    assert (made.act_count, made.total_amount) == (300, Decimal("300.00"))
    assert all(f"Oggetto numero {n} " in made.content.replace("—", " ") for n in range(300))


def test_the_act_dated_years_before_ingestion_is_in_its_own_year(engine: Engine) -> None:
    put_act(engine, act_date=date(2023, 6, 1), year=2023)
    assert ask(engine, date(2023, 6, 1)).digests[0].act_count == 1


def test_a_reversed_range_is_refused(week: Engine) -> None:
    with pytest.raises(ValueError, match="before"):
        ask(week, date(2026, 5, 6), date(2026, 5, 4))
