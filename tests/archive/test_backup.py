"""Backup and restore: whole while the archive is in use, checked before anything is restored."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from digest_engine import ConflictError, Engine, InputError, NotFoundError, ReadError, open_engine
from digest_engine.archive import backup as backup_module
from digest_engine.catalog import outbox
from digest_engine.settings import load_settings
from tests.archive.sample import close, fill, forbid_encoding, points, search
from tests.support import NAMESPACE, TODAY, file_of, make_engine


def opened(folder: Path, **settings: object) -> Engine:
    """An engine over a data folder."""
    chosen = {"data_dir": folder, "encoder": {"name": "deterministic"}, "today": TODAY, **settings}
    return open_engine(load_settings(folder=folder.parent, **chosen))


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, Path]]:
    """An engine over the sample, and a backup of it."""
    folder = tmp_path_factory.mktemp("copied")
    with make_engine(folder) as engine:
        fill(engine)
        yield engine, engine.backup(folder / "copy.zip").path


def rewritten(path: Path, target: Path, changes: dict[str, bytes | None]) -> Path:
    """The same zip with members replaced, left out (None) or added."""
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as copy:
        members = {info.filename: source.read(info) for info in source.infolist()}
        for name, data in {**members, **changes}.items():
            if data is not None:
                copy.writestr(name, data)
    return target


def test_everything_comes_back(copied: tuple[Engine, Path], tmp_path: Path) -> None:
    engine, path = copied
    engine.restore(path, to=tmp_path / "data")
    with opened(tmp_path / "data") as restored:
        assert restored.verify() == []
        assert restored.acts(NAMESPACE) == engine.acts(NAMESPACE)
        assert [digest.content for digest in restored.digests(NAMESPACE)] == [digest.content for digest in engine.digests(NAMESPACE)]
        assert set(restored.chunks.files()) == set(engine.chunks.files())


def test_the_index_is_rebuilt_without_encoding(copied: tuple[Engine, Path], tmp_path: Path) -> None:
    engine, path = copied
    engine.restore(path, to=tmp_path / "data")
    with opened(tmp_path / "data") as restored:
        forbid_encoding(restored)
        restored.index()
        assert close(points(restored), points(engine))
        assert search(restored) == search(engine)
        assert outbox.pending(restored.database) == 0


def test_texts_in_a_folder_of_objects_come_back_too(tmp_path: Path) -> None:
    with make_engine(tmp_path, chunks={"backend": "folder"}) as engine:
        fill(engine)
        path = engine.backup(tmp_path).path
        engine.restore(path, to=tmp_path / "restored" / "data")
        with opened(tmp_path / "restored" / "data", chunks={"backend": "folder"}) as restored:
            assert restored.verify() == []
            assert {chunk.text for chunk in restored.chunks.iterate()} == {chunk.text for chunk in engine.chunks.iterate()}


def test_a_backup_while_acts_are_taken_in_is_whole(tmp_path: Path) -> None:
    with make_engine(tmp_path) as engine, make_engine(tmp_path) as writer:
        engine.ingest([file_of(1)], namespace=NAMESPACE)
        going, stop = threading.Event(), threading.Event()

        def work() -> None:
            for number in range(2, 500):
                writer.ingest([file_of(number, subject=f"Fornitura numero {number}")], namespace=NAMESPACE)
                going.set()
                if stop.is_set():
                    return

        thread = threading.Thread(target=work)
        thread.start()
        try:
            assert going.wait(60)
            copies = [engine.backup(tmp_path / f"{number}.zip") for number in range(3)]
        finally:
            stop.set()
            thread.join()
        for copy in copies:
            folder = tmp_path / f"restored-{copy.path.stem}"
            engine.restore(copy.path, to=folder)
            with opened(folder) as restored:
                assert restored.verify() == []
                assert len(restored.acts(NAMESPACE)) == copy.acts >= 2


def test_a_text_whose_act_was_not_there_yet_is_left_out(tmp_path: Path) -> None:
    """The text of a document is stored before the catalog names it: a copy taken in between holds it without owner."""
    with make_engine(tmp_path) as engine:
        fill(engine)
        chunk = next(iter(engine.chunks.iterate()))
        engine.chunks.put_many([replace(chunk, chunk_id="doc-in-arrivo:0:00000000")])
        engine.restore(engine.backup(tmp_path / "copy.zip").path, to=tmp_path / "restored")
    with opened(tmp_path / "restored") as restored:
        assert restored.verify() == []


def test_what_is_erased_during_a_backup_makes_it_begin_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with make_engine(tmp_path) as engine:
        fill(engine)
        inner, calls = backup_module.copy_catalog, []

        def copy_then_erase(*args: object) -> None:
            inner(*args)
            if not calls:
                engine.delete(NAMESPACE, [engine.acts(NAMESPACE)[0].act_id])
            calls.append(1)

        monkeypatch.setattr(backup_module, "copy_catalog", copy_then_erase)
        report = engine.backup(tmp_path / "copy.zip")
        assert (len(calls), report.acts, report.missing) == (2, 3, ())


def test_what_was_lost_before_is_named(tmp_path: Path) -> None:
    with make_engine(tmp_path) as engine:
        fill(engine)
        lost = next(iter(engine.chunks.files()))
        engine.chunks.delete_file(lost)
        assert engine.backup(tmp_path / "copy.zip").missing == (lost,)


def test_an_altered_original_is_copied_and_named(tmp_path: Path) -> None:
    with make_engine(tmp_path) as engine:
        fill(engine)
        altered = next((tmp_path / "data" / "files").glob("??/*"))
        altered.write_bytes(b"manomesso")
        report = engine.backup(tmp_path / "copy.zip")
        assert (report.damaged, report.originals) == ((altered.name,), 4)


def test_an_existing_file_is_never_overwritten(copied: tuple[Engine, Path]) -> None:
    with pytest.raises(ConflictError, match="exists"):
        copied[0].backup(copied[1])


def test_a_failed_backup_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("disk full")

    with make_engine(tmp_path) as engine:
        fill(engine)
        monkeypatch.setattr(backup_module.BundleWriter, "finish", fail)
        with pytest.raises(OSError, match="disk full"):
            engine.backup(tmp_path / "copy.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_restoring_over_anything_is_refused(copied: tuple[Engine, Path], tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine")
    with pytest.raises(ConflictError, match="empty"):
        copied[0].restore(copied[1], to=tmp_path)


def test_restoring_into_an_empty_folder_is_allowed(copied: tuple[Engine, Path], tmp_path: Path) -> None:
    assert copied[0].restore(copied[1], to=tmp_path).acts == 4


def test_a_missing_backup_is_told(copied: tuple[Engine, Path], tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        copied[0].restore(tmp_path / "none.zip", to=tmp_path / "data")


@pytest.mark.parametrize("part", [0.02, 0.5, 0.9, 0.999])
def test_a_truncated_backup_is_refused(copied: tuple[Engine, Path], tmp_path: Path, part: float) -> None:
    data = copied[1].read_bytes()
    (tmp_path / "cut.zip").write_bytes(data[: int(len(data) * part)])
    with pytest.raises(ReadError):
        copied[0].restore(tmp_path / "cut.zip", to=tmp_path / "data")
    assert [path.name for path in tmp_path.iterdir()] == ["cut.zip"]


def test_an_altered_member_is_refused(copied: tuple[Engine, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(copied[1]) as bundle:
        catalog = bundle.read("catalog.sqlite")
    path = rewritten(copied[1], tmp_path / "altered.zip", {"catalog.sqlite": catalog[:-1] + bytes([catalog[-1] ^ 1])})
    with pytest.raises(ReadError, match=r"catalog\.sqlite"):
        copied[0].restore(path, to=tmp_path / "data")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("changes", [{"catalog.sqlite": None}, {"more.txt": b"x"}])
def test_a_member_too_few_or_too_many_is_refused(copied: tuple[Engine, Path], tmp_path: Path, changes: dict[str, bytes | None]) -> None:
    with pytest.raises(ReadError, match="manifest"):
        copied[0].restore(rewritten(copied[1], tmp_path / "altered.zip", changes), to=tmp_path / "data")


@pytest.mark.parametrize("name", ["../out.txt", "/tmp/out.txt", "a/../../out.txt", "C:out.txt", "a\\..\\..\\out.txt"])
def test_nothing_is_written_outside_the_folder(copied: tuple[Engine, Path], tmp_path: Path, name: str) -> None:
    manifest = {"kind": "digest-backup", "format": 1, "files": {name: {"sha256": "", "size": 1}}}
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as bundle:
        bundle.writestr(zipfile.ZipInfo(name), b"x")
        bundle.writestr("manifest.json", json.dumps(manifest))
    with pytest.raises(ReadError):
        copied[0].restore(tmp_path / "evil.zip", to=tmp_path / "data")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evil.zip"]


def test_a_member_larger_than_the_manifest_says_stops_early(copied: tuple[Engine, Path], tmp_path: Path) -> None:
    manifest = {"kind": "digest-backup", "format": 1, "files": {"a": {"sha256": "", "size": 3}}}
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("a", bytes(50_000_000))
        bundle.writestr("manifest.json", json.dumps(manifest))
    with pytest.raises(ReadError, match="not what the manifest says"):
        copied[0].restore(tmp_path / "bomb.zip", to=tmp_path / "data")


@pytest.mark.parametrize("manifest", [{"kind": "other"}, {"kind": "digest-backup", "format": 9, "files": {}}, [], 3])
def test_another_kind_of_zip_is_refused(copied: tuple[Engine, Path], tmp_path: Path, manifest: object) -> None:
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as bundle:
        bundle.writestr("manifest.json", json.dumps(manifest))
    with pytest.raises(InputError):
        copied[0].restore(tmp_path / "other.zip", to=tmp_path / "data")


def test_a_catalog_on_a_server_is_backed_up_there(tmp_path: Path) -> None:
    server = {"url": "postgresql+psycopg://nobody@127.0.0.1:1/none"}
    with make_engine(tmp_path, catalog=server) as engine, pytest.raises(ConflictError, match="pg_dump"):
        engine.backup(tmp_path / "copy.zip")
