"""Which day it is: the Italian day, wherever the server is."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

ROME = ZoneInfo("Europe/Rome")


def today_in_rome(now: datetime | None = None) -> date:
    """The day in Europe/Rome at `now` (default: this moment); a `now` without a time zone is taken as UTC."""
    moment = now or datetime.now(UTC)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(ROME).date()
