"""`namespaces`, `delete` and `settings`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.cli_support import Run


def test_namespaces_are_listed_with_their_size(loaded: Run) -> None:
    assert [(item["name"], item["acts"], item["files"]) for item in loaded("namespaces", "list", "--json").data] == [("prova", 3, 3)]


def test_an_empty_list_says_how_to_begin(run: Run) -> None:
    assert "digest-engine demo" in run("namespaces", "list").out


def test_a_namespace_that_exists_is_a_conflict(loaded: Run) -> None:
    assert loaded("namespaces", "create", "prova").code == 4


def test_a_new_namespace_has_the_profile_asked_for(run: Run) -> None:
    assert run("namespaces", "create", "altro", "--profile", "pa_italiana", "--json").data == {"name": "altro", "profile": "pa_italiana"}


def test_deleting_an_act_proves_it_and_takes_it_out_of_the_figures(loaded: Run) -> None:
    act_id = loaded("acts", "--number", "12", "--json").data[0]["act_id"]
    proof = loaded("delete", act_id, "-n", "prova", "--yes", "--json").data
    assert (proof["acts"], proof["files"], proof["left"]) == (1, 1, {})
    assert loaded("figures", "--json").data["totals"]["count"] == 2


def test_deleting_says_which_digests_are_stale(loaded: Run) -> None:
    loaded("generate", "--from", "2026-04-01", "--to", "2026-05-31", "--granularity", "monthly")
    act_id = loaded("acts", "--number", "12", "--json").data[0]["act_id"]
    assert "Digest da aggiornare: 1." in loaded("delete", act_id, "-n", "prova", "--yes").out


def test_nothing_is_deleted_without_a_yes_where_nobody_can_be_asked(loaded: Run) -> None:
    act_id = loaded("acts", "--number", "12", "--json").data[0]["act_id"]
    assert loaded("delete", act_id, "-n", "prova").code == 2
    assert loaded("namespaces", "delete", "prova").code == 2
    assert loaded("figures", "--json").data["totals"]["count"] == 3


def test_an_act_of_another_namespace_is_not_deleted(loaded: Run, acts: Path) -> None:
    loaded("ingest", str(acts), "-n", "altra")
    act_id = loaded("acts", "-n", "prova", "--number", "12", "--json").data[0]["act_id"]
    assert loaded("delete", act_id, "-n", "altra", "--yes").code == 3


def test_deleting_a_namespace_leaves_the_others(loaded: Run, acts: Path) -> None:
    loaded("ingest", str(acts), "-n", "altra")
    loaded("namespaces", "delete", "altra", "--yes")
    assert [item["name"] for item in loaded("namespaces", "list", "--json").data] == ["prova"]
    assert loaded("figures", "--json").data["totals"]["count"] == 3


def test_the_only_namespace_need_not_be_named_but_one_of_two_must(loaded: Run, acts: Path) -> None:
    assert loaded("figures").code == 0
    loaded("ingest", str(acts), "-n", "altra")
    result = loaded("figures")
    assert result.code == 2
    assert "altra, prova" in result.err


@pytest.mark.parametrize("command", ["figures", "acts", "generate", "export acts"])
def test_an_unknown_namespace_is_not_found(loaded: Run, command: str) -> None:
    more = ["--from", "2026-01-01"] if command == "generate" else []
    result = loaded(*command.split(), "-n", "nessuna", *more)
    assert (result.code, result.out) == (3, "")
    assert "nessuna" in result.err


def test_secrets_are_never_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGEST_LLM_API_KEY", "segretissimo")
    shown = run("settings").out + run("settings", "--json").out
    assert "segretissimo" not in shown
    assert "**********" in shown


def test_settings_say_what_was_set(run: Run) -> None:
    lines = {line.split()[0]: line for line in run("settings").out.splitlines()}
    assert "impostato" in lines["today"]
    assert "predefinito" in lines["chunk_size"]


def test_a_bad_setting_is_an_input_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGEST_CHUNK_SIZE", "molti")
    assert run("settings").code == 2
