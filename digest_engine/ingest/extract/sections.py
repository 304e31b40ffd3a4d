"""The parts of an act: heading, subject, premises, operative part, proposal, accounting visa, publication."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from digest_engine.ingest.extract.text import ActText, squeeze
from digest_engine.profiles.rules import Structure

Span = tuple[int, int]
_LONGEST_SUBJECT = 2500
_SHORT_NOTE = 30
_SAME, _FIRST_PAGE = 60, 3000
_KINDS = ("closing", "accounting", "publication", "proposal", "proposal_operative", "premises")
_WORD_START = re.compile(r"(?<![\w'’])[A-ZÀ-Ý]")
_ALONE = re.compile(r"[^\S\n]*:?[^\S\n]*(?:\n|$)")
_SENTENCE_END = re.compile(r"(?:[;:,.)]|\A)[^\S\n]*\n\s*\Z")
_LINE_START = re.compile(r"^[^\w\n]{0,8}(?=\w)", re.MULTILINE)
_OPEN_END = re.compile(r"(?:[,\-(=]|(?<![a-z])[a-z]{1,3})\Z")
_LONG_LINE = re.compile(r"^[^\n]{400,}", re.MULTILINE)
_BLANK = re.compile(r"\n[ \t\f]*\n[ \t\f\n]*")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the text."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sections:
    """The parts in the order in which they stand. `subject` excludes its label."""

    heading: Span
    subject: Span | None
    parts: tuple[Section, ...]

    def spans(self, kind: str) -> list[Span]:
        """The spans of one kind."""
        return [(part.start, part.end) for part in self.parts if part.kind == kind]

    def kind_at(self, offset: int) -> str:
        """The kind of the part that holds `offset`."""
        if self.subject and self.subject[0] <= offset < self.subject[1]:
            return "subject"
        return next((part.kind for part in self.parts if part.start <= offset < part.end), "heading")

    @property
    def around_subject(self) -> list[Span]:
        """The heading, without the subject that stands in it."""
        if not self.subject:
            return [self.heading]
        start, end = self.heading
        return [span for span in ((start, min(end, self.subject[0])), (self.subject[1], end)) if span[0] < span[1]]

    @property
    def decision(self) -> list[Span]:
        """What is decided: the operative part, or the proposal's where there is no other."""
        return self.spans("operative") or self.spans("proposal_operative")


@dataclass(frozen=True, slots=True)
class _Markers:
    parts: re.Pattern[str]
    operative: re.Pattern[str]
    after: re.Pattern[str]
    not_after: re.Pattern[str]
    subject: re.Pattern[str]
    subject_end: re.Pattern[str]
    subject_cut: re.Pattern[str]
    abbreviation: re.Pattern[str]


def find_sections(text: ActText, structure: Structure) -> Sections:
    """The parts of `text`."""
    markers = _markers(structure)
    anchors = _anchors(text)
    subject = _subject(text, anchors, markers)
    body = subject[1] if subject else 0
    marks = sorted({*_part_marks(text, anchors, markers, body), *_operative_marks(text, markers, body)})
    parts = tuple(_parts(marks, len(text.raw)))
    heading_end = next((part.start for part in parts), min(len(text.raw), 4000))
    return Sections(heading=(0, heading_end), subject=subject, parts=parts)


@lru_cache(maxsize=16)
def _compiled(patterns: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]) -> re.Pattern[str]:
    groups = (f"(?P<{name}>{'|'.join(f'(?:{found.pattern})' for found in members)})" for name, members in patterns if members)
    return re.compile("|".join(groups) or r"(?!)", re.MULTILINE)


def _markers(structure: Structure) -> _Markers:
    return _Markers(
        parts=_compiled(tuple((kind, getattr(structure, kind)) for kind in _KINDS)),
        operative=_operative(structure.operative),
        after=_compiled((("after", structure.operative_after),)),
        not_after=_compiled((("not_after", structure.not_operative_after),)),
        subject=_compiled((("subject", structure.subject),)),
        subject_end=_compiled((("subject_end", structure.subject_end),)),
        subject_cut=_compiled((("subject_cut", structure.subject_cut),)),
        abbreviation=_compiled((("abbreviation", structure.abbreviations),)),
    )


