"""The subject (oggetto) of an act, whole, on one line."""

from __future__ import annotations

import re

from digest_engine.ingest.extract.sections import Span
from digest_engine.ingest.extract.text import ActText, squeeze
from digest_engine.profiles.rules import Structure
from digest_engine.types import FieldValue

_SHORTEST = 3
_EDGES = " \t\n-–—|_*:;"
_HYPHEN = re.compile(r"(?<=[a-zà-ÿ])-\n[ \t]*(?=[a-zà-ÿ])")


def find_subject(text: ActText, span: Span, structure: Structure, *, labelled: bool) -> FieldValue | None:
    """The subject at `span`; one without a label is less sure."""
    subject = clean_subject(text.raw[slice(*span)], structure)
    rule, confidence = ("subject_label", 0.95) if labelled else ("subject_after_number", 0.7)
    return text.value(subject, span, rule=rule, confidence=confidence) if len(subject) > _SHORTEST else None


def clean_subject(raw: str, structure: Structure) -> str:
    """`raw` on one line, words broken at line ends joined, without what the profile calls noise."""
    subject = squeeze(_HYPHEN.sub("", raw))
    for noise in structure.subject_noise:
        folded = subject.casefold()
        match = noise.search(folded) if len(folded) == len(subject) else None
        subject = (subject[: match.start()] + " " + subject[match.end() :]) if match else subject
    return squeeze(subject).strip(_EDGES)
