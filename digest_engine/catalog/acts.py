"""Reading acts: one, many, their evidence, documents, relations and journal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from sqlalchemy import Connection, and_, func, select

from digest_engine.catalog import schema
from digest_engine.catalog.conditions import day_column, selected, within
from digest_engine.catalog.database import Database
from digest_engine.catalog.rows import from_cents, from_day, row_to_act
from digest_engine.errors import NotFoundError
from digest_engine.types import Act, ActFilter, AmountPart, DateField, Period, Relation

acts = schema.acts
Order = Literal["date", "amount_desc", "amount_asc", "number"]
NameColumn = Literal["issuer", "office", "supplier", "act_type", "kind", "organ"]


@dataclass(frozen=True, slots=True)
class StoredValue:
    """A value of a field with its evidence. `rank` 0 is the current value, higher ones are runners-up; `value` is JSON."""

    field: str
    rank: int
    value: Any
    page: int | None
    snippet: str
    method: str
    confidence: float
    rule: str
    locked: bool


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document of an act."""

    doc_id: str
    name: str
    file_sha256: str
    media_type: str
    page_count: int
    unreadable_pages: tuple[int, ...]
    role: str
    signatures: tuple[dict[str, Any], ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredRelation:
    """A relation with the act it points to, where the catalog has it."""

    relation: Relation
    source_act_id: str
    target_act_id: str | None


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One hand edit."""

    entry_id: int
    field: str
    old: Any
    new: Any
    at: datetime
    undone: bool


def get_act(database: Database, act_id: str) -> Act:
    """One act; `NotFoundError` where there is none."""
    with database.reading() as connection:
        found = _load(connection, acts.c.act_id == act_id)
    if not found:
        raise NotFoundError(f"no act {act_id!r}; list them with `digest-engine acts`")
    return found[0]


def find_acts(
    database: Database,
    namespace: str,
    *,
    periods: Sequence[Period] = (),
    filters: ActFilter | None = None,
    date_field: DateField = "date",
    order: Order = "date",
    limit: int | None = None,
    offset: int = 0,
) -> list[Act]:
    """Acts in the union of `periods`; without `limit`, all of them. Undated acts come last in date order."""
    condition = and_(acts.c.namespace == namespace, selected(filters or ActFilter()), within(periods, date_field))
    with database.reading() as connection:
        return _load(connection, condition, order=order, date_field=date_field, limit=limit, offset=offset)


def acts_by_id(database: Database, act_ids: Iterable[str]) -> dict[str, Act]:
    """The acts that exist among `act_ids`."""
    wanted = sorted(set(act_ids))
    with database.reading() as connection:
        batches = [_load(connection, acts.c.act_id.in_(wanted[start : start + 500])) for start in range(0, len(wanted), 500)]
    return {act.act_id: act for batch in batches for act in batch}


def window_hashes(database: Database, namespace: str, period: Period, date_field: DateField) -> dict[str, str]:
    """Act id → hash of what a digest may say of it, for the acts of a window."""
    columns = (acts.c.act_id, acts.c.values_hash, acts.c.superseded_by)
    query = select(*columns).where(acts.c.namespace == namespace, within((period,), date_field)).order_by(acts.c.act_id)
    with database.reading() as connection:
        return {row.act_id: row.values_hash + (row.superseded_by or "") for row in connection.execute(query)}


def values_of(database: Database, act_id: str) -> list[StoredValue]:
    """Every value of an act with its evidence, best first within a field."""
    table = schema.act_values
    columns = [table.c[name] for name in ("field", "rank", "value", "page", "snippet", "method", "confidence", "rule", "locked")]
    with database.reading() as connection:
        rows = connection.execute(select(*columns).where(table.c.act_id == act_id).order_by(table.c.field, table.c.rank))
        return [StoredValue(*row) for row in rows]


def documents_of(database: Database, act_id: str) -> list[StoredDocument]:
    """The documents of an act, the primary one first."""
    documents, links = schema.documents, schema.act_documents
    query = (
        select(documents, links.c.role)
        .join(links, and_(links.c.doc_id == documents.c.doc_id, links.c.namespace == documents.c.namespace))
        .where(links.c.act_id == act_id)
        .order_by(links.c.role.desc(), documents.c.doc_id)
    )
    with database.reading() as connection:
        return [_document(row) for row in connection.execute(query)]


def parts_of(database: Database, act_id: str) -> list[AmountPart]:
    """The lots or suppliers of an act that has several."""
    table = schema.act_parts
    with database.reading() as connection:
        rows = connection.execute(select(table).where(table.c.act_id == act_id).order_by(table.c.ordinal)).all()
    return [AmountPart(row.label, from_cents(row.amount_cents) or from_zero(), row.supplier, row.cig, row.page) for row in rows]


def relations_of(database: Database, act_id: str) -> list[StoredRelation]:
    """What this act says of others, resolved where the catalog holds exactly one act that fits."""
    table = schema.act_relations
    with database.reading() as connection:
        rows = connection.execute(select(table).where(table.c.act_id == act_id).order_by(table.c.ordinal)).all()
        return [StoredRelation(_relation(row), act_id, _resolve(connection, row)) for row in rows]


def journal_of(database: Database, act_id: str) -> list[JournalEntry]:
    """Hand edits of an act, the latest first."""
    table = schema.journal
    columns = [table.c[name] for name in ("entry_id", "field", "old", "new", "at", "undone")]
    with database.reading() as connection:
        rows = connection.execute(select(*columns).where(table.c.act_id == act_id).order_by(table.c.entry_id.desc()))
        return [JournalEntry(*row) for row in rows]


def chunk_ids_of(database: Database, act_id: str) -> list[tuple[str, int]]:
    """(chunk_id, page) of an act's passages, in reading order."""
    index = schema.chunk_index
    query = select(index.c.chunk_id, index.c.page).where(index.c.act_id == act_id).order_by(index.c.doc_id, index.c.ordinal)
    with database.reading() as connection:
        return [(row.chunk_id, row.page) for row in connection.execute(query)]


def from_zero() -> Any:
    """Zero euros, with two places."""
    return from_cents(0)


def _load(
    connection: Connection,
    condition: Any,
    *,
    order: Order = "date",
    date_field: DateField = "date",
    limit: int | None = None,
    offset: int = 0,
) -> list[Act]:
    query = select(acts).where(condition).order_by(*_ordering(order, date_field))
    if limit is not None:
        query = query.limit(limit)
    rows = connection.execute(query.offset(offset) if offset else query).mappings().all()
    codes = _codes(connection, [row["act_id"] for row in rows])
    return [row_to_act(dict(row), cig=codes[row["act_id"], "cig"], cup=codes[row["act_id"], "cup"]) for row in rows]


def _ordering(order: Order, date_field: DateField) -> tuple[Any, ...]:
    day = day_column(date_field)
    match order:
        case "date":
            return (day.is_(None), day, acts.c.number, acts.c.act_id)
        case "amount_desc":
            return (acts.c.counted_cents.is_(None), acts.c.counted_cents.desc(), day, acts.c.act_id)
        case "amount_asc":
            return (acts.c.counted_cents.is_(None), acts.c.counted_cents, day, acts.c.act_id)
        case "number":
            return (acts.c.number, acts.c.act_id)


def _codes(connection: Connection, act_ids: Sequence[str]) -> dict[tuple[str, str], tuple[str, ...]]:
    table = schema.act_codes
    found: dict[tuple[str, str], tuple[str, ...]] = defaultdict(tuple)
    for start in range(0, len(act_ids), 500):
        batch = act_ids[start : start + 500]
        for row in connection.execute(select(table).where(table.c.act_id.in_(batch)).order_by(table.c.ordinal)):
            found[row.act_id, row.kind] += (row.code,)
    return found


def _document(row: Any) -> StoredDocument:
    return StoredDocument(
        row.doc_id, row.name, row.file_sha256, row.media_type, row.page_count, tuple(row.unreadable_pages), row.role,
        tuple(row.signatures), tuple(row.warnings),
    )  # fmt: skip


def _relation(row: Any) -> Relation:
    day: date | None = from_day(row.target_day)
    return Relation(row.kind, row.target_kind, row.target_number, day, row.target_year, row.page, row.snippet)


def _resolve(connection: Connection, row: Any) -> str | None:
    if not row.target_number:
        return None
    issuer = select(acts.c.issuer_key).where(acts.c.act_id == row.act_id).scalar_subquery()
    conditions = [acts.c.namespace == row.namespace, acts.c.issuer_key == issuer, acts.c.number == row.target_number]
    if row.target_kind:
        conditions.append(acts.c.kind == row.target_kind)
    if row.target_day is not None:
        conditions.append(acts.c.act_day == row.target_day)
    elif row.target_year is not None:
        conditions.append(acts.c.year == row.target_year)
    found = connection.scalars(select(acts.c.act_id).where(*conditions, acts.c.act_id != row.act_id).limit(2)).all()
    return found[0] if len(found) == 1 else None


def count_missing(database: Database, namespace: str) -> dict[str, int]:
    """How many acts lack each of the fields that figures and searches need."""
    table = schema.act_codes
    has_cig = select(table.c.act_id).where(table.c.act_id == acts.c.act_id, table.c.kind == "cig").exists()
    columns = {
        "date": func.count().filter(acts.c.act_day.is_(None)),
        "number": func.count().filter(acts.c.number.is_(None)),
        "amount": func.count().filter(acts.c.amount_cents.is_(None)),
        "act_type": func.count().filter(acts.c.act_type.is_(None)),
        "cig": func.count().filter(~has_cig),
    }
    with database.reading() as connection:
        row = connection.execute(select(*columns.values()).where(acts.c.namespace == namespace)).one()
    return dict(zip(columns, row, strict=True))


def distinct_values(database: Database, namespace: str, column: NameColumn) -> list[str]:
    """The values of a column in a namespace, sorted."""
    chosen = acts.c[column]
    with database.reading() as connection:
        rows = connection.scalars(select(chosen).where(acts.c.namespace == namespace, chosen.is_not(None)).distinct().order_by(chosen))
        return list(rows)


def count_with_several_documents(database: Database, namespace: str) -> int:
    """How many acts have more than one document."""
    links = schema.act_documents
    several = select(links.c.act_id).where(links.c.namespace == namespace).group_by(links.c.act_id).having(func.count() > 1).subquery()
    with database.reading() as connection:
        return connection.execute(select(func.count()).select_from(several)).scalar_one()
