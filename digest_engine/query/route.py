"""Which kind of question it is, over which periods, restricted to what, and which figures it asks for; with reasons.

`temporal`: the answer needs many acts (a count, sum, mean, ranking, trend, comparison, digest or complete list). `semantic`: one fact.
A date alone makes no question temporal. The score is a sum of weights of the vocabulary files; its sign is the mode.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date
from typing import Any

from digest_engine.periods import find_periods, today_in_rome
from digest_engine.query.asked import act_filter, figures_asked, identifying_filter
from digest_engine.query.explain import explain
from digest_engine.query.followup import Draft, cited_in, continued, is_clearly_semantic, is_followup
from digest_engine.query.history import Turn, parse_history
from digest_engine.query.intent.names import FilterVocabulary, KnownName
from digest_engine.query.intent.reading import Reading, read_question
from digest_engine.query.intent.signals import confidence
from digest_engine.types import ActFilter, FiguresAsked, Mode, Period, Route

__all__ = ["FilterVocabulary", "KnownName", "Turn", "choose_route", "classify_query", "classify_query_debug", "parse_history"]

logger = logging.getLogger(__name__)
LONGEST_CHAIN = 20
LONGEST_LOGGED = 200
PURCHASE = "acquisto_"


def choose_route(
    question: str,
    *,
    today: date,
    history: Sequence[Turn] = (),
    mode: Mode | None = None,
    periods: Sequence[Period] | None = None,
    vocabulary: FilterVocabulary | None = None,
) -> Route:
    """The route of `question` asked on `today`.

    `periods`, where given (an empty sequence too), replace what the text says; `mode` wins over the score, and the figures asked for
    are read all the same. `history` is oldest first; of it the last turns that the question follows up on are read. The decision is
    logged as the seed logs it.
    """
    route = _choose(question, today=today, history=tuple(history)[-LONGEST_CHAIN:], mode=mode, periods=periods, vocabulary=vocabulary)
    asker = "auto" if mode is None else "explicit"
    logger.info("[query_router] %s → %r | pattern=%r | question=%r", asker, route.mode, route.pattern, question[:LONGEST_LOGGED])
    return route


def classify_query(question: str) -> Mode:
    """`temporal` or `semantic`, by the words of `question` alone."""
    return choose_route(question, today=today_in_rome()).mode


def classify_query_debug(question: str, *, today: date | None = None) -> dict[str, Any]:
    """`classify_query` with what matched: pattern, confidence, runner-up, reasons, periods (ISO days), filters and figures asked for."""
    route = choose_route(question, today=today or today_in_rome())
    return {
        "mode": route.mode,
        "pattern": route.pattern,
        "question": question,
        "confidence": route.confidence,
        "runner_up": route.runner_up,
        "reasons": list(route.reasons),
        "periods": [period_as_dict(period) for period in route.periods],
        "filters": _as_dict(route.filters, ActFilter()),
        "figures": None if route.figures is None else _as_dict(route.figures, FiguresAsked()),
    }


def period_as_dict(period: Period) -> dict[str, Any]:
    """A period with ISO days, its words, span, rule and kind."""
    return {
        "from": period.start.isoformat() if period.start else None,
        "to": period.end.isoformat() if period.end else None,
        "text": period.text,
        "span": list(period.span),
        "rule": period.rule,
        "kind": period.kind,
    }


def _choose(
    question: str,
    *,
    today: date,
    history: tuple[Turn, ...],
    mode: Mode | None = None,
    periods: Sequence[Period] | None = None,
    vocabulary: FilterVocabulary | None = None,
) -> Route:
    found = find_periods(question, today=today, history=_as_pairs(history))
    spoken = [period for period in found if _is_spoken(period)]
    reading = read_question(question, periods=spoken, known=vocabulary)
    draft = _draft(reading)
    follows = bool(history) and is_followup(reading, draft.figures)
    if follows:
        previous = _choose(history[-1].question, today=today, history=history[:-1], vocabulary=vocabulary)
        if _buys(previous) and not reading.buying:
            reading = read_question(question, periods=spoken, known=vocabulary, buying=True)
        draft = continued(_draft(reading), previous, reading)
        draft = _with_citations(draft, history[-1], reading)
    kept = tuple(periods) if periods is not None else _kept(found, reading, draft, follows=follows)
    return _route(reading, draft, periods=kept, explicit_mode=mode, explicit_periods=periods is not None)


def _draft(reading: Reading) -> Draft:
    figures = figures_asked(reading)
    mode = reading.scoring.mode
    filters = act_filter(reading) if figures or mode == "temporal" else identifying_filter(reading)
    topic = reading.topic if figures or mode == "temporal" else reading.subject
    return Draft(mode, filters, figures, " ".join(topic))


def _buys(previous: Route) -> bool:
    """True after a question about purchases: "and medical devices?" then names a kind of purchase too."""
    return any(value.startswith(PURCHASE) for value in previous.filters.act_type)


def _with_citations(draft: Draft, turn: Turn, reading: Reading) -> Draft:
    """A fact asked about the act of the last answer: what that answer cites helps to find it again."""
    if draft.mode != "semantic" or "period" in reading.facts:
        return draft
    return replace(draft, topic=" ".join(dict.fromkeys((*draft.topic.split(" "), *cited_in(turn.answer)))).strip())


def _kept(found: Sequence[Period], reading: Reading, draft: Draft, *, follows: bool) -> tuple[Period, ...]:
    """The periods spoken, or else those inherited: by a follow-up, or by figures that name none. A fact that stands alone inherits none."""
    spoken = tuple(period for period in found if _is_spoken(period))
    if spoken or not found or reading.says("whole_archive"):
        return spoken
    goes_on = (follows and not is_clearly_semantic(reading)) or draft.mode == "temporal"
    return tuple(found) if goes_on and not {"reference", "code"} & reading.facts else ()


def _route(reading: Reading, draft: Draft, *, periods: tuple[Period, ...], explicit_mode: Mode | None, explicit_periods: bool) -> Route:
    scoring = reading.scoring
    mode = explicit_mode or draft.mode
    sure = 1.0 if explicit_mode else confidence(scoring.score, scale=reading.vocabulary.weights["scale"])
    decisive = scoring.decisive(mode)
    silent = not explicit_periods and any(not _is_spoken(period) for period in periods)
    inherited = ("period", *draft.inherited) if silent else draft.inherited
    deadline = bool(periods) and not explicit_periods and reading.says("deadline")
    return Route(
        mode=mode,
        question=reading.question,
        periods=periods,
        filters=draft.filters,
        figures=draft.figures,
        topic=draft.topic,
        language=reading.vocabulary.language,
        confidence=sure,
        runner_up=("semantic" if mode == "temporal" else "temporal", round(1 - sure, 3)),
        pattern=decisive.pattern if decisive else None,
        reasons=explain(
            mode, reading, periods=periods, filters=draft.filters, inherited=inherited, deadline=deadline,
            explicit_mode=explicit_mode is not None, explicit_periods=explicit_periods,
        ),
        inherited=inherited,
        deadline=deadline,
        left_out=tuple(reading.left_out),
    )  # fmt: skip


def _is_spoken(period: Period) -> bool:
    """False for a period taken over whole from an earlier question: no word of this one stands for it."""
    return period.span[1] > period.span[0]


def _as_pairs(turns: Sequence[Turn]) -> list[dict[str, str]]:
    return [{"question": turn.question, "answer": turn.answer} for turn in turns]


def _as_dict(value: ActFilter | FiguresAsked, empty: ActFilter | FiguresAsked) -> dict[str, Any]:
    """The fields that say something."""
    return {
        item.name: list(held) if isinstance(held, tuple) else held
        for item in fields(value)
        if (held := getattr(value, item.name)) != getattr(empty, item.name)
    }
