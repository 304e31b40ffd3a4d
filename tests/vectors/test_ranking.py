"""Distinct hits, legacy points, weighted rank fusion."""

from __future__ import annotations

import logging

import pytest

from digest_engine.errors import InputError, StoreError
from digest_engine.types import VectorHit
from digest_engine.vectors.ranking import Fetch, Found, answer, best, fuse, ranked


def hit(chunk_id: str, score: float = 1.0) -> VectorHit:
    return VectorHit(chunk_id, score, {})


def engine(*hits: VectorHit | None, asked: list[int] | None = None) -> Fetch:
    """An engine that holds these hits, and notes how many it was asked for."""

    def fetch(limit: int) -> Found:
        if asked is not None:
            asked.append(limit)
        return answer(hits[:limit], wanted=limit)

    return fetch


def names(hits: list[VectorHit]) -> list[str]:
    return [found.chunk_id for found in hits]


def test_exactly_the_limit_is_asked_for_where_all_hits_are_distinct() -> None:
    asked: list[int] = []
    assert names(best(engine(hit("a", 0.9), hit("b", 0.8), hit("c", 0.7), asked=asked), limit=2, ceiling=100)) == ["a", "b"]
    assert asked == [2]


def test_more_is_asked_for_while_duplicates_and_legacy_points_take_places() -> None:
    asked: list[int] = []
    hits = [hit("a", 0.9), hit("a", 0.9), None, hit("b", 0.8), None, hit("c", 0.7)]
    assert names(best(engine(*hits, asked=asked), limit=3, ceiling=100)) == ["a", "b", "c"]
    assert asked == [3, 6]


def test_an_engine_that_has_no_more_ends_the_search() -> None:
    assert names(best(engine(hit("a"), hit("a")), limit=5, ceiling=100)) == ["a"]


def test_an_answer_cut_by_the_engine_is_an_error() -> None:
    with pytest.raises(StoreError, match="ask for fewer"):
        best(engine(*[hit("a")] * 10), limit=2, ceiling=4)


def test_a_limit_above_what_the_engine_answers_is_an_error_only_where_more_is_there() -> None:
    assert names(best(engine(hit("a"), hit("b")), limit=10, ceiling=4)) == ["a", "b"]
    with pytest.raises(StoreError):
        best(engine(*[hit(str(number)) for number in range(9)]), limit=10, ceiling=4)


def test_legacy_points_are_counted_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        best(engine(None, hit("a"), None, hit("b")), limit=2, ceiling=100)
    assert [record.args for record in caplog.records] == [(2,)]


def test_equal_scores_are_ordered_by_chunk() -> None:
    assert names(best(engine(hit("b"), hit("a")), limit=2, ceiling=100)) == ["a", "b"]


def test_fusion_is_the_weighted_sum_of_reciprocal_ranks() -> None:
    fused = fuse([[hit("a"), hit("b")], [hit("b"), hit("c")]], weights=(0.7, 0.3))
    assert [(found.chunk_id, pytest.approx(found.score)) for found in fused] == [
        ("b", 0.7 / 62 + 0.3 / 61),
        ("a", 0.7 / 61),
        ("c", 0.3 / 62),
    ]


def test_each_arm_is_asked_for_a_pool_wider_than_the_limit() -> None:
    dense: list[int] = []
    sparse: list[int] = []
    ranked(limit=20, dense=engine(asked=dense), sparse=engine(asked=sparse), dense_weight=0.5, ceiling=1000)
    assert dense == sparse == [80]


def test_the_pool_stays_below_what_the_engine_answers() -> None:
    asked: list[int] = []
    ranked(limit=20, dense=engine(asked=asked), sparse=engine(), dense_weight=0.5, ceiling=30)
    assert asked == [30]


@pytest.mark.parametrize(("weight", "expected"), [(1.0, ["d"]), (0.0, ["s"])])
def test_an_arm_without_weight_is_not_asked(weight: float, expected: list[str]) -> None:
    asked: list[int] = []
    arms = {"dense": engine(hit("d")), "sparse": engine(hit("s"))}
    arms["sparse" if weight else "dense"] = engine(asked=asked)
    assert names(ranked(limit=3, dense_weight=weight, ceiling=100, **arms)) == expected
    assert asked == []


def test_a_single_arm_needs_no_weight() -> None:
    assert names(ranked(limit=3, dense=None, sparse=engine(hit("s")), dense_weight=1.0, ceiling=100)) == ["s"]


def test_nothing_is_asked_without_limit_or_arm() -> None:
    asked: list[int] = []
    assert ranked(limit=0, dense=engine(hit("a"), asked=asked), sparse=None, dense_weight=0.5, ceiling=100) == []
    assert ranked(limit=3, dense=None, sparse=None, dense_weight=0.5, ceiling=100) == []
    assert asked == []


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan")])
def test_a_weight_outside_zero_and_one_is_refused(weight: float) -> None:
    with pytest.raises(InputError):
        ranked(limit=3, dense=engine(hit("a")), sparse=None, dense_weight=weight, ceiling=100)
