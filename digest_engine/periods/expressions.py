"""What the grammar builds: a period as it was said, before it meets the calendar. Absent parts are None and may be handed over by a neighbour."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

# latest: the last that has begun; past: the last that is over; next: the first not begun; this: that of the current year or week;
# nearest: whichever is closer (deadlines).
Pick = Literal["latest", "past", "next", "this", "nearest", "from"]
Portion = Literal["start", "mid", "end", "first_half", "second_half", "rest"]


@dataclass(frozen=True, slots=True)
class UnitAt:
    """A calendar unit counted from today's: the week before is -1. `bare` was said without `this`, so a range may move it to its start."""

    unit: str
    offset: int = 0
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Year:
    """A year in figures."""

    year: int


YearSaid = Year | UnitAt


@dataclass(frozen=True, slots=True)
class Month:
    """A month by name."""

    month: int
    year: YearSaid | None = None
    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class Part:
    """A numbered quarter, semester… of a year; a negative index counts from the end."""

    unit: str
    index: int
    year: YearSaid | None = None
    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class Season:
    """A season: 0 spring … 3 winter, which begins in `year`."""

    index: int
    year: YearSaid | None = None
    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class Feast:
    """A holiday by its key in `feasts`."""

    key: str
    year: YearSaid | None = None
    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class IsoWeek:
    """A numbered week."""

    number: int
    year: YearSaid | None = None
    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a month. `month` may be a name or a counted month ("il 15 del mese scorso"); `weekday` is what the text claims it is."""

    day: int
    month: int | UnitAt | None = None
    year: YearSaid | None = None
    weekday: int | None = None
    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class MonthNumber:
    """An Italian month and two figures: `aprile 25` is April 2025 (Italian puts no month before its day); a year still far off makes it a day."""

    month: int
    number: int


@dataclass(frozen=True, slots=True)
class Weekday:
    """A weekday by name, 0 Monday."""

    weekday: int
    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class Weekend:
    """A weekend said without a number or container."""

    pick: Pick = "latest"


@dataclass(frozen=True, slots=True)
class Fixed:
    """Days already known."""

    start: date | None
    end: date | None


@dataclass(frozen=True, slots=True)
class Offset:
    """One day (or unit): so many units from an anchor, today by default. `whole` takes the calendar unit reached, not the day."""

    steps: tuple[tuple[int, str], ...]
    anchor: Expr | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Rolling:
    """A window of whole days. direction -1 ends on the reference day, 1 starts after it; with an anchor it ends before or starts after that."""

    count: int
    unit: str
    direction: int
    anchor: Expr | None = None


@dataclass(frozen=True, slots=True)
class Nth:
    """The n-th weekday (int), unit (str) or run of `count` units inside a container; negative from the end."""

    index: int
    what: int | str
    container: Expr
    count: int = 1


@dataclass(frozen=True, slots=True)
class Slice:
    """A vague or exact portion of a period."""

    portion: Portion
    container: Expr


@dataclass(frozen=True, slots=True)
class Around:
    """The calendar unit that holds a day."""

    unit: str
    inner: Expr


@dataclass(frozen=True, slots=True)
class WeekdayOf:
    """A weekday of the week that another expression names."""

    weekday: int
    week: Expr


@dataclass(frozen=True, slots=True)
class Between:
    """A range; None is an open end. An excluded bound starts after, or ends before, the period named there."""

    start: Expr | None
    end: Expr | None
    after: bool = False
    before: bool = False
    deadline: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """The n-th weekday after a period, or before it where negative: `il primo lunedì dopo Pasqua`."""

    index: int
    weekday: int
    anchor: Expr


@dataclass(frozen=True, slots=True)
class Inherited:
    """A container that only the conversation can supply: `e nella prima settimana?`."""


Expr = (
    UnitAt
    | Year
    | Month
    | Part
    | Season
    | Feast
    | IsoWeek
    | Day
    | Weekday
    | Weekend
    | Fixed
    | Offset
    | Rolling
    | Nth
    | Slice
    | Around
    | WeekdayOf
    | Between
    | Beside
    | Inherited
    | MonthNumber
)
