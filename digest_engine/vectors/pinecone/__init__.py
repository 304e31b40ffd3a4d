"""Pinecone: serverless and pods."""

from digest_engine.vectors.pinecone.store import PineconeStore

__all__ = ["PineconeStore"]
