"""What an act does to other acts, with the number and date it names."""

from __future__ import annotations

import re

from digest_engine.ingest.extract.days import matched_day
from digest_engine.ingest.extract.sections import Sections, Span
from digest_engine.ingest.extract.text import ActText
from digest_engine.profiles.model import Profile
from digest_engine.profiles.rules import RelationRule
from digest_engine.types import Relation

_REACH = 320
_KEPT = 12
_YEAR_DIGITS = 4


def find_relations(text: ActText, sections: Sections, profile: Profile) -> tuple[Relation, ...]:
    """Relations named in the subject and in the decision; one of each kind and target, in the order of the text."""
    rules = profile.rules.relations
    if rules.target is None:
        return ()
    spans = [*([sections.subject] if sections.subject else []), *sections.decision]
    found: dict[tuple[str, str, int | None], Relation] = {}
    for span in spans:
        for rule in rules.rules:
            if rule.kind in rules.subject_only and span != sections.subject:
                continue
            for match in rule.pattern.finditer(text.folded, *span):
                relation = _relation(text, rule, match, span, profile)
                if relation:
                    found.setdefault((relation.kind, relation.target_number, relation.target_year), relation)
    return tuple(found.values())[:_KEPT]


def _relation(text: ActText, rule: RelationRule, match: re.Match[str], span: Span, profile: Profile) -> Relation | None:
    target_pattern = profile.rules.relations.target
    target = target_pattern.search(text.folded, match.end(), min(span[1], match.end() + _REACH)) if target_pattern else None
    if not target:
        return None
    groups = target.groupdict()
    dated = matched_day(text.raw, target)
    written = groups.get("year") or groups.get("year_after") or ""
    year = int(written) if len(written) == _YEAR_DIGITS else (dated[0].year if dated else None)
    return Relation(
        kind=rule.kind,
        target_kind=_kind(groups.get("kind") or "", profile),
        target_number=(target.group("number").lstrip("0") or "0").upper(),
        target_date=dated[0] if dated else None,
        target_year=year,
        page=text.page(target.start()),
        snippet=text.snippet(match.start(), target.end()),
    )


def _kind(word: str, profile: Profile) -> str:
    return next((kind.value for kind in profile.kinds for pattern in kind.heading if pattern.match(word)), "")
