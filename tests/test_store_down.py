"""A store that is down at any step: a typed error, the state kept, the work completed later."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from digest_engine import DigestGenerationRequest, Engine
from digest_engine.errors import StoreError
from tests.support import NAMESPACE, file_of

APRIL = DigestGenerationRequest(namespace=NAMESPACE, date_from=date(2026, 4, 1), date_to=date(2026, 4, 30), granularity="monthly")


def down(*_: Any, **__: Any) -> Any:
    raise StoreError("the store is down")


@pytest.mark.parametrize("method", ["put_file", "put_many"])
def test_a_chunk_store_down_while_ingesting_keeps_nothing_half(engine: Engine, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(engine.chunks, method, down)
        with pytest.raises(StoreError, match="down"):
            engine.ingest([file_of(1)], namespace=NAMESPACE)
    assert engine.figures(NAMESPACE).totals.count == 0
    assert engine.ingest([file_of(1)], namespace=NAMESPACE).acts == 1
    engine.index()
    assert engine.verify() == []


@pytest.mark.parametrize("method", ["ensure_ready", "upsert"])
def test_a_vector_store_down_while_indexing_keeps_the_outbox(engine: Engine, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    engine.ingest([file_of(1)], namespace=NAMESPACE)
    with monkeypatch.context() as broken:
        broken.setattr(engine.vectors, method, down)
        with pytest.raises(StoreError, match="down"):
            engine.index()
    state = engine.state(NAMESPACE)
    assert (state.index.indexed, state.index.stuck > 0, state.stuck_error) == (0, True, "the store is down")
    engine.index()
    assert engine.verify() == []


def test_a_vector_store_down_while_deleting_hides_the_act_and_erases_it_later(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    engine.ingest([file_of(1)], namespace=NAMESPACE)
    engine.index()
    with monkeypatch.context() as broken:
        broken.setattr(engine.vectors, "delete", down)
        proof = engine.delete(NAMESPACE, [engine.acts(NAMESPACE)[0].act_id])
    assert proof.left["vectors"] > 0
    assert engine.acts(NAMESPACE) == []
    engine.index()
    assert engine.verify() == []


def test_a_chunk_store_down_while_writing_a_digest_stores_no_digest(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    engine.ingest([file_of(1)], namespace=NAMESPACE)
    with monkeypatch.context() as broken:
        broken.setattr(engine.chunks, "put_many", down)
        with pytest.raises(StoreError, match="down"):
            engine.generate(APRIL)
    assert engine.digests(NAMESPACE) == []
    assert engine.generate(APRIL).digests[0].act_count == 1


def test_an_outage_is_never_shown_as_an_empty_period(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    engine.ingest([file_of(1)], namespace=NAMESPACE)
    monkeypatch.setattr(engine.database, "reading", down)
    with pytest.raises(StoreError, match="down"):
        engine.figures(NAMESPACE)
