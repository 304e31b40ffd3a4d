"""The figures that a question asks for, and the acts that it restricts them to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from digest_engine.query.intent.amounts import parse_number
from digest_engine.query.intent.filters import SPREADABLE
from digest_engine.query.intent.reading import Reading
from digest_engine.query.intent.tokens import tokenize
from digest_engine.types import ActFilter, FiguresAsked, GroupKey, Measure

STRONG_ASK = 3.0
DEFAULT_TOP = 10
MOST_TOP = 1000
MEASURES: tuple[Measure, ...] = get_args(Measure)

EMPTY = ActFilter()
Asks = dict[str, str]


def figures_asked(reading: Reading) -> FiguresAsked | None:
    """The figures asked for, or None. A question about one act named by number asks for a fact, never for a figure. Words that no filter can
    express ("without a tender", "extensions and renewals") leave no figure either: it would be a wrong one.

    Where the question as a whole is about one fact, only a strong ask counts ("how much was paid to X?"), so that "and for what sum?"
    beside a fact computes nothing.
    """
    asks = _asks(reading)
    wanted = reading.scoring.mode == "temporal" or _is_strongly_asked(reading)
    if not asks or not wanted or "reference" in reading.facts or not _can_be_restricted(reading):
        return None
    groups, ranked_by, many = _groups(asks, reading)
    measures = _measures(asks, reading, ranked=ranked_by is not None)
    top = _top(asks, reading, ranked_by=ranked_by, many=many)
    plain = not (measures or groups or top or "compare" in asks)
    return FiguresAsked(
        measures=measures or (("count", "sum") if "compare" in asks else ()),
        group_by=groups,
        top=top,
        ascending="min" in asks or (ranked_by is not None and _has_word(reading, "fewest")),
        ranked_by=ranked_by,
        listing=("list" in asks and not top) or (plain and "items" in asks) or _is_about_a_code(measures, groups, reading),
        compare="compare" in asks,
    )


def asks_weakly(reading: Reading) -> bool:
    """True where naming acts is all that asks for a list ("and the resolutions?")."""
    return set(_asks(reading)) <= {"items"}


def asks_a_measure(reading: Reading) -> bool:
    """True where the words say what to measure: count, sum, average, largest, smallest or a comparison."""
    return not {*MEASURES, "compare"}.isdisjoint(_asks(reading))


def act_filter(reading: Reading) -> ActFilter:
    """Every restriction in the words of the question; `words` are the words of its subject."""
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in reading.acts.values.items()}
    for name in reading.names:
        if name.field:
            values[name.field] = tuple(dict.fromkeys((*values.get(name.field, ()), *name.values)))
    values |= {**_identifiers(reading), **reading.amounts.bounds}
    return ActFilter(**values, words=reading.topic)


def identifying_filter(reading: Reading) -> ActFilter:
    """Only what names acts or contracts, and the issuer: a fact is never searched behind a guessed filter."""
    issuers = tuple(value for name in reading.names if name.field == "issuer" for value in name.values)
    identifiers = _identifiers(reading)
    return ActFilter(**identifiers, issuer=issuers) if identifiers or issuers else EMPTY


def _identifiers(reading: Reading) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if reading.references:
        for name in ("number", "year", "kind", "organ"):
            values = tuple(dict.fromkeys(value for item in reading.references if (value := getattr(item, name)) is not None))
            found.update({name: values} if values else {})
    if reading.codes.cig:
        found["cig"] = reading.codes.cig
    if reading.codes.cup:
        found["cup"] = reading.codes.cup
    return found


def _can_be_restricted(reading: Reading) -> bool:
    return "denied" not in reading.facts and (not reading.left_out or "type" in reading.facts)


def _asks(reading: Reading) -> Asks:
    """Each ask with the words that made it, in the order of the question."""
    asks: Asks = {}
    for match in reading.scoring.matches:
        for ask in match.entry.asks:
            found = match.named.get("n") if ask == "top" else None
            asks.setdefault(ask, found or reading.line.words(match.first, match.end))
    return asks


def _is_strongly_asked(reading: Reading) -> bool:
    return any(set(MEASURES).intersection(match.entry.asks) and match.entry.weight >= STRONG_ASK for match in reading.scoring.matches)


def _measures(asks: Asks, reading: Reading, *, ranked: bool) -> tuple[Measure, ...]:
    rated = any(ask.startswith("rate:") for ask in asks)
    found = [measure for measure in MEASURES if measure in asks and not (rated and measure == "average")]
    if not found and (rated or ranked):
        found = ["sum" if _has_word(reading, "money_words") else "count"]
    if not found and any(ask.startswith("group:") for ask in asks) and "list" not in asks:
        found = ["count", "sum"]
    return tuple(found)


def _groups(asks: Asks, reading: Reading) -> tuple[tuple[GroupKey, ...], GroupKey | None, bool]:
    """Groups asked for, the group that is ranked, and whether several of its members are."""
    groups = [ask.partition(":")[2] for ask in asks if ask.startswith(("group:", "rate:"))]
    ranked: GroupKey | None = None
    many = False
    for ask, text in asks.items():
        if ask.startswith("rank"):
            ranked, many = _ranked(ask, text, reading)
    known = [key for key in get_args(GroupKey) if key in groups or key == ranked]
    if not ranked and not known and _counts_or_sums(asks):
        known = [name for name in SPREADABLE if name in reading.acts.spread]
    return tuple(known), ranked, many


def _ranked(ask: str, text: str, reading: Reading) -> tuple[GroupKey | None, bool]:
    named = ask.partition(":")[2]
    if named:
        return next(key for key in get_args(GroupKey) if key == named), True
    words = [token.norm for token in tokenize(text)]
    return next((reading.vocabulary.rankables[word] for word in words if word in reading.vocabulary.rankables), (None, False))


def _counts_or_sums(asks: Iterable[str]) -> bool:
    return not {"count", "sum", "compare"}.isdisjoint(asks)


def _top(asks: Asks, reading: Reading, *, ranked_by: GroupKey | None, many: bool) -> int:
    if "top" in asks:
        number = _number(asks["top"], reading)
        if number:
            return min(number, MOST_TOP)
    if ranked_by:
        return DEFAULT_TOP if many else 1
    return 1 if {"max", "min"} & set(asks) else 0


def _number(text: str, reading: Reading) -> int:
    number = parse_number(text) if text[:1].isdigit() else reading.vocabulary.amounts.numbers.get(text)
    return int(number) if number is not None else 0


def _is_about_a_code(measures: Sequence[Measure], groups: Sequence[GroupKey], reading: Reading) -> bool:
    """Figures of one contract also show its acts: they are few, and they are what the reader checks next."""
    return "code" in reading.facts and not groups and (not measures or set(measures) <= {"count", "sum"})


def _has_word(reading: Reading, name: str) -> bool:
    words = reading.vocabulary.lists[name]
    return any(token.norm in words for token in reading.line.tokens)
