"""Qdrant Edge, the embedded default: the contract, and what is its own (locks, kills, threads, folders)."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import qdrant_edge as edge

from digest_engine.errors import StoreBusy, StoreError
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.points import space_name
from digest_engine.vectors.qdrant_edge import QdrantEdgeStore
from digest_engine.vectors.qdrant_edge import store as edge_store
from digest_engine.vectors.qdrant_edge.store import EngineErrors
from tests.contracts.vector_store import EAST, IDENTITY, OTHER, VectorStoreContract, killed_while_writing, point


class EdgeBackend:
    """The engine behind the contract."""

    has_sparse = True
    fixed_dimension = False
    filter_examples = 150

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store: VectorStore = QdrantEdgeStore(folder)

    def plant(self, points: Sequence[tuple[Mapping[str, Any], Sequence[float]]]) -> None:
        self.store.close()
        shard = edge.EdgeShard.load(str(self.folder / space_name(IDENTITY) / "shard"))
        raw = [edge.Point(str(uuid.uuid4()), {"dense": list(vector)}, dict(payload)) for payload, vector in points]
        shard.update(edge.UpdateOperation.upsert_points(raw))
        shard.close()

    def dump(self) -> str:
        self.store.close()
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return "".join(path.read_bytes().decode("utf-8", errors="ignore") for path in files)

    def spaces(self) -> int:
        return len(list(self.folder.glob("e-*")))

    def reopen(self) -> VectorStore:
        self.store.close()
        self.store = QdrantEdgeStore(self.folder)
        return self.store


class TestQdrantEdge(VectorStoreContract):
    """The contract."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EdgeBackend]:
        backend = EdgeBackend(tmp_path_factory.mktemp("edge"))
        yield backend
        backend.store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "vectors"


@pytest.fixture
def store(folder: Path) -> Iterator[QdrantEdgeStore]:
    store = QdrantEdgeStore(folder)
    store.ensure_ready(IDENTITY)
    yield store
    store.close()


def opening(folder: Path) -> str:
    """Python that makes `store`, for another process."""
    module = "digest_engine.vectors.qdrant_edge"
    return f"from pathlib import Path; from {module} import QdrantEdgeStore; store = QdrantEdgeStore(Path({str(folder)!r}))"


def test_construction_touches_no_file(folder: Path) -> None:
    QdrantEdgeStore(folder)
    assert not folder.exists()


def test_a_shard_held_by_another_handle_is_busy_until_it_is_closed(store: QdrantEdgeStore, folder: Path) -> None:
    store.upsert([point("c1")])
    second = QdrantEdgeStore(folder)
    with pytest.raises(StoreBusy, match="another process"):
        second.count()
    store.close()
    assert second.count() == 1
    with pytest.raises(StoreBusy):
        store.upsert([point("c2")])
    second.close()
    store.upsert([point("c2")])
    assert store.count() == 2


def test_a_busy_shard_is_not_removed_by_a_change_of_encoder(store: QdrantEdgeStore, folder: Path) -> None:
    store.upsert([point("c1")])
    with pytest.raises(StoreBusy):
        QdrantEdgeStore(folder).replace_encoder(OTHER)
    assert store.count() == 1


def test_a_closed_shard_is_free_for_another_process(store: QdrantEdgeStore, folder: Path) -> None:
    store.upsert([point("c1")])
    script = f"{opening(folder)}; print(store.count())"
    busy = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    store.close()
    free = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "StoreBusy" in busy.stderr
    assert free.stdout.strip() == "1"


def test_what_an_upsert_accepted_survives_a_kill(folder: Path) -> None:
    accepted = killed_while_writing(opening(folder))
    store = QdrantEdgeStore(folder)
    assert accepted >= 20
    assert {f"c{number}" for number in range(accepted)} <= {found.chunk_id for found in store.scan()}
    store.upsert([point("after")])
    store.close()


def test_a_kill_while_the_shard_is_made_leaves_nothing_that_blocks(store: QdrantEdgeStore, folder: Path) -> None:
    half = folder / f".new-1-{space_name(IDENTITY)}" / "shard"
    half.mkdir(parents=True)
    store.upsert([point("c1")])
    assert store.count() == 1


def test_an_unreadable_shard_is_an_error_that_replacing_the_encoder_mends(store: QdrantEdgeStore, folder: Path) -> None:
    store.upsert([point("c1")])
    store.close()
    (folder / space_name(IDENTITY) / "shard" / "edge_config.json").write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match="failed"):
        store.count()
    store.replace_encoder(IDENTITY)
    store.upsert([point("c2")])
    assert store.count() == 1


def test_a_shard_that_names_no_encoder_is_an_error_that_replacing_the_encoder_mends(store: QdrantEdgeStore, folder: Path) -> None:
    store.upsert([point("c1")])
    store.close()
    (folder / space_name(IDENTITY) / "identity.json").write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match="reindex"):
        store.ensure_ready(IDENTITY)
    store.replace_encoder(IDENTITY)
    store.upsert([point("c2")])
    assert store.count() == 1


def test_a_folder_that_can_not_be_written_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = QdrantEdgeStore(tmp_path / "file" / "vectors")
    store.ensure_ready(IDENTITY)
    with pytest.raises(StoreError, match="can't be used"):
        store.upsert([point("c1")])


def test_threads_may_write_read_and_close_at_once(store: QdrantEdgeStore) -> None:
    def work(worker: int) -> None:
        for number in range(25):
            store.upsert([point(f"w{worker}-{number}")])
            assert store.search(namespace="avella", limit=1, vector=EAST)
            if number % 10 == 9:
                store.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert store.count() == 100


def test_a_batch_is_one_call_of_the_engine(store: QdrantEdgeStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.upsert([point("c0")])
    calls: list[int] = []
    upsert_points = edge.UpdateOperation.upsert_points
    counting = SimpleNamespace(upsert_points=lambda points: calls.append(len(points)) or upsert_points(points))
    monkeypatch.setattr(edge_store.edge, "UpdateOperation", counting)
    store.upsert([point(f"c{number}") for number in range(3)])
    assert calls == [3]


def test_an_error_of_the_engine_reaches_the_caller_with_its_cause(store: QdrantEdgeStore) -> None:
    store.upsert([point("c1")])
    with pytest.raises(StoreError, match="dimension") as raised, EngineErrors(Path("here")):
        store._shard.query(edge.QueryRequest(limit=1, query=edge.Query.Nearest([1.0], using="dense")))
    assert type(raised.value.__cause__) is Exception
