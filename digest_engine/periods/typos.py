"""One forgiven letter: left out, added, changed, or swapped with its neighbour; on words of the vocabulary only."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from digest_engine.periods.vocabulary import Entry, Lexicon
from digest_engine.periods.vocabulary.loader import SHORTEST_TYPO

_LONGEST = 15


def correct(word: str, lexicon: Lexicon) -> Entry | None:
    """What the word that `word` misspells may be; None for a word of its own, a short one, or one that could be two different things.

    A word of the text's own language is preferred; forms of one word (`settimana`, `settimane`) are taken together.
    """
    if not SHORTEST_TYPO - 1 <= len(word) <= _LONGEST or word in lexicon.real_words:
        return None
    close = _nearest(word, tuple(sorted(_candidates(word, lexicon))))
    cats: dict[str, Any] = {}
    for known in [known for known in close if known in lexicon.own] or close:
        for cat, value in lexicon.single[known].cats.items():
            if cats.setdefault(cat, value) != value:
                return None
    return Entry(cats) if cats else None


def _candidates(word: str, lexicon: Lexicon) -> set[str]:
    typos = lexicon.typos
    found = set(typos.get(word, ()))
    for place in range(len(word)):
        found.update(typos.get(word[:place] + word[place + 1 :], ()))
    return found


@lru_cache(maxsize=2048)
def _nearest(word: str, candidates: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(known for known in candidates if _one_apart(word, known))


def _one_apart(word: str, known: str) -> bool:
    """Whether one edit (or one swap of neighbours) leads from one to the other; the first letter is hardly ever wrong."""
    if word[0] != known[0] and word[:2] != known[1::-1]:
        return False
    start = 0
    while start < min(len(word), len(known)) and word[start] == known[start]:
        start += 1
    rest, target = word[start:], known[start:]
    if len(rest) == len(target):
        return rest[1:] == target[1:] or (rest[:2] == target[1::-1] and rest[2:] == target[2:] and len(rest) > 1)
    longer, shorter = (rest, target) if len(rest) > len(target) else (target, rest)
    return longer[1:] == shorter
