"""The body that issues the act."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest_engine.ingest.extract.sections import Sections, Span
from digest_engine.ingest.extract.text import ActText, act_text, squeeze
from digest_engine.profiles.rules import FoundIn, Heading
from digest_engine.types import FieldValue, Page

_WORD = re.compile(r"[^\s'’\-]+|['’\-]|\s+")
_Found = tuple[float, int, int, str, str]
_HEAD = 600
_SURE = 40.0
_SHORTEST = 4
_TRIM = " \t\n.,;:-–—|_*'()[]"


def find_issuer(text: ActText, sections: Sections, heading: Heading) -> tuple[FieldValue, ...]:
    """The bodies named where the issuer stands, best first; a regional act that does not name its body takes the region it names most."""
    subject = sections.subject or (min(sections.heading[1], _HEAD), min(sections.heading[1], _HEAD))
    found = list(_candidates(text, (0, subject[0]), 1.0, heading))
    regional = None if found else _regional(text, subject[0], heading)
    rest = (((subject[1], sections.heading[1] + 1500), 0.8), ((sections.heading[1], len(text.raw)), 0.5), (subject, 0.4))
    for region, share in rest if not regional else ():
        if not found or max(found)[0] < _SURE:
            found += _candidates(text, region, share, heading)
    values: dict[str, FieldValue] = {str(regional.value).casefold(): regional} if regional else {}
    for weight, start, end, name, rule in sorted(found, key=lambda candidate: -candidate[0]):
        values.setdefault(name.casefold(), text.value(name, (start, end), rule=rule, confidence=weight / 100))
    return tuple(values.values())


def named_issuer(line: str, heading: Heading) -> str:
    """The body that a line names, or nothing."""
    text = act_text((Page(1, line),))
    return max(_candidates(text, (0, len(line)), 1.0, heading), default=(0.0, 0, 0, "", ""))[3]


def _candidates(text: ActText, region: Span, share: float, heading: Heading) -> Iterator[_Found]:
    for rule in heading.issuers:
        for match in rule.pattern.finditer(text.folded, *region):
            span = _cut(text, match.span("value"), heading)
            name = _name(text, match, rule, span, heading)
            if len(name) > _SHORTEST:
                nearness = 1 - 0.02 * min(10.0, (match.start() - region[0]) / 200)
                yield rule.weight * share * nearness, *span, name, rule.name
                break


def _name(text: ActText, match: re.Match[str], rule: FoundIn, span: Span, heading: Heading) -> str:
    if not rule.template:
        return tidy(text.raw[slice(*span)], heading)
    pieces = {group: tidy(text.raw[slice(*match.span(group))], heading) for group in match.groupdict()}
    return rule.template.format(**pieces)


def _cut(text: ActText, span: tuple[int, int], heading: Heading) -> tuple[int, int]:
    stop = heading.issuer_stops.search(text.folded, span[0] + 1, span[1]) if heading.issuer_stops else None
    return (span[0], stop.start()) if stop else span


def tidy(name: str, heading: Heading) -> str:
    """`name` on one line, out of capitals, with the rewrites of the profile (`azienda sanitaria locale n. 1` → `ASL n. 1`) applied."""
    name = squeeze(name).strip(_TRIM)
    name = name if name.count('"') % 2 == 0 else name.replace('"', "")
    words = name.split()
    while words and words[-1].casefold() in heading.small_words:
        words.pop()
    name = " ".join(words)
    if sum(char.isupper() for char in name) > sum(char.islower() for char in name):
        name = _out_of_capitals(name, heading)
    for typed, accented in heading.typed_accents.items():
        name = re.sub(rf"{typed}(?!\w)", accented, name)
    name = _capital(name, heading)
    for rule in heading.issuer_rewrites:
        match = rule.pattern.search(name.casefold()) if len(name.casefold()) == len(name) else None
        if match:
            pieces = {group: _capital(name[slice(*match.span(group))].strip(), heading) for group in match.groupdict()}
            return squeeze(rule.template.format(**pieces))
    return name


def _capital(piece: str, heading: Heading) -> str:
    return piece if piece.casefold() in heading.small_words else piece[:1].upper() + piece[1:]


def _out_of_capitals(name: str, heading: Heading) -> str:
    pieces = _WORD.findall(name)
    return "".join(_recased(piece, first=index == 0, heading=heading) for index, piece in enumerate(pieces))


def _recased(piece: str, *, first: bool, heading: Heading) -> str:
    if piece.upper() in heading.acronyms:
        return piece
    if piece.lower() in heading.small_words and not first:
        return piece.lower()
    first_letter = next((place for place, char in enumerate(piece) if char.isalpha()), 0)
    return piece[:first_letter] + piece[first_letter : first_letter + 1].upper() + piece[first_letter + 1 :].lower()


def _regional(text: ActText, end: int, heading: Heading) -> FieldValue | None:
    cue = heading.regional.search(text.folded, 0, end) if heading.regional else None
    if not cue:
        return None
    counted = {name: [match.span() for match in pattern.finditer(text.folded)] for name, pattern in heading.regions.items()}
    name, spans = max(counted.items(), key=lambda item: len(item[1]), default=("", []))
    return text.value(name, spans[0], rule="region_named_most", confidence=0.6) if spans else None
