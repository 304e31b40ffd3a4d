"""XLSX lists of acts, sheet by sheet. Sheets that list no acts are together one text, a page a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime
from io import BytesIO
from itertools import chain, islice

import openpyxl
from openpyxl.cell.cell import Cell

from digest_engine.i18n import _
from digest_engine.ingest.readers.archive import check_expansion
from digest_engine.ingest.readers.base import Found, Source, Visit, failure, refused
from digest_engine.ingest.readers.detect import XLSX
from digest_engine.ingest.readers.normalise import normalise
from digest_engine.ingest.readers.rows import HEADER_WITHIN, find_header, read_rows
from digest_engine.ingest.readers.text import document
from digest_engine.types import Page

_BEAT_ROWS = 2_000


def read(source: Source, visit: Visit) -> Iterator[Found]:
    """One document for each row of each sheet that lists acts, one for all other sheets. Hidden sheets are reported, not read."""
    check_expansion(source, visit)
    book = openpyxl.load_workbook(BytesIO(source.data), read_only=True, data_only=True, keep_links=False)
    texts: list[str] = []
    for sheet in book.worksheets:
        name = f"{source.name}/{sheet.title}"
        if sheet.sheet_state != "visible":
            yield failure(name, "hidden_sheet")
            continue
        sheet.reset_dimensions()  # the file's own claim may be a million empty rows, or one
        rows = _rows(sheet.iter_rows(), name, visit)
        first = list(islice(rows, HEADER_WITHIN))
        header = find_header(first)
        if header is None:
            texts.append(_as_text(chain(first, rows), visit, name))
        else:
            inside = replace(source, name=name)
            yield from read_rows(first[header], chain(first[header + 1 :], rows), inside, visit, first=header + 2)
    yield from _rest(texts, source)


def _rows(rows: Iterable[Iterable[Cell]], name: str, visit: Visit) -> Iterator[list[str]]:
    for number, row in enumerate(rows):
        if number % _BEAT_ROWS == 0:
            visit.step(name)
        yield [written(cell.value, cell.number_format) if cell.value is not None else "" for cell in row]


def written(value: object, number_format: str) -> str:
    """A cell as an Italian reader sees it: `12/03/2026`, `1234,50`; a number that stands for a code keeps all its digits."""
    match value:
        case bool():
            return _("sì") if value else _("no")
        case datetime():
            return value.strftime("%d/%m/%Y" if value.time() == value.min.time() else "%d/%m/%Y %H:%M")
        case date():
            return value.strftime("%d/%m/%Y")
        case float():
            return _decimal(value, number_format)
        case _:
            return str(value)


def _decimal(value: float, number_format: str) -> str:
    if value.is_integer() and "0.00" not in number_format:
        return str(int(value))
    plain = f"{value:.2f}" if "0.00" in number_format else f"{value:.10f}".rstrip("0")
    return plain.replace(".", ",")


def _as_text(rows: Iterable[list[str]], visit: Visit, name: str) -> str:
    lines = []
    for row in rows:
        line = "\t".join(cell for cell in row if cell)
        if line:
            visit.row(name)
            lines.append(line)
    return normalise("\n".join(lines))


def _rest(texts: list[str], source: Source) -> Iterator[Found]:
    if not texts:
        return
    if not any(texts):
        raise refused(source.name, "no_text")
    unlisted = _("nessuna intestazione di un elenco di atti: letto come testo")
    yield document(source, XLSX.media_type, tuple(Page(number, text) for number, text in enumerate(texts, 1)), warnings=(unlisted,))
