"""CIG, CUP and VAT numbers: checked for form, own ones told from merely cited ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest_engine.ingest.extract.sections import Sections, Span
from digest_engine.ingest.extract.text import ActText
from digest_engine.profiles.rules import Codes
from digest_engine.types import FieldValue

_SEPARATORS = re.compile(r"[\s.\-:]")
_CIG_LENGTH, _CUP_LENGTH, _VAT_LENGTH = 10, 15, 11
_CIG = re.compile(r"[0-9]{7}[0-9A-F]{3}|[A-Z][0-9A-F]{9}")
_CUP = re.compile(r"[A-Z][0-9][0-9A-Z][A-Z0-9]{12}")
_CUP_CHECK = re.compile(r"[A-Z]\d{2}[A-Z]\d{11}")
_PREMISES = ("premises", "proposal")
_BEFORE, _WITHOUT = 160, 2
_LINE = re.compile(r"[^\n\f]*\S[^\n\f]*")
_CONFUSED = str.maketrans("ILO", "110")
_ORDER = {"subject": 0, "heading": 1, "operative": 2, "proposal_operative": 3, "accounting": 4, "premises": 5, "proposal": 6}


def is_cig(code: str) -> bool:
    """Ten characters: seven digits and three hexadecimal ones, or a letter and nine hexadecimal ones (ANAC); never all zeros."""
    return bool(_CIG.fullmatch(code)) and set(code) != {"0"}


def is_cup(code: str) -> bool:
    """Fifteen characters in the form of the DIPE: a letter, a digit, two characters, eleven digits (a letter in the fourth place)."""
    return bool(_CUP_CHECK.fullmatch(code) or (_CUP.fullmatch(code) and sum(char.isdigit() for char in code) >= 11))


def is_vat_number(code: str) -> bool:
    """Eleven digits with the check digit of the Italian VAT number (Luhn, D.M. 23 December 1976)."""
    if len(code) != _VAT_LENGTH or not code.isdigit() or set(code) == {"0"}:
        return False
    doubled = sum(sum(divmod(2 * int(char), 10)) for char in code[1:10:2])
    return (10 - (sum(map(int, code[0:10:2])) + doubled) % 10) % 10 == int(code[10])


def find_codes(text: ActText, sections: Sections, codes: Codes, *, name: str) -> tuple[FieldValue, ...]:
    """The act's own codes as one tuple value, then (where there are any) the cited ones. `name` is `cig` or `cup`."""
    pattern, valid, length = (codes.cig, is_cig, _CIG_LENGTH) if name == "cig" else (codes.cup, is_cup, _CUP_LENGTH)
    if pattern is None:
        return ()
    own: dict[str, tuple[int, int, int]] = {}
    cited: dict[str, tuple[int, int, int]] = {}
    found = [*_codes(text, pattern, length), *(_in_columns(text, codes) if name == "cig" else ())]
    for code, start, end in found:
        part = sections.kind_at(start)
        place = (_ORDER.get(part, len(_ORDER)), start, end)
        kept = cited if part in _PREMISES and codes.cited and codes.cited.search(text.folded[max(0, start - _BEFORE) : start]) else own
        if valid(code) and (code not in kept or place < kept[code]):
            kept[code] = place
    return _values(text, own or cited, {code: place for code, place in cited.items() if code not in own} if own else {}, name)


def code_in(text: ActText, span: Span, codes: Codes) -> str:
    """The first CIG of a passage, or nothing."""
    if codes.cig is None:
        return ""
    found = (_clean(text, match)[:_CIG_LENGTH] for match in codes.cig.finditer(text.folded, *span))
    return next((code for code in found if is_cig(code)), "")


def _clean(text: ActText, match: re.Match[str]) -> str:
    """The code as written; where letters stand that its form excludes and a scan confuses with digits (I, L, O), those digits."""
    written = _SEPARATORS.sub("", text.raw[slice(*match.span("value"))]).upper()
    if len(written) == _CIG_LENGTH:
        return written[0] + written[1:].translate(_CONFUSED)
    if len(written) == _CUP_LENGTH:
        return written[0] + written[1:3].translate(_CONFUSED) + written[3] + written[4:].translate(_CONFUSED)
    return written


def _codes(text: ActText, pattern: re.Pattern[str], length: int) -> Iterator[tuple[str, int, int]]:
    for match in pattern.finditer(text.folded):
        yield _clean(text, match)[:length], *match.span("value")


def _in_columns(text: ActText, codes: Codes) -> Iterator[tuple[str, int, int]]:
    """The CIGs of tables that name them only at the head of a column: down to the third line in a row without any."""
    for heading in codes.cig_column.finditer(text.folded) if codes.cig_column and codes.cell else ():
        without = 0
        for line in _LINE.finditer(text.folded, heading.end()):
            cells = list(codes.cell.finditer(text.folded, *line.span())) if codes.cell else []
            valid = [(code, *cell.span("value")) for cell in cells if is_cig(code := _clean(text, cell))]
            yield from valid
            without = 0 if valid else without + 1
            if without > _WITHOUT:
                break


def _values(
    text: ActText, own: dict[str, tuple[int, int, int]], cited: dict[str, tuple[int, int, int]], name: str
) -> tuple[FieldValue, ...]:
    ordered = sorted(own, key=lambda code: (own[code][0], own[code][1]))
    aside = tuple(cited)
    if ordered:
        first = own[ordered[0]]
        value = text.value(tuple(ordered), (first[1], first[2]), rule=f"{name}_form", confidence=0.95 if first[0] <= 3 else 0.75)
        return (value, text.value(aside, cited[aside[0]][1:], rule=f"{name}_cited", confidence=0.3)) if aside else (value,)
    return ()
