"""Invented acts in the layouts of many kinds of bodies, with what a person reads in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from digest_engine.types import Page, ReadDocument


@dataclass(frozen=True)
class Layout:
    """An act and the values it must give; None is a value that the act does not say."""

    name: str
    text: str
    expected: dict[str, Any]

    @property
    def document(self) -> ReadDocument:
        """The act as a reader gives it."""
        pages = tuple(Page(number, text) for number, text in enumerate(self.text.split("\f"), start=1))
        return ReadDocument(name=f"{self.name}.txt", media_type="text/plain", pages=pages, sha256=self.name)
