"""The port of the language models. A model narrates and reads; it never adds up and never does date arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and cost of one or more calls. `cost` in US dollars as the provider lists it; 0.0 where unknown."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        """The sum of two usages."""
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
        )


@dataclass(frozen=True, slots=True)
class Completion:
    """A reply as received (never yet believed) and what it cost."""

    text: str
    usage: Usage


class LLM(Protocol):
    """A chat model. Raises `ModelError` on time-out, refusal, quota or an empty reply; never returns an error as text."""

    @property
    def identity(self) -> str:
        """Provider and model, as kept in fingerprints."""

    def complete(self, *, system: str, user: str, json_schema: Mapping[str, Any] | None = None, max_tokens: int = 1024) -> Completion:
        """One reply. With `json_schema` the provider's structured output is asked for where it exists; the caller validates all the same."""

    def stream(self, *, system: str, user: str, max_tokens: int = 1024) -> Iterator[str]:
        """The reply in pieces."""

    def price(self, *, prompt_tokens: int, completion_tokens: int) -> float | None:
        """What these tokens cost in US dollars by the provider's list; None where no price is known. No call is made."""
