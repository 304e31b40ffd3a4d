"""Keeping an archive sound: `verify`, `repair`, `migrate`, `backup`, `serve`."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

import digest_engine
from digest_engine import BackupReport, Finding, InputError, IntegrityError, MigrationReport, RestoreReport, SettingsError, _
from digest_engine.cli.commands import command
from digest_engine.cli.console import Progress, grid, note, say, show_json
from digest_engine.cli.options import AsJson, Speech, session

Apply = Annotated[bool, typer.Option("--apply", help="Lo fa; senza, dice soltanto che cosa farebbe.")]
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Confronta catalogo, testi, originali e vettori, ed elenca ogni disaccordo. Esce con 5 se ne trova.",
        example="digest-engine verify",
    )(verify)
    command(
        app,
        "Ripara ciò che `verify` trova, dagli originali. Senza --apply dice soltanto che cosa farebbe.",
        example="digest-engine repair --apply",
    )(repair)
    command(
        app,
        "Aggiorna i vettori che contengono ancora il testo: il testo va tra i passaggi, i vettori restano gli stessi. "
        "Senza --apply conta soltanto.",
        example="digest-engine migrate --apply",
    )(migrate)
    command(
        app,
        "Copia catalogo, testi e originali in un file, anche mentre l'archivio è in uso; oppure ripristina una copia in una cartella nuova.",
        example="digest-engine backup copia.zip\ndigest-engine backup --restore copia.zip --to dati-ripristinati",
    )(backup)
    command(
        app,
        "Avvia l'interfaccia HTTP. Senza DIGEST_API_KEY risponde solo a questa macchina.",
        example="digest-engine serve --port 8000",
    )(serve)


def verify(language: Speech = None, as_json: AsJson = False) -> None:
    """List every disagreement."""
    with session(language) as engine:
        found = engine.verify()
        show_json({"findings": found}) if as_json else _list(found)
        _exit_with(found)


def repair(apply: Apply = False, language: Speech = None, as_json: AsJson = False) -> None:
    """Mend what can be mended."""
    with session(language) as engine:
        found = engine.verify()
        if not apply:
            _tell_plan(found, as_json=as_json)
            return
        left = engine.repair() if found else []
        if as_json:
            show_json({"found": found, "left": left})
        else:
            say(_("Disaccordi trovati: {found}; rimasti: {left}.").format(found=len(found), left=len(left)))
            if left:
                _list(left)
        _exit_with(left)


def migrate(
    collection: Annotated[
        str, typer.Option("--collection", "-c", metavar="NOME", help="Dove vanno i vettori che non nominano un archivio.")
    ] = "default",
    apply: Apply = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Bring old payloads up to date."""
    with session(language) as engine:
        progress = Progress(_("Esame"))
        report = engine.migrate(collection=collection, apply=apply, progress=progress)
        progress.clear()
        show_json(report) if as_json else _tell_migration(report)
        if report.unresolved or (report.applied and report.left_with_text):
            raise typer.Exit(IntegrityError.exit_code)


def backup(
    target: Annotated[Path | None, typer.Argument(metavar="FILE", help="Il file da scrivere, o una cartella che lo riceve.")] = None,
    restored: Annotated[Path | None, typer.Option("--restore", metavar="FILE", help="La copia da ripristinare.")] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="CARTELLA", help="Con --restore: la cartella nuova o vuota.")] = None,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Make a backup, or restore one."""
    if (target is None) == (restored is None) or (restored is None) != (to is None):
        raise InputError("give either the FILE to write, or --restore FILE with --to FOLDER")
    with session(language) as engine:
        if restored is not None and to is not None:
            _tell_restored(engine.restore(restored, to=to), as_json=as_json)
        elif target is not None:
            progress = Progress(_("Copia"))
            report = engine.backup(target, progress=progress)
            progress.clear()
            _tell_backup(report, as_json=as_json)


def serve(
    host: Annotated[str, typer.Option(metavar="INDIRIZZO", help="L'indirizzo su cui rispondere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORTA", min=1, max=65535, help="La porta.")] = 8000,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Serve HTTP until interrupted."""
    for library in ("fastapi", "uvicorn"):
        if find_spec(library) is None:
            raise InputError(f"the HTTP interface needs {library}: pip install 'temporal-digest[api]'")
    with session(language) as engine:
        has_key = bool(engine.settings.api.key.get_secret_value())
        if not has_key and not is_loopback(host):
            raise SettingsError(f"without a key only this machine may call, and {host!r} can be reached by others: set DIGEST_API_KEY")
        engine.start_indexing()
        if as_json:
            show_json({"host": host, "port": port, "needs_key": has_key})
        note(_("In ascolto su http://{host}:{port} (documentazione: /docs). Si ferma con Ctrl-C.").format(host=host, port=port))
        _run(application(engine, open_to_all_hosts=has_key), host=host, port=port)


def application(engine: digest_engine.Engine, *, open_to_all_hosts: bool) -> Any:
    """The HTTP application; one without a key answers under the names of this machine alone, whatever a name server says."""
    import digest_engine.api

    app = digest_engine.api.create_app(engine)
    if not open_to_all_hosts:
        from starlette.middleware.trustedhost import TrustedHostMiddleware

        app.add_middleware(TrustedHostMiddleware, allowed_hosts=LOOPBACK_HOSTS)
    return app


def is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _run(app: Any, *, host: str, port: int) -> None:
    import uvicorn

    uvicorn.run(app, host=host, port=port, log_level="warning")


def _exit_with(findings: Sequence[Finding]) -> None:
    if findings:
        raise typer.Exit(IntegrityError.exit_code)


