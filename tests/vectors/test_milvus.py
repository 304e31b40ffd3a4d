"""Milvus: the contract on a real Milvus Lite, and what is its own (locks, kills, consistency, a real server)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from digest_engine.errors import StoreError
from digest_engine.filters import AllOf, AnyOf, Equals
from digest_engine.types import Point
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.milvus.wire import row_of, translate
from digest_engine.vectors.points import space_name
from tests.contracts.vector_store import EAST, IDENTITY, OTHER, VectorStoreContract, killed_while_writing, point

pymilvus = pytest.importorskip("pymilvus")
pytest.importorskip("milvus_lite")

from digest_engine.vectors.milvus.store import MilvusStore, _version  # noqa: E402

COLLECTION = f"temporal_digest__{space_name(IDENTITY, separator='_')}"


class MilvusBackend:
    """The engine behind the contract: Lite by path, a server by address."""

    fixed_dimension = False

    def __init__(self, url: str, *, has_sparse: bool, filter_examples: int) -> None:
        self.url = url
        self.has_sparse = has_sparse
        self.filter_examples = filter_examples
        self.store: VectorStore = MilvusStore(url=url)

    def plant(self, points: Sequence[tuple[Mapping[str, Any], Sequence[float]]]) -> None:
        rows = []
        for payload, vector in points:
            raw = Point("", str(payload["namespace"]), dict(payload), tuple(vector))
            rows.append(row_of(str(uuid.uuid4()), raw, with_sparse=self.has_sparse))
        with self.store._gate.use() as client:
            client.upsert(COLLECTION, rows)

    def dump(self) -> str:
        with self.store._gate.use() as client:
            (name,) = client.list_collections()
            rows = client.query(name, filter='pk != ""', output_fields=["*"])
        return json.dumps([{key: str(value) for key, value in row.items()} for row in rows], ensure_ascii=False)

    def spaces(self) -> int:
        with self.store._gate.use() as client:
            return len(client.list_collections())

    def reopen(self) -> VectorStore:
        self.store.close()
        self.store = MilvusStore(url=self.url)
        return self.store


class TestMilvusLite(VectorStoreContract):
    """The contract on Milvus Lite."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MilvusBackend]:
        backend = MilvusBackend(str(tmp_path_factory.mktemp("milvus") / "lite.db"), has_sparse=True, filter_examples=40)
        yield backend
        backend.store.close()


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "lite.db")


@pytest.fixture
def store(path: str) -> Iterator[MilvusStore]:
    store = MilvusStore(url=path)
    store.ensure_ready(IDENTITY)
    yield store
    store.close()


def opening(path: str) -> str:
    """Python that makes `store`, for another process."""
    return f"from digest_engine.vectors.milvus import MilvusStore; store = MilvusStore(url={path!r})"


def test_construction_touches_no_file(tmp_path: Path) -> None:
    MilvusStore(url=str(tmp_path / "a" / "lite.db"))
    assert not (tmp_path / "a").exists()


def test_lite_is_busy_for_another_process_until_it_is_closed(store: MilvusStore, path: str) -> None:
    store.upsert([point("c1")])
    script = f"{opening(path)}; print(store.count())"
    busy = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    store.close()
    free = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "StoreBusy" in busy.stderr
    assert free.stdout.strip() == "1"
    assert store.count() == 1


def test_what_lite_accepted_survives_a_kill(path: str) -> None:
    accepted = killed_while_writing(opening(path))
    store = MilvusStore(url=path)
    assert accepted >= 20
    assert {f"c{number}" for number in range(accepted)} <= {found.chunk_id for found in store.scan()}
    store.close()


def test_a_collection_dropped_by_someone_else_reads_as_empty_and_is_made_again(store: MilvusStore) -> None:
    store.upsert([point("c1")])
    for read in (lambda: store.count(), lambda: store.search(namespace="avella", limit=1, vector=EAST), lambda: list(store.scan())):
        drop_everything(store)
        assert not read()
        store.upsert([point("c1")])
    drop_everything(store)
    store.upsert([point("c2")])
    assert store.count() == 1


def test_a_collection_that_a_killed_process_left_without_marker_is_completed(store: MilvusStore) -> None:
    store.upsert([point("c1")])
    with store._gate.use() as client:
        client.delete(COLLECTION, filter='pk != ""')
    store.close()
    store.ensure_ready(IDENTITY)
    assert store.count() == 0
    store.upsert([point("c2")])
    again = MilvusStore(url=store._url)
    assert (again.identity(), again.count()) == (IDENTITY, 1)


def test_one_index_does_not_see_the_collections_of_another_whose_name_it_starts(path: str) -> None:
    short, long = MilvusStore(url=path, index="temporal"), MilvusStore(url=path, index="temporal-e")
    for store in (short, long):
        store.ensure_ready(IDENTITY)
        store.upsert([point("c1")])
    short.replace_encoder(OTHER)
    assert long.count() == 1
    short.close()
    long.close()


def test_a_dead_server_is_a_store_error_without_the_key() -> None:
    store = MilvusStore(url="http://127.0.0.1:9", api_key="secret-key", timeout=0.2)
    with pytest.raises(StoreError, match=r"127\.0\.0\.1") as raised:
        store.ensure_ready(IDENTITY)
    assert "secret-key" not in str(raised.value)


def test_an_error_of_the_engine_reaches_the_caller_with_its_cause(store: MilvusStore) -> None:
    store.upsert([point("c1")])
    with pytest.raises(StoreError, match="dim") as raised, store._errors(), store._gate.use() as client:
        client.search(COLLECTION, data=[[1.0]], anns_field="dense", limit=1)
    assert isinstance(raised.value.__cause__, pymilvus.MilvusException)


def test_every_read_asks_for_strong_consistency(store: MilvusStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.upsert([point("c1")])
    asked: list[str] = []
    for name in ("search", "query", "query_iterator"):
        method = getattr(pymilvus.MilvusClient, name)
        monkeypatch.setattr(
            pymilvus.MilvusClient, name, lambda *a, method=method, **k: asked.append(k["consistency_level"]) or method(*a, **k)
        )
    store.search(namespace="avella", limit=1, vector=EAST)
    store.count()
    list(store.scan())
    assert asked == ["Strong"] * 3


def test_no_value_of_a_filter_becomes_part_of_an_expression() -> None:
    hostile = '" or pk != "'
    expression = translate(AllOf((Equals("act_type", hostile), Equals("sc_x", hostile), AnyOf("topics", (hostile,)))), namespace=hostile)
    assert hostile not in expression
    assert re.fullmatch(r'[a-z0-9_ ="(),]+', expression)


@pytest.mark.parametrize(
    ("text", "version"), [("v2.3.5", (2, 3)), ("milvus_lite-3.2.2", (3, 2)), ("Zilliz Cloud 2.6.1", (2, 6)), ("?", (2, 5))]
)
def test_the_version_of_a_server_is_read_from_its_answer(text: str, version: tuple[int, int]) -> None:
    assert _version(text) == version


def drop_everything(store: MilvusStore) -> None:
    with store._gate.use() as client:
        client.drop_collection(COLLECTION)
