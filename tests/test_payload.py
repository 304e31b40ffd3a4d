"""The guard of payloads and of the filters over them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from digest_engine.errors import FilterError, PayloadError
from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, Not, OneOf
from digest_engine.payload import FILTERED, KINDS, guard, guard_filter

VALID: dict[str, Any] = {"chunk_id": "c1", "namespace": "avella", "digest_type": "none"}


@pytest.mark.parametrize(
    "fields",
    [
        {"act_type": "determina", "year": 2026, "amount": 12, "topics": ["scuola"], "partial": True},
        {"office": "Ufficio di Città", "topics": [], "amount": -0.5, "sc_note": "è", "sc_flag": False, "sc_a.b c-d": 1.5, "sc_list": ["a"]},
        {"act_types_json": "x" * 5000, "digest_type": "digest"},
    ],
    ids=repr,
)
def test_a_valid_payload_passes(fields: dict[str, Any]) -> None:
    guard({**VALID, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"chunk_id": ""}, {"namespace": ""}, {"digest_type": "other"}, {"colour": "red"}, {"text": "x"}, {"sc_doc": "x"}, {"sc_": 1},
        {'sc_"x': 1}, {"sc_\\": 1}, {"sc_\n": 1}, {"sc_" + "x" * 100: 1}, {"year": "2026"}, {"year": True}, {"year": 2026.5}, {"amount": "1"},
        {"amount": True}, {"amount": math.nan}, {"amount": math.inf}, {"sc_n": 2**53 + 1}, {"act_type": None}, {"sc_x": None},
        {"sc_x": {"a": 1}}, {"topics": ["a", 1]}, {"topics": ["x" * 201]}, {"topics": ["x"] * 65}, {"topics": "scuola"}, {"partial": 1},
        {"office": "x" * 201}, {"office": "\ud800"}, {"chunk_id": "\ud800"},
    ],
    ids=repr,
)  # fmt: skip
def test_an_invalid_payload_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(PayloadError):
        guard({**VALID, **fields})


@pytest.mark.parametrize("missing", sorted(VALID))
def test_a_payload_needs_chunk_namespace_and_digest_type(missing: str) -> None:
    with pytest.raises(PayloadError):
        guard({name: value for name, value in VALID.items() if name != missing})


@pytest.mark.parametrize(
    "filter",
    [
        Equals("year", 2026), Equals("year", 2026.0), Equals("topics", "scuola"), Equals("partial", True), AnyOf("sc_x", ("a", 1, True)),
        Between("amount", 1, 2), Between("sc_x", 1), Not(Equals("digest_type", "digest")), AllOf((Equals("sc_a.b", 1), OneOf())),
    ],
    ids=repr,
)  # fmt: skip
def test_a_filter_on_known_fields_passes(filter: Filter) -> None:
    guard_filter(filter)


@pytest.mark.parametrize(
    "filter",
    [
        Equals("colour", "red"), Equals("year", "2026"), Equals("year", True), Equals("act_type", 1), Equals("partial", 1),
        Equals("topics", 1), AnyOf("year", (2026, "x")), Between("act_type", 1), Between("partial", 1), Between("topics", 1),
        Not(Equals("colour", 1)), AllOf((OneOf((Equals('sc_"', 1),)),)),
    ],
    ids=repr,
)  # fmt: skip
def test_a_filter_that_could_only_match_nothing_is_refused(filter: Filter) -> None:
    with pytest.raises(FilterError):
        guard_filter(filter)


@pytest.mark.parametrize("bound", ["2026-04-01", True, math.nan, math.inf])
def test_a_range_takes_finite_numbers_alone(bound: Any) -> None:
    with pytest.raises(FilterError):
        Between("date_key", bound)


def test_every_indexed_field_is_a_known_one() -> None:
    assert set(KINDS) >= FILTERED
