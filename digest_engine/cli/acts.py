"""`acts`: the list of acts, and one act in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import typer

import digest_engine
from digest_engine import _
from digest_engine.cli.commands import command
from digest_engine.cli.console import grid, say, show_json
from digest_engine.cli.options import (
    AsJson,
    ByDate,
    Cigs,
    Filters,
    From,
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

SHOWN = 50
Order = Literal["date", "amount_desc", "amount_asc", "number"]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Elenca gli atti di un archivio, con il totale diviso per natura; con --act mostra un atto per intero.",
        example="digest-engine acts --namespace demo --period 'aprile 2026' --type liquidazione",
    )(acts)


def acts(
    namespace: Namespace = "",
    start: From = "",
    end: To = "",
    period: PeriodWords = "",
    types: Types = None,
    kinds: Kinds = None,
    issuers: Issuers = None,
    suppliers: Suppliers = None,
    cigs: Cigs = None,
    numbers: Numbers = None,
    words: Words = None,
    missing: Missing = None,
    date_field: ByDate = "date",
    order: Annotated[Order, typer.Option(help="L'ordine; gli atti senza data o importo vengono per ultimi.")] = "date",
    limit: Annotated[int | None, typer.Option(min=1, help="Quanti mostrarne; senza, 50 (con --json tutti).")] = None,
    act: Annotated[str, typer.Option("--act", metavar="ID", help="Mostra solo questo atto, con valori, prove e testo.")] = "",
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """List acts, or show one."""
    with session(language) as engine:
        if act:
            detail = engine.act(act)
            show_json(detail) if as_json else say("\n".join(_detail(detail, engine.profile(detail.act.profile))))
            return
        name = chosen_namespace(engine, namespace)
        profile = engine.profile_of(name)
        periods = read_periods(engine, start=start, end=end, words=period)
        filters = read_filters(Filters(types, kinds, issuers, suppliers, cigs, numbers, words, missing), profile)
        found = engine.acts(
            name, periods=periods, filters=filters, date_field=date_field, order=order, limit=limit or (None if as_json else SHOWN)
        )
        if as_json:
            show_json(found)
            return
        figures = engine.figures(name, periods=periods, filters=filters, date_field=date_field)
        say("\n".join(_listing(found, figures.totals, profile)))


def _listing(found: Sequence[digest_engine.Act], totals: digest_engine.Totals, profile: digest_engine.Profile) -> Iterator[str]:
    if not found:
        yield _("Nessun atto.")
        return
    rows = [
        (digest_engine.date_text(act.act_date) or "—", _short_name(act, profile), _amount(act), act.act_id, act.subject or "—")
        for act in found
    ]
    yield from grid(rows, right={2}, head=(_("Data"), _("Atto"), _("Importo"), _("Id"), _("Oggetto")))
    if len(found) < totals.count:
        yield _("Mostrati {shown} di {count}: gli altri con --limit.").format(shown=len(found), count=digest_engine.number(totals.count))
    yield f"{digest_engine.coverage_text(totals, undated=0)}; {digest_engine.totals_text(totals, profile)}"


def _short_name(act: digest_engine.Act, profile: digest_engine.Profile) -> str:
    language = digest_engine.current_language()
    kind = profile.kind_label(act.kind, language) if act.kind else _("Atto")
    organ = f" {profile.organ_label(act.organ, language)}" if act.organ else ""
    return f"{kind}{organ}" + (f" {act.number}" if act.number else "") + (f"/{act.year}" if act.number and act.year else "")


def _amount(act: digest_engine.Act) -> str:
    """The amount that sums use; one that a rettifica superseded stands in brackets."""
    if act.amount is None and act.superseded_amount is not None:
        return f"[{digest_engine.euro(act.superseded_amount)}]"
    return digest_engine.euro(act.amount) or "—"


def _detail(detail: digest_engine.ActDetail, profile: digest_engine.Profile) -> Iterator[str]:
    language = digest_engine.current_language()
    yield f"{digest_engine.act_name(detail.act, profile)}  ({detail.act.act_id})"
    if detail.act.superseded_amount is not None:
        yield _("L'importo {amount} è superato da una rettifica: non entra nelle somme.").format(
            amount=digest_engine.euro(detail.act.superseded_amount))  # fmt: skip
    for value in detail.values:
        yield from _value(value, profile.field_label(value.field, language))
    for part in detail.parts:
        yield _("Parte: {label}, {amount}").format(label=part.label, amount=digest_engine.euro(part.amount))
    for found in detail.relations:
        target = found.target_act_id or _("atto non in archivio")
        yield f"{found.relation.kind}: {found.relation.target_kind} {found.relation.target_number} → {target}"
    for document in detail.documents:
        yield _("Documento: {name} ({role}, {pages} pagine)").format(name=document.name, role=document.role, pages=document.page_count)
        yield from (f"  ! {warning}" for warning in document.warnings)
    for entry in detail.journal:
        undone = f" ({_('annullata')})" if entry.undone else ""
        yield _("Correzione a mano di {field}: {old} → {new}").format(field=entry.field, old=entry.old, new=entry.new) + undone
    yield from _pages(detail)


def _value(value: digest_engine.StoredValue, label: str) -> Iterator[str]:
    shown = ", ".join(map(str, value.value)) if isinstance(value.value, list) else str(value.value)
    page = f", p. {value.page}" if value.page else ""
    locked = f", {_('bloccato')}" if value.locked else ""
    head = label if value.rank == 0 else _("{label} (scartato)").format(label=label)
    yield f"{head}: {shown}  [{value.method} {value.confidence:.2f}{page}{locked}]"
    if value.snippet and value.rank == 0:
        yield f"    «{' '.join(value.snippet.split())}»"


def _pages(detail: digest_engine.ActDetail) -> Iterator[str]:
    for number, chunks in sorted(detail.pages.items()):
        yield ""
        yield _("--- pagina {number} ---").format(number=number)
        yield from (chunk.text for chunk in chunks)
    for chunk_id in detail.missing:
        yield _("Manca il testo del passaggio {chunk}: `digest-engine verify`.").format(chunk=chunk_id)
