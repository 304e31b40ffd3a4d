"""Whatever the bytes, reading gives documents and failures: it never raises."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import docx
import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from odf import opendocument, text

from digest_engine.ingest.readers import ocr, read
from digest_engine.ingest.readers.decode import decode
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.types import Reading
from tests.ingest.readers.reader_samples import pdf, zipped

# SignedData of five letters, with no signer.
ENVELOPE = bytes.fromhex("302c06092a864886f70d010702a01f301d0201013100301406092a864886f70d010701a007040544454c49423100")
NAMES = st.sampled_from(["a.pdf", "a.zip", "a.pdf.p7m", "a.docx", "a.xlsx", "a.odt", "a.html", "a.xml", "a.eml", "a.csv", "a.txt", "a"])
TRUE_START = [
    b"%PDF-1.7\n",
    b"PK\x03\x04",
    b"<?xml ?><rss>",
    b"<html>",
    b"From: a\nMessage-ID: 1\nMIME-Version: 1.0\n\n",
    b"\xff\xfe",
    b"0\x80",
]
quick = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def without_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "missing", lambda: "no_tesseract")


@lru_cache
def samples() -> tuple[tuple[str, bytes], ...]:
    document, book = docx.Document(), openpyxl.Workbook()
    document.add_paragraph("DETERMINA n. 4")
    book.active.append(["Numero", "Data", "Oggetto"])
    book.active.append([1, "3/3/2026", "Carta"])
    word, sheet = BytesIO(), BytesIO()
    document.save(word)
    book.save(sheet)
    written, odt = opendocument.OpenDocumentText(), BytesIO()
    written.text.addElement(text.P(text="DELIBERA"))
    written.save(odt)
    feed = b"<rss><channel><item><title>Delibera</title></item></channel></rss>"
    mail = b'MIME-Version: 1.0\nMessage-ID: <1>\nContent-Type: multipart/mixed; boundary="x"\n\n--x\n\ntesto\n--x\nContent-Disposition: attachment; '
    mail += b'filename="a.txt"\n\nallegato\n--x--\n'
    page = b"<html><h1>Comune di Alfa</h1><table><tr><th>N.<th>Data<th>Oggetto<tr><td>1<td>2<td>3</table></html>"
    table = 'Numero;Data;Oggetto\r\n1;2;"Città"\r\n'.encode("cp1252")
    return (
        ("a.pdf", pdf("DETERMINA", "n. 4")), ("a.zip", zipped({"a.txt": "uno", "b.pdf": pdf("due")})), ("a.p7m", ENVELOPE),
        ("a.docx", word.getvalue()), ("a.xlsx", sheet.getvalue()), ("a.odt", odt.getvalue()), ("a.xml", feed), ("a.eml", mail), ("a.html", page),
        ("a.csv", table), ("a.txt", "perché è già".encode("utf-16")),
    )  # fmt: skip


def check(reading: Reading) -> None:
    assert reading.documents or reading.failures
    assert all(failure.reason and failure.message for failure in reading.failures)
    assert all(page.text or not page.problem or page.method == "none" for document in reading.documents for page in document.pages)


def test_the_unharmed_samples_are_read() -> None:
    assert [name for name, data in samples() if not read(data, name).documents] == []


@quick
@given(start=st.sampled_from([b"", *TRUE_START]), rest=st.binary(max_size=400), name=NAMES)
def test_random_bytes_never_raise(start: bytes, rest: bytes, name: str) -> None:
    check(read(start + rest, name))


@quick
@given(sample=st.integers(0, 10), cut=st.floats(0, 1))
def test_truncated_files_never_raise(sample: int, cut: float) -> None:
    name, data = samples()[sample]
    check(read(data[: int(len(data) * cut)], name))


@settings(quick, max_examples=400)
@given(
    sample=st.integers(0, 10), changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=12)
)
def test_mutated_files_never_raise(sample: int, changes: list[tuple[float, int]]) -> None:
    name, data = samples()[sample]
    harmed = bytearray(data)
    for place, value in changes:
        harmed[int(place * len(harmed))] = value
    check(read(bytes(harmed), name))


@quick
@given(first=st.integers(0, 10), second=st.integers(0, 10), name=NAMES)
def test_files_glued_together_never_raise(first: int, second: int, name: str) -> None:
    check(read(samples()[first][1] + samples()[second][1], name))


@quick
@given(written=st.text(max_size=300))
def test_normalising_twice_changes_nothing_more(written: str) -> None:
    assert normalise(normalise(written)) == normalise(written)


@quick
@given(written=st.text(alphabet="abcàèéìòù€’“” \n1,.", min_size=1, max_size=200))
def test_italian_text_survives_utf8(written: str) -> None:
    assert decode(written.encode("utf-8")) == written
