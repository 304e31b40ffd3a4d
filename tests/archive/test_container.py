"""The archive format: what is written comes back, and nothing that was cut or altered is taken for whole."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import pytest

from digest_engine.archive.container import FRAME, HASH_SIZE, MAGIC, Header, Writer, archive_entries, read_header
from digest_engine.archive.records import Record
from digest_engine.archive.source import open_source, survey
from digest_engine.errors import InputError, ReadError
from digest_engine.types import SparseVector

HEADER = Header("a-model", 2, "cosine", {"uno": 0, "città": 0}, True, "2026-05-31T10:00:00", "test")
RECORDS = [
    Record("uno", "https://example.org/p1/c3", (1.0, 0.0), payload={"amount": 12.5, "topics": ["a", "b"]}, sha256="ab", embedded="cd"),
    Record("città", "你好", (0.25, -0.75), part=1, document="d", root="r", sparse=SparseVector((1, 7), (0.5, 2.0)), text="Sì", context="c"),
]  # fmt: skip


def written(frames: int = 2) -> bytes:
    """An archive with one record a frame."""
    file = io.BytesIO()
    writer = Writer(file, HEADER)
    for record in RECORDS[:frames]:
        writer.write([record])
    writer.finish()
    return file.getvalue()


def read(data: bytes) -> list[Record]:
    """All records, as a load reads them."""
    return [placed.record for placed in archive_entries(io.BytesIO(data), "file")]


def frames_of(data: bytes) -> list[tuple[int, int]]:
    """Begin and end of each frame."""
    found, at = [], len(MAGIC)
    while at < len(data):
        end = at + FRAME.size + FRAME.unpack_from(data, at)[1] + HASH_SIZE
        found.append((at, end))
        at = end
    return found


def test_records_come_back_as_they_were() -> None:
    assert read(written()) == RECORDS


def test_the_header_counts_the_records_of_each_collection() -> None:
    assert read_header(io.BytesIO(written()), "file").collections == {"uno": 1, "città": 1}


def test_the_header_is_the_same_size_whatever_it_counts() -> None:
    assert frames_of(written(0))[0] == frames_of(written(2))[0]


def test_an_archive_may_hold_nothing() -> None:
    assert read(written(0)) == []


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_truncated_archive_is_refused_with_its_place(cut: int) -> None:
    data = written()
    kept = data[: max(len(MAGIC), len(data) - cut * len(data) // 40)]
    with pytest.raises(ReadError, match="byte") as error:
        read(kept)
    assert error.value.reason == "truncated"


def test_every_altered_byte_is_seen() -> None:
    data = written()
    for at in range(len(MAGIC), len(data), 7):
        with pytest.raises(InputError, match="byte"):
            read(data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :])


def test_the_place_of_an_alteration_is_told() -> None:
    data = bytearray(written())
    begin, end = frames_of(bytes(data))[2]
    data[end - HASH_SIZE - 1] ^= 1
    with pytest.raises(ReadError, match=f"byte {begin}, after 1 records"):
        read(bytes(data))


def test_a_frame_that_was_taken_out_is_missed() -> None:
    data = written()
    begin, end = frames_of(data)[1]
    with pytest.raises(ReadError, match="hash"):
        read(data[:begin] + data[end:])


def test_frames_that_changed_places_are_seen() -> None:
    data = written()
    _, one, two, _ = frames_of(data)
    with pytest.raises(ReadError, match="hash"):
        read(data[: one[0]] + data[slice(*two)] + data[slice(*one)] + data[two[1] :])


def test_anything_after_the_end_is_refused() -> None:
    with pytest.raises(ReadError, match="after its end"):
        read(written() + b"x")


def test_a_newer_format_names_the_way_out() -> None:
    data = written()
    begin, end = frames_of(data)[0]
    payload = data[begin + FRAME.size : end - HASH_SIZE].replace(b'"format": 1', b'"format": 9')
    head = data[begin : begin + FRAME.size]
    changed = data[:begin] + head + payload + hashlib.sha256(head + payload).digest() + data[end:]
    with pytest.raises(InputError, match="update the program"):
        read(changed)


def test_a_header_of_another_archive_is_refused() -> None:
    """Each frame is right by itself: only the footer knows which header belongs to it."""
    data, other = written(), io.BytesIO()
    Writer(other, Header("another", 2, "cosine", {"uno": 0, "città": 0}, True, "2026-05-31T10:00:00", "test-")).finish()
    (begin, end), (first, last) = frames_of(data)[0], frames_of(other.getvalue())[0]
    with pytest.raises(ReadError):
        read(data[:begin] + other.getvalue()[first:last] + data[end:])


def test_a_frame_that_claims_to_be_huge_is_not_read() -> None:
    data = written()
    begin = frames_of(data)[1][0]
    with pytest.raises(ReadError, match="claims"):
        read(data[:begin] + FRAME.pack(b"R", 2**32 - 1) + data[begin + FRAME.size :])


def test_the_form_is_told_from_the_first_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(written())
    assert open_source(path).form == "archive"


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"\x01\x02", b"hello", b"PK\x03\x04"])
def test_another_kind_of_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    with pytest.raises(InputError, match="neither"):
        open_source(path)


def test_an_empty_file_holds_no_record(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    assert survey(open_source(tmp_path / "a")).collections == frozenset()


def test_the_header_can_be_read_by_people() -> None:
    data = written()
    begin, end = frames_of(data)[0]
    assert json.loads(data[begin + FRAME.size : end - HASH_SIZE])["model"] == "a-model"
