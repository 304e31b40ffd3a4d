"""The small pattern language of the vocabulary files, compiled to regular expressions over a folded line.

A pattern is a row of elements separated by spaces; each one matches whole tokens:

    quanti|quante    one of these words         <number>     a number in figures           a+quanto   a phrase, as one alternative
    {acts}           a class of the same file   #period      a placeholder                 n={number} what matched is kept as `n`
    word?            may be absent              !word        the next token is not this    _3         up to three words, no punctuation
    ~3               up to three tokens         ^            the head of a clause          $          the end of the question
    ^2               at most two words after the head of a clause

The words of the first element are a pattern's index: it is tried only where one of them stands, and gaps are bounded, so that reading
is linear in the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Generic, NamedTuple, TypeVar

from digest_engine.errors import SettingsError
from digest_engine.query.intent.tokens import NUMBER, Line

T = TypeVar("T")
_GAP_WORD = r"[^\s,;:?!.()]+ "
MAX_GAP = 8
NONE: Mapping[str, str] = {}
MEMORY = 256


@dataclass(frozen=True)
class Pattern:
    """A pattern ready to match. `first` are the words that it can begin with.

    `later` holds, for each further element that must be there, the words it can begin with: a line without them can't match.
    `reach` is the number of words that may stand between the head of a clause and the match; None where it may stand anywhere.
    """

    source: str
    expression: str
    first: tuple[str, ...]
    later: tuple[frozenset[str], ...]
    reach: int | None

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """Compiled at first use: a question needs few of the hundreds."""
        return re.compile(self.expression)


class Match(NamedTuple, Generic[T]):
    """Tokens `first` to `end` (exclusive) matched the pattern of `entry`; `named` holds what its named elements matched."""

    entry: T
    source: str
    first: int
    end: int
    named: Mapping[str, str]


@dataclass(frozen=True)
class PatternSet(Generic[T]):
    """Patterns with what they mean, indexed by their first word.

    `needs` and `bars`, where given, run beside `entries`: facts that must, and must not, hold for the entry to be tried.
    """

    entries: tuple[tuple[Pattern, T], ...]
    needs: tuple[frozenset[str], ...] = ()
    bars: tuple[frozenset[str], ...] = ()

    def find(self, line: Line, heads: Collection[int] = (), facts: frozenset[str] = frozenset()) -> list[Match[T]]:
        """Every match, in the order of the line; patterns of a clause's head only where `heads` holds the token."""
        table = self._table(facts)
        begun = [(index, rows) for index, word in enumerate(line.keys) if (rows := table.get(word))]
        if not begun:
            return []
        bits = self._bits
        present = 0
        for word in line.keys:
            present |= bits.get(word, 0)
        return [match for index, rows in begun for match in _matching(rows, index, line, heads, present)]

    def find_at(self, index: int, line: Line) -> list[Match[T]]:
        """Every match that begins at token `index`."""
        rows = self._table(frozenset()).get(line.keys[index])
        return _matching(rows, index, line, (), -1) if rows else []

    @cached_property
    def _table(self) -> Callable[[frozenset[str]], dict[str, list[tuple[Pattern, T, int]]]]:
        """For facts that hold, the patterns to try at each word."""
        return lru_cache(maxsize=MEMORY)(self._by_word)

    def _by_word(self, facts: frozenset[str]) -> dict[str, list[tuple[Pattern, T, int]]]:
        table: dict[str, list[tuple[Pattern, T, int]]] = {}
        for number, (pattern, entry) in enumerate(self.entries):
            if not self.needs or (self.needs[number] <= facts and not self.bars[number] & facts):
                for word in pattern.first:
                    table.setdefault(word, []).append((pattern, entry, self._wanted(number)))
        return table

    @cached_property
    def _sets(self) -> dict[frozenset[str], int]:
        """A bit for every set of words that some pattern wants later in the line."""
        sets = dict.fromkeys(words for pattern, _ in self.entries for words in pattern.later)
        return {words: 1 << number for number, words in enumerate(sets)}

    @cached_property
    def _bits(self) -> dict[str, int]:
        bits: dict[str, int] = {}
        for words, bit in self._sets.items():
            for word in words:
                bits[word] = bits.get(word, 0) | bit
        return bits

    def _wanted(self, number: int) -> int:
        return sum({self._sets[words] for words in self.entries[number][0].later})


