"""JSON objects out of what models really write."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_engine.llm.replies import parse_json_reply


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', {"a": 1}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Here it is: {"a": 1}. Bye.', {"a": 1}),
        ('<think>{"a": 9}</think>{"a": 1}', {"a": 1}),
        ('<think>never closed {"a": 9, "b": 2}', {"a": 9, "b": 2}),
        ('thoughts {"a": 9, "b": 1}</think> {"a": 1}', {"a": 1}),
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2,], "b": 2,}', {"a": [1, 2], "b": 2}),
        ("{'a': 'x', 'b': None, 'c': True}", {"a": "x", "b": None, "c": True}),
        ("{a: 1, b: two}", {"a": 1, "b": "two"}),
        ('{"a": "x", "b": "cut in the mid', {"a": "x", "b": "cut in the mid"}),
        ('{"a": {"b": [1, 2', {"a": {"b": [1, 2]}}),
        ('{"a": "say \\"hi\\" \\u00e8"}', {"a": 'say "hi" è'}),
        ("{“a”: “x”}", {"a": "x"}),
        ('[{"a": 1}]', {"a": 1}),
        ('{"a": 1} {"a": 2, "b": 3}', {"a": 2, "b": 3}),
        ('{"a": NaN}', {"a": pytest.approx(float("nan"), nan_ok=True)}),
    ],
)
def test_the_object_is_found(text: str, expected: object) -> None:
    assert parse_json_reply(text) == expected


@pytest.mark.parametrize("text", ["", "no object here", "[]", "null", "[1, 2]", "{", "{}", '"text"'])
def test_without_an_object_there_is_none(text: str) -> None:
    assert parse_json_reply(text) is None


@given(st.dictionaries(st.text(max_size=8), st.none() | st.booleans() | st.integers() | st.text(max_size=12), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_any_object_survives_a_fence(value: dict[str, object]) -> None:
    assert parse_json_reply(f"Sure!\n```json\n{json.dumps(value)}\n```\nDone.") == value


@given(st.text(alphabet="{}[]\",:'\\ ab1\n<think>/“”", max_size=120))
@settings(max_examples=300, deadline=None)
def test_no_reply_raises(text: str) -> None:
    found = parse_json_reply(text)
    assert found is None or isinstance(found, dict)


@pytest.mark.parametrize("text", ["{" * 200_000, '{"a":' * 50_000, "[{" * 50_000, '{"a": "' + "x" * 200_000])
def test_a_huge_broken_reply_is_read_quickly(text: str) -> None:
    begun = time.perf_counter()
    parse_json_reply(text)
    assert time.perf_counter() - begun < 5
