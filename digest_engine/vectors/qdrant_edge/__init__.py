"""Qdrant Edge, embedded: the default."""

from digest_engine.vectors.qdrant_edge.store import QdrantEdgeStore

__all__ = ["QdrantEdgeStore"]
