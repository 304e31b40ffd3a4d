"""Taking acts in and indexing them: `demo`, `ingest`, `reindex`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import digest_engine
from digest_engine import InputError, ReadError, _
from digest_engine.cli.commands import command
from digest_engine.cli.console import advancing, note, plain, say, show_json
from digest_engine.cli.options import AsJson, NewNamespace, Speech, read_pairs, session

Wait = Annotated[bool, typer.Option("--wait/--no-wait", help="Attende anche l'indice semantico (lento); senza, lo completa l'app.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(app, "Crea l'archivio dimostrativo, inventato, e il file con le cifre vere.", example="digest-engine demo")(demo)
    command(
        app,
        "Aggiunge atti: file, cartelle o zip. Cifre, digest e ricerca per parole sono pronti subito. "
        "Rifarlo non cambia nulla. Esce con 2 se qualche file non è stato letto.",
        example="digest-engine ingest atti/ --namespace avella\n"
        "digest-engine ingest delibera.pdf --namespace avella --doc-date 14/05/2026 --set ente='Comune di Prova'",
    )(ingest)
    command(
        app,
        "Completa l'indice semantico dei passaggi in attesa. Si può interrompere e riprendere.",
        example="digest-engine reindex",
    )(reindex)


def demo(
    namespace: NewNamespace = "demo",
    seed: Annotated[int, typer.Option(help="Il seme: lo stesso seme dà gli stessi file.")] = 2026,
    wait: Wait = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Build the invented corpus in the data folder and take it in."""
    with session(language) as engine:
        corpus = digest_engine.build_demo(engine.settings.data_dir / "demo", seed=seed)
        files = [digest_engine.FileInput(str(path.relative_to(corpus.folder)), path) for path in corpus.files]
        report = _take_in(engine, files, namespace=namespace, profile="pa_italiana", wait=wait)
        if as_json:
            show_json({**_report_data(report), "folder": corpus.folder, "truth": corpus.truth_path})
            return
        _tell(report, quiet=True)
        say(_("Cifre vere: {path}").format(path=corpus.truth_path))


def ingest(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="PERCORSO…", help="File, cartelle o zip.")] = None,
    namespace: NewNamespace = "",
    profile: Annotated[str, typer.Option(help="Il profilo del dominio; senza, quello dell'archivio.")] = "",
    wait: Wait = False,
    only_failed: Annotated[bool, typer.Option("--only-failed", help="Riprova solo i file dell'archivio che non si erano letti.")] = False,
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="CAMPO=VALORE", help="Un valore di tutti gli atti di questi file, anche più volte; vince su ciò che si legge."
        ),
    ] = None,
    doc_date: Annotated[str, typer.Option("--doc-date", metavar="GIORNO", help="La data di tutti gli atti di questi file.")] = "",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Take files and folders in."""
    given = _existing(paths or [])
    metadata = read_pairs(values or [])
    if not namespace:
        raise InputError("give --namespace: the archive these acts belong to")
    if not given and not only_failed:
        raise InputError("give the files or folders to take in")
    with session(language) as engine:
        sources = engine.failed_files(namespace, given) if only_failed else given
        report = _take_in(
            engine, sources, namespace=namespace, profile=profile or None, wait=wait, metadata=metadata, doc_date=doc_date or None
        )
        show_json(_report_data(report)) if as_json else _tell(report, quiet=False)
        if report.known and (metadata or doc_date):
            note(_("I valori dati non valgono per i file già presenti: {count}. Gli atti che ci sono si correggono con `digest-engine edit`.")
                 .format(count=digest_engine.number(report.known)))  # fmt: skip
        if report.failed:
            raise typer.Exit(ReadError.exit_code)


def reindex(
    namespace: Annotated[str, typer.Option("--namespace", "-n", metavar="NOME", help="Con --all: solo questo archivio.")] = "",
    everything: Annotated[bool, typer.Option("--all", help="Rimette in coda tutti i passaggi: per un nuovo codificatore.")] = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Write the points that are queued."""
    with session(language) as engine:
        queued = engine.reindex(namespace=namespace or None) if everything else 0
        drained = _drain(engine)
        if as_json:
            show_json({"queued": queued, **plain(drained)})
            return
        say(_("Passaggi indicizzati: {written}, tolti: {deleted}, in attesa: {left}.").format(
            written=drained.written, deleted=drained.deleted, left=drained.left))  # fmt: skip
        if drained.missing:
            note(_("Passaggi senza testo: {count}; li elenca `digest-engine verify`.").format(count=len(drained.missing)))
        if engine.encoder is None:
            note(_("La ricerca semantica è spenta: nessun codificatore è disponibile."))


