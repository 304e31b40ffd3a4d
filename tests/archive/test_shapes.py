"""The shapes of other tools: written and read alike, and what can't be used is refused by its place."""

from __future__ import annotations

import io
import json
from typing import Any

import msgpack
import pytest

from digest_engine.archive.records import Placed, Record, Refused
from digest_engine.archive.shapes import entries_of, message, tagged
from digest_engine.archive.streams import json_entries, msgpack_entries
from digest_engine.errors import ReadError

ONE = Record("avella", "c1", (1.0, 0.0), document="d", root="r")
TWO = Record("avella", "https://example.org/città/你好", (0.0, 1.0), document="d", root="r")
BARE = {"digest_type": "none", "namespace": "avella"}


def records(given: Any) -> list[Record]:
    """The records of a message, all of which can be used."""
    entries = list(entries_of(given, position="here"))
    assert all(isinstance(entry, Placed) for entry in entries), entries
    return [entry.record for entry in entries if isinstance(entry, Placed)]


def reasons(given: Any) -> list[str]:
    """Why records were refused."""
    return [entry.reason for entry in entries_of(given, position="here") if isinstance(entry, Refused)]


def essence(found: list[Record]) -> list[tuple[Any, ...]]:
    """What every shape keeps."""
    return [(item.collection, item.chunk_id, item.vector, item.part, item.document, item.root) for item in found]


@pytest.mark.parametrize("write", [tagged, message])
def test_a_message_comes_back_as_it_was(write: Any) -> None:
    given = write([ONE, TWO])
    assert essence(records(json.loads(json.dumps(given)))) == essence([ONE, TWO])
    assert essence(records(msgpack.unpackb(msgpack.packb(given)))) == essence([ONE, TWO])


def test_a_tagged_pair_is_as_documented() -> None:
    assert tagged([ONE]) == ["de", {"m": {"i": "d", "m": "r", "c": "avella"}, "c": [{"c": "c1", "v": [1.0, 0.0]}]}]


def test_a_message_carries_metadata_and_hash() -> None:
    record = Record("avella", "c1", (1.0,), payload={**BARE, "chunk_id": "c1", "page": 3}, sha256="ab" * 32)
    (back,) = records(message([record]))
    assert (back.payload, back.sha256) == (record.payload, record.sha256)


@pytest.mark.parametrize(
    "given",
    [
        ["de", {"m": {"i": "d", "m": "r", "c": "avella"}, "c": [{"c": "c1", "v": [1.0, 0.0]}]}],
        ["de", {"m": {"i": "d", "m": "r", "c": "avella"}, "c": [{"i": "c1", "v": [1.0, 0.0]}]}],
        ["de", {"m": {"i": "d", "m": "r", "u": "tenant", "c": "avella"}, "c": [{"c": "c1", "v": [[1.0, 0.0]]}]}],
        {"metadata": {"id": "d", "root": "r", "collection": "avella"}, "chunks": [{"chunk_id": "c1", "vector": [1.0, 0.0]}]},
        {"metadata": {"id": "d", "root": "r", "collection": "avella"}, "chunks": [{"chunk_id": "c1", "vectors": [[1.0, 0.0]]}]},
    ],
)
def test_the_documented_shapes_mean_the_same(given: Any) -> None:
    assert essence(records(given)) == essence([ONE])


def test_a_chunk_by_itself_is_taken() -> None:
    (found,) = records({"chunk_id": "c1", "vector": [1.0, 0.0], "collection": "avella"})
    assert (found.collection, found.chunk_id, found.vector) == ("avella", "c1", (1.0, 0.0))


def test_several_vectors_are_numbered() -> None:
    found = records({"chunk_id": "c1", "vectors": [[1.0], [0.5], [0.2]]})
    assert [(record.part, record.vector) for record in found] == [(0, (1.0,)), (1, (0.5,)), (2, (0.2,))]


def test_a_collection_that_is_not_named_is_the_default_one() -> None:
    assert records({"chunks": [{"chunk_id": "c1", "vector": [1.0]}]})[0].collection == "default"


def test_statements_in_place_of_the_root_are_no_part_of_the_embeddings() -> None:
    assert records(["de", {"m": {"i": "d", "m": [{"s": "x"}], "c": "avella"}, "c": [{"c": "c1", "v": [1.0]}]}])[0].root == ""


