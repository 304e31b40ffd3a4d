"""Rules for what lies inside a period: the first Monday of April, the last ten days of May, the end of the year."""

from __future__ import annotations

from typing import Any

from digest_engine.periods.expressions import Expr, Inherited, Nth, Portion, Slice, UnitAt
from digest_engine.periods.grammar import Level, rule

_OF = "OF|OFSING|IN"
_LAST_ONE = -1
_TENTHS: dict[int, Portion] = {1: "start", 2: "mid", 3: "end", -1: "end"}
_HALVES: dict[int, Portion] = {1: "first_half", 2: "second_half", -1: "second_half"}
_HALVED = ("month", "year", "week", "quarter", "half", "four_months")


def _bare(unit: str) -> UnitAt | None:
    return UnitAt(unit, 0, bare=True) if unit in _HALVED else None


def _nth(*, index: int, what: int | str, holder: Expr) -> Nth | None:
    if isinstance(what, str) and what not in ("day", "week", "weekend", "month"):
        return None
    return Nth(index, what, holder)


def _nth_bare(*, index: int, what: int | str, unit: str) -> Nth | None:
    holder = _bare(unit)
    return _nth(index=index, what=what, holder=holder) if holder and what != unit else None


def _last(*, what: int | str, holder: Expr) -> Nth | None:
    return _nth(index=_LAST_ONE, what=what, holder=holder)


def _last_bare(*, what: int | str, unit: str) -> Nth | None:
    return _nth_bare(index=_LAST_ONE, what=what, unit=unit)


def _last_but(*, index: int, what: int | str, holder: Expr) -> Nth | None:
    return _nth(index=-index, what=what, holder=holder)


def _run(index: int) -> Any:
    def build(*, count: int, unit: str, holder: Expr) -> Nth | None:
        return Nth(index, unit, holder, count) if 0 < count <= 366 and unit != "weekend" else None

    return build


def _run_bare(index: int) -> Any:
    def build(*, count: int, unit: str, bare: str) -> Nth | None:
        holder = _bare(bare)
        return Nth(index, unit, holder, count) if holder and 0 < count <= 366 else None

    return build


def _slice(portion: Portion) -> Any:
    return lambda *, holder: Slice(portion, holder)


def _slice_bare(portion: Portion) -> Any:
    def build(*, unit: str) -> Slice | None:
        holder = _bare(unit)
        return Slice(portion, holder) if holder else None

    return build


def _days_slice(portion: Portion) -> Any:
    return lambda *, unit, holder: Slice(portion, holder) if unit == "day" else None


def _indexed(table: dict[int, Portion]) -> Any:
    def build(*, holder: Expr, index: int = _LAST_ONE) -> Slice | None:
        return Slice(table[index], holder) if index in table else None

    return build


def _indexed_bare(table: dict[int, Portion]) -> Any:
    def build(*, unit: str, index: int = _LAST_ONE) -> Slice | None:
        holder = _bare(unit)
        return Slice(table[index], holder) if holder and index in table else None

    return build


def _nth_alone(*, index: int, what: int) -> Nth:
    return Nth(index, what, UnitAt("month"))


def _nth_spoken(*, index: int, what: str) -> Nth | None:
    return Nth(index, what, Inherited()) if what in ("day", "week", "weekend") else None


def _slice_spoken(table: dict[int, Portion]) -> Any:
    return lambda *, index: Slice(table[index], Inherited()) if index in table else None


