from __future__ import annotations

from datetime import date
from pathlib import Path

from streamlit.testing.v1 import AppTest

from digest_engine import Engine
from digest_engine.ui.safe import safe
from tests.pages.page_support import ROOT, Open, table, texts
from tests.support import NAMESPACE, act_text, file_of, put_act


def names(app: AppTest) -> list[object]:
    return [row["name"] for row in table(app, "name", "subject")]


def taken_in(engine: Engine, **values: object) -> str:
    """An act read from a file; returns its id."""
    return engine.ingest([file_of(12, **values)], namespace=NAMESPACE).files[0].documents[0].act_id  # type: ignore[arg-type]


def test_the_list_has_every_act_and_its_totals(archive: Engine, open_app: Open) -> None:
    app = open_app("documents")
    assert len(names(app)) == 6
    assert "**6 atti**, 1 senza importo: impegnato 3.450,25 €; liquidato 1.310,49 €" in texts(app)


def test_filters_restrict_list_and_totals_alike(archive: Engine, open_app: Open) -> None:
    app = open_app("documents")
    app.multiselect(key="documents.types").set_value(["acquisto_beni"]).run()
    assert names(app) == ["Determina n. 2/2026", "Determina n. 3/2026"]
    assert "**2 atti**, tutti con importo: impegnato 3.450,25 €" in texts(app)


def test_words_are_looked_for_in_the_subject(archive: Engine, open_app: Open) -> None:
    app = open_app("documents")
    app.text_input(key="documents.words").set_value("patrocinio").run()
    assert names(app) == ["Determina n. 4/2026"]


def test_an_act_shows_each_value_with_page_method_and_confidence(engine: Engine, open_app: Open) -> None:
    act_id = taken_in(engine)
    app = open_app("documents", act=act_id)
    assert app.title[0].value == "Determina n. 12/2026 del 14/04/2026"
    shown = texts(app)
    assert "1.250,00 €" in shown
    assert "pag. 1 · regola · affidabilità" in shown


def test_an_act_shows_its_text_by_page(engine: Engine, open_app: Open) -> None:
    shown = texts(open_app("documents", act=taken_in(engine)))
    assert "Pagina 1" in shown
    assert "PREMESSO che occorre provvedere" in shown


def test_the_archive_of_an_act_that_the_address_names_is_chosen(archive: Engine, open_app: Open) -> None:
    archive.create_namespace("a prima")
    act_id = archive.acts(NAMESPACE)[0].act_id
    assert open_app("documents", act=act_id).selectbox(key="app.namespace").value == NAMESPACE


def test_an_unknown_act_is_a_sentence_not_a_crash(archive: Engine, open_app: Open) -> None:
    app = open_app("documents", act="act-che-non-esiste")
    assert app.error[0].value == "**Non trovato.**"


def test_a_value_corrected_by_hand_is_stored_journalled_and_shown(archive: Engine, open_app: Open) -> None:
    act_id = archive.acts(NAMESPACE)[0].act_id
    app = open_app("documents", act=act_id)
    app.text_input(key=f"documents.typed.{act_id}.amount").set_value("1.500,75")
    next(button for button in app.button if button.form_id == "documents.edit.amount").click().run()
    assert str(archive.act(act_id).act.amount) == "1500.75"
    assert "Importo: 1.200,50 € → 1.500,75 €" in texts(app)


def test_a_wrong_correction_is_refused_with_its_reason(archive: Engine, open_app: Open) -> None:
    act_id = archive.acts(NAMESPACE)[0].act_id
    app = open_app("documents", act=act_id)
    app.text_input(key=f"documents.typed.{act_id}.amount").set_value("tanto")
    next(button for button in app.button if button.form_id == "documents.edit.amount").click().run()
    assert app.error[0].value == "**Qualcosa nei dati indicati non va.**"
    assert str(archive.act(act_id).act.amount) == "1200.50"


