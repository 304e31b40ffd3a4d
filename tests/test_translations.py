from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
PLACEHOLDER = re.compile(r"\{(\w*)\}")


def messages() -> Iterator[str]:
    """Every string that the package and the pages mark for translation."""
    for source in [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "digest_engine").rglob("*.py")]:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
                message = node.args[0]
                assert isinstance(message, ast.Constant), f"{source}:{node.lineno}: not a literal, so no catalogue can have it"
                yield str(message.value)


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    with (ROOT / "digest_engine" / "locale" / "en" / "LC_MESSAGES" / "digest_engine.po").open("rb") as source:
        return {str(message.id): str(message.string) for message in read_po(source, locale="en") if message.id}


def test_every_string_has_its_english(english: dict[str, str]) -> None:
    assert sorted({message for message in messages() if not english.get(message)}) == []


def test_a_translation_keeps_the_placeholders(english: dict[str, str]) -> None:
    assert {
        message: text for message, text in english.items() if sorted(PLACEHOLDER.findall(message)) != sorted(PLACEHOLDER.findall(text))
    } == {}
