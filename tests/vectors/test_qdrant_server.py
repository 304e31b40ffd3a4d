"""Qdrant as a server: the contract against qdrant-client's own local mode as an oracle, and HTTP against a double of the service."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from digest_engine.errors import StoreError
from digest_engine.filters import Equals, Not
from digest_engine.types import SparseVector
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.points import space_name
from tests.contracts.vector_store import EAST, IDENTITY, NORTH, OTHER, VectorStoreContract, point

pytest.importorskip("qdrant_client")

from qdrant_client import QdrantClient, models

from digest_engine.vectors.qdrant_server import QdrantServerStore
from tests.doubles.qdrant_service import QdrantService

COLLECTION = f"temporal-digest--{space_name(IDENTITY)}"


class OracleBackend:
    """The client's local mode, which is pure Python and only an oracle: it is not safe in threads."""

    has_sparse = True
    fixed_dimension = False
    filter_examples = 60

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store: VectorStore = self._open()

    def _open(self) -> VectorStore:
        return QdrantServerStore(url="local mode", connect=lambda: QdrantClient(path=str(self.folder)))

    def plant(self, points: Sequence[tuple[Mapping[str, Any], Sequence[float]]]) -> None:
        raw = [
            models.PointStruct(id=str(uuid.uuid4()), vector={"dense": list(vector)}, payload=dict(payload)) for payload, vector in points
        ]
        with self.store._gate.use() as client:
            client.upsert(COLLECTION, raw)

    def dump(self) -> str:
        with self.store._gate.use() as client:
            records, _ = client.scroll(COLLECTION, limit=1000, with_payload=True, with_vectors=True)
        return json.dumps([record.model_dump(mode="json") for record in records], ensure_ascii=False)

    def spaces(self) -> int:
        with self.store._gate.use() as client:
            return len(client.get_collections().collections)

    def reopen(self) -> VectorStore:
        self.store.close()
        self.store = self._open()
        return self.store


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")
class TestQdrantClientLocally(VectorStoreContract):
    """The contract through the server's adapter."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OracleBackend]:
        backend = OracleBackend(tmp_path_factory.mktemp("qdrant"))
        yield backend
        backend.store.close()


KEY = "secret-key"
# The client warns of a key sent over plain HTTP, which is what a double on this machine is.
over_http = pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")


@pytest.fixture
def service() -> Iterator[QdrantService]:
    service = QdrantService(api_key=KEY)
    yield service
    service.close()


@pytest.fixture
def store(service: QdrantService) -> Iterator[QdrantServerStore]:
    store = QdrantServerStore(url=service.url, api_key=KEY, timeout=5.0)
    store.ensure_ready(IDENTITY)
    yield store
    store.close()


@over_http
def test_points_travel_over_http(store: QdrantServerStore) -> None:
    store.upsert([point("c1", EAST, sparse=SparseVector((7,), (1.0,)), topics=["scuola"]), point("c2", NORTH)])
    hits = store.search(namespace="avella", limit=2, vector=EAST, filter=Not(Equals("topics", "mensa")))
    assert [(hit.chunk_id, hit.score) for hit in hits] == [("c1", pytest.approx(1.0)), ("c2", pytest.approx(0.0))]
    assert [hit.chunk_id for hit in store.search(namespace="avella", limit=2, sparse=SparseVector((7,), (2.0,)))] == ["c1"]
    assert sorted(found.chunk_id for found in store.scan()) == ["c1", "c2"]
    store.delete(namespace="avella", chunk_ids=["c1"])
    store.delete_namespace("nobody")
    assert store.count() == 1
    assert store.identity() == IDENTITY


@over_http
def test_a_batch_is_one_request_that_waits(store: QdrantServerStore, service: QdrantService) -> None:
    store.upsert([point("c0")])
    service.requests.clear()
    store.upsert([point(f"c{number}") for number in range(3)])
    (request,) = service.requests
    assert request.startswith(f"PUT /collections/{COLLECTION}/points?")
    assert "wait=true" in request


@over_http
def test_a_search_without_vector_or_limit_sends_nothing(store: QdrantServerStore, service: QdrantService) -> None:
    store.upsert([point("c1")])
    service.requests.clear()
    assert store.search(namespace="avella", limit=0, vector=EAST) == store.search(namespace="avella", limit=3) == []
    assert service.requests == []


@over_http
def test_an_error_of_the_service_is_a_store_error_without_the_key(store: QdrantServerStore, service: QdrantService) -> None:
    store.upsert([point("c1")])
    for status in (500, 502, 503, 429):
        service.fail_with = status
        for call in (lambda: store.upsert([point("c2")]), lambda: store.search(namespace="avella", limit=1, vector=EAST), store.count):
            with pytest.raises(StoreError, match=str(status)) as raised:
                call()
            assert KEY not in str(raised.value)
            assert raised.value.__cause__ is not None
    service.fail_with = None
    assert store.count() == 1


@over_http
def test_a_wrong_key_is_a_store_error_that_does_not_repeat_it(service: QdrantService) -> None:
    store = QdrantServerStore(url=service.url, api_key="wrong-key")
    with pytest.raises(StoreError, match="403") as raised:
        store.ensure_ready(IDENTITY)
    assert "wrong-key" not in str(raised.value)


@over_http
def test_a_service_that_does_not_answer_is_a_store_error_after_the_timeout(service: QdrantService) -> None:
    store = QdrantServerStore(url=service.url, api_key=KEY, timeout=0.5)
    service.released.clear()
    with pytest.raises(StoreError, match="timed out"):
        store.ensure_ready(IDENTITY)


@pytest.mark.parametrize("grpc", [False, True])
def test_a_dead_server_is_a_store_error(grpc: bool) -> None:
    store = QdrantServerStore(url="http://user:password@127.0.0.1:9", grpc=grpc, timeout=0.5)
    with pytest.raises(StoreError, match=r"127\.0\.0\.1:9") as raised:
        store.ensure_ready(IDENTITY)
    assert "password" not in str(raised.value)


@over_http
def test_a_collection_dropped_by_someone_else_reads_as_empty_and_is_made_again(store: QdrantServerStore, service: QdrantService) -> None:
    store.upsert([point("c1")])
    for read in (store.count, lambda: store.search(namespace="avella", limit=1, vector=EAST), lambda: list(store.scan())):
        service.engine.delete_collection(COLLECTION)
        assert not read()
        store.upsert([point("c1")])
    service.engine.delete_collection(COLLECTION)
    store.upsert([point("c2")])
    assert store.count() == 1


@over_http
def test_a_collection_that_names_no_encoder_is_an_error_that_replacing_the_encoder_mends(
    store: QdrantServerStore, service: QdrantService
) -> None:
    service.engine.create_collection(COLLECTION, vectors_config={})
    with pytest.raises(StoreError, match=r"1\.16"):
        store.ensure_ready(IDENTITY)
    store.replace_encoder(IDENTITY)
    store.upsert([point("c1")])
    assert store.count() == 1


@over_http
def test_a_store_that_is_ready_is_not_asked_again(store: QdrantServerStore, service: QdrantService) -> None:
    store.upsert([point("c1")])
    service.requests.clear()
    store.ensure_ready(IDENTITY)
    assert service.requests == []


@over_http
def test_other_collections_of_the_server_are_left_alone(store: QdrantServerStore, service: QdrantService) -> None:
    longer = QdrantServerStore(url=service.url, api_key=KEY, index="temporal-digest-e")
    longer.ensure_ready(IDENTITY)
    longer.upsert([point("c1")])
    store.replace_encoder(OTHER)
    assert longer.count() == 1


def test_construction_calls_nobody() -> None:
    QdrantServerStore(url="http://127.0.0.1:9", api_key=KEY)
