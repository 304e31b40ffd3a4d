"""`reextract`, `enrich`, `edit`, and the values given to `ingest`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from tests.cli.cli_support import Run

GOOD = json.dumps({"contexts": [], "metadata": {"rup": {"value": "Responsabile", "quote": "IL RESPONSABILE DEL SERVIZIO"}}})


@pytest.fixture
def scripted(loaded: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`loaded`, with a model that reads two acts and has nothing to say of the third, n. 14."""
    entries = [{"pattern": "platani", "text": "non lo so"}, {"pattern": ".", "text": GOOD}]
    (tmp_path / "risposte.yaml").write_text(yaml.safe_dump(entries), encoding="utf-8")
    monkeypatch.setenv("DIGEST_LLM_MODEL", f"scripted:{tmp_path / 'risposte.yaml'}")
    return loaded


def act_id(run: Run, number: str) -> str:
    return str(run("acts", "--number", number, "--json").data[0]["act_id"])


def test_reading_again_by_the_same_rules_changes_nothing(loaded: Run) -> None:
    result = loaded("reextract", "-n", "prova")
    assert (result.code, result.out) == (0, "Atti cambiati: 0; invariati: 3; non riletti: 0.\n")


def test_an_act_without_its_original_is_named_and_the_exit_code_is_that_of_a_read_error(loaded: Run, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "data" / "files")
    result = loaded("reextract", act_id(loaded, "12"))
    assert result.code == 2
    assert f"non riletto (l'originale manca o è guasto): {act_id(loaded, '12')}" in result.out


def test_an_act_of_another_namespace_is_not_read_again(loaded: Run, acts: Path) -> None:
    wanted = act_id(loaded, "12")
    loaded("namespaces", "create", "altra")
    assert loaded("reextract", "-n", "altra", wanted).code == 3


def test_the_estimate_names_acts_calls_tokens_and_caps_and_calls_nothing(scripted: Run) -> None:
    result = scripted("enrich", "-n", "prova", "--estimate")
    assert result.code == 0
    assert "Atti da leggere: 3; chiamate: 3; token: circa " in result.out
    assert "Tetti: 2.000 chiamate (DIGEST_LLM_MAX_CALLS) e 5,0000 $" in result.out
    assert scripted("enrich", "--estimate", "--json").data["estimate"]["acts"] == 3


def test_nothing_is_read_without_a_yes_where_nobody_can_be_asked(scripted: Run) -> None:
    assert scripted("enrich", "-n", "prova").code == 2
    assert scripted("enrich", "--estimate", "--json").data["estimate"]["acts"] == 3


def test_acts_that_failed_are_named_and_the_exit_code_is_that_of_a_model_error(scripted: Run) -> None:
    failed = act_id(scripted, "14")
    result = scripted("enrich", "-n", "prova", "--yes")
    assert result.code == 6
    assert "Atti letti dal modello: 2 (alla seconda richiesta: 0); non riusciti: 1; rimasti: 0." in result.out
    assert f"non riuscito, da rivedere: {failed}" in result.out
    assert "Chiamate: 4; token: " in result.out


def test_json_has_estimate_caps_and_what_was_done(scripted: Run) -> None:
    data = scripted("enrich", act_id(scripted, "12"), "--yes", "--json").data
    assert (data["estimate"]["acts"], data["caps"]["max_calls"], data["done"], data["usage"]["calls"]) == (1, 2000, 1, 1)


def test_a_cap_says_why_the_job_stopped_and_what_is_left(scripted: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGEST_LLM_MAX_CALLS", "1")
    monkeypatch.setenv("DIGEST_LLM_WORKERS", "1")
    result = scripted("enrich", "-n", "prova", "--yes")
    assert "rimasti: 2." in result.out
    assert "Fermato al tetto delle chiamate" in result.out


def test_without_a_model_the_setting_is_named(loaded: Run) -> None:
    result = loaded("enrich", "-n", "prova", "--estimate")
    assert (result.code, result.out) == (2, "")
    assert "DIGEST_LLM_MODEL" in result.err


def test_an_edit_is_written_as_a_person_writes_it_and_told(loaded: Run) -> None:
    result = loaded("edit", act_id(loaded, "12"), "amount=2.000,75", "supplier=Nuova S.r.l.")
    assert "Importo: 1.234,50 € → 2.000,75 €" in result.out
    assert loaded("acts", "--number", "12", "--json").data[0]["amount"] == "2000.75"


def test_an_edit_survives_reading_again(loaded: Run) -> None:
    loaded("edit", act_id(loaded, "12"), "amount=2.000,75")
    loaded("reextract", "-n", "prova")
    assert loaded("acts", "--number", "12", "--json").data[0]["amount"] == "2000.75"


def test_the_latest_edit_is_undone(loaded: Run) -> None:
    wanted = act_id(loaded, "12")
    loaded("edit", wanted, "amount=2.000,75")
    assert "Importo: 2.000,75 € → 1.234,50 €" in loaded("edit", wanted, "--undo").out


def test_the_latest_edit_of_a_field_is_undone_and_later_ones_stay(loaded: Run) -> None:
    wanted = act_id(loaded, "12")
    loaded("edit", wanted, "amount=2.000,75")
    loaded("edit", wanted, "supplier=Nuova S.r.l.")
    data = loaded("edit", wanted, "--undo", "amount", "--json").data
    assert (data["amount"], data["supplier"]) == ("1234.50", "Nuova S.r.l.")


@pytest.mark.parametrize("words", [(), ("amount",), ("amount=tanto",), ("colore=blu",), ("--undo", "amount=3"), ("year=1", "year=2")])
def test_an_edit_that_says_nothing_sensible_is_an_input_error(loaded: Run, words: tuple[str, ...]) -> None:
    result = loaded("edit", act_id(loaded, "12"), *words)
    assert (result.code, result.out) == (2, "")


def test_values_given_with_the_files_win_over_what_is_read(run: Run, acts: Path) -> None:
    run("ingest", str(acts / "atto_12.txt"), "-n", "a", "--set", "ente=Comune di Altrove", "--doc-date", "1 febbraio 2026")
    act = run("acts", "-n", "a", "--json").data[0]
    assert (act["issuer"], act["act_date"]) == ("Comune di Altrove", "2026-02-01")


def test_an_impossible_date_is_refused_with_its_text_and_nothing_is_taken_in(run: Run, acts: Path) -> None:
    result = run("ingest", str(acts), "-n", "a", "--doc-date", "31/02/2026")
    assert (result.code, result.out) == (2, "")
    assert "31/02/2026" in result.err
    assert run("namespaces", "--json").data == []


def test_values_given_with_a_file_that_is_there_are_said_not_to_apply(loaded: Run, acts: Path) -> None:
    assert "file già presenti: 3" in loaded("ingest", str(acts), "-n", "prova", "--set", "office=Ragioneria").err


def test_namespaces_alone_lists_them(loaded: Run) -> None:
    assert loaded("namespaces").out == loaded("namespaces", "list").out
    assert [item["name"] for item in loaded("namespaces", "--json").data] == ["prova"]


def test_an_option_before_the_command_is_refused_not_forgotten(loaded: Run) -> None:
    assert loaded("namespaces", "--json", "list").code == 2
