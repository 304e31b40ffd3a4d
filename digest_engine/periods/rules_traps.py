"""What looks like a date and is none: act numbers, laws, streets, people, firms, money, hours, plans. A trap takes its words out of the reading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from digest_engine.periods.expressions import Day, IsoWeek, Month, Part, Year
from digest_engine.periods.grammar import Level, Term, rule


def _trap(**_: Any) -> int:
    return 1


def _numbered(*, unit: str, number: int) -> IsoWeek | Part | None:
    if unit == "week":
        return IsoWeek(number) if 1 <= number <= 53 else None
    return Part(unit, number) if 1 <= number <= _PARTS.get(unit, 0) else None


def _numbered_of_year(*, unit: str, pair: tuple[int, int]) -> IsoWeek | Part | None:
    found = _numbered(unit=unit, number=pair[0])
    return replace(found, year=Year(pair[1])) if found else None


def _spaced(*, day: int, month: int, year: int) -> Day:
    return Day(day, month, Year(year))


_PARTS = {"two_months": 6, "quarter": 4, "four_months": 3, "half": 2}
_NAME_DATE = "ROMAN|DAYNUM|ORD|NUMORD"
MARKS = Level(
    "marks",
    [
        # a numbered week or quarter is no act number
        rule("week_number", "UNIT:unit NUMBERED|DOT* SHORT|ROMAN:number", _numbered),
        rule("week_number", "UNIT:unit NUMBERED|DOT* OFYEAR:pair", _numbered_of_year),
        rule("day_spaced", "SHORT:day SLASH SHORT:month SLASH YEARNUM:year", _spaced),
        # numbers of acts, articles, lots, pages
        rule("trap_number", "NUMBERED OF|OFSING|COLON|DOT|NUMBERED|OPEN* NUMERIC !MONTHNAME", _trap, "TRAP"),
        rule("trap_number", "NUMBERED NUMBERED|DOT* NUMERIC", _trap, "TRAP"),
        rule("trap_act_number", "ACT NUMERIC !MONTHNAME", _trap, "TRAP"),
        # money, quantities, percentages
        rule("trap_money", "NUMERIC|NUM AND|DASH|TO|COMMA|SLASH NUMERIC|NUM MONEY", _trap, "TRAP"),
        rule("trap_money", "NUMERIC|NUM THOUSAND MONEY", _trap, "TRAP"),
        rule("trap_money", "NUMERIC THOUSAND", _trap, "TRAP"),
        rule("trap_money", "NUMERIC|NUM MONEY", _trap, "TRAP"),
        rule("trap_money", "MONEYBEFORE NUMERIC AND|DASH|TO NUMERIC !MONTHNAME", _trap, "TRAP"),
        rule("trap_money", "MONEYBEFORE NUMERIC !MONTHNAME !UNITS !UNIT", _trap, "TRAP"),
        rule("trap_counted", "NUMERIC|NUM|ORD|NUMORD COUNTED", _trap, "TRAP"),
        rule("trap_counted", "SHORT DEGREE COUNTED", _trap, "TRAP"),
        rule("trap_counted", "NUMERIC UNIT|UNITS OUTOF NUMERIC", _trap, "TRAP"),
        rule("trap_term", "TERMOF OF|OFSING|ART? BY|WITHIN|IN NUM|NUMERIC UNIT|UNITS", _trap, "TRAP"),
        rule("trap_clock", "CLOCK NUMERIC", _trap, "TRAP"),
        # streets, schools, people, firms
        rule("trap_street", f"STREET OF|OFSING|ART? {_NAME_DATE} MONTHNAME COMMA|NUMBERED? DAYNUM", _trap, "TRAP"),
        rule("trap_street", f"STREET OF|OFSING|ART? {_NAME_DATE} MONTHNAME", _trap, "TRAP"),
        rule("trap_street", "STREET CAPITAL CAPITAL* COMMA? NUMERIC !MONTHNAME", _trap, "TRAP"),
        rule("trap_street", "STREET OF|OFSING? CAPITAL* MONTHNAME|FEAST|SEASON|WEEKDAY !DAYS", _trap, "TRAP"),
        rule("trap_figures", "NUMERIC NUMERIC NUMERIC NUMERIC*", _trap, "TRAP"),
        rule("trap_name", "NAME", _trap, "TRAP"),
        rule("trap_roman", "ROMAN MONTHNAME", _trap, "TRAP"),
        rule("trap_venue", f"VENUE {_NAME_DATE} MONTHNAME !YEARNUM", _trap, "TRAP"),
        rule("trap_venue", f"VENUE CAPITAL CAPITAL* {_NAME_DATE} MONTHNAME !YEARNUM", _trap, "TRAP"),
        rule("trap_venue", f"VENUE WORD|CAPITAL|OF|OFSING* {_NAME_DATE} NAMELIKE !YEARNUM", _trap, "TRAP"),
        rule("trap_venue", "VENUE OF|OFSING? FEAST !YEARNUM", _trap, "TRAP"),
        rule("trap_person", "TITLE|ROLE CAPITAL* NAMELIKE !YEARNUM", _trap, "TRAP"),
        rule("trap_person", "TITLE MONTHNAME|FEAST !YEARNUM", _trap, "TRAP"),
        rule("trap_person", "CAPITAL NAMELIKE !YEARNUM !DAYNUM !NUMORD", _trap, "TRAP"),
        rule("trap_name", "NAMELIKE CAPITAL", _trap, "TRAP"),
        rule("trap_name", "NAMELIKE OF CAPITAL", _trap, "TRAP"),
        rule("month_in", "IN|SINCE|UNTIL|AFTER|BEFORE MONTHNAME:month &CAPITAL", lambda *, month: Month(month)),
        rule("trap_firm", "MONTHNAME|FEAST|SEASON|WEEKDAY|RELDAY COMPANY", _trap, "TRAP"),
        rule("trap_firm", "MONTHNAME|FEAST|SEASON|WEEKDAY|RELDAY CAPITAL CAPITAL* COMPANY", _trap, "TRAP"),
        # feasts and seasons that name goods and events
        rule("trap_feast", "FEASTGOODS OF|OFSING FEAST|SEASON", _trap, "TRAP"),
        rule("trap_feast", "FEAST|SEASON GOODS", _trap, "TRAP"),
        # plans, programmes, school years
        rule("trap_plan", "PLAN PLANWORD|OF|OFSING|CAPITAL|DASH|SLASH* YEARS", _trap, "TRAP"),
        rule("trap_plan", "PLAN PLANWORD|OF|OFSING|CAPITAL|DASH|SLASH* YEARNUM", _trap, "TRAP"),
        rule("trap_plan", "PLAN PLANWORD|OF|OFSING|CAPITAL|DASH|SLASH* YEARNUM DASH|SLASH YEARNUM", _trap, "TRAP"),
        rule("trap_plan", "YEARNUM|YEARS PLANAFTER", _trap, "TRAP"),
        rule("trap_street", "MONTHNAME|FEAST|WEEKDAY ROADNAME", _trap, "TRAP"),
        rule("trap_plan", "BUDGET PLANWORD|OF|OFSING* YEARS", _trap, "TRAP"),
        rule("trap_plan", "BUDGET PLANWORD|OF|OFSING* YEARNUM DASH|SLASH YEARNUM", _trap, "TRAP"),
        rule("trap_school_year", "SCHOOLYEAR OF|OFSING|WORD|CAPITAL* YEARS", _trap, "TRAP"),
        rule("trap_school_year", "SCHOOLYEAR YEARS|YEARNUM|MONTH|ISOMONTH", _trap, "TRAP"),
        rule("trap_school_year", "SCHOOLYEAR YEARNUM DASH|SLASH YEARNUM|SHORT", _trap, "TRAP"),
        rule("trap_every", "EVERY WEEKDAY|UNIT|UNITS|MONTHNAME|FEAST", _trap, "TRAP"),
    ],
)
_DATE = "DAY|MONTH|YEAR|RANGE"
CITATIONS = Level(
    "citations",
    [
        rule("trap_law", f"LAW LAWWORD|CAPITAL|OPEN|CLOSE* NUMERIC|TRAP? LAWWORD* OF|OFSING|COMMA? {_DATE} COMMA? TRAP", _trap, "TRAP"),
        rule(
            "trap_law",
            f"LAW LAWWORD|CAPITAL|OPEN|CLOSE* NUMERIC|TRAP? LAWWORD* OF|OFSING|COMMA? {_DATE} COMMA? NUMBERED* NUMERIC",
            _trap,
            "TRAP",
        ),
        rule("trap_law", f"LAW LAWWORD|CAPITAL|OPEN|CLOSE* NUMERIC|TRAP? LAWWORD* OF|OFSING|COMMA? {_DATE}", _trap, "TRAP"),
        rule("trap_law", "LAW LAWWORD|OPEN|CLOSE* NUMERIC|TRAP", _trap, "TRAP"),
    ],
)


_DATED = frozenset(("MONTHNAME", "FEAST", "SEASON", "WEEKDAY", "RELDAY", "YEARNUM", "YEARS"))
_FREE = frozenset(("WORD", "CAPITAL", "STREET", "VENUE", "GOODS", "FEASTGOODS", "COMPANY", "TITLE", "ROLE", "PLAN"))
# A title in quotes is at most this long.
_LONGEST_TITLE = 14


def mask_titles(terms: list[Term]) -> list[Term]:
    """A quoted title with a date word among others (`«Natale in Piazza»`) names an event; a date alone in quotes is a date."""
    quotes = [place for place, term in enumerate(terms) if "QUOTE" in term.cats]
    if len(quotes) < 2:
        return terms
    out, at = list(terms), 0
    while at + 1 < len(quotes):
        first, last = quotes[at], quotes[at + 1]
        inside = out[first + 1 : last]
        if len(inside) <= _LONGEST_TITLE and _any(inside, _DATED) and _any(inside, _FREE):
            for place in range(first + 1, last):
                out[place] = Term({"TRAP": 1}, out[place].start, out[place].end, "trap_title")
        at += 2
    return out


def _any(terms: list[Term], cats: frozenset[str]) -> bool:
    return any(not cats.isdisjoint(term.cats) for term in terms)
