"""Who is paid, which office decides, who is in charge."""

from __future__ import annotations

import re
from collections.abc import Sequence

from digest_engine.ingest.extract.codes import is_vat_number
from digest_engine.ingest.extract.sections import Sections, Span
from digest_engine.ingest.extract.text import ActText, fold, squeeze
from digest_engine.profiles.rules import Codes, FoundIn, Parties
from digest_engine.types import FieldValue

_EDGES = " \t\n.,;:-–—_*\"'“”«»("
_NEAR = 260
_SHORTEST, _LONGEST = 2, 90


def find_parties(text: ActText, sections: Sections, parties: Parties, codes: Codes) -> dict[str, FieldValue]:
    """`supplier`, `supplier_vat`, `office`, `rup`, those that the act names."""
    values: dict[str, FieldValue] = {}
    decision = [*sections.decision, *([sections.subject] if sections.subject else []), *sections.spans("premises")]
    supplier = _named(
        text, parties.suppliers, decision, stops=parties.supplier_stops, never=parties.not_supplier, forms=parties.legal_forms
    )
    if supplier:
        values["supplier"] = supplier[0]
    vat = _vat_number(text, supplier[1] if supplier else None, sections.decision, codes)
    if vat:
        values["supplier_vat"] = vat
    for name, rules, spans in (("office", parties.offices, [(0, sections.heading[1] + 200)]), ("rup", parties.rup, [(0, len(text.raw))])):
        found = _named(text, rules, spans, stops=parties.person_stops, never=None, forms=None)
        if found:
            values[name] = found[0]
    return values


def supplier_in(text: ActText, span: Span, parties: Parties) -> str:
    """The supplier that a passage names, or nothing."""
    found = _named(text, parties.suppliers, [span], stops=parties.supplier_stops, never=parties.not_supplier, forms=parties.legal_forms)
    return str(found[0].value) if found else ""


def _named(
    text: ActText,
    rules: Sequence[FoundIn],
    spans: Sequence[Span],
    *,
    stops: re.Pattern[str] | None,
    never: re.Pattern[str] | None,
    forms: re.Pattern[str] | None,
) -> tuple[FieldValue, int] | None:
    """The first name that a rule finds, cut at `stops` or behind its legal form, and where it ends; names that `never` matches are
    passed over.
    """
    matches = ((rule, match) for span in spans for rule in rules for match in rule.pattern.finditer(text.folded, *span))
    for rule, match in matches:
        start, end = match.span("value")
        stop = stops.search(text.folded, start, end) if stops else None
        form = forms.search(text.folded, start + _SHORTEST, stop.start() if stop else end) if forms else None
        name = squeeze(text.raw[start : form.end() if form else stop.start() if stop else end]).strip(_EDGES)
        name += "." if form and form.group().rstrip().endswith(".") else ""
        if never and never.search(fold(name)):
            continue
        if _SHORTEST < len(name) <= _LONGEST and any(char.isupper() for char in name):
            return text.value(name, (start, end), rule=rule.name, confidence=rule.weight), end
    return None


def _vat_number(text: ActText, after: int | None, decision: Sequence[Span], codes: Codes) -> FieldValue | None:
    if codes.vat_number is None:
        return None
    spans = [(after, after + _NEAR)] if after is not None else []
    for span in (*spans, *decision):
        for match in codes.vat_number.finditer(text.folded, *span):
            number = re.sub(r"\D", "", match.group("value"))
            if is_vat_number(number):
                return text.value(number, match.span("value"), rule="vat_check_digit", confidence=0.9 if span in spans else 0.7)
    return None
