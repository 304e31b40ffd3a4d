"""Several processes on the same archive at once: ingest, index, generate and query, and the end state is that of one after the other."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from digest_engine import DigestAgentRequest, DigestGenerationRequest, Engine
from tests.support import NAMESPACE, act_text, make_engine

ROOT = Path(__file__).resolve().parent.parent
WORKER = """
import sys
from pathlib import Path
from tests.support import NAMESPACE, make_engine
settings = {"catalog": {"url": sys.argv[3]}} if len(sys.argv) > 3 else {}
with make_engine(Path(sys.argv[1]), **settings) as engine:
    report = engine.ingest([Path(sys.argv[2])], namespace=NAMESPACE)
    engine.index()
    print(report.new_acts, report.known, report.failed)
"""


def write_acts(folder: Path, numbers: range) -> Path:
    folder.mkdir()
    for n in numbers:
        text = act_text(n, day=date(2026, 4, 1 + n % 28), subject=f"Fornitura numero {n} di carta", amount=f"{n},00")
        (folder / f"{n}.txt").write_text(text)
    return folder


def start(folder: Path, acts: Path, *extra: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WORKER, str(folder), str(acts), *extra]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def url_of(engine: Engine) -> tuple[str, ...]:
    url = engine.settings.catalog.url.get_secret_value()
    return (url,) if url else ()


def test_two_processes_ingest_overlapping_folders_while_a_third_asks(engine: Engine, tmp_path: Path) -> None:
    first, second = write_acts(tmp_path / "a", range(1, 31)), write_acts(tmp_path / "b", range(16, 46))
    engine.ingest([first / "1.txt"], namespace=NAMESPACE)
    workers = [start(tmp_path, folder, *url_of(engine)) for folder in (first, second)]
    while any(worker.poll() is None for worker in workers):
        engine.generate(DigestGenerationRequest(namespace=NAMESPACE, date_from=date(2026, 4, 2)))
        engine.qa(DigestAgentRequest(namespace=NAMESPACE, question="Hanno comprato carta?"))
    for worker in workers:
        _, errors = worker.communicate(timeout=60)
        assert worker.returncode == 0, errors
    engine.index()
    totals = engine.figures(NAMESPACE).totals
    assert (totals.count, int(totals.total)) == (45, sum(range(1, 46)))
    assert engine.verify() == []


def test_the_embedded_store_is_free_for_others_between_uses(tmp_path: Path) -> None:
    with make_engine(tmp_path) as one, make_engine(tmp_path) as other:
        one.ingest([write_acts(tmp_path / "a", range(1, 5))], namespace=NAMESPACE)
        one.index()
        question = DigestAgentRequest(namespace=NAMESPACE, question="Hanno comprato carta?")
        for engine in (one, other, one, other):
            assert not [note for note in engine.qa(question).notes if "non disponibile" in note]


@pytest.mark.parametrize("times", [2])
def test_opening_an_empty_archive_from_two_processes_at_once_works(engine: Engine, tmp_path: Path, times: int) -> None:
    folder = write_acts(tmp_path / "a", range(1, 4))
    workers = [start(tmp_path, folder, *url_of(engine)) for _ in range(times)]
    assert [worker.wait(120) for worker in workers] == [0] * times
    assert engine.figures(NAMESPACE).totals.count == 3
