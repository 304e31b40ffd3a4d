"""The shipped scripted model: replies by pattern or in order, for tests of everything whose content must be known beforehand."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pydantic import ConfigDict, TypeAdapter, ValidationError

from digest_engine.errors import ModelError, SettingsError
from digest_engine.llm.base import Completion, Usage


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model says. `error` makes the call fail with that message instead.

    With `pattern` (a regular expression) it is said whenever that occurs in the prompt, as often as asked; without, once, in order.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    text: str = ""
    pattern: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it came."""

    system: str
    user: str
    json_schema: Mapping[str, Any] | None
    max_tokens: int


@dataclass(slots=True)
class ScriptedModel:
    """A model that says what it is told to. Patterns come first; a call that nothing answers raises `ModelError`. Tokens are words."""

    replies: Sequence[Reply]
    identity: str = "scripted"
    usage: Usage = field(default_factory=Usage)
    calls: list[Call] = field(default_factory=list)
    _next: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def complete(self, *, system: str, user: str, json_schema: Mapping[str, Any] | None = None, max_tokens: int = 1024) -> Completion:
        """The reply for this prompt. Raises `ModelError` where the script says so, and for an empty or cut reply, as real models do."""
        with self._lock:
            self.calls.append(Call(system, user, json_schema, max_tokens))
            reply = self._reply(f"{system}\n{user}")
            words = len(reply.text.split())
            used = Usage(calls=1, prompt_tokens=len(system.split()) + len(user.split()), completion_tokens=min(words, max_tokens))
            self.usage = self.usage + used
        if reply.error:
            raise ModelError(reply.error)
        if words > max_tokens:
            raise ModelError(f"the reply of {self.identity} was cut at {max_tokens} tokens")
        if not words:
            raise ModelError(f"{self.identity} gave an empty reply")
        return Completion(text=reply.text, usage=used)

    def stream(self, *, system: str, user: str, max_tokens: int = 1024) -> Iterator[str]:
        """The reply, a word at a time."""
        yield from re.findall(r"\s*\S+\s*$|\s*\S+", self.complete(system=system, user=user, max_tokens=max_tokens).text)

    def price(self, *, prompt_tokens: int, completion_tokens: int) -> float | None:
        """A scripted model has no price."""
        return None

    def _reply(self, prompt: str) -> Reply:
        for reply in self.replies:
            if reply.pattern and re.search(reply.pattern, prompt):
                return reply
        in_order = [reply for reply in self.replies if not reply.pattern]
        if self._next >= len(in_order):
            raise ModelError(f"no scripted reply is left for {prompt[:80]!r}")
        self._next += 1
        return in_order[self._next - 1]


def load_script(path: Path) -> ScriptedModel:
    """The scripted model of a YAML file: a list of `text`, `pattern`, `error`. Raises `SettingsError` where it can't be read."""
    try:
        entries = yaml.safe_load(path.read_text(encoding="utf-8"))
        return ScriptedModel(TypeAdapter(list[Reply]).validate_python(entries))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise SettingsError(f"the scripted replies in {path} can't be read: {error}") from error