def _list(findings: Sequence[Finding]) -> None:
    if not findings:
        say(_("Nessun disaccordo: catalogo, testi, originali e vettori coincidono."))
        return
    kinds = kind_labels()
    rows = [(kinds.get(item.kind, item.kind), item.namespace or "—", item.subject, item.detail) for item in findings]
    say("\n".join(grid(rows, head=(_("Disaccordo"), _("Archivio"), _("Oggetto"), _("Dettaglio")))))
    counts = Counter(item.kind for item in findings)
    note(_("In tutto: {count}.").format(count=", ".join(f"{kinds.get(kind, kind)} {count}" for kind, count in counts.items())))


def _tell_plan(findings: Sequence[Finding], *, as_json: bool) -> None:
    remedies = remedy_labels()
    unknown = _("niente: {detail}")
    plan = [
        (item, remedies[item.kind] if item.repairable and item.kind in remedies else unknown.format(detail=item.detail))
        for item in findings
    ]
    if as_json:
        show_json({"findings": findings, "plan": [{"kind": item.kind, "subject": item.subject, "action": action} for item, action in plan]})
        return
    if not findings:
        _list(findings)
        return
    kinds = kind_labels()
    rows = [(kinds.get(item.kind, item.kind), item.namespace or "—", item.subject, action) for item, action in plan]
    say("\n".join(grid(rows, head=(_("Disaccordo"), _("Archivio"), _("Oggetto"), _("Che cosa si farebbe")))))
    note(_("Nulla è cambiato. Per farlo: `digest-engine repair --apply`."))


def kind_labels() -> dict[str, str]:
    """The kinds of findings in words."""
    return {
        "missing_text": _("testo mancante"),
        "corrupt_text": _("testo alterato"),
        "orphan_text": _("testo senza passaggio"),
        "missing_point": _("vettore mancante"),
        "orphan_point": _("vettore senza passaggio"),
        "duplicate_point": _("vettore doppio"),
        "text_in_payload": _("testo tra i vettori"),
        "old_payload": _("vettore di forma sconosciuta"),
        "wrong_encoder": _("altro codificatore"),
        "digest_without_sources": _("digest senza atti"),
        "stuck_outbox": _("operazione in attesa fallita"),
        "missing_original": _("originale mancante"),
        "orphan_original": _("originale senza atto"),
        "missing_stems": _("passaggio assente dalla ricerca per parole"),
    }


def remedy_labels() -> dict[str, str]:
    """What repairing does to each kind of finding that it can mend."""
    return {
        "missing_text": _("rileggere il testo dall'originale"),
        "corrupt_text": _("rileggere il testo dall'originale"),
        "orphan_text": _("cancellare il testo"),
        "missing_point": _("rifare il vettore"),
        "orphan_point": _("cancellare il vettore"),
        "duplicate_point": _("cancellare i doppioni e rifare il vettore"),
        "digest_without_sources": _("cancellare il digest"),
        "stuck_outbox": _("riprovare"),
        "orphan_original": _("cancellare l'originale"),
        "missing_stems": _("rimettere il passaggio nella ricerca per parole"),
    }


def _tell_migration(report: MigrationReport) -> None:
    number = digest_engine.number
    say(_("Vettori esaminati: {scanned}; da aggiornare: {old}.").format(scanned=number(report.scanned), old=number(report.old)))
    rows = [
        (_("il testo è di un passaggio noto"), number(report.matched)),
        (_("il testo è di più passaggi noti: al primo senza vettore"), number(report.ambiguous)),
        (_("testo nuovo: diventa un passaggio"), number(report.stored)),
        (_("il passaggio ha già il suo vettore: doppione, si toglie"), number(report.duplicates)),
        (_("né testo né passaggio noto: resta com'è"), number(report.unresolved)),
    ]
    say("\n".join(grid(rows, right={1})))
    if report.dropped:
        fields = ", ".join(f"{name} ({count})" for name, count in sorted(report.dropped.items()))
        note(_("Campi che non si conservano: {fields}.").format(fields=fields))
    if report.applied:
        say(_("Vettori che contengono ancora testo: {count}.").format(count=number(report.left_with_text)))
    elif report.old:
        note(_("Nulla è cambiato. Per farlo: `digest-engine migrate --apply`."))


def _tell_backup(report: BackupReport, *, as_json: bool) -> None:
    if as_json:
        show_json(report)
        return
    number = digest_engine.number
    say(_("{path}: atti {acts}, passaggi {passages}, originali {originals}.").format(
        path=report.path, acts=number(report.acts), passages=number(report.passages), originals=number(report.originals)))  # fmt: skip
    if report.elsewhere:
        note(_("Testi e originali sono in un archivio a oggetti, fuori dalla cartella dei dati: non sono nella copia."))
    if report.missing or report.damaged:
        note(_("Mancavano già: {missing}; alterati: {damaged}. Li elenca `digest-engine verify`.").format(
            missing=number(len(report.missing)), damaged=number(len(report.damaged))))  # fmt: skip


def _tell_restored(report: RestoreReport, *, as_json: bool) -> None:
    if as_json:
        show_json(report)
        return
    number = digest_engine.number
    say(_("Ripristinati in {folder}: atti {acts}, passaggi {passages}, originali {originals}.").format(
        folder=report.folder, acts=number(report.acts), passages=number(report.passages), originals=number(report.originals)))  # fmt: skip
    note(
        _("Per usarli: DIGEST_DATA_DIR={folder}; l'indice semantico si completa con `digest-engine reindex`.").format(folder=report.folder)
    )
