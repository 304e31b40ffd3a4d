"""The contract of `VectorStore`, run unchanged against every backend.

A backend subclasses `VectorStoreContract` and gives the fixture `backend`; what only an engine's own tools can do (plant a point that the
adapter would refuse, dump what is stored) goes through it, everything else through the port.
"""

from __future__ import annotations

import logging
import math
import random
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_engine.errors import ConflictError, EncoderMismatch, FilterError, InputError, PayloadError, SettingsError
from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf, matches
from digest_engine.types import EncoderIdentity, Payload, Point, SparseVector
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.points import part_key, screen
from digest_engine.vectors.ranking import fuse

IDENTITY = EncoderIdentity(model="contract", dimension=4)
OTHER = EncoderIdentity(model="another", dimension=4)
SMALLER = EncoderIdentity(model="contract", dimension=3)
# The same folder-safe key as IDENTITY's: only the whole name tells the two apart.
TWIN = EncoderIdentity(model="Contract", dimension=4)
EAST, NORTH, WEST = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (-1.0, 0.0, 0.0, 0.0)
SENTENCE = "La Giunta comunale delibera di acquistare stampati per il referendum"
NAMESPACES = (
    "papers", "papers_old", "paper", "papers ", " papers", "Papers", "città", "citt", "cittá", "citta\u0300", "a.b", "a_b", "a-b", "a b",
    "a/b", "a\\b", "a\"b", "a'b", "a%20b", "*", "$ne", "你好", "🏛", "__default__", "x" * 200, "x" * 199 + "y", "1", "null", "true",
)  # fmt: skip


class Backend(Protocol):
    """What a backend's tests know of its engine."""

    store: VectorStore
    has_sparse: bool
    filter_examples: int
    fixed_dimension: bool

    def plant(self, points: Sequence[tuple[Mapping[str, Any], Sequence[float]]]) -> None:
        """Write raw payloads with vectors past the adapter, under ids of the engine's own."""

    def dump(self) -> str:
        """Everything that the engine stored, as text."""

    def spaces(self) -> int:
        """How many physical spaces (shards, collections, used indexes) there are."""

    def reopen(self) -> VectorStore:
        """Another store on the same data, the first one closed."""


def payload(chunk_id: str, *, namespace: str = "avella", **fields: Any) -> dict[str, Any]:
    """A valid payload."""
    return {"chunk_id": chunk_id, "namespace": namespace, "digest_type": "none", **fields}


def point(
    chunk_id: str, vector: Sequence[float] = EAST, *, namespace: str = "avella", sparse: SparseVector | None = None, **fields: Any
) -> Point:
    """A valid point."""
    return Point(chunk_id, namespace, payload(chunk_id, namespace=namespace, **fields), tuple(vector), sparse)


def ids(found: Iterable[Any]) -> list[str]:
    """The chunk ids, in order."""
    return [item.chunk_id for item in found]


def angled(cosine: float) -> tuple[float, ...]:
    """A vector of length 1 whose cosine with EAST is given."""
    return (cosine, math.sqrt(1.0 - cosine * cosine), 0.0, 0.0)


