"""`verify`, `repair`, `migrate`, `backup` and `serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from digest_engine import EncoderSettings, Settings, open_engine
from digest_engine.cli import maintenance
from tests.archive.sample import plant
from tests.cli.cli_support import Run


@pytest.fixture
def damaged(loaded: Run, tmp_path: Path) -> Run:
    """`loaded`, with the text of one passage and one original lost."""
    with open_engine(Settings(data_dir=tmp_path / "data", encoder=EncoderSettings(name="deterministic"))) as engine:
        chunks = list(engine.chunks.iterate())
        engine.chunks.delete_many("prova", [chunks[0].chunk_id])
        engine.chunks.put_file("ab" * 32, b"di nessuno")
    return loaded


@pytest.fixture
def old(loaded: Run, tmp_path: Path) -> Run:
    """`loaded` and indexed, with an old point that holds its text."""
    loaded("reindex")
    with open_engine(Settings(data_dir=tmp_path / "data", encoder=EncoderSettings(name="deterministic"))) as engine:
        plant(engine, [({"doc": "Un testo di prima", "source": "x"}, engine.encoder.encode_query("testo di prima"))])
    return loaded


def test_a_sound_archive_is_told_so(loaded: Run) -> None:
    ran = loaded("verify")
    assert ran.code == 0
    assert "Nessun disaccordo" in ran.out


def test_findings_are_listed_and_the_command_fails(damaged: Run) -> None:
    ran = damaged("verify")
    assert ran.code == 5
    assert "testo mancante" in ran.out
    assert "originale senza atto" in ran.out


def test_findings_are_json_on_demand(damaged: Run) -> None:
    assert {item["kind"] for item in damaged("verify", "--json").data["findings"]} == {"missing_text", "orphan_original"}


def test_repair_without_apply_says_what_it_would_do_and_does_nothing(damaged: Run) -> None:
    ran = damaged("repair")
    assert "rileggere il testo dall'originale" in ran.out
    assert damaged("verify").code == 5


def test_repair_mends(damaged: Run) -> None:
    assert damaged("repair", "--apply", "--json").data["left"] == []
    assert damaged("verify").code == 0


def test_what_repair_can_not_mend_makes_it_fail(loaded: Run, tmp_path: Path) -> None:
    next((tmp_path / "data" / "files").glob("??/*")).unlink()
    ran = loaded("repair", "--apply")
    assert ran.code == 5
    assert "originale mancante" in ran.out


def test_every_kind_of_finding_has_its_words() -> None:
    from typing import get_args

    from digest_engine.integrity import FindingKind

    assert set(maintenance.kind_labels()) == set(get_args(FindingKind))


def test_migrate_counts_and_changes_nothing(old: Run) -> None:
    ran = old("migrate")
    assert ran.code == 0
    assert "source (1)" in ran.err
    assert old("verify").code == 5


def test_migrate_applied_leaves_no_text(old: Run) -> None:
    data = old("migrate", "--apply", "-c", "vecchia", "--json").data
    assert (data["stored"], data["left_with_text"]) == (1, 0)
    assert old("verify").code == 0


def test_a_backup_is_restored_elsewhere(loaded: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = loaded("figures", "--namespace", "prova", "--json").data
    assert loaded("backup", str(tmp_path / "copia.zip"), "--json").data["acts"] == 3
    assert loaded("backup", "--restore", str(tmp_path / "copia.zip"), "--to", str(tmp_path / "nuova")).code == 0
    monkeypatch.setenv("DIGEST_DATA_DIR", str(tmp_path / "nuova"))
    assert loaded("figures", "--namespace", "prova", "--json").data == expected
    assert loaded("verify").code == 0


def test_a_backup_is_never_overwritten(loaded: Run, tmp_path: Path) -> None:
    (tmp_path / "copia.zip").write_bytes(b"mine")
    assert loaded("backup", str(tmp_path / "copia.zip")).code == 4


def test_a_damaged_backup_is_refused(loaded: Run, tmp_path: Path) -> None:
    (tmp_path / "copia.zip").write_bytes(b"PK not really")
    assert loaded("backup", "--restore", str(tmp_path / "copia.zip"), "--to", str(tmp_path / "nuova")).code == 2


@pytest.mark.parametrize("given", [[], ["a.zip", "--restore", "b.zip", "--to", "c"], ["--restore", "b.zip"], ["a.zip", "--to", "c"]])
def test_a_backup_takes_a_target_or_a_restore(run: Run, given: list[str]) -> None:
    assert run("backup", *given).code == 2


def serving(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What `serve` would have listened on."""
    started: list[dict[str, Any]] = []
    monkeypatch.setattr(maintenance, "_run", lambda app, **given: started.append({"app": app, **given}))
    return started


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_without_a_key_this_machine_is_served(run: Run, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    started = serving(monkeypatch)
    assert run("serve", "--host", host).code == 0
    assert (started[0]["host"], started[0]["port"]) == (host, 8000)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.10", "example.org"])
def test_without_a_key_nobody_else_is_served(run: Run, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    started = serving(monkeypatch)
    ran = run("serve", "--host", host)
    assert (ran.code, started) == (2, [])
    assert "DIGEST_API_KEY" in ran.err


def test_with_a_key_others_are_served(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    started = serving(monkeypatch)
    monkeypatch.setenv("DIGEST_API_KEY", "una-chiave")
    ran = run("serve", "--host", "0.0.0.0", "--port", "9000", "--json")
    assert ran.data == {"host": "0.0.0.0", "port": 9000, "needs_key": True}
    assert "una-chiave" not in ran.out + ran.err
    assert started[0]["port"] == 9000


def test_a_service_without_a_key_answers_to_the_names_of_this_machine_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a page whose name a hostile name server points to this machine could call it."""
    import asyncio

    import httpx

    started = serving(monkeypatch)
    run("serve")

    async def status(host: str) -> int:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(started[0]["app"]), base_url=f"http://{host}:8000") as client:
            return (await client.get("/openapi.json")).status_code

    assert asyncio.run(status("localhost")) == 200
    assert asyncio.run(status("rebound.example")) == 400
