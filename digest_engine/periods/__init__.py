"""Text to periods, in Italian and English."""

from __future__ import annotations

from digest_engine.periods.document import DocumentDate, find_document_dates, parse_date
from digest_engine.periods.find import find_periods
from digest_engine.periods.today import today_in_rome

__all__ = ["DocumentDate", "find_document_dates", "find_periods", "parse_date", "today_in_rome"]
