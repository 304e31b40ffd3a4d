"""Encoder for tests: feature hashing of stems. Deterministic, fast, no model; texts that share words are near each other."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from digest_engine.text import stems
from digest_engine.types import EncoderIdentity, Vector

DIMENSION = 64


class DeterministicEncoder:
    """Each stem adds ±1 to a dimension chosen by its hash; the sum has unit length."""

    identity = EncoderIdentity("deterministic-hashing", DIMENSION)

    def encode_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order."""
        return [self.encode_query(text) for text in texts]

    def encode_query(self, text: str) -> Vector:
        """The vector of a question; a text without words points along the first axis."""
        sums = [0.0] * DIMENSION
        for stem in stems(text):
            digest = hashlib.blake2b(stem.encode(), digest_size=4).digest()
            sums[digest[0] % DIMENSION] += 1.0 if digest[1] % 2 else -1.0
        length = math.sqrt(sum(value * value for value in sums))
        return tuple(value / length for value in sums) if length else (1.0, *[0.0] * (DIMENSION - 1))
