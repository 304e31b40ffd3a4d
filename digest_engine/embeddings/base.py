"""The port of the encoders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from digest_engine.types import EncoderIdentity, Vector


class Encoder(Protocol):
    """Turns texts into unit-length vectors. Queries and documents are encoded differently by many models: never swap the two."""

    @property
    def identity(self) -> EncoderIdentity:
        """Model and dimension; vectors of two identities are never compared."""

    def encode_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order."""

    def encode_query(self, text: str) -> Vector:
        """The vector of a question."""