@pytest.mark.parametrize(
    "chunk",
    [
        {"chunk_id": "", "vector": [1.0]}, {"chunk_id": "  ", "vector": [1.0]}, {"chunk_id": None, "vector": [1.0]},
        {"chunk_id": "c1", "vector": []}, {"chunk_id": "c1", "vector": None}, {"chunk_id": "c1", "vectors": []},
        {"chunk_id": "c1", "vectors": [[1.0], []]}, {"chunk_id": "c1"}, {"vector": [1.0]}, {"chunk_id": "c1", "vector": ["a"]},
        {"chunk_id": "c1", "embedding": [1.0]}, {"chunk_id": "c1", "vector": [1.0], "doc": "testo"}, "c1", 3, None,
        {"chunk_id": "c1", "vector": [1.0], "metadata": {"testo": "un testo"}}, {"chunk_id": "c1", "vector": [1.0], "metadata": {"x": {}}},
    ],
)  # fmt: skip
def test_a_bad_chunk_is_refused_and_the_rest_goes_on(chunk: Any) -> None:
    entries = list(
        entries_of({"chunks": [{"chunk_id": "a", "vector": [1.0]}, chunk, {"chunk_id": "b", "vector": [1.0]}]}, position="line 7")
    )
    assert [entry.record.chunk_id for entry in entries if isinstance(entry, Placed)] == ["a", "b"]
    assert [entry.position for entry in entries if isinstance(entry, Refused)] == ["line 7, chunk 2"]


@pytest.mark.parametrize("given", [{}, [], ["ge", {}], ["de"], ["de", []], {"chunk_ids": []}, 3, "de", None, {"metadata": 1, "chunks": []}])
def test_an_unknown_shape_is_refused(given: Any) -> None:
    assert len(reasons(given)) == 1


def test_a_refusal_never_repeats_the_value() -> None:
    assert "segreto" not in str(reasons({"chunk_id": "c1", "vector": ["segreto"]}))


def lines(*values: Any, end: str = "\n") -> io.BytesIO:
    """A file of JSON, one value after another."""
    return io.BytesIO("".join(json.dumps(value) + end for value in values).encode())


@pytest.mark.parametrize("end", ["\n", "", "\r\n", "\n\n"])
def test_json_values_may_follow_each_other_with_or_without_lines(end: str) -> None:
    found = list(json_entries(lines(tagged([ONE]), tagged([TWO]), end=end), "file"))
    assert [entry.record.chunk_id for entry in found if isinstance(entry, Placed)] == [ONE.chunk_id, TWO.chunk_id]


def test_a_cut_json_line_is_told_by_its_number() -> None:
    data = lines(tagged([ONE]), tagged([TWO])).getvalue()[:-10]
    with pytest.raises(ReadError, match="line 2") as error:
        list(json_entries(io.BytesIO(data), "file"))
    assert error.value.reason == "truncated"


def test_a_line_that_is_not_utf8_is_told_by_its_number() -> None:
    with pytest.raises(ReadError, match="line 2"):
        list(json_entries(io.BytesIO(b"\n\xff\xfe\n"), "file"))


def test_a_line_nested_too_deeply_is_told_by_its_number() -> None:
    with pytest.raises(ReadError, match="line 1"):
        list(json_entries(io.BytesIO(b"[" * 200_000), "file"))


def test_a_cut_msgpack_file_is_told_by_its_byte() -> None:
    first, second = msgpack.packb(tagged([ONE])), msgpack.packb(tagged([TWO]))
    with pytest.raises(ReadError, match=f"message 2, which begins at byte {len(first)}"):
        list(msgpack_entries(io.BytesIO(first + second[:-3]), "file"))


def test_what_is_not_msgpack_is_told_by_its_byte() -> None:
    first = msgpack.packb(tagged([ONE]))
    with pytest.raises(ReadError, match=f"byte {len(first)}"):
        list(msgpack_entries(io.BytesIO(first + b"\xc1\xc1"), "file"))


def test_a_number_between_messages_is_damage() -> None:
    with pytest.raises(ReadError, match="message 1"):
        list(msgpack_entries(io.BytesIO(b"\x05"), "file"))
