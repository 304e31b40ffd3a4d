"""The table of acceptance checks names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("checks.md").read_text(encoding="utf-8")


def test_every_check_has_its_row() -> None:
    assert re.findall(r"^\| (A\d+) \|", TABLE, flags=re.MULTILINE) == [f"A{number}" for number in range(1, 35)]


def test_every_test_named_in_the_table_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", TABLE))
    written = {name for path in TESTS.rglob("*.py") for name in re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8"))}
    assert named - written == set()
