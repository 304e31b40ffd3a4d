"""What a follow-up takes over from the conversation: figures, filters and topic. (Periods are inherited by `find_periods`.)

What the question says replaces, what it leaves unsaid is inherited; a question that can stand alone inherits nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from digest_engine.query.intent.reading import Reading
from digest_engine.types import ActFilter, FiguresAsked, Mode, Route

SHORT_TOPIC = 2
LONG_TOPIC = 4
CLEARLY_SEMANTIC = -1.0
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
    if {"reference", "code"} & reading.facts:
        return False
    bare = not _has_object(reading)
    if is_clearly_semantic(reading):
        return len(reading.topic) <= SHORT_TOPIC or (reading.points_back and len(reading.topic) <= LONG_TOPIC)
    if reading.says("followup"):
        return bare or len(reading.topic) <= LONG_TOPIC
    return bare and (figures is None or _is_weak(figures) or not _names_acts(reading))


def continued(own: Draft, previous: Route, reading: Reading) -> Draft:
    """`own` completed from the route of the turn before."""
    if is_clearly_semantic(reading):
        topic = _joined(own.topic, previous.topic)
        return replace(own, topic=topic, inherited=("topic",) if topic != own.topic else ())
    figures = previous.figures if own.figures is None or (previous.figures and _is_weak(own.figures)) else own.figures
    filters = merged(own.filters, previous.filters, narrowing=reading.says("narrowing"))
    topic = own.topic if reading.topic and not reading.says("narrowing") else _joined(own.topic, previous.topic)
    takes = {"figures": figures != own.figures, "filters": filters != own.filters, "topic": topic != own.topic}
    mode = previous.mode if figures is previous.figures else own.mode
    return Draft(mode, filters, figures, topic, tuple(name for name, holds in takes.items() if holds))


def merged(own: ActFilter, previous: ActFilter, *, narrowing: bool) -> ActFilter:
    """`own` over `previous`, group by group; when narrowing, field by field (and the words of both)."""
    values = {}
    for group in GROUPS:
        says = any(getattr(own, name) != getattr(EMPTY, name) for name in group)
        for name in group:
            keeps = says and not (narrowing and getattr(own, name) == getattr(EMPTY, name))
            values[name] = getattr(own, name) if keeps else getattr(previous, name)
    if narrowing:
        values["words"] = tuple(dict.fromkeys((*previous.words, *own.words)))
    return ActFilter(**values)


def cited_in(answer: str) -> tuple[str, ...]:
    """Acts and codes that an answer cites, as words for retrieval: "when was it issued?" asks about them."""
    return tuple(dict.fromkeys(match.group() for match in _CITED.finditer(answer)))


def is_clearly_semantic(reading: Reading) -> bool:
    """True where the words themselves, and not the lack of any, ask for one fact."""
    return reading.scoring.score <= CLEARLY_SEMANTIC and reading.scoring.decisive("semantic") is not None


def _has_object(reading: Reading) -> bool:
    return bool(reading.topic or reading.acts.used or reading.names or reading.amounts.bounds or _names_acts(reading))


def _names_acts(reading: Reading) -> bool:
    generic: Sequence[str] = reading.vocabulary.classes["generic_acts"]
    return any(token.norm in generic for token in reading.line.tokens)


def _is_weak(figures: FiguresAsked) -> bool:
    """A list asked for only by naming acts ("and the resolutions?")."""
    return figures == FiguresAsked(listing=True)


def _joined(own: str, previous: str) -> str:
    return " ".join(dict.fromkeys([*previous.split(), *own.split()]))
