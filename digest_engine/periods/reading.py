"""A text read into period expressions: tokens, terms, the levels of the grammar, then which of the results count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from digest_engine.periods import rules_days as days
from digest_engine.periods import rules_inside as inside
from digest_engine.periods import rules_ranges as ranges
from digest_engine.periods import rules_relative as relative
from digest_engine.periods import rules_traps as traps
from digest_engine.periods import rules_years as years
from digest_engine.periods.context import counts
from digest_engine.periods.grammar import Term
from digest_engine.periods.lists import join_lists, part_comparisons, spread_numbers
from digest_engine.periods.terms import read_terms
from digest_engine.periods.tokens import tokenize
from digest_engine.periods.vocabulary import Lexicon, guess_language, lexicon
from digest_engine.types import Language

Step = Callable[[list[Term]], list[Term]]

# The grammar, in the order in which periods are built: small ones first, then what holds or counts them, then ranges.
STEPS: tuple[Step, ...] = (
    traps.mask_titles,
    traps.MARKS.apply,
    years.NUMBERS.apply,
    years.YEARS.apply,
    relative.THIS_AND_LAST.apply,
    years.MONTHS.apply,
    years.PARTS.apply,
    days.DAYS.apply,
    years.MONTHS_AGAIN.apply,
    traps.CITATIONS.apply,
    days.WEEKS.apply,
    inside.INSIDE.apply,
    days.PICKS.apply,
    relative.THE_LAST.apply,
    years.MONTHS_AGAIN.apply,
    days.DAYS_AGAIN.apply,
    days.WEEKDAYS_OF.apply,
    inside.NTH_ALONE.apply,
    inside.INSIDE.apply,
    inside.SLICES.apply,
    relative.COUNTED.apply,
    years.MONTHS_AGAIN.apply,
    days.WEEKDAYS_OF.apply,
    relative.BARE.apply,
    part_comparisons,
    ranges.RANGES.apply,
    ranges.RANGES_AGAIN.apply,
    spread_numbers,
    ranges.OPEN.apply,
)


# A comparing word stands at most this many terms before what it compares.
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: every term left at the end, and those that count as periods, in the order of the text."""

    text: str
    language: Language
    lexicon: Lexicon
    terms: list[Term]
    periods: list[Term]
    compared: frozenset[int]
    resets: bool = False

    def compares(self, term: Term) -> bool:
        """Whether the words just before a period set it against another (`rispetto al mese precedente`)."""
        return term.start in self.compared


def read(text: str) -> Reading:
    """The period expressions of a text, not yet resolved."""
    tokens = tokenize(text)
    language = guess_language(token.norm for token in tokens if token.kind == "word")
    words = lexicon(language)
    terms = read_terms(tokens, text, words)
    for step in STEPS:
        terms = step(terms)
    periods = [term for place, term in enumerate(terms) if "PERIOD" in term.cats and counts(terms, place)]
    resets = any("RESET" in term.cats for term in terms)
    return Reading(text, language, words, terms, join_lists(terms, periods), _compared(terms), resets)


def _compared(terms: list[Term]) -> frozenset[int]:
    """Where the terms start that a comparing word stands shortly before."""
    places = (place for place, term in enumerate(terms) if "VERSUS" in term.cats or "WITH" in term.cats)
    return frozenset(term.start for place in places for term in terms[place + 1 : place + 1 + _NEAR])
