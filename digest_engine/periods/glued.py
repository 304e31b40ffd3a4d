"""Words and figures written without the blank between them: `dal3`, `Maggio2026`, `lanno`, `mesescorso`, `Q1`, `1st`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from digest_engine.periods.expressions import IsoWeek, Part
from digest_engine.periods.grammar import Term
from digest_engine.periods.numeric import full_year, read_numeric
from digest_engine.periods.tokens import Token
from digest_engine.periods.vocabulary import Lexicon

_NOTHING: Mapping[str, Any] = {}
_CODE: Mapping[str, Any] = {"NUMERIC": "", "CODE": 1}
_SHORTEST_HALF, _LONGEST_PAIR = 4, 22
_HEADS = frozenset(("ORD", "UNIT", "UNITS", "MONTHNAME", "WEEKDAY", "PAST", "LAST", "LASTS", "LASTEN", "THIS", "NEXT"))
_TAILS = frozenset(("UNIT", "UNITS", "MONTHNAME", "WEEKDAY", "PAST", "NEXT"))
_SUFFIXES = frozenset(("st", "nd", "rd", "th", "a", "o", "^"))
# Letters that with a glued figure name a part of a year: Q1, H2, T3 (trimestre), S1 (semestre).
_PARTS = {"q": ("quarter", 4), "h": ("half", 2), "t": ("quarter", 4), "s": ("half", 2)}


def glued_run(tokens: list[Token], place: int) -> int:
    """How many words and figures stand here without a blank; signs end the run."""
    end = place
    while end < len(tokens) and tokens[end].kind != "sign" and (end == place or tokens[end].glued):
        end += 1
    return end - place


def run_terms(run: list[Token], lexicon: Lexicon) -> list[Term]:
    first, last = run[0], run[-1]
    named = _named(run)
    if named is not None:
        return [Term(named, first.start, last.end, "code")]
    words = [token for token in run if token.kind == "word"]
    if len(run) <= 5 and all(_fits(token, lexicon) for token in words):
        return [_glued_term(token, lexicon) for token in run]
    return [Term(_CODE, first.start, last.end, "code")]


def elided(token: Token, lexicon: Lexicon) -> list[Term] | None:
    """`lanno`, `dellultimo`: an article that lost its apostrophe."""
    for size in (1, 4, 5):
        head, tail = token.norm[:size], token.norm[size:]
        if head in lexicon.elisions and len(tail) > 3 and tail[0] in "aeiou" and tail in lexicon.single:
            cut = token.start + size
            article = lexicon.single[head].cats if head in lexicon.single else _NOTHING
            noun = lexicon.single[tail]
            return [Term(article, token.start, cut, "elision"), Term(noun.cats, cut, token.end, "elision", noun.weak)]
    return None


def run_together(token: Token, lexicon: Lexicon) -> list[Term] | None:
    """`mesescorso`: two words of a date without the blank."""
    word = token.norm
    for cut in range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF + 1) if len(word) <= _LONGEST_PAIR else ():
        head, tail = lexicon.single.get(word[:cut]), lexicon.single.get(word[cut:])
        if head and tail and not _HEADS.isdisjoint(head.cats) and not _TAILS.isdisjoint(tail.cats):
            middle = token.start + cut
            return [Term(head.cats, token.start, middle, "glued", head.weak), Term(tail.cats, middle, token.end, "glued", tail.weak)]
    return None


def _fits(token: Token, lexicon: Lexicon) -> bool:
    return token.norm in lexicon.single and len(token.norm) > 1


def _glued_term(token: Token, lexicon: Lexicon) -> Term:
    if token.kind == "number":
        return Term(read_numeric(token.norm), token.start, token.end, "glued")
    entry = lexicon.single[token.norm]
    return Term(entry.cats, token.start, token.end, "glued")


def _named(run: list[Token]) -> Mapping[str, Any] | None:
    """`1st`, `Q1`, `2025Q3`, `1T2026`, `W18`, `2026W18`."""
    norms = [token.norm for token in run]
    match norms:
        case [number, suffix] if suffix in _SUFFIXES and number.isdigit() and len(number) <= 2:
            return {"ORD": int(number), "NUMORD": int(number)}
        case [letter, number] if number.isdigit():
            return _part(letter, number, None)
        case [number, letter] if number.isdigit() and len(number) == 1:
            return _part(letter, number, None)
        case [year, letter, number] if year.isdigit() and number.isdigit() and len(year) in (2, 4):
            return _part(letter, number, year)
        case [number, letter, year] if year.isdigit() and number.isdigit() and len(year) in (2, 4):
            return _part(letter, number, year)
    return None


def _part(letter: str, number: str, year: str | None) -> Mapping[str, Any] | None:
    said = full_year(year) if year else None
    if letter == "w" and 1 <= int(number) <= 53:
        week = IsoWeek(int(number), said)
        return {"WEEKNAME": week, "PERIOD": week} if said else {"WEEKNAME": week}
    unit, most = _PARTS.get(letter, ("", 0))
    if not unit or len(number) > 1 or not 1 <= int(number) <= most:
        return None
    part = Part(unit, int(number), said)
    return {"PARTNAME": part, "PART": part, "PERIOD": part} if said or letter in "qh" else {"PARTNAME": part}
