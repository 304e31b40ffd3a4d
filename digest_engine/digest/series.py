"""The figures of each window of a range, from digests where they are fresh and from SQL elsewhere, by the same summary."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from digest_engine.catalog.database import Database
from digest_engine.catalog.digests import DigestRecord, list_digests
from digest_engine.catalog.figures import compute_figures
from digest_engine.digest.fingerprint import Staleness
from digest_engine.digest.status import staleness
from digest_engine.digest.summary import Summary, parse_summary, summarise
from digest_engine.profiles import Profile
from digest_engine.types import DateField, Granularity, Language, Period, Window
from digest_engine.windows import windows_between


@dataclass(frozen=True, slots=True)
class SeriesPoint:
    """The figures of a window. `source` is `digest` where a fresh digest holds them, else `sql`; `staleness` says what changed since."""

    window: Window
    source: str
    summary: Summary
    staleness: Staleness | None


def series(
    database: Database,
    namespace: str,
    *,
    start: date,
    end: date,
    granularity: Granularity,
    profile: Profile,
    language: Language,
    date_field: DateField,
) -> list[SeriesPoint]:
    """One point a window, oldest first, windows without acts included."""
    records = list_digests(
        database,
        namespace,
        start=start,
        end=end,
        granularity=granularity,
        domain=profile.name,
        language=language,
        date_field=date_field,
        tags=(),
    )
    by_window = {(record.key.start, record.key.end): record for record in records}
    return [
        _point(window, by_window.get((window.start, window.end)), database, namespace, profile, date_field)
        for window in windows_between(start, end, granularity)
    ]


def _point(
    window: Window, record: DigestRecord | None, database: Database, namespace: str, profile: Profile, date_field: DateField
) -> SeriesPoint:
    changed: Staleness | None = staleness(record, database, profile) if record is not None else None
    if record is not None and not changed:
        return SeriesPoint(window, "digest", parse_summary(record.act_types_json, record.amounts_json), None)
    period = Period(window.start, window.end)
    figures = compute_figures(database, namespace, periods=(period,), date_field=date_field, group_by="act_type")
    return SeriesPoint(window, "sql", summarise(figures), changed)
