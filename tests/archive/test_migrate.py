"""Old payloads: text leaves the vector store, vectors stay, nothing is lost, and doing it again changes nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from digest_engine import Engine
from digest_engine.archive.old import TEXT_FIELDS
from digest_engine.payload import TEXT_KEYS
from tests.archive.sample import close, forbid_encoding, plant, points, search, wipe
from tests.support import NAMESPACE, make_engine, put_act

ROOT = Path(__file__).resolve().parents[2]
NEW = "Un testo che nessun atto contiene"


def texts(engine: Engine) -> dict[str, str]:
    """Chunk id and text of the acts' passages, without the digest."""
    return {chunk.chunk_id: chunk.text for chunk in engine.chunks.iterate(NAMESPACE) if not chunk.doc_id.startswith("digest-")}


def legacy(engine: Engine) -> None:
    """Replace the points of the acts by such as older programs wrote them: the same vectors, the text beside them."""
    found = texts(engine)
    vectors = {point.chunk_id: point.vector for point in points(engine)}
    engine.vectors.ensure_ready(engine.encoder.identity)
    engine.vectors.delete(namespace=NAMESPACE, chunk_ids=list(found))
    plant(engine, [({"namespace": NAMESPACE, "doc": text}, vectors[chunk_id]) for chunk_id, text in found.items()])


def raw_payloads(engine: Engine) -> list[dict[str, object]]:
    """What the store holds, as it is."""
    engine.vectors.ensure_ready(engine.encoder.identity)
    found = [dict(stored.payload) for stored in engine.vectors.stored()]
    engine.vectors.close()
    return found


@pytest.fixture
def old(sample: Engine) -> Engine:
    """The sample, with old points in the place of those of its acts."""
    legacy(sample)
    return sample


def test_verify_names_them_and_the_way_out(old: Engine) -> None:
    findings = [finding for finding in old.verify() if finding.kind == "text_in_payload"]
    assert len(findings) == 3
    assert "migrate" in findings[0].detail


def test_a_dry_run_counts_and_changes_nothing(old: Engine) -> None:
    before = raw_payloads(old)
    report = old.migrate()
    assert (report.applied, report.old, report.matched, report.left_with_text) == (False, 3, 3, 3)
    assert raw_payloads(old) == before


def test_afterwards_every_point_has_a_chunk_id_and_no_text(old: Engine) -> None:
    assert old.migrate(apply=True).left_with_text == 0
    payloads = raw_payloads(old)
    assert all(payload["chunk_id"] for payload in payloads)
    assert not any(TEXT_KEYS & payload.keys() for payload in payloads)


def test_search_finds_what_it_found_before(sample: Engine) -> None:
    before = search(sample)
    legacy(sample)
    forbid_encoding(sample)
    sample.migrate(apply=True)
    assert search(sample).chunk_ids == before.chunk_ids
    assert [match.score for match in search(sample).matches] == pytest.approx([match.score for match in before.matches], abs=1e-6)


def test_migrated_points_are_those_that_indexing_writes(sample: Engine) -> None:
    before = points(sample)
    legacy(sample)
    sample.migrate(apply=True)
    assert close(points(sample), before)
    assert sample.verify() == []


def test_a_second_run_changes_nothing(old: Engine) -> None:
    old.migrate(apply=True)
    before = raw_payloads(old)
    report = old.migrate(apply=True)
    assert (report.old, report.matched, report.stored) == (0, 0, 0)
    assert raw_payloads(old) == before


@pytest.mark.parametrize("field", TEXT_FIELDS)
def test_text_is_found_under_any_of_its_names(sample: Engine, field: str) -> None:
    plant(sample, [({"namespace": NAMESPACE, field: NEW}, sample.encoder.encode_query(NEW))])
    assert sample.migrate(apply=True).stored == 1
    assert sample.verify() == []


def test_a_new_text_becomes_a_passage_that_is_found(sample: Engine) -> None:
    plant(sample, [({"doc": NEW, "page": 7, "source": "x.pdf"}, sample.encoder.encode_query(NEW))])
    report = sample.migrate(collection="vecchia", apply=True)
    assert (report.stored, report.dropped) == (1, {"source": 1})
    (match,) = search(sample, NEW, collection="vecchia").matches
    assert (match.score, match.metadata["page"]) == (pytest.approx(1.0, abs=1e-6), 7)
    assert sample.chunks.get_many("vecchia", [match.chunk_id])[0].chunk.text == NEW
    assert sample.verify() == []


