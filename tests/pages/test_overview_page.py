from __future__ import annotations

from datetime import date

from streamlit.testing.v1 import AppTest

from digest_engine import Engine, Period, euro
from tests.pages.page_support import Open, table, texts
from tests.support import NAMESPACE, put_act


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_an_empty_archive_offers_the_demo(open_app: Open) -> None:
    app = open_app()
    assert app.button(key="overview.demo").label == "Carica la demo"
    assert not app.metric


def test_the_cards_show_the_figures_of_the_engine_by_role(archive: Engine, open_app: Open) -> None:
    totals = archive.figures(NAMESPACE).totals
    shown = metrics(open_app())
    assert shown["Atti"] == str(totals.count) == "6"
    assert {shown["Impegnato"], shown["Liquidato"]} == {euro(item.total) for item in totals.by_role} == {"3.450,25 €", "1.310,49 €"}


def test_the_total_is_never_without_its_split(archive: Engine, open_app: Open) -> None:
    assert "4.760,74 € (impegnato 3.450,25 €; liquidato 1.310,49 €)" in texts(open_app())


def test_the_page_says_which_date_it_filters_on(archive: Engine, open_app: Open) -> None:
    assert "Date considerate: data dell'atto." in texts(open_app())


def test_a_period_restricts_every_figure(archive: Engine, open_app: Open) -> None:
    app = open_app()
    app.date_input(key="overview.from").set_value(date(2026, 4, 1))
    app.date_input(key="overview.to").set_value(date(2026, 4, 30)).run()
    totals = archive.figures(NAMESPACE, periods=(Period(date(2026, 4, 1), date(2026, 4, 30)),)).totals
    assert metrics(app)["Atti"] == str(totals.count) == "2"
    assert "Atti senza questa data, in nessun periodo: 1." in texts(app)


def test_a_reversed_period_is_told_and_ignored(archive: Engine, open_app: Open) -> None:
    app = open_app()
    app.date_input(key="overview.from").set_value(date(2026, 5, 1))
    app.date_input(key="overview.to").set_value(date(2026, 4, 1)).run()
    assert app.warning[0].value.startswith("La fine precede l'inizio")
    assert metrics(app)["Atti"] == "6"


def test_what_is_missing_is_counted_as_the_engine_counts_it(archive: Engine, open_app: Open) -> None:
    missing, shown = archive.missing(NAMESPACE), metrics(open_app())
    assert shown["Senza data"] == "1 atto"
    assert shown["Senza importo"] == "1 atto"
    assert shown["Senza CIG"] == f"{missing['cig']} atti" == "5 atti"


def test_what_is_missing_is_one_click_from_its_list(archive: Engine, open_app: Open) -> None:
    app = open_app()
    app.button(key="overview.missing.date").click().run()
    assert app.title[0].value == "Documenti"
    assert [row["name"] for row in table(app, "name", "subject")] == ["Determina n. 6/2025"]


def test_the_breakdown_by_type_adds_up_to_the_acts(archive: Engine, open_app: Open) -> None:
    rows = table(open_app(), "group", "without")
    assert sum(row["count"] for row in rows) == 6  # type: ignore[misc]


def test_an_act_taken_in_meanwhile_by_another_process_is_shown_at_the_next_run(archive: Engine, open_app: Open) -> None:
    app = open_app()
    put_act(archive, number="7", act_date=date(2026, 5, 5))
    assert metrics(app.run())["Atti"] == "7"


def test_the_progress_of_indexing_is_in_the_sidebar(archive: Engine, open_app: Open) -> None:
    assert any("6 atti" in caption.value for caption in open_app().sidebar.caption)


def test_the_page_speaks_english_when_asked(archive: Engine, open_app: Open) -> None:
    app = open_app("overview", lang="en")
    assert app.title[0].value == "Overview"
    assert "Dates considered: date of the act." in texts(app)
    assert metrics(app)["Committed"] == "3.450,25 €"
