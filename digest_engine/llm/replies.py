"""Reading the JSON object in a model's reply, whatever the model wrapped around it or broke in it.

Models put objects in fences, after a preamble or after `<think>…</think>`; they leave trailing commas, use single quotes, Python's
`None` and `True`, bare keys, or stop in the middle. Nothing here believes what the object says: callers validate every field.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

MOST_OBJECTS = 40
DEEPEST = 40
LONGEST = 200_000

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_BARE = re.compile(r"[^\s,:{}\[\]\"']+")
_LITERALS: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”"}


def parse_json_reply(text: str) -> dict[str, Any] | None:
    """The JSON object of `text`, or None where there is none. Of several the one with most keys, the last of equals.

    An object cut in the middle gives the fields that were complete (and the value that was cut, where it is a string).
    """
    body = _OPEN_THOUGHT.sub("", _THOUGHT.sub("", text[:LONGEST]))
    best: dict[str, Any] | None = None
    position = 0
    for _ in range(MOST_OBJECTS):
        position = body.find("{", position)
        if position < 0:
            break
        found, position = _object_at(body, position)
        if found and (best is None or len(found) >= len(best)):
            best = found
    return best


def _object_at(body: str, start: int) -> tuple[dict[str, Any] | None, int]:
    try:
        found, end = json.JSONDecoder().raw_decode(body, start)
    except (json.JSONDecodeError, RecursionError):
        reader = _Tolerant(body, start)
        value = reader.value(0)
        return (value if isinstance(value, dict) else None), max(reader.position, start + 1)
    return (found if isinstance(found, dict) else None), end


@dataclass(slots=True)
class _Tolerant:
    """A reader that never refuses: what is missing at the end is taken as closed."""

    text: str
    position: int

    def value(self, depth: int) -> Any:
        self._skip()
        char = self._char()
        if depth > DEEPEST or not char:
            self.position = len(self.text)
            return None
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._array(depth)
        return self._string() if char in _QUOTES else self._bare()

    def _object(self, depth: int) -> dict[str, Any]:
        self.position += 1
        found: dict[str, Any] = {}
        while self._more("}"):
            key = self._string() if self._char() in _QUOTES else str(self._bare_text())
            self._skip()
            if self._char() != ":":
                if not key and self._char() not in ",}":
                    self.position += 1
                continue
            self.position += 1
            found[key] = self.value(depth + 1)
        return found

    def _array(self, depth: int) -> list[Any]:
        self.position += 1
        found: list[Any] = []
        while self._more("]"):
            before = self.position
            found.append(self.value(depth + 1))
            if self.position == before:
                self.position += 1
                found.pop()
        return found

    def _more(self, closing: str) -> bool:
        self._skip(",")
        char = self._char()
        if char == closing:
            self.position += 1
        return bool(char) and char != closing

    def _string(self) -> str:
        closing = _QUOTES[self._char()]
        self.position += 1
        parts: list[str] = []
        while (char := self._char()) and char != closing:
            self.position += 1
            parts.append(self._escape() if char == "\\" else char)
        self.position += 1
        return "".join(parts)

    def _escape(self) -> str:
        char = self._char()
        self.position += 1
        if char != "u":
            return _ESCAPES.get(char, char)
        digits = self.text[self.position : self.position + 4]
        if not re.fullmatch(r"[0-9a-fA-F]{4}", digits):
            return ""
        self.position += 4
        return chr(int(digits, 16))

    def _bare(self) -> Any:
        word = self._bare_text()
        if word.lower() in _LITERALS:
            return _LITERALS[word.lower()]
        try:
            return json.loads(word)
        except json.JSONDecodeError:
            return word

    def _bare_text(self) -> str:
        match = _BARE.match(self.text, self.position)
        self.position = match.end() if match else self.position
        return match.group() if match else ""

    def _skip(self, also: str = "") -> None:
        while (char := self._char()) and (char.isspace() or char in also):
            self.position += 1

    def _char(self) -> str:
        return self.text[self.position : self.position + 1]