def test_a_new_passage_is_indexed_anew_without_encoding(sample: Engine) -> None:
    plant(sample, [({"doc": NEW}, sample.encoder.encode_query(NEW))])
    sample.migrate(apply=True)
    before = points(sample)
    wipe(sample)
    forbid_encoding(sample)
    sample.reindex()
    sample.index()
    assert close(points(sample), before)


def test_the_same_text_again_is_a_duplicate(sample: Engine) -> None:
    vector = sample.encoder.encode_query(NEW)
    plant(sample, [({"doc": NEW}, vector)] * 3)
    report = sample.migrate(apply=True)
    assert (report.stored, report.duplicates) == (1, 2)
    assert len(search(sample, NEW, collection="default").chunk_ids) == 1


def test_a_text_whose_chunk_has_its_point_is_a_duplicate(sample: Engine) -> None:
    before = points(sample)
    text = next(iter(texts(sample).values()))
    plant(sample, [({"namespace": NAMESPACE, "doc": text}, sample.encoder.encode_query(text))])
    assert sample.migrate(apply=True).duplicates == 1
    assert close(points(sample), before)


def test_a_text_of_several_chunks_goes_to_the_first_without_a_point(sample: Engine) -> None:
    put_act(sample, number="50", texts=(NEW,))
    put_act(sample, number="51", texts=(NEW,))
    plant(sample, [({"namespace": NAMESPACE, "doc": NEW}, sample.encoder.encode_query(NEW))] * 3)
    report = sample.migrate(apply=True)
    assert (report.ambiguous, report.duplicates) == (2, 1)
    assert sample.verify() == []


def test_a_point_with_id_and_text_keeps_its_id(sample: Engine) -> None:
    vector = sample.encoder.encode_query(NEW)
    plant(sample, [({"chunk_id": "urn:chunk:1", "namespace": "vecchia", "digest_type": "none", "doc": NEW}, vector)])
    sample.migrate(apply=True)
    assert search(sample, NEW, collection="vecchia").chunk_ids == ("urn:chunk:1",)
    assert sample.verify() == []


def test_an_id_whose_text_is_another_one_does_not_take_the_place_of_it(sample: Engine) -> None:
    chunk_id = search(sample).chunk_ids[0]
    plant(sample, [({"chunk_id": chunk_id, "namespace": NAMESPACE, "doc": NEW}, sample.encoder.encode_query(NEW))])
    assert sample.migrate(apply=True).stored == 1
    sample.index()
    assert texts(sample)[chunk_id] != NEW
    assert sample.verify() == []


def test_a_text_that_was_lost_comes_back(old: Engine) -> None:
    lost = next(iter(texts(old)))
    old.chunks.delete_many(NAMESPACE, [lost])
    old.migrate(apply=True)
    assert old.verify() == []


@pytest.mark.parametrize("payload", [{}, {"foo": 1}, {"doc": "  "}, {"chunk_id": "ignoto", "namespace": NAMESPACE}])
def test_what_can_not_be_resolved_is_left_and_counted(sample: Engine, payload: dict[str, object]) -> None:
    plant(sample, [(payload, sample.encoder.encode_query("x"))])
    before = raw_payloads(sample)
    assert sample.migrate(apply=True).unresolved == 1
    assert raw_payloads(sample) == before


def test_repair_never_drops_a_text_that_is_nowhere_else(sample: Engine) -> None:
    plant(sample, [({"doc": NEW}, sample.encoder.encode_query(NEW))])
    sample.repair()
    assert {"doc": NEW} in raw_payloads(sample)


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.support import make_engine
engine = make_engine(Path(sys.argv[1]))
owner, name = sys.argv[2].split(".")
part = getattr(engine, owner)
inner = getattr(part, name)
def dying(*args, **kwargs):
    result = inner(*args, **kwargs)
    os.kill(os.getpid(), signal.SIGKILL)
    return result
setattr(part, name, dying)
engine.migrate(apply=True)
"""


@pytest.mark.parametrize("step", ["chunks.put_many", "vectors.upsert", "vectors.discard"])
def test_a_killed_migration_goes_on_where_it_was(sample: Engine, step: str) -> None:
    plant(sample, [({"doc": f"{NEW} {n}"}, sample.encoder.encode_query(f"{NEW} {n}")) for n in range(5)])
    sample.close()
    folder = sample.settings.data_dir.parent
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), step], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=120, check=False
    )  # fmt: skip
    assert killed.returncode == -signal.SIGKILL
    with make_engine(folder) as engine:
        engine.migrate(apply=True)
        assert len(search(engine, NEW, collection="default").chunk_ids) == 5
        assert engine.verify() == []
