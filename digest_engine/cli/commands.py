"""How a command is declared and translated: every one has a help text in Italian and an example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import typer

from digest_engine import Language, translate

F = TypeVar("F", bound=Callable[..., Any])
EXAMPLE = "Esempio"


def command(app: typer.Typer, text: str, *, example: str, name: str | None = None, **options: Any) -> Callable[[F], F]:
    """Register a command. `text` is its help in Italian, `example` one line or more that can be typed as they are."""
    return app.command(name, help=text, epilog=example, **options)


def group(text: str, *, example: str, alone: Callable[..., None] | None = None) -> typer.Typer:
    """A group of commands. `alone` is called before each of them, and by itself where none is given; without it the help is shown."""
    shown = {"no_args_is_help": True} if alone is None else {"invoke_without_command": True, "callback": alone}
    return typer.Typer(help=text, epilog=example, add_completion=False, rich_markup_mode=None, **shown)


def localise(node: Any, language: Language) -> None:
    """Translate the help of a command, of its options and of the commands below it, in place, and lay its example out."""
    node.help = translate(node.help or "", language)
    if node.epilog:
        # The mark keeps the lines of the example as they are.
        node.epilog = "\b\n" + "\n".join([f"{translate(EXAMPLE, language)}:", *(f"  {line}" for line in node.epilog.splitlines())])
    for parameter in node.params:
        parameter.help = translate(getattr(parameter, "help", None) or "", language)
    for child in getattr(node, "commands", {}).values():
        localise(child, language)
