"""A document read → an act extracted: parts, heading, subject, type, amount, codes, parties, relations."""

from __future__ import annotations

from dataclasses import replace

from digest_engine.ingest.extract.amount import Choice, choose_amount
from digest_engine.ingest.extract.classify import find_act_type, find_labels
from digest_engine.ingest.extract.codes import find_codes
from digest_engine.ingest.extract.heading import find_kind, find_number_and_dates, find_organ, find_publication
from digest_engine.ingest.extract.issuer import find_issuer
from digest_engine.ingest.extract.parties import find_parties
from digest_engine.ingest.extract.parts import amount_parts
from digest_engine.ingest.extract.relations import find_relations
from digest_engine.ingest.extract.rows import extract_row
from digest_engine.ingest.extract.sections import Sections, Span, find_sections
from digest_engine.ingest.extract.subject import find_subject, unlabelled_subject
from digest_engine.ingest.extract.text import ActText, act_text, squeeze
from digest_engine.profiles.model import Profile
from digest_engine.types import AmountRole, ExtractedAct, FieldValue, ReadDocument

Candidates = dict[str, tuple[FieldValue, ...]]


def extract(document: ReadDocument, profile: Profile) -> ExtractedAct:
    """What the rules of `profile` read in `document`. A value that the text does not give has no key; nothing is guessed from the name."""
    return extract_row(document, profile) if document.fields else _extract_text(act_text(document.pages), profile)


def _extract_text(text: ActText, profile: Profile) -> ExtractedAct:
    rules = profile.rules
    sections = find_sections(text, rules.structure)
    found, number = find_number_and_dates(text, sections, rules.heading)
    sections, subject = _with_subject(text, sections, number, profile)
    found |= {"kind": find_kind(text, sections, profile), "issuer": find_issuer(text, sections, rules.heading)}
    found |= {"act_type": find_act_type(text, sections, profile, kind=_first(found, "kind"))}
    found |= {name: find_codes(text, sections, rules.codes, name=name) for name in ("cig", "cup")}
    values = {name: candidates[0] for name, candidates in found.items() if candidates}
    choice = choose_amount(
        text, sections, rules.amounts, rules.structure, act_type=str(values["act_type"].value) if "act_type" in values else ""
    )
    single = {"subject": subject, "organ": find_organ(text, sections, profile), **find_publication(text, rules.heading)}
    values |= {name: value for name, value in {**single, **find_parties(text, sections, rules.parties, rules.codes)}.items() if value}
    values |= _amount_values(text, sections, choice, values, profile) | _label_values(text, sections, profile)
    return ExtractedAct(
        values=values,
        alternatives={
            name: rest for name, rest in {**{key: item[1:] for key, item in found.items()}, "amount": choice.others}.items() if rest
        },
        parts=amount_parts(text, choice.parts, rules),
        relations=find_relations(text, sections, profile),
        review=choice.review,
    )


def _first(found: Candidates, name: str) -> str:
    return str(found[name][0].value) if found.get(name) else ""


def _with_subject(text: ActText, sections: Sections, number: Span | None, profile: Profile) -> tuple[Sections, FieldValue | None]:
    """The subject; where it has no label, its place becomes the subject part, so that type and amount are read there too."""
    structure = profile.rules.structure
    if sections.subject:
        return sections, find_subject(text, sections.subject, structure, labelled=True)
    span = unlabelled_subject(text, sections, number, profile)
    return (replace(sections, subject=span), find_subject(text, span, structure, labelled=False)) if span else (sections, None)


def _amount_values(
    text: ActText, sections: Sections, choice: Choice, values: dict[str, FieldValue], profile: Profile
) -> dict[str, FieldValue]:
    if choice.amount is None:
        return {}
    amount = choice.amount
    role = _role(text, sections, str(values["act_type"].value) if "act_type" in values else "", profile)
    return {
        "amount": amount,
        "amount_role": replace(amount, value=role, rule="role_of_type"),
        "amount_vat": replace(amount, value=choice.vat, rule="vat_words"),
    }


def _role(text: ActText, sections: Sections, act_type: str, profile: Profile) -> AmountRole:
    known = profile.act_type(act_type)
    if known is None:
        return "altro"
    spans = [*([sections.subject] if sections.subject else []), *sections.decision]
    for rule in known.role_by_words:
        if any(rule.pattern.search(text.folded, *span) for span in spans):
            return rule.role
    return known.role


def _label_values(text: ActText, sections: Sections, profile: Profile) -> dict[str, FieldValue]:
    rules = profile.rules
    span = sections.subject or sections.heading
    values: dict[str, FieldValue] = {}
    topics = find_labels(text, span, rules.topics)
    if topics:
        values["topics"] = text.value(tuple(name for name, _span in topics), topics[0][1], rule="topic_words", confidence=0.7)
    for name, vocabulary in (("personnel_role", rules.personnel_roles), ("temporal_scope", rules.temporal_scopes)):
        labels = find_labels(text, span, vocabulary)
        if labels:
            values[name] = text.value(labels[0][0], labels[0][1], rule=f"{name}_words", confidence=0.7)
    for field in profile.metadata:
        match = field.pattern.search(text.folded) if field.pattern else None
        if match:
            values[field.name] = text.value(
                squeeze(text.raw[slice(*match.span("value"))]), match.span("value"), rule="own_field", confidence=0.7
            )
    return values
