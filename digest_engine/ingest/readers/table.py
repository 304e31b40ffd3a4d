"""CSV lists of acts: encoding, delimiter and heading row are found. A CSV that lists no acts is read as text."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from itertools import chain, islice

from digest_engine.i18n import _
from digest_engine.ingest.readers import text
from digest_engine.ingest.readers.base import Found, Source, Visit
from digest_engine.ingest.readers.decode import decode
from digest_engine.ingest.readers.rows import HEADER_WITHIN, find_header, read_rows

_DELIMITERS = (";", ",", "\t", "|")
_SAMPLE = 60
# The module's own limit is 128 KiB a cell; a subject is never that long, but a cell with a whole act pasted in may be.
_CELL_CHARACTERS = 4 * 1024 * 1024


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document for each row of a list of acts; otherwise the whole file as one text, with a warning."""
    content = decode(source.data).replace("\x00", "")
    csv.field_size_limit(_CELL_CHARACTERS)
    reader = csv.reader(StringIO(content, newline=""), delimiter=_delimiter(content))
    first = list(islice(reader, HEADER_WITHIN))
    header = find_header(first)
    if header is None:
        unlisted = _("nessuna intestazione di un elenco di atti: letto come testo")
        yield from text.read(replace(source, warnings=(*source.warnings, unlisted)), visit)
    else:
        rows = chain(first[header + 1 :], reader)
        yield from read_rows(first[header], rows, source, visit, first=header + 2)


def _delimiter(content: str) -> str:
    """The delimiter that cuts most of the first records into the same number of cells, and into most of them."""
    return max(_DELIMITERS, key=lambda delimiter: _regularity(content, delimiter))


def _regularity(content: str, delimiter: str) -> tuple[float, int]:
    widths = [len(row) for row in islice(csv.reader(StringIO(content[:200_000], newline=""), delimiter=delimiter), _SAMPLE) if row]
    wide = [width for width in widths if width > 1]
    if not wide:
        return (0.0, 0)
    width, count = Counter(wide).most_common(1)[0]
    return (count / len(widths), width)
