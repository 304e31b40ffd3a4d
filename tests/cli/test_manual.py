"""The manual is true: every command has a help text and examples that can be typed, in both languages; the README's tour runs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from digest_engine import translate
from digest_engine.cli.main import app, root
from tests.cli.cli_support import Run

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = (
    "demo", "ingest", "reextract", "enrich", "edit",
    "acts", "generate", "digest show", "query", "qa", "figures", "export", "delete", "namespaces list",
    "namespaces create", "namespaces delete", "reindex", "settings", "app", "eval periods", "eval router", "eval extraction",
    "eval retrieval", "eval qa", "embeddings query", "embeddings save", "embeddings load", "migrate", "verify", "repair", "backup",
    "serve",
)  # fmt: skip


def walk(node: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command and group below `node`, with its full name."""
    yield name, node
    for child, command in getattr(node, "commands", {}).items():
        yield from walk(command, f"{name} {child}".strip())


NODES = dict(walk(root()))
LEAVES = {name: node for name, node in NODES.items() if not getattr(node, "commands", None)}


def examples(node: Any) -> list[str]:
    """The lines of a help text that can be typed."""
    return [line.strip() for line in (node.epilog or "").splitlines() if line.strip().startswith("digest-engine ")]


@pytest.mark.parametrize("name", CONTRACT)
def test_the_names_of_the_contract_are_commands(name: str) -> None:
    assert name in LEAVES


@pytest.mark.parametrize("name", NODES)
def test_every_command_ends_in_an_example_of_itself(name: str) -> None:
    found = examples(NODES[name])
    assert found
    assert any(line.startswith(f"digest-engine {name}".strip()) for line in found)


@pytest.mark.parametrize("line", sorted({line for node in NODES.values() for line in examples(node)}))
def test_every_example_can_be_typed(line: str) -> None:
    words = shlex.split(line)[1:]
    name = max((name for name in LEAVES if words[: len(name.split())] == name.split()), key=len)
    LEAVES[name].make_context(name, words[len(name.split()) :])


@pytest.mark.parametrize("name", [name for name in LEAVES if name != "app"])
def test_every_command_writes_json_and_speaks_both_languages(name: str) -> None:
    options = {option for parameter in LEAVES[name].params for option in parameter.opts}
    assert {"--json", "--language"} <= options


@pytest.mark.parametrize("name", NODES)
def test_every_help_text_and_option_is_described_and_translated(name: str) -> None:
    texts = [NODES[name].help, *(parameter.help for parameter in NODES[name].params if parameter.name != "help")]
    untranslated = [text for text in texts if not text or translate(text, "en") == text]
    assert not untranslated


def test_help_is_in_the_language_asked_for(run: Run) -> None:
    assert "Esempio:" in run("acts", "--help").out
    assert "Example:" in run("acts", "--language", "en", "--help").out


def test_the_tree_is_built_anew_for_each_language() -> None:
    assert root(["--language", "en"]).help != root().help


def test_the_tour_of_the_readme_runs(run: Run) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tour = re.search(r"^## Tour\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if tour is None:
        pytest.skip("the README has no tour yet")
    lines = re.findall(r"^(?:\$ )?(digest-engine .*)$", tour[1], re.MULTILINE)
    assert lines
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        if words[0] not in ("app", "serve", "worker"):
            result = run(*words)
            assert result.code == 0, f"{line}: {result.err}"


def test_the_app_command_exists_in_typer_too() -> None:
    assert "app" in {command.name for command in app.registered_commands}
