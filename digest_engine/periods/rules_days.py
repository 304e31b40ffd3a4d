"""Rules for days, weekdays, feasts and weeks, and for what is said of them: last, next, this."""

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
)
from digest_engine.periods.grammar import Level, rule
from digest_engine.periods.numeric import full_year

_OF = "OF|OFSING"


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
        rule(
            "weekday_day_month",
            "WEEKDAY:weekday DOT? COMMA? ART|THE? DAYNUM|ORD:day DOT? OF|OFSING|HYPHEN? MONTH:month COMMA YEAR:year",
            _day,
        ),
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
        if (
            isinstance(period, Month | Part | Season | Feast | Day)
            and period.year is None
            and not isinstance(getattr(period, "month", 1), UnitAt)
        ):
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
