"""Scoring a line: which signals hold, what they weigh, and which figures they ask for."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from digest_engine.query.intent.patterns import Match
from digest_engine.query.intent.tokens import CLAUSE_ENDS, Line
from digest_engine.query.intent.vocabulary import Signal, Vocabulary
from digest_engine.types import Mode

MAX_LEADS = 8
# From here on a signal opposes `temporal`. A period named without a question is asked about as a whole ("statement of last week's payments").
OPPOSING = -1.0


class Evidence(NamedTuple):
    """The weightiest match of one family; tokens `first` to `end` (exclusive) of the line."""

    family: str
    weight: float
    pattern: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """`score` > 0 is temporal. `evidence` is sorted by size, the decisive first; `matches` are all signals that hold."""

    score: float
    evidence: tuple[Evidence, ...]
    matches: tuple[Match[Signal], ...]

    @property
    def mode(self) -> Mode:
        """The mode that the score speaks for."""
        return "temporal" if self.score > 0 else "semantic"

    def decisive(self, mode: Mode) -> Evidence | None:
        """The heaviest evidence for `mode`."""
        return next((item for item in self.evidence if (item.weight > 0) == (mode == "temporal")), None)


def heads(line: Line, vocabulary: Vocabulary) -> frozenset[int]:
    """Tokens at which a clause may be said to begin: after an end mark, and after polite openings, articles or a leading period."""
    found = {0} | {index + 1 for index, token in enumerate(line.tokens) if token.norm in CLAUSE_ENDS}
    frontier = {index for index in found if index < len(line.tokens)}
    for _ in range(MAX_LEADS):
        reached = {match.end for index in frontier for match in vocabulary.leads.find_at(index, line)}
        frontier = {index for index in reached - found if index < len(line.tokens)}
        if not frontier:
            break
        found |= frontier
    return frozenset(found)


def score(line: Line, *, vocabulary: Vocabulary, facts: frozenset[str], topic_words: int, begins: Collection[int]) -> Scoring:
    """Score `line`. `facts` name what else is known (`period`, `identifier`…); `topic_words` is the number of words of its own topic."""
    matches = tuple(vocabulary.signals.find(line, begins, facts))
    evidence = sorted(_heaviest(matches).values(), key=lambda item: -abs(item.weight))
    total = _base(vocabulary.weights, facts, topic_words) + sum(item.weight for item in evidence)
    if "period" in facts and not any(item.weight <= OPPOSING for item in evidence) and not _asks_a_question(line, vocabulary):
        total += vocabulary.weights["unopposed"]
    return Scoring(total, tuple(evidence), matches)


def confidence(value: float, *, scale: float) -> float:
    """Probability-like confidence of the mode that `value` speaks for, in 0.5..1."""
    return round(1 / (1 + math.exp(-min(abs(value) * scale, 30))), 3)


def _asks_a_question(line: Line, vocabulary: Vocabulary) -> bool:
    words = vocabulary.lists["interrogative"]
    return any(token.norm in words for token in line.tokens)


def _heaviest(matches: Collection[Match[Signal]]) -> dict[str, Evidence]:
    best: dict[str, Evidence] = {}
    for match in matches:
        signal = match.entry
        current = best.get(signal.family)
        if current is None or abs(signal.weight) > abs(current.weight):
            best[signal.family] = Evidence(signal.family, signal.weight, match.source, match.first, match.end)
    return best


def _base(weights: Mapping[str, float], facts: frozenset[str], topic_words: int) -> float:
    named = sum(weights[fact] for fact in facts if fact in weights)
    return weights["bias"] + named + weights["topic_word"] * min(topic_words, weights["topic_words_most"])
