"""`embeddings query`, `embeddings save` and `embeddings load`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgpack
import pytest

from digest_engine.archive.container import MAGIC
from tests.cli.cli_support import Run

VECTOR = [1.0] + [0.0] * 63


@pytest.fixture
def passages(run: Run, tmp_path: Path) -> Run:
    """`run`, with two passages in the archive `libera`."""
    near, far = VECTOR, [0.6, 0.8] + [0.0] * 62
    path = tmp_path / "passaggi.jsonl"
    write_lines(path, passage("vicino", near), passage("lontano", far))
    assert run("embeddings", "load", "-i", str(path)).code == 0
    return run


def passage(chunk_id: str, vector: list[float], **rest: Any) -> dict[str, Any]:
    """A chunk with its text."""
    return {"chunk_id": chunk_id, "vector": vector, "collection": "libera", "text": f"Il testo di {chunk_id}", **rest}


def write_lines(path: Path, *messages: Any) -> None:
    """A file of JSON lines."""
    path.write_text("".join(json.dumps(message) + "\n" for message in messages), encoding="utf-8")


def test_hits_are_shown_by_rank_with_four_decimals(passages: Run) -> None:
    rows = passages("embeddings", "query", "testo", "-c", "libera").out.splitlines()
    assert [row.split()[0] for row in rows] == ["1.", "2."]
    assert all(len(row.split()[2].rpartition(".")[2]) == 4 for row in rows)


def test_the_limit_is_kept(passages: Run) -> None:
    assert len(passages("embeddings", "query", "testo", "-c", "libera", "-l", "1").out.splitlines()) == 1


def test_hits_as_json_are_the_response(passages: Run) -> None:
    data = passages("embeddings", "query", "testo", "-c", "libera", "--json").data
    assert set(data["chunk_ids"]) == {"vicino", "lontano"}
    assert [match["chunk_id"] for match in data["matches"]] == data["chunk_ids"]


def test_nothing_found_is_a_sentence_and_no_failure(run: Run) -> None:
    ran = run("embeddings", "query", "testo", "-c", "nessuna")
    assert (ran.code, ran.out) == (0, "Nessun passaggio trovato.\n")


def test_text_is_never_shown(passages: Run) -> None:
    assert "Il testo di" not in passages("embeddings", "query", "testo", "-c", "libera", "--json").out


@pytest.mark.parametrize("form", ["archive", "msgpack", "json"])
def test_what_was_saved_is_loaded(passages: Run, tmp_path: Path, form: str) -> None:
    saved = tmp_path / f"salvati.{form}"
    assert passages("embeddings", "save", "-o", str(saved), "--format", form).code == 0
    assert passages("embeddings", "load", "-i", str(saved), "--json").data["unchanged"] == 2


def test_an_archive_is_the_default(passages: Run, tmp_path: Path) -> None:
    passages("embeddings", "save", "-o", str(tmp_path / "salvati"))
    assert (tmp_path / "salvati").read_bytes().startswith(MAGIC)


def test_msgpack_holds_tagged_pairs(passages: Run, tmp_path: Path) -> None:
    passages("embeddings", "save", "-o", str(tmp_path / "salvati"), "--format", "msgpack")
    with (tmp_path / "salvati").open("rb") as file:
        messages = list(msgpack.Unpacker(file))
    assert {chunk["c"] for tag, message in messages for chunk in message["c"]} == {"vicino", "lontano"}
    assert {tag for tag, _ in messages} == {"de"}


def test_texts_go_where_they_are_asked_for(passages: Run, tmp_path: Path) -> None:
    passages("embeddings", "save", "-o", str(tmp_path / "senza"))
    passages("embeddings", "save", "-o", str(tmp_path / "con"), "--include-text")
    assert b"Il testo di" not in (tmp_path / "senza").read_bytes()
    assert b"Il testo di" in (tmp_path / "con").read_bytes()


def test_a_save_says_how_many_by_archive(passages: Run, tmp_path: Path) -> None:
    assert "libera: 2" in passages("embeddings", "save", "-o", str(tmp_path / "salvati")).out


def test_a_save_says_what_is_not_indexed_yet(loaded: Run, tmp_path: Path) -> None:
    assert "Passaggi non ancora indicizzati, quindi non nel file: 3" in loaded("embeddings", "save", "-o", str(tmp_path / "salvati")).err


def test_ids_without_text_are_listed_and_the_command_fails(run: Run, tmp_path: Path) -> None:
    write_lines(tmp_path / "a", {"chunk_id": "ignoto", "vector": VECTOR})
    ran = run("embeddings", "load", "-i", str(tmp_path / "a"))
    assert ran.code == 2
    assert "ignoto" in ran.err


def test_a_refused_record_is_told_by_its_place_and_the_command_fails(run: Run, tmp_path: Path) -> None:
    write_lines(tmp_path / "a", passage("p1", VECTOR), {"chunk_id": "p2", "embedding": VECTOR})
    ran = run("embeddings", "load", "-i", str(tmp_path / "a"))
    assert ran.code == 2
    assert "line 2" in ran.err


@pytest.mark.parametrize("content", [b"%PDF-1.7", b'{"chunk_id": "p1", "vec', b"\x92\xa2de", MAGIC + b"H"])
def test_a_bad_file_fails_in_one_sentence(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a").write_bytes(content)
    ran = run("embeddings", "load", "-i", str(tmp_path / "a"))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)


def test_a_format_that_is_not_the_files_is_an_error(passages: Run, tmp_path: Path) -> None:
    passages("embeddings", "save", "-o", str(tmp_path / "salvati"), "--format", "json")
    assert passages("embeddings", "load", "-i", str(tmp_path / "salvati"), "--format", "archive").code == 2


def test_a_missing_file_is_not_found(run: Run, tmp_path: Path) -> None:
    assert run("embeddings", "load", "-i", str(tmp_path / "nessuno")).code == 3


def test_an_unknown_collection_is_not_found(passages: Run, tmp_path: Path) -> None:
    assert passages("embeddings", "save", "-o", str(tmp_path / "salvati"), "--collection", "nessuna").code == 3


def test_another_encoders_vectors_are_a_conflict_that_names_the_way_out(run: Run, tmp_path: Path) -> None:
    write_lines(tmp_path / "a", passage("p1", [1.0, 0.0]))
    ran = run("embeddings", "load", "-i", str(tmp_path / "a"))
    assert ran.code == 4
    assert "reindex" in ran.err


def test_a_store_that_does_not_answer_fails(passages: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIGEST_VECTORS_BACKEND", "qdrant")
    monkeypatch.setenv("DIGEST_VECTORS_URL", "http://127.0.0.1:9")
    ran = passages("embeddings", "query", "testo", "-c", "libera")
    assert (ran.code, ran.out) == (6, "")


def test_vectors_move_to_another_archive_without_their_acts(passages: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passages("embeddings", "save", "-o", str(tmp_path / "salvati"), "--include-text")
    expected = passages("embeddings", "query", "testo", "-c", "libera").out
    monkeypatch.setenv("DIGEST_DATA_DIR", str(tmp_path / "altrove"))
    assert passages("embeddings", "load", "-i", str(tmp_path / "salvati")).code == 0
    assert passages("embeddings", "query", "testo", "-c", "libera").out == expected
