"""`ingest`, `demo` and `reindex`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from digest_engine import Engine
from tests.cli.cli_support import Run


def test_the_summary_says_how_many_files_became_how_many_acts(run: Run, acts: Path) -> None:
    assert "3 file → 3 atti, 0 con due documenti; doppioni: 0, non letti: 0" in run("ingest", str(acts), "-n", "prova").out


def test_a_second_run_says_that_nothing_changed(loaded: Run, acts: Path) -> None:
    second = loaded("ingest", str(acts), "-n", "prova")
    assert second.code == 0
    assert "Nulla è cambiato. 3 file: non letti: 0, già presenti: 3." in second.out


def test_a_later_file_is_told_from_what_was_there(loaded: Run, tmp_path: Path, acts: Path) -> None:
    (tmp_path / "nuovo.txt").write_text((acts / "atto_12.txt").read_text().replace("N. 12", "N. 99"), encoding="utf-8")
    assert "1 file → atti nuovi: 1" in loaded("ingest", "nuovo.txt", "-n", "prova").out


def test_files_that_can_not_be_read_are_named_and_the_exit_code_is_that_of_a_read_error(run: Run, acts: Path) -> None:
    (acts / "vuoto.txt").write_bytes(b"")
    result = run("ingest", str(acts), "-n", "prova")
    assert result.code == 2
    assert "vuoto.txt: " in result.out
    assert "4 file → 3 atti" in result.out


def test_only_failed_takes_the_kept_bytes_again_and_nothing_else(run: Run, acts: Path) -> None:
    (acts / "vuoto.txt").write_bytes(b"")
    run("ingest", str(acts), "-n", "prova")
    again = run("ingest", "--only-failed", "-n", "prova", "--json")
    assert [file["name"] for file in again.data["files"]] == ["vuoto.txt"]
    assert again.data["changed"] is False


def test_only_failed_with_a_path_leaves_the_good_files_of_it_alone(run: Run, acts: Path) -> None:
    (acts / "vuoto.txt").write_bytes(b"")
    run("ingest", str(acts), "-n", "prova")
    assert run("ingest", str(acts), "--only-failed", "-n", "prova", "--json").data["file_count"] == 1


def test_json_is_one_object_with_a_report_for_each_file(run: Run, acts: Path) -> None:
    data = run("ingest", str(acts), "-n", "prova", "--json").data
    assert (data["file_count"], data["acts"], data["changed"]) == (3, 3, True)
    assert {file["status"] for file in data["files"]} == {"indexed"}


def test_passages_wait_for_the_index_unless_told_otherwise(run: Run, acts: Path) -> None:
    assert run("ingest", str(acts), "-n", "a", "--json").data["index"]["indexed"] == 0
    assert "in attesa" not in run("ingest", str(acts), "-n", "b", "--wait").out


def test_reindex_writes_what_waits_and_then_has_nothing_to_do(loaded: Run) -> None:
    first, second = loaded("reindex", "--json").data, loaded("reindex", "--json").data
    assert first["written"] > 0
    assert (first["left"], second["written"]) == (0, 0)


def test_reindex_all_queues_every_passage_anew(loaded: Run) -> None:
    written = loaded("reindex", "--json").data["written"]
    assert loaded("reindex", "--all", "--json").data["written"] == written


def test_an_interrupted_reindex_says_how_to_go_on(loaded: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Engine, **_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "index", interrupted)
    result = loaded("reindex")
    assert result.code == 130
    assert "digest-engine reindex" in result.err


def test_an_interrupted_ingestion_says_how_to_go_on(run: Run, acts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Engine, *_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "ingest", interrupted)
    result = run("ingest", str(acts), "-n", "prova")
    assert (result.code, result.out) == (130, "")
    assert "stesso comando" in result.err


@pytest.mark.parametrize("arguments", [("nessuno.txt", "-n", "p"), ("-n", "p"), ("atti",)])
def test_a_path_that_is_not_there_or_a_missing_name_is_an_input_error(run: Run, acts: Path, arguments: tuple[str, ...]) -> None:
    result = run("ingest", *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1


def test_the_demo_says_where_the_truth_is_and_its_figures_are_those(run: Run) -> None:
    data = run("demo", "--json").data
    truth = json.loads(Path(data["truth"]).read_text(encoding="utf-8"))
    assert data["acts"] == truth["figures"]["overall"]["count"]
    assert data["failed"] == 0
