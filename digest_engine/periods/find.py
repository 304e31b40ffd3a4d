"""From a question to its periods: the one story of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from digest_engine.periods.expressions import Around, Between, Expr, Nth, Offset, Rolling, Slice, UnitAt, WeekdayOf
from digest_engine.periods.grammar import Term
from digest_engine.periods.reading import Reading, read
from digest_engine.periods.resolve import resolve
from digest_engine.types import Period, PeriodKind


def find_periods(text: str, today: date, history: Sequence[Mapping[str, str]] | Sequence[str] = ()) -> list[Period]:
    """The periods that a question names, in its order; inclusive days, None where open. A period that the calendar lacks is left out.

    `history` holds the earlier questions, oldest first: a question without a date of its own inherits their last period.
    """
    return resolved(read(text), today)


def resolved(reading: Reading, today: date) -> list[Period]:
    """The periods of a reading, each once."""
    found: dict[tuple[date | None, date | None], Period] = {}
    for term in reading.periods:
        expr = term.cats["PERIOD"]
        days = resolve(expr, today)
        if days is not None and days not in found:
            found[days] = _period(days, term, expr, reading.text)
    return list(found.values())


def _period(days: tuple[date | None, date | None], term: Term, expr: Expr, text: str) -> Period:
    return Period(days[0], days[1], text[term.start : term.end], (term.start, term.end), term.rule, kind_of(expr))


def kind_of(expr: Expr) -> PeriodKind:
    """Whether an expression names days, counts them from today, or is a rolling window."""
    match expr:
        case Rolling(anchor=None):
            return "rolling"
        case UnitAt():
            return "relative"
        case Offset(anchor=None):
            return "relative"
        case Nth(container=inner) | Slice(container=inner) | Around(inner=inner) | WeekdayOf(week=inner):
            return kind_of(inner)
        case Between(start=start, end=end):
            kinds = {kind_of(edge) for edge in (start, end) if edge is not None}
            return "relative" if "relative" in kinds else "explicit"
        case _:
            return "explicit"
