"""Lists of acts, whatever holds them: find the row of headings, then one document for each row."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources

from digest_engine.ingest.readers.base import Found, Source, Visit, failure
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.types import Page, ReadDocument

MEDIA_TYPE = "application/x-act-row"
HEADER_WITHIN = 30
_ENOUGH_HEADINGS = 3
_HEADING_CHARACTERS = 80
_NOT_HEADINGS = ("totals", "issuers")
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_HEADING_BOUNDS = re.compile(r"\s+[-–—|]\s+|\n")

Cells = Sequence[str]
Field = tuple[str, str]


def find_header(rows: Sequence[Cells]) -> int | None:
    """The index of the row of headings of a list of acts, among the first; None where this is another kind of table.

    Headings name a subject or a code, and something else.
    """
    return next((index for index, row in enumerate(rows[:HEADER_WITHIN]) if heads_acts(row)), None)


def read_rows(
    header: Cells, rows: Iterable[Cells], source: Source, visit: Visit, *, first: int, context: Sequence[Field] = ()
) -> Iterator[Found]:
    """A document for each of `rows`, numbered from `first`. Totals and notes are reported; blank rows and repeated headings are nothing.

    `context` are fields that hold for every row: the body that publishes the list.
    """
    headings = [clean(label) for label in header]
    labels = [bare_label(heading) for heading in headings]
    telling = [_begins(_fold(label), vocabulary()["subject"] + vocabulary()["code"]) for label in labels]
    for number, row in enumerate(rows, first):
        cells = [clean(cell) for cell in row]
        if not any(cells) or cells == headings:
            continue
        name = f"{source.name}#{number}"
        if _is_total(cells) or not any(cell for cell, tells in zip(cells, telling, strict=False) if tells):
            yield failure(name, "not_an_act")
            continue
        visit.row(source.name)
        yield row_document(name, [*context, *_labelled(labels, cells)], source)


def row_document(name: str, fields: Sequence[Field], source: Source) -> ReadDocument:
    """One act told by labelled values: its text is a `label: value` a line, its hash that of the values."""
    kept = tuple((label, value) for label, value in fields if value)
    content = "\x1e".join(f"{label}\x1f{value}" for label, value in kept)
    return ReadDocument(
        name=name,
        media_type=MEDIA_TYPE,
        pages=(Page(1, "\n".join(f"{label}: {value}" for label, value in kept)),),
        sha256=hashlib.sha256(content.encode("utf-8", errors="replace")).hexdigest(),
        fields=kept,
        signatures=source.signatures,
        warnings=source.warnings,
    )


def clean(cell: str) -> str:
    """A cell on one line, with plain characters."""
    return " ".join((cell if cell.isascii() and cell.isprintable() else normalise(cell)).split())


def bare_label(heading: str) -> str:
    """A heading without the marks around it: `importo` of `importo € :` and of `↓ importo`."""
    return heading.strip(" :€*↓↑▲▼")


def issuer_in(heading: str) -> str:
    """The name of the public body in the heading of a page: `Comune di Alfa` of `Comune di Alfa - Albo pretorio`; "" where there is none."""
    parts = [clean(part) for part in _HEADING_BOUNDS.split(heading)]
    opening = tuple(f"{word} " for word in vocabulary()["issuers"])
    return next((part for part in parts if _fold(part).startswith(opening)), "")


def heads_acts(headings: Cells) -> bool:
    """True for the headings of a list of acts: a subject or a code, of three headings that are known. Long cells are values."""
    folded = [_fold(cell) for cell in headings if cell and len(cell) < _HEADING_CHARACTERS]
    groups = [_group(heading) for heading in folded]
    known = [group for group in groups if group]
    return len(known) >= _ENOUGH_HEADINGS and len(set(known)) > 1 and not {"subject", "code"}.isdisjoint(known)


@lru_cache
def vocabulary() -> Mapping[str, tuple[str, ...]]:
    """The words of `lists.yaml`."""
    import yaml

    text = resources.files(__package__).joinpath("lists.yaml").read_text("utf-8")
    return {group: tuple(str(word) for word in words) for group, words in yaml.safe_load(text).items()}


def _group(heading: str) -> str:
    groups = ((group, words) for group, words in vocabulary().items() if group not in _NOT_HEADINGS)
    return next((group for group, words in groups if _begins(heading, words)), "")


def _is_total(cells: Cells) -> bool:
    return _begins(_fold(next(cell for cell in cells if cell)), vocabulary()["totals"])


def _labelled(labels: Cells, cells: Cells) -> Iterator[Field]:
    for index, cell in enumerate(cells):
        label = labels[index] if index < len(labels) else ""
        yield label or f"colonna {index + 1}", cell


def _begins(folded: str, words: Sequence[str]) -> bool:
    return any(folded == word or folded.startswith(f"{word} ") or f" {word} " in f"{folded} " for word in words)


def _fold(label: str) -> str:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)
    plain = unicodedata.normalize("NFD", spaced).encode("ascii", "ignore").decode().lower()
    return _SEPARATORS.sub(" ", plain).strip()
