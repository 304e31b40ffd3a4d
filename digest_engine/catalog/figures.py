"""Exact figures: counts and sums over acts, one row an act, by SQL. No chunk is ever counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, get_args

from sqlalchemy import Column, Connection, and_, func, select

from digest_engine.catalog import schema
from digest_engine.catalog.conditions import day_column, selected, within
from digest_engine.catalog.database import Database
from digest_engine.catalog.rows import CENT, from_cents, from_day
from digest_engine.types import ActFilter, AmountRole, DateField, Figures, Group, GroupKey, Period, RoleTotal, Totals

acts = schema.acts
ROLES: tuple[AmountRole, ...] = get_args(AmountRole)
CALENDAR_KEYS = ("day", "week", "month", "quarter", "year")


@dataclass(slots=True)
class _Tally:
    """Running totals of one group, in cents."""

    count: int = 0
    with_amount: int = 0
    total: int = 0
    minimum: int | None = None
    maximum: int | None = None
    roles: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    vat: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, row: Any) -> None:
        """Fold in one aggregated row of the database."""
        self.count += row.count
        if not row.with_amount:
            return
        self.with_amount += row.with_amount
        self.total += int(row.total)
        self.minimum = row.minimum if self.minimum is None else min(self.minimum, row.minimum)
        self.maximum = row.maximum if self.maximum is None else max(self.maximum, row.maximum)
        self.roles[row.role][0] += row.with_amount
        self.roles[row.role][1] += int(row.total)
        self.vat[row.vat] += row.with_amount

    def totals(self) -> Totals:
        """The frozen figures."""
        average = (Decimal(self.total) / self.with_amount * CENT).quantize(CENT, rounding=ROUND_HALF_UP) if self.with_amount else None
        return Totals(
            count=self.count,
            with_amount=self.with_amount,
            total=from_cents(self.total) or Decimal("0.00"),
            average=average,
            minimum=from_cents(self.minimum),
            maximum=from_cents(self.maximum),
            by_role=tuple(RoleTotal(role, *_role(self.roles[role])) for role in ROLES if role in self.roles),
            vat=dict(self.vat),
        )


def compute_figures(
    database: Database,
    namespace: str,
    *,
    periods: Sequence[Period] = (),
    filters: ActFilter | None = None,
    date_field: DateField = "date",
    group_by: GroupKey | None = None,
) -> Figures:
    """Figures of the acts of `namespace` in the union of `periods`. Overlapping periods count an act once."""
    chosen = filters or ActFilter()
    base = and_(acts.c.namespace == namespace, selected(chosen))
    column = day_column(date_field)
    with database.reading() as connection:
        rows = _aggregate(connection, and_(base, within(periods, date_field)), _group_column(group_by, column))
        undated = connection.execute(select(func.count()).where(base, column.is_(None))).scalar_one()
        low, high = connection.execute(select(func.min(column), func.max(column)).where(base)).one() if not periods else (None, None)
    first, last = from_day(low), from_day(high)
    groups = _fold(rows, group_by) if group_by else {}
    return Figures(
        namespace=namespace,
        date_field=date_field,
        periods=tuple(periods),
        filters=chosen,
        totals=_total(rows),
        group_by=group_by,
        groups=tuple(Group(key, tally.totals()) for key, tally in sorted(groups.items())),
        undated=undated,
        span=(first, last) if first and last else None,
    )


def _aggregate(connection: Connection, condition: Any, group: Column[Any] | None) -> Sequence[Any]:
    cents = acts.c.counted_cents
    keys = [acts.c.amount_role.label("role"), acts.c.amount_vat.label("vat"), *([group.label("key")] if group is not None else [])]
    measures = [
        func.count().label("count"), func.count(cents).label("with_amount"), func.sum(cents).label("total"),
        func.min(cents).label("minimum"), func.max(cents).label("maximum"),
    ]  # fmt: skip
    grouping = [acts.c.amount_role, acts.c.amount_vat, *([group] if group is not None else [])]
    return connection.execute(select(*keys, *measures).where(condition).group_by(*grouping)).all()


def _group_column(group_by: GroupKey | None, day: Column[Any]) -> Column[Any] | None:
    if group_by is None:
        return None
    return day if group_by in CALENDAR_KEYS else acts.c[group_by]


def _total(rows: Iterable[Any]) -> Totals:
    tally = _Tally()
    for row in rows:
        tally.add(row)
    return tally.totals()


def _fold(rows: Iterable[Any], group_by: GroupKey) -> dict[str, _Tally]:
    groups: dict[str, _Tally] = defaultdict(_Tally)
    for row in rows:
        groups[_key(row.key, group_by)].add(row)
    return groups


def _key(value: Any, group_by: GroupKey) -> str:
    if value is None:
        return ""
    if group_by not in CALENDAR_KEYS:
        return str(value)
    day = from_day(int(value))
    assert day is not None
    return first_day(day, group_by).isoformat()


def first_day(day: date, unit: GroupKey) -> date:
    """First day of the calendar unit that holds `day`; weeks start on Monday."""
    match unit:
        case "week":
            return day - timedelta(days=day.weekday())
        case "month":
            return day.replace(day=1)
        case "quarter":
            return date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
        case "year":
            return date(day.year, 1, 1)
        case _:
            return day


def _role(pair: list[int]) -> tuple[int, Decimal]:
    return pair[0], from_cents(pair[1]) or Decimal("0.00")
