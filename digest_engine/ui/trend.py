"""The series of windows behind the analytics charts: by act type and by role, with where each figure comes from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from digest_engine import AmountRole, DateField, Granularity, Profile, SeriesPoint, Table, _, current_language, date_text, euro
from digest_engine.ui.charts import NO_COLOUR, PALETTE, Bars, Stack
from digest_engine.ui.figures import ROLES
from digest_engine.ui.labels import acts_text, changes_text, first_upper
from digest_engine.ui.state import LANGUAGES, engine
from digest_engine.ui.tables import make_table

Measure = Literal["count", "amount", "role"]


def read_series(name: str, *, start: date, end: date, granularity: Granularity, date_field: DateField) -> list[SeriesPoint]:
    """One point a window. A figure is the same in every language: a fresh digest in any of them serves."""
    by_language = [
        engine().series(name, start=start, end=end, granularity=granularity, language=language, date_field=date_field)
        for language in (current_language(), *(other for other in LANGUAGES if other != current_language()))
    ]
    return [next((point for point in points if point.source == "digest"), points[0]) for points in zip(*by_language, strict=True)]


def type_names(points: Sequence[SeriesPoint], profile: Profile) -> dict[str, str]:
    """The act types that occur, in the order of the profile, with their labels; what the profile does not know comes last."""
    found = {name for point in points for name in point.summary.act_types}
    known = [kind.value for kind in profile.act_types if kind.value in found]
    labels = {name: profile.act_type_label(name, current_language()) for name in known}
    return labels | {name: _("non classificati") for name in sorted(found - set(known))}


def roles_of(points: Sequence[SeriesPoint]) -> list[AmountRole]:
    """The roles of amounts that occur."""
    found = {role for point in points for role in point.summary.amounts["by_role"]}
    return [role for role in ROLES if role in found]


def count_stacks(points: Sequence[SeriesPoint], profile: Profile) -> list[Stack]:
    """Acts of each type."""
    stacks = []
    for name, label in type_names(points, profile).items():
        counts = [point.summary.act_types.get(name, 0) for point in points]
        stacks.append(Stack(label, _colour(name, profile), counts, [f"{label}: {acts_text(count)}" for count in counts]))
    return stacks


def amount_stacks(points: Sequence[SeriesPoint], profile: Profile, role: AmountRole) -> list[Stack]:
    """Amounts of one role, by act type: different roles are never piled up in silence."""
    stacks = []
    for name, label in type_names(points, profile).items():
        amounts = [amount_of_type(point, name, role) for point in points]
        if any(amounts):
            texts = [f"{label}: {euro(amount)}" for amount in amounts]
            stacks.append(Stack(label, _colour(name, profile), [float(amount or 0) for amount in amounts], texts))
    return stacks


def role_stacks(points: Sequence[SeriesPoint], profile: Profile) -> list[Stack]:
    """Amounts of each role."""
    stacks = []
    for role in roles_of(points):
        label = profile.role_label(role, current_language())
        amounts = [amount_of_role(point, role) for point in points]
        stacks.append(
            Stack(first_upper(label), ROLES[role], [float(item or 0) for item in amounts], [f"{label}: {euro(item)}" for item in amounts])
        )
    return stacks


def bars(points: Sequence[SeriesPoint], stacks: list[Stack], granularity: Granularity, *, unit: str = "") -> Bars:
    """The chart of these stacks: windows that no fresh digest covers are hatched and say so."""
    notes = {index: source_text(point) for index, point in enumerate(points) if point.source == "sql"}
    return Bars([window_text(point, granularity) for point in points], stacks, unit, frozenset(notes), notes)


def source_text(point: SeriesPoint) -> str:
    """Where the figures of a window come from."""
    if point.source == "digest":
        return _("dal digest")
    if point.summary.act_count == 0:
        return _("nessun atto")
    changed = point.staleness
    if changed is None:
        return _("dagli atti: digest mancante")
    return _("dagli atti: digest superato") + f" ({changes_text(changed)})"


def window_text(point: SeriesPoint, granularity: Granularity) -> str:
    """`05/2026`, `06/04–12/04/2026`, `14/05/2026`; a clipped month says its days."""
    window = point.window
    if granularity == "daily":
        return date_text(window.start)
    if granularity == "monthly" and not window.partial:
        return f"{window.start:%m/%Y}"
    return f"{window.start:%d/%m}–{window.end:%d/%m/%Y}"


def trend_table(points: Sequence[SeriesPoint], profile: Profile, measure: Measure, role: AmountRole | None) -> Table:
    """The table behind a chart: one row a window, one column a stack, and the source of each row."""
    columns = [("from", _("Dal")), ("to", _("Al")), ("source", _("Fonte")), ("acts", _("Atti"))]
    names: list[tuple[str, str]]
    if measure == "role":
        names = [(found, first_upper(profile.role_label(found, current_language()))) for found in roles_of(points)]
    else:
        names = list(type_names(points, profile).items())
    rows = []
    for point in points:
        head = (point.window.start, point.window.end, source_text(point), point.summary.act_count)
        rows.append((*head, *(_cell(point, name, measure, role) for name, _label in names)))
    return make_table([*columns, *names], rows)


def amount_of_type(point: SeriesPoint, name: str, role: AmountRole) -> Decimal | None:
    """The amounts of one role in the acts of one type; None where there are none."""
    found = point.summary.amounts["by_type"].get(name, {}).get("by_role", {}).get(role)
    return None if found is None else Decimal(found)


def amount_of_role(point: SeriesPoint, role: str) -> Decimal | None:
    """The amounts of one role; None where there are none."""
    found = point.summary.amounts["by_role"].get(role)
    return None if found is None else Decimal(found)


def _cell(point: SeriesPoint, name: str, measure: Measure, role: AmountRole | None) -> Any:
    if measure == "count":
        return point.summary.act_types.get(name, 0)
    if measure == "role":
        return amount_of_role(point, name)
    assert role is not None
    return amount_of_type(point, name, role)


def _colour(name: str, profile: Profile) -> str:
    known = [kind.value for kind in profile.act_types]
    return PALETTE[known.index(name) % len(PALETTE)] if name in known else NO_COLOUR