_WHAT = "WEEKDAY|UNIT:what"
INSIDE = Level(
    "inside",
    [
        rule("nth_of", f"ORD|NUMORD:index {_WHAT} {_OF} THE|ART? HOLDER:holder", _nth),
        rule("nth_of", f"ORD|NUMORD:index {_WHAT} HOLDER:holder", _nth),
        rule("nth_of_bare", f"ORD|NUMORD:index {_WHAT} {_OF} UNIT:unit", _nth_bare),
        rule("last_but", f"ORD|NUMORD:index LASTEN {_WHAT} {_OF} THE|ART? HOLDER:holder", _last_but),
        rule("last_of", f"LAST|LASTEN {_WHAT} {_OF} THE|ART? HOLDER:holder", _last),
        rule("last_of", f"LAST {_WHAT} HOLDER:holder", _last),
        rule("last_of_bare", f"LAST|LASTEN {_WHAT} {_OF} UNIT:unit", _last_bare),
        rule("first_run", f"FIRSTS|ORD NUM:count UNIT|UNITS:unit {_OF} THE|ART? HOLDER:holder", _run(1)),
        rule("first_run", f"NUM:count FIRSTS UNITS:unit {_OF} HOLDER:holder", _run(1)),
        rule("last_run", f"LASTS|LASTEN NUM:count UNIT|UNITS:unit {_OF} THE|ART? HOLDER:holder", _run(-1)),
        rule("last_run", f"NUM:count LASTS UNITS:unit {_OF} HOLDER:holder", _run(-1)),
        rule("first_run_bare", f"FIRSTS|ORD NUM:count UNIT|UNITS:unit {_OF} UNIT:bare", _run_bare(1)),
        rule("last_run_bare", f"LASTS|LASTEN NUM:count UNIT|UNITS:unit {_OF} UNIT:bare", _run_bare(-1)),
        rule("first_days", f"FIRSTS UNITS:unit {_OF} HOLDER:holder", _days_slice("start")),
        rule("last_days", f"LASTS UNITS:unit {_OF} HOLDER:holder", _days_slice("end")),
        rule("firsts", f"FIRSTS {_OF} MONTH:holder", _slice("start")),
        rule("lasts", f"LASTS {_OF} MONTH:holder", _slice("end")),
        rule("ten_days", f"ORD|ROMAN:index TENDAYS {_OF}? HOLDER:holder", _indexed(_TENTHS)),
        rule("ten_days", f"LAST TENDAYS {_OF}? HOLDER:holder", _indexed(_TENTHS)),
        rule("ten_days_bare", f"ORD|ROMAN:index TENDAYS {_OF} UNIT:unit", _indexed_bare(_TENTHS)),
        rule("fortnight", f"ORD|ROMAN:index FORTNIGHT {_OF}? HOLDER:holder", _indexed(_HALVES)),
        rule("fortnight", f"LAST FORTNIGHT {_OF}? HOLDER:holder", _indexed(_HALVES)),
        rule("fortnight_bare", f"ORD|ROMAN:index FORTNIGHT {_OF} UNIT:unit", _indexed_bare(_HALVES)),
        rule("half", f"ORD|ROMAN:index HALF {_OF}? THE|ART? HOLDER:holder", _indexed(_HALVES)),
        rule("half", f"LAST|LASTEN HALF {_OF}? THE|ART? HOLDER:holder", _indexed(_HALVES)),
        rule("half_bare", f"ORD|ROMAN:index HALF {_OF} UNIT:unit", _indexed_bare(_HALVES)),
    ],
)
NTH_ALONE = Level(
    "nth alone",
    [
        rule("nth_of_spoken", "ORD|NUMORD:index UNIT:what !OF !OFSING !PREVIOUS !LATER", _nth_spoken),
        rule("half_of_spoken", "ORD|NUMORD:index HALF !OF !OFSING", _slice_spoken(_HALVES)),
        rule("ten_days_of_spoken", "ORD|NUMORD:index TENDAYS !OF !OFSING", _slice_spoken(_TENTHS)),
        rule("fortnight_of_spoken", "ORD|NUMORD:index FORTNIGHT !OF !OFSING", _slice_spoken(_HALVES)),
        rule("nth_of_this_month", "ORD:index WEEKDAY:what !AFTER !BEFORE", _nth_alone),
    ],
)
SLICES = Level(
    "slices",
    [
        rule("start_of", f"START DASH? {_OF}? THE|ART? HOLDER:holder", _slice("start")),
        rule("mid_of", f"MID DASH? {_OF}? THE|ART? HOLDER:holder", _slice("mid")),
        rule("end_of", f"END DASH? {_OF}? THE|ART? HOLDER:holder", _slice("end")),
        rule("start_of_bare", f"START DASH? {_OF}? THE? UNIT:unit", _slice_bare("start")),
        rule("mid_of_bare", f"MID DASH? {_OF}? THE? UNIT:unit", _slice_bare("mid")),
        rule("end_of_bare", f"END DASH? {_OF}? THE? UNIT:unit", _slice_bare("end")),
        rule("rest_of", f"REST {_OF}? THE|ART? HOLDER:holder", _slice("rest")),
        rule("rest_of_bare", f"REST {_OF}? THE? UNIT:unit", _slice_bare("rest")),
        rule("start_code", "BOM:unit", lambda *, unit: Slice("start", UnitAt(unit, 0, bare=True))),
        rule("end_code", "EOM:unit", lambda *, unit: Slice("end", UnitAt(unit, 0, bare=True))),
    ],
)
