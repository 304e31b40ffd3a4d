"""Questions and the periods they name, one test each, from the files in cases/."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from digest_engine.periods import find_periods

Range = tuple[str | None, str | None]

CASES = Path(__file__).parent / "cases"


def _cases() -> Iterator[object]:
    for path in sorted(CASES.glob("*.txt")):
        reference = ""
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("@ "):
                reference = line[2:]
            elif line and not line.startswith("#"):
                text, expected, *history = (part.strip() for part in line.split(" | "))
                yield pytest.param(text, reference, expected, history, id=f"{path.stem}: {text} @{reference}")


def _range(written: str, reference: str) -> Range:
    start, _, end = written.partition("..") if ".." in written else (written, "", written)
    return _same(start or None, end or None, reference)


def _same(start: str | None, end: str | None, reference: str) -> Range:
    """An end at the reference day and an open one are the same answer, where the range has begun."""
    return start, None if end == reference and (start is None or start <= reference) else end


def _found(text: str, reference: str, history: list[str]) -> set[Range]:
    periods = find_periods(text, today=date.fromisoformat(reference), history=history)
    return {_same(p.start.isoformat() if p.start else None, p.end.isoformat() if p.end else None, reference) for p in periods}


@pytest.mark.parametrize(("text", "reference", "expected", "history"), list(_cases()))
def test_the_question_names_these_periods(text: str, reference: str, expected: str, history: list[str]) -> None:
    wanted = set() if expected == "-" else {_range(written, reference) for written in expected.split(" ; ")}
    assert _found(text, reference, history) == wanted
