"""`embeddings query`, `embeddings save` and `embeddings load`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

import digest_engine
from digest_engine import EmbeddingsQueryRequest, InputError, LoadReport, SavedForm, SaveReport, _
from digest_engine.cli.commands import command, group
from digest_engine.cli.console import Progress, grid, note, say, show_json
from digest_engine.cli.options import AsJson, Speech, build, session

OutputForm = Literal["archive", "msgpack", "json"]
InputForm = Literal["auto", "archive", "msgpack", "json"]
SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    embeddings = group("I vettori dei passaggi: cercare, salvare, caricare.", example="digest-engine embeddings save -o vettori.dge")
    command(
        embeddings,
        "I passaggi più vicini a un testo: posto, identificativo, somiglianza (da -1 a 1).",
        name="query",
        example="digest-engine embeddings query 'acquisto di sedie' -c demo -l 5",
    )(query)
    command(
        embeddings,
        "Salva i vettori in un file, senza ricalcolare nulla: per cambiare archivio vettoriale o macchina.",
        name="save",
        example="digest-engine embeddings save -o vettori.dge\ndigest-engine embeddings save -o demo.jsonl --format json --collection demo",
    )(save)
    command(
        embeddings,
        "Carica i vettori di un file, qualunque sia l'archivio vettoriale da cui vengono. Rifarlo non cambia nulla. "
        "Esce con 2 se qualche vettore non è stato caricato.",
        name="load",
        example="digest-engine embeddings load -i vettori.dge",
    )(load)
    app.add_typer(embeddings, name="embeddings")


def query(
    text: Annotated[str, typer.Argument(metavar="TESTO", help="Le parole da cercare.")],
    collection: Annotated[str, typer.Option("--collection", "-c", metavar="NOME", help="L'archivio in cui cercare.")] = "default",
    limit: Annotated[int, typer.Option("--limit", "-l", metavar="N", help="Quanti passaggi al massimo.")] = 10,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Show the nearest chunks."""
    request = build(EmbeddingsQueryRequest, {"text": text, "collection": collection, "limit": limit})
    with session(language) as engine:
        found = engine.query_embeddings(request)
        if as_json:
            show_json(found)
            return
        rows = [(f"{rank}.", match.chunk_id, f"{match.score:.4f}") for rank, match in enumerate(found.matches, start=1)]
        say("\n".join(grid(rows, right={0, 2})) if rows else _("Nessun passaggio trovato."))
        if collection not in {item.name for item in engine.namespaces()}:
            note(_("L'archivio {name} non esiste: si sceglie con -c.").format(name=collection))
        if found.missing_ids:
            note(_("Trovati ma senza testo, quindi non mostrati: {count}; li elenca `digest-engine verify`.").format(
                count=len(found.missing_ids)))  # fmt: skip


def save(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Il file da scrivere; se esiste, è sostituito.")],
    form: Annotated[
        OutputForm, typer.Option("--format", help="archive è completo e verificabile; msgpack e json servono ad altri strumenti.")
    ] = "archive",
    collection: Annotated[str, typer.Option("--collection", metavar="NOME", help="Solo questo archivio; senza, tutti.")] = "",
    texts: Annotated[
        bool, typer.Option("--include-text/--no-text", help="Mette nel file anche il testo dei passaggi (solo archive).")
    ] = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Write embeddings to a file."""
    if not output.absolute().parent.is_dir():
        raise InputError(f"{output.parent}: no such folder")
    chosen: SavedForm = form
    with session(language) as engine:
        progress = Progress(_("Salvataggio"))
        report = engine.save_embeddings(output, form=chosen, collection=collection or None, texts=texts, progress=progress)
        progress.clear()
        show_json(report) if as_json else _tell_saved(report)


def load(
    source: Annotated[Path, typer.Option("--input", "-i", metavar="FILE", help="Il file da caricare.")],
    collection: Annotated[str, typer.Option("--collection", metavar="NOME", help="Carica tutto in questo archivio.")] = "",
    form: Annotated[InputForm, typer.Option("--format", help="Con auto si riconosce dal contenuto.")] = "auto",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Load a file of embeddings."""
    with session(language) as engine:
        progress = Progress(_("Caricamento"))
        chosen = None if form == "auto" else form
        report = engine.load_embeddings(source, form=chosen, collection=collection or None, progress=progress)
        progress.clear()
        show_json(report) if as_json else _tell_loaded(report)
        if not report.whole:
            raise typer.Exit(InputError.exit_code)


def _tell_saved(report: SaveReport) -> None:
    number = digest_engine.number
    say(_("{path}: vettori {records}.").format(path=report.path, records=number(report.records)))
    for name, count in report.collections.items():
        say(f"  {name}: {number(count)}")
    if report.queued:
        note(_("Passaggi non ancora indicizzati, quindi non nel file: {count}. Prima del salvataggio: `digest-engine reindex`.").format(
            count=number(report.queued)))  # fmt: skip
    if report.unknown:
        note(
            _("Vettori senza passaggio noto, non salvati: {count}; li elenca `digest-engine verify`.").format(count=number(report.unknown))
        )
    if report.without_text:
        note(
            _("Vettori salvati senza il testo, che manca: {count}; li elenca `digest-engine verify`.").format(
                count=number(report.without_text)
            )
        )


def _tell_loaded(report: LoadReport) -> None:
    number = digest_engine.number
    say(_("Vettori letti: {records}; scritti: {written}, già presenti: {unchanged}.").format(
        records=number(report.records), written=number(report.written), unchanged=number(report.unchanged)))  # fmt: skip
    if report.passages:
        say(_("Passaggi nuovi, con il loro testo: {count}.").format(count=number(report.passages)))
    if report.requeued:
        say(_("Vettori di passaggi cambiati dopo il salvataggio, da ricalcolare con `digest-engine reindex`: {count}.").format(
            count=number(report.requeued)))  # fmt: skip
    for refused in report.refused[:SHOWN]:
        note(f"{refused.position}: {refused.chunk_id} {refused.reason}".replace(":  ", ": "))
    if report.refused_count:
        note(_("Rifiutati: {count}.").format(count=number(report.refused_count)))
    for chunk_id in report.missing[:SHOWN]:
        note(_("Senza testo: {chunk_id}").format(chunk_id=chunk_id))
    if report.missing:
        note(_("Non caricati, perché il loro testo non è né qui né nel file: {count}.").format(count=number(len(report.missing))))
