"""The reading process: the same readings, and hostile files that cost themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from digest_engine.ingest.readers import Limits, ReadingWorker, read
from digest_engine.ingest.readers.base import Source, Visit
from digest_engine.ingest.readers.reading import _choose
from tests.ingest.readers.reader_samples import pdf, pdf_of_objects, zipped


@pytest.fixture(scope="module")
def worker() -> Iterator[ReadingWorker]:
    with ReadingWorker() as process:
        yield process


def test_the_worker_reads_as_the_function_does(worker: ReadingWorker) -> None:
    data = zipped({"a.pdf": pdf("uno", "due"), "b.txt": "tre", "../c": "x"})
    assert worker.read(data, "lotto.zip") == read(data, "lotto.zip")


def test_a_file_on_disk_is_read_by_its_path(worker: ReadingWorker, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("DETERMINA")
    assert worker.read(path, "atto.txt").documents[0].text == "DETERMINA"


def test_a_missing_file_is_named(worker: ReadingWorker, tmp_path: Path) -> None:
    assert worker.read(tmp_path / "manca.txt", "manca.txt").failures[0].reason == "not_found"


def test_a_file_above_the_limit_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "grande.txt"
    path.write_bytes(b"x" * 100)
    with ReadingWorker(limits=Limits(file_bytes=10)) as process:
        assert process.read(path, "grande.txt").failures[0].reason == "too_large"


def test_memory_beyond_the_limit_is_a_failure_and_the_next_file_is_read() -> None:
    with ReadingWorker(limits=Limits(memory_bytes=192 * 1024 * 1024)) as process:
        big = process.read(("è" * 40_000_000).encode(), "grande.txt")
        assert [failure.reason for failure in big.failures] == ["memory"]
        assert process.read(b"uno", "a.txt").documents


def test_a_member_that_takes_too_long_is_left_out_and_the_rest_is_read() -> None:
    slow = ("perché l'attività è già così " * 1_200_000).encode()
    limits = Limits(step_seconds=0.5, expansion_ratio=100_000)
    with ReadingWorker(limits=limits) as process:
        reading = process.read(zipped({"a.txt": "uno", "lento.txt": slow, "b.txt": "due"}), "lotto.zip")
    assert [document.text for document in reading.documents] == ["uno", "due"]
    assert [(failure.name, failure.reason) for failure in reading.failures] == [("lotto.zip/lento.txt", "timeout")]


def test_a_pdf_of_a_hundred_thousand_pages_is_refused(worker: ReadingWorker) -> None:
    kids = b" ".join([b"3 0 R"] * 100_000)
    tree = b"<< /Type /Pages /Kids [%s] /Count 100000 >>" % kids
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"
    data = pdf_of_objects([b"<< /Type /Catalog /Pages 2 0 R >>", tree, page])
    assert [failure.reason for failure in worker.read(data, "a.pdf").failures] == ["too_many_pages"]


def test_tags_nested_without_end_cost_one_file(worker: ReadingWorker) -> None:
    hostile = b"<html>" + b"<div><table><tr><td>" * 20_000 + b"testo"
    reading = worker.read(zipped({"a.html": hostile, "b.txt": "due"}), "lotto.zip")
    assert "due" in [document.text for document in reading.documents]


def test_a_member_already_known_to_hang_is_left_out() -> None:
    data = zipped({"a.txt": "uno", "b.txt": "due"})
    reading = read(data, "lotto.zip", skip={"lotto.zip/a.txt": "timeout"})
    assert [document.text for document in reading.documents] == ["due"]
    assert [(failure.name, failure.reason) for failure in reading.failures] == [("lotto.zip/a.txt", "timeout")]


def test_time_over_stops_between_members() -> None:
    visit = Visit(Limits(total_seconds=0), choose=_choose, beat=lambda at: None, skip={})
    assert [found.reason for found in visit.read(Source(b"uno", "a.txt"))] == ["timeout"]
