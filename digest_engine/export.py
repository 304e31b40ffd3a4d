"""What can be exported: acts, digests and figures as tables. The writers are in `digest_engine.table`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, get_args

from digest_engine.digest.summary import UNTYPED
from digest_engine.figures_text import number
from digest_engine.i18n import _, speaking
from digest_engine.profiles import Profile
from digest_engine.query.compute import group_label
from digest_engine.requests import WindowDigest
from digest_engine.table import Cell, Column, Table
from digest_engine.types import Act, AmountRole, Figures, Language, PayloadValue, Totals

Exported = Literal["acts", "digests", "figures"]
ROLES: tuple[AmountRole, ...] = get_args(AmountRole)

_ACT_CELLS: Mapping[str, Callable[[Act], Cell]] = {
    "kind": lambda act: act.kind,
    "organ": lambda act: act.organ,
    "number": lambda act: act.number,
    "year": lambda act: act.year,
    "act_date": lambda act: act.act_date,
    "date_precision": lambda act: act.date_precision if act.act_date else None,
    "publication_from": lambda act: act.publication_from,
    "publication_to": lambda act: act.publication_to,
    "ingested_at": lambda act: act.ingested_at,
    "issuer": lambda act: act.issuer,
    "office": lambda act: act.office,
    "rup": lambda act: act.rup,
    "subject": lambda act: act.subject,
    "act_type": lambda act: act.act_type,
    "amount": lambda act: act.amount,
    "amount_role": lambda act: act.amount_role if _has_amount(act) else None,
    "amount_vat": lambda act: act.amount_vat if _has_amount(act) else None,
    "superseded_amount": lambda act: act.superseded_amount,
    "cig": lambda act: ", ".join(act.cig) or None,
    "cup": lambda act: ", ".join(act.cup) or None,
    "supplier": lambda act: act.supplier,
    "supplier_vat": lambda act: act.supplier_vat,
    "topics": lambda act: ", ".join(act.topics) or None,
    "personnel_role": lambda act: act.personnel_role,
    "temporal_scope": lambda act: act.temporal_scope,
    "review": lambda act: "; ".join(act.review) or None,
    "act_id": lambda act: act.act_id,
}


def acts_table(acts: Iterable[Act], profile: Profile, *, language: Language = "it") -> Table:
    """One row an act. `amount` is the one that sums use; one that a rettifica superseded is in `superseded_amount` and in no sum."""
    kept = list(acts)
    own = sorted({name for act in kept for name in act.extra})
    with speaking(language):
        columns = [_act_column(key, profile, language) for key in _ACT_CELLS]
        columns += [Column(name, profile.field_label(name, language)) for name in own]
        rows = [(*(cell(act) for cell in _ACT_CELLS.values()), *(_own_cell(act.extra.get(name)) for name in own)) for act in kept]
    return Table(tuple(columns), tuple(rows))


def digests_table(digests: Iterable[WindowDigest], profile: Profile, *, language: Language = "it") -> Table:
    """One row a digest: window, counts and amounts by act type, amounts by role, coverage, status, text. Absent types count 0."""
    kept = list(digests)
    types = _types_in(kept, profile)
    with speaking(language):
        columns = (*_digest_columns(), *_type_columns(types, profile, language), *_role_columns(profile, language), *_tail_columns())
        rows = tuple(_digest_row(digest, types) for digest in kept)
    return Table(columns, rows)


def figures_table(figures: Figures, profile: Profile, *, language: Language = "it") -> Table:
    """One row a group, or one row in all where the figures are not grouped. There is no total row: a column may be summed as it is."""
    with speaking(language):
        labels = {group.key: group_label(figures.group_by, group.key, profile) for group in figures.groups} if figures.group_by else {}
        key = figures.group_by or "namespace"
        title = _group_title(key, profile, language)
        columns = (Column("key", title, labels), *_totals_columns(), *_role_columns(profile, language))
        rows = [(group.key, *_totals_cells(group.totals)) for group in figures.groups]
        if figures.group_by is None:
            rows = [(figures.namespace, *_totals_cells(figures.totals))]
    return Table(columns, tuple(rows))


def coverage_line(coverage: Mapping[str, Any]) -> str:
    """`139 atti, 4 senza importo, 1 senza data nell'archivio`, from the coverage of a digest."""
    parts = [_("{count} atti").format(count=number(coverage.get("acts", 0)))]
    if coverage.get("without_amount"):
        parts.append(_("{count} senza importo").format(count=number(coverage["without_amount"])))
    if coverage.get("undated"):
        parts.append(_("{count} senza data nell'archivio").format(count=number(coverage["undated"])))
    return ", ".join(parts)


def status_of(digest: WindowDigest) -> str:
    """`fresh`, `stale`, `partial`, `partial_stale` or `empty`."""
    if not digest.act_count:
        return "empty"
    if digest.partial:
        return "partial_stale" if digest.stale else "partial"
    return "stale" if digest.stale else "fresh"


def status_labels() -> dict[str, str]:
    """What each status is called, in the current language."""
    return {
        "fresh": _("aggiornato"), "stale": _("da aggiornare"), "partial": _("parziale"),
        "partial_stale": _("parziale, da aggiornare"), "empty": _("nessun atto"),
    }  # fmt: skip


def granularity_labels() -> dict[str, str]:
    """What each granularity is called, in the current language."""
    return {"daily": _("giorno"), "weekly": _("settimana"), "monthly": _("mese")}


def _has_amount(act: Act) -> bool:
    return act.amount is not None or act.superseded_amount is not None


def _act_column(key: str, profile: Profile, language: Language) -> Column:
    match key:
        case "kind":
            labels = {kind.value: kind.label.text(language) for kind in profile.kinds}
        case "organ":
            labels = {organ.value: organ.label.text(language) for organ in profile.organs}
        case "act_type":
            labels = {kind.value: kind.label.text(language) for kind in profile.act_types}
        case "amount_role":
            labels = {role: label.text(language) for role, label in profile.role_labels.items()}
        case "amount_vat":
            labels = {flag: label.text(language) for flag, label in profile.vat_labels.items()}
        case "date_precision":
            labels = {"day": _("giorno"), "month": _("mese"), "year": _("anno")}
        case _:
            labels = {}
    titles = {"superseded_amount": _("Importo superato da rettifica"), "review": _("Da controllare"), "act_id": _("Id dell'atto")}
    return Column(key, titles.get(key) or profile.field_label(key, language), labels)


def _own_cell(value: PayloadValue | None) -> Cell:
    match value:
        case bool():
            return _("sì") if value else _("no")
        case float():
            return Decimal(str(value))
        case list():
            return ", ".join(value)
        case _:
            return value


def _types_in(digests: Sequence[WindowDigest], profile: Profile) -> list[str]:
    """The act types that occur, in the order of the profile, then the others by name."""
    found = {name for digest in digests for name in digest.act_types}
    known = [choice.value for choice in profile.act_types if choice.value in found]
    return known + sorted(found - set(known))


def _digest_columns() -> tuple[Column, ...]:
    return (
        Column("date_from", _("Dal")), Column("date_to", _("Al")), Column("granularity", _("Finestra"), granularity_labels()),
        Column("domain", _("Dominio")), Column("language", _("Lingua")), Column("act_count", _("Atti")), Column("chunk_count", _("Passaggi")),
    )  # fmt: skip


def _type_columns(types: Sequence[str], profile: Profile, language: Language) -> Iterable[Column]:
    for name in types:
        label = _("non classificati") if name == UNTYPED else profile.act_type_label(name, language)
        yield Column(f"act_type.{name}.count", _("{type}: atti").format(type=label))
        yield Column(f"act_type.{name}.amount", _("{type}: importo").format(type=label))


def _role_columns(profile: Profile, language: Language) -> tuple[Column, ...]:
    return tuple(Column(f"amount.{role}", _("Importo {role}").format(role=profile.role_label(role, language))) for role in ROLES)


def _tail_columns() -> tuple[Column, ...]:
    return (
        Column("total_amount", _("Importo totale (tutte le nature)")), Column("coverage", _("Copertura")),
        Column("status", _("Stato"), status_labels()), Column("text", _("Testo")),
    )  # fmt: skip


def _digest_row(digest: WindowDigest, types: Sequence[str]) -> tuple[Cell, ...]:
    by_type = digest.amounts.get("by_type", {})
    head = (digest.date_from, digest.date_to, digest.granularity, digest.domain, digest.language, digest.act_count, digest.chunk_count)
    typed = [cell for name in types for cell in (digest.act_types.get(name, 0), _sum_of(by_type.get(name)))]
    roles = digest.amounts.get("by_role", {})
    split = [Decimal(roles[role]) if role in roles else None for role in ROLES]
    return (*head, *typed, *split, digest.total_amount, coverage_line(digest.coverage), status_of(digest), digest.content)


def _sum_of(amounts: Mapping[str, Any] | None) -> Decimal | None:
    """None, not zero, where no act of the type has an amount."""
    return Decimal(amounts["total"]) if amounts and amounts["with_amount"] else None


def _group_title(key: str, profile: Profile, language: Language) -> str:
    calendar = {"day": _("Giorno"), "week": _("Settimana"), "month": _("Mese"), "quarter": _("Trimestre"), "year": _("Anno")}
    return calendar.get(key) or (_("Archivio") if key == "namespace" else profile.field_label(key, language))


def _totals_columns() -> tuple[Column, ...]:
    return (
        Column("count", _("Atti")), Column("with_amount", _("Con importo")), Column("without_amount", _("Senza importo")),
        Column("total", _("Importo totale (tutte le nature)")), Column("average", _("Importo medio")),
        Column("minimum", _("Importo più basso")), Column("maximum", _("Importo più alto")),
    )  # fmt: skip


def _totals_cells(totals: Totals) -> tuple[Cell, ...]:
    by_role = {item.role: item.total for item in totals.by_role}
    total = totals.total if totals.with_amount else None
    head = (totals.count, totals.with_amount, totals.without_amount, total, totals.average, totals.minimum, totals.maximum)
    return (*head, *(by_role.get(role) for role in ROLES))
