"""Pinecone: the contract against a strict double of the service (serverless and pods), and what is its own."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import httpx
import pytest

from digest_engine.errors import ConflictError, PayloadError, SettingsError, StoreError, StoreTimeout
from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf
from digest_engine.types import EncoderIdentity, SparseVector
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.pinecone.wire import encoded, pushed
from tests.contracts.vector_store import EAST, IDENTITY, NAMESPACES, NORTH, SMALLER, VectorStoreContract, ids, payload, point

pytest.importorskip("pinecone")

from digest_engine.vectors.pinecone import PineconeStore
from tests.doubles.pinecone_service import Index, PineconeService

KEY = "secret-key"
INDEX = "temporal-digest"


class PineconeBackend:
    """The double behind the contract."""

    filter_examples = 60

    def __init__(self, *, pod: Index | None) -> None:
        self.service = PineconeService(api_key=KEY)
        self.has_sparse = pod is None
        self.fixed_dimension = pod is not None
        if pod is not None:
            self.service.add(INDEX, pod)
        self.store: VectorStore = PineconeStore(api_key=KEY, url=self.service.url)

    def plant(self, points: Sequence[tuple[Mapping[str, Any], Sequence[float]]]) -> None:
        for fields, vector in points:
            record = {"id": str(uuid.uuid4()), "values": list(vector), "metadata": dict(fields)}
            self.service.plant(INDEX, encoded(str(fields["namespace"])), [record])

    def dump(self) -> str:
        stored = {name: space.records for name, space in self.service.indexes[INDEX].namespaces.items()}
        return json.dumps(stored, ensure_ascii=False)

    def spaces(self) -> int:
        """Indexes that name an encoder: one on pods was there before."""
        return sum(
            bool(index.namespaces.get("td-encoder") and index.namespaces["td-encoder"].records) for index in self.service.indexes.values()
        )

    def reopen(self) -> VectorStore:
        self.store.close()
        self.store = PineconeStore(api_key=KEY, url=self.service.url)
        return self.store


class TestPineconeServerless(VectorStoreContract):
    """The contract on a serverless index that the adapter makes."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls) -> Iterator[PineconeBackend]:
        backend = PineconeBackend(pod=None)
        yield backend
        backend.store.close()
        backend.service.close()