def compile_patterns(source: str, classes: Mapping[str, Sequence[str]]) -> list[Pattern]:
    """Compile `source`: two patterns where its first element may be absent. Raises `SettingsError` for an unknown class or a first gap."""
    elements = source.split()
    head = elements[0] if elements and elements[0].startswith("^") else ""
    reach = int(head[1:] or 0) if head else None
    body = elements[1:] if head else elements
    if body and body[0].endswith("?"):
        with_first = [body[0].removesuffix("?"), *body[1:]]
        return [_compile(with_first, classes, source, reach=reach), _compile(body[1:], classes, source, reach=reach)]
    return [_compile(body, classes, source, reach=reach)]


def _compile(body: Sequence[str], classes: Mapping[str, Sequence[str]], source: str, *, reach: int | None) -> Pattern:
    if not body or body[0].endswith("?") or body[0][0] in "_~!$":
        raise SettingsError(f"pattern {source!r} must begin with a word, a class or a placeholder")
    regex = "".join(_element(element, classes, source) for element in body)
    needed = [element for element in body[1:] if element[0] not in "_~!$" and not element.endswith("?")]
    later = tuple(frozenset(_first_words(element, classes, source)) for element in needed)
    return Pattern(source, regex, _first_words(body[0], classes, source), later, reach)


def _matching(rows: Sequence[tuple[Pattern, T, int]], index: int, line: Line, heads: Collection[int], present: int) -> list[Match[T]]:
    found = []
    for pattern, entry, wanted in rows:
        if wanted & present != wanted:
            continue
        if pattern.reach is not None and index not in heads and not _is_near_head(line, index, heads, pattern.reach):
            continue
        match = pattern.regex.match(line.text, line.starts[index])
        if match:
            found.append(Match(entry, pattern.source, index, line.token_at(match.end()), match.groupdict() if match.re.groups else NONE))
    return found


def _is_near_head(line: Line, index: int, heads: Collection[int], reach: int) -> bool:
    """True where the head is at most `reach` words before `index` (the token itself is known to be none)."""
    for first in range(index - 1, max(-1, index - reach - 1), -1):
        if not line.tokens[first].is_word:
            return False
        if first in heads:
            return True
    return False


def _element(element: str, classes: Mapping[str, Sequence[str]], source: str) -> str:
    if element == "$":
        return r"(?:[?!.] )*$"
    if element[0] in "_~":
        word = _GAP_WORD if element[0] == "_" else r"\S+ "
        return f"(?:{word}){{0,{min(int(element[1:]), MAX_GAP)}}}?"
    if element[0] == "!":
        return f"(?!{_alternatives(element[1:], classes, source)} )"
    optional = element.endswith("?")
    name, _, rest = element.rstrip("?").rpartition("=")
    group = _alternatives(rest, classes, source)
    named = f"(?P<{name}>{group}) " if name else f"{group} "
    return f"(?:{named})?" if optional else named


def _alternatives(text: str, classes: Mapping[str, Sequence[str]], source: str) -> str:
    return _factored(tuple(sorted({_spelled(word) for word in _words(text, classes, source)})))


@cache
def _factored(words: tuple[tuple[str, ...], ...]) -> str:
    """A regular expression for `words` (rows of pieces) with their common beginnings written once, so that few branches are tried."""
    branches: dict[str, list[tuple[str, ...]]] = {}
    for word in words:
        if word:
            branches.setdefault(word[0], []).append(word[1:])
    parts = [piece + _factored(tuple(rests)) for piece, rests in branches.items()]
    if not parts:
        return ""
    optional = "?" if () in words else ""
    return parts[0] if len(parts) == 1 and not optional else f"(?:{'|'.join(parts)}){optional}"


def _words(text: str, classes: Mapping[str, Sequence[str]], source: str) -> list[str]:
    words: list[str] = []
    for part in text.split("|"):
        if part.startswith("{"):
            name = part.strip("{}")
            if name not in classes:
                raise SettingsError(f"pattern {source!r} names the unknown class {name!r}")
            words.extend(classes[name])
        else:
            words.append(part)
    return words


def _spelled(word: str) -> tuple[str, ...]:
    """The pieces of an alternative: one a character, and one for what stands for many."""
    return (r"\d+",) if word == NUMBER else tuple(" " if char == "+" else re.escape(char) for char in word)


def _first_words(element: str, classes: Mapping[str, Sequence[str]], source: str) -> tuple[str, ...]:
    rest = element.rpartition("=")[2]
    return tuple(dict.fromkeys(word.split("+")[0] for word in _words(rest, classes, source)))
