"""Saving and loading embeddings: nothing is lost, nothing is encoded, nothing comes in without its text."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from digest_engine import ConflictError, Engine, InputError, LoadReport, NotFoundError, ReadError, SavedForm
from digest_engine.archive.container import archive_entries
from digest_engine.catalog import outbox
from digest_engine.embeddings.deterministic import DeterministicEncoder
from digest_engine.errors import EncoderMismatch
from digest_engine.types import EncoderIdentity
from tests.archive.sample import OTHER, close, fill, forbid_encoding, points, search, wipe
from tests.support import NAMESPACE, file_of, make_engine

ROOT = Path(__file__).resolve().parents[2]
FORMS: tuple[SavedForm, ...] = ("archive", "msgpack", "json", "messages")
VECTOR = [1.0] + [0.0] * 63
NORTH = [0.0, 1.0] + [0.0] * 62


def write_lines(path: Path, *messages: Any) -> Path:
    """A file of JSON lines."""
    path.write_text("".join(json.dumps(message) + "\n" for message in messages), encoding="utf-8")
    return path


def passage(chunk_id: str = "p1", *, text: str | None = "Un passaggio di prova", vector: Any = VECTOR, **rest: Any) -> dict[str, Any]:
    """A chunk by itself, with its text."""
    return {"chunk_id": chunk_id, "vector": vector, "collection": "libera", **({} if text is None else {"text": text}), **rest}


# --- save → wipe → load -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_points_survive_being_saved_wiped_and_loaded(sample: Engine, tmp_path: Path, form: SavedForm) -> None:
    before, answer = points(sample), search(sample)
    sample.save_embeddings(tmp_path / "saved", form=form)
    wipe(sample)
    forbid_encoding(sample)
    assert sample.load_embeddings(tmp_path / "saved").written == len(before)
    assert close(points(sample), before)
    assert search(sample) == answer


@pytest.mark.parametrize("form", FORMS)
def test_loading_what_is_there_writes_nothing(untouched: Engine, tmp_path: Path, form: SavedForm) -> None:
    report = untouched.save_embeddings(tmp_path / "saved", form=form)
    loaded = untouched.load_embeddings(tmp_path / "saved")
    assert (loaded.written, loaded.unchanged) == (0, report.records)


def test_after_a_load_nothing_is_left_to_encode(sample: Engine, tmp_path: Path) -> None:
    sample.save_embeddings(tmp_path / "saved")
    wipe(sample)
    sample.reindex()
    sample.load_embeddings(tmp_path / "saved")
    assert outbox.pending(sample.database) == 0
    assert sample.verify() == []


def test_one_collection_can_be_saved(untouched: Engine, tmp_path: Path) -> None:
    report = untouched.save_embeddings(tmp_path / "saved", collection=OTHER)
    assert report.collections == {OTHER: 1}


def test_a_file_can_be_loaded_into_another_collection(sample: Engine, tmp_path: Path) -> None:
    sample.save_embeddings(tmp_path / "saved", collection=OTHER, texts=True)
    sample.load_embeddings(tmp_path / "saved", collection="copia")
    assert (
        search(sample, "potatura dei platani", collection="copia").chunk_ids
        == search(sample, "potatura dei platani", collection=OTHER).chunk_ids
    )
    assert sample.verify() == []


def test_an_unknown_collection_is_an_error(untouched: Engine, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="nessuna"):
        untouched.save_embeddings(tmp_path / "saved", collection="nessuna")


def test_a_failed_save_leaves_the_old_file_alone(sample: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "saved").write_text("old")

    def fail(**_: Any) -> Any:
        raise OSError("disk full")

    monkeypatch.setattr(sample.vectors, "scan", fail)
    with pytest.raises(OSError, match="disk full"):
        sample.save_embeddings(tmp_path / "saved")
    assert [path.name for path in tmp_path.iterdir() if "saved" in path.name] == ["saved"]
    assert (tmp_path / "saved").read_text() == "old"


def test_texts_are_only_kept_by_archives(untouched: Engine, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="archive"):
        untouched.save_embeddings(tmp_path / "saved", form="json", texts=True)


def test_an_archive_holds_no_text_unless_asked(untouched: Engine, tmp_path: Path) -> None:
    untouched.save_embeddings(tmp_path / "saved")
    assert b"provvedere" not in (tmp_path / "saved").read_bytes()


def test_erased_acts_are_not_saved(sample: Engine, tmp_path: Path) -> None:
    """Their points may still be there, where the store was busy when they were erased."""
    stale = points(sample)
    sample.delete(NAMESPACE, [act.act_id for act in sample.acts(NAMESPACE)])
    sample.vectors.ensure_ready(sample.encoder.identity)
    sample.vectors.upsert(stale)
    sample.vectors.close()
    report = sample.save_embeddings(tmp_path / "saved")
    assert (report.collections[NAMESPACE], report.unknown) == (1, 3)


def test_passages_without_a_point_are_counted(sample: Engine, tmp_path: Path) -> None:
    sample.ingest([file_of(20, subject="Nuova")], namespace=NAMESPACE)
    assert sample.save_embeddings(tmp_path / "saved").queued == 1


# --- into another archive ---------------------------------------------------------------------------------------------------


def test_an_archive_with_texts_fills_an_empty_engine(untouched: Engine, empty: Engine, tmp_path: Path) -> None:
    untouched.save_embeddings(tmp_path / "saved", texts=True)
    empty.load_embeddings(tmp_path / "saved")
    assert close(points(empty), points(untouched))
    assert search(empty) == search(untouched)
    assert empty.verify() == []


def test_loaded_passages_are_indexed_anew_without_encoding(untouched: Engine, empty: Engine, tmp_path: Path) -> None:
    untouched.save_embeddings(tmp_path / "saved", texts=True)
    empty.load_embeddings(tmp_path / "saved")
    wipe(empty)
    forbid_encoding(empty)
    empty.reindex()
    empty.index()
    assert close(points(empty), points(untouched))


def test_without_texts_the_missing_ids_are_listed_and_nothing_is_loaded(untouched: Engine, empty: Engine, tmp_path: Path) -> None:
    untouched.save_embeddings(tmp_path / "saved")
    report = empty.load_embeddings(tmp_path / "saved")
    assert set(report.missing) == {point.chunk_id for point in points(untouched)}
    assert points(empty) == []
    assert not report.whole


def test_acts_that_come_later_own_the_passages_that_were_loaded(untouched: Engine, empty: Engine, tmp_path: Path) -> None:
    untouched.save_embeddings(tmp_path / "saved", texts=True)
    empty.load_embeddings(tmp_path / "saved")
    fill(empty)
    assert close(points(empty), points(untouched))
    assert empty.verify() == []


def test_a_namespace_of_passages_is_erased_whole(empty: Engine, tmp_path: Path) -> None:
    empty.load_embeddings(write_lines(tmp_path / "a", passage()))
    empty.delete_namespace("libera")
    assert points(empty) == []
    assert list(empty.chunks.iterate()) == []
    assert empty.verify() == []


# --- what may come in -------------------------------------------------------------------------------------------------------


def test_a_passage_comes_in_with_its_text(empty: Engine, tmp_path: Path) -> None:
    report = empty.load_embeddings(write_lines(tmp_path / "a", passage(metadata={"page": 4, "act_type": "altro"})))
    assert (report.written, report.passages) == (1, 1)
    (match,) = search(empty, "qualsiasi", collection="libera").matches
    assert (match.chunk_id, match.metadata["page"], match.metadata["act_type"]) == ("p1", 4, "altro")
    assert empty.verify() == []


def test_what_came_with_a_passage_survives_a_lost_vector_store(empty: Engine, tmp_path: Path) -> None:
    empty.load_embeddings(write_lines(tmp_path / "a", passage(metadata={"page": 4, "act_type": "altro"})))
    payload = points(empty)[0].payload
    wipe(empty)
    empty.reindex()
    empty.index()
    assert points(empty)[0].payload == payload


def test_ids_of_any_script_come_back_byte_by_byte(empty: Engine, tmp_path: Path) -> None:
    ids = ["https://example.org/p1/c3", "città", "你好", "a b", "x" * 400]
    empty.load_embeddings(write_lines(tmp_path / "a", *(passage(chunk_id) for chunk_id in ids)))
    assert set(search(empty, "qualsiasi", collection="libera").chunk_ids) == set(ids)


def test_several_vectors_of_a_chunk_are_points_of_their_own(empty: Engine, tmp_path: Path) -> None:
    report = empty.load_embeddings(write_lines(tmp_path / "a", passage(vector=None, vectors=[VECTOR, NORTH])))
    assert (report.written, report.passages) == (2, 1)
    assert [point.payload.get("part") for point in points(empty)] == [None, 1]
    assert search(empty, "qualsiasi", collection="libera").chunk_ids == ("p1",)
    assert empty.verify() == []


def test_several_vectors_survive_being_saved_and_loaded(empty: Engine, tmp_path: Path) -> None:
    empty.load_embeddings(write_lines(tmp_path / "a", passage(vector=None, vectors=[VECTOR, NORTH])))
    before = points(empty)
    for form in FORMS:
        empty.save_embeddings(tmp_path / form, form=form)
        wipe(empty)
        empty.load_embeddings(tmp_path / form)
        assert close(points(empty), before)


def test_erasing_a_chunk_erases_its_further_vectors(empty: Engine, tmp_path: Path) -> None:
    empty.load_embeddings(write_lines(tmp_path / "a", passage(vector=None, vectors=[VECTOR, NORTH])))
    empty.delete_namespace("libera")
    assert points(empty) == []


BAD = [
    (passage(""), "empty"),
    (passage(vector=[]), "empty"),
    (passage(vector=[0.0] * 64), "points nowhere"),
    (passage(vector=[float("nan")] * 64), "points nowhere"),
    (passage(sha256="ab" * 32), "sha256"),
    (passage("a\x1fb"), "separator"),
    (passage(text="mezza \ud800 coppia"), "surrogate"),
    (passage(metadata={"oggetto": "un testo"}), "text"),
    (passage(metadata={"office": "x" * 300}), "long strings"),
]


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, LoadReport]]:
    """An engine that was given every bad record, and a good one after them."""
    folder = tmp_path_factory.mktemp("refusals")
    with make_engine(folder) as engine:
        yield engine, engine.load_embeddings(write_lines(folder / "a", *(given for given, _ in BAD), passage("buono")))


@pytest.mark.parametrize(("line", "reason"), [(line, reason) for line, (_, reason) in enumerate(BAD, start=1)])
def test_a_record_that_can_not_be_used_is_refused_by_its_place(refusals: tuple[Engine, LoadReport], line: int, reason: str) -> None:
    refused = refusals[1].refused[line - 1]
    assert refused.position == f"line {line}"
    assert reason in refused.reason


def test_refused_records_leave_nothing_behind(refusals: tuple[Engine, LoadReport]) -> None:
    engine, report = refusals
    assert (report.refused_count, report.written) == (len(BAD), 1)
    assert [point.chunk_id for point in points(engine)] == ["buono"]
    assert engine.verify() == []


def test_a_text_other_than_the_stored_one_is_refused(untouched: Engine, tmp_path: Path) -> None:
    chunk_id = search(untouched).chunk_ids[0]
    report = untouched.load_embeddings(
        write_lines(tmp_path / "a", {**passage(chunk_id, sha256="ab" * 32, text=None), "collection": NAMESPACE})
    )
    assert "another one here" in report.refused[0].reason


def test_a_lost_text_comes_back_with_an_archive(sample: Engine, tmp_path: Path) -> None:
    sample.save_embeddings(tmp_path / "saved", texts=True)
    sample.chunks.delete_many(NAMESPACE, [search(sample).chunk_ids[0]])
    sample.load_embeddings(tmp_path / "saved")
    assert sample.verify() == []


def test_a_chunk_whose_text_is_lost_is_not_loaded(sample: Engine, tmp_path: Path) -> None:
    lost = search(sample).chunk_ids[0]
    sample.save_embeddings(tmp_path / "saved")
    wipe(sample)
    sample.chunks.delete_many(NAMESPACE, [lost])
    assert sample.load_embeddings(tmp_path / "saved").missing == (lost,)
    assert lost not in {point.chunk_id for point in points(sample)}


def test_what_is_being_erased_does_not_come_back(sample: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample.save_embeddings(tmp_path / "saved", texts=True)
    monkeypatch.setattr("digest_engine.ingest.index.drain_deletions", lambda *_: type("Nothing", (), {"left": 1})())
    doomed = search(sample).chunk_ids[0]
    act = next(
        act
        for act in sample.acts(NAMESPACE)
        if doomed in {chunk.chunk_id for page in sample.act(act.act_id).pages.values() for chunk in page}
    )
    sample.delete(NAMESPACE, [act.act_id])
    assert [item.chunk_id for item in sample.load_embeddings(tmp_path / "saved").refused] == [doomed]


def test_a_vector_of_an_edited_act_is_encoded_again_instead_of_loaded(sample: Engine, tmp_path: Path) -> None:
    sample.save_embeddings(tmp_path / "saved")
    act = next(act for act in sample.acts(NAMESPACE) if act.subject and "sedie" in act.subject)
    sample.edit(act.act_id, {"subject": "Fornitura di tavoli"})
    report = sample.load_embeddings(tmp_path / "saved")
    assert report.requeued == 1
    assert outbox.pending(sample.database) == 1


def test_a_vector_that_was_out_of_date_when_saved_is_not_taken_for_good(sample: Engine, tmp_path: Path) -> None:
    act = next(act for act in sample.acts(NAMESPACE) if act.subject and "sedie" in act.subject)
    sample.edit(act.act_id, {"subject": "Fornitura di tavoli"})
    sample.save_embeddings(tmp_path / "saved")
    assert sample.load_embeddings(tmp_path / "saved").requeued == 1
    assert outbox.pending(sample.database) == 1


def test_payloads_come_from_the_catalog_and_not_from_an_old_file(sample: Engine, tmp_path: Path) -> None:
    sample.save_embeddings(tmp_path / "saved", form="json")
    act = next(act for act in sample.acts(NAMESPACE) if act.subject and "sedie" in act.subject)
    sample.edit(act.act_id, {"amount": "777,00"})
    sample.load_embeddings(tmp_path / "saved")
    assert 777.0 in {point.payload.get("amount") for point in points(sample)}


# --- other encoders, damaged files ------------------------------------------------------------------------------------------


class Another(DeterministicEncoder):
    """An encoder of the same dimension under another name."""

    identity = EncoderIdentity("another-model", 64)


def test_an_archive_of_another_encoder_is_refused_naming_the_way_out(untouched: Engine, empty: Engine, tmp_path: Path) -> None:
    untouched.save_embeddings(tmp_path / "saved", texts=True)
    empty.__dict__["encoder"] = Another()
    with pytest.raises(EncoderMismatch, match="reindex"):
        empty.load_embeddings(tmp_path / "saved")
    assert list(empty.chunks.iterate()) == []


def test_vectors_of_another_dimension_are_refused_before_anything_is_loaded(empty: Engine, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a", passage(), passage("p2", vector=[1.0, 0.0]))
    with pytest.raises(EncoderMismatch, match=r"line 2.*reindex"):
        empty.load_embeddings(path)
    assert points(empty) == []


def test_without_an_encoder_only_an_archive_says_whose_vectors_it_holds(untouched: Engine, tmp_path: Path) -> None:
    untouched.save_embeddings(tmp_path / "archive", texts=True)
    untouched.save_embeddings(tmp_path / "lines", form="json")
    with make_engine(tmp_path / "senza", encoder={"name": "none"}) as engine:
        with pytest.raises(ConflictError, match="DIGEST_ENCODER_NAME"):
            engine.load_embeddings(tmp_path / "lines")
        assert engine.load_embeddings(tmp_path / "archive").written == 5


@pytest.mark.parametrize("form", FORMS)
def test_a_truncated_file_changes_nothing(sample: Engine, tmp_path: Path, form: SavedForm) -> None:
    sample.save_embeddings(tmp_path / "saved", form=form)
    wipe(sample)
    data = (tmp_path / "saved").read_bytes()
    (tmp_path / "saved").write_bytes(data[: len(data) * 9 // 10])
    with pytest.raises(ReadError, match=r"byte|line"):
        sample.load_embeddings(tmp_path / "saved")
    assert points(sample) == []


def test_a_missing_file_is_told(empty: Engine, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        empty.load_embeddings(tmp_path / "nessuno")


# --- many records, and a kill ----------------------------------------------------------------------------------------------


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.support import make_engine
from digest_engine.archive import load
load.BATCH = 500
engine = make_engine(Path(sys.argv[1]))
inner, calls = engine.vectors.upsert, [0]
def upsert(points):
    inner(points)
    calls[0] += 1
    if calls[0] == 2:
        os.kill(os.getpid(), signal.SIGKILL)
engine.vectors.upsert = upsert
engine.load_embeddings(Path(sys.argv[2]))
"""


def test_a_killed_load_goes_on_where_it_was(tmp_path: Path) -> None:
    messages = [passage(f"p{n}", text=f"passaggio {n}", vector=[1.0, n / 1000] + [0.0] * 62) for n in range(1600)]
    path = write_lines(tmp_path / "a", *messages)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), str(path)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=120, check=False
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL
    with make_engine(tmp_path) as engine:
        report = engine.load_embeddings(path)
        assert (report.records, report.unchanged, report.written) == (1600, 1000, 600)
        assert engine.verify() == []


def test_an_archive_is_read_and_written_in_pieces(empty: Engine, tmp_path: Path) -> None:
    messages = [passage(f"p{n}", text=f"passaggio {n}") for n in range(600)]
    empty.load_embeddings(write_lines(tmp_path / "a", *messages))
    empty.save_embeddings(tmp_path / "saved")
    with (tmp_path / "saved").open("rb") as file:
        frames = {placed.position.split("frame")[1] for placed in archive_entries(file, "saved")}
    assert len(frames) == 3