def _existing(paths: Sequence[Path]) -> list[Path]:
    for path in paths:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    return list(paths)


def _take_in(
    engine: digest_engine.Engine,
    sources: Sequence[Path | digest_engine.FileInput],
    *,
    namespace: str,
    profile: str | None,
    wait: bool,
    metadata: Mapping[str, str] | None = None,
    doc_date: str | None = None,
) -> digest_engine.IngestReport:
    with advancing(_("Lettura"), resume=_("Interrotto: i file già letti restano. Si riprende con lo stesso comando.")) as progress:
        report = engine.ingest(
            sources, namespace=namespace, profile=profile, additional_metadata=metadata, doc_date=doc_date,
            progress=lambda done, file: progress.show(f"{done} {file.name}"),
        )  # fmt: skip
    if not wait:
        return report
    _drain(engine)
    return replace(report, index=engine.state(namespace).index)


def _drain(engine: digest_engine.Engine) -> Any:
    resume = _("Interrotto: ciò che è fatto resta. Si riprende con `digest-engine reindex`.")
    with advancing(_("Indicizzazione"), resume=resume) as progress:
        return engine.index(progress=progress)


def _report_data(report: digest_engine.IngestReport) -> dict[str, Any]:
    return {"file_count": len(report.files), "changed": _changed(report), **plain(report)}


def _changed(report: digest_engine.IngestReport) -> bool:
    """Whether the archive holds anything it did not hold before; a file that fails again is no change."""
    return bool(report.new_acts + report.same_acts + report.versions + report.duplicates)


def _tell(report: digest_engine.IngestReport, *, quiet: bool) -> None:
    for file in report.files:
        if file.failures or not (quiet or file.known or file.status == "indexed"):
            _tell_file(file)
    say(_summary(report))
    number = digest_engine.number
    if report.undated:
        say(_("Atti senza data, che non sono in alcun periodo: {count} (`digest-engine acts --missing date`).").format(
            count=number(report.undated)))  # fmt: skip
    waiting = report.index.total - report.index.indexed
    if waiting:
        say(_("Passaggi in attesa dell'indice semantico: {count}. Lo completa l'app in sottofondo, oppure `digest-engine reindex`.").format(
            count=number(waiting)))  # fmt: skip


def _tell_file(file: digest_engine.FileReport) -> None:
    say(f"{file.name}: {file.message}")
    for failure in file.failures:
        if failure.name != file.name or failure.message != file.message:
            say(f"  {failure.name}: {failure.message}")


def _summary(report: digest_engine.IngestReport) -> str:
    files, number = _("{count} file").format(count=digest_engine.number(len(report.files))), digest_engine.number
    held = _("{acts}, {two} con due documenti").format(
        acts=digest_engine.count_text(report.acts), two=number(report.with_two_documents))  # fmt: skip
    rest = _("non letti: {failed}, già presenti: {known}").format(failed=number(report.failed), known=number(report.known))
    if not _changed(report):
        return _("Nulla è cambiato. {files}: {rest}. L'archivio ha {held}.").format(files=files, rest=rest, held=held)
    if report.new_acts == report.acts:
        return _("{files} → {held}; doppioni: {duplicates}, {rest}.").format(
            files=files, held=held, duplicates=number(report.duplicates), rest=rest)  # fmt: skip
    counts = _("atti nuovi: {new}, nuove versioni: {versions}, altri documenti di atti già noti: {same}, doppioni: {duplicates}").format(
        new=number(report.new_acts), versions=number(report.versions), same=number(report.same_acts),
        duplicates=number(report.duplicates))  # fmt: skip
    return _("{files} → {counts}, {rest}. Ora l'archivio ha {held}.").format(files=files, counts=counts, rest=rest, held=held)
