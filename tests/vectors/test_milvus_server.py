"""The contract on a real Milvus server. The one that PyPI has, `milvus==2.3.5`, keeps no sparse vectors."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

pytest.importorskip("pymilvus")
pytest.importorskip("milvus_lite")

from tests.contracts.vector_store import IDENTITY, VectorStoreContract
from tests.vectors.test_milvus import MilvusBackend

URL = os.environ.get("DIGEST_TEST_MILVUS_URL", "")
pytestmark = pytest.mark.server

if not URL:
    pytest.skip(
        "no Milvus server: start one (milvus-server --data DIR --proxy-port PORT) and set DIGEST_TEST_MILVUS_URL", allow_module_level=True
    )


class TestMilvusServer(VectorStoreContract):
    """The contract on a server."""

    @pytest.fixture(scope="class")
    @classmethod
    def backend(cls) -> Iterator[MilvusBackend]:
        backend = MilvusBackend(URL, has_sparse=False, filter_examples=8)
        yield backend
        backend.store.replace_encoder(IDENTITY)
        backend.store.close()
