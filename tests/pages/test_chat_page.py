from __future__ import annotations

from datetime import date

from streamlit.testing.v1 import AppTest

from digest_engine import Engine
from tests.pages.page_support import Open, table, texts
from tests.support import NAMESPACE, file_of

KEY = f"chat.{NAMESPACE}.0"
COUNTING = "Quante determine a marzo 2026 e per quale importo?"


def asked(app: AppTest, question: str) -> AppTest:
    return app.chat_input(key="chat.question").set_value(question).run()


def questions(app: AppTest) -> list[str]:
    return [str(message.text[0].value) for message in app.chat_message if message.avatar == ":material/person:"]


def test_a_count_is_answered_with_the_figures_of_the_engine(archive: Engine, open_app: Open) -> None:
    shown = texts(asked(open_app("chat"), COUNTING))
    assert "(Determina): **2 atti" in shown
    assert "4.200,50 € (impegnato 3.000,00 €; liquidato 1.200,50 €)" in shown


def test_the_conversation_survives_other_questions_and_other_pages(archive: Engine, open_app: Open) -> None:
    app = asked(asked(open_app("chat"), COUNTING), "E ad aprile?")
    app.switch_page("pages/overview.py").run()
    app.switch_page("pages/chat.py").run()
    assert questions(app) == [COUNTING, "E ad aprile?"]


def test_a_new_conversation_forgets_the_old_one(archive: Engine, open_app: Open) -> None:
    app = asked(open_app("chat"), COUNTING)
    app.button(key="chat.forget").click().run()
    assert questions(app) == []


def test_the_period_understood_is_a_chip(archive: Engine, open_app: Open) -> None:
    app = asked(open_app("chat"), COUNTING)
    assert [popover.proto.popover.label for popover in app.get("popover")][1] == "dal 01/03/2026 al 31/03/2026"


def test_editing_the_chip_answers_again_over_the_new_days(archive: Engine, open_app: Open) -> None:
    app = asked(open_app("chat"), COUNTING)
    app.date_input(key=f"{KEY}.period.0.from").set_value(date(2026, 4, 1))
    app.date_input(key=f"{KEY}.period.0.to").set_value(date(2026, 4, 30)).run()
    app.button(key=f"{KEY}.apply.0").click().run()
    shown = texts(app)
    assert "dal 01/04/2026 al 30/04/2026" in shown
    assert "450,25 € (impegnato 450,25 €)" in shown
    assert questions(app) == [COUNTING]


def test_removing_the_chip_answers_over_the_whole_archive(archive: Engine, open_app: Open) -> None:
    app = asked(open_app("chat"), COUNTING)
    app.button(key=f"{KEY}.remove.0").click().run()
    assert "In tutto l'archivio" in texts(app)
    assert table(app, "group", "average")[0]["count"] == 6


def test_the_mode_can_be_overridden(archive: Engine, open_app: Open) -> None:
    app = asked(open_app("chat"), COUNTING)
    app.radio(key=f"{KEY}.mode.choice").set_value("semantic").run()
    app.button(key=f"{KEY}.mode.apply").click().run()
    assert "Modo: **Passi degli atti**" in texts(app)


def test_the_panel_names_words_rule_and_kind_of_each_period(archive: Engine, open_app: Open) -> None:
    row = table(asked(open_app("chat"), COUNTING), "text", "rule")[0]
    assert row["text"] == "marzo 2026"
    assert row["rule"]
    assert (row["from"], row["to"], row["kind"]) == ("01/03/2026", "31/03/2026", "esplicito")


def test_what_came_from_the_conversation_is_shown_and_can_be_taken_off(archive: Engine, open_app: Open) -> None:
    app = asked(asked(open_app("chat"), "Quante liquidazioni a marzo 2026?"), "E ad aprile 2026?")
    chip = app.button(key=f"chat.{NAMESPACE}.1.inherited")
    assert "filtri" in chip.label
    chip.click().run()
    assert not [button for button in app.button if button.key == f"chat.{NAMESPACE}.1.inherited"]


def test_without_what_came_from_the_conversation_the_question_is_answered_by_itself(archive: Engine, open_app: Open) -> None:
    app = asked(asked(open_app("chat"), "Quante liquidazioni a marzo 2026?"), "E ad aprile?")
    assert "(Liquidazione): nessun atto nel periodo" in texts(app)
    app.button(key=f"chat.{NAMESPACE}.1.inherited").click().run()
    assert "Nel periodo dal 01/04/2026 al 30/04/2026: **2 atti" in texts(app)


def test_a_question_about_one_fact_cites_act_and_page(engine: Engine, open_app: Open) -> None:
    body = "DATO ATTO che occorrono transenne metalliche per la fiera di San Biagio;"
    engine.ingest([file_of(1, subject="Noleggio di transenne", body=body), file_of(2)], namespace=NAMESPACE)
    shown = texts(asked(open_app("chat"), "Per quale fiera sono state noleggiate le transenne?"))
    assert "Determina n. 1/2026 del 14/04/2026" in shown
    assert "](documents?act=act-" in shown
    assert "&page=1)" in shown


def test_the_table_behind_the_figures_adds_up(archive: Engine, open_app: Open) -> None:
    row = table(asked(open_app("chat"), COUNTING), "group", "average")[0]
    assert (row["count"], row["impegnato"], row["liquidato"]) == (2, 3000.0, 1200.5)


def test_a_suggestion_asks_its_question(archive: Engine, open_app: Open) -> None:
    app = open_app("chat")
    app.button(key="chat.suggestion.0").click().run()
    assert questions(app) == ["Cosa è stato fatto nel mese 03/2026?"]


def test_figures_agree_with_the_reference_day_of_the_settings(archive: Engine, open_app: Open) -> None:
    app = open_app("settings")
    app.date_input(key="settings.today").set_value(date(2026, 4, 10)).run()
    app.switch_page("pages/chat.py").run()
    assert "dal 01/03/2026 al 31/03/2026" in texts(asked(app, "Quante determine il mese scorso?"))
