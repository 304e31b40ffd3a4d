"""A document read → an act extracted: parts, heading, subject, content, parties."""

from __future__ import annotations

from dataclasses import replace

from digest_engine.ingest.extract.content import Candidates, read_content
from digest_engine.ingest.extract.heading import find_kind, find_number_and_dates, find_organ, find_publication
from digest_engine.ingest.extract.issuer import find_issuer
from digest_engine.ingest.extract.parties import find_parties
from digest_engine.ingest.extract.rows import extract_row
from digest_engine.ingest.extract.sections import Sections, Span, find_sections
from digest_engine.ingest.extract.subject import find_subject, unlabelled_subject
from digest_engine.ingest.extract.text import ActText, act_text
from digest_engine.profiles.model import Profile
from digest_engine.types import ExtractedAct, FieldValue, ReadDocument


def extract(document: ReadDocument, profile: Profile) -> ExtractedAct:
    """What the rules of `profile` read in `document`. A value that the text does not give has no key; nothing is guessed from the name."""
    return extract_row(document, profile) if document.fields else _extract_text(act_text(document.pages), profile)


def _extract_text(text: ActText, profile: Profile) -> ExtractedAct:
    rules = profile.rules
    sections = find_sections(text, rules.structure)
    found, number = find_number_and_dates(text, sections, rules.heading)
    sections, subject = _with_subject(text, sections, number, profile)
    found |= {"kind": find_kind(text, sections, profile), "issuer": find_issuer(text, sections, rules.heading)}
    content = read_content(text, sections, profile, kind=str(found["kind"][0].value) if found["kind"] else "")
    found |= content.found
    found |= _single({"subject": subject, "organ": find_organ(text, sections, profile)})
    found |= _single(find_publication(text, sections, rules.heading)) | _single(find_parties(text, sections, rules.parties, rules.codes))
    return ExtractedAct(
        values={name: candidates[0] for name, candidates in found.items() if candidates},
        alternatives={name: candidates[1:] for name, candidates in found.items() if len(candidates) > 1},
        parts=content.parts,
        relations=content.relations,
        review=content.review,
    )


def _single(values: dict[str, FieldValue] | dict[str, FieldValue | None]) -> Candidates:
    return {name: (value,) for name, value in values.items() if value}


def _with_subject(text: ActText, sections: Sections, number: Span | None, profile: Profile) -> tuple[Sections, FieldValue | None]:
    """The subject; where it has no label, its place becomes the subject part, so that type and amount are read there too."""
    structure = profile.rules.structure
    if sections.subject:
        return sections, find_subject(text, sections.subject, structure, labelled=True)
    span = unlabelled_subject(text, sections, number, profile)
    return (replace(sections, subject=span), find_subject(text, span, structure, labelled=False)) if span else (sections, None)
