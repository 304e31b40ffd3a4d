"""`generate` and `digest show`."""

from __future__ import annotations

from typing import Annotated

import typer

import digest_engine
from digest_engine import DateField, Granularity, InputError, _
from digest_engine.cli.commands import command, group
from digest_engine.cli.console import advancing, grid, say, show_json, unmarked
from digest_engine.cli.options import AsJson, ByDate, From, Namespace, Speech, To, build, chosen_namespace, read_day, session

Span = Annotated[Granularity, typer.Option("--granularity", help="La finestra: giorno, settimana o mese.")]
Domain = Annotated[str, typer.Option(help="Il profilo del dominio; senza, quello dell'archivio.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Scrive i digest di tutte le finestre di un intervallo; quelli già aggiornati restano come sono.",
        example="digest-engine generate --namespace demo --from 2026-02-01 --to 2026-05-31 --granularity monthly",
    )(generate)
    stored = group("I digest già scritti.", example="digest-engine digest show 2026-04-01 --namespace demo --granularity monthly")
    command(
        stored,
        "Mostra il digest della finestra che contiene un giorno, con il suo stato.",
        name="show",
        example="digest-engine digest show 2026-04-01 --namespace demo --granularity monthly",
    )(show)
    app.add_typer(stored, name="digest")


def generate(
    namespace: Namespace = "",
    start: From = "",
    end: To = "",
    granularity: Span = "monthly",
    domain: Domain = "",
    date_field: ByDate = "date",
    force: Annotated[bool, typer.Option("--force", help="Riscrive anche i digest aggiornati.")] = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Write digests."""
    with session(language) as engine:
        first = read_day(start)
        if first is None:
            raise InputError("give --from: the first day of the digests")
        request = build(
            digest_engine.DigestGenerationRequest,
            {
                "namespace": chosen_namespace(engine, namespace), "date_from": first, "date_to": read_day(end), "granularity": granularity,
                "domain": domain or None, "language": digest_engine.current_language(), "date_metadata_field": date_field,
                "force_regenerate": force,
            },
        )  # fmt: skip
        with advancing(_("Digest"), resume=_("Interrotto: i digest già scritti restano. Si riprende con lo stesso comando.")) as progress:
            response = engine.generate(request, progress=progress)
        show_json(response) if as_json else _tell(response)


def show(
    day: Annotated[str, typer.Argument(metavar="GIORNO", help="Un giorno della finestra: 2026-04-01 o 01/04/2026.")],
    namespace: Namespace = "",
    granularity: Span = "daily",
    domain: Domain = "",
    date_field: ByDate = "date",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Show a stored digest."""
    with session(language) as engine:
        digest = _stored(engine, day, namespace=namespace, granularity=granularity, domain=domain, date_field=date_field)
        if as_json:
            show_json(digest)
            return
        say(unmarked(digest.content))
        say(_("Stato: {status}").format(status=digest_engine.status_labels()[digest_engine.status_of(digest)]))


def _stored(
    engine: digest_engine.Engine, day: str, *, namespace: str, granularity: Granularity, domain: str, date_field: DateField
) -> digest_engine.WindowDigest:
    chosen = read_day(day)
    if chosen is None:
        raise InputError("give a day of the window")
    return engine.digest(
        chosen_namespace(engine, namespace), chosen, granularity=granularity, domain=domain or None,
        language=digest_engine.current_language(), date_field=date_field,
    )  # fmt: skip


def _tell(response: digest_engine.DigestGenerationResponse) -> None:
    rows = [
        (digest_engine.period_text(item.date_from, item.date_to), _outcome(item), digest_engine.coverage_line(item.coverage))
        for item in response.digests
    ]
    say("\n".join(grid(rows)))
    made = response.total_windows - response.skipped_windows - response.empty_windows
    say(_("Digest scritti: {made}, già aggiornati: {skipped}; finestre senza atti: {empty}; atti in tutto: {acts}.").format(
        made=made, skipped=response.skipped_windows, empty=response.empty_windows,
        acts=digest_engine.number(response.total_acts)))  # fmt: skip


def _outcome(item: digest_engine.WindowDigest) -> str:
    if not item.act_count:
        return _("nessun atto")
    done = _("già aggiornato") if item.already_existed else _("scritto")
    return f"{done} ({_('parziale')})" if item.partial else done
