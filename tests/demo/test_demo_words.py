from __future__ import annotations

from decimal import Decimal

import pytest

from digest_engine.demo.words import in_words, money_in_words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (8, "otto"),
        (21, "ventuno"),
        (28, "ventotto"),
        (100, "cento"),
        (180, "centottanta"),
        (1001, "milleuno"),
        (1981, "millenovecentottantuno"),
        (2026, "duemilaventisei"),
        (45328, "quarantacinquemilatrecentoventotto"),
    ],
)
def test_numbers_are_written_as_italian_writes_them(number: int, words: str) -> None:
    assert in_words(number) == words


def test_cents_follow_the_stroke() -> None:
    assert money_in_words(Decimal("1220.50")) == "euro milleduecentoventi/50"
