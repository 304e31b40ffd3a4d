"""What the grammar made of a question, for the debug panel: every term with its rule, and the periods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from digest_engine.periods.find import as_period, remember
from digest_engine.periods.followup import follow
from digest_engine.periods.grammar import Term
from digest_engine.periods.reading import read
from digest_engine.types import Language, Period


@dataclass(frozen=True, slots=True)
class TracedTerm:
    """A stretch of the question, the rule that read it, and what it may be. `depth` 0 is what was left at the end, deeper is what it is made of."""

    text: str
    span: tuple[int, int]
    rule: str
    categories: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class Trace:
    """A reading: the language guessed, the terms in the order of the text, and the periods found."""

    language: Language
    terms: tuple[TracedTerm, ...]
    periods: tuple[Period, ...]


def trace(text: str, today: date, history: Sequence[Mapping[str, str]] | Sequence[str] = ()) -> Trace:
    """How `find_periods` reads the same question."""
    reading = read(text)
    spoken = follow(reading, remember(history, today), today)
    terms = tuple(_traced(reading.terms, text, 0))
    return Trace(reading.language, terms, tuple(as_period(item, text) for item in spoken))


def _traced(terms: Iterable[Term], text: str, depth: int) -> Iterator[TracedTerm]:
    for term in terms:
        if term.rule:
            yield TracedTerm(text[term.start : term.end], (term.start, term.end), term.rule, tuple(sorted(term.cats)), depth)
        yield from _traced(term.parts, text, depth + 1)
