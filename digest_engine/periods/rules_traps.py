"""What looks like a date and is none: act numbers, laws, streets, people, firms, money, hours, plans. A trap takes its words out of the reading."""

from __future__ import annotations

from typing import Any

from digest_engine.periods.expressions import Month
from digest_engine.periods.grammar import Level, rule


def _trap(**_: Any) -> int:
    return 1


_NAME_DATE = "ROMAN|DAYNUM|ORD|NUMORD"
MARKS = Level(
    "marks",
    [
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
        rule("trap_counted", "NUMERIC UNIT|UNITS OUTOF NUMERIC", _trap, "TRAP"),
        rule("trap_clock", "CLOCK NUMERIC", _trap, "TRAP"),
        # streets, schools, people, firms
        rule("trap_street", f"STREET OF|OFSING|ART? {_NAME_DATE} MONTHNAME COMMA|NUMBERED? DAYNUM", _trap, "TRAP"),
        rule("trap_street", f"STREET OF|OFSING|ART? {_NAME_DATE} MONTHNAME", _trap, "TRAP"),
        rule("trap_street", "STREET CAPITAL CAPITAL* COMMA? NUMERIC !MONTHNAME", _trap, "TRAP"),
        rule("trap_street", "STREET OF|OFSING? CAPITAL* MONTHNAME|FEAST|SEASON|WEEKDAY !DAYS", _trap, "TRAP"),
        rule("trap_figures", "NUMERIC NUMERIC NUMERIC NUMERIC*", _trap, "TRAP"),
        rule("trap_roman", "ROMAN MONTHNAME", _trap, "TRAP"),
        rule("trap_venue", f"VENUE {_NAME_DATE} MONTHNAME !YEARNUM", _trap, "TRAP"),
        rule("trap_venue", f"VENUE CAPITAL CAPITAL* {_NAME_DATE} MONTHNAME !YEARNUM", _trap, "TRAP"),
        rule("trap_person", "TITLE|ROLE CAPITAL* NAMELIKE !YEARNUM", _trap, "TRAP"),
        rule("trap_person", "TITLE MONTHNAME|FEAST !YEARNUM", _trap, "TRAP"),
        rule("trap_person", "CAPITAL NAMELIKE !YEARNUM !DAYNUM !NUMORD", _trap, "TRAP"),
        rule("trap_name", "NAMELIKE CAPITAL", _trap, "TRAP"),
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
        rule("trap_law", f"LAW LAWWORD|CAPITAL|OPEN|CLOSE* NUMERIC|TRAP? LAWWORD* OF|OFSING|COMMA? {_DATE} COMMA? NUMBERED* NUMERIC", _trap, "TRAP"),
        rule("trap_law", f"LAW LAWWORD|CAPITAL|OPEN|CLOSE* NUMERIC|TRAP? LAWWORD* OF|OFSING|COMMA? {_DATE}", _trap, "TRAP"),
        rule("trap_law", "LAW LAWWORD|OPEN|CLOSE* NUMERIC|TRAP", _trap, "TRAP"),
    ],
)
