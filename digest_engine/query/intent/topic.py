"""The words of the subject: what is left of a question when the words of intent, periods, filters and verbs are taken out.

A word that wrongly restricts makes a wrong figure, so a word counts as one of the subject only where the sentence has a place for a noun
or its adjective: behind an article, preposition or determiner, behind another word of the subject, beside the word for the acts, or at
the head of a clause where a preposition or a colon follows.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise

from digest_engine.query.intent.tokens import Line, Token, tokenize
from digest_engine.query.intent.vocabulary import Vocabulary

MOST_WORDS = 12
_LEAST_LETTERS = 2
_AUXILIARY_REACH = 3
_DENIAL_REACH = 2
_MOST_BETWEEN = 4
_NAMES = ("#name", "#quote")


@dataclass(frozen=True, slots=True)
class Topic:
    """`words` restrict, each of them. No restriction by words can express `joined` (nouns for acts joined by "and" or "or") and `denied`
    (behind "without").
    """

    words: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


def read_topic(line: Line, *, vocabulary: Vocabulary, used: Collection[int]) -> Topic:
    """Words of the subject, folded, in order, each once; the words of titles and of names included. `used` are tokens already understood.

    English words come out in the Italian of the acts, where the glossary has them.
    """
    said = _glossed(line, vocabulary)
    joined = _joined_nouns(line, vocabulary, used)
    found: list[str] = []
    alternatives: list[str] = []
    denied: list[str] = []
    taken: set[int] = set()
    for index, token in enumerate(line.tokens):
        if index in used:
            continue
        if token.norm in _NAMES:
            found.extend(_words_of(token, vocabulary))
        elif _is_content(token, vocabulary) and _is_denied(line, index, vocabulary):
            denied.append(token.norm)
        elif _is_content(token, vocabulary) and _has_place(line, index, vocabulary, used, taken):
            taken.add(index)
            if index - 1 in joined and index - 1 in taken:
                joined.add(index)
            (alternatives if index in joined else found).extend(said.get(index, (token.norm,)))
    return Topic(*(tuple(dict.fromkeys(words))[:MOST_WORDS] for words in (found, alternatives, denied)))


def content_words(line: Line, *, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Every word that carries content, wherever it stands, and its Italian: for search, where a word too many only ranks."""
    said = _glossed(line, vocabulary)
    found: list[str] = []
    for index, token in enumerate(line.tokens):
        if token.norm in _NAMES:
            found.extend(_words_of(token, vocabulary))
        elif _is_content(token, vocabulary) and not _is_verb(line, index, vocabulary):
            found.extend((token.norm, *said.get(index, ())))
    return tuple(dict.fromkeys(found))[:MOST_WORDS]


def _glossed(line: Line, vocabulary: Vocabulary) -> dict[int, tuple[str, ...]]:
    """Italian words by token: of overlapping entries of the glossary the longest, at its first token; its other tokens say nothing more."""
    said: dict[int, tuple[str, ...]] = {}
    for match in sorted(vocabulary.glossary.find(line), key=lambda match: (match.first - match.end, match.first)):
        span = range(match.first, match.end)
        if said.keys().isdisjoint(span):
            said.update(dict.fromkeys(span, ()))
            said[match.first] = match.entry
    return said


def _joined_nouns(line: Line, vocabulary: Vocabulary, used: Collection[int]) -> set[int]:
    """Nouns for acts joined to another one: "hires and retirements" are alternatives, and words restrict all together."""
    acts, conjunctions = vocabulary.lists["acts"], vocabulary.lists["conjunctions"]
    nouns = [index for index, token in enumerate(line.tokens) if index in used or token.norm in acts]
    joined: set[int] = set()
    for left, right in pairwise(nouns):
        between = line.tokens[left + 1 : right]
        if len(between) <= _MOST_BETWEEN and any(token.norm in conjunctions for token in between):
            joined |= {left, right} - set(used)
    return joined


def _is_denied(line: Line, index: int, vocabulary: Vocabulary) -> bool:
    """True behind "without": no restriction by words can say that a word must not be there."""
    before = line.tokens[max(0, index - _DENIAL_REACH) : index]
    return any(token.norm in vocabulary.lists["denials"] for token in before)


def _words_of(token: Token, vocabulary: Vocabulary) -> list[str]:
    return [part.norm for part in tokenize(token.text) if _is_content(part, vocabulary)]


def _is_content(token: Token, vocabulary: Vocabulary) -> bool:
    return token.is_word and not token.norm[0].isdigit() and len(token.norm) >= _LEAST_LETTERS and token.norm not in vocabulary.noise


def _has_place(line: Line, index: int, vocabulary: Vocabulary, used: Collection[int], taken: Collection[int]) -> bool:
    lists = vocabulary.lists
    word = line.tokens[index].norm
    if word in lists["acts"]:
        return True
    if _is_verb(line, index, vocabulary):
        return False
    before = line.tokens[index - 1].norm if index else ""
    if before in lists["openers"] or before in lists["determiners"] or index - 1 in taken:
        return True
    if not index or not line.tokens[index - 1].is_word:
        return _is_followed_by_opener(line, index, vocabulary) or _leads_to_acts(line, index, vocabulary, used)
    beside_acts = index - 1 in used or before in lists["acts"] or before in lists["money_nouns"]
    if beside_acts:
        return vocabulary.adjectives_follow and not word.endswith(vocabulary.verbal_endings)
    return before in vocabulary.noise and _leads_to_acts(line, index, vocabulary, used)


def _is_followed_by_opener(line: Line, index: int, vocabulary: Vocabulary) -> bool:
    after = line.tokens[index + 1].norm if index + 1 < len(line.tokens) else ""
    return after in vocabulary.lists["prepositions"] or after == ":"


def _leads_to_acts(line: Line, index: int, vocabulary: Vocabulary, used: Collection[int]) -> bool:
    """True where only words of content stand between this word and the word for the acts ("school canteen payments")."""
    if vocabulary.adjectives_follow:
        return False
    for after in range(index + 1, len(line.tokens)):
        token = line.tokens[after]
        if after in used or token.norm in vocabulary.lists["acts"] or token.norm in vocabulary.lists["money_nouns"]:
            return True
        if not _is_content(token, vocabulary):
            return False
    return False


def _is_verb(line: Line, index: int, vocabulary: Vocabulary) -> bool:
    """A guess by position and ending: after a reflexive or relative, after an auxiliary, or agreeing with the act word before it."""
    lists = vocabulary.lists
    word = line.tokens[index].norm
    before = [token.norm for token in line.tokens[max(0, index - _AUXILIARY_REACH) : index]]
    if not before:
        return False
    if before[-1] in lists["before_verbs"] and index > 1:
        return True
    if before[-1] in lists["openers"]:
        return False
    if word.endswith(vocabulary.finite_endings) and (before[-1] in lists["acts"] or before[-1] in vocabulary.noise):
        return True
    participle = word.endswith(vocabulary.participle_endings) and not lists["auxiliaries"].isdisjoint(before)
    return participle or not lists["do_support"].isdisjoint(before)
