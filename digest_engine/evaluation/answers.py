"""Scoring given answers against questions with known answers: facts, figures, and questions that nothing answers.

A prediction holds `id`, `answer`, `retrieved` and `cited` (names of acts, best first), `refused`, and `figures` under the keys of the
question's `expected`. The rules are those that come with the questions: a fact is right when every wanted string is in the answer, at the
edge of a word and, where it begins or ends with a digit, touched by no other digit; figures are right when every expected key is equal,
amounts as numbers, in the expected reading or in an accepted alternative; a question that nothing answers is right when the answer says
so, cites nothing and repeats nothing it must not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import PurePosixPath
from typing import Any

DEPTH = 5
# Written for people who read the questions, not part of what is asked.
UNSCORED = frozenset({"with_amount", "numeri", "numero", "compared"})
UNORDERED = ("acts", "max_day")
_OTHER_FORM = re.compile(r"(?:_scan)?(?:\.(?:txt|pdf|p7m))+$")

Row = Mapping[str, Any]
Verdict = tuple[str, bool]


def verdicts(question: Row, prediction: Row) -> Iterator[Verdict]:
    """(name of the score, right or wrong) for one question; a name ends in the tag, group or reason where the question has one."""
    match question["kind"]:
        case "fact":
            yield from _fact(question, prediction)
        case "figures":
            right = figures_right(question, prediction.get("figures"))
            yield "figures", right
            yield f"figures.{question['group']}", right
        case "none":
            right = _refusal(question, prediction)
            yield "none", right
            yield f"none.{question['reason']}", right


def contains(text: str, wanted: str) -> bool:
    """Whether `wanted` stands in `text` as a word or a number of its own: `9` is neither in `19` nor in `9,50`."""
    inside, sought = _folded(text), _folded(wanted)
    before = r"(?<![0-9])(?<![0-9][.,])" if sought[:1].isdigit() else r"(?<![a-zà-ù0-9])"
    after = r"(?![0-9])(?![.,][0-9])" if sought[-1:].isdigit() else ""
    return re.search(before + re.escape(sought) + after, inside) is not None


def figures_right(question: Row, given: Row | None) -> bool:
    """Whether `given` equals what the question expects, or one of its accepted readings, in every scored key."""
    if given is None:
        return False
    readings = [question["expected"], *(item["expected"] for item in question.get("alternatives", ()))]
    got = _normal(given)
    return any(_agrees(_normal(wanted), got, dated=question.get("period_stated", True)) for wanted in readings)


def same_act(name: str) -> str:
    """The name of an act whatever form it is in: `av_0098.txt` and `av_0098_scan.pdf` are one."""
    return _OTHER_FORM.sub("", PurePosixPath(name).name)


def _fact(question: Row, prediction: Row) -> Iterator[Verdict]:
    wanted = {same_act(name) for name in question["acts"]}
    hit = bool(wanted & set(map(same_act, prediction.get("retrieved", ())[:DEPTH])))
    right = _says(prediction.get("answer", ""), question["answer_contains"])
    cited = set(map(same_act, prediction.get("cited", ())))
    yield f"fact.hit@{DEPTH}", hit
    yield "fact.answer", right
    yield "fact.cites_only_right", bool(cited) and cited <= wanted
    for tag in (*question.get("tags", ()), question["lang"]):
        yield f"fact.hit@{DEPTH}.{tag}", hit
        yield f"fact.answer.{tag}", right


def _says(answer: str, needs: Sequence[Any]) -> bool:
    return all(any(contains(answer, word) for word in ([need] if isinstance(need, str) else need)) for need in needs)


def _refusal(question: Row, prediction: Row) -> bool:
    allowed = set(map(same_act, question.get("may_cite", ())))
    cited = set(map(same_act, prediction.get("cited", ()))) - allowed
    answer = _folded(prediction.get("answer", ""))
    repeated = any(_folded(text) in answer for text in question.get("must_not_contain", ()))
    return bool(prediction.get("refused")) and not cited and not repeated


def _agrees(wanted: dict[str, Any], got: dict[str, Any], *, dated: bool) -> bool:
    skipped = set() if dated else {"from", "to"}
    return all(_comparable(key, value) == _comparable(key, got.get(key)) for key, value in wanted.items() if key not in skipped)


def _comparable(key: str, value: Any) -> Any:
    return sorted(map(str, value or ())) if key in UNORDERED else value


def _normal(value: Any) -> Any:
    """Numbers as `Decimal`, however written; keys that are not scored left out."""
    match value:
        case Mapping():
            return {key: _normal(item) for key, item in value.items() if key not in UNSCORED}
        case list() | tuple():
            return [_normal(item) for item in value]
        case None | bool():
            return value
        case _:
            return _number(value)


def _number(value: Any) -> Any:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return value


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("’", "'").replace("\u00a0", " ")).lower()
