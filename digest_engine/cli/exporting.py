"""`export`: acts, digests and figures as CSV, XLSX or JSON."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

import digest_engine
from digest_engine import Granularity, InputError, _
from digest_engine.cli.commands import command
from digest_engine.cli.console import note, show_json
from digest_engine.cli.options import (
    AsJson,
    ByDate,
    Cigs,
    Filters,
    From,
    GroupBy,
    Issuers,
    Kinds,
    Missing,
    Namespace,
    Numbers,
    PeriodWords,
    Speech,
    Suppliers,
    To,
    Types,
    Words,
    chosen_namespace,
    read_filters,
    read_periods,
    session,
)

Form = Literal["csv", "xlsx", "json"]
What = Literal["acts", "digests", "figures"]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Esporta atti, digest o cifre. Il CSV si apre con un doppio clic in Excel italiano; XLSX conserva codici e numeri come sono.",
        example="digest-engine export digests --namespace demo -o digest.csv",
    )(export)


def export(
    what: Annotated[What, typer.Argument(metavar="COSA", help="acts, digests o figures.")],
    namespace: Namespace = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Il file; senza, stdout.")] = None,
    form: Annotated[Form | None, typer.Option("--format", help="Senza, dal nome del file; altrimenti csv.")] = None,
    start: From = "",
    end: To = "",
    period: PeriodWords = "",
    by: GroupBy = None,
    granularity: Annotated[Granularity | None, typer.Option(help="Solo i digest di questa finestra.")] = None,
    types: Types = None,
    kinds: Kinds = None,
    issuers: Issuers = None,
    suppliers: Suppliers = None,
    cigs: Cigs = None,
    numbers: Numbers = None,
    words: Words = None,
    missing: Missing = None,
    date_field: ByDate = "date",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Write a table."""
    given = Filters(types, kinds, issuers, suppliers, cigs, numbers, words, missing)
    _check(what, given, by=by, granularity=granularity)
    with session(language) as engine:
        name = chosen_namespace(engine, namespace)
        table = engine.export(
            name, what, periods=read_periods(engine, start=start, end=end, words=period), date_field=date_field, group_by=by,
            filters=read_filters(given, engine.profile_of(name)), granularity=granularity, language=digest_engine.current_language(),
        )  # fmt: skip
        _write(table, output, _form(form, output, as_json=as_json), as_json=as_json)


def _check(what: What, given: Filters, *, by: str | None, granularity: str | None) -> None:
    """Refuse an option that would be ignored."""
    if what == "digests" and given != Filters():
        raise InputError("digests hold every act of their window: filters apply to acts and figures")
    if by and what != "figures":
        raise InputError("--by applies to figures")
    if granularity and what != "digests":
        raise InputError("--granularity applies to digests; for figures use --by day, week or month")


def _form(form: Form | None, output: Path | None, *, as_json: bool) -> Form:
    if as_json and output is None and form in ("csv", "xlsx"):
        raise InputError(f"--json writes JSON on stdout; for {form} give -o FILE")
    if form is not None:
        return form
    suffix = output.suffix.lower() if output else ""
    match suffix:
        case ".xlsx":
            return "xlsx"
        case ".json":
            return "json"
        case ".csv":
            return "csv"
        case "":
            return "json" if as_json and output is None else "csv"
        case _:
            raise InputError(f"{output}: what format is it? give --format csv, xlsx or json")


def _write(table: digest_engine.Table, output: Path | None, form: Form, *, as_json: bool) -> None:
    data = {"csv": digest_engine.to_csv, "xlsx": digest_engine.to_xlsx, "json": digest_engine.to_json}[form](table)
    if output is None:
        if form == "xlsx" and sys.stdout.isatty():
            raise InputError("a spreadsheet does not fit on a terminal; give -o FILE")
        typer.get_binary_stream("stdout").write(data if form != "json" else data + b"\n")
        return
    output.write_bytes(data)
    if as_json:
        show_json({"file": output, "format": form, "rows": len(table.rows), "columns": [column.key for column in table.columns]})
    else:
        note(_("{path}: righe {rows}").format(path=output, rows=digest_engine.number(len(table.rows))))
