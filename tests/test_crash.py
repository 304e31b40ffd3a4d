"""`kill -9` at every step, then the same command again: the same end state, no orphan, no loss."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from digest_engine import DigestGenerationRequest, Engine
from tests.doubles.s3_server import ACCESS_KEY, BUCKET, REGION, SECRET_KEY, S3Server, s3_server
from tests.support import NAMESPACE, act_text, make_engine

ROOT = Path(__file__).resolve().parent.parent

# Runs the whole story, and dies by SIGKILL before or after the n-th call of one function of the engine's parts.
SCRIPT = """
import json, os, signal, sys
from pathlib import Path
from tests.doubles.s3_server import ACCESS_KEY, BUCKET, REGION, SECRET_KEY, S3Server, s3_server
from tests.support import make_engine
from tests.test_crash import story

place, when, number = sys.argv[2], sys.argv[3], int(sys.argv[4])
engine = make_engine(Path(sys.argv[1]), **json.loads(sys.argv[5]))
owner, name = place.rsplit(".", 1)
target = engine
for part in owner.split("."):
    target = getattr(target, part)
inner, calls = getattr(target, name), [0]

def dying(*args, **kwargs):
    calls[0] += 1
    if calls[0] == number and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    result = inner(*args, **kwargs)
    if calls[0] == number and when == "after":
        os.kill(os.getpid(), signal.SIGKILL)
    return result

setattr(target, name, dying)
story(engine, Path(sys.argv[1]) / "acts")
print("undisturbed")
"""


def write_acts(folder: Path) -> None:
    """Six acts; the last one corrects the first."""
    acts = folder / "acts"
    acts.mkdir(parents=True)
    for n in range(1, 6):
        (acts / f"{n}.txt").write_text(act_text(n, day=date(2026, 4, n), subject=f"Fornitura numero {n} di carta", amount=f"{n}00,00"))
    replaced = act_text(1, day=date(2026, 4, 1), subject="Fornitura numero 1 di carta", amount="150,00", body="RITENUTO di riscrivere;")
    (acts / "6.txt").write_text(replaced)


def story(engine: Engine, acts: Path) -> None:
    """Ingest (with a replaced version), index, write digests, delete an act, index again."""
    engine.ingest([acts], namespace=NAMESPACE)
    engine.index()
    engine.generate(
        DigestGenerationRequest(namespace=NAMESPACE, date_from=date(2026, 4, 1), date_to=date(2026, 4, 30), granularity="monthly")
    )
    doomed = [act.act_id for act in engine.acts(NAMESPACE) if act.number == "5"]
    engine.delete(NAMESPACE, doomed)
    engine.index()


def state(engine: Engine) -> dict[str, Any]:
    """Everything that must come out the same."""
    engine.vectors.ensure_ready(engine.encoder.identity)
    points = sorted((point.chunk_id, str(sorted(point.payload.items(), key=str))) for point in engine.vectors.scan())
    engine.vectors.close()
    return {
        "acts": [(act.number, act.act_date, act.amount, act.version) for act in engine.acts(NAMESPACE)],
        "texts": sorted(chunk.text for chunk in engine.chunks.iterate()),
        "points": points,
        "digests": [(item.date_from, item.act_count, item.content) for item in engine.digests(NAMESPACE)],
        "originals": sorted(engine.chunks.files()),
    }


ELSEWHERE = [
    ("chunks.put_file", "after", 3), ("chunks.put_many", "after", 2), ("vectors.upsert", "after", 1), ("vectors.delete", "after", 1),
    ("chunks.delete_many", "before", 1), ("chunks.delete_file", "before", 1), ("chunks.put_many", "after", 7),
]  # fmt: skip
STEPS = [
    *ELSEWHERE, ("chunks.put_many", "before", 2), ("reader.read", "after", 4), ("chunks.put_many", "after", 6),
    ("encoder.encode_documents", "after", 1), ("vectors.upsert", "before", 1), ("vectors.delete", "before", 1),
    ("chunks.delete_many", "after", 1), ("vectors.upsert", "after", 2),
]  # fmt: skip


@pytest.fixture(scope="module")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    """A real S3 server."""
    with s3_server(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The end state of a run that nothing disturbs, run twice as the disturbed ones are."""
    folder = tmp_path_factory.mktemp("undisturbed")
    write_acts(folder)
    with make_engine(folder) as engine:
        story(engine, folder / "acts")
        story(engine, folder / "acts")
        return state(engine)


def kill_and_run_again(folder: Path, step: tuple[str, str, int], settings: dict[str, Any]) -> dict[str, Any]:
    """The end state of a run that was killed at `step` and given again."""
    write_acts(folder)
    place, when, number = step
    command = [sys.executable, "-c", SCRIPT, str(folder), place, when, str(number), json.dumps(settings)]
    killed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert killed.returncode == -signal.SIGKILL, killed.stdout + killed.stderr
    with make_engine(folder, **settings) as engine:
        story(engine, folder / "acts")
        engine.repair()
        assert engine.verify() == []
        return state(engine)


def named(steps: list[tuple[str, str, int]]) -> list[str]:
    return [f"{place}-{when}-{number}" for place, when, number in steps]


@pytest.mark.parametrize("step", STEPS, ids=named(STEPS))
def test_a_killed_run_ends_as_an_undisturbed_one_when_run_again(
    tmp_path: Path, undisturbed: dict[str, Any], step: tuple[str, str, int]
) -> None:
    assert kill_and_run_again(tmp_path, step, {}) == undisturbed


@pytest.mark.parametrize("step", ELSEWHERE, ids=named(ELSEWHERE))
def test_a_run_killed_with_its_texts_in_s3_ends_the_same(
    tmp_path: Path, undisturbed: dict[str, Any], s3: S3Server, step: tuple[str, str, int]
) -> None:
    chunks = {
        "backend": "s3", "bucket": BUCKET, "prefix": tmp_path.name, "endpoint": s3.url, "region": REGION, "access_key": ACCESS_KEY,
        "secret_key": SECRET_KEY,
    }  # fmt: skip
    assert kill_and_run_again(tmp_path, step, {"chunks": chunks}) == undisturbed


@pytest.mark.parametrize("step", [("vectors.upsert", "after", 1), ("vectors.delete", "after", 1), ("chunks.put_many", "after", 7)])
def test_a_run_killed_on_milvus_lite_ends_the_same(tmp_path: Path, undisturbed: dict[str, Any], step: tuple[str, str, int]) -> None:
    pytest.importorskip("milvus_lite")
    assert kill_and_run_again(tmp_path, step, {"vectors": {"backend": "milvus", "timeout": 60}}) == undisturbed