def test_a_correction_can_be_undone(archive: Engine, open_app: Open) -> None:
    act_id = archive.acts(NAMESPACE)[0].act_id
    archive.edit(act_id, {"amount": "7,00"})
    app = open_app("documents", act=act_id)
    app.button(key="documents.undo").click().run()
    assert str(archive.act(act_id).act.amount) == "1200.50"


def test_deleting_an_act_takes_a_confirmation_and_shows_the_proof(archive: Engine, open_app: Open) -> None:
    act_id = archive.acts(NAMESPACE)[0].act_id
    app = open_app("documents", act=act_id)
    assert app.button(key="documents.delete").label == "Cancella per sempre"
    app.button(key="documents.delete").click().run()
    assert act_id not in {act.act_id for act in archive.acts(NAMESPACE)}
    assert {"what": "atti cancellati", "count": 1.0} in table(app, "what", "count")


def test_each_uploaded_file_gets_its_line(engine: Engine, open_app: Open) -> None:
    app = open_app("documents")
    files = [("uno.txt", act_text(1).encode(), "text/plain"), ("vuoto.txt", b"", "text/plain")]
    app.file_uploader(key="documents.files").set_value(files).run()
    app.button(key="documents.upload").click().run()
    lines = {row["name"]: str(row["outcome"]) for row in table(app, "name", "outcome")}
    assert lines["uno.txt"] == "indicizzato: un atto"
    assert lines["vuoto.txt"].startswith("non letto: ")


def test_a_folder_taken_in_twice_is_already_there(engine: Engine, open_app: Open, tmp_path: Path) -> None:
    folder = tmp_path / "atti"
    folder.mkdir()
    (folder / "uno.txt").write_text(act_text(1), encoding="utf-8")
    app = open_app("documents")
    for _turn in range(2):
        app.text_input(key="documents.folder").set_value(str(folder)).run()
        app.button(key="documents.import").click().run()
    assert [row["outcome"] for row in table(app, "name", "outcome")] == ["già presente"]
    assert "**1** già presenti" in texts(app)


def test_a_folder_that_is_not_there_is_told(archive: Engine, open_app: Open) -> None:
    app = open_app("documents")
    app.button_group(key="documents.view").set_value("upload").run()
    app.text_input(key="documents.folder").set_value("/non/esiste").run()
    app.button(key="documents.import").click().run()
    assert app.error[0].value == "Sul server non c'è una cartella con questo percorso."


def test_the_files_received_are_listed_with_what_became_of_them(engine: Engine, open_app: Open) -> None:
    engine.ingest([file_of(1)], namespace=NAMESPACE)
    app = open_app("documents")
    app.button_group(key="documents.view").set_value("files").run()
    assert [(row["name"], row["outcome"]) for row in table(app, "name", "outcome")] == [("determina_1.txt", "indicizzato: un atto")]


def test_the_subject_of_an_act_is_never_read_as_markup(archive: Engine, open_app: Open) -> None:
    hostile = "![spia](https://esempio.invalid/x.png) <script>alert(1)</script> [qui](https://esempio.invalid)"
    put_act(archive, number="66", act_date=date(2026, 5, 6), subject=hostile)
    act_id = archive.acts(NAMESPACE)[-2].act_id
    app = open_app("documents", act=act_id)
    shown = "\n".join(str(item.value) for item in (*app.markdown, *app.caption))
    assert "\\!\\[spia\\](" in shown
    assert "\\<script\\>" in shown


def test_only_links_to_acts_stay_links() -> None:
    assert safe("[Determina](?act=act-1)") == "[Determina](documents?act=act-1)"
    assert safe("![x](https://esempio.invalid/x.png)") == "\\![x]\\(https://esempio.invalid/x.png)"
    assert safe("[x](javascript:alert(1))") == "[x]\\(javascript:alert(1))"


def test_no_page_emits_html() -> None:
    sources = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "digest_engine" / "ui").glob("*.py")]
    for source in sources:
        text = source.read_text(encoding="utf-8")
        assert "unsafe_allow_html" not in text, source
        assert "st.html" not in text, source
        assert "components" not in text, source
