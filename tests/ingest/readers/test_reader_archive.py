"""ZIP of anything: each member costs itself."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from digest_engine.ingest.readers import Limits, read
from tests.ingest.readers.reader_samples import pdf, zipped


def reasons(data: bytes, **limits: int) -> dict[str, str]:
    return {failure.name: failure.reason for failure in read(data, "lotto.zip", Limits(**limits)).failures}


def test_members_are_documents_named_by_their_path() -> None:
    reading = read(zipped({"a.txt": "uno", "sub/b.pdf": pdf("due")}), "lotto.zip")
    assert [(document.name, document.position, document.text) for document in reading.documents] == [
        ("lotto.zip/a.txt", 0, "uno"),
        ("lotto.zip/sub/b.pdf", 1, "due"),
    ]


def test_a_zip_in_a_zip_is_opened() -> None:
    reading = read(zipped({"in.zip": zipped({"a.txt": "uno"})}), "lotto.zip")
    assert [document.name for document in reading.documents] == ["lotto.zip/in.zip/a.txt"]


@pytest.mark.parametrize("name", ["../fuori.txt", "a/../../fuori.txt", "/etc/passwd", "C:\\a.txt", "..\\fuori.txt"])
def test_a_name_that_leaves_its_folder_is_refused_and_the_rest_goes_on(name: str) -> None:
    reading = read(zipped({name: "x", "b.txt": "buono"}), "lotto.zip")
    assert [failure.reason for failure in reading.failures] == ["unsafe_name"]
    assert [document.text for document in reading.documents] == ["buono"]


def test_a_bomb_is_refused_and_the_rest_goes_on() -> None:
    reading = read(zipped({"bomba.txt": b"0" * 30_000_000, "b.txt": "buono"}), "lotto.zip")
    assert [(failure.name, failure.reason) for failure in reading.failures] == [("lotto.zip/bomba.txt", "expansion")]
    assert len(reading.documents) == 1


def test_the_total_expansion_is_limited() -> None:
    data = zipped({f"{n}.txt": "atto " * 1000 for n in range(10)})
    assert len(reasons(data, expanded_bytes=20_000)) == 6


def test_fifty_zips_in_each_other_stop_at_the_depth_limit() -> None:
    data = b"testo"
    for _ in range(50):
        data = zipped({"x": data})
    assert list(reasons(data).values()) == ["too_deep"]


def test_a_truncated_zip_is_named() -> None:
    assert reasons(zipped({"a.txt": "uno" * 100})[:-20]) == {"lotto.zip": "truncated_zip"}


def test_a_broken_member_is_named_and_the_rest_goes_on() -> None:
    data = bytearray(zipped({"a.txt": "abcdefghijklmnopqrstuvwxyz" * 10, "b.txt": "buono"}))
    data[40:45] = b"\xff\xff\xff\xff\xff"
    reading = read(bytes(data), "lotto.zip")
    assert [failure.reason for failure in reading.failures] == ["damaged"]
    assert [document.name for document in reading.documents] == ["lotto.zip/b.txt"]


def test_an_encrypted_member_is_named() -> None:
    data = bytearray(zipped({"a.txt": "uno"}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert reasons(bytes(data)) == {"lotto.zip/a.txt": "encrypted"}


def test_junk_of_file_managers_is_nothing() -> None:
    reading = read(zipped({"__MACOSX/._a.txt": "x", ".DS_Store": "x", "Thumbs.db": "x", "a.txt": "uno"}), "lotto.zip")
    assert len(reading.documents) == 1
    assert not reading.failures


def test_an_empty_zip_has_no_documents() -> None:
    assert reasons(zipped({})) == {"lotto.zip": "no_documents"}


def test_too_many_members_stop() -> None:
    assert "too_many_members" in reasons(zipped({f"{n}": "x" for n in range(5)}), members=4).values()


def test_italian_names_of_old_archives_keep_their_accents() -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("attivitXX.txt", "uno")
    data = buffer.getvalue().replace(b"attivitXX", b"attivit" + "à".encode("cp850") + b"1")
    assert read(data, "lotto.zip").documents[0].name == "lotto.zip/attività1.txt"
