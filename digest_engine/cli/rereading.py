"""Acts that are there: read again by the rules, read with the language model, corrected by hand: `reextract`, `enrich`, `edit`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

import typer

import digest_engine
from digest_engine import InputError, ModelError, ReadError, _
from digest_engine.cli.commands import command
from digest_engine.cli.console import advancing, note, say, show_json
from digest_engine.cli.options import AsJson, Namespace, Speech, Yes, chosen_namespace, confirm, read_pairs, session

ActIds = Annotated[list[str] | None, typer.Argument(metavar="ID…", help="Gli atti, come li elenca `digest-engine acts`; senza, tutti.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Rilegge gli atti dagli originali con le regole di oggi; le correzioni a mano restano, "
        "ciò che aveva letto il modello torna con il prossimo `enrich`. Esce con 2 se qualche originale non si legge.",
        example="digest-engine reextract --namespace demo",
    )(reextract)
    command(
        app,
        "Legge con il modello linguistico gli atti che non ha ancora letto. Dice prima quanto serve e chiede conferma. "
        "Esce con 6 se qualche atto non è riuscito.",
        example="digest-engine enrich --namespace demo --estimate\ndigest-engine enrich --namespace demo --yes",
    )(enrich)
    command(
        app,
        "Corregge a mano i valori di un atto: restano anche se l'atto si rilegge. Un valore vuoto toglie quello che c'è.",
        example="digest-engine edit ID amount=1.234,56 act_type=liquidazione\ndigest-engine edit ID --undo amount",
    )(edit)


def reextract(act_ids: ActIds = None, namespace: Namespace = "", language: Speech = None, as_json: AsJson = False) -> None:
    """Read acts again from their originals."""
    with session(language) as engine:
        name = chosen_namespace(engine, namespace)
        with advancing(
            _("Rilettura"), resume=_("Interrotto: gli atti già riletti restano. Si riprende con lo stesso comando.")
        ) as progress:
            report = engine.reextract(name, act_ids or None, progress=progress)
        if as_json:
            show_json(report)
        else:
            number = digest_engine.number
            say(_("Atti cambiati: {changed}; invariati: {unchanged}; non riletti: {unreadable}.").format(
                changed=number(len(report.changed)), unchanged=number(report.unchanged), unreadable=number(len(report.unreadable))))  # fmt: skip
            _name_acts(_("cambiato"), report.changed)
            _name_acts(_("non riletto (l'originale manca o è guasto)"), report.unreadable)
        if report.unreadable:
            raise typer.Exit(ReadError.exit_code)


def enrich(
    act_ids: ActIds = None,
    namespace: Namespace = "",
    only_estimate: Annotated[bool, typer.Option("--estimate", help="Dice quanto servirebbe e si ferma.")] = False,
    yes: Yes = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Read acts with the language model."""
    with session(language) as engine:
        name = chosen_namespace(engine, namespace)
        estimate = engine.estimate_enrichment(name, act_ids or None)
        if only_estimate and as_json:
            show_json({"estimate": estimate, "caps": _caps(engine)})
            return
        _tell_estimate(engine, estimate, tell=note if as_json else say)
        if only_estimate:
            return
        if estimate.acts:
            confirm(_("Cominciare?"), yes=yes)
        with advancing(_("Lettura"), resume=_("Interrotto: gli atti già letti restano. Si riprende con lo stesso comando.")) as progress:
            report = engine.enrich(name, act_ids or None, progress=progress)
        show_json({"estimate": estimate, "caps": _caps(engine), **_report(report)}) if as_json else _tell_enriched(report)
        if report.failed:
            raise typer.Exit(ModelError.exit_code)


def edit(
    act_id: Annotated[str, typer.Argument(metavar="ID", help="L'atto, come lo elenca `digest-engine acts`.")],
    values: Annotated[
        list[str] | None, typer.Argument(metavar="CAMPO=VALORE…", help="I valori nuovi; con --undo, i soli nomi dei campi.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Annulla l'ultima correzione, o l'ultima di ciascun campo indicato.")] = False,
    language: Speech = None,
    as_json: AsJson = False,
) -> None:
    """Set values by hand, or take the latest correction back."""
    given = values or []
    if not undo and not given:
        raise InputError("give the values to set as FIELD=VALUE, or --undo to take the latest correction back")
    if undo and any("=" in text for text in given):
        raise InputError("--undo takes the names of fields, without values")
    with session(language) as engine:
        before = engine.act(act_id).act
        if undo:
            _undo(engine, act_id, given)
        else:
            engine.edit(act_id, read_pairs(given))
        after = engine.act(act_id).act
        show_json(after) if as_json else say("\n".join(_changes(before, after, engine.profile(after.profile))))


def _undo(engine: digest_engine.Engine, act_id: str, wanted: Sequence[str]) -> None:
    for field in wanted:
        engine.undo(act_id, field=field)
    if not wanted:
        engine.undo(act_id)


def _name_acts(label: str, act_ids: Sequence[str]) -> None:
    for act_id in act_ids:
        say(f"  {label}: {act_id}")


def _caps(engine: digest_engine.Engine) -> dict[str, Any]:
    chosen = engine.settings.llm
    return {"max_calls": chosen.max_calls, "max_cost": chosen.max_cost}


def _report(report: digest_engine.Enriched) -> dict[str, Any]:
    return {item.name: getattr(report, item.name) for item in fields(report)}


def _tell_estimate(engine: digest_engine.Engine, estimate: digest_engine.Estimate, *, tell: Any) -> None:
    tell(_("Modello: {model}").format(model=engine.settings.llm.model))
    tell(digest_engine.estimate_text(estimate))
    tell(digest_engine.caps_text(**_caps(engine)))


def _tell_enriched(report: digest_engine.Enriched) -> None:
    say(digest_engine.enriched_text(report))
    _name_acts(_("non riuscito, da rivedere"), report.failed)
    if stopped := digest_engine.stopped_text(report):
        say(stopped)
    say(digest_engine.usage_text(report.usage))


def _changes(before: digest_engine.Act, after: digest_engine.Act, profile: digest_engine.Profile) -> Iterator[str]:
    yield f"{digest_engine.act_name(after, profile)}  ({after.act_id})"
    for item in fields(after):
        old, new = getattr(before, item.name), getattr(after, item.name)
        if old != new and item.name in profile.field_labels:
            yield f"{profile.field_label(item.name, digest_engine.current_language())}: {_written(old)} → {_written(new)}"
    if before == after:
        yield _("Nulla è cambiato.")


def _written(value: Any) -> str:
    match value:
        case None | ():
            return "—"
        case Decimal():
            return digest_engine.euro(value)
        case date():
            return digest_engine.date_text(value)
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)
