"""Milvus: Lite, servers, Zilliz."""

from digest_engine.vectors.milvus.store import MilvusStore

__all__ = ["MilvusStore"]
