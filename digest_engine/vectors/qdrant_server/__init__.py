"""Qdrant as a server or in its cloud."""

from digest_engine.vectors.qdrant_server.store import QdrantServerStore

__all__ = ["QdrantServerStore"]
