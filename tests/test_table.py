"""How a table is written: CSV for Italian spreadsheets, XLSX, JSON."""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from decimal import Decimal

import openpyxl
import pytest

from digest_engine.errors import InputError
from digest_engine.table import EXCEL_TEXT, Cell, Column, Table, to_csv, to_json, to_xlsx


def one(cell: Cell) -> Table:
    return Table((Column("value", "Valore"),), ((cell,),))


def csv_cell(cell: Cell) -> str:
    rows = list(csv.reader(io.StringIO(to_csv(one(cell)).decode("utf-8-sig"), newline=""), delimiter=";"))
    return rows[1][0] if rows[1] else ""


def xlsx_cell(cell: Cell) -> openpyxl.cell.Cell:
    return openpyxl.load_workbook(io.BytesIO(to_xlsx(one(cell)))).active["A2"]


def test_csv_starts_with_the_byte_mark_and_has_no_sep_line() -> None:
    data = to_csv(Table((Column("a", "Società"), Column("b", "B")), (("è", 1),)))
    assert data == b"\xef\xbb\xbf" + "Società;B\r\nè;1\r\n".encode()


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        (Decimal("1234.56"), "1234,56"), (Decimal("-12.50"), "-12,50"), (Decimal("0.00"), "0,00"), (-3, "-3"), (1234567, "1234567"),
        (date(2026, 5, 14), "14/05/2026"), (date(206, 5, 1), "01/05/0206"), (None, ""),
    ],
)  # fmt: skip
def test_csv_writes_numbers_and_days_as_italian_spreadsheets_read_them(cell: Cell, written: str) -> None:
    assert csv_cell(cell) == written


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "  =", "\xa0=", "\n=", "\t", "\r", "＝", " \t-"])
def test_csv_text_that_would_start_a_formula_gets_an_apostrophe(start: str) -> None:
    assert csv_cell(f'{start}HYPERLINK("x")') == f'\'{start}HYPERLINK("x")'


@pytest.mark.parametrize("text", ["a=b", "n. -3", "1+1", "Ente; sezione", 'detto "Nome"', "due\nrighe"])
def test_csv_text_that_is_no_formula_comes_back_as_it_was(text: str) -> None:
    assert csv_cell(text) == text


def test_csv_neutralises_headings_too() -> None:
    assert to_csv(Table((Column("a", "=A1"),), ())).decode("utf-8-sig") == "'=A1\r\n"


def test_control_characters_and_broken_characters_are_left_out_of_csv() -> None:
    assert csv_cell("a\x00b\x1b[31m\ud800c") == "a b [31m c"


def test_coded_values_are_shown_by_label_in_csv_and_kept_in_json() -> None:
    table = Table((Column("kind", "Tipo", {"determina": "Determina"}),), (("determina",),))
    assert b"Determina" in to_csv(table)
    assert json.loads(to_json(table)) == [{"kind": "determina"}]


def test_json_has_iso_days_and_amounts_as_strings() -> None:
    table = Table((Column("day", "D"), Column("sum", "S"), Column("n", "N")), ((date(2026, 5, 14), Decimal("1234.50"), 3),))
    assert json.loads(to_json(table)) == [{"day": "2026-05-14", "sum": "1234.50", "n": 3}]


def test_xlsx_keeps_amounts_as_numbers_with_two_places() -> None:
    cell = xlsx_cell(Decimal("-1234.56"))
    assert (cell.value, cell.number_format) == (-1234.56, "#,##0.00")


def test_xlsx_keeps_days_as_days() -> None:
    cell = xlsx_cell(date(2026, 5, 14))
    assert cell.is_date
    assert cell.value.date() == date(2026, 5, 14)


def test_xlsx_writes_a_day_before_its_calendar_as_text() -> None:
    assert xlsx_cell(date(1899, 12, 31)).value == "31/12/1899"


@pytest.mark.parametrize("text", ["=1+1", "http://example.org", "8123456E12", "007", "4/5"])
def test_xlsx_text_stays_text(text: str) -> None:
    cell = xlsx_cell(text)
    assert (cell.value, cell.data_type) == (text, "s")


def test_xlsx_says_in_the_cell_that_a_text_did_not_fit() -> None:
    value = xlsx_cell("à" * (EXCEL_TEXT + 1)).value
    assert len(value) == EXCEL_TEXT
    assert value.endswith("è intero in CSV e JSON)")


def test_csv_keeps_the_whole_of_a_long_text() -> None:
    assert csv_cell("x" * (EXCEL_TEXT + 1)) == "x" * (EXCEL_TEXT + 1)


def test_xlsx_refuses_more_rows_than_a_sheet_has() -> None:
    with pytest.raises(InputError, match="CSV"):
        to_xlsx(Table((Column("a", "A"),), ((1,),) * 1_048_576))
