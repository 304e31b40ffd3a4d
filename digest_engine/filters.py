"""Typed filter tree over payloads. Each store translates it in one place; `matches` is the oracle of their contract tests.

Semantics on a record that lacks the field, or holds another type there: `Equals`, `AnyOf` and `Between` are false, `Not` inverts.
On a list field, `Equals` and `AnyOf` hold where any element does. Booleans are never equal to numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from digest_engine.errors import FilterError
from digest_engine.types import Payload

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Equals:
    """The field holds `value`."""

    field: str
    value: Scalar


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The field holds one of `values`; no values match nothing."""

    field: str
    values: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Between:
    """The field is a number in [low, high]; None is an open end. Never on strings: dates have integer twins."""

    field: str
    low: int | float | None = None
    high: int | float | None = None

    def __post_init__(self) -> None:
        for bound in (self.low, self.high):
            if isinstance(bound, bool) or (bound is not None and not isinstance(bound, int | float)):
                raise FilterError(f"range on {self.field!r} takes numbers, got {bound!r}; use the integer twin of a date")
            if bound is not None and not math.isfinite(bound):
                raise FilterError(f"range on {self.field!r} has the bound {bound!r}; None is an open end")


@dataclass(frozen=True, slots=True)
class Not:
    """The inner filter does not hold."""

    filter: Filter


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every inner filter holds; none at all matches everything."""

    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class OneOf:
    """At least one inner filter holds; none at all matches nothing. Unions of periods need it."""

    filters: tuple[Filter, ...] = ()


Filter = Equals | AnyOf | Between | Not | AllOf | OneOf


def matches(filter: Filter, payload: Payload) -> bool:
    """True where `payload` satisfies `filter`."""
    match filter:
        case Equals(name, value):
            return any(_same(item, value) for item in _items(payload, name))
        case AnyOf(name, values):
            return any(_same(item, value) for item in _items(payload, name) for value in values)
        case Between(name, low, high):
            return any(_inside(item, low, high) for item in _items(payload, name))
        case Not(inner):
            return not matches(inner, payload)
        case AllOf(inner_filters):
            return all(matches(inner, payload) for inner in inner_filters)
        case OneOf(inner_filters):
            return any(matches(inner, payload) for inner in inner_filters)


def _items(payload: Payload, name: str) -> Iterator[Scalar]:
    value = payload.get(name)
    if isinstance(value, list | tuple):
        yield from value
    elif value is not None:
        yield value


def _same(left: Scalar, right: Scalar) -> bool:
    if isinstance(left, bool) != isinstance(right, bool) or isinstance(left, str) != isinstance(right, str):
        return False
    return left == right


def _inside(value: Scalar, low: int | float | None, high: int | float | None) -> bool:
    if isinstance(value, bool | str):
        return False
    return (low is None or value >= low) and (high is None or value <= high)