class VectorStoreContract:
    """One fact a test."""

    @pytest.fixture
    def store(self, backend: Backend) -> VectorStore:
        """A store without points, ready for IDENTITY; emptied rather than made anew, for some engines take a second to make one."""
        if backend.store.identity() != IDENTITY:
            backend.store.replace_encoder(IDENTITY)
        backend.store.ensure_ready(IDENTITY)
        for namespace in {"avella", *(found.namespace for found in backend.store.scan())}:
            backend.store.delete_namespace(namespace)
        return backend.store

    @pytest.fixture
    def fresh(self, backend: Backend) -> VectorStore:
        """A store that nothing was ever written to, ready for IDENTITY."""
        backend.store.replace_encoder(IDENTITY)
        backend.store.ensure_ready(IDENTITY)
        return backend.store

    # --- writing ----------------------------------------------------------------------------------------------------------

    def test_a_point_comes_back_with_its_payload_and_vector(self, store: VectorStore) -> None:
        fields = {"act_type": "determina", "date_key": 20260401, "amount": 12.5, "topics": ["scuola", "mensa"], "partial": True}
        written = point("doc/c1", angled(0.6), **fields)
        store.upsert([written])
        (found,) = store.scan()
        assert dict(found.payload) == dict(written.payload)
        assert (found.chunk_id, found.namespace, found.sparse) == ("doc/c1", "avella", None)
        assert found.vector == pytest.approx(written.vector, abs=1e-6)

    def test_no_text_reaches_the_engine(self, store: VectorStore, backend: Backend) -> None:
        store.upsert([point("c1")])
        for name in ("text", "doc", "content", "chunk", "sc_testo", "oggetto"):
            with pytest.raises(PayloadError):
                store.upsert([point("c2", **{name: SENTENCE})])
        with pytest.raises(PayloadError, match="long strings are text"):
            store.upsert([point("c2", office=SENTENCE * 4)])
        assert ids(store.scan()) == ["c1"]
        assert SENTENCE not in backend.dump()

    def test_ids_are_paired_with_their_own_vectors(self, store: VectorStore) -> None:
        vectors = {"c1": EAST, "c2": NORTH, "c3": WEST}
        store.upsert([point(chunk_id, vector) for chunk_id, vector in vectors.items()])
        assert {found.chunk_id: tuple(found.vector) for found in store.scan()} == vectors

    def test_screening_counts_bad_points_and_keeps_the_order_of_the_rest(self, store: VectorStore) -> None:
        nameless = [point(""), point("  "), replace(point("c3"), chunk_id=None)]
        bad = [*nameless, point("c4", ()), point("c5", (0.0,) * 4), point("c6", (math.nan, 0, 0, 0))]
        screened = screen([point("c1"), *bad, point("c2", NORTH)], identity=IDENTITY)
        assert ids(screened.valid) == ["c1", "c2"]
        assert len(screened.rejected) == len(bad)
        store.upsert(screened.valid)
        assert store.count() == 2

    @pytest.mark.parametrize("bad", [point(""), point(" "), point("c2", ()), point("c2", (0.0, 0.0, 0.0, 0.0)), point("c2", namespace="")])
    def test_an_upsert_with_a_bad_point_writes_nothing(self, store: VectorStore, bad: Point) -> None:
        with pytest.raises(PayloadError):
            store.upsert([point("c1"), bad])
        assert store.count() == 0

    def test_a_payload_that_names_another_chunk_or_namespace_is_refused(self, store: VectorStore) -> None:
        for wrong in (replace(point("c1"), chunk_id="c2"), replace(point("c1"), namespace="other")):
            with pytest.raises(PayloadError):
                store.upsert([wrong])

    def test_an_empty_batch_creates_no_space(self, fresh: VectorStore, backend: Backend) -> None:
        fresh.upsert([])
        assert backend.spaces() == 0

    def test_the_first_point_creates_the_space_and_the_second_does_not(self, fresh: VectorStore, backend: Backend) -> None:
        fresh.upsert([point("c1")])
        assert backend.spaces() == 1
        fresh.upsert([point("c2")])
        assert backend.spaces() == 1

    def test_vectors_of_another_dimension_are_refused(self, store: VectorStore) -> None:
        with pytest.raises(EncoderMismatch, match="reindex"):
            store.upsert([point("c1"), point("c2", (1.0, 0.0))])
        assert store.count() == 0

    @pytest.mark.parametrize("chunk_id", ["https://example.org/p1/c3", "urn:chunk:città/à", "你好", "a'b\"c\\d", "x" * 400, "c 1\t"])
    def test_any_unicode_id_comes_back_byte_for_byte(self, store: VectorStore, chunk_id: str) -> None:
        store.upsert([point(chunk_id)])
        assert ids(store.scan()) == [chunk_id]
        assert ids(store.search(namespace="avella", limit=1, vector=EAST)) == [chunk_id]
        store.delete(namespace="avella", chunk_ids=[chunk_id])
        assert store.count() == 0

    def test_the_same_batch_three_times_leaves_it_once(self, store: VectorStore) -> None:
        batch = [point(f"c{number}", angled(number / 10)) for number in range(5)]
        for _ in range(3):
            store.upsert(batch)
        assert store.count() == 5
        assert sorted(ids(store.scan())) == ["c0", "c1", "c2", "c3", "c4"]

    def test_an_upsert_replaces_the_point_whole(self, store: VectorStore) -> None:
        store.upsert([point("c1", EAST, act_type="determina", topics=["scuola"])])
        store.upsert([point("c1", NORTH, office="Ragioneria")])
        (found,) = store.scan()
        assert dict(found.payload) == payload("c1", office="Ragioneria")
        assert tuple(found.vector) == NORTH

    def test_of_two_points_with_one_id_in_a_batch_the_later_stays(self, store: VectorStore) -> None:
        store.upsert([point("c1", EAST, page=1), point("c1", NORTH, page=2)])
        (found,) = store.scan()
        assert found.payload["page"] == 2

    def test_the_same_id_in_two_namespaces_is_two_points(self, store: VectorStore) -> None:
        store.upsert([point("c1", EAST), point("c1", NORTH, namespace="lioni")])
        assert store.count(namespace="avella") == store.count(namespace="lioni") == 1

    # --- searching --------------------------------------------------------------------------------------------------------

    def test_scores_are_cosine_similarities(self, store: VectorStore) -> None:
        vectors = {"exact": (3.0, 0.0, 0.0, 0.0), "close": angled(0.95), "orthogonal": (0.0, 0.0, 0.5, 0.0), "opposite": WEST}
        store.upsert([point(chunk_id, vector) for chunk_id, vector in vectors.items()])
        hits = store.search(namespace="avella", limit=4, vector=(0.2, 0.0, 0.0, 0.0))
        assert ids(hits) == ["exact", "close", "orthogonal", "opposite"]
        assert [hit.score for hit in hits] == pytest.approx([1.0, 0.95, 0.0, -1.0], abs=1e-5)

    def test_a_hit_carries_its_payload(self, store: VectorStore) -> None:
        store.upsert([point("c1", act_type="delibera", topics=["scuola"], amount=1.0)])
        (hit,) = store.search(namespace="avella", limit=1, vector=EAST)
        assert dict(hit.payload) == payload("c1", act_type="delibera", topics=["scuola"], amount=1.0)

    def test_a_store_nobody_wrote_to_is_empty(self, fresh: VectorStore) -> None:
        assert fresh.search(namespace="avella", limit=3, vector=EAST) == []
        assert (list(fresh.scan()), fresh.count()) == ([], 0)

    def test_a_namespace_nobody_wrote_to_is_empty(self, store: VectorStore) -> None:
        store.upsert([point("c1")])
        assert store.search(namespace="nobody", limit=3, vector=EAST) == []
        assert list(store.scan(namespace="nobody")) == []
        assert store.count(namespace="nobody") == 0

    @pytest.mark.parametrize("limit", [0, -1])
    def test_a_limit_below_one_gives_nothing(self, store: VectorStore, limit: int) -> None:
        store.upsert([point("c1")])
        assert store.search(namespace="avella", limit=limit, vector=EAST) == []

    def test_no_vector_gives_nothing(self, store: VectorStore) -> None:
        store.upsert([point("c1")])
        assert store.search(namespace="avella", limit=3) == []

    def test_a_query_of_another_dimension_is_refused(self, store: VectorStore) -> None:
        store.upsert([point("c1")])
        with pytest.raises(EncoderMismatch, match="reindex"):
            store.search(namespace="avella", limit=3, vector=(1.0, 0.0))

    def test_the_limit_is_kept_and_the_best_come(self, store: VectorStore) -> None:
        store.upsert([point(f"c{number}", angled(number / 10)) for number in range(10)])
        assert ids(store.search(namespace="avella", limit=3, vector=EAST)) == ["c9", "c8", "c7"]

    def test_a_limit_above_what_is_stored_gives_all(self, store: VectorStore) -> None:
        store.upsert([point("c1"), point("c2", NORTH)])
        assert ids(store.search(namespace="avella", limit=1000, vector=EAST)) == ["c1", "c2"]

    def test_duplicates_do_not_take_the_places_of_distinct_chunks(self, store: VectorStore, backend: Backend) -> None:
        store.upsert([point(f"c{number}", angled(number / 10)) for number in range(6)])
        backend.plant([(payload("c9"), angled(0.99))] * 9)
        assert ids(store.search(namespace="avella", limit=3, vector=EAST)) == ["c9", "c5", "c4"]

    def test_legacy_points_are_skipped_and_counted(self, store: VectorStore, backend: Backend, caplog: pytest.LogCaptureFixture) -> None:
        store.upsert([point("c1", angled(0.5))])
        backend.plant([({"namespace": "avella", "doc": SENTENCE}, EAST), (payload(""), EAST)])
        for answer in (lambda: store.search(namespace="avella", limit=1, vector=EAST), lambda: store.scan(namespace="avella")):
            caplog.clear()
            with caplog.at_level(logging.WARNING):
                assert ids(answer()) == ["c1"]
            assert "skipped 2 legacy points" in caplog.text

    def test_legacy_points_are_given_as_they_are_stored(self, store: VectorStore, backend: Backend) -> None:
        old = {"namespace": "avella", "doc": SENTENCE}
        store.upsert([point("c1", angled(0.5))])
        backend.plant([(old, EAST)])
        assert sorted((dict(found.payload) for found in store.stored()), key=len)[0] == old

    def test_every_point_is_given_once_as_it_is_stored(self, store: VectorStore) -> None:
        points = [point(f"c{number}", angled(number / 10), namespace=name) for number in range(3) for name in ("avella", "citt\u00e0")]
        store.upsert(points)
        kept = [(found.payload, found.vector) for found in store.stored()]
        assert len({found.id for found in store.stored()}) == len(points)
        assert sorted(kept, key=str) == sorted(((found.payload, found.vector) for found in store.scan()), key=str)

    def test_points_are_discarded_by_their_own_ids(self, store: VectorStore, backend: Backend) -> None:
        store.upsert([point("c1", angled(0.5))])
        backend.plant([({"namespace": "avella", "doc": SENTENCE}, EAST)])
        store.discard([found for found in store.stored() if "doc" in found.payload])
        assert [found.payload["chunk_id"] for found in store.stored()] == ["c1"]

    def test_further_vectors_of_a_chunk_are_points_of_their_own_and_one_hit(self, store: VectorStore) -> None:
        store.upsert([point("c1", NORTH), point("c1", EAST, part=1), point("c2", angled(0.5))])
        assert store.count(namespace="avella") == 3
        assert ids(store.search(namespace="avella", limit=2, vector=EAST)) == ["c1", "c2"]

    def test_a_further_vector_is_deleted_by_its_key(self, store: VectorStore) -> None:
        store.upsert([point("c1", NORTH), point("c1", EAST, part=1)])
        store.delete(namespace="avella", chunk_ids=[part_key("c1", 1)])
        assert [found.vector for found in store.scan()] == [NORTH]

    def test_a_filter_restricts_a_search(self, store: VectorStore) -> None:
        store.upsert([point(f"c{number}", angled(number / 10), date_key=20260400 + number) for number in range(10)])
        hits = store.search(namespace="avella", limit=2, vector=EAST, filter=Between("date_key", 20260402, 20260405))
        assert ids(hits) == ["c5", "c4"]

    # --- sparse and hybrid ------------------------------------------------------------------------------------------------

    @pytest.fixture
    def hybrid(self, store: VectorStore, backend: Backend) -> VectorStore:
        """Forty points whose dense order is the reverse of their sparse order."""
        if not backend.has_sparse:
            pytest.skip("this backend keeps no sparse vectors")
        weights = [SparseVector((7, 2**32 - 3), (40.0 - number, 0.5)) for number in range(40)]
        store.upsert([point(f"c{page:02}", angled(page / 50), sparse=sparse, page=page) for page, sparse in enumerate(weights)])
        return store

    def test_a_sparse_vector_comes_back(self, hybrid: VectorStore) -> None:
        (found,) = hybrid.scan(filter=Equals("page", 3))
        assert found.sparse is not None
        assert dict(zip(found.sparse.indices, found.sparse.values, strict=True)) == {7: 37.0, 2**32 - 3: 0.5}

    def test_sparse_search_orders_by_the_dot_product(self, hybrid: VectorStore) -> None:
        hits = hybrid.search(namespace="avella", limit=3, sparse=SparseVector((7,), (2.0,)))
        assert ids(hits) == ["c00", "c01", "c02"]
        assert [hit.score for hit in hits] == pytest.approx([80.0, 78.0, 76.0])

    def test_sparse_search_finds_only_points_that_share_a_term(self, hybrid: VectorStore) -> None:
        assert hybrid.search(namespace="avella", limit=3, sparse=SparseVector((8,), (1.0,))) == []

    def test_hybrid_search_is_the_rank_fusion_of_its_arms(self, hybrid: VectorStore) -> None:
        query = SparseVector((7,), (1.0,))
        arms = [hybrid.search(namespace="avella", limit=40, vector=EAST), hybrid.search(namespace="avella", limit=40, sparse=query)]
        expected = fuse(arms, weights=(0.7, 0.3))[:5]
        hits = hybrid.search(namespace="avella", limit=5, vector=EAST, sparse=query, dense_weight=0.7)
        assert ids(hits) == ids(expected)
        assert [hit.score for hit in hits] == pytest.approx([hit.score for hit in expected])

    def test_each_arm_of_a_hybrid_search_fetches_at_least_the_limit(self, hybrid: VectorStore) -> None:
        hits = hybrid.search(namespace="avella", limit=40, vector=EAST, sparse=SparseVector((7,), (1.0,)), dense_weight=0.9)
        assert len(hits) == 40
        assert ids(hits)[0] == "c39"

    @pytest.mark.parametrize("weight", [0.0, 1.0])
    def test_a_weight_of_one_or_zero_is_one_arm_alone(self, hybrid: VectorStore, weight: float) -> None:
        query = SparseVector((7,), (1.0,))
        both = hybrid.search(namespace="avella", limit=5, vector=EAST, sparse=query, dense_weight=weight)
        dense, words = hybrid.search(namespace="avella", limit=5, vector=EAST), hybrid.search(namespace="avella", limit=5, sparse=query)
        assert both == (dense if weight else words)

    def test_a_filter_holds_for_both_arms(self, hybrid: VectorStore) -> None:
        hits = hybrid.search(namespace="avella", limit=9, vector=EAST, sparse=SparseVector((7,), (1.0,)), filter=Between("page", 10, 12))
        assert sorted(ids(hits)) == ["c10", "c11", "c12"]

    def test_a_backend_without_sparse_vectors_says_so(self, store: VectorStore, backend: Backend) -> None:
        if backend.has_sparse:
            pytest.skip("this backend keeps sparse vectors")
        terms = SparseVector((7,), (1.0,))
        store.upsert([point("c1")])
        with pytest.raises(SettingsError, match="sparse"):
            store.upsert([point("c2", sparse=terms)])
        with pytest.raises(SettingsError, match="sparse"):
            store.search(namespace="avella", limit=1, sparse=terms)
        assert ids(store.scan()) == ["c1"]

    def test_a_weight_outside_zero_and_one_is_refused(self, store: VectorStore) -> None:
        store.upsert([point("c1")])
        with pytest.raises(InputError):
            store.search(namespace="avella", limit=3, vector=EAST, dense_weight=1.5)

    # --- filters ----------------------------------------------------------------------------------------------------------

    @pytest.fixture(scope="class")
    @classmethod
    def zoo(cls, backend: Backend) -> dict[str, Payload]:
        """Random payloads, stored; drawn from few values so that filters hit, with fields that many of them lack."""
        backend.store.replace_encoder(IDENTITY)
        backend.store.ensure_ready(IDENTITY)
        source = random.Random(4)
        points = [point(f"z{number}", angled(number / 100), namespace="zoo", **_random_fields(source)) for number in range(90)]
        backend.store.upsert(points)
        return {item.chunk_id: item.payload for item in points}

    def test_filters_select_what_matches_selects(self, backend: Backend, zoo: dict[str, Payload]) -> None:
        store = backend.store

        @settings(max_examples=backend.filter_examples, deadline=None, derandomize=True, database=None)
        @given(filter=_filters())
        def check(filter: Filter) -> None:
            expected = sorted(chunk_id for chunk_id, fields in zoo.items() if matches(filter, fields))
            assert sorted(ids(store.scan(namespace="zoo", filter=filter))) == expected
            assert store.count(namespace="zoo", filter=filter) == len(expected)
            assert sorted(ids(store.search(namespace="zoo", limit=100, vector=EAST, filter=filter))) == expected

        check()

    @pytest.mark.parametrize(
        "filter",
        [
            AnyOf("act_type", ()), OneOf(), AllOf(), Not(AllOf()), Not(AnyOf("year", ())), Between("amount"), Not(Between("amount")),
            Not(Equals("topics", "scuola")), Not(Equals("sc_flag", True)), Equals("sc_flag", 1), Equals("sc_number", True),
            Equals("sc_mixed", "1"), Equals("sc_mixed", 1), Not(Equals("act_type", "determina")), Equals("sc_città", "a'b\"c\\"),
            Equals("sc_città", ""), AnyOf("sc_mixed", ("1", 1, True)), Not(Not(Equals("year", 2026))), Equals("year", 2026.0),
            Between("amount", 10, 10), Between("amount", 5, 1), Equals("amount", 10), Equals("sc_a.b", "x"),
            OneOf((Equals("partial", True), Equals("partial", False))),
        ],
        ids=repr,
    )  # fmt: skip
    def test_edge_cases_of_filters_select_what_matches_selects(self, backend: Backend, zoo: dict[str, Payload], filter: Filter) -> None:
        expected = sorted(chunk_id for chunk_id, fields in zoo.items() if matches(filter, fields))
        assert sorted(ids(backend.store.scan(namespace="zoo", filter=filter))) == expected

    @pytest.mark.parametrize(
        "filter", [Equals("colour", "red"), Not(Equals("$or", 1)), Equals("year", "2026"), AllOf((Between("act_type", 1),))], ids=repr
    )
    def test_a_filter_on_an_unknown_field_or_type_is_an_error(self, store: VectorStore, filter: Filter) -> None:
        store.upsert([point("c1")])
        for call in (
            lambda: store.search(namespace="avella", limit=1, vector=EAST, filter=filter),
            lambda: store.scan(filter=filter),
            lambda: store.count(filter=filter),
        ):
            with pytest.raises(FilterError):
                call()

    # --- scanning, counting, deleting ---------------------------------------------------------------------------------------

    def test_a_scan_of_many_points_is_complete(self, store: VectorStore) -> None:
        names = [f"c{number}" for number in range(2300)]
        store.upsert([point(name, angled((number % 100) / 100)) for number, name in enumerate(names)])
        assert sorted(ids(store.scan(namespace="avella"))) == sorted(names)
        assert store.count() == 2300

    def test_count_is_exact_under_a_filter(self, store: VectorStore) -> None:
        store.upsert([point(f"c{number}", year=2020 + number % 3) for number in range(10)])
        assert store.count(namespace="avella", filter=Equals("year", 2020)) == 4

    def test_delete_removes_these_ids_of_this_namespace(self, store: VectorStore) -> None:
        store.upsert([point(name, namespace=namespace) for name in ("c1", "c2", "c3") for namespace in ("avella", "lioni")])
        store.delete(namespace="avella", chunk_ids=["c1", "c3", "absent"])
        assert ids(store.scan(namespace="avella")) == ["c2"]
        assert store.count(namespace="lioni") == 3
        assert ids(store.search(namespace="avella", limit=5, vector=EAST)) == ["c2"]

    def test_deleting_what_is_absent_is_no_error(self, store: VectorStore) -> None:
        store.delete(namespace="avella", chunk_ids=["c1"])
        store.delete_namespace("avella")
        store.upsert([point("c1")])
        store.delete(namespace="nobody", chunk_ids=["c1"])
        store.delete(namespace="avella", chunk_ids=[])
        store.delete_namespace("nobody")
        assert store.count() == 1

    def test_many_points_are_deleted_at_once(self, store: VectorStore) -> None:
        store.upsert([point(f"c{number}") for number in range(1200)])
        store.delete(namespace="avella", chunk_ids=[f"c{number}" for number in range(1, 1200)])
        assert ids(store.scan()) == ["c0"]

    def test_deleting_a_namespace_removes_exactly_it(self, store: VectorStore) -> None:
        store.upsert([point("c1", namespace=namespace) for namespace in ("papers", "papers_old", "paper", "Papers")])
        store.delete_namespace("papers")
        assert sorted(found.namespace for found in store.scan()) == ["Papers", "paper", "papers_old"]

    def test_no_two_namespaces_share_a_name(self, store: VectorStore) -> None:
        store.upsert([point("c1", namespace=namespace) for namespace in NAMESPACES])
        assert store.count() == len(NAMESPACES)
        for namespace in NAMESPACES:
            (hit,) = store.search(namespace=namespace, limit=3, vector=EAST)
            assert hit.payload["namespace"] == namespace
        for namespace in NAMESPACES[::2]:
            store.delete_namespace(namespace)
        assert sorted(found.namespace for found in store.scan()) == sorted(NAMESPACES[1::2])

    # --- encoders, opening and closing --------------------------------------------------------------------------------------

    @pytest.mark.parametrize("other", [OTHER, TWIN, SMALLER], ids=repr)
    def test_the_vectors_of_another_encoder_are_a_conflict(self, store: VectorStore, other: EncoderIdentity) -> None:
        store.upsert([point("c1")])
        with pytest.raises(EncoderMismatch, match="reindex"):
            store.ensure_ready(other)
        store.ensure_ready(IDENTITY)
        assert store.count() == 1

    @pytest.mark.parametrize("other", [OTHER, SMALLER], ids=repr)
    def test_an_emptied_store_takes_another_encoder(self, store: VectorStore, backend: Backend, other: EncoderIdentity) -> None:
        _skip_fixed_dimension(backend, other)
        store.upsert([point("c1")])
        store.delete_namespace("avella")
        store.ensure_ready(other)
        store.upsert([point("c1", EAST[: other.dimension])])
        assert store.count() == 1
        again = backend.reopen()
        assert again.identity() == other
        assert again.count() == 1

    @pytest.mark.parametrize("other", [OTHER, SMALLER], ids=repr)
    def test_replacing_the_encoder_drops_the_points_of_the_old_one(
        self, store: VectorStore, backend: Backend, other: EncoderIdentity
    ) -> None:
        _skip_fixed_dimension(backend, other)
        store.upsert([point("c1")])
        store.replace_encoder(other)
        store.ensure_ready(other)
        assert (store.count(), list(store.scan())) == (0, [])
        store.upsert([point("c2", EAST[: other.dimension])])
        assert ids(store.search(namespace="avella", limit=3, vector=EAST[: other.dimension])) == ["c2"]

    def test_a_closed_store_opens_again_at_the_next_call(self, store: VectorStore) -> None:
        store.upsert([point("c1")])
        store.close()
        store.close()
        assert store.count() == 1
        store.close()
        store.upsert([point("c2", NORTH)])
        assert ids(store.search(namespace="avella", limit=2, vector=EAST)) == ["c1", "c2"]

    def test_a_store_opened_again_knows_points_and_encoder(self, store: VectorStore, backend: Backend) -> None:
        store.upsert([point("c1", act_type="determina")])
        again = backend.reopen()
        assert again.identity() == IDENTITY
        assert ids(again.search(namespace="avella", limit=2, vector=EAST, filter=Equals("act_type", "determina"))) == ["c1"]
        with pytest.raises(EncoderMismatch, match="reindex"):
            again.ensure_ready(TWIN)

    def test_writing_without_an_encoder_is_a_conflict(self, fresh: VectorStore, backend: Backend) -> None:
        unready = backend.reopen()
        assert unready.identity() is None
        with pytest.raises(ConflictError, match="ensure_ready"):
            unready.upsert([point("c1")])
        assert (unready.count(), backend.spaces()) == (0, 0)


