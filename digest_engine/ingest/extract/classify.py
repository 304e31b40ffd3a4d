"""Act type and the other closed or open labels, by weighted words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from digest_engine.ingest.extract.sections import Sections
from digest_engine.ingest.extract.text import ActText
from digest_engine.profiles.model import Profile
from digest_engine.profiles.rules import Patterns, Rules
from digest_engine.types import FieldValue

_OPERATIVE_HEAD = 1500


def find_act_type(text: ActText, sections: Sections, profile: Profile, *, kind: str) -> tuple[FieldValue, ...]:
    """The act types that have any weight, heaviest first; the profile's default one where none reaches the threshold.

    Cues see the kind of the act as `<kind>` before the subject.
    """
    if not profile.act_types:
        return ()
    span = sections.subject or sections.heading
    decision = next(iter(sections.decision), None)
    operative = text.folded[decision[0] : min(decision[1], decision[0] + _OPERATIVE_HEAD)] if decision else ""
    return classify(text, span, f"<{kind}> {text.folded[slice(*span)]}", operative, profile)


def classify(text: ActText, span: tuple[int, int], subject: str, operative: str, profile: Profile) -> tuple[FieldValue, ...]:
    """The act types of a folded subject and operative part; `span` is the evidence."""
    scores = type_scores(subject, operative, profile.rules)
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    best = ranked[0][1] if ranked else 0.0
    if best < profile.rules.type_threshold:
        ranked = [
            (profile.default_act_type, profile.rules.type_threshold),
            *((name, score) for name, score in ranked if name != profile.default_act_type),
        ]
    second = ranked[1][1] if len(ranked) > 1 else 0.0
    sure = 0.5 + min(0.48, 0.08 * (ranked[0][1] - max(0.0, second)))
    values = [
        text.value(name, span, rule="type_words", confidence=sure if index == 0 else 0.3)
        for index, (name, score) in enumerate(ranked)
        if score > 0
    ]
    return tuple(values)


def type_scores(subject: str, operative: str, rules: Rules) -> dict[str, float]:
    """Weight of each act type in a folded subject and operative part, masked words left out."""
    decisive = any(cue.pattern.search(operative) for cue in rules.type_cues if "operative" in cue.where)
    parts = {"subject": masked(subject, rules.type_masks), "operative": masked(operative, rules.type_masks) if decisive else ""}
    scores: dict[str, float] = {}
    for cue in rules.type_cues:
        if any(cue.pattern.search(parts[where]) for where in cue.where):
            for name, weight in cue.weights.items():
                scores[name] = scores.get(name, 0.0) + weight
    return scores


def masked(folded: str, masks: Patterns) -> str:
    """`folded` with the words that mislead (`assunzione impegno di spesa`) blanked."""
    for mask in masks:
        folded = mask.sub(lambda match: "#" * len(match.group()), folded)
    return folded


def find_labels(text: ActText, span: tuple[int, int], vocabulary: Mapping[str, re.Pattern[str]]) -> list[tuple[str, tuple[int, int]]]:
    """The labels of `vocabulary` whose pattern occurs in `span`, with the place of the first occurrence."""
    found = []
    for label, pattern in vocabulary.items():
        match = pattern.search(text.folded, *span)
        if match:
            found.append((label, match.span()))
    return found
