from __future__ import annotations

import json
from datetime import date
from typing import Any

from streamlit.testing.v1 import AppTest

from digest_engine import DigestGenerationRequest, Engine
from tests.pages.page_support import Open, table, texts
from tests.support import NAMESPACE, put_act


def written(engine: Engine) -> None:
    engine.generate(
        DigestGenerationRequest(namespace=NAMESPACE, date_from=date(2026, 3, 1), date_to=date(2026, 5, 31), granularity="monthly")
    )


def whole_months(open_app: Open) -> AppTest:
    app = open_app("analytics")
    app.date_input(key="analytics.from").set_value(date(2026, 3, 1))
    return app.date_input(key="analytics.to").set_value(date(2026, 5, 31)).run()


def traces(app: AppTest, place: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(app.get("plotly_chart")[place].proto.spec)["data"]
    return found


def hatched(app: AppTest) -> list[bool]:
    return [bool(shape) for shape in traces(app)[0]["marker"]["pattern"]["shape"]]


def test_counts_by_type_equal_those_of_the_series(archive: Engine, open_app: Open) -> None:
    rows = table(whole_months(open_app), "source", "acts")
    points = archive.series(NAMESPACE, start=date(2026, 3, 1), end=date(2026, 5, 31), granularity="monthly")
    for row, point in zip(rows, points, strict=True):
        assert {name: row[name] for name in point.summary.act_types} == point.summary.act_types


def test_windows_without_a_digest_are_hatched_and_labelled(archive: Engine, open_app: Open) -> None:
    app = whole_months(open_app)
    assert hatched(app) == [True, True, True]
    assert {row["source"] for row in table(app, "source", "acts")} == {"dagli atti: digest mancante"}
    assert any(trace["name"].startswith("tratteggio") for trace in traces(app))


def test_windows_of_fresh_digests_are_plain(archive: Engine, open_app: Open) -> None:
    written(archive)
    app = whole_months(open_app)
    assert hatched(app) == [False, False, False]
    assert "Finestre lette dai digest: 3 su 3" in texts(app)


def test_an_outdated_window_is_drawn_from_the_acts_and_says_what_changed(archive: Engine, open_app: Open) -> None:
    written(archive)
    put_act(archive, number="77", act_date=date(2026, 4, 15), act_type="liquidazione", amount="5.00", amount_role="liquidato")
    app = whole_months(open_app)
    assert hatched(app) == [False, True, False]
    row = table(app, "source", "acts")[1]
    assert row["source"] == "dagli atti: digest superato (+1 −0 ~0)"
    assert row["acts"] == 3


def test_amounts_are_stacked_by_role_to_the_cent(archive: Engine, open_app: Open) -> None:
    by_role = {trace["name"]: trace["y"] for trace in traces(whole_months(open_app), 1)}
    assert list(by_role["Impegnato"]) == [3000.0, 450.25, 0.0]
    assert list(by_role["Liquidato"]) == [1200.5, 0.0, 10.0]


def test_amounts_by_type_show_one_role_at_a_time(archive: Engine, open_app: Open) -> None:
    app = whole_months(open_app)
    app.button_group(key="analytics.amounts_of").set_value("liquidato").run()
    assert {trace["name"] for trace in traces(app, 2)} == {"Liquidazione", "tratteggio: calcolato dagli atti, senza un digest aggiornato"}


def test_windows_may_be_weeks(archive: Engine, open_app: Open) -> None:
    app = whole_months(open_app)
    app.button_group(key="analytics.granularity").set_value("weekly").run()
    assert len(table(app, "source", "acts")) == 14