def _skip_fixed_dimension(backend: Backend, other: EncoderIdentity) -> None:
    if backend.fixed_dimension and other.dimension != IDENTITY.dimension:
        pytest.skip("the user made this index, and its dimension stays")


def killed_while_writing(opening: str) -> int:
    """Run `opening`, which makes `store`, in another process; kill it in the middle of upserts; return how many were accepted."""
    script = f"""
from tests.contracts.vector_store import IDENTITY, point
{opening}
store.ensure_ready(IDENTITY)
number = 0
while True:
    store.upsert([point(f"c{{number}}")])
    number += 1
    print(number, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    accepted = 0
    assert process.stdout is not None
    for line in process.stdout:
        accepted = int(line)
        if accepted == 20:
            process.kill()
    process.wait()
    return accepted


def _random_fields(source: random.Random) -> dict[str, Any]:
    choices: dict[str, Sequence[Any]] = {
        "act_type": ("determina", "delibera", "decreto"), "year": (2024, 2025, 2026), "date_key": (20260401, 20260402, 20260430),
        "amount": (0, 10, 10.0, 10.5, -3.25, 1e9), "topics": ([], ["scuola"], ["scuola", "mensa"], ["strade"]), "partial": (True, False),
        "sc_flag": (True, False, 1, 0), "sc_number": (0, 1, 1.0, 2.5, -1), "sc_mixed": ("1", 1, True, 1.0, ["1"]),
        "sc_città": ("Avellino", "a'b\"c\\", "", "è", "%", "a b"), "sc_a.b": ("x", "y"), "cig": (["Z123"], ["Z123", "Z9"], []),
    }  # fmt: skip
    return {name: source.choice(values) for name, values in choices.items() if source.random() < 0.6}


def _filters() -> st.SearchStrategy[Filter]:
    words = st.sampled_from(["determina", "delibera", "scuola", "1", "Avellino", "a'b\"c\\", "", "è", "absent", "Z123", "x"])
    numbers = st.sampled_from([0, 1, 1.0, 2.5, -1, 10, 10.5, 2025, 2026, 20260401, 20260402])
    text_fields = st.sampled_from(["act_type", "topics", "cig", "sc_mixed", "sc_città", "sc_a.b", "sc_flag", "issuer"])
    number_fields = st.sampled_from(["year", "date_key", "amount", "sc_number", "sc_mixed", "sc_flag", "page"])
    flag_fields = st.sampled_from(["partial", "sc_flag", "sc_mixed", "sc_number"])
    bounds = st.one_of(st.none(), numbers)
    leaves = st.one_of(
        st.builds(Equals, text_fields, words),
        st.builds(Equals, number_fields, numbers),
        st.builds(Equals, flag_fields, st.booleans()),
        st.builds(AnyOf, text_fields, st.lists(words, max_size=3).map(tuple)),
        st.builds(AnyOf, number_fields, st.lists(numbers, max_size=3).map(tuple)),
        st.builds(AnyOf, st.just("sc_mixed"), st.lists(st.one_of(words, numbers, st.booleans()), max_size=3).map(tuple)),
        st.builds(Between, number_fields, bounds, bounds),
    )
    several = lambda inner: st.lists(inner, max_size=3).map(tuple)  # noqa: E731
    return st.recursive(
        leaves,
        lambda inner: st.one_of(st.builds(Not, inner), st.builds(AllOf, several(inner)), st.builds(OneOf, several(inner))),
        max_leaves=6,
    )
