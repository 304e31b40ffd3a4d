"""Qdrant Edge, the embedded default: the contract, and what is its own (locks, kills, threads, folders)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import qdrant_edge as edge

from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.points import space_name
from digest_engine.vectors.qdrant_edge import QdrantEdgeStore
from tests.contracts.vector_store import IDENTITY, VectorStoreContract


class EdgeBackend:
    """The engine behind the contract."""

    has_sparse = True
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
