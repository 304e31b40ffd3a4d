"""What time it is. Instants are kept in UTC; the day of the user is the Italian one, wherever the server stands."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """This instant, in UTC without a zone, as databases keep it."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)
