"""Why a question was routed as it was, in its own language."""

from __future__ import annotations

from dataclasses import fields
from datetime import date

from digest_engine.query.intent.reading import Reading
from digest_engine.query.intent.signals import Evidence
from digest_engine.query.intent.tokens import MAX_TOKENS
from digest_engine.query.intent.vocabulary import load_vocabulary
from digest_engine.types import ActFilter, Language, Mode, Period

MOST_EVIDENCE = 3
EMPTY = ActFilter()
FIELDS = tuple(item.name for item in fields(EMPTY))


def explain(
    mode: Mode,
    reading: Reading,
    *,
    periods: tuple[Period, ...],
    filters: ActFilter,
    inherited: tuple[str, ...] = (),
    deadline: bool = False,
    explicit_mode: bool = False,
    explicit_periods: bool = False,
) -> tuple[str, ...]:
    """Plain sentences: the mode and the words that decided it, the periods, the filters, and what came from the conversation."""
    say = reading.vocabulary.sentences
    reasons = [say["explicit_mode"].format(mode=mode) if explicit_mode else mode_sentence(mode, reading)]
    reasons.append(say["explicit_periods"] if explicit_periods else periods_sentence(periods, reading.vocabulary.language))
    if filters != EMPTY:
        reasons.append(say["filters"].format(what=describe_filters(filters)))
    if reading.left_out and mode == "temporal":
        reasons.append(say["left_out"].format(what=", ".join(reading.left_out)))
    if inherited:
        reasons.append(say["inherited"].format(what=", ".join(say[f"inherited_{name}"] for name in inherited)))
    if deadline:
        reasons.append(say["deadline"])
    if reading.cut:
        reasons.append(say["cut"].format(n=MAX_TOKENS))
    return tuple(reasons)


def mode_sentence(mode: Mode, reading: Reading) -> str:
    """One sentence: the mode, and the heaviest evidence for it."""
    say = reading.vocabulary.sentences
    evidence = [item for item in reading.scoring.evidence if item.weight and (item.weight > 0) == (mode == "temporal")]
    why = "; ".join(_because(item, reading) for item in evidence[:MOST_EVIDENCE]) or say[f"default_{mode}"]
    return say[mode].format(why=why)


def describe_filters(filters: ActFilter) -> str:
    """`field=value` for every field that restricts."""
    held = ((name, getattr(filters, name)) for name in FIELDS)
    return ", ".join(f"{name}={_value(value)}" for name, value in held if value != getattr(EMPTY, name))


def _value(value: object) -> str:
    return "|".join(str(item) for item in value) if isinstance(value, tuple) else str(value)


def _because(item: Evidence, reading: Reading) -> str:
    return f"{reading.vocabulary.reasons[item.family]} («{reading.line.words(item.first, item.end)}»)"


def periods_sentence(periods: tuple[Period, ...], language: Language) -> str:
    """The periods as days, or that there is none."""
    say = load_vocabulary(language).sentences
    if not periods:
        return say["no_period"]
    return say["periods"].format(periods=", ".join(f"{_day(period.start)}-{_day(period.end)}" for period in periods))


def _day(day: date | None) -> str:
    return f"{day.day:02}/{day.month:02}/{day.year}" if day else "…"
