"""What a follow-up takes over from the conversation: figures, filters and topic. (Periods are inherited by `find_periods`.)

What the question says replaces, what it leaves unsaid is inherited; a question that can stand alone inherits nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from digest_engine.query.asked import act_filter, asks_a_measure, asks_weakly, identifying_filter
from digest_engine.query.intent.reading import Reading
from digest_engine.types import ActFilter, FiguresAsked, Mode, Route

SHORT_TOPIC = 2
LONG_TOPIC = 4
CLEAR = 1.0
EMPTY = ActFilter()
# Fields that answer the same question are replaced together: after "payments", "and the resolutions?" are not resolutions that pay.
GROUPS: tuple[tuple[str, ...], ...] = (
    ("act_type", "not_act_type", "kind", "not_kind", "organ", "role"),
    ("issuer", "office"),
    ("supplier",),
    ("number", "year", "cig", "cup"),
    ("amount_min", "amount_max", "amount_over", "amount_under", "has_amount"),
    ("missing",),
    ("words",),
)
_CITED = re.compile(r"\b(?:RG|CIG|CUP|n\.)\s?[A-Z0-9]{1,15}(?:/\d{2,4})?\b")


@dataclass(frozen=True, slots=True)
class Draft:
    """The parts of a route that a follow-up may take over; `inherited` names those that were."""

    mode: Mode
    filters: ActFilter
    figures: FiguresAsked | None
    topic: str
    inherited: tuple[str, ...] = ()


def is_followup(reading: Reading, figures: FiguresAsked | None) -> bool:
    """True where the question can't stand alone. One that names an act or a contract, or has a subject and an intent, stands alone."""
    if {"reference", "code"} & reading.facts or reading.says("closing"):
        return False
    if is_clearly_semantic(reading):
        return len(reading.topic) <= SHORT_TOPIC or ((reading.points_back or reading.says("followup")) and len(reading.topic) <= LONG_TOPIC)
    bare = not _has_object(reading)
    if reading.says("followup") or reading.points_back:
        return bare or len(reading.topic) <= LONG_TOPIC
    return bare and (figures is None or asks_weakly(reading) or not _names_acts(reading))


def continued(own: Draft, previous: Route, reading: Reading) -> Draft:
    """`own` completed from the route of the turn before."""
    if _is_about_a_fact(previous, reading):
        topic = _joined(" ".join(reading.subject), previous.topic)
        return Draft("semantic", identifying_filter(reading), None, topic, ("topic",) if topic != own.topic else ())
    figures = combined(own.figures, previous.figures, reading)
    mode = own.mode if own.figures is not None or _is_clear(reading) else previous.mode
    narrowing = reading.says("narrowing")
    filters = merged(act_filter(reading), previous.filters, narrowing=narrowing)
    topic = own.topic if reading.topic and not narrowing else _joined(own.topic, previous.topic)
    takes = {"figures": figures != own.figures, "filters": filters != own.filters, "topic": topic != own.topic}
    return Draft(mode, filters, figures, topic, tuple(name for name, holds in takes.items() if holds))


def combined(own: FiguresAsked | None, previous: FiguresAsked | None, reading: Reading) -> FiguresAsked | None:
    """`own` where it says what to measure; otherwise `previous`, divided, ranked or listed as the question says."""
    if previous is None or (own is not None and asks_a_measure(reading)):
        return own
    if own is None or asks_weakly(reading):
        return previous
    return replace(
        previous,
        group_by=own.group_by or previous.group_by,
        ranked_by=own.ranked_by or previous.ranked_by,
        top=own.top or previous.top,
        listing=own.listing or previous.listing,
        compare=own.compare or previous.compare,
    )


def merged(own: ActFilter, previous: ActFilter, *, narrowing: bool) -> ActFilter:
    """`own` over `previous`, group by group; when narrowing, field by field (and the words of both)."""
    values = {}
    for group in GROUPS:
        said = {name for name in group if getattr(own, name) != getattr(EMPTY, name)}
        # An organ alone ("and of the council?") changes who adopted the acts, not which acts they are.
        by_field = narrowing or said == {"organ"}
        for name in group:
            keeps = bool(said) and not (by_field and name not in said)
            values[name] = getattr(own, name) if keeps else getattr(previous, name)
    if narrowing:
        values["words"] = tuple(dict.fromkeys((*previous.words, *own.words)))
    return ActFilter(**values)


def cited_in(answer: str) -> tuple[str, ...]:
    """Acts and codes that an answer cites, as words for retrieval: "when was it issued?" asks about them."""
    return tuple(dict.fromkeys(match.group() for match in _CITED.finditer(answer)))


def is_clearly_semantic(reading: Reading) -> bool:
    """True where the words themselves, and not the lack of any, ask for one fact."""
    return reading.scoring.score <= -CLEAR and reading.scoring.decisive("semantic") is not None


def _has_object(reading: Reading) -> bool:
    return bool(reading.topic or reading.acts.used or reading.names or reading.amounts.bounds or _names_acts(reading))


def _names_acts(reading: Reading) -> bool:
    generic: Sequence[str] = reading.vocabulary.classes["generic_acts"]
    return any(token.norm in generic for token in reading.line.tokens)


def _is_about_a_fact(previous: Route, reading: Reading) -> bool:
    """The words ask for a fact, or do not clearly ask for anything else after a question about one."""
    return is_clearly_semantic(reading) or (previous.mode == "semantic" and previous.figures is None and not _is_clear(reading))


def _is_clear(reading: Reading) -> bool:
    """True where words, and not only a period or a name, decide the mode."""
    scoring = reading.scoring
    return abs(scoring.score) >= CLEAR and scoring.decisive(scoring.mode) is not None


def _joined(own: str, previous: str) -> str:
    return " ".join(dict.fromkeys([*previous.split(), *own.split()]))
