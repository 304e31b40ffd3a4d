"""What a language model said of an act, merged into what the rules read, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, select, update

from digest_engine.catalog import schema
from digest_engine.catalog.chunk_rows import update_contexts
from digest_engine.catalog.database import Database
from digest_engine.catalog.intake import apply_corrections, write_codes
from digest_engine.catalog.rows import act_to_row, value_rows
from digest_engine.catalog.stored import load_stored
from digest_engine.llm.base import Usage
from digest_engine.types import Act, FieldValue

calls = schema.model_calls


@dataclass(frozen=True, slots=True)
class Merge:
    """What to write: `filled` values become the act's own, `others` are kept as runners-up; `contexts` by chunk id with the chunk's text."""

    act_id: str
    filled: Mapping[str, FieldValue]
    others: Mapping[str, FieldValue]
    review: tuple[str, ...]
    contexts: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One act's calls: `outcome` is `ok`, `repaired` or `failed`; `setup` names the profile and its content."""

    act_id: str
    namespace: str
    model: str
    setup: str
    outcome: str
    usage: Usage


def save_merge(connection: Connection, merge: Merge, *, at: datetime) -> Act:
    """Write a merge in the caller's transaction; returns the act as it is now."""
    stored = load_stored(connection, merge.act_id)
    review = tuple(dict.fromkeys((*stored.review, *merge.review)))
    act = replace(with_filled(stored, merge.filled), review=review)
    connection.execute(update(schema.acts).where(schema.acts.c.act_id == act.act_id).values(**act_to_row(act)))
    _write_evidence(connection, merge)
    write_codes(connection, act)
    apply_corrections(connection, act.namespace)
    update_contexts(connection, [(act.namespace, chunk_id, *pair) for chunk_id, pair in merge.contexts.items()], at=at)
    return act


def with_filled(act: Act, filled: Mapping[str, FieldValue]) -> Act:
    """`act` with these values; those it has no field for are the profile's own."""
    known: dict[str, Any] = {name: value.value for name, value in filled.items() if hasattr(act, name)}
    own: dict[str, Any] = {name: value.value for name, value in filled.items() if not hasattr(act, name)}
    return replace(act, **known, extra={**act.extra, **own})


def record_call(connection: Connection, record: CallRecord, *, at: datetime) -> None:
    """Write what an act's calls cost, replacing what an earlier run wrote."""
    usage = record.usage
    connection.execute(delete(calls).where(calls.c.act_id == record.act_id))
    connection.execute(
        calls.insert().values(
            act_id=record.act_id,
            namespace=record.namespace,
            model=record.model,
            setup=record.setup,
            outcome=record.outcome,
            calls=usage.calls,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            cost=usage.cost,
            at=at,
        )
    )


def already_enriched(database: Database, namespace: str, *, model: str, setup: str) -> set[str]:
    """Acts that this model has read under this profile; failed ones are not among them."""
    condition = (calls.c.namespace == namespace) & (calls.c.model == model) & (calls.c.setup == setup) & (calls.c.outcome != "failed")
    with database.reading() as connection:
        return set(connection.scalars(select(calls.c.act_id).where(condition)))


def usage_of(database: Database, namespace: str, act_id: str | None = None) -> Usage:
    """What a namespace (or one act) has cost so far."""
    columns = (calls.c.calls, calls.c.prompt_tokens, calls.c.completion_tokens, calls.c.cost)
    query = select(*(func.coalesce(func.sum(column), 0) for column in columns)).where(calls.c.namespace == namespace)
    if act_id is not None:
        query = query.where(calls.c.act_id == act_id)
    with database.reading() as connection:
        row = connection.execute(query).one()
    return Usage(int(row[0]), int(row[1]), int(row[2]), float(row[3]))


def _write_evidence(connection: Connection, merge: Merge) -> None:
    table = schema.act_values
    connection.execute(delete(table).where(table.c.act_id == merge.act_id, table.c.method == "model"))
    rows = [row for name, value in merge.filled.items() for row in value_rows(merge.act_id, name, (value,))]
    for name, value in merge.others.items():
        top = connection.scalar(select(func.max(table.c.rank)).where(table.c.act_id == merge.act_id, table.c.field == name))
        rows += value_rows(merge.act_id, name, (value,), first_rank=1 if top is None else top + 1)
    if rows:
        connection.execute(table.insert(), rows)
