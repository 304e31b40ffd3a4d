"""Rules for numbers in words, years, months, and the parts of a year."""

from __future__ import annotations

from dataclasses import replace

from digest_engine.periods.expressions import (
    Between,
    Day,
    Expr,
    Feast,
    IsoWeek,
    Month,
    MonthNumber,
    Part,
    Season,
    UnitAt,
    Year,
)
from digest_engine.periods.grammar import Level, rule
from digest_engine.periods.numeric import full_year

# A bare figure is a year only inside these.
FIRST_YEAR, LAST_YEAR = 1900, 2100
# `maggio 12` is no year: what is asked of an archive of acts is younger.
_EARLIEST_SHORT_YEAR = 15
# After the word for year, any figure from here on is one.
_OLDEST_NAMED = 100
_OF = "OF|OFSING"


# --- numbers ------------------------------------------------------------------------------------------------------------


def _same(*, value: int) -> int:
    return value


def _thousands(*, value: int, hundreds: int = 0, tens: int = 0, units: int = 0) -> int | None:
    total = value * 1000 + hundreds * 100 + tens + units
    return total if value in (1, 2) and (tens < 100 and units < 10) else None


def _two_halves(*, century: int, tens: int, units: int = 0) -> int | None:
    """`nineteen ninety six`, `twenty twenty-six`."""
    fits = century in (19, 20) and tens in (*range(10, 20), *range(20, 100, 10)) and units < 10 and (not units or tens >= 20)
    return century * 100 + tens + units if fits else None


def _tens(*, tens: int, units: int) -> int | None:
    return tens + units if tens in range(20, 100, 10) and 0 < units < 10 else None


def _split_italian(*, thousand: int, rest: int) -> int | None:
    return thousand + rest if thousand in (1000, 2000) and rest < 1000 else None


NUMBERS = Level(
    "numbers",
    [
        rule("ordinal_sign", "SHORT:value DEGREE", _same, "ORD NUMORD"),
        rule("spelled_year", "SPELLED:value THOUSAND AND? SPELLED:tens DASH? SPELLED:units", _thousands, "YEARNUM NUM"),
        rule("spelled_year", "SPELLED:value THOUSAND AND? SPELLED:tens", _thousands, "YEARNUM NUM"),
        rule("spelled_year", "SPELLED:value THOUSAND", _thousands, "YEARNUM NUM"),
        rule("spelled_year", "SPELLED:century SPELLED:tens DASH? SPELLED:units", _two_halves, "YEARNUM NUM"),
        rule("spelled_year", "SPELLED:century SPELLED:tens", _two_halves, "YEARNUM NUM"),
        rule("spelled_number", "SPELLED:tens DASH? SPELLED:units", _tens, "NUM DAYNUM"),
        rule("spelled_year", "SPELLED:thousand AND? SPELLED:rest", _split_italian, "YEARNUM NUM"),
    ],
)


# --- years --------------------------------------------------------------------------------------------------------------


def _year(*, year: int) -> Year | None:
    return Year(year) if FIRST_YEAR <= year <= LAST_YEAR else None


def _named_year(*, unit: str, year: int) -> Year | None:
    return Year(year) if unit == "year" and year >= _OLDEST_NAMED else None


def _spelled_year(*, year: int) -> Year | None:
    return Year(year) if 1000 < year <= LAST_YEAR and year % 1000 else None


def _round_year(*, year: int) -> Year | None:
    """`nel duemila`; a thousand things of a kind are no year."""
    return Year(year) if year == 2000 else None


def _short_year(*, year: int) -> Year | None:
    return full_year(f"{year:02}")


def _decade(*, unit: str, year: int) -> Between | None:
    first = year if year >= 1000 else 1900 + year if year >= 30 else 2000 + year
    return Between(Year(first), Year(first + 9)) if unit == "year" and first % 10 == 0 else None


def _years(*, years: Between) -> Between:
    return years


def _unit_years(*, unit: str, years: Between) -> Between | None:
    return years if unit in ("two_years", "three_years", "four_years", "five_years", "year") else None


YEARS = Level(
    "years",
    [
        rule("year", "YEARNUM:year", _year),
        rule("year_named", "UNIT:unit OF|OFSING? YEARNUM|NUM:year", _named_year),
        rule("year_spelled", "SPELLED:year", _spelled_year),
        rule("year_spelled", "SPELLED:year !WORD !CAPITAL !MONEY !NUM !AND", _round_year),
        rule("year_short", "YEARMARK SHORT:year", _short_year),
        rule("decade", "UNITS:unit YEARMARK? SHORT|YEARNUM|SPELLED:year", _decade),
        rule("years", "YEARS:years", _years),
        rule("years_named", "UNIT|UNITS:unit YEARS:years", _unit_years),
    ],
)


