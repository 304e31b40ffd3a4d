"""A table of typed cells, written as CSV for Italian spreadsheets, as XLSX and as JSON.

CSV follows what Italian Excel opens with a double click: UTF-8 with its mark, semicolons, CRLF, decimal commas, days as 14/05/2026. Excel
guesses types again on opening a CSV (a code of digits and an E becomes a number): XLSX keeps every cell as it is.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from digest_engine.errors import InputError
from digest_engine.i18n import _

Cell = str | int | Decimal | date | None

EXCEL_TEXT = 32_767
EXCEL_ROWS = 1_048_576
EXCEL_FIRST_YEAR = 1900
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
# OWASP, "CSV Injection": these start a formula, the full-width forms in East Asian versions.
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


@dataclass(frozen=True, slots=True)
class Column:
    """`key` is its stable name in JSON, `title` its heading for people, `labels` how its coded values are shown."""

    key: str
    title: str
    labels: Mapping[str, str] = field(default_factory=dict)

    def show(self, cell: Cell) -> Cell:
        """The cell as people see it: a coded value by its label, the rest as it is."""
        return self.labels.get(cell, cell) if isinstance(cell, str) else cell


@dataclass(frozen=True, slots=True)
class Table:
    """Rows are as long as `columns`. Money is `Decimal` with two places; a whole number is `int`; None is an empty cell."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings for people."""
        return tuple(column.title for column in self.columns)

    @property
    def shown(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows as people see them, still typed."""
        return tuple(tuple(column.show(cell) for column, cell in zip(self.columns, row, strict=True)) for row in self.rows)

    def records(self) -> list[dict[str, Any]]:
        """The rows as JSON objects: coded values, ISO days, amounts as strings with their places."""
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, map(_json, row), strict=True)) for row in self.rows]


def to_csv(table: Table) -> bytes:
    """CSV for Italian spreadsheets. A text that would start a formula gets a leading apostrophe; numbers, negative ones too, stay numbers."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(_harmless(title) for title in table.titles)
    writer.writerows([_csv(cell) for cell in row] for row in table.shown)
    return out.getvalue().encode("utf-8-sig")


def to_json(table: Table) -> bytes:
    """A JSON array of objects by column key."""
    return json.dumps(table.records(), ensure_ascii=False, indent=1).encode("utf-8", "replace")


def to_xlsx(table: Table, *, sheet: str = "Dati") -> bytes:
    """An XLSX workbook: real numbers and days, text never read as a formula or a link. `InputError` beyond 1,048,575 rows."""
    import xlsxwriter

    if len(table.rows) >= EXCEL_ROWS:
        raise InputError(f"{len(table.rows)} rows do not fit in a spreadsheet ({EXCEL_ROWS - 1} at most); export CSV instead")
    out = io.BytesIO()
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(out, options) as book:
        _write_sheet(book, book.add_worksheet(sheet), table)
    return out.getvalue()


def _json(cell: Cell) -> str | int | None:
    match cell:
        case Decimal():
            return format(cell, "f")
        case date():
            return cell.isoformat()
        case _:
            return cell


def _csv(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case Decimal():
            return format(cell, "f").replace(".", ",")
        case date():
            return _day(cell)
        case int():
            return str(cell)
        case str():
            return _harmless(cell)


def _harmless(text: str) -> str:
    clean = _CONTROLS.sub(" ", text)
    return f"'{clean}" if clean.lstrip().startswith(_FORMULA) or clean.startswith(("\t", "\r")) else clean


def _day(day: date) -> str:
    # strftime leaves out the zeros of years before 1000 on some systems.
    return f"{day.day:02}/{day.month:02}/{day.year:04}"


def _write_sheet(book: Any, sheet: Any, table: Table) -> None:
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
    formats = {"money": book.add_format({"num_format": "#,##0.00"}), "day": book.add_format({"num_format": "dd/mm/yyyy"})}
    sheet.freeze_panes(1, 0)
    for index, title in enumerate(table.titles):
        sheet.set_column(index, index, min(max(len(title) + 2, 12), 40))
        sheet.write_string(0, index, title, head)
    for number, row in enumerate(table.shown, start=1):
        for index, cell in enumerate(row):
            _write_cell(sheet, number, index, cell, formats)
    if table.columns:
        sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)


def _write_cell(sheet: Any, row: int, column: int, cell: Cell, formats: Mapping[str, Any]) -> None:
    match cell:
        case None:
            return
        case Decimal():
            places = cell.as_tuple().exponent
            sheet.write_number(row, column, float(cell), formats["money"] if places == -2 else None)
        case int():
            sheet.write_number(row, column, cell)
        case date() if cell.year >= EXCEL_FIRST_YEAR:
            sheet.write_datetime(row, column, cell, formats["day"])
        case date():
            sheet.write_string(row, column, _day(cell))
        case str():
            sheet.write_string(row, column, _fitting(_CONTROLS.sub(" ", cell)))


def _fitting(text: str) -> str:
    """A cell holds 32,767 UTF-16 units; what does not fit is said in the cell."""
    if len(text.encode("utf-16-le")) // 2 <= EXCEL_TEXT:
        return text
    notice = _("… (testo troncato: una cella non ne tiene di più; è intero in CSV e JSON)")
    room = EXCEL_TEXT - len(notice)
    return text.encode("utf-16-le")[: room * 2].decode("utf-16-le", "ignore") + notice
