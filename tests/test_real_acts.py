"""The main job on real acts: every file accounted for, figures that agree everywhere, answers with act and page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import text

from digest_engine import DigestAgentRequest, DigestGenerationRequest, Engine
from digest_engine.ingest.extract import extract
from digest_engine.ingest.readers import read
from digest_engine.profiles import load_profile
from digest_engine.types import Period
from tests.support import make_engine

pytestmark = pytest.mark.shared
SPAN = (date(2026, 2, 1), date(2026, 5, 31))


@pytest.fixture(scope="module")
def folders(shared_dir: Path) -> list[Path]:
    """The acts of one comune: 83 labelled ones, 41 of them also as PDF, and 56 more."""
    raw = shared_dir / "data" / "acts" / "raw"
    return [raw / "avella", raw / "avella_extra"]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, folders: list[Path]) -> Iterator[Engine]:
    """All of them ingested once, with their monthly digests."""
    with make_engine(tmp_path_factory.mktemp("real")) as engine:
        engine.ingest(list(folders), namespace="avella")
        request = DigestGenerationRequest(namespace="avella", date_from=SPAN[0], date_to=SPAN[1], granularity="monthly")
        engine.generate(request)
        yield engine


def test_180_files_are_139_acts_41_of_them_with_two_documents(archive: Engine, folders: list[Path]) -> None:
    report = archive.ingest(list(folders), namespace="avella")
    assert (len(report.files), report.acts, report.with_two_documents, report.failed) == (180, 139, 41, 0)
    assert (report.known, report.new_acts) == (180, 0)


def test_digests_figures_charts_and_a_hand_sum_agree_to_the_cent(archive: Engine) -> None:
    digests = {item.date_from: item for item in archive.digests("avella", granularity="monthly")}
    points = archive.series("avella", start=SPAN[0], end=SPAN[1], granularity="monthly")
    assert [point.source for point in points] == ["digest"] * 4
    for point in points:
        window = point.window
        totals = archive.figures("avella", periods=(Period(window.start, window.end),)).totals
        with archive.database.reading() as connection:
            rows = connection.execute(
                text("SELECT counted_cents FROM acts WHERE namespace = 'avella' AND act_day / 100 = :month"),
                {"month": window.start.year * 100 + window.start.month},
            ).scalars()
            cents = list(rows)
        by_hand = Decimal(sum(value for value in cents if value is not None)) / 100
        digest = digests[window.start]
        assert digest.total_amount == totals.total == point.summary.total == by_hand
        assert digest.act_count == totals.count == point.summary.act_count == len(cents) == sum(digest.act_types.values())
        assert sum(map(Decimal, digest.amounts["by_role"].values())) == totals.total


def test_the_counts_are_those_of_the_labels(archive: Engine, shared_dir: Path) -> None:
    rows = [json.loads(line) for line in (shared_dir / "data" / "acts" / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    labelled = [row for row in rows if row.get("file", "").startswith("raw/avella/") and not row.get("doubtful")]
    ours = {(act.kind, act.number): act for act in archive.acts("avella")}
    found = [ours.get((row["act_kind"], row["numero"])) for row in labelled]
    pairs = zip(found, labelled, strict=True)
    right = sum(act is not None and act.act_date == date.fromisoformat(row["date"]) for act, row in pairs)
    assert right >= len(labelled) - 1


def ask(archive: Engine, question: str) -> object:
    return archive.qa(DigestAgentRequest(namespace="avella", question=question))


def test_what_was_done_in_april_is_covered_by_the_digest_of_april(archive: Engine) -> None:
    answer = ask(archive, "Cosa hanno fatto ad aprile?")
    assert (answer.query_mode, answer.extracted_date_from, answer.extracted_date_to) == ("temporal", date(2026, 4, 1), date(2026, 4, 30))
    assert answer.digests_used == (date(2026, 4, 1),)
    assert "Giorni senza digest" not in answer.answer


def test_the_printed_matter_of_the_referendum_is_found_in_its_act(archive: Engine) -> None:
    answer = ask(archive, "Hanno acquistato stampati per il referendum?")
    assert answer.query_mode == "semantic"
    assert archive.act(answer.citations[0].act_id).act.number == "161"
    assert answer.citations[0].page == 1


def test_the_determine_of_march_are_counted_and_summed_by_role(archive: Engine) -> None:
    answer = ask(archive, "Quante determine a marzo e per quale importo?")
    march = [act for act in archive.acts("avella") if act.kind == "determina" and act.act_date and act.act_date.month == 3]
    assert answer.figures["totals"]["count"] == len(march)
    assert Decimal(answer.figures["totals"]["sum"]) == sum(act.amount for act in march if act.amount is not None)
    assert sum(Decimal(role["sum"]) for role in answer.figures["totals"]["by_role"].values()) == Decimal(answer.figures["totals"]["sum"])


SCANS = ["av_0026_scan.pdf", "av_0098_scan.pdf", "av_0109_scan.pdf", "av_0221_scan.pdf"]
SIGNED = ["av_0066.txt.p7m", "av_0069.pdf.p7m", "av_0102.pdf.p7m", "av_0111.pdf.p7m.p7m", "av_0136.pdf.p7m", "av_0151.pdf.p7m"]


@pytest.mark.parametrize("path", [*(f"scans/{name}" for name in SCANS), *(f"p7m/{name}" for name in SIGNED)])
def test_a_scan_or_a_signed_file_says_what_its_act_says(archive: Engine, shared_dir: Path, tmp_path: Path, path: str) -> None:
    if path.startswith("scans") and shutil.which("tesseract") is None:
        pytest.skip("no Tesseract: install tesseract-ocr and tesseract-ocr-ita")
    name = Path(path).name[:7]
    rows = [json.loads(line) for line in (shared_dir / "data" / "acts" / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    label = next(row for row in rows if f"/{name}." in row.get("file", ""))
    with make_engine(tmp_path) as engine:
        engine.ingest([shared_dir / "data" / "acts" / "raw" / path], namespace="solo")
        act = engine.acts("solo")[0]
    said = None if label["amount"] is None else Decimal(str(label["amount"])).quantize(Decimal("0.01"))
    if path.startswith("scans"):
        said = amount_of_first_pages(shared_dir / "data" / "acts" / "raw" / "avella" / f"{name}.pdf", pages=4)
    assert (act.number, act.act_date, act.amount) == (label["numero"], date.fromisoformat(label["date"]), said)


def amount_of_first_pages(path: Path, *, pages: int) -> object:
    """What the text layer of the act's first pages says: the scans hold no more, and one act decides its figure after them."""
    document = read(path.read_bytes(), path.name).documents[0]
    value = extract(replace(document, pages=document.pages[:pages]), load_profile("pa_italiana")).values.get("amount")
    return value.value if value else None