# --- months -------------------------------------------------------------------------------------------------------------


def _month(*, month: int) -> Month:
    return Month(month)


def _month_year(*, month: int, year: Expr | int) -> Month | None:
    said = Year(year) if isinstance(year, int) else year
    return Month(month, said) if isinstance(said, Year | UnitAt) else None


def _month_number(*, month: int, number: int) -> MonthNumber | None:
    return MonthNumber(month, number) if number >= _EARLIEST_SHORT_YEAR else None


def _unit_month(*, unit: str, month: Expr) -> Expr | None:
    return month if unit == "month" else None


def _add_year(*, period: Expr, year: Expr) -> Expr | None:
    """A period said without a year, then its year: `aprile dell'anno scorso`."""
    if not isinstance(year, Year | UnitAt):
        return None
    if isinstance(period, Month | Part | Season | Feast | IsoWeek | Day) and period.year is None and not _counted(period):
        return replace(period, year=year)
    return None


def _counted(period: Expr) -> bool:
    return isinstance(period, Day) and not isinstance(period.month, int)


def _passed(*, month: Expr) -> Expr:
    return month


MONTHS = Level(
    "months",
    [
        rule("month", "MONTHNAME:month", _month),
        rule("month_year", "MONTHNAME:month DOT? OF|OFSING|IN|COMMA|DASH|SLASH? YEAR|YEARNUM:year", _month_year),
        rule("month_year", "MONTHNAME:month DOT? COMMA IN YEAR:year", _month_year),
        rule("year_month", "YEAR:year COMMA|HYPHEN|SLASH? MONTHNAME:month", _month_year),
        rule("year_month", "YEAR:year COMMA? IN|AT MONTHNAME:month !DAYNUM", _month_year),
        rule(
            "month_short_year",
            "IT_MONTH:month SHORT:number !MONTHNAME !WORD !CAPITAL !COMMA !YEARNUM !YEAR !DASH !UNIT !UNITS",
            _month_number,
        ),
        rule("month_short_year", "MONTHNAME:month YEARMARK SHORT:year", lambda *, month, year: Month(month, full_year(f"{year:02}"))),
        rule("month_this_year", "MONTHNAME:month THISYEAR", lambda *, month: Month(month, UnitAt("year"))),
    ],
)
MONTHS_AGAIN = Level(
    "months again",
    [
        rule("month_named", f"UNIT:unit {_OF} MONTH:month", _unit_month),
        rule("month_named", "UNIT|UNITS:unit MONTH:month", _unit_month),
        rule("with_year", f"MONTH|PART|DAY|SEASONAL|WEEK:period COMMA? {_OF}|IN? THE? YEAR:year", _add_year),
        rule("with_year", "FEASTDAY|SEASONAL:period DASH YEAR:year", _add_year),
        rule("year_then", "YEAR:year COMMA? IN|AT|OF|OFSING MONTH|PART:period", _add_year),
    ],
)


# --- parts of a year ----------------------------------------------------------------------------------------------------


def _part(*, index: int, unit: str, year: Expr | None = None) -> Part | None:
    said = year if isinstance(year, Year | UnitAt) else None
    size = {"two_months": 6, "quarter": 4, "four_months": 3, "half": 2}.get(unit, 0)
    return Part(unit, index, said) if 1 <= abs(index) <= size else None


def _last_part(*, unit: str, year: Expr) -> Part | None:
    return _part(index=-1, unit=unit, year=year)


def _named_part(*, part: Part, year: Expr) -> Part | None:
    return replace(part, year=year) if isinstance(year, Year | UnitAt) and part.year is None else None


PARTS = Level(
    "parts",
    [
        rule("part", f"ORD|ROMAN:index UNIT:unit {_OF}|COMMA|SLASH|DASH|IN? YEAR:year", _part),
        rule("part", "ORD|ROMAN:index UNIT:unit", _part),
        rule("part_numbered", f"UNIT:unit SHORT|ROMAN|SPELLED:index {_OF}|COMMA|SLASH|DASH? YEAR:year", _part),
        rule("part_numbered", "UNIT:unit SHORT|ROMAN:index", _part),
        rule("part_last", f"LAST|LASTEN UNIT:unit {_OF} YEAR:year", _last_part),
        rule("part_code", f"PARTNAME:part {_OF}|SLASH|DASH|COMMA? YEAR:year", _named_part),
        rule("part_code", "YEAR:year COMMA|DASH|SLASH? PARTNAME:part", _named_part),
        rule("year_part", "YEAR:year COMMA? ART|THE? ORD|ROMAN:index UNIT:unit", _part),
        rule("season_year", f"SEASON:season {_OF}|IN? YEAR:year", lambda *, season, year: Season(season, year)),
        rule("season", "SEASON:season !CAPITAL !GOODS", lambda *, season: Season(season)),
    ],
)
