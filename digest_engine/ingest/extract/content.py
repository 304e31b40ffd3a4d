"""What an act is about, whatever its form: type, amount, codes, labels, relations. Documents and rows of lists are read alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from digest_engine.ingest.extract.amount import Choice, choose_amount
from digest_engine.ingest.extract.classify import find_act_type, find_labels
from digest_engine.ingest.extract.codes import find_codes
from digest_engine.ingest.extract.parts import amount_parts
from digest_engine.ingest.extract.relations import find_relations
from digest_engine.ingest.extract.sections import Sections
from digest_engine.ingest.extract.text import ActText, squeeze
from digest_engine.profiles.model import Profile
from digest_engine.types import AmountPart, AmountRole, FieldValue, Relation

Candidates = dict[str, tuple[FieldValue, ...]]


@dataclass(frozen=True, slots=True)
class Content:
    """Candidates by field, best first, and what goes with the amount."""

    found: Candidates
    parts: tuple[AmountPart, ...]
    relations: tuple[Relation, ...]
    review: tuple[str, ...]


def read_content(text: ActText, sections: Sections, profile: Profile, *, kind: str) -> Content:
    """The content of `text`; `kind` is the kind of act, which speaks for some types."""
    rules = profile.rules
    types = find_act_type(text, sections, profile, kind=kind)
    act_type = str(types[0].value) if types else ""
    choice = choose_amount(text, sections, rules.amounts, rules.structure, act_type=act_type)
    found: Candidates = {"act_type": types}
    found |= {name: find_codes(text, sections, rules.codes, name=name) for name in ("cig", "cup")}
    found |= _amounts(choice, amount_role(text, sections, act_type, profile))
    found |= {name: (value,) for name, value in _labels(text, sections, profile)}
    return Content(
        found={name: values for name, values in found.items() if values},
        parts=amount_parts(text, choice.parts, rules),
        relations=find_relations(text, sections, profile),
        review=choice.review,
    )


def _amounts(choice: Choice, role: AmountRole) -> Candidates:
    if choice.amount is None:
        return {}
    return {
        "amount": (choice.amount, *choice.others),
        "amount_role": (replace(choice.amount, value=role, rule="role_of_type"),),
        "amount_vat": (replace(choice.amount, value=choice.vat, rule="vat_words"),),
    }


def amount_role(text: ActText, sections: Sections, act_type: str, profile: Profile) -> AmountRole:
    """The role of the amounts of `act_type`, by the words of subject and decision where the profile says so."""
    known = profile.act_type(act_type)
    if known is None:
        return "altro"
    spans = [*([sections.subject] if sections.subject else []), *sections.decision]
    for rule in known.role_by_words:
        if any(rule.pattern.search(text.folded, *span) for span in spans):
            return rule.role
    return known.role


def _labels(text: ActText, sections: Sections, profile: Profile) -> Iterator[tuple[str, FieldValue]]:
    rules = profile.rules
    span = sections.subject or sections.heading
    topics = find_labels(text, span, rules.topics)
    if topics:
        yield "topics", text.value(tuple(name for name, _span in topics), topics[0][1], rule="topic_words", confidence=0.7)
    for name, vocabulary in (("personnel_role", rules.personnel_roles), ("temporal_scope", rules.temporal_scopes)):
        labels = find_labels(text, span, vocabulary)
        if labels:
            yield name, text.value(labels[0][0], labels[0][1], rule=f"{name}_words", confidence=0.7)
    places = [span, *sections.decision, sections.heading]
    for field in profile.metadata:
        match = next((found for place in places if field.pattern and (found := field.pattern.search(text.folded, *place))), None)
        if match:
            where = match.span("value")
            yield field.name, text.value(squeeze(text.raw[slice(*where)]), where, rule="own_field", confidence=0.7)
