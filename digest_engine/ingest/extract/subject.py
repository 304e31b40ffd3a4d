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
_CLOSE = 80
_NEXT_LINE = re.compile(r"[^\n]{0,40}\n\s*(?=\w)")
_EDGES = " \t\n-–—|_*:;"
_HYPHEN = re.compile(r"(?<=[a-zà-ÿ])-\n[ \t]*(?=[a-zà-ÿ])|(?<=\w)=\s*\n\s*(?=\w)")


def find_subject(text: ActText, span: Span, structure: Structure, *, labelled: bool) -> FieldValue | None:
    """The subject at `span`; one without a label is less sure."""
    subject = clean_subject(text.raw[slice(*span)], structure)
    rule, confidence = ("subject_label", 0.95) if labelled else ("subject_after_number", 0.7)
    return text.value(subject, span, rule=rule, confidence=confidence) if len(subject) > _SHORTEST else None


def unlabelled_subject(text: ActText, sections: Sections, number: Span | None, profile: Profile) -> Span | None:
    """Where a subject without a label stands: after the number, or between the line of the kind and a number that stands apart from it;
    at the top where the heading has no number.
    """
    limit = sections.heading[1]
    if number is None or number[1] >= limit:
        start = 0
    else:
        start = _between(text, number, profile) or number[1]
        limit = number[0] if start < number[0] else limit
    return subject_after(text, start, limit, profile.rules.structure) if limit - start > _SHORTEST else None


def _between(text: ActText, number: Span, profile: Profile) -> int | None:
    """The start of a paragraph between the first line that names the kind and the number; None where the number follows a kind closely."""
    kinds = [match.end() for kind in profile.kinds for pattern in kind.heading for match in pattern.finditer(text.folded, 0, number[1])]
    if not kinds or number[0] - max(kinds) < _CLOSE:
        return None
    line = _NEXT_LINE.match(text.raw, min(kinds))
    if not line or number[0] - line.end() <= _PARAGRAPH:
        return None
    first_word = text.folded[line.end() :].split(" ", 1)[0]
    return line.end() if first_word not in profile.rules.heading.small_words else None


def clean_subject(raw: str, structure: Structure) -> str:
    """`raw` on one line, words broken at line ends joined, without what the profile calls noise."""
    subject = squeeze(_HYPHEN.sub("", raw))
    for noise in structure.subject_noise:
        folded = subject.casefold()
        match = noise.search(folded) if len(folded) == len(subject) else None
        subject = (subject[: match.start()] + " " + subject[match.end() :]) if match else subject
    return squeeze(subject).strip(_EDGES)
