"""The filters that a question's words name: act type, kind, organ, amount role, fields that must be empty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from digest_engine.query.intent.patterns import Match
from digest_engine.query.intent.tokens import Line
from digest_engine.query.intent.vocabulary import FilterWord, Vocabulary

PAID = ["liquidazione"]
SPREADABLE = ("kind", "act_type", "organ")
_EXCLUDABLE = ("kind", "act_type")
_MOST_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class ActWords:
    """Values by field of `ActFilter`. `used` are the tokens that named them; `spread` the fields whose values are joined by "and";
    `denied` the words of what is left out but no filter can leave out ("without a commitment").
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    used: frozenset[int] = frozenset()
    spread: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


NOTHING = ActWords()


@dataclass(frozen=True, slots=True)
class _Naming:
    """A match, what it names, and whether it is excluded ("except payments")."""

    match: Match[FilterWord]
    excluded: bool = False
    listed: bool = False

    @property
    def types(self) -> list[str]:
        return list(self.match.entry.values.get("act_type", ()))


def read_act_words(
    line: Line, *, vocabulary: Vocabulary, buying: bool, exceptions: Sequence[int] = (), known: Sequence[Match[FilterWord]] = ()
) -> ActWords:
    """Filters in the words of `line`; of overlapping matches the longest counts, and before all those that the archive knows.

    `exceptions` are the tokens at which something left out begins ("except payments").
    """
    words = (match for match in vocabulary.acts.find(line) if buying or not match.entry.buying)
    namings = [_Naming(match) for match in _longest([*known, *words])]
    if not namings:
        return NOTHING
    namings = _objects_dropped(_paid_nouns(_listed(_excluded(namings, exceptions, line, vocabulary), line, vocabulary)))
    values: dict[str, Any] = {}
    for naming in namings:
        for name, value in naming.match.entry.values.items():
            if not naming.excluded:
                _add(values, name, value)
            elif name in _EXCLUDABLE:
                _add(values, f"not_{name}", value)
    used = frozenset(index for naming in namings for index in range(naming.match.first, naming.match.end))
    denied = [naming.match for naming in namings if naming.excluded and not set(naming.match.entry.values) <= {*_EXCLUDABLE}]
    return ActWords(values, used, _spread(namings, line, vocabulary), tuple(line.words(match.first, match.end) for match in denied))


def _longest(matches: Iterable[Match[FilterWord]]) -> list[Match[FilterWord]]:
    kept: list[Match[FilterWord]] = []
    taken: set[int] = set()
    for match in sorted(matches, key=lambda item: (item.first - item.end, item.first)):
        span = range(match.first, match.end)
        if taken.isdisjoint(span):
            taken.update(span)
            kept.append(match)
    return sorted(kept, key=lambda item: item.first)


def _excluded(namings: Sequence[_Naming], exceptions: Sequence[int], line: Line, vocabulary: Vocabulary) -> list[_Naming]:
    """Mark what follows "except"; what is joined to it by "and" is excluded too."""
    if not exceptions:
        return list(namings)
    out: list[_Naming] = []
    for naming in namings:
        first = naming.match.first
        after_except = any(end <= first and _is_light(line, end, first, vocabulary) for end in exceptions)
        carried = bool(out) and out[-1].excluded and _are_joined(out[-1], naming, line, vocabulary, "conjunctions")
        out.append(replace(naming, excluded=after_except or carried))
    return out


def _listed(namings: Sequence[_Naming], line: Line, vocabulary: Vocabulary) -> list[_Naming]:
    joined = [_are_joined(a, b, line, vocabulary, "conjunctions") for a, b in pairwise(namings)]
    if not any(joined):
        return list(namings)
    return [replace(naming, listed=any(joined[max(0, index - 1) : index + 1])) for index, naming in enumerate(namings)]


def _paid_nouns(namings: Sequence[_Naming]) -> list[_Naming]:
    """Drop "paid" where it stands right behind the noun of another type: paid refunds are refunds."""
    return [
        naming
        for index, naming in enumerate(namings)
        if not (naming.types == PAID and index and namings[index - 1].types and namings[index - 1].match.end == naming.match.first)
    ]


def _objects_dropped(namings: Sequence[_Naming]) -> list[_Naming]:
    """Drop the types that only say what was paid for: "payments for consultancies" are payments, about consultancies."""
    if not any(naming.types == PAID and not naming.excluded for naming in namings):
        return list(namings)
    return [naming for naming in namings if not naming.types or PAID[0] in naming.types or naming.listed or naming.excluded]


def _spread(namings: Sequence[_Naming], line: Line, vocabulary: Vocabulary) -> tuple[str, ...]:
    kept = [naming for naming in namings if not naming.excluded]
    return tuple(name for name in SPREADABLE if any(_adds(a, b, name, line, vocabulary) for a, b in pairwise(kept)))


def _adds(left: _Naming, right: _Naming, name: str, line: Line, vocabulary: Vocabulary) -> bool:
    values = left.match.entry.values.get(name), right.match.entry.values.get(name)
    return bool(values[0] and values[1] and values[0] != values[1]) and _are_joined(left, right, line, vocabulary, "additions")


def _are_joined(left: _Naming, right: _Naming, line: Line, vocabulary: Vocabulary, joins: str) -> bool:
    between = [token.norm for token in line.tokens[left.match.end : right.match.first]]
    light = vocabulary.noise
    words = vocabulary.lists[joins]
    return any(word in words for word in between) and all(word in words or word in light for word in between)


def _is_light(line: Line, start: int, end: int, vocabulary: Vocabulary) -> bool:
    return end - start <= _MOST_BETWEEN and all(line.tokens[index].norm in vocabulary.noise for index in range(start, end))


def _add(values: dict[str, Any], name: str, value: Any) -> None:
    values[name] = list(dict.fromkeys([*values.get(name, ()), *value])) if isinstance(value, list) else value
