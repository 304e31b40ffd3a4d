"""The command line: `digest-engine COMMAND …`. Exit codes come from the class of the error, here and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import typer

from digest_engine import DigestError, Language, StoreError
from digest_engine.cli import (
    acts,
    digests,
    embeddings,
    evaluation,
    exporting,
    figures,
    ingesting,
    maintenance,
    namespaces,
    questions,
    rereading,
    system,
)
from digest_engine.cli.commands import group, localise
from digest_engine.cli.console import note

PROGRAM = "digest-engine"
INTERRUPTED = 130

app = group(
    "Cifre, digest e risposte dagli atti degli enti pubblici italiani: esatte, con la fonte, con il percorso in vista.",
    example="digest-engine demo\ndigest-engine figures --namespace demo --period 'aprile 2026' --by act_type",
)
for part in (ingesting, rereading, acts, figures, digests, questions, exporting, namespaces, embeddings, maintenance, system, evaluation):
    part.register(app)


def run() -> None:
    """The entry point of `digest-engine`."""
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns its exit code."""
    try:
        root(arguments).main(args=list(arguments), prog_name=PROGRAM)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except DigestError as error:
        note(str(error))
        return error.exit_code
    except OSError as error:
        note(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return StoreError.exit_code
    return 0


def root(arguments: Sequence[str] = ()) -> Any:
    """The command tree with its help in the language that `arguments` ask for."""
    tree = typer.main.get_command(app)
    localise(tree, _language(arguments))
    return tree


def _language(arguments: Sequence[str]) -> Language:
    """Help is printed before options are read, so its language is looked for in the raw arguments."""
    joined = " ".join(arguments)
    return "en" if "--language en" in joined or "--language=en" in joined else "it"
