"""An act as it is stored, read inside a transaction that is about to change it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import Connection, select

from digest_engine.catalog import schema
from digest_engine.catalog.rows import row_to_act
from digest_engine.errors import NotFoundError
from digest_engine.types import Act

acts = schema.acts


def load_stored(connection: Connection, act_id: str) -> Act:
    """The act with its stated amount, whether or not a rettifica supersedes it."""
    row = connection.execute(select(acts).where(acts.c.act_id == act_id)).mappings().one_or_none()
    if row is None:
        raise NotFoundError(f"no act {act_id!r}")
    plain = {**row, "counted_cents": row["amount_cents"], "superseded_by": None}
    return row_to_act(plain, cig=_codes(connection, act_id, "cig"), cup=_codes(connection, act_id, "cup"))


def locked_fields(connection: Connection, act_id: str) -> set[str]:
    """The fields a person (or the caller of the ingestion) has set."""
    table = schema.act_values
    return set(connection.scalars(select(table.c.field).where(table.c.act_id == act_id, table.c.locked)))


def keeping(act: Act, stored: Act, fields: Iterable[str]) -> Act:
    """`act` with the values that `stored` has in `fields`."""
    names = tuple(fields)
    own = {name: stored.extra[name] for name in names if name in stored.extra}
    return replace(act, extra={**act.extra, **own}, **{name: getattr(stored, name) for name in names if hasattr(stored, name)})


def _codes(connection: Connection, act_id: str, kind: str) -> tuple[str, ...]:
    table = schema.act_codes
    return tuple(connection.scalars(select(table.c.code).where(table.c.act_id == act_id, table.c.kind == kind).order_by(table.c.ordinal)))
