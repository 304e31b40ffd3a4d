"""A file of embeddings to be loaded: what form it has, whether it is whole, whose vectors it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from digest_engine.archive.container import Header, archive_entries, is_archive, read_header
from digest_engine.archive.records import Entry, Placed
from digest_engine.archive.streams import json_entries, msgpack_entries
from digest_engine.errors import InputError, NotFoundError, ReadError

LoadedForm = Literal["archive", "msgpack", "json"]
# Lists and maps of msgpack; everything else in its place is a number or a string, which no message is.
_MSGPACK = frozenset((*range(0x80, 0xA0), 0xDC, 0xDD, 0xDE, 0xDF))
_LOOK = 4096


@dataclass(frozen=True, slots=True)
class Source:
    """`name` is what the file is called in messages; `header` is there for archives of ours."""

    path: Path
    name: str
    form: LoadedForm
    header: Header | None

    def entries(self) -> Iterator[Entry]:
        """Its records from the beginning. Raises `ReadError` where it is damaged."""
        with self.path.open("rb") as file:
            match self.form:
                case "archive":
                    yield from archive_entries(file, self.name)
                case "msgpack":
                    yield from msgpack_entries(file, self.name)
                case "json":
                    yield from json_entries(file, self.name)


@dataclass(frozen=True, slots=True)
class Survey:
    """What a whole file holds. `dimensions` maps the length of vectors to the position of the first of that length."""

    collections: frozenset[str]
    dimensions: dict[int, str]


def open_source(path: Path, *, name: str = "", form: LoadedForm | None = None) -> Source:
    """The file with its form, told from its beginning unless `form` says it. Raises `NotFoundError`, `ReadError` or `InputError`."""
    if not path.is_file():
        raise NotFoundError(f"{path}: no such file")
    shown = name or str(path)
    with path.open("rb") as file:
        start = file.read(_LOOK)
        found = form or _form(start, shown)
        if found == "archive" and not is_archive(start):
            raise ReadError(shown, "damaged", "it does not begin as an archive of embeddings does")
        return Source(path, shown, found, read_header(file, shown) if found == "archive" else None)


def survey(source: Source) -> Survey:
    """Read the file to its end, so that a damaged one is refused before anything of it is loaded."""
    collections: set[str] = set()
    dimensions: dict[int, str] = {}
    for entry in source.entries():
        if isinstance(entry, Placed):
            collections.add(entry.record.collection)
            dimensions.setdefault(len(entry.record.vector), entry.position)
    return Survey(frozenset(collections), dimensions)


def _form(start: bytes, name: str) -> LoadedForm:
    if is_archive(start):
        return "archive"
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    # An empty file holds no record, in any form.
    if not text or text[:1] in (b"{", b"["):
        return "json"
    if start[0] in _MSGPACK:
        return "msgpack"
    raise InputError(f"{name} is neither an archive of embeddings, nor JSON lines, nor msgpack")
