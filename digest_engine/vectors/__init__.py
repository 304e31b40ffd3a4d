"""Vector stores: a derived index over chunks. `open_vectors` picks the adapter; everything else knows the port in `base` alone."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from digest_engine.errors import SettingsError
from digest_engine.vectors.base import VectorStore

__all__ = ["VectorStore", "open_vectors"]


def open_vectors(
    *,
    backend: str,
    folder: Path,
    url: str = "",
    api_key: str = "",
    grpc: bool = False,
    index: str = "temporal-digest",
    timeout: float = 30.0,
) -> VectorStore:
    """The vector store of these settings; nothing is opened or called yet.

    `backend` is one of `BACKENDS`. `folder` holds the embedded stores. `url` is a server's address (Qdrant, Milvus, Zilliz), the path of a
    Milvus Lite file, or another control plane than Pinecone's own. `index` is the name of the Pinecone index, and elsewhere the first part
    of the names of collections. `timeout` in seconds is the longest wait for one answer, and for a write to become visible. Raises
    `SettingsError` for an unknown backend, a missing value, or a library that is not installed.
    """
    if backend not in BACKENDS:
        raise SettingsError(f"unknown vector backend {backend!r}; known: {', '.join(sorted(BACKENDS))}")
    return BACKENDS[backend](folder=folder, url=url, api_key=api_key, grpc=grpc, index=index, timeout=timeout)


def _qdrant_edge(*, folder: Path, **_: Any) -> VectorStore:
    module = _adapter("qdrant_edge", library="qdrant-edge-py", extra="")
    store: VectorStore = module.QdrantEdgeStore(folder / "qdrant-edge")
    return store


def _milvus(*, folder: Path, url: str, api_key: str, index: str, timeout: float, **_: Any) -> VectorStore:
    module = _adapter("milvus", library="pymilvus", extra="milvus")
    store: VectorStore = module.MilvusStore(url=url or str(folder / "milvus.db"), api_key=api_key, index=index, timeout=timeout)
    return store


def _qdrant(*, url: str, api_key: str, grpc: bool, index: str, timeout: float, **_: Any) -> VectorStore:
    if not url:
        raise SettingsError("the vector backend 'qdrant' needs a url, like http://localhost:6333")
    module = _adapter("qdrant_server", library="qdrant-client", extra="qdrant")
    store: VectorStore = module.QdrantServerStore(url=url, api_key=api_key, grpc=grpc, index=index, timeout=timeout)
    return store


def _pinecone(*, url: str, api_key: str, index: str, timeout: float, **_: Any) -> VectorStore:
    if not api_key:
        raise SettingsError("the vector backend 'pinecone' needs an api_key")
    module = _adapter("pinecone", library="pinecone", extra="pinecone")
    store: VectorStore = module.PineconeStore(api_key=api_key, index=index, url=url, timeout=timeout)
    return store


BACKENDS: dict[str, Callable[..., VectorStore]] = {"qdrant-edge": _qdrant_edge, "qdrant": _qdrant, "milvus": _milvus, "pinecone": _pinecone}


def _adapter(name: str, *, library: str, extra: str) -> Any:
    """The adapter's module, imported now and not before: the libraries are optional and some are slow to load."""
    try:
        return importlib.import_module(f"digest_engine.vectors.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("digest_engine"):
            raise
        package = f"temporal-digest[{extra}]" if extra else "temporal-digest"
        raise SettingsError(f"this vector backend needs {library}, which is not installed: pip install '{package}'") from error