@lru_cache(maxsize=16)
def _operative(words: tuple[str, ...]) -> re.Pattern[str]:
    """The words, letters apart or not. It starts with the set of their first letters: the search then skips all other characters."""
    rest = "|".join(f"(?<={re.escape(word[0])})" + r"[ \t]?".join(["", *map(re.escape, word[1:])]) for word in words)
    first = "".join(sorted({word[0] for word in words}))
    return re.compile(rf"[{re.escape(first)}](?<!\w.)(?:{rest})(?!\w)" if words else r"(?!)")


def _anchors(text: ActText) -> list[int]:
    """Where a part may start: at a line, and, in lines so long that the lines of the act were lost, at any capitalised word."""
    anchors = [match.end() for match in _LINE_START.finditer(text.raw)]
    anchors += [word.start() for line in _LONG_LINE.finditer(text.raw) for word in _WORD_START.finditer(text.raw, *line.span())]
    return sorted(set(anchors))


def _subject(text: ActText, anchors: list[int], markers: _Markers) -> Span | None:
    label = markers.subject.search(text.folded)
    if not label:
        return None
    first = (label.end(), _subject_end(text, label.end(), anchors, markers))
    again = markers.subject.search(text.folded, first[1], _FIRST_PAGE)
    if not again:
        return first
    last = (again.end(), _subject_end(text, again.end(), anchors, markers))
    # Some acts print their subject twice on the first page, shortened the first time.
    repeated = squeeze(text.folded[last[0] : last[0] + _SAME]) == squeeze(text.folded[first[0] : first[0] + _SAME])
    return last if repeated and last[1] - last[0] > first[1] - first[0] else first


def subject_after(text: ActText, start: int, limit: int, structure: Structure) -> Span:
    """The span of a subject that has no label and starts after `start`, before `limit`."""
    return (start, min(limit, _subject_end(text, start, _anchors(text), _markers(structure))))


def _subject_end(text: ActText, start: int, anchors: list[int], markers: _Markers) -> int:
    """At a marker, at a blank line that does not break a sentence, or at 2,500 characters."""
    limit = min(len(text.raw), start + _LONGEST_SUBJECT)
    first = next((match.start() for match in [re.compile(r"\S").search(text.raw, start)] if match), limit)
    for anchor in anchors:
        if anchor > limit:
            break
        if anchor > first and markers.subject_end.match(text.folded, anchor):
            limit = anchor
            break
    cut = markers.subject_cut.search(text.folded, first, limit)
    limit = cut.start() if cut else limit
    for blank in _BLANK.finditer(text.raw, first, limit):
        if blank.start() - first < _SHORT_NOTE and text.raw[first] == "(":
            continue
        if not _continues(text.folded[first : blank.start()], text.raw[blank.end() : blank.end() + 1], markers.abbreviation):
            return blank.start()
    return limit


def _continues(before: str, following: str, abbreviation: re.Pattern[str]) -> bool:
    """Whether a blank line stands inside a sentence: after a comma, a short word or an abbreviation, or before a small letter or a digit."""
    tail = before.rstrip()[-40:]
    if _OPEN_END.search(tail) or abbreviation.search(tail):
        return True
    return not tail.endswith((".", '"', ")")) and (following.islower() or following.isdigit())


def _part_marks(text: ActText, anchors: list[int], markers: _Markers, body: int) -> Iterator[tuple[int, str]]:
    premises_seen = False
    for anchor in anchors:
        if anchor < body:
            continue
        match = markers.parts.match(text.folded, anchor)
        if match and match.lastgroup and text.raw[anchor].isupper():
            if match.lastgroup == "premises" and premises_seen:
                continue
            premises_seen = premises_seen or match.lastgroup == "premises"
            yield anchor, match.lastgroup
        elif match and match.lastgroup == "premises" and not premises_seen:
            premises_seen = True
            yield anchor, "premises"


def _operative_marks(text: ActText, markers: _Markers, body: int) -> Iterator[tuple[int, str]]:
    for match in markers.operative.finditer(text.raw, body):
        following = text.folded[match.end() : match.end() + 80]
        if not match.group().isupper() and not _ALONE.match(following):
            continue
        if match.group().islower() and not _SENTENCE_END.search(text.raw, max(body, match.start() - 80), match.start()):
            continue
        if markers.after.match(following) and not markers.not_after.match(following):
            yield match.start(), "operative"


def _parts(marks: list[tuple[int, str]], end: int) -> Iterator[Section]:
    for index, (start, kind) in enumerate(marks):
        yield Section(kind, start, marks[index + 1][0] if index + 1 < len(marks) else end)
