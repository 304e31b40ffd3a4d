"""`namespaces` and `delete`."""

from __future__ import annotations

from typing import Annotated

import typer

import digest_engine
from digest_engine import InputError, _
from digest_engine.cli.commands import command, group
from digest_engine.cli.console import grid, say, show_json
from digest_engine.cli.options import AsJson, Speech, Yes, confirm, session

Name = Annotated[str, typer.Argument(metavar="NOME", help="Il nome dell'archivio.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Cancella atti per sempre: file, testo, vettori e riferimenti; mostra la prova di ciò che è stato tolto.",
        example="digest-engine delete ID --namespace demo --yes",
    )(delete)
    archives = group(
        "Gli archivi: elencare, creare, cancellare. Senza un comando li elenca.", example="digest-engine namespaces list", alone=namespaces
    )
    command(archives, "Elenca gli archivi.", name="list", example="digest-engine namespaces list")(list_all)
    command(archives, "Crea un archivio vuoto.", name="create", example="digest-engine namespaces create avella")(create)
    command(
        archives,
        "Cancella un archivio intero: atti, file, testo, digest e vettori.",
        name="delete",
        example="digest-engine namespaces delete demo --yes",
    )(delete_all)
    app.add_typer(archives, name="namespaces")


def delete(
    act_ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Gli atti, come li elenca `digest-engine acts`.")],
    namespace: Annotated[str, typer.Option("--namespace", "-n", metavar="NOME", help="L'archivio che li contiene.")],
    yes: Yes = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Erase acts."""
    with session(language) as engine:
        confirm(_("Cancellare per sempre da {name} questi atti: {count}?").format(count=len(act_ids), name=namespace), yes=yes)
        _prove(engine.delete(namespace, act_ids), as_json=as_json)


def namespaces(context: typer.Context, language: Speech = None, as_json: AsJson = False) -> None:
    """List namespaces where no command follows."""
    if context.invoked_subcommand is None:
        list_all(language, as_json)
    elif as_json or language:
        raise InputError(f"write the options after the command: digest-engine namespaces {context.invoked_subcommand} …")


def list_all(language: Speech = None, as_json: AsJson = False) -> None:
    """List namespaces."""
    with session(language) as engine:
        found = engine.namespaces()
        if as_json:
            show_json(found)
            return
        number = digest_engine.number
        rows = [(item.name, number(item.acts), number(item.files), number(item.passages), item.profile) for item in found]
        head = (_("Archivio"), _("Atti"), _("File"), _("Passaggi"), _("Profilo"))
        say("\n".join(grid(rows, right={1, 2, 3}, head=head)) if rows else _("Nessun archivio: `digest-engine demo` ne crea uno di prova."))


def create(
    name: Name,
    profile: Annotated[str, typer.Option(help="Il profilo del dominio; senza, quello delle impostazioni.")] = "",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Create a namespace."""
    with session(language) as engine:
        engine.create_namespace(name, profile=profile or None)
        used = engine.profile_of(name).name
        show_json({"name": name, "profile": used}) if as_json else say(
            _("Creato {name}, profilo {profile}.").format(name=name, profile=used)
        )


def delete_all(name: Name, yes: Yes = False, language: Speech = None, as_json: AsJson = False) -> None:
    """Erase a namespace."""
    with session(language) as engine:
        held = {item.name: item.acts for item in engine.namespaces()}.get(name, 0)
        confirm(_("Cancellare per sempre {name} e i suoi atti: {count}?").format(name=name, count=held), yes=yes)
        _prove(engine.delete_namespace(name), as_json=as_json)


def _prove(proof: digest_engine.DeletionProof, *, as_json: bool) -> None:
    if as_json:
        show_json(proof)
        return
    say(_("Cancellati: atti {acts}, passaggi {chunks}, file {files}, vettori {vectors}.").format(
        acts=proof.acts, chunks=proof.chunks, files=proof.files, vectors=proof.cached_vectors))  # fmt: skip
    say(_("Digest da aggiornare: {count}.").format(count=proof.stale_digests))
    for what, count in proof.left.items():
        say(_("Restano in coda: {count} ({what}); si completa con `digest-engine reindex`.").format(count=count, what=what))
