"""`figures`: exact counts and sums, always with the split by role."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import typer

import digest_engine
from digest_engine import GroupKey, _
from digest_engine.cli.commands import command
from digest_engine.cli.console import grid, plain, say, show_json
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
    period_data,
    periods_text,
    read_filters,
    read_periods,
    session,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    command(
        app,
        "Le cifre esatte di un periodo: quanti atti, quali importi, divisi per natura. Senza periodo, tutto l'archivio.",
        example="digest-engine figures --namespace demo --period 'aprile 2026' --by act_type",
    )(figures)


def figures(
    namespace: Namespace = "",
    start: From = "",
    end: To = "",
    period: PeriodWords = "",
    by: GroupBy = None,
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
    """Show figures."""
    with session(language) as engine:
        name = chosen_namespace(engine, namespace)
        profile = engine.profile_of(name)
        periods = read_periods(engine, start=start, end=end, words=period)
        filters = read_filters(Filters(types, kinds, issuers, suppliers, cigs, numbers, words, missing), profile)
        found = engine.figures(name, periods=periods, filters=filters, date_field=date_field, group_by=by)
        show_json(_data(found, profile)) if as_json else say("\n".join(_lines(found, profile)))


def _data(found: digest_engine.Figures, profile: digest_engine.Profile) -> dict[str, Any]:
    return {
        "namespace": found.namespace,
        "date_field": found.date_field,
        "periods": period_data(found.periods),
        "filters": {name: plain(value) for name, value in asdict(found.filters).items() if value not in ((), None)},
        "totals": digest_engine.totals_data(found.totals),
        "undated": found.undated,
        "span": plain(found.span),
        "group_by": found.group_by,
        "groups": [
            {"key": row.key, "label": _label(found.group_by, row.key, profile), **digest_engine.totals_data(row.totals)}
            for row in found.groups
        ],
    }


def _lines(found: digest_engine.Figures, profile: digest_engine.Profile) -> Iterator[str]:
    language = digest_engine.current_language()
    where = periods_text(found.periods) or (digest_engine.period_text(*found.span) if found.span else _("nessun atto datato"))
    whole = "" if found.periods else _("tutto l'archivio, ")
    yield f"{found.namespace}: {whole}{where} ({profile.field_label(found.date_field, language).lower()})"
    restricted = digest_engine.filters_text(found.filters, profile)
    if restricted:
        yield _("Solo: {filters}").format(filters=restricted)
    totals = found.totals
    yield digest_engine.coverage_text(totals, undated=found.undated)
    yield _("Importi: {totals}").format(totals=digest_engine.totals_text(totals, profile))
    if totals.with_amount:
        yield _("Medio {average}; minimo {minimum}; massimo {maximum}").format(
            average=digest_engine.euro(totals.average), minimum=digest_engine.euro(totals.minimum),
            maximum=digest_engine.euro(totals.maximum))  # fmt: skip
    yield from _groups(found, profile)


def _groups(found: digest_engine.Figures, profile: digest_engine.Profile) -> Iterator[str]:
    rows = [
        (_label(found.group_by, row.key, profile), digest_engine.number(row.totals.count), digest_engine.totals_text(row.totals, profile))
        for row in found.groups
    ]
    if rows:
        yield ""
        yield from grid(rows, right={1}, head=("", _("Atti"), _("Importi")))


def _label(by: GroupKey | None, key: str, profile: digest_engine.Profile) -> str:
    return digest_engine.group_label(by, key, profile) if by else key
