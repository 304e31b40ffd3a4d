"""Names in a question: capitalised names, and the names that the archive knows (suppliers, issuers, offices, act types)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from digest_engine.query.intent.tokens import Mask, Token, tokenize
from digest_engine.query.intent.vocabulary import LANGUAGES, NameWords, Vocabulary, load_vocabulary

_LEAST_LETTERS = 4
_LEAST_NAME = 3
_LONGEST_NAME = 8
_MOST_CANDIDATES = 5
_LEAST_WORDS = 4
_SHOUTED_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class KnownName:
    """A value of the catalog or the profile, and other words for it."""

    value: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FilterVocabulary:
    """Names known in the archive, so that "della ASL Roma 1" or "ditta Rossi" become filters. Values are those of the catalog."""

    issuers: tuple[KnownName, ...] = ()
    offices: tuple[KnownName, ...] = ()
    suppliers: tuple[KnownName, ...] = ()
    act_types: tuple[KnownName, ...] = ()
    kinds: tuple[KnownName, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundName:
    """Tokens `first` to `end` (exclusive) name `values` of `field`; `field` is empty for a name of unknown nature."""

    field: str
    values: tuple[str, ...]
    first: int
    end: int


_Entry = tuple[tuple[str, ...], str, str]


@dataclass(frozen=True)
class _Index:
    """Known names by their first word (words, field, value), and suppliers by each of their telling words."""

    by_first: dict[str, list[_Entry]] = field(default_factory=dict)
    acts_by_first: dict[str, list[_Entry]] = field(default_factory=dict)
    suppliers_by_word: dict[str, list[str]] = field(default_factory=dict)


def find_names(tokens: Sequence[Token], *, vocabulary: Vocabulary, known: FilterVocabulary | None = None) -> tuple[FoundName, ...]:
    """Known names first, then capitalised names that a word introduces or a legal form ends."""
    index = _index(known) if known else _Index()
    shouted = any(token.is_capital for token in tokens[1:]) and _is_shouted(tokens)
    found: list[FoundName] = []
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if not ((token.is_capital and not shouted) or token.norm in vocabulary.names.introducers or token.norm in index.by_first):
            position += 1
            continue
        name = _known_at(tokens, position, index, vocabulary)
        if name is None and not shouted:
            name = _introduced_at(tokens, position, vocabulary.names, index) or _capitalised_at(tokens, position, vocabulary, index)
        if name:
            found.append(name)
        position = name.end if name else position + 1
    return tuple(found)


def find_act_names(tokens: Sequence[Token], *, known: FilterVocabulary | None) -> tuple[FoundName, ...]:
    """Act types and kinds by the labels and aliases of the profile. They are words, not names: they stay in view for the signals."""
    index = _index(known).acts_by_first if known else {}
    found: list[FoundName] = []
    position = 0
    while index and position < len(tokens):
        name = None
        for words, field_name, value in index.get(tokens[position].norm, ()):
            end = position + len(words)
            if tuple(token.norm for token in tokens[position:end]) == words:
                name = FoundName(field_name, (value,), position, end)
                break
        if name:
            found.append(name)
        position = name.end if name else position + 1
    return tuple(found)


def masks_of(names: Sequence[FoundName], tokens: Sequence[Token]) -> tuple[Mask, ...]:
    """The spans of the names."""
    return tuple(Mask(tokens[name.first].start, tokens[name.end - 1].end, "name") for name in names)


def _is_shouted(tokens: Sequence[Token]) -> bool:
    """True where capitals tell nothing: nearly every word has one."""
    words = [token for token in tokens if token.is_word and token.norm[0].isalpha()]
    return len(words) >= _LEAST_WORDS and sum(token.is_capital for token in words) > _SHOUTED_SHARE * len(words)


def _known_at(tokens: Sequence[Token], position: int, index: _Index, vocabulary: Vocabulary) -> FoundName | None:
    for words, name, value in index.by_first.get(tokens[position].norm, ()):
        end = position + len(words)
        # A name of one common word ("Aprile") is a name only with its capital.
        common = len(words) == 1 and tokens[position].norm in vocabulary.language_words and not tokens[position].is_capital
        if not common and tuple(token.norm for token in tokens[position:end]) == words:
            while end < len(tokens) and tokens[end].norm in vocabulary.names.legal_forms:
                end += 1
            return FoundName(name, (value,), position, end)
    return None


def _introduced_at(tokens: Sequence[Token], position: int, words: NameWords, index: _Index) -> FoundName | None:
    if tokens[position].norm not in words.introducers:
        return None
    first = position + 1
    while first < len(tokens) and (tokens[first].norm in (".", "ra", "ssa") or tokens[first].norm in words.links):
        first += 1
    end = _run(tokens, first, words)
    if end == first:
        return _lowercase_street(tokens, position, first, words)
    role = "supplier" if tokens[position].norm in words.suppliers else ""
    return _named(tokens, first, end, role, index)


def _lowercase_street(tokens: Sequence[Token], position: int, first: int, words: NameWords) -> FoundName | None:
    plain = tokens[position].norm in words.streets and first == position + 1 and first < len(tokens) and tokens[first].is_word
    return FoundName("", (), first, first + 1) if plain else None


def _capitalised_at(tokens: Sequence[Token], position: int, vocabulary: Vocabulary, index: _Index) -> FoundName | None:
    words = vocabulary.names
    if not _may_begin(tokens, position, vocabulary):
        return None
    end = _run(tokens, position, words)
    if end == position:
        return None
    legal = any(token.norm in words.legal_forms for token in tokens[position:end])
    return _named(tokens, position, end, "supplier" if legal else "", index)


def _may_begin(tokens: Sequence[Token], position: int, vocabulary: Vocabulary) -> bool:
    """A capital inside a sentence begins a name; at its start only where the next word is a capital too, and never a known word."""
    token = tokens[position]
    if not token.is_capital or token.norm in vocabulary.names.never or token.norm in vocabulary.known_words:
        return False
    starts = position == 0 or not (tokens[position - 1].is_word or tokens[position - 1].norm in (",", "&"))
    if not starts:
        return True
    following = tokens[position + 1] if position + 1 < len(tokens) else None
    return following is not None and following.is_capital and following.norm not in vocabulary.names.never


def _run(tokens: Sequence[Token], first: int, words: NameWords) -> int:
    """End of the run of capitalised words, numerals and links between them that begins at `first`."""
    end = first
    position = first
    while position < len(tokens) and position - first < _LONGEST_NAME:
        token = tokens[position]
        if token.is_capital or token.norm in words.legal_forms or (token.is_word and token.norm.isdigit() and position > first):
            end = position + 1
        elif not (position > first and (token.norm in words.links or token.norm in ("&", "'", "-"))):
            break
        position += 1
    return end


def _named(tokens: Sequence[Token], first: int, end: int, role: str, index: _Index) -> FoundName:
    candidates = _suppliers_like([token.norm for token in tokens[first:end]], index)
    if candidates:
        return FoundName("supplier", candidates, first, end)
    if role:
        start, stop = tokens[first].start, tokens[end - 1].end
        return FoundName(role, (_text(tokens[first:end], start, stop),), first, end)
    return FoundName("", (), first, end)


def _text(tokens: Sequence[Token], start: int, stop: int) -> str:
    out = [" "] * (stop - start)
    for token in tokens:
        out[token.start - start : token.end - start] = token.text
    return "".join(out)


def _suppliers_like(words: Sequence[str], index: _Index) -> tuple[str, ...]:
    """Suppliers that hold every telling word of the name; too many of them tell nothing."""
    telling = [set(index.suppliers_by_word[word]) for word in words if word in index.suppliers_by_word]
    unknown = [word for word in words if len(word) >= _LEAST_LETTERS and word.isalpha() and word not in index.suppliers_by_word]
    if not telling or unknown:
        return ()
    common = set.intersection(*telling)
    return tuple(sorted(common)) if len(common) <= _MOST_CANDIDATES else ()


@lru_cache(maxsize=16)
def _index(known: FilterVocabulary) -> _Index:
    index = _Index()
    for name, values in {"issuer": known.issuers, "office": known.offices, "supplier": known.suppliers}.items():
        _enter(index.by_first, name, values)
    for name, values in {"act_type": known.act_types, "kind": known.kinds}.items():
        _enter(index.acts_by_first, name, values)
    for item in known.suppliers:
        for word in {token.norm for token in tokenize(item.value) if len(token.norm) >= _LEAST_LETTERS and token.norm.isalpha()}:
            index.suppliers_by_word.setdefault(word, []).append(item.value)
    return index


def _enter(by_first: dict[str, list[_Entry]], name: str, values: Sequence[KnownName]) -> None:
    """Enter each value and alias, whole and without its legal form; longer names come first."""
    legal_forms = frozenset().union(*(load_vocabulary(language).names.legal_forms for language in LANGUAGES))
    for item in values:
        for text in (item.value.replace("_", " "), *item.aliases):
            words = tuple(token.norm for token in tokenize(text) if token.is_word)
            for variant in {words, tuple(word for word in words if word not in legal_forms)}:
                if sum(map(len, variant)) >= _LEAST_NAME:
                    by_first.setdefault(variant[0], []).append((variant, name, item.value))
    for entries in by_first.values():
        entries.sort(key=lambda entry: -len(entry[0]))
