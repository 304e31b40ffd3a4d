"""The conversation as it comes in."""

from __future__ import annotations

import pytest

from digest_engine.errors import InputError
from digest_engine.query.route import Turn, parse_history

RAW = {str(index): {"question": f"q{index}", "answer": f"a{index}"} for index in (10, 9, 1)}


def test_keys_are_sorted_as_integers() -> None:
    assert [turn.question for turn in parse_history(RAW, 10)] == ["q1", "q9", "q10"]


def test_only_the_last_turns_are_kept() -> None:
    assert parse_history(RAW, 1) == (Turn("q10", "a10"),)


def test_zero_means_no_history() -> None:
    assert parse_history(RAW, 0) == ()


def test_nothing_is_an_empty_history() -> None:
    assert parse_history(None, 10) == ()


def test_a_list_of_turns_is_a_history() -> None:
    assert parse_history([{"question": "q", "answer": "a"}], 10) == (Turn("q", "a"),)


def test_an_answer_may_be_absent() -> None:
    assert parse_history([{"question": "q"}], 10) == (Turn("q", ""),)


def test_integer_keys_are_accepted() -> None:
    assert parse_history({0: {"question": "q", "answer": "a"}}, 10) == (Turn("q", "a"),)


@pytest.mark.parametrize("key", ["first", "1.5", "", None, True])
def test_a_key_that_is_no_integer_is_named_in_the_error(key: object) -> None:
    with pytest.raises(InputError, match="integers"):
        parse_history({key: {"question": "q", "answer": "a"}}, 10)


@pytest.mark.parametrize("raw", ["text", 3, [["q", "a"]], [{"answer": "a"}], [{"question": 3}], [{"question": "q", "answer": ["a"]}]])
def test_another_shape_is_a_clear_error(raw: object) -> None:
    with pytest.raises(InputError):
        parse_history(raw, 10)  # type: ignore[arg-type]


def test_a_negative_number_of_turns_is_an_error() -> None:
    with pytest.raises(InputError, match="0 or more"):
        parse_history([], -1)
