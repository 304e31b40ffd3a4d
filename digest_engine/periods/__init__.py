"""Text to periods, in Italian and English: questions, follow-ups, the dates of acts, and back to words.

A text becomes tokens, tokens become terms by the vocabulary of the language, terms become period expressions by named rules applied level by
level, and expressions become inclusive days by the calendar and the reference day. Conventions: a date without a year is its most recent
occurrence that has begun; weeks run Monday to Sunday; rolling windows end on and include the reference day; an invalid date is no date.
"""

from __future__ import annotations

from digest_engine.periods.document import DocumentDate, find_document_dates, parse_date
from digest_engine.periods.find import find_periods
from digest_engine.periods.render import render
from digest_engine.periods.today import today_in_rome
from digest_engine.periods.trace import Trace, TracedTerm, trace

__all__ = ["DocumentDate", "Trace", "TracedTerm", "find_document_dates", "find_periods", "parse_date", "render", "today_in_rome", "trace"]
