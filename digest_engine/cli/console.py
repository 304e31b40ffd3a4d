"""What the terminal sees: text made harmless, JSON, aligned rows, progress. Results go to stdout, everything else to stderr."""

from __future__ import annotations

import json
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import typer

# C0 and C1 controls but tab and line feed; marks that reorder what is read; broken characters.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LINK = re.compile(r"(?<!\\)\[((?:\\.|[^\]\\])*)\]\(\?act=([^)\s]*)\)")
_MARKS = re.compile(r"(?<!\\)\*\*|^#{1,6} ", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|~$!])")
MIN_FREE = 20


def clean(text: str) -> str:
    """Text of an act as it may reach a terminal: no escape sequence, no control or reordering character survives."""
    return _UNSAFE.sub("\ufffd", text)


def say(text: str = "") -> None:
    """One line, or more, of the result."""
    typer.echo(clean(text))


def note(text: str) -> None:
    """What is not the result: progress, warnings, hints."""
    typer.echo(clean(text), err=True)


def show_json(value: Any) -> None:
    """The result as one JSON value."""
    typer.echo(json.dumps(plain(value), ensure_ascii=False, indent=2).encode("utf-8", "replace").decode())


def plain(value: Any) -> Any:
    """Any value of the face as JSON: days in ISO form, amounts as strings with their places, objects by field name."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Decimal():
            return format(value, "f")
        case date():
            return value.isoformat()
        case Path():
            return str(value)
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple() | AbstractSet():
            return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    return value.model_dump(mode="json")


def unmarked(markdown: str) -> str:
    """Markdown of the engine as plain text: `[name](?act=id)` becomes `name {id}`, emphasis and escapes go."""
    text = _LINK.sub(r"\1 {\2}", markdown)
    return _ESCAPED.sub(r"\1", _MARKS.sub("", text))


def grid(rows: Sequence[Sequence[str]], *, right: AbstractSet[int] = frozenset(), head: Sequence[str] = ()) -> list[str]:
    """Rows as aligned columns, those of `right` aligned right. On a terminal the last column is cut, with an ellipsis, to its width."""
    shown = [[_one_line(cell) for cell in row] for row in ([head, *rows] if head else rows)]
    if not shown:
        return []
    widths = [max(map(display_width, column)) for column in zip(*shown, strict=True)]
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    free = room - sum(widths[:-1]) - 2 * (len(widths) - 1)
    return [_aligned(row, widths, right, max(free, MIN_FREE)) for row in shown]


def display_width(text: str) -> int:
    """Columns `text` takes on a terminal."""
    return sum(0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


class Progress:
    """One line on stderr, written over itself; silent where stderr is not a terminal."""

    def __init__(self, label: str) -> None:
        """`label` says what advances."""
        self._label = label
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show `done` of `total`."""
        self.show(f"{done}/{total}")

    def show(self, text: str) -> None:
        """Show anything."""
        if sys.stderr.isatty():
            typer.echo(f"\r\x1b[K{self._label} {clean(text)}", err=True, nl=False)
            self._shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            typer.echo("\r\x1b[K", err=True, nl=False)
            self._shown = False


@contextmanager
def advancing(label: str, *, resume: str) -> Iterator[Progress]:
    """Progress of long work that loses nothing when interrupted; `resume` then says how to go on."""
    progress = Progress(label)
    try:
        yield progress
    except KeyboardInterrupt:
        progress.clear()
        note(resume)
        raise
    finally:
        progress.clear()


def _one_line(cell: str) -> str:
    return " ".join(clean(cell).split())


def _aligned(row: Sequence[str], widths: Sequence[int], right: Iterable[int], free: int) -> str:
    cells = []
    for index, cell in enumerate(row):
        last = index == len(row) - 1
        pad = " " * (widths[index] - display_width(cell))
        cells.append(f"{pad}{cell}" if index in right else _cut(cell, free) if last else f"{cell}{pad}")
    return "  ".join(cells).rstrip()


def _cut(text: str, width: int) -> str:
    return text if display_width(text) <= width else text[: width - 1] + "…"
