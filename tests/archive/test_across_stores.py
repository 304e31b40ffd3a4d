"""Embeddings move between vector stores of every kind, without encoding: same ids, vectors, metadata and order of hits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import pytest

from digest_engine import Engine, SavedForm
from digest_engine.vectors.base import VectorStore
from tests.archive.conftest import copy_sparse
from tests.archive.sample import OTHER, close, points, search
from tests.support import make_engine

KEY = "secret-key"
STORES = ("qdrant-edge", "qdrant", "milvus", "pinecone")
over_http = pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection", "ignore:Payload indexes have no effect")


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], VectorStore]]:
    """One store of each kind: embedded ones, and doubles of the services that stand elsewhere."""
    from digest_engine.vectors.milvus import MilvusStore
    from digest_engine.vectors.pinecone import PineconeStore
    from digest_engine.vectors.qdrant_edge import QdrantEdgeStore
    from digest_engine.vectors.qdrant_server import QdrantServerStore
    from tests.doubles.pinecone_service import PineconeService
    from tests.doubles.qdrant_service import QdrantService

    folder = tmp_path_factory.mktemp("stores")
    qdrant, pinecone = QdrantService(api_key=KEY), PineconeService(api_key=KEY)
    made: dict[str, VectorStore] = {
        "qdrant-edge": QdrantEdgeStore(folder / "edge"),
        "qdrant": QdrantServerStore(url=qdrant.url, api_key=KEY),
        "milvus": MilvusStore(url=str(folder / "milvus.db")),
        "pinecone": PineconeStore(api_key=KEY, url=pinecone.url),
    }
    yield made.__getitem__
    for store in made.values():
        store.close()
    qdrant.close()
    pinecone.close()


@pytest.fixture(scope="module")
def moving(filled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The sample, whose vector store each test chooses."""
    folder = tmp_path_factory.mktemp("moving")
    copy_sparse(filled_folder / "data", folder / "data")
    with make_engine(folder) as engine:
        yield engine


def use(engine: Engine, store: VectorStore) -> None:
    """Let the engine work on `store`, as changing DIGEST_VECTORS_BACKEND does."""
    engine.__dict__["vectors"] = store


@over_http
@pytest.mark.parametrize(("source", "target"), list(permutations(STORES, 2)))
def test_points_move_between_stores(moving: Engine, stores: Callable[[str], VectorStore], tmp_path: Path, source: str, target: str) -> None:
    use(moving, stores(source))
    stores(source).replace_encoder(moving.encoder.identity)
    moving.reindex()
    moving.index()
    before, answers = points(moving), [search(moving, collection=name) for name in ("prova", OTHER)]
    moving.save_embeddings(tmp_path / "saved")
    use(moving, stores(target))
    stores(target).replace_encoder(moving.encoder.identity)
    assert moving.load_embeddings(tmp_path / "saved").written == len(before)
    assert close(points(moving), before)
    after = [search(moving, collection=name) for name in ("prova", OTHER)]
    assert [found.chunk_ids for found in after] == [found.chunk_ids for found in answers]
    assert [match.score for found in after for match in found.matches] == pytest.approx(
        [match.score for found in answers for match in found.matches], abs=1e-5
    )


@over_http
@pytest.mark.parametrize("name", STORES)
def test_loading_again_writes_nothing_in_any_store(moving: Engine, stores: Callable[[str], VectorStore], tmp_path: Path, name: str) -> None:
    use(moving, stores(name))
    stores(name).replace_encoder(moving.encoder.identity)
    moving.reindex()
    moving.index()
    form: SavedForm = "json"
    moving.save_embeddings(tmp_path / "saved", form=form)
    assert moving.load_embeddings(tmp_path / "saved").written == 0


@over_http
@pytest.mark.parametrize("name", STORES)
def test_every_store_is_verified(moving: Engine, stores: Callable[[str], VectorStore], name: str) -> None:
    use(moving, stores(name))
    stores(name).replace_encoder(moving.encoder.identity)
    moving.reindex()
    moving.index()
    assert moving.verify() == []
