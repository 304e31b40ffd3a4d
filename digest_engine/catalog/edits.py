"""Hand edits: a value set by a person is locked against re-extraction, journalled and can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, delete, select, update

from digest_engine.catalog import schema
from digest_engine.catalog.intake import apply_corrections, write_codes
from digest_engine.catalog.rows import act_to_row, scalar_to_json, value_rows
from digest_engine.catalog.stored import load_stored
from digest_engine.errors import ConflictError, NotFoundError
from digest_engine.types import Act, FieldScalar, FieldValue

acts = schema.acts


def save_edit(
    connection: Connection, act: Act, changes: Mapping[str, FieldScalar | None], *, identity_key: str | None, at: datetime
) -> None:
    """Write `act`, which carries `changes` already. `ConflictError` where another act of the namespace has the new identity."""
    taken = connection.scalar(
        select(acts.c.act_id).where(acts.c.namespace == act.namespace, acts.c.identity_key == identity_key, acts.c.act_id != act.act_id)
    )
    if identity_key is not None and taken:
        raise ConflictError(f"act {taken} of {act.namespace!r} has this issuer, kind, organ, number and year already")
    before = load_stored(connection, act.act_id)
    connection.execute(update(acts).where(acts.c.act_id == act.act_id).values(**act_to_row(act), identity_key=identity_key))
    write_codes(connection, act)
    for name, value in changes.items():
        _lock(connection, act.act_id, name, value)
        old = getattr(before, name)
        connection.execute(
            schema.journal.insert().values(act_id=act.act_id, field=name, old=_json(old), new=_json(value), at=at, undone=False)
        )
    apply_corrections(connection, act.namespace)


def last_edit(connection: Connection, act_id: str, field: str | None = None) -> tuple[int, str, Any]:
    """The latest edit that stands: entry id, field, the value before it (JSON). `NotFoundError` where there is none."""
    table = schema.journal
    query = select(table.c.entry_id, table.c.field, table.c.old).where(table.c.act_id == act_id, ~table.c.undone)
    if field is not None:
        query = query.where(table.c.field == field)
    row = connection.execute(query.order_by(table.c.entry_id.desc()).limit(1)).one_or_none()
    if row is None:
        raise NotFoundError(f"act {act_id!r} has no edit to undo")
    return row.entry_id, row.field, row.old


def mark_undone(connection: Connection, entry_id: int, act_id: str, field: str) -> None:
    """Mark an edit undone; the field is unlocked where no other edit of it stands."""
    table = schema.journal
    connection.execute(update(table).where(table.c.entry_id == entry_id).values(undone=True))
    standing = connection.scalar(select(table.c.entry_id).where(table.c.act_id == act_id, table.c.field == field, ~table.c.undone).limit(1))
    if standing is None:
        values = schema.act_values
        connection.execute(delete(values).where(values.c.act_id == act_id, values.c.field == field, values.c.locked))


def restore(act: Act, field: str, old: Any) -> Act:
    """`act` with the journalled value of `field` back in place."""
    return replace(act, **{field: _typed(field, old)})


def _typed(field: str, old: Any) -> Any:
    if old is None:
        return () if field in ("cig", "cup", "topics") else None
    if field in ("act_date", "publication_from", "publication_to"):
        return date.fromisoformat(old)
    if field == "amount":
        return Decimal(old)
    return tuple(old) if isinstance(old, list) else old


def _json(value: Any) -> Any:
    return None if value is None else scalar_to_json(value)


def _lock(connection: Connection, act_id: str, name: str, value: FieldScalar | None) -> None:
    """The hand-set value takes rank 0; what was read there becomes a runner-up."""
    table = schema.act_values
    connection.execute(delete(table).where(table.c.act_id == act_id, table.c.field == name, table.c.locked))
    ranks = connection.scalars(
        select(table.c.rank).where(table.c.act_id == act_id, table.c.field == name).order_by(table.c.rank.desc())
    ).all()
    if 0 in ranks:
        for rank in ranks:
            connection.execute(
                update(table).where(table.c.act_id == act_id, table.c.field == name, table.c.rank == rank).values(rank=rank + 1)
            )
    row = value_rows(act_id, name, (FieldValue(value if value is not None else "", method="hand", rule="hand"),))[0]
    connection.execute(table.insert().values(**{**row, "locked": True}))
