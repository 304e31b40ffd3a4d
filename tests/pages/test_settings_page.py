from __future__ import annotations

from digest_engine import Engine
from tests.pages.page_support import Open, table
from tests.support import NAMESPACE


def test_the_active_parts_are_named(archive: Engine, open_app: Open) -> None:
    parts = {row["part"]: row["value"] for row in table(open_app("settings"), "part", "value")}
    assert parts["Catalogo"] == "SQLite"
    assert parts["Vettori"] == "qdrant-edge"
    assert parts["Modello linguistico"] == "nessuno: regole e scrittura per estratti"


def test_an_archive_can_be_created(archive: Engine, open_app: Open) -> None:
    app = open_app("settings")
    app.text_input(key="settings.new.name").set_value("nuovo").run()
    app.button(key="settings.create").click().run()
    assert "nuovo" in {record.name for record in archive.namespaces()}
    assert app.selectbox(key="app.namespace").value == "nuovo"


def test_an_archive_that_exists_is_not_created_again(archive: Engine, open_app: Open) -> None:
    app = open_app("settings")
    app.text_input(key="settings.new.name").set_value(NAMESPACE).run()
    app.button(key="settings.create").click().run()
    assert app.error[0].value == "**Non si può fare ora.**"


def test_deleting_an_archive_takes_typing_its_name(archive: Engine, open_app: Open) -> None:
    app = open_app("settings")
    app.selectbox(key="settings.delete.name").set_value(NAMESPACE).run()
    app.text_input(key="settings.delete.typed").set_value("provA").run()
    assert app.button(key="settings.delete").disabled
    app.text_input(key="settings.delete.typed").set_value(NAMESPACE).run()
    app.button(key="settings.delete").click().run()
    assert archive.namespaces() == []
    assert {"what": "atti cancellati", "count": 6.0} in table(app, "what", "count")


def test_the_archives_are_listed_with_their_sizes(archive: Engine, open_app: Open) -> None:
    assert [(row["name"], row["acts"]) for row in table(open_app("settings"), "name", "acts")] == [(NAMESPACE, 6)]
