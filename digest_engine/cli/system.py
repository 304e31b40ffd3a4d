"""`settings` and `app`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer

import digest_engine
from digest_engine import InputError, NotFoundError, _
from digest_engine.cli.commands import command
from digest_engine.cli.console import grid, say, show_json
from digest_engine.cli.options import AsJson, Speech


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(app, "Mostra le impostazioni in vigore, con i segreti coperti.", name="settings", example="digest-engine settings")(
        show_settings
    )
    command(
        app,
        "Apre l'applicazione nel browser; le altre opzioni vanno a Streamlit.",
        name="app",
        example="digest-engine app --server.port 8502",
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )(start_app)


def show_settings(language: Speech = None, as_json: AsJson = False) -> None:
    """Show the effective settings."""
    settings = digest_engine.load_settings()
    with digest_engine.speaking(language or settings.language):
        values, defaults = settings.model_dump(mode="json"), digest_engine.Settings().model_dump(mode="json")
        if as_json:
            show_json(values)
            return
        rows = [(name, _("predefinito") if value == default else _("impostato"), str(value))
                for (name, value), (_same, default) in zip(_flat(values), _flat(defaults), strict=True)]  # fmt: skip
        say("\n".join(grid(rows)))


def start_app(context: typer.Context) -> None:
    """Become Streamlit on app.py."""
    entry = Path(digest_engine.__file__).resolve().parent.parent / "app.py"
    if not entry.is_file():
        raise NotFoundError(f"{entry} is not there: run from a checkout of the project")
    if find_spec("streamlit") is None:
        raise InputError("the app needs Streamlit: pip install 'temporal-digest[app]'")
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "streamlit", "run", str(entry), *context.args])


def _flat(values: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
