"""Speed and memory of the core as ratios in one run: these machines are shared and noisy, absolute times mean nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median

import pypdfium2
from sqlalchemy import text

from digest_engine.catalog import schema
from digest_engine.catalog.rows import act_to_row
from digest_engine.types import Act, Period
from tests.support import NAMESPACE, make_engine

ROOT = Path(__file__).resolve().parents[2]
APRIL = Period(date(2026, 4, 1), date(2026, 4, 30))


def timed(work: Callable[[], object], *, times: int = 3) -> float:
    """The median seconds of several runs."""
    seconds = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return median(seconds)


def extract_texts(files: list[Path]) -> None:
    """The vendor's text extraction alone."""
    for path in files:
        document = pypdfium2.PdfDocument(path.read_bytes())
        for number in range(len(document)):
            document[number].get_textpage().get_text_range()
        document.close()


def test_stage_one_costs_at_most_four_times_the_extraction_of_text(shared_dir: Path, tmp_path: Path) -> None:
    files = sorted((shared_dir / "data" / "acts" / "raw" / "avella").glob("*.pdf"))
    bare = timed(lambda: extract_texts(files))
    rounds = iter(range(100))
    engine = make_engine(tmp_path)
    engine.ingest([files[0]], namespace="warm")  # the reading process is started once, not per run
    whole = timed(lambda: engine.ingest(list(files), namespace=f"run_{next(rounds)}"))
    engine.close()
    print(f"\nstage one: {whole:.2f} s for {len(files)} PDFs, bare text extraction {bare:.2f} s, ratio {whole / bare:.2f} (≤ 4)")
    assert whole <= 4 * bare


def test_figures_of_a_month_cost_at_most_half_more_than_the_bare_sql(tmp_path: Path) -> None:
    engine = make_engine(tmp_path)
    engine.create_namespace(NAMESPACE)
    days = [date(2026, 1 + n % 12, 1 + n % 28) for n in range(336)]
    rows = [
        {
            **act_to_row(
                Act(
                    act_id=f"act-{n}", namespace=NAMESPACE, act_date=days[n % 336], ingested_at=days[0], act_type=f"tipo_{n % 12}",
                    amount_role=("impegnato", "liquidato", "altro")[n % 3], amount=None,
                )
            ),
            "amount_cents": n, "counted_cents": n, "identity_key": f"k{n}",
        }
        for n in range(100_000)
    ]  # fmt: skip
    with engine.database.writing() as connection:
        for start in range(0, len(rows), 10_000):
            connection.execute(schema.acts.insert(), rows[start : start + 10_000])
    statement = text(
        "SELECT amount_role, amount_vat, COUNT(*), COUNT(counted_cents), SUM(counted_cents), MIN(counted_cents), MAX(counted_cents) "
        "FROM acts WHERE namespace = :n AND act_day BETWEEN 20260401 AND 20260430 GROUP BY amount_role, amount_vat"
    )

    def bare() -> None:
        with engine.database.reading() as connection:
            connection.execute(statement, {"n": NAMESPACE}).all()

    base = timed(bare, times=15)
    ours = timed(lambda: engine.figures(NAMESPACE, periods=(APRIL,)), times=15)
    engine.close()
    print(f"\nfigures of a month over 100,000 acts: {ours * 1000:.1f} ms, bare SQL {base * 1000:.1f} ms, ratio {ours / base:.2f} (≤ 1.5)")
    assert ours <= 1.5 * base


MEMORY = """
import resource, sys
from pathlib import Path
from tests.support import act_text, make_engine
from digest_engine import FileInput
from datetime import date, timedelta
engine = make_engine(Path(sys.argv[1]))
first = date(2026, 1, 1)
body = "CONSIDERATO che il servizio richiede materiali di consumo e che la spesa trova copertura nel bilancio. " * 60
for start in range(0, 5000, 500):
    files = [
        FileInput(f"{n}.txt", act_text(n, day=first + timedelta(n % 150), subject=f"Fornitura {n}", amount=f"{n},00", body=body).encode())
        for n in range(start + 1, start + 501)
    ]
    engine.ingest(files, namespace="grande")
print(engine.figures("grande").totals.count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
engine.close()
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_ingesting_5000_acts_takes_at_most_a_gigabyte(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", MEMORY, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True)
    count, own, *_, child = (int(word) for word in done.stdout.split())
    peak = (own + child) / 1024
    print(f"\npeak memory while ingesting {count} acts: {own / 1024:.0f} MB and {child / 1024:.0f} MB in the reading process (≤ 1024)")
    assert count == 5000
    assert peak <= 1024
