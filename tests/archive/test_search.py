"""Searching by vector: ids in order, with their scores; nothing without text, nothing that was erased."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from digest_engine import ConflictError, EmbeddingsQueryRequest, EmbeddingsQueryResponse, Engine
from digest_engine.catalog.chunk_rows import queue
from digest_engine.clock import now
from digest_engine.errors import EncoderMismatch
from digest_engine.payload import act_payload
from digest_engine.types import Point
from tests.archive.sample import OTHER, points, search
from tests.support import NAMESPACE, make_engine

NOTHING = EmbeddingsQueryResponse(chunk_ids=(), matches=())


def ask(engine: Engine, **values: object) -> EmbeddingsQueryResponse:
    """The answer to a request."""
    return engine.query_embeddings(EmbeddingsQueryRequest(**{"collection": NAMESPACE, **values}))


def own_points(engine: Engine) -> list[Point]:
    """The points of one namespace."""
    return [point for point in points(engine) if point.namespace == NAMESPACE]


def test_ids_and_matches_are_alike_in_order_and_length(untouched: Engine) -> None:
    found = search(untouched)
    assert found.chunk_ids == tuple(match.chunk_id for match in found.matches)
    assert len(found.chunk_ids) == 4


def test_the_best_come_first_with_cosine_scores(untouched: Engine) -> None:
    own = own_points(untouched)[0]
    scores = [match.score for match in ask(untouched, vector=own.vector).matches]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == pytest.approx(1.0, abs=1e-6)


def test_an_opposite_vector_scores_minus_one(untouched: Engine) -> None:
    own = own_points(untouched)[0]
    found = ask(untouched, vector=[-value for value in own.vector])
    assert dict(zip(found.chunk_ids, (match.score for match in found.matches), strict=True))[own.chunk_id] == pytest.approx(-1.0, abs=1e-6)


def test_a_text_is_turned_into_its_vector(untouched: Engine) -> None:
    assert search(untouched) == ask(untouched, vector=untouched.encoder.encode_query("fornitura di sedie"))


def test_one_vector_in_vectors_is_the_same(untouched: Engine) -> None:
    vector = untouched.encoder.encode_query("fornitura di sedie")
    assert ask(untouched, vectors=[vector]) == ask(untouched, vector=vector)


def test_several_vectors_find_each_chunk_once_by_its_best_score(untouched: Engine) -> None:
    one, two = (point.vector for point in own_points(untouched)[1:3])
    found = ask(untouched, vectors=[one, two], limit=2)
    assert [match.score for match in found.matches] == pytest.approx([1.0, 1.0], abs=1e-6)


def test_the_limit_is_kept(untouched: Engine) -> None:
    assert search(untouched, limit=2).chunk_ids == search(untouched).chunk_ids[:2]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_gives_nothing(untouched: Engine, limit: int) -> None:
    assert search(untouched, limit=limit) == NOTHING


@pytest.mark.parametrize("given", [{"vector": []}, {"vectors": []}, {"vectors": [[]]}])
def test_an_empty_vector_gives_nothing(untouched: Engine, given: dict[str, object]) -> None:
    assert ask(untouched, **given) == NOTHING


def test_a_collection_nobody_wrote_to_gives_nothing(untouched: Engine) -> None:
    assert search(untouched, collection="nessuna") == NOTHING


def test_collections_never_mix(untouched: Engine) -> None:
    assert not set(search(untouched).chunk_ids) & set(search(untouched, collection=OTHER).chunk_ids)


def test_metadata_holds_no_text(untouched: Engine) -> None:
    assert "provvedere" not in search(untouched).model_dump_json()


def test_a_chunk_without_text_takes_no_place_and_is_named(sample: Engine) -> None:
    order = search(sample).chunk_ids
    sample.chunks.delete_many(NAMESPACE, [order[0]])
    found = search(sample, limit=2)
    assert (found.chunk_ids, found.missing_ids) == (order[1:3], order[:1])


def test_an_orphan_point_is_named_and_not_shown(sample: Engine) -> None:
    chunk = next(iter(sample.chunks.iterate(NAMESPACE)))
    payload = {**act_payload(chunk, sample.acts(NAMESPACE)[0]), "chunk_id": "orfano"}
    vector = sample.encoder.encode_query("fornitura di sedie")
    sample.vectors.ensure_ready(sample.encoder.identity)
    sample.vectors.upsert([Point("orfano", NAMESPACE, payload, vector)])
    sample.vectors.close()
    found = search(sample, limit=1)
    assert found.missing_ids == ("orfano",)
    assert len(found.chunk_ids) == 1


def test_an_erased_chunk_is_neither_shown_nor_named(sample: Engine) -> None:
    """Its point is still there, because the store was busy when it was erased."""
    stale = [point for point in own_points(sample) if point.payload["digest_type"] == "none"]
    sample.delete(NAMESPACE, [act.act_id for act in sample.acts(NAMESPACE)])
    sample.vectors.ensure_ready(sample.encoder.identity)
    sample.vectors.upsert(stale)
    sample.vectors.close()
    with sample.database.writing() as connection:
        queue(connection, [(point.namespace, point.chunk_id) for point in stale], op="delete", at=now())
    found = search(sample)
    assert (len(found.chunk_ids), found.missing_ids) == (1, ())


def test_a_vector_of_another_length_names_the_way_out(untouched: Engine) -> None:
    with pytest.raises(EncoderMismatch, match="reindex"):
        ask(untouched, vector=[1.0, 0.0])


def test_without_an_encoder_a_text_is_an_error_and_a_vector_is_not(sample: Engine) -> None:
    vector, expected = sample.encoder.encode_query("fornitura di sedie"), search(sample)
    sample.close()
    with make_engine(sample.settings.data_dir.parent, encoder={"name": "none"}) as engine:
        assert ask(engine, vector=vector) == expected
        with pytest.raises(ConflictError, match="DIGEST_ENCODER_NAME"):
            ask(engine, text="fornitura di sedie")


@pytest.mark.parametrize(
    "given",
    [{}, {"vector": [1.0], "text": "a"}, {"text": ""}, {"vector": ["a"]}, {"text": "a", "limit": 10**9}, {"text": "a", "unknown": 1}],
)
def test_a_request_that_makes_no_sense_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        EmbeddingsQueryRequest(**given)


def test_defaults_are_ten_hits_of_the_default_collection() -> None:
    request = EmbeddingsQueryRequest(vector=(1.0,))
    assert (request.limit, request.collection) == (10, "default")
