"""The subject (oggetto) of an act, whole, on one line."""

from __future__ import annotations

import re

from digest_engine.ingest.extract.sections import Sections, Span, subject_after
from digest_engine.ingest.extract.text import ActText, squeeze
from digest_engine.profiles.model import Profile
from digest_engine.profiles.rules import Structure
from digest_engine.types import FieldValue

_SHORTEST = 3
_PARAGRAPH = 60
_NEXT_LINE = re.compile(r"[^\n]{0,40}\n\s*(?=\w)")
_EDGES = " \t\n-–—|_*:;"
_HYPHEN = re.compile(r"(?<=[a-zà-ÿ])-\n[ \t]*(?=[a-zà-ÿ])|(?<=\w)=\s*\n\s*(?=\w)")


def find_subject(text: ActText, span: Span, structure: Structure, *, labelled: bool) -> FieldValue | None:
    """The subject at `span`; one without a label is less sure."""
    subject = clean_subject(text.raw[slice(*span)], structure)
    rule, confidence = ("subject_label", 0.95) if labelled else ("subject_after_number", 0.7)
    return text.value(subject, span, rule=rule, confidence=confidence) if len(subject) > _SHORTEST else None


def unlabelled_subject(text: ActText, sections: Sections, number: Span | None, profile: Profile) -> Span | None:
    """Where a subject without a label stands: between the line of the kind and the number, or after the number."""
    if number is None or number[1] >= sections.heading[1]:
        return None
    kinds = [match for kind in profile.kinds for pattern in kind.heading for match in pattern.finditer(text.folded, 0, number[0])]
    first = min((match.end() for match in kinds), default=number[0])
    between = _NEXT_LINE.match(text.raw, first)
    if (
        between
        and number[0] - between.end() > _PARAGRAPH
        and text.folded[between.end() :].split(" ", 1)[0] not in profile.rules.heading.small_words
    ):
        return subject_after(text, between.end(), number[0], profile.rules.structure)
    return subject_after(text, number[1], sections.heading[1], profile.rules.structure)


def clean_subject(raw: str, structure: Structure) -> str:
    """`raw` on one line, words broken at line ends joined, without what the profile calls noise."""
    subject = squeeze(_HYPHEN.sub("", raw))
    for noise in structure.subject_noise:
        folded = subject.casefold()
        match = noise.search(folded) if len(folded) == len(subject) else None
        subject = (subject[: match.start()] + " " + subject[match.end() :]) if match else subject
    return squeeze(subject).strip(_EDGES)
