"""The opener: names, missing values, missing libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from digest_engine.errors import SettingsError
from digest_engine.vectors import BACKENDS, open_vectors

ADAPTERS = tuple(f"digest_engine.vectors.{name}" for name in ("qdrant_server", "milvus", "pinecone"))


def test_an_unknown_backend_is_an_error_that_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="'chroma'; known: milvus, pinecone, qdrant, qdrant-edge"):
        open_vectors(backend="chroma", folder=tmp_path)


@pytest.mark.parametrize(
    ("backend", "url", "api_key", "name"),
    [
        ("qdrant-edge", "", "", "QdrantEdgeStore"),
        ("qdrant", "http://127.0.0.1:9", "", "QdrantServerStore"),
        ("milvus", "", "", "MilvusStore"),
        ("milvus", "http://127.0.0.1:9", "", "MilvusStore"),
        ("pinecone", "", "key", "PineconeStore"),
    ],
)
def test_opening_calls_nobody_and_writes_nothing(backend: str, url: str, api_key: str, name: str, tmp_path: Path) -> None:
    store = open_vectors(backend=backend, folder=tmp_path / "data", url=url, api_key=api_key)
    assert type(store).__name__ == name
    assert not (tmp_path / "data").exists()


def test_an_embedded_store_is_exclusive_and_a_server_is_not(tmp_path: Path) -> None:
    assert open_vectors(backend="qdrant-edge", folder=tmp_path).exclusive
    assert open_vectors(backend="milvus", folder=tmp_path).exclusive
    assert not open_vectors(backend="milvus", folder=tmp_path, url="http://127.0.0.1:9").exclusive
    assert not open_vectors(backend="qdrant", folder=tmp_path, url="http://127.0.0.1:9").exclusive
    assert not open_vectors(backend="pinecone", folder=tmp_path, api_key="key").exclusive


@pytest.mark.parametrize(("backend", "missing"), [("qdrant", "url"), ("pinecone", "api_key")])
def test_a_missing_value_is_named(backend: str, missing: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=missing):
        open_vectors(backend=backend, folder=tmp_path)


@pytest.mark.parametrize("backend", ["qdrant", "milvus", "pinecone"])
@pytest.mark.parametrize("index", ["", "Upper", "under_score", "-start", "end-", "two--hyphens", "à", "x" * 34, "1st"])
def test_an_index_that_no_backend_could_name_is_refused(backend: str, index: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="index"):
        open_vectors(backend=backend, folder=tmp_path, url="http://127.0.0.1:9", api_key="key", index=index)


@pytest.mark.parametrize(
    ("backend", "library", "package"),
    [("qdrant", "qdrant_client", r"\[qdrant\]"), ("milvus", "pymilvus", r"\[milvus\]"), ("pinecone", "pinecone", r"\[pinecone\]")],
)
def test_a_missing_library_names_what_to_install(
    backend: str, library: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith((*ADAPTERS, library))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(SettingsError, match=rf"pip install 'temporal-digest{package}'"):
        open_vectors(backend=backend, folder=tmp_path, url="http://127.0.0.1:9", api_key="key")


def test_the_opener_loads_no_library_before_it_is_asked() -> None:
    libraries = ("qdrant_edge", "qdrant_client", "pymilvus", "pinecone", "grpc")
    code = f"import sys, digest_engine.vectors; print([name for name in {libraries} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_every_backend_of_the_settings_can_be_opened() -> None:
    assert sorted(BACKENDS) == ["milvus", "pinecone", "qdrant", "qdrant-edge"]
