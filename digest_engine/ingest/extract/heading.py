"""Kind, organ, number and dates of an act, as its heading gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from digest_engine.ingest.extract.days import first_day, formula_day, matched_day
from digest_engine.ingest.extract.sections import Sections, Span
from digest_engine.ingest.extract.text import ActText
from digest_engine.profiles.model import Profile
from digest_engine.profiles.rules import Choice, FoundIn, Heading, Kind, Organ, Patterns
from digest_engine.types import FieldValue

_BEFORE = 45
_AFTER = 45
_NOISE_PENALTY = 50.0
_SUBJECT_HEAD = 70
_LONG_DATE = 40
_TAIL = 2500
_LATE_PENALTY, _LATE = 12.0, 50
_TOP = 100.0
_UNLIKELY = 20.0
_SENTENCE, _OPENING, _FORMULA = 110, 60, 600
_NOT_ITS_OWN = ("accounting", "publication")
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class _Numbered:
    number: str
    year: int | None
    day: date | None
    precision: str
    span: tuple[int, int]
    weight: float
    rule: str


def find_kind(text: ActText, sections: Sections, profile: Profile) -> tuple[FieldValue, ...]:
    """The kinds the act may be of, best first: what the subject says it is, the first word of the heading, the verb of the decision, the
    organ.
    """
    named = [*_kinds_by_subject(text, sections, profile), *_kinds_in_heading(text, sections, profile)]
    found = [*named, *_kinds_by_verb(text, sections, profile), *_kinds_by_organ(text, sections, profile)]
    last = {kind.value for kind in profile.kinds if kind.fallback}
    unique: dict[str, FieldValue] = {}
    for value in sorted(found, key=lambda value: value.value in last):
        unique.setdefault(str(value.value), value)
    return tuple(unique.values())


def _kinds_by_subject(text: ActText, sections: Sections, profile: Profile) -> Iterator[FieldValue]:
    if sections.subject is None:
        return
    heading = next((str(value.value) for value in _kinds_in_heading(text, sections, profile)), "")
    for rule in profile.rules.heading.kind_by_subject:
        wrong, right = rule.template.split(">")
        match = rule.pattern.search(text.folded, *sections.subject)
        if match and heading == wrong:
            yield text.value(right, match.span(), rule=rule.name, confidence=0.7)


def _kinds_in_heading(text: ActText, sections: Sections, profile: Profile) -> Iterator[FieldValue]:
    end = sections.subject[0] if sections.subject else sections.heading[1]
    regions = [(0, end), (end, sections.heading[1]), *sections.spans("publication")]
    for index, region in enumerate(regions):
        first = _first(text, profile.kinds, region, profile.rules.heading.kind_noise)
        if first:
            kind, span = first
            yield text.value(kind.value, span, rule="heading_word", confidence=(0.97, 0.8, 0.7)[min(index, 2)])


def _kinds_by_verb(text: ActText, sections: Sections, profile: Profile) -> Iterator[FieldValue]:
    for start, _end in sections.spans("operative"):
        for kind in profile.kinds:
            match = next((found for pattern in kind.operative if (found := pattern.match(text.folded, start))), None)
            if match:
                yield text.value(kind.value, match.span(), rule="operative_verb", confidence=0.75)


def _kinds_by_organ(text: ActText, sections: Sections, profile: Profile) -> Iterator[FieldValue]:
    organ = find_organ(text, sections, profile)
    kind = next((organ_of.kind for organ_of in profile.organs if organ and organ_of.value == organ.value), "")
    if organ and kind:
        yield replace(organ, value=kind, confidence=0.4, rule="organ_adopts")


def find_organ(text: ActText, sections: Sections, profile: Profile) -> FieldValue | None:
    """The organ that decides, from the heading (before the subject, then after it)."""
    for region in ((0, sections.subject[0] if sections.subject else 0), (0, sections.heading[1] + 300)):
        first = _first(text, profile.organs, region, ())
        if first:
            return text.value(first[0].value, first[1], rule="heading_organ", confidence=0.9)
    return None


def _first(
    text: ActText, choices: Sequence[Kind] | Sequence[Organ], region: tuple[int, int], noise: Patterns
) -> tuple[Choice, tuple[int, int]] | None:
    best: tuple[Choice, tuple[int, int]] | None = None
    for choice in choices:
        for pattern in choice.heading:
            for match in pattern.finditer(text.folded, *region):
                if best is not None and match.start() >= best[1][0]:
                    break
                if not any(found.search(text.folded[max(0, match.start() - _BEFORE) : match.start()]) for found in noise):
                    best = (choice, match.span())
                    break
    return best


def find_number_and_dates(text: ActText, sections: Sections, heading: Heading) -> tuple[dict[str, tuple[FieldValue, ...]], Span | None]:
    """`number`, `year`, `act_date`, `date_precision`, each with its candidates, best first; and where the number stands."""
    candidates = sorted(_likely(text, sections, heading), key=lambda found: (-found.weight, found.span[0]))
    values: dict[str, tuple[FieldValue, ...]] = {}
    if candidates:
        values["number"] = _distinct(
            text.value(found.number, found.span, rule=found.rule, confidence=_confidence(found)) for found in candidates
        )
    best = candidates[0] if candidates else None
    dates = [(found.day, found.precision, found.span, found.rule, _confidence(found)) for found in candidates[:1] if found.day]
    dates += [] if dates else _dates(text, sections, heading)
    # The day of another number is that of another register; it may only stand beside a day that the act gives.
    others = candidates[1:] if dates else [found for found in candidates[1:] if best and found.number == best.number]
    dates += [(found.day, found.precision, found.span, found.rule, 0.4) for found in others if found.day]
    if dates:
        values["act_date"] = _distinct(text.value(day, span, rule=rule, confidence=sure) for day, _p, span, rule, sure in dates)
        values["date_precision"] = (text.value(dates[0][1], dates[0][2], rule=dates[0][3], confidence=dates[0][4]),)
    year = (best.year if best else None) or (dates[0][0].year if dates else None)
    written = (year, best.span if best else dates[0][2]) if year else _formula_year(text, sections, heading)
    if written:
        values["year"] = (text.value(*written, rule="heading_year", confidence=0.9),)
    return values, best.span if best else None


def own_number(line: ActText, heading: Heading) -> dict[str, FieldValue]:
    """`number`, `year` and `act_date` of a title that begins with them (`Determinazione n. 12 del 3/2/2020 - …`)."""
    candidates = [found for found in _numbered_in(line, (0, _SUBJECT_HEAD), heading, share=1.0, but=None) if found.span[0] == 0]
    best = max(candidates, key=lambda found: found.weight, default=None)
    if best is None:
        return {}
    read = {"number": best.number, "year": best.year or (best.day.year if best.day else None), "act_date": best.day}
    return {name: line.value(value, best.span, rule=best.rule, confidence=0.6) for name, value in read.items() if value is not None}


def _confidence(found: _Numbered) -> float:
    return max(0.3, min(0.99, found.weight / _TOP))


def _distinct(values: Iterator[FieldValue]) -> tuple[FieldValue, ...]:
    unique: dict[object, FieldValue] = {}
    for value in values:
        unique.setdefault(value.value, value)
    return tuple(unique.values())


def _likely(text: ActText, sections: Sections, heading: Heading) -> list[_Numbered]:
    """The candidates of the heading and of the first words of the subject; those of the attestation of publication where there are none."""
    body = max(sections.heading[1], sections.subject[1] if sections.subject else 0)
    start = sections.subject[0] if sections.subject else 0
    found = [*_numbered_in(text, (0, body), heading, share=1.0, but=sections.subject)]
    found += _numbered_in(text, (start, start + _SUBJECT_HEAD), heading, share=0.6, but=None)
    likely = [candidate for candidate in found if candidate.weight >= _UNLIKELY]
    if likely:
        return likely
    attested = (_numbered_in(text, span, heading, share=0.4, but=None) for span in sections.spans("publication"))
    return [candidate for candidates in attested for candidate in candidates if candidate.weight >= _UNLIKELY]


def _numbered_in(text: ActText, region: Span, heading: Heading, *, share: float, but: Span | None) -> Iterator[_Numbered]:
    for rule in heading.numbers:
        for match in rule.pattern.finditer(text.folded, *region):
            if but and but[0] <= match.start("number") < but[1]:
                continue
            before = text.folded[max(0, match.start("number") - _BEFORE) : match.start("number")]
            if not any(never.search(before) for never in heading.number_never_before):
                yield _candidate(text, match, rule, heading, share)


def _candidate(text: ActText, match: re.Match[str], rule: FoundIn, heading: Heading, share: float) -> _Numbered:
    groups = match.groupdict()
    at = match.start("number")
    before = text.folded[max(0, at - _BEFORE) : at]
    after = text.folded[match.end() : match.end() + _AFTER]
    noisy = any(noise.search(before) for noise in heading.number_noise_before) + any(
        noise.match(after) for noise in heading.number_noise_after
    )
    dated = matched_day(text.raw, match)
    year = _YEAR.fullmatch(groups.get("year") or groups.get("year_after") or "")
    suffix = groups.get("suffix")
    number = (match.group("number").lstrip("0") or "0").upper() + (f"/{suffix.upper()}" if suffix else "")
    return _Numbered(
        number=number,
        year=int(year.group()) if year else None,
        day=dated[0] if dated else None,
        precision=dated[1] if dated else "day",
        span=match.span(),
        weight=rule.weight * share - _NOISE_PENALTY * noisy - min(_LATE_PENALTY, match.start() / _LATE),
        rule=rule.name,
    )


_Dated = tuple[date, str, tuple[int, int], str, float]


def _dates(text: ActText, sections: Sections, heading: Heading) -> list[_Dated]:
    found = [*_dates_by(text, heading.dates, (0, _opening(text, sections)), sections.subject, heading)]
    for span in _closing(text, sections, heading):
        found += _dates_by(text, heading.closing_dates, span, None, heading)
    return sorted(found, key=lambda dated: (dated[1] != "day", -dated[4]))


def _opening(text: ActText, sections: Sections) -> int:
    """Where the opening ends: heading and subject, and the formula behind them, down to the decision."""
    end = max(sections.heading[1], sections.subject[1] if sections.subject else 0)
    return min(end + _FORMULA, *(start for start, _end in sections.decision if start > end), len(text.raw))


def _formula_year(text: ActText, sections: Sections, heading: Heading) -> tuple[int, Span] | None:
    """The year of an opening formula whose day was left blank (`L'anno duemilaventisei, il giorno ____`)."""
    matches = (match for rule in heading.dates for match in rule.pattern.finditer(text.folded, 0, _opening(text, sections)))
    found = ((first_day(text.folded[slice(*match.span("date"))]), match.span()) for match in matches)
    return next(((day[0].year, span) for day, span in found if day), None)


def _closing(text: ActText, sections: Sections, heading: Heading) -> Iterator[Span]:
    """Where an act is signed and dated: the decision and what follows it, without opinions, visas and the attestation of publication."""
    if not sections.decision:
        return
    start = sections.decision[-1][0]
    for part in sections.parts:
        opening = text.folded[part.start : min(part.end, part.start + _OPENING)].partition("\n")[0]
        foreign = part.kind in _NOT_ITS_OWN or (part.kind == "closing" and _matches(heading.date_never_before, opening))
        if part.start >= start and not foreign:
            yield part.start, part.end


def _matches(patterns: Patterns, passage: str) -> bool:
    return any(pattern.search(passage) for pattern in patterns)


def _dates_by(text: ActText, rules: Sequence[FoundIn], region: Span, but: Span | None, heading: Heading) -> Iterator[_Dated]:
    for rule in rules:
        for match in rule.pattern.finditer(text.folded, *region):
            if but and but[0] <= match.start() < but[1]:
                continue
            before = text.folded[max(0, match.start("date") - _SENTENCE) : match.start("date")]
            if _matches(heading.date_never_before, before):
                continue
            passage = text.folded[slice(*match.span("date"))]
            dated = formula_day(passage, heading.date_noise) if len(passage) > _LONG_DATE else matched_day(text.raw, match)
            if dated:
                yield *dated, match.span(), rule.name, rule.weight / _TOP
                break


def find_publication(text: ActText, sections: Sections, heading: Heading) -> dict[str, FieldValue]:
    """`publication_from` and `publication_to`, where the attestation of publication, the heading or the end of the act say them."""
    places = [*sections.spans("publication"), sections.heading, (max(0, len(text.raw) - _TAIL), len(text.raw))]
    values = {}
    for name, patterns in (("publication_from", heading.publication_from), ("publication_to", heading.publication_to)):
        matches = (found for place in places for pattern in patterns for found in [pattern.search(text.folded, *place)] if found)
        match = next(matches, None)
        dated = matched_day(text.raw, match) if match else None
        if match and dated:
            values[name] = text.value(dated[0], match.span(), rule=name, confidence=0.9)
    return values
