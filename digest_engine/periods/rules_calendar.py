"""Rules for what stands in the calendar: years, months, quarters, seasons, feasts, weeks, days."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from digest_engine.periods.expressions import (
    Around,
    Between,
    Day,
    Expr,
    Feast,
    IsoWeek,
    Month,
    MonthNumber,
    Offset,
    Part,
    Pick,
    Season,
    UnitAt,
    Weekday,
    WeekdayOf,
    Year,
)  # fmt: skip
from digest_engine.periods.grammar import Level, rule
from digest_engine.periods.numeric import full_year

# A bare figure is a year only inside these.
FIRST_YEAR, LAST_YEAR = 1900, 2100
# `maggio 12` is no year: what is asked of an archive of acts is younger.
_EARLIEST_SHORT_YEAR = 15
# After the word for year, any figure from here on is one.
_OLDEST_NAMED = 100
_PARTS = ("two_months", "quarter", "four_months", "half")
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
        rule("month_short_year", "IT_MONTH:month SHORT:number !MONTHNAME !WORD !CAPITAL !COMMA !YEARNUM !YEAR !DASH !UNIT !UNITS", _month_number),
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


# --- days ---------------------------------------------------------------------------------------------------------------


def _day(*, day: int, month: Expr, weekday: int | None = None, year: Expr | int | None = None) -> Day | None:
    if isinstance(month, Month):
        said = Year(year) if isinstance(year, int) else year if isinstance(year, Year | UnitAt) else month.year
        if month.year is not None and year is not None:
            return None
        return Day(day, month.month, said, weekday, month.pick)
    if isinstance(month, UnitAt) and month.unit == "month":
        return Day(day, month, None, weekday)
    return None


def _day_short(*, day: int, month: Expr, year: int) -> Day | None:
    return _day(day=day, month=month, year=full_year(f"{year:02}")) if isinstance(month, Month) and month.year is None else None


def _day_month_number(*, day: int, month: MonthNumber, weekday: int | None = None) -> Day:
    return Day(day, month.month, full_year(f"{month.number:02}"), weekday)


def _day_of_bare(*, day: int, unit: str) -> Day | None:
    return Day(day, UnitAt("month")) if unit == "month" else None


def _first_of_year(*, day: int, unit: str) -> Day | None:
    return Day(1, 1) if unit == "year" and day == 1 else None


def _day_this_month(*, day: int) -> Day:
    return Day(day, UnitAt("month"))


def _day_this_year(*, day: Expr) -> Expr | None:
    return replace(day, year=UnitAt("year")) if isinstance(day, Day) and isinstance(day.month, int) else None


def _said_weekday(*, weekday: int, day: Day) -> Day:
    return replace(day, weekday=weekday)


def _weekday_number(*, weekday: int, day: int) -> Day:
    return Day(day, weekday=weekday)


def _days(*, days: tuple[int, int], month: Expr, year: Expr | None = None) -> Between | None:
    if days[0] >= days[1]:
        return None
    first, last = (_day(day=day, month=month, year=year) for day in days)
    return Between(first, last) if first and last else None


def _month_days(*, month: Expr, first: int, last: int, year: Expr | None = None) -> Between | None:
    return _days(days=(first, last), month=month, year=year) if first < last else None


def _day_year(*, month: Expr, pair: tuple[int, int]) -> Day | None:
    return _day(day=pair[0], month=month, year=pair[1])


def _relative_day(*, offset: int) -> UnitAt:
    return UnitAt("day", offset)


def _counted_month(*, month: Expr) -> Expr:
    return month


_TO = "DASH|TO|UNTIL"
DAYS = Level(
    "days",
    [
        rule("day_month", "DAYNUM|ORD:day DOT? OF|OFSING|HYPHEN|SLASH? MONTH:month", _day),
        rule("day_month_short", "DAYNUM|ORD:day OF|OFSING? MONTHNUMBER:month", _day_month_number),
        rule("day_month_short", "WEEKDAY:weekday COMMA? DAYNUM|ORD:day OF|OFSING? MONTHNUMBER:month", _day_month_number),
        rule("day_month_short", "DAYNUM|ORD:day OF|OFSING? MONTH:month SHORT:year !WORD !CAPITAL !UNIT !UNITS !MONTH !COUNTED", _day_short),
        rule("day_month", "DAYNUM|ORD:day DOT? HYPHEN|SLASH MONTH:month HYPHEN|SLASH YEAR|YEARNUM:year", _day),
        rule("day_month", "DAYNUM|ORD:day DOT? OF|OFSING? MONTH:month COMMA YEAR|SPELLEDYEAR:year", _day),
        rule("weekday_day_month", "WEEKDAY:weekday DOT? COMMA? ART|THE? DAYNUM|ORD:day DOT? OF|OFSING|HYPHEN? MONTH:month", _day),
        rule("weekday_day_month", "WEEKDAY:weekday DOT? COMMA? ART|THE? DAYNUM|ORD:day DOT? OF|OFSING|HYPHEN? MONTH:month COMMA YEAR:year", _day),
        rule("month_day", "MONTH:month DOT|HYPHEN|SLASH|COMMA? ART|THE? DAYNUM|ORD:day COMMA|HYPHEN|OF|OFSING? YEAR:year", _day),
        rule("month_day", "MONTH:month DOT|HYPHEN|SLASH? ART|THE? DAYNUM|ORD:day !UNIT !UNITS !WEEKDAY !PARTNAME", _day),
        rule("weekday_month_day", "WEEKDAY:weekday DOT? COMMA? MONTH:month DOT? ART|THE? DAYNUM|ORD:day COMMA? YEAR:year", _day),
        rule("weekday_month_day", "WEEKDAY:weekday DOT? COMMA? MONTH:month DOT? ART|THE? DAYNUM|ORD:day", _day),
        rule("month_then_count", "IN|TO MONTH:month NUM &WORD", _counted_month),
        rule("days_month", "DAYS:days OF|OFSING? MONTH:month", _days),
        rule("days_month", "DAYS:days OF|OFSING? MONTH:month COMMA YEAR:year", _days),
        rule("month_days", "MONTH:month DAYS:days COMMA? YEAR:year", _days),
        rule("month_days", "MONTH:month DAYS:days", _days),
        rule("month_days", f"MONTH:month DAYNUM|ORD:first {_TO} DAYNUM|ORD:last !OF !OFSING !MONTHNAME !MONTH", _month_days),
        rule("month_days", f"MONTH:month DAYNUM|ORD:first {_TO} DAYNUM|ORD:last COMMA? YEAR:year", _month_days),
        rule("month_day", "MONTH:month HYPHEN DAYYEAR:pair", _day_year),
        rule("month_day", "DAYYEAR:pair HYPHEN MONTH:month", _day_year),
        rule("day_of_month", "DAYNUM|ORD:day OF|OFSING UNIT:unit", _day_of_bare),
        rule("first_of_year", "ORD:day OF|OFSING UNIT:unit", _first_of_year),
        rule("day_this_month", "DAYNUM|ORD:day THISMONTH", _day_this_month),
        rule("day_month_numeric", "DAYMONTH:day", lambda *, day: day),
        rule("weekday_numeric", "WEEKDAY:weekday DOT? COMMA? FULLDATE|DAYMONTH:day", _said_weekday),
        rule("weekday_number", "WEEKDAY:weekday DOT? COMMA? ART|THE? DAYNUM|NUMORD:day", _weekday_number),
        rule("weekday_number", "WEEKDAY:weekday COMMA? THE ORD:day", _weekday_number),
        rule("relative_day", "RELDAY:offset", _relative_day),
        rule("weekday", "WEEKDAY:weekday DOT?", lambda *, weekday: Weekday(weekday)),
        rule("feast", "FEAST:feast", lambda *, feast: Feast(feast)),
        rule("month_numeric", "MONTHYEAR:month", lambda *, month: month),
    ],
)
DAYS_AGAIN = Level(
    "days again",
    [rule("day_this_year", "DAY:day THISYEAR", _day_this_year)],
)


# --- said as last, next, this -------------------------------------------------------------------------------------------


def _picked(pick: Pick) -> Any:
    def build(*, period: Expr) -> Expr | None:
        if isinstance(period, Month | Part | Season | Feast | Day) and period.year is None and not isinstance(getattr(period, "month", 1), UnitAt):
            return replace(period, pick=pick)
        return replace(period, pick=pick) if isinstance(period, Weekday) else None

    return build


def _unit_after(*, unit: str, day: Expr) -> Offset:
    return Offset(((1, unit),), day, whole=True)


def _picked_day(pick: Pick) -> Any:
    return lambda *, said, day: Day(day, pick=pick) if said == "sing" else None


def _day_current(*, said: str, day: int) -> Day | None:
    return Day(day, UnitAt("month")) if said == "sing" else None


def _picked_season(pick: Pick) -> Any:
    return lambda *, season: Season(season, None, pick)


def _same_period(*, year: Expr) -> Expr:
    return year


_PICKED = "MONTH|FEASTDAY|DAY|SEASONAL:period"
PICKS = Level(
    "picks",
    [
        rule("same_period", f"SAME {_OF}|IN? THE? YEAR:year", _same_period, "SAMEPERIOD PERIOD"),
        rule("last_named", f"PAST|PREVIOUS|LAST|LASTEN|ROLL {_PICKED}", _picked("past")),
        rule("last_named", f"{_PICKED} PAST|PREVIOUS", _picked("past")),
        rule("next_named", f"NEXT|FOLLOWING {_PICKED}", _picked("next")),
        rule("next_named", f"{_PICKED} NEXT|FOLLOWING", _picked("next")),
        rule("next_named", "WEEKDAYPOINT:period LATER !ART !FEASTDAY !DAY !PERIOD !DAYNUM", _picked("next")),
        rule("this_named", f"THIS {_PICKED}", _picked("this")),
        rule("unit_after", "UNIT:unit FOLLOWING DAY|MONTH:day", _unit_after),
        rule("last_bare_day", "ART|OFSING:said DAYNUM:day PAST", _picked_day("past")),
        rule("next_bare_day", "ART|OFSING:said DAYNUM:day NEXT", _picked_day("next")),
        rule("this_bare_day", "ART|OFSING:said DAYNUM:day CURRENT", _day_current),
        rule("last_season", "PAST|LAST|LASTEN|ROLL SEASON:season", _picked_season("past")),
        rule("last_season", "SEASON:season PAST", _picked_season("past")),
        rule("next_season", "NEXT SEASON:season", _picked_season("next")),
        rule("next_season", "SEASON:season NEXT", _picked_season("next")),
        rule("this_season", "THIS|CURRENT SEASON:season", _picked_season("this")),
    ],
)


# --- weeks --------------------------------------------------------------------------------------------------------------


def _around(*, unit: str, day: Expr | int) -> Around | None:
    inner = Day(day) if isinstance(day, int) else day
    return Around(unit, inner) if unit in ("week", "weekend", "month", "quarter") else None


def _numbered_week(*, unit: str, number: int, year: Expr | None = None) -> IsoWeek | None:
    said = year if isinstance(year, Year | UnitAt) else None
    return IsoWeek(number, said) if unit == "week" and 1 <= number <= 53 else None


def _named_week(*, week: IsoWeek, year: Expr | None = None) -> IsoWeek:
    return replace(week, year=year) if isinstance(year, Year | UnitAt) else week


def _weekday_of(*, weekday: int, week: Expr) -> WeekdayOf:
    return WeekdayOf(weekday, week)


def _weekday_of_bare(*, weekday: int, unit: str) -> WeekdayOf | None:
    return WeekdayOf(weekday, UnitAt("week")) if unit == "week" else None


WEEKS = Level(
    "weeks",
    [
        rule("week_of_day", "UNIT:unit OF|OFSING|FROM|FROMEN|SINCE|COMMENCING|PRONOUN|DI? THE|ART? DAY:day", _around),
        rule("week_of_day", "UNIT:unit OF|OFSING|COMMENCING ART|THE? DAYNUM|NUMORD:day", _around),
        rule("week_of_feast", "FEASTDAY:day UNIT:unit", _around),
        rule("week_number", f"UNIT:unit SHORT:number {_OF}|COMMA|SLASH? YEAR:year", _numbered_week),
        rule("week_number", "UNIT:unit SHORT:number", _numbered_week),
        rule("week_code", "UNIT? YEAR:year DASH|SLASH? WEEKNAME:week", _named_week),
        rule("week_code", f"UNIT? WEEKNAME:week {_OF}|SLASH|DASH|COMMA? YEAR:year", _named_week),
        rule("week_code", "UNIT WEEKNAME:week", _named_week),
    ],
)
WEEKDAYS_OF = Level(
    "weekdays of weeks",
    [
        rule("weekday_of_week", "WEEKDAY:weekday OF|OFSING|IN|COMMA|ONDAY|FROMEN? THE|ART? WEEK:week", _weekday_of),
        rule("week_weekday", "WEEK:week COMMA|POSSESSIVE? OF|ONDAY|ART|IN? WEEKDAY:weekday", _weekday_of),
        rule("weekday_of_this_week", "WEEKDAY:weekday OF|OFSING UNIT:unit !LATER !EARLIER !BEFORE !AFTER", _weekday_of_bare),
    ],
)
