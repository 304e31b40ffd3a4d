"""What reaches the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from digest_engine import Period
from digest_engine.cli.console import clean, display_width, grid, plain, unmarked
from tests.cli.cli_support import Run


@pytest.mark.parametrize("hostile", ["\x1b[31m", "\x00", "\r", "\x07", "\x7f", "\x9b", "\u202e", "\u2066", "\ud800"])
def test_control_characters_are_replaced(hostile: str) -> None:
    assert clean(f"a{hostile[0]}b") == "a\ufffdb"


def test_line_feeds_tabs_and_accents_stay() -> None:
    assert clean("città\n\tè") == "città\n\tè"


def test_links_to_acts_become_their_id_and_emphasis_goes() -> None:
    assert unmarked(r"## Titolo" "\n" r"- **[Determina n. 1\[b\]](?act=act-9)** — 2 \* 3") == "Titolo\n- Determina n. 1[b] {act-9} — 2 * 3"


def test_an_escaped_bracket_is_no_link() -> None:
    assert unmarked(r"\[x](?act=act-9)") == "[x](?act=act-9)"


def test_values_become_json_with_exact_amounts_and_iso_days() -> None:
    value = {"a": Decimal("1E+2"), "b": (date(2026, 5, 1),), "c": Period(None, date(2026, 5, 1)), "d": Path("x")}
    assert plain(value) | {"c": None} == {"a": "100", "b": ["2026-05-01"], "c": None, "d": "x"}
    assert plain(value)["c"]["end"] == "2026-05-01"


def test_columns_are_aligned_by_what_is_seen() -> None:
    assert grid([("a", "1"), ("日本", "22")], right={1}) == ["a      1", "日本  22"]


def test_a_combining_accent_takes_no_column() -> None:
    assert display_width("e\u0300") == 1


def test_cells_are_kept_on_one_line() -> None:
    assert grid([("a\nb", "c")]) == ["a b  c"]


def test_a_closed_pipe_is_quiet(template: Path, tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    environment = {**os.environ, "DIGEST_DATA_DIR": str(template), "DIGEST_ENCODER_NAME": "none"}
    with os.fdopen(write, "wb") as closed:
        ended = subprocess.run(
            [sys.executable, "-m", "digest_engine", "acts", "--json"],
            stdout=closed, stderr=subprocess.PIPE, env=environment, cwd=Path(__file__).resolve().parents[2], check=False,
        )  # fmt: skip
    assert ended.stderr == b""


def test_an_unknown_command_is_a_usage_error(run: Run) -> None:
    assert run("inventato").code == 2


def test_an_error_is_one_sentence_on_stderr_even_with_json(run: Run) -> None:
    result = run("acts", "--act", "nessuno", "--json")
    assert (result.code, result.out) == (3, "")
    assert result.err == "no act 'nessuno'; list them with `digest-engine acts`\n"
