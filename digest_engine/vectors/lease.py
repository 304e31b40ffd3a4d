"""Borrowing a vector store that one process at a time may hold: wait for a turn, use it, give it back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tenacity import Retrying, retry_if_exception_type, stop_after_delay, wait_random

from digest_engine.errors import StoreBusy
from digest_engine.types import EncoderIdentity
from digest_engine.vectors.base import VectorStore


@contextmanager
def borrowed(vectors: VectorStore, identity: EncoderIdentity, *, wait: float = 5.0) -> Iterator[VectorStore]:
    """The store, ready for `identity`; an exclusive one is released afterwards. `StoreBusy` where no turn came within `wait` seconds."""
    turns = Retrying(retry=retry_if_exception_type(StoreBusy), stop=stop_after_delay(wait), wait=wait_random(0.02, 0.2), reraise=True)
    turns(vectors.ensure_ready, identity)
    try:
        yield vectors
    finally:
        if vectors.exclusive:
            vectors.close()
