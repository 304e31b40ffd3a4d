"""What the pages do with acts that are there: read them again, read them with the model, and say what it cost and doubted."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
import yaml

from digest_engine import Engine
from tests.pages.page_support import Open, texts
from tests.support import NAMESPACE, act_text, file_of

READ = {"rup": {"value": "Responsabile del Servizio", "quote": "Il Responsabile del Servizio"}}
DOUBTS = {"amount": {"value": "9.999,00", "quote": "€ 1.250,00"}, "office": {"value": "Ufficio Lunare", "quote": "Ufficio Lunare"}}


@pytest.fixture
def scripted(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Three acts and a model that says what is expected of the first, doubts of the second, nothing of use of the third."""
    entries = [
        {"pattern": "lotto 2", "text": json.dumps({"contexts": [], "metadata": DOUBTS})},
        {"pattern": "lotto 3", "text": "non lo so"},
        {"pattern": ".", "text": json.dumps({"contexts": [], "metadata": READ})},
    ]
    (tmp_path / "risposte.yaml").write_text(yaml.safe_dump(entries), encoding="utf-8")
    monkeypatch.setenv("DIGEST_LLM_MODEL", f"scripted:{tmp_path / 'risposte.yaml'}")
    engine.ingest([file_of(number, subject=f"Fornitura di carta, lotto {number}") for number in (1, 2, 3)], namespace=NAMESPACE)
    return engine


def id_of(engine: Engine, number: str) -> str:
    return next(act.act_id for act in engine.acts(NAMESPACE) if act.number == number)


def test_without_a_model_the_settings_page_names_the_setting(archive: Engine, open_app: Open) -> None:
    app = open_app("settings")
    assert "`DIGEST_LLM_MODEL`" in texts(app)
    assert "settings.model.estimate.button" not in {button.key for button in app.button}


def test_the_estimate_and_the_caps_come_before_the_start(scripted: Engine, open_app: Open) -> None:
    app = open_app("settings")
    assert "settings.model.start" not in {button.key for button in app.button}
    app.button(key="settings.model.estimate.button").click().run()
    assert "Atti da leggere: 3; chiamate: 3" in texts(app)
    assert "Tetti: 2.000 chiamate" in texts(app)
    assert scripted.usage(NAMESPACE).calls == 0


def test_the_start_reads_the_acts_and_tells_what_it_did_and_cost(scripted: Engine, open_app: Open) -> None:
    app = open_app("settings")
    app.button(key="settings.model.estimate.button").click().run()
    app.button(key="settings.model.start").click().run()
    shown = texts(app)
    assert "Atti letti dal modello: 2 (alla seconda richiesta: 0); non riusciti: 1; rimasti: 0." in shown
    assert "Finora. Chiamate: 4" in shown
    assert "settings.model.start" not in {button.key for button in app.button}


def read_all(open_app: Open) -> None:
    app = open_app("settings")
    app.button(key="settings.model.estimate.button").click().run()
    app.button(key="settings.model.start").click().run()


def test_an_act_shows_in_words_what_the_model_doubted_and_what_it_cost(scripted: Engine, open_app: Open) -> None:
    read_all(open_app)
    shown = texts(open_app("documents", act=id_of(scripted, "2")))
    assert "il modello legge un valore diverso: Importo" in shown
    assert "il modello dà un valore che non è nel testo: Ufficio" in shown
    assert "Modello linguistico. Chiamate: 1; token: " in shown


def test_an_act_whose_reply_was_unusable_says_so(scripted: Engine, open_app: Open) -> None:
    read_all(open_app)
    assert "risposta del modello non utilizzabile" in texts(open_app("documents", act=id_of(scripted, "3")))


def test_an_act_that_no_model_read_names_no_cost(scripted: Engine, open_app: Open) -> None:
    assert "Modello linguistico" not in texts(open_app("documents", act=id_of(scripted, "1")))


def test_an_act_is_read_again_from_its_page(scripted: Engine, open_app: Open) -> None:
    app = open_app("documents", act=id_of(scripted, "1"))
    app.button(key="documents.reread").click().run()
    assert "Riletti. Atti cambiati: 0; invariati: 1." in texts(app)


def test_a_hand_edit_survives_reading_again(scripted: Engine, open_app: Open) -> None:
    act_id = id_of(scripted, "1")
    scripted.edit(act_id, {"office": "Ufficio Economato"})
    open_app("documents", act=act_id).button(key="documents.reread").click().run()
    assert scripted.act(act_id).act.office == "Ufficio Economato"


def test_the_whole_archive_is_read_again_from_the_list(scripted: Engine, open_app: Open) -> None:
    app = open_app("documents")
    app.button(key="documents.reread.all").click().run()
    assert "Riletti. Atti cambiati: 0; invariati: 3." in texts(app)


def test_an_act_whose_original_is_gone_is_told(archive: Engine, open_app: Open) -> None:
    app = open_app("documents", act=archive.acts(NAMESPACE)[0].act_id)
    app.button(key="documents.reread").click().run()
    assert "Non riletti, perché l'originale manca o è guasto: 1." in texts(app)


def test_values_for_all_files_win_over_what_is_read(engine: Engine, open_app: Open) -> None:
    app = open_app("documents")
    app.text_input(key="documents.given.issuer").set_value("Comune di Altrove")
    app.selectbox(key="documents.given.act_type.pa_italiana").set_value("liquidazione")
    app.date_input(key="documents.given.date").set_value(date(2026, 2, 1))
    app.file_uploader(key="documents.files").set_value([("uno.txt", act_text(1).encode(), "text/plain")]).run()
    app.button(key="documents.upload").click().run()
    act = engine.acts("atti")[0]
    assert (act.issuer, act.act_type, act.act_date) == ("Comune di Altrove", "liquidazione", date(2026, 2, 1))
