"""The agentic route: the model chooses the mode and points at the words of the period; code resolves them and cross-checks.

The rule route is always computed. Whatever the model does wrong (no reply, no JSON, an unknown mode, invented words), the rule route
is used and the notes say so.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from digest_engine.errors import ModelError
from digest_engine.llm.base import LLM
from digest_engine.llm.replies import parse_json_reply
from digest_engine.periods import find_periods
from digest_engine.query.explain import periods_sentence
from digest_engine.query.history import Turn
from digest_engine.query.intent.names import FilterVocabulary
from digest_engine.query.intent.reading import language_of
from digest_engine.query.intent.tokens import fold, tokenize
from digest_engine.query.intent.vocabulary import load_vocabulary
from digest_engine.query.route import choose_route
from digest_engine.types import Mode, Period, Route

logger = logging.getLogger(__name__)
PROMPTS = Path(__file__).parent / "prompts"
MAX_TOKENS = 400
LONGEST_REASONING = 300
LONGEST_TURN = 600
MOST_TURNS = 6

REPLY_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "mode": {"type": "string", "enum": ["temporal", "semantic"]},
        "period_words": {"type": "array", "items": {"type": "string"}},
        "reasoning": {"type": "string"},
    },
    "required": ["mode", "period_words", "reasoning"],
    "additionalProperties": False,
}
_MODES: dict[str, Mode] = {
    "temporal": "temporal",
    "temporale": "temporal",
    "semantic": "semantic",
    "semantica": "semantic",
    "semantico": "semantic",
}
_NOT_PROSE = re.compile(r"[{}<>\[\]\\`]|Traceback|Error\b|Exception\b")


@dataclass(frozen=True, slots=True)
class AgentDecision:
    """The route, and a plain sentence in the question's language that says why. `used_model`: the model's mode was taken.

    `notes` say, in the same language, what of the model's reply was not used.
    """

    route: Route
    reasoning: str
    used_model: bool
    notes: tuple[str, ...] = ()


def decide(
    question: str,
    *,
    today: date,
    history: Sequence[Turn] = (),
    llm: LLM | None,
    vocabulary: FilterVocabulary | None = None,
) -> AgentDecision:
    """The route of `question`, with the help of `llm` where there is one. Never raises for what the model says or fails to say."""
    rule = choose_route(question, today=today, history=history, vocabulary=vocabulary)
    say = load_vocabulary(rule.language).sentences
    if llm is None:
        return AgentDecision(rule, rule.reasons[0], used_model=False)
    reply = _ask(question, today=today, history=history, llm=llm)
    mode = _mode(reply.get("mode")) if reply is not None else None
    if reply is None or mode is None:
        note = say["model_failed"] if reply is None else say["model_unknown_mode"]
        return AgentDecision(rule, rule.reasons[0], used_model=False, notes=(note,))
    periods, notes = _periods(reply.get("period_words"), rule, question, today=today, history=history)
    chosen = choose_route(question, today=today, history=history, mode=mode, vocabulary=vocabulary)
    if mode != rule.mode:
        notes.append(say["model_disagrees"].format(rule=say[f"mode_{rule.mode}"]))
    reasoning = _reasoning(reply.get("reasoning"), mode, rule)
    route = replace(chosen, reasons=(reasoning, *chosen.reasons[1:]), confidence=rule.confidence)
    return AgentDecision(_with_periods(route, periods), reasoning, used_model=True, notes=tuple(notes))


def _with_periods(route: Route, periods: tuple[Period, ...]) -> Route:
    """`route` over the periods that the model found in the conversation."""
    if not periods:
        return route
    reasons = (route.reasons[0], periods_sentence(periods, route.language), *route.reasons[2:])
    return replace(route, periods=periods, inherited=("period", *route.inherited), reasons=reasons)


def _ask(question: str, *, today: date, history: Sequence[Turn], llm: LLM) -> dict[str, Any] | None:
    turns = [{"question": turn.question[:LONGEST_TURN], "answer": turn.answer[:LONGEST_TURN]} for turn in tuple(history)[-MOST_TURNS:]]
    # Question and history go in as JSON strings: no text in them can close the fence around it.
    data = json.dumps({"today": today.isoformat(), "history": turns, "question": question}, ensure_ascii=False)
    try:
        completion = llm.complete(system=_system_prompt(), user=data, json_schema=REPLY_SCHEMA, max_tokens=MAX_TOKENS)
    except ModelError as error:
        logger.warning("the model gave no route: %s", error)
        return None
    return parse_json_reply(completion.text)


def _mode(value: Any) -> Mode | None:
    first = value[0] if isinstance(value, list) and len(value) == 1 else value
    return _MODES.get(first.strip().strip("\"'.").lower()) if isinstance(first, str) else None


def _periods(words: Any, rule: Route, question: str, *, today: date, history: Sequence[Turn]) -> tuple[tuple[Period, ...], list[str]]:
    """Periods to add to those of the rules, and what was not taken over.

    The rules read the whole question, traps included, so their periods hold; the model's words are taken only for a period of the
    conversation that the rules left out.
    """
    say = load_vocabulary(rule.language).sentences
    copied = [item for item in (words if isinstance(words, list) else [words]) if isinstance(item, str) and item.strip()]
    asked = fold(question)
    earlier = fold("\n".join(turn.question for turn in history))
    invented = [item for item in copied if fold(item.strip()) not in asked and fold(item.strip()) not in earlier]
    notes = [say["model_invented"].format(words=", ".join(invented))] if invented else []
    resolved = [period for item in copied if item not in invented for period in find_periods(item, today=today)]
    if rule.periods:
        if {(period.start, period.end) for period in resolved} != {(period.start, period.end) for period in rule.periods}:
            notes.append(say["model_other_period"])
        return (), notes
    from_earlier = [item for item in copied if item not in invented and fold(item.strip()) not in asked]
    taken = tuple(replace(period, kind="inherited", span=(0, 0)) for item in from_earlier for period in find_periods(item, today=today))
    if resolved and not taken:
        notes.append(say["model_other_period"])
    return taken, notes


def _reasoning(value: Any, mode: Mode, rule: Route) -> str:
    """The model's sentence where it is one, in the language of the question; otherwise the rules' own, or a plain one."""
    say = load_vocabulary(rule.language).sentences
    text = " ".join(value.split()) if isinstance(value, str) else ""
    usable = 0 < len(text) <= LONGEST_REASONING and not _NOT_PROSE.search(text) and language_of(tokenize(text)) == rule.language
    if usable:
        return text
    return rule.reasons[0] if mode == rule.mode else say["model_plain"].format(mode=say[f"mode_{mode}"])


@lru_cache
def _system_prompt() -> str:
    return (PROMPTS / "route_system.txt").read_text(encoding="utf-8")
