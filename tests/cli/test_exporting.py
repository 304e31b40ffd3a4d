"""`export`."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import openpyxl
import pytest

from tests.cli.cli_support import Run


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_a_csv_of_digests_has_one_row_a_digest_and_agrees_with_the_figures(loaded: Run, tmp_path: Path) -> None:
    loaded("generate", "--from", "2026-04-01", "--to", "2026-05-31", "--granularity", "monthly")
    loaded("export", "digests", "-o", "d.csv")
    head, *rows = rows_of((tmp_path / "d.csv").read_bytes())
    assert [row[head.index("Importo totale (tutte le nature)")] for row in rows] == ["1734,50", "300,25"]
    assert [row[head.index("Dal")] for row in rows] == ["01/04/2026", "01/05/2026"]


def test_a_spreadsheet_is_chosen_by_the_name_of_the_file(loaded: Run, tmp_path: Path) -> None:
    loaded("export", "acts", "-o", "a.xlsx", "--period", "aprile 2026")
    assert openpyxl.load_workbook(tmp_path / "a.xlsx").active.max_row == 3


def test_json_goes_to_stdout_alone(loaded: Run) -> None:
    result = loaded("export", "acts", "--json")
    assert [row["number"] for row in result.data] == ["12", "13", "14"]
    assert result.err == ""


def test_without_a_file_csv_goes_to_stdout(loaded: Run) -> None:
    assert rows_of(loaded("export", "figures", "--by", "month").out.encode())[1][0] == "04/2026"


def test_json_beside_a_file_says_what_was_written(loaded: Run) -> None:
    data = loaded("export", "figures", "--by", "month", "-o", "f.csv", "--json").data
    assert (data["file"], data["format"], data["rows"]) == ("f.csv", "csv", 2)


@pytest.mark.parametrize(
    "options",
    [
        ("digests", "--type", "liquidazione"), ("acts", "--by", "month"), ("acts", "--granularity", "monthly"), ("acts", "-o", "a.doc"),
        ("acts", "--json", "--format", "csv"),
    ],
)  # fmt: skip
def test_an_option_that_would_be_ignored_is_refused(loaded: Run, options: tuple[str, ...]) -> None:
    result = loaded("export", *options)
    assert (result.code, result.out) == (2, "")


def test_a_folder_that_is_not_there_is_one_sentence(loaded: Run) -> None:
    result = loaded("export", "acts", "-o", "manca/a.csv")
    assert result.code == 6
    assert result.err == "manca/a.csv: No such file or directory\n"


def test_only_digests_that_touch_the_period_are_exported(loaded: Run) -> None:
    loaded("generate", "--from", "2026-04-01", "--to", "2026-05-31", "--granularity", "monthly")
    data = loaded("export", "digests", "--from", "2026-05-10", "--json").data
    assert [row["date_from"] for row in data] == ["2026-05-01"]
