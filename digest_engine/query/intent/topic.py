"""The words of the subject: what is left of a question when the words of intent, periods, filters and verbs are taken out."""

from __future__ import annotations

from collections.abc import Collection

from digest_engine.query.intent.tokens import Line, Token, tokenize
from digest_engine.query.intent.vocabulary import Vocabulary

_LEAST_LETTERS = 2
_AUXILIARY_REACH = 3
MOST_WORDS = 12


def topic_words(line: Line, *, vocabulary: Vocabulary, used: Collection[int]) -> tuple[str, ...]:
    """Content words, folded, in order, each once; the words of names and titles included."""
    found: list[str] = []
    for index, token in enumerate(line.tokens):
        if index in used:
            continue
        if token.norm in ("#name", "#quote"):
            found.extend(part.norm for part in tokenize(token.text) if _is_content(part, vocabulary))
        elif _is_content(token, vocabulary) and not _is_verb(line, index, vocabulary):
            found.append(token.norm)
    return tuple(dict.fromkeys(found))[:MOST_WORDS]


def _is_content(token: Token, vocabulary: Vocabulary) -> bool:
    return token.is_word and not token.norm[0].isdigit() and len(token.norm) >= _LEAST_LETTERS and token.norm not in vocabulary.noise


def _is_verb(line: Line, index: int, vocabulary: Vocabulary) -> bool:
    """A guess by position and ending: after a reflexive or relative, after an auxiliary, or agreeing with the act word before it."""
    lists = vocabulary.lists
    word = line.tokens[index].norm
    before = [token.norm for token in line.tokens[max(0, index - _AUXILIARY_REACH) : index]]
    if not before:
        return False
    if before[-1] in lists["before_verbs"] and index > 1:
        return True
    if word.endswith(vocabulary.finite_endings) and (before[-1] in lists["acts"] or before[-1] in vocabulary.noise - lists["openers"]):
        return True
    if before[-1] in lists["openers"]:
        return False
    participle = word.endswith(vocabulary.participle_endings) and not lists["auxiliaries"].isdisjoint(before)
    return participle or not lists["do_support"].isdisjoint(before)
