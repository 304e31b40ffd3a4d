"""Periods and act filters to SQL conditions, in one place. Every value is a bound parameter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, and_, false, func, or_, select, true

from digest_engine.catalog import schema
from digest_engine.catalog.rows import to_cents, to_day
from digest_engine.errors import FilterError, InputError
from digest_engine.text import name_key, stems
from digest_engine.types import ActFilter, DateField, Period

Condition = ColumnElement[bool]
acts = schema.acts

DAY_COLUMNS: dict[str, Column[Any]] = {
    "date": acts.c.act_day,
    "publication_from": acts.c.publication_from_day,
    "publication_to": acts.c.publication_to_day,
    "ingested_at": acts.c.ingested_day,
}
MISSING_COLUMNS: dict[str, Callable[[], Condition]] = {
    "date": lambda: acts.c.act_day.is_(None),
    "number": lambda: acts.c.number.is_(None),
    "amount": lambda: acts.c.amount_cents.is_(None),
    "act_type": lambda: acts.c.act_type.is_(None),
    "issuer": lambda: acts.c.issuer.is_(None),
    "subject": lambda: acts.c.subject.is_(None),
    "supplier": lambda: acts.c.supplier.is_(None),
    "cig": lambda: ~_has_code("cig"),
    "cup": lambda: ~_has_code("cup"),
}


def day_column(date_field: DateField) -> Column[Any]:
    """The column of a selectable date; refuses anything else with the list."""
    try:
        return DAY_COLUMNS[date_field]
    except KeyError as error:
        raise InputError(f"date_metadata_field {date_field!r} is not one of {', '.join(DAY_COLUMNS)}") from error


def within(periods: Sequence[Period], date_field: DateField) -> Condition:
    """In one of the periods; no period is no restriction. An act without the date is in no period."""
    column = day_column(date_field)
    return or_(*(_inside(column, period) for period in periods)) if periods else true()


def selected(filters: ActFilter) -> Condition:
    """All of the restrictions of `filters`."""
    conditions: list[Condition] = [*_plain(filters), *_named(filters), *_amounts(filters), *_codes(filters)]
    conditions += [acts.c.subject_stems.like(f"% {stem} %") for word in filters.words for stem in stems(word)]
    conditions += [_missing(name) for name in filters.missing]
    return and_(true(), *conditions)


def _inside(column: Column[Any], period: Period) -> Condition:
    bounds: list[Condition] = [column.is_not(None)]
    if period.start is not None:
        bounds.append(column >= to_day(period.start))
    if period.end is not None:
        bounds.append(column <= to_day(period.end))
    return and_(*bounds)


def _plain(filters: ActFilter) -> list[Condition]:
    pairs: tuple[tuple[Column[Any], Sequence[object]], ...] = (
        (acts.c.act_type, filters.act_type), (acts.c.kind, filters.kind), (acts.c.organ, filters.organ),
        (acts.c.number, filters.number), (acts.c.year, filters.year), (acts.c.amount_role, filters.role),
    )  # fmt: skip
    chosen: list[Condition] = [column.in_(values) for column, values in pairs if values]
    excluded = ((acts.c.act_type, filters.not_act_type), (acts.c.kind, filters.not_kind))
    return chosen + [or_(column.is_(None), column.not_in(values)) for column, values in excluded if values]


def _named(filters: ActFilter) -> list[Condition]:
    pairs = ((acts.c.issuer_key, filters.issuer), (acts.c.office_key, filters.office), (acts.c.supplier_key, filters.supplier))
    return [or_(*(_name_like(column, name) for name in names)) for column, names in pairs if names]


def _name_like(column: Column[Any], name: str) -> Condition:
    # Whole words in order, wherever they stand in the name: "rossi" finds "rossi srl" and not "rossini".
    key = name_key(name)
    return (" " + column + " ").like(f"% {key} %") if key else false()


def _amounts(filters: ActFilter) -> list[Condition]:
    column = acts.c.counted_cents
    conditions: list[Condition] = []
    if filters.amount_min is not None:
        conditions.append(column >= to_cents(filters.amount_min))
    if filters.amount_max is not None:
        conditions.append(column <= to_cents(filters.amount_max))
    if filters.amount_over is not None:
        conditions.append(column > to_cents(filters.amount_over))
    if filters.amount_under is not None:
        conditions.append(column < to_cents(filters.amount_under))
    if filters.has_amount is not None:
        conditions.append(column.is_not(None) if filters.has_amount else column.is_(None))
    return conditions


def _codes(filters: ActFilter) -> list[Condition]:
    pairs = (("cig", filters.cig), ("cup", filters.cup))
    return [_has_code(kind, tuple(code.upper() for code in codes)) for kind, codes in pairs if codes]


def _has_code(kind: str, codes: tuple[str, ...] = ()) -> Condition:
    table = schema.act_codes
    rows = select(table.c.act_id).where(table.c.act_id == acts.c.act_id, table.c.kind == kind)
    return (rows.where(func.upper(table.c.code).in_(codes)) if codes else rows).exists()


def _missing(name: str) -> Condition:
    if name not in MISSING_COLUMNS:
        raise FilterError(f"missing={name!r} is not one of {', '.join(MISSING_COLUMNS)}")
    return MISSING_COLUMNS[name]()
