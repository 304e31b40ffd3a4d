"""From a question to its periods: the one story of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from digest_engine.periods.expressions import Around, Between, Expr, Nth, Offset, Rolling, Slice, UnitAt, WeekdayOf
from digest_engine.periods.followup import Spoken, follow
from digest_engine.periods.reading import read
from digest_engine.types import Period, PeriodKind

Turn = Mapping[str, str] | str


def find_periods(text: str, today: date, history: Sequence[Mapping[str, str]] | Sequence[str] = ()) -> list[Period]:
    """The periods that a question names, in its order; inclusive days, None where open. A period that the calendar lacks is left out.

    `history` holds the earlier questions, oldest first: a question without a date of its own inherits their last period.
    """
    return [as_period(spoken, text) for spoken in follow(read(text), remember(history, today), today)]


def remember(history: Sequence[Turn], today: date) -> tuple[Spoken, ...]:
    """The periods last spoken of. Only what was asked counts, not what was answered."""
    spoken: tuple[Spoken, ...] = ()
    for turn in history:
        question = turn if isinstance(turn, str) else str(turn.get("question", ""))
        spoken = follow(read(question), spoken, today) or spoken
    return spoken


def as_period(spoken: Spoken, text: str) -> Period:
    """A period as the callers know it. One that an earlier question named has no place in this text."""
    start, end = spoken.days
    term = spoken.term
    kind: PeriodKind = "inherited" if spoken.inherited else kind_of(spoken.expr)
    span = (0, 0) if spoken.carried else (term.start, term.end)
    return Period(start, end, "" if spoken.carried else text[term.start : term.end], span, term.rule, kind)


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
