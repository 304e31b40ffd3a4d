"""What embeddings, passages and migration ask of the catalog, on SQLite and on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from digest_engine import Engine
from tests.archive.sample import close, fill, plant, points, search, wipe
from tests.support import NAMESPACE, make_engine


def test_points_are_saved_and_loaded(engine: Engine, tmp_path: Path) -> None:
    fill(engine)
    before = points(engine)
    engine.save_embeddings(tmp_path / "saved")
    wipe(engine)
    engine.reindex()
    assert engine.load_embeddings(tmp_path / "saved").written == len(before)
    assert close(points(engine), before)
    assert engine.verify() == []


def test_passages_give_way_to_the_acts_that_own_them(engine: Engine, tmp_path: Path) -> None:
    with make_engine(tmp_path / "source") as source:
        fill(source)
        source.save_embeddings(tmp_path / "saved", texts=True)
        expected = points(source)
    assert engine.load_embeddings(tmp_path / "saved").passages == len(expected)
    fill(engine)
    assert close(points(engine), expected)
    engine.delete_namespace(NAMESPACE)
    assert {point.namespace for point in points(engine)} == {"citt\u00e0"}
    assert engine.verify() == []


def test_old_payloads_are_migrated(engine: Engine) -> None:
    fill(engine)
    plant(engine, [({"doc": "Un testo di prima", "page": 2}, engine.encoder.encode_query("testo di prima"))])
    engine.migrate(apply=True)
    assert search(engine, "testo di prima", collection="default").matches[0].metadata["page"] == 2
    assert engine.verify() == []