class TestPineconePods(VectorStoreContract):
    """The contract on a pod index that the user made, with the cosine metric: no listing, no sparse vectors."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls) -> Iterator[PineconeBackend]:
        backend = PineconeBackend(pod=Index(dimension=IDENTITY.dimension, metric="cosine", pod_type="p2.x1"))
        yield backend
        backend.store.close()
        backend.service.close()


# --- what is Pinecone's own -------------------------------------------------------------------------------------------------


@pytest.fixture
def service() -> Iterator[PineconeService]:
    service = PineconeService(api_key=KEY)
    yield service
    service.close()


@pytest.fixture
def store(service: PineconeService) -> Iterator[PineconeStore]:
    store = opened(service)
    yield store
    store.close()


def opened(service: PineconeService, *, timeout: float = 5.0, identity: EncoderIdentity = IDENTITY) -> PineconeStore:
    store = PineconeStore(api_key=KEY, url=service.url, timeout=timeout)
    store.ensure_ready(identity)
    return store


PODS = {"serverless": None, "pods": Index(dimension=4, metric="dotproduct", pod_type="p1.x1")}


@pytest.mark.parametrize("pod", PODS.values(), ids=PODS)
def test_a_write_is_waited_for_until_a_search_sees_it(service: PineconeService, pod: Index | None) -> None:
    if pod is not None:
        service.add(INDEX, replace(pod, namespaces={}))
    store = opened(service)
    store.upsert([point("c0")])
    service.lag = 3
    store.upsert([point("c1")])
    assert sorted(ids(store.search(namespace="avella", limit=3, vector=EAST))) == ["c0", "c1"]
    store.upsert([point("c1", NORTH, page=2)])
    assert [hit.payload.get("page") for hit in store.search(namespace="avella", limit=1, vector=NORTH)] == [2]
    store.delete(namespace="avella", chunk_ids=["c0"])
    assert ids(store.search(namespace="avella", limit=3, vector=EAST)) == ["c1"]
    store.delete_namespace("avella")
    assert store.search(namespace="avella", limit=3, vector=EAST) == []


@pytest.mark.parametrize("pod", PODS.values(), ids=PODS)
def test_a_write_that_stays_hidden_is_a_timeout_and_comes_later(service: PineconeService, pod: Index | None) -> None:
    if pod is not None:
        service.add(INDEX, replace(pod, namespaces={}))
    store = opened(service, timeout=0.15)
    store.upsert([point("c0")])
    service.frozen = True
    for write in (
        lambda: store.upsert([point("c1", NORTH)]),
        lambda: store.delete(namespace="avella", chunk_ids=["c0"]),
        lambda: store.delete_namespace("avella"),
    ):
        with pytest.raises(StoreTimeout, match=r"within 0\.15 seconds"):
            write()
    assert ids(store.search(namespace="avella", limit=3, vector=EAST)) == ["c0"]
    service.frozen = False
    assert store.search(namespace="avella", limit=3, vector=EAST) == []


def test_a_batch_is_one_request_and_a_question_whether_it_is_there(store: PineconeStore, service: PineconeService) -> None:
    store.upsert([point("c0")])
    service.requests.clear()
    store.upsert([point(f"c{number}") for number in range(3)])
    assert service.requests == [f"POST /data/{INDEX}/vectors/upsert", f"POST /data/{INDEX}/query"]


def test_a_search_that_can_find_nothing_sends_nothing(store: PineconeStore, service: PineconeService) -> None:
    store.upsert([point("c1")])
    service.requests.clear()
    assert store.search(namespace="avella", limit=0, vector=EAST) == store.search(namespace="avella", limit=3) == []
    assert store.search(namespace="avella", limit=3, vector=EAST, filter=AnyOf("act_type", ())) == []
    assert service.requests == []


def test_large_vectors_go_in_batches_under_two_megabytes(service: PineconeService) -> None:
    wide = EncoderIdentity(model="wide", dimension=1536)
    store = opened(service, identity=wide)
    vector = tuple(1 / (number + 3) for number in range(1536))
    store.upsert([point(f"c{number}", vector) for number in range(120)])
    assert sum(request.endswith("upsert") for request in service.requests) == 4
    assert store.count() == 120


def test_metadata_above_forty_kilobytes_are_refused_before_they_are_sent(store: PineconeStore, service: PineconeService) -> None:
    with pytest.raises(PayloadError, match="40960"):
        store.upsert([point("c1", act_types_json="x" * 41_000)])
    assert not service.indexes


def test_pods_with_the_dot_product_keep_sparse_vectors(service: PineconeService) -> None:
    service.add(INDEX, Index(dimension=4, metric="dotproduct", pod_type="s1.x1"))
    store = opened(service)
    store.upsert([point("c1", sparse=SparseVector((7,), (2.0,))), point("c2")])
    assert ids(store.search(namespace="avella", limit=2, sparse=SparseVector((7,), (1.0,)))) == ["c1"]


def test_an_index_that_is_no_dense_index_of_ours_is_a_setting_to_change(service: PineconeService) -> None:
    service.add(INDEX, Index(dimension=4, metric="euclidean"))
    with pytest.raises(SettingsError, match="dotproduct or cosine"):
        opened(service)


def test_pods_with_more_points_than_a_query_names_are_not_read_in_part(service: PineconeService) -> None:
    service.add(INDEX, Index(dimension=4, metric="dotproduct", pod_type="p1.x1"))
    store = opened(service)
    store.upsert([point("c1")])
    planted = [{"id": str(number), "values": [1.0, 0, 0, 0], "metadata": payload(f"x{number}")} for number in range(10_000)]
    service.plant(INDEX, encoded("avella"), planted)
    for read in (store.count, lambda: list(store.scan(namespace="avella")), lambda: list(store.scan(filter=Equals("act_type", "x")))):
        with pytest.raises(StoreError, match="10000 of 10001"):
            read()


def test_a_filter_that_pinecone_can_not_apply_is_not_answered_in_part(store: PineconeStore, service: PineconeService) -> None:
    store.upsert([point("c1")])
    service.plant(INDEX, encoded("avella"), [
        {"id": str(number), "values": [1.0, 0, 0, 0], "metadata": payload(f"x{number}", topics=["scuola"])} for number in range(1000)
    ])  # fmt: skip
    with pytest.raises(StoreError, match="ask for fewer"):
        store.search(namespace="avella", limit=2, vector=EAST, filter=Not(Equals("topics", "scuola")))


def test_an_index_deleted_by_someone_else_reads_as_empty_and_is_made_again(store: PineconeStore, service: PineconeService) -> None:
    store.upsert([point("c1")])
    for read in (store.count, lambda: store.search(namespace="avella", limit=1, vector=EAST), lambda: list(store.scan())):
        service.indexes.clear()
        assert not read()
        store.upsert([point("c1")])
    service.indexes.clear()
    store.upsert([point("c2")])
    assert ids(store.scan()) == ["c2"]


def test_namespaces_of_others_are_left_alone(store: PineconeStore, service: PineconeService) -> None:
    store.upsert([point("c1")])
    service.plant(INDEX, "theirs", [{"id": "1", "values": [1.0, 0, 0, 0], "metadata": {}}])
    assert ids(store.scan()) == ["c1"]
    store.replace_encoder(SMALLER)
    assert list(service.indexes[INDEX].namespaces["theirs"].records) == ["1"]
    with pytest.raises(ConflictError, match="another index"):
        store.upsert([point("c1", (1.0, 0.0, 0.0))])


def test_an_error_of_the_service_is_a_store_error_without_the_key(store: PineconeStore, service: PineconeService) -> None:
    store.upsert([point("c1")])
    for status in (500, 503, 429, 400):
        service.fail_with = status
        for call in (lambda: store.upsert([point("c2")]), lambda: store.search(namespace="avella", limit=1, vector=EAST), store.count):
            with pytest.raises(StoreError, match=str(status)) as raised:
                call()
            assert KEY not in str(raised.value)
    service.fail_with = None
    assert store.count() == 1


def test_a_wrong_key_is_a_store_error_that_does_not_repeat_it(service: PineconeService) -> None:
    store = PineconeStore(api_key="wrong-key", url=service.url)
    with pytest.raises(StoreError, match="401") as raised:
        store.ensure_ready(IDENTITY)
    assert "wrong-key" not in str(raised.value)


@pytest.mark.parametrize("namespace", NAMESPACES, ids=ascii)
def test_a_namespace_has_a_legal_name_at_pinecone(namespace: str) -> None:
    name = encoded(namespace)
    assert name.isascii()
    assert 1 <= len(name) <= 512


def test_no_two_namespaces_have_one_name_at_pinecone() -> None:
    long = ["è" * 150, "è" * 149 + "é", "td-h-" + "0" * 64]
    assert len({encoded(namespace) for namespace in (*NAMESPACES, *long)}) == len(NAMESPACES) + len(long)


@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        (None, True),
        (AllOf(), True),
        (OneOf(), False),
        (AnyOf("act_type", ()), False),
        (AllOf((Equals("year", 2026), AnyOf("year", ()))), False),
        (OneOf((Equals("year", 2026), AllOf())), True),
        (Between("date_key", 20260401, 20260430), {"date_key": {"$gte": 20260401, "$lte": 20260430}}),
        (Between("amount"), {"amount": {"$exists": True}}),
        (AllOf((Equals("year", 2026), AllOf(), Equals("page", 1))), {"$and": [{"year": {"$eq": 2026}}, {"page": {"$eq": 1}}]}),
        (AnyOf("sc_x", ("a", 1, True)), {"$or": [{"sc_x": {"$in": ["a"]}}, {"sc_x": {"$in": [1]}}, {"sc_x": {"$eq": True}}]}),
        (Not(Equals("digest_type", "digest")), {"$or": [{"digest_type": {"$exists": False}}, {"digest_type": {"$nin": ["digest"]}}]}),
        (Not(Equals("topics", "scuola")), True),
        (Not(Not(Equals("year", 2026))), {"year": {"$eq": 2026}}),
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_pushed_to_pinecone(filter: Filter | None, expected: dict[str, Any] | bool) -> None:
    assert pushed(filter) == expected


RECORD = {"id": "1", "values": [1.0, 0.0, 0.0, 0.0]}
REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "a string in a range": ("query", {"topK": 1, "vector": EAST, "filter": {"date": {"$gte": "2026-04-01"}}}),
    "an unknown operator": ("query", {"topK": 1, "vector": EAST, "filter": {"$not": {"year": {"$eq": 1}}}}),
    "an empty list of values": ("query", {"topK": 1, "vector": EAST, "filter": {"year": {"$in": []}}}),
    "too many hits": ("query", {"topK": 10_001, "vector": EAST}),
    "a query of another dimension": ("query", {"topK": 1, "vector": [1.0]}),
    "an unknown field of a query": ("query", {"topK": 1, "vector": EAST, "limit": 3}),
    "a null": ("vectors/upsert", {"vectors": [{**RECORD, "metadata": {"act_type": None}}]}),
    "a nested value": ("vectors/upsert", {"vectors": [{**RECORD, "metadata": {"act": {"year": 2026}}}]}),
    "a list of numbers": ("vectors/upsert", {"vectors": [{**RECORD, "metadata": {"years": [2026]}}]}),
    "an unknown field of a record": ("vectors/upsert", {"vectors": [{**RECORD, "text": "x"}]}),
    "an id that is not ASCII": ("vectors/upsert", {"vectors": [{**RECORD, "id": "città"}]}),
    "a zero vector": ("vectors/upsert", {"vectors": [{**RECORD, "values": [0.0] * 4}]}),
    "metadata above 40 KB": ("vectors/upsert", {"vectors": [{**RECORD, "metadata": {"x": "x" * 41_000}}]}),
    "too many records": ("vectors/upsert", {"vectors": [RECORD] * 1001}),
    "a body above 2 MB": ("vectors/upsert", {"vectors": [{**RECORD, "values": [0.123456789] * 300_000}]}),
    "too many ids": ("vectors/delete", {"ids": ["x"] * 1001}),
    "ids and a filter at once": ("vectors/delete", {"ids": ["x"], "filter": {"year": {"$eq": 1}}}),
    "an empty filter": ("vectors/fetch_by_metadata", {"filter": {}}),
    "statistics under a filter": ("describe_index_stats", {"filter": {"year": {"$eq": 1}}}),
}


@pytest.mark.parametrize(("path", "body"), REFUSED.values(), ids=REFUSED)
def test_the_double_refuses(service: PineconeService, path: str, body: dict[str, Any]) -> None:
    service.add(INDEX, Index(dimension=4, metric="dotproduct"))
    answer = httpx.post(f"{service.url}/data/{INDEX}/{path}", json=body, headers={"Api-Key": KEY, "X-Pinecone-Api-Version": "2026-07"})
    assert answer.status_code in (400, 413)
