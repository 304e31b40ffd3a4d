"""What every evaluation prints: rows, scores, timing and the failures, in one object."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Score:
    """`right` of `n`; `accuracy` is None where nothing was scored."""

    n: int
    right: int

    @property
    def accuracy(self) -> float | None:
        """right / n, in 0..1."""
        return round(self.right / self.n, 4) if self.n else None


@dataclass(frozen=True, slots=True)
class EvalReport:
    """The result of an evaluation. `timing` is in microseconds unless the key says otherwise."""

    rows: int
    scores: Mapping[str, Score]
    timing: Mapping[str, float] = field(default_factory=dict)
    failures: Sequence[Mapping[str, Any]] = ()

    def as_dict(self) -> dict[str, Any]:
        """The documented JSON shape of `digest-engine eval … --json`."""
        scores = {name: {"n": score.n, "right": score.right, "accuracy": score.accuracy} for name, score in self.scores.items()}
        return {"rows": self.rows, "scores": scores, "timing": dict(self.timing), "failures": list(self.failures)}

    def as_json(self) -> str:
        """`as_dict` as one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False, default=str)


def tally(outcomes: Mapping[str, Sequence[bool]]) -> dict[str, Score]:
    """Scores by name from lists of right/wrong."""
    return {name: Score(len(values), sum(values)) for name, values in outcomes.items()}


def timing(microseconds: Sequence[float]) -> dict[str, float]:
    """Median and 99th percentile of per-text times."""
    if not microseconds:
        return {}
    ordered = sorted(microseconds)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {"median_us": round(statistics.median(ordered), 1), "p99_us": round(p99, 1)}
