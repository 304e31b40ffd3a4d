"""Ranking that no engine is trusted with, so that all give the same order: distinct chunks, legacy points skipped, weighted rank fusion."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from digest_engine.errors import InputError, StoreError
from digest_engine.types import Point, VectorHit

logger = logging.getLogger(__name__)

# Reciprocal rank fusion, Cormack, Clarke and Büttcher (SIGIR 2009), with their constant.
RRF_CONSTANT = 60
POOL_FACTOR = 4
POOL_MINIMUM = 50


@dataclass(frozen=True, slots=True)
class Found:
    """One answer of an engine: its hits, best first, how many legacy points it held, and whether there is nothing behind it."""

    hits: Sequence[VectorHit]
    legacy: int
    exhausted: bool


Fetch = Callable[[int], Found]
"""The engine's answer to a search for its n best points."""


def ranked(*, limit: int, dense: Fetch | None, sparse: Fetch | None, dense_weight: float, ceiling: int) -> list[VectorHit]:
    """Best `limit` distinct chunks of one arm, or of both by weighted rank fusion; weight 1 is dense alone, 0 sparse alone.

    `ceiling` is the most that the engine returns in one answer. Raises `InputError` for a weight outside 0..1.
    """
    if not 0.0 <= dense_weight <= 1.0:
        raise InputError(f"dense_weight is between 0 and 1, got {dense_weight}")
    if limit < 1:
        return []
    if dense is not None and (sparse is None or dense_weight == 1.0):
        return best(dense, limit=limit, ceiling=ceiling)
    if sparse is not None and (dense is None or dense_weight == 0.0):
        return best(sparse, limit=limit, ceiling=ceiling)
    if dense is None or sparse is None:
        return []
    pool = max(limit, min(max(limit * POOL_FACTOR, POOL_MINIMUM), ceiling))
    arms = (best(dense, limit=pool, ceiling=ceiling), best(sparse, limit=pool, ceiling=ceiling))
    return fuse(arms, weights=(dense_weight, 1.0 - dense_weight))[:limit]


def best(fetch: Fetch, *, limit: int, ceiling: int) -> list[VectorHit]:
    """The first `limit` distinct chunks; asks for more while legacy points or duplicates take their places."""
    wanted = min(limit, ceiling)
    while True:
        found = fetch(wanted)
        hits = _distinct(found.hits)
        if len(hits) >= limit or found.exhausted:
            break
        if wanted == ceiling:
            raise StoreError(f"{limit} hits were asked for, and this store looks at no more than its best {ceiling} points: ask for fewer")
        wanted = min(wanted * 2, ceiling)
    _warn_of_legacy(found.legacy)
    return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))[:limit]


def answer(hits: Sequence[VectorHit | None], *, wanted: int) -> Found:
    """The answer of an engine that filters exactly: None is a legacy point, and fewer hits than wanted are all that there are."""
    ours = [hit for hit in hits if hit is not None]
    return Found(ours, legacy=len(hits) - len(ours), exhausted=len(hits) < wanted)


def fuse(arms: Sequence[Sequence[VectorHit]], *, weights: Sequence[float]) -> list[VectorHit]:
    """Weighted reciprocal rank fusion: sum over arms of weight / (60 + rank), rank from 1; ties by chunk_id."""
    scores: dict[str, float] = {}
    hits: dict[str, VectorHit] = {}
    for arm, weight in zip(arms, weights, strict=True):
        for rank, hit in enumerate(arm, start=1):
            scores[hit.chunk_id] = scores.get(hit.chunk_id, 0.0) + weight / (RRF_CONSTANT + rank)
            hits.setdefault(hit.chunk_id, hit)
    fused = [replace(hit, score=scores[chunk_id]) for chunk_id, hit in hits.items()]
    return sorted(fused, key=lambda hit: (-hit.score, hit.chunk_id))


def known(points: Iterable[Point | None]) -> Iterator[Point]:
    """The points of a scan, the legacy ones left out and counted at its end."""
    legacy = 0
    for point in points:
        if point is None:
            legacy += 1
        else:
            yield point
    _warn_of_legacy(legacy)


def _distinct(found: Sequence[VectorHit]) -> list[VectorHit]:
    """The best of each chunk: engines return best first."""
    hits: dict[str, VectorHit] = {}
    for hit in found:
        hits.setdefault(hit.chunk_id, hit)
    return list(hits.values())


def _warn_of_legacy(count: int) -> None:
    """Say how many points without chunk_id were left out of an answer."""
    if count:
        logger.warning("skipped %d legacy points without chunk_id: run `digest-engine migrate`", count)
