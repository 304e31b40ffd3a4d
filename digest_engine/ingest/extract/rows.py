"""One row of a list of acts: cells by the names their source gives them, and the subject line read as a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from email.utils import parsedate_to_datetime

from digest_engine.ingest.extract.codes import is_cig, is_cup, is_vat_number
from digest_engine.ingest.extract.content import Content, read_content
from digest_engine.ingest.extract.days import first_day
from digest_engine.ingest.extract.heading import own_number
from digest_engine.ingest.extract.issuer import named_issuer
from digest_engine.ingest.extract.money import read_number
from digest_engine.ingest.extract.sections import Sections
from digest_engine.ingest.extract.subject import clean_subject
from digest_engine.ingest.extract.text import SNIPPET, act_text, fold
from digest_engine.periods import parse_date
from digest_engine.profiles.model import Profile
from digest_engine.profiles.rules import Rows
from digest_engine.types import AmountRole, ExtractedAct, FieldValue, Page, ReadDocument

_LABEL = re.compile(r"[\s_\-./]+")
_PLAIN = ("office", "rup", "supplier", "organ")
_DATES = ("act_date", "publication_from", "publication_to")
_SOURCE_LIMIT = 240
_CUT = re.compile(r"(?<![\d.,'])\d[\d.']*[.,]\d?\Z")
_CUT_AT_LIMIT = re.compile(r"(?<![\d.,'])\d[\d.']*\Z")
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEAR_NUMBER = re.compile(r"(?P<year>(?:19|20)\d\d)\s?[-/]\s?(?P<number>\w{1,8})")
_NUMBER_YEAR = re.compile(r"(?P<number>\w{1,8})\s?[-/]\s?(?P<year>(?:19|20)\d\d)")
_NUMBER = re.compile(r"\d[\d.,'’]*\d|\d")

Cells = dict[str, str]


def extract_row(document: ReadDocument, profile: Profile) -> ExtractedAct:
    """What the cells of `document.fields` say. The subject line gives what no cell gives; a cell with an amount is believed over it."""
    rows = profile.rules.rows
    cells = _cells(document, rows)
    subject = _subject(cells.get("subject") or cells.get("title", ""), profile)
    named = {name: _cell(value) for name, value in _named(cells, profile)}
    content = _content(subject, profile, kind=str(named["kind"].value) if "kind" in named else "")
    values = {name: candidates[0] for name, candidates in content.found.items()}
    values |= own_number(act_text((Page(1, subject),)), profile.rules.heading)
    values |= {"subject": _cell(subject, confidence=0.95)} if subject else {}
    values |= named | dict(_dated(cells)) | dict(_coded(cells)) | _numbered(cells)
    values |= _amount(cells, rows, values, _type_role(values, profile))
    alternatives = {name: candidates[1:] for name, candidates in content.found.items() if len(candidates) > 1}
    return ExtractedAct(values=values, alternatives=alternatives, relations=content.relations, review=content.review)


def _cells(document: ReadDocument, rows: Rows) -> Cells:
    """Our fields and their cells; of several headers that mean the same, the one the profile names first. Headers are compared without
    case, accents and separators.
    """
    known = {
        _plain(alias): (field, rank) for field, aliases in rows.columns.items() for rank, alias in reversed([*enumerate((*aliases, field))])
    }
    best: dict[str, tuple[int, str]] = {}
    for label, cell in document.fields:
        field, rank = known.get(_plain(label), ("", 0))
        if field and cell.strip() and (field not in best or rank < best[field][0]):
            best[field] = (rank, cell.strip())
    return {field: cell for field, (_rank, cell) in best.items()}


def _plain(label: str) -> str:
    return _LABEL.sub("", fold(label))


def _cell(value: str, *, rule: str = "cell", confidence: float = 0.9) -> FieldValue:
    return FieldValue(value=value, snippet=value[:SNIPPET], confidence=confidence, rule=rule)


def _named(cells: Cells, profile: Profile) -> Iterator[tuple[str, str]]:
    for name in _PLAIN:
        if name in cells:
            yield name, cells[name]
    issuer = cells.get("issuer") or named_issuer(cells.get("source", ""), profile.rules.heading)
    if issuer:
        yield "issuer", issuer
    if is_vat_number(cells.get("supplier_vat", "")):
        yield "supplier_vat", cells["supplier_vat"]
    folded = fold(cells.get("kind", ""))
    kind = next((kind.value for kind in profile.kinds for pattern in kind.heading if pattern.search(folded)), "")
    if kind:
        yield "kind", kind


def _content(subject: str, profile: Profile, *, kind: str) -> Content:
    line = act_text((Page(1, _without_cut_figure(subject)),))
    return read_content(line, Sections(heading=(0, 0), subject=(0, len(line.raw)), parts=()), profile, kind=kind)


def _without_cut_figure(line: str) -> str:
    """`line` with a figure that the source cut short at its end made unreadable: a piece of an amount is another amount."""
    cut = _CUT.search(line) or (_CUT_AT_LIMIT.search(line) if len(line) >= _SOURCE_LIMIT else None)
    return line[: cut.start()] + "#" * (len(line) - cut.start()) if cut else line


def _subject(cell: str, profile: Profile) -> str:
    line = cell
    for noise in profile.rules.rows.subject_noise:
        match = noise.search(fold(line))
        line = line[: match.start()] + line[match.end() :] if match else line
    return clean_subject(line, profile.rules.structure)


def _dated(cells: Cells) -> Iterator[tuple[str, FieldValue]]:
    for name in _DATES:
        day = _day(cells[name]) if name in cells else None
        if day:
            yield name, FieldValue(value=day, snippet=cells[name][:SNIPPET], confidence=0.9, rule="cell")
            if name == "act_date":
                yield "date_precision", FieldValue(value="day", confidence=0.9, rule="cell")


def _day(cell: str) -> date | None:
    day = parse_date(cell)
    if day is None:
        found = first_day(cell)
        day = found[0] if found and found[1] == "day" else None
    return day or _feed_day(cell)


def _feed_day(cell: str) -> date | None:
    """The day of a date in the form of RSS (RFC 822), as written, whatever its zone."""
    try:
        return parsedate_to_datetime(cell).date()
    except ValueError:
        return None


def _coded(cells: Cells) -> Iterator[tuple[str, FieldValue]]:
    for name, valid in (("cig", is_cig), ("cup", is_cup)):
        code = re.sub(r"\W", "", cells.get(name, "")).upper()
        if valid(code):
            yield name, FieldValue(value=(code,), snippet=cells[name][:SNIPPET], confidence=0.95, rule="cell")


def _numbered(cells: Cells) -> dict[str, FieldValue]:
    """Number and year; lists write them together as `2013-01955` or `1955/2013`."""
    cell = cells.get("number", "")
    forms = (_NUMBER_YEAR, _YEAR_NUMBER) if "/" in cell else (_YEAR_NUMBER, _NUMBER_YEAR)
    together = forms[0].fullmatch(cell) or forms[1].fullmatch(cell)
    number = together.group("number") if together else cell
    year = together.group("year") if together else cells.get("year", "")
    values = {"number": _cell(number.lstrip("0") or number)} if number else {}
    if _YEAR.fullmatch(year):
        values["year"] = FieldValue(value=int(year), snippet=year, confidence=0.9, rule="cell")
    return values


def _type_role(values: dict[str, FieldValue], profile: Profile) -> AmountRole:
    known = profile.act_type(str(values["act_type"].value)) if "act_type" in values else None
    return known.role if known else "altro"


def _amount(cells: Cells, rows: Rows, values: dict[str, FieldValue], role: AmountRole) -> dict[str, FieldValue]:
    """The first amount column that holds more than zero, with the role of that column, or of the act type where the column has none."""
    for name in rows.amounts:
        match = _NUMBER.search(cells.get(name, ""))
        readings = read_number(match.group()) if match else ()
        if readings and readings[0] > 0:
            amount = FieldValue(value=readings[0], snippet=cells[name][:SNIPPET], confidence=0.9, rule=f"cell:{name}")
            kept = values["amount_vat"].value if "amount_vat" in values and values["amount"].value == readings[0] else "ignota"
            return {
                "amount": amount,
                "amount_role": replace(amount, value=rows.amount_roles.get(name, role)),
                "amount_vat": replace(amount, value=kept, rule="vat_words"),
            }
    return {}
