"""One row of a list of acts: cells by the names their source gives them, and the subject line read as a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from digest_engine.ingest.extract.amount import choose_amount
from digest_engine.ingest.extract.classify import classify, find_labels
from digest_engine.ingest.extract.codes import find_codes, is_cig, is_cup
from digest_engine.ingest.extract.money import read_number
from digest_engine.ingest.extract.sections import Sections
from digest_engine.ingest.extract.subject import clean_subject
from digest_engine.ingest.extract.text import ActText, act_text, fold
from digest_engine.periods import find_document_dates, parse_date
from digest_engine.profiles.model import Profile
from digest_engine.profiles.rules import Rows
from digest_engine.types import ExtractedAct, FieldValue, Page, ReadDocument

_LABEL = re.compile(r"[\s_\-./]+")
_PLAIN = ("issuer", "office", "rup", "supplier", "supplier_vat", "organ")
_DATES = ("act_date", "publication_from", "publication_to")
_SOURCE_LIMIT = 240
_CUT = re.compile(r"\d[\d.']*[.,]\d?\Z")
_CUT_AT_LIMIT = re.compile(r"(?<![\d.,'])\d[\d.']*\Z")
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEAR_NUMBER = re.compile(r"(?P<year>(?:19|20)\d\d)\s?[-/]\s?(?P<number>\w{1,8})")
_NUMBER_YEAR = re.compile(r"(?P<number>\w{1,8})\s?[-/]\s?(?P<year>(?:19|20)\d\d)")
_NUMBER = re.compile(r"\d[\d.,'’]*\d|\d")


def extract_row(document: ReadDocument, profile: Profile) -> ExtractedAct:
    """What the cells of `document.fields` say. The subject line gives what no cell gives; a cell with an amount is believed over it."""
    rows = profile.rules.rows
    cells = dict(_cells(document, rows))
    values = {name: _cell(cell) for name, cell in cells.items() if name in _PLAIN}
    values |= dict(_dated(cells)) | dict(_coded(cells))
    subject = _subject(cells.get("subject", ""), profile)
    line = act_text((Page(1, _without_cut_figure(subject)),))
    read, alternatives, review = _read_line(line, profile)
    values = read | ({"subject": _cell(subject, confidence=0.95)} if subject else {}) | values
    if "kind" in cells and _kind(cells["kind"], profile):
        values["kind"] = _cell(_kind(cells["kind"], profile))
    values |= _numbered(cells)
    values |= _amount(cells, rows, values)
    return ExtractedAct(values=values, alternatives=alternatives, review=review)


def _cells(document: ReadDocument, rows: Rows) -> Iterator[tuple[str, str]]:
    """Our field and its cell. Headers are compared without case, accents and separators."""
    fields = {_plain(alias): field for field, aliases in rows.columns.items() for alias in (field, *aliases)}
    for label, cell in document.fields:
        field = fields.get(_plain(label))
        if field and cell.strip():
            yield field, cell.strip()


def _plain(label: str) -> str:
    return _LABEL.sub("", fold(label))


def _cell(value: str, *, rule: str = "cell", confidence: float = 0.9) -> FieldValue:
    return FieldValue(value=value, snippet=value[:200], confidence=confidence, rule=rule)


def _dated(cells: dict[str, str]) -> Iterator[tuple[str, FieldValue]]:
    for name in _DATES:
        day = parse_date(cells[name]) if name in cells else None
        if day is None and name in cells:
            found = find_document_dates(cells[name])
            day = found[0].date if found else None
        if day:
            yield name, FieldValue(value=day, snippet=cells[name][:200], confidence=0.9, rule="cell")
            if name == "act_date":
                yield "date_precision", FieldValue(value="day", confidence=0.9, rule="cell")


def _coded(cells: dict[str, str]) -> Iterator[tuple[str, FieldValue]]:
    for name, valid in (("cig", is_cig), ("cup", is_cup)):
        code = re.sub(r"\W", "", cells.get(name, "")).upper()
        if valid(code):
            yield name, FieldValue(value=(code,), snippet=cells[name][:200], confidence=0.95, rule="cell")


def _subject(cell: str, profile: Profile) -> str:
    line = cell
    for noise in profile.rules.rows.subject_noise:
        match = noise.search(fold(line))
        line = line[: match.start()] + line[match.end() :] if match else line
    return clean_subject(line, profile.rules.structure)


def _without_cut_figure(line: str) -> str:
    """`line` with a figure that the source cut short at its end made unreadable: a piece of an amount is another amount."""
    cut = _CUT.search(line) or (_CUT_AT_LIMIT.search(line) if len(line) >= _SOURCE_LIMIT else None)
    return line[: cut.start()] + "#" * (len(line) - cut.start()) if cut else line


def _read_line(line: ActText, profile: Profile) -> tuple[dict[str, FieldValue], dict[str, tuple[FieldValue, ...]], tuple[str, ...]]:
    span = (0, len(line.raw))
    rules = profile.rules
    sections = Sections(heading=(0, 0), subject=span, parts=())
    types = classify(line, span, f"<> {line.folded}", "", profile) if profile.act_types and line.raw else ()
    values = {"act_type": types[0]} if types else {}
    for name in ("cig", "cup"):
        codes = find_codes(line, sections, rules.codes, name=name)
        if codes:
            values[name] = codes[0]
    choice = choose_amount(line, sections, rules.amounts, rules.structure, act_type=str(types[0].value) if types else "")
    if choice.amount:
        role = profile.act_type(str(types[0].value)) if types else None
        values["amount"] = choice.amount
        values["amount_vat"] = replace(choice.amount, value=choice.vat, rule="vat_words")
        values["amount_role"] = replace(choice.amount, value=role.role if role else "altro", rule="role_of_type")
    topics = find_labels(line, span, rules.topics)
    if topics:
        values["topics"] = line.value(tuple(name for name, _span in topics), topics[0][1], rule="topic_words", confidence=0.7)
    alternatives = {"act_type": types[1:], "amount": choice.others}
    return values, {name: rest for name, rest in alternatives.items() if rest}, choice.review


def _numbered(cells: dict[str, str]) -> dict[str, FieldValue]:
    """Number and year; lists write them together as `2013-01955` or `1955/2013`."""
    cell = cells.get("number", "")
    together = _YEAR_NUMBER.fullmatch(cell) or _NUMBER_YEAR.fullmatch(cell)
    number = together.group("number") if together else cell
    year = together.group("year") if together else cells.get("year", "")
    values = {"number": _cell(number.lstrip("0") or number)} if number else {}
    if _YEAR.fullmatch(year):
        values["year"] = FieldValue(value=int(year), snippet=year, confidence=0.9, rule="cell")
    return values


def _kind(cell: str, profile: Profile) -> str:
    folded = fold(cell)
    return next((kind.value for kind in profile.kinds for pattern in kind.heading if pattern.search(folded)), "")


def _amount(cells: dict[str, str], rows: Rows, values: dict[str, FieldValue]) -> dict[str, FieldValue]:
    """The first amount column that holds more than zero, with the role the profile gives to that column."""
    for name in rows.amounts:
        match = _NUMBER.search(cells.get(name, ""))
        readings = read_number(match.group()) if match else ()
        if readings and readings[0] > 0:
            amount = FieldValue(value=readings[0], snippet=cells[name][:200], confidence=0.9, rule=f"cell:{name}")
            role = rows.amount_roles.get(name, "altro")
            kept = values["amount_vat"].value if "amount_vat" in values and values["amount"].value == readings[0] else "ignota"
            return {
                "amount": amount,
                "amount_role": replace(amount, value=role),
                "amount_vat": replace(amount, value=kept, rule="vat_words"),
            }
    return {}
