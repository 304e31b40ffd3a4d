"""Verify finds every disagreement between the stores; repair mends what the originals can rebuild."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from digest_engine import DigestGenerationRequest, Engine
from digest_engine.payload import act_payload
from digest_engine.types import Point
from tests.support import NAMESPACE, TODAY, file_of


@pytest.fixture
def archive(engine: Engine) -> Engine:
    """Two acts, indexed, with a digest."""
    engine.ingest([file_of(1), file_of(2, subject="Nolo di un autocarro per la manutenzione delle strade")], namespace=NAMESPACE)
    engine.generate(DigestGenerationRequest(namespace=NAMESPACE, date_from=TODAY.replace(month=4, day=14)))
    engine.index()
    return engine


def kinds(engine: Engine) -> set[str]:
    return {finding.kind for finding in engine.verify()}


def sql(engine: Engine, statement: str) -> None:
    with engine.database.writing() as connection:
        connection.execute(text(statement))


def first_chunk(engine: Engine) -> str:
    return str(next(iter(engine.chunks.iterate(NAMESPACE))).chunk_id)


def drop_point(engine: Engine) -> None:
    engine.vectors.ensure_ready(engine.encoder.identity)
    engine.vectors.delete(namespace=NAMESPACE, chunk_ids=[first_chunk(engine)])
    engine.vectors.close()


def orphan_point(engine: Engine) -> None:
    chunk = next(iter(engine.chunks.iterate(NAMESPACE)))
    act = engine.acts(NAMESPACE)[0]
    payload = {**act_payload(chunk, act), "chunk_id": "doc-x:0:00000000"}
    engine.vectors.ensure_ready(engine.encoder.identity)
    engine.vectors.upsert([Point("doc-x:0:00000000", NAMESPACE, payload, engine.encoder.encode_query("x"))])
    engine.vectors.close()


def orphan_original(engine: Engine) -> None:
    engine.chunks.put_file("ab" * 32, b"nobody's")


DAMAGES: list[tuple[str, Callable[[Engine], None]]] = [
    ("missing_text", lambda engine: engine.chunks.delete_many(NAMESPACE, [first_chunk(engine)])),
    ("corrupt_text", lambda engine: sql(engine, "UPDATE chunk_texts SET text = text || ' manomesso' WHERE doc_id NOT LIKE 'digest-%'")),
    ("orphan_text", lambda engine: sql(engine, "UPDATE chunk_texts SET chunk_id = 'doc-y:0:11111111' WHERE doc_id LIKE 'digest-%'")),
    ("missing_point", drop_point),
    ("orphan_point", orphan_point),
    ("orphan_original", orphan_original),
    ("missing_stems", lambda engine: sql(engine, "DELETE FROM chunk_terms WHERE rowid = 1")),
    ("stuck_outbox", lambda engine: (engine.reindex(), sql(engine, "UPDATE outbox SET attempts = 3, error = 'down'"))[0]),
    ("digest_without_sources", lambda engine: sql(engine, "UPDATE digests SET source_hashes = '{\"act-gone\": \"x\"}'")),
]  # fmt: skip


def test_an_undisturbed_archive_has_no_findings(archive: Engine) -> None:
    assert archive.verify() == []


@pytest.mark.parametrize(("kind", "damage"), DAMAGES, ids=[kind for kind, _ in DAMAGES])
def test_a_damage_is_found(archive: Engine, kind: str, damage: Callable[[Engine], None]) -> None:
    damage(archive)
    assert kind in kinds(archive)


@pytest.mark.parametrize(("kind", "damage"), DAMAGES, ids=[kind for kind, _ in DAMAGES])
def test_a_damage_is_mended(archive: Engine, kind: str, damage: Callable[[Engine], None]) -> None:
    damage(archive)
    assert archive.repair() == []
    assert archive.verify() == []


def test_a_lost_original_is_named_and_can_only_be_given_again(archive: Engine, tmp_path: Path) -> None:
    next((tmp_path / "data" / "files").glob("??/*")).unlink()
    assert [finding.kind for finding in archive.repair()] == ["missing_original"]


def test_another_encoder_is_named(archive: Engine, tmp_path: Path) -> None:
    from dataclasses import dataclass

    from digest_engine.embeddings.deterministic import DeterministicEncoder
    from digest_engine.types import EncoderIdentity

    @dataclass
    class Other(DeterministicEncoder):
        identity = EncoderIdentity("another-model", 64)

    archive.__dict__["encoder"] = Other()
    findings = archive.verify()
    assert [finding.kind for finding in findings] == ["wrong_encoder"]
    assert "reindex" in findings[0].detail
