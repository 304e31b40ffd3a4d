"""What a digest is made of: the acts of a window, their figures from SQL, and what is not there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select

from digest_engine.catalog import schema
from digest_engine.catalog.acts import find_acts, window_hashes
from digest_engine.catalog.conditions import within
from digest_engine.catalog.database import Database
from digest_engine.catalog.figures import compute_figures
from digest_engine.types import Act, DateField, Figures, Period, Window


@dataclass(frozen=True, slots=True)
class Evidence:
    """The acts of a window in date order, figures by act type over exactly those acts, and a hash an act."""

    window: Window
    date_field: DateField
    acts: tuple[Act, ...]
    figures: Figures
    chunk_count: int
    hashes: Mapping[str, str]


def gather(window: Window, *, namespace: str, date_field: DateField, database: Database) -> Evidence:
    """The evidence of a window: a scan by SQL, complete whatever its size."""
    period = Period(window.start, window.end)
    return Evidence(
        window=window,
        date_field=date_field,
        acts=tuple(find_acts(database, namespace, periods=(period,), date_field=date_field)),
        figures=compute_figures(database, namespace, periods=(period,), date_field=date_field, group_by="act_type"),
        chunk_count=_count_chunks(database, namespace, period, date_field),
        hashes=window_hashes(database, namespace, period, date_field),
    )


def _count_chunks(database: Database, namespace: str, period: Period, date_field: DateField) -> int:
    query = (
        select(func.count())
        .select_from(schema.chunk_index)
        .join(schema.acts, schema.acts.c.act_id == schema.chunk_index.c.act_id)
        .where(schema.acts.c.namespace == namespace, within((period,), date_field))
    )
    with database.reading() as connection:
        return connection.execute(query).scalar_one()
