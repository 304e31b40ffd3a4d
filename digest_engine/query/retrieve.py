"""Finding passages: dense search in the vector store, lexical search in the catalog, fused; every hit is checked against the catalog.

Lexical search works from the moment an act is ready; dense search joins in for the passages whose points are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import and_, select

from digest_engine.catalog import outbox, schema
from digest_engine.catalog.acts import acts_by_id
from digest_engine.catalog.conditions import selected, within
from digest_engine.catalog.database import Database
from digest_engine.catalog.search import prefixes, search_words
from digest_engine.chunks.base import ChunkStore
from digest_engine.embeddings.base import Encoder
from digest_engine.errors import StoreError
from digest_engine.filters import AllOf, AnyOf, Between, Equals, Filter, OneOf
from digest_engine.i18n import _
from digest_engine.payload import DATE_TWINS, DIGEST_TYPE, NO_DIGEST, date_key
from digest_engine.text import stems
from digest_engine.types import Act, ActFilter, Chunk, DateField, Period, Route
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.lease import borrow

DENSE_WEIGHT = 0.8
DENSE_WEIGHT_IDENTIFIERS = 0.2
POOL = 60
SUBJECT_WEIGHT = 0.35
OWN_WEIGHT = 0.35
_IDENTIFIER = re.compile(r"\b(?=\w*\d)[\w/.-]{3,}\b")


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that may serve as evidence. `score` in 0..1, comparable within one search; `dense` is the cosine, None where not searched."""

    chunk: Chunk
    act: Act
    score: float
    dense: float | None
    lexical: float | None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Passages, best first. `missing` are hits whose text is missing or corrupt: never shown, replaced by the next ones."""

    passages: tuple[Passage, ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Searching:
    """The parts the search needs. `encoder` None: lexical search alone."""

    database: Database
    chunks: ChunkStore
    vectors: VectorStore
    encoder: Encoder | None
    namespace: str
    date_field: DateField


def retrieve(route: Route, parts: Searching, *, acts: int, per_act: int = 3) -> Retrieval:
    """Passages of the best `acts` acts, at most `per_act` of each, all inside the route's period and filters."""
    periods = () if route.deadline else route.periods
    filters = hard_filters(route.filters)
    question = f"{route.topic} {route.question}" if "topic" in route.inherited else route.question
    lexical = search_words(
        parts.database, parts.namespace, question, limit=POOL * 2, periods=periods, filters=filters, date_field=parts.date_field
    )
    dense, notes = _dense(question, parts, periods, filters)
    words = {hit.chunk_id: hit.score for hit in lexical}
    scores = _fuse(words, dense, weight=DENSE_WEIGHT_IDENTIFIERS if _IDENTIFIER.search(route.question) else DENSE_WEIGHT)
    return _resolve(scores, dense, words, route, parts, periods, filters, acts=acts, per_act=per_act, notes=notes)


def hard_filters(filters: ActFilter) -> ActFilter:
    """What really restricts a question about one fact: identifiers, names and amounts. Types and subject words only rank.

    A bare number is no identifier (`variazione n. 4` is not act 4): with its kind or year it is.
    """
    named = bool(filters.number and (filters.kind or filters.year))
    return replace(
        filters,
        act_type=(),
        not_act_type=(),
        words=(),
        organ=(),
        role=(),
        kind=filters.kind if named else (),
        number=filters.number if named else (),
        year=filters.year if named else (),
    )


def _dense(question: str, parts: Searching, periods: Sequence[Period], filters: ActFilter) -> tuple[dict[str, float], list[str]]:
    if parts.encoder is None:
        return {}, [_("Ricerca per parole: nessun codificatore disponibile.")]
    state = outbox.state(parts.database, parts.namespace)
    notes = []
    if state.indexed < state.total:
        notes.append(_("Ricerca semantica su {indexed} di {total} passaggi; per parole su tutti.").format(
            indexed=state.indexed, total=state.total))  # fmt: skip
    if state.indexed == 0:
        return {}, notes
    vector = parts.encoder.encode_query(question)
    try:
        condition = _payload_filter(periods, filters, parts.date_field)
        hits = borrow(
            parts.vectors,
            parts.encoder.identity,
            lambda store: store.search(namespace=parts.namespace, vector=vector, limit=POOL * 2, filter=condition),
        )
    except StoreError as error:
        return {}, [*notes, _("Ricerca semantica non disponibile ora ({reason}); risposta per parole.").format(reason=error)]
    return {hit.chunk_id: hit.score for hit in hits}, notes


def _payload_filter(periods: Sequence[Period], filters: ActFilter, date_field: DateField) -> Filter:
    parts: list[Filter] = [Equals(DIGEST_TYPE, NO_DIGEST)]
    if periods:
        parts.append(OneOf(tuple(_between(period, DATE_TWINS[date_field]) for period in periods)))
    exact: tuple[tuple[str, tuple[str | int, ...]], ...] = (
        ("kind", filters.kind), ("number", filters.number), ("year", filters.year), ("cig", filters.cig), ("cup", filters.cup),
    )  # fmt: skip
    parts += [AnyOf(name, values) for name, values in exact if values]
    return AllOf(tuple(parts))


def _between(period: Period, field: str) -> Filter:
    return Between(field, date_key(period.start) if period.start else None, date_key(period.end) if period.end else None)


def _fuse(words: Mapping[str, float], dense: Mapping[str, float], *, weight: float) -> dict[str, float]:
    """Min-max scaled scores, weighted: rank fusion with equal weights harms when one arm returns noise."""
    weight = weight if dense else 0.0
    scaled_words, scaled_dense = _scale(words), _scale(dense)
    keys = words.keys() | dense.keys()
    return {key: weight * scaled_dense.get(key, 0.0) + (1 - weight) * scaled_words.get(key, 0.0) for key in keys}


def _scale(scores: Mapping[str, float]) -> dict[str, float]:
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    return {key: (value - low) / (high - low) if high > low else 1.0 for key, value in scores.items()}


def _resolve(
    scores: Mapping[str, float],
    dense: Mapping[str, float],
    words: Mapping[str, float],
    route: Route,
    parts: Searching,
    periods: Sequence[Period],
    filters: ActFilter,
    *,
    acts: int,
    per_act: int,
    notes: Sequence[str],
) -> Retrieval:
    owners = _owners(parts, list(scores), periods, filters)
    known = acts_by_id(parts.database, owners.values())
    boosted = {key: score + _boost(known[owners[key]], route.filters) for key, score in scores.items() if key in owners}
    ordered = sorted(boosted, key=lambda key: (-boosted[key], key))
    texts = {outcome.chunk_id: outcome for outcome in parts.chunks.get_many(parts.namespace, ordered)}
    missing = [key for key in ordered if texts[key].chunk is None]
    asked = list(dict.fromkeys(stems(route.question)))
    passages = [
        _weighed(Passage(chunk, known[owners[key]], boosted[key], dense.get(key), words.get(key)), asked)
        for key in ordered
        if (chunk := texts[key].chunk) is not None
    ]
    passages.sort(key=lambda passage: -passage.score)
    return Retrieval(tuple(_group(passages, acts=acts, per_act=per_act)), tuple(missing), tuple(notes))


def _weighed(passage: Passage, asked: Sequence[str]) -> Passage:
    """The score with what the question shares with the act's subject and with the passage's own words.

    The context is searched with every passage of an act: without this its shortest passage would win, whatever it says.
    """
    share = SUBJECT_WEIGHT * shared_stems(asked, passage.act.subject or "") + OWN_WEIGHT * shared_stems(asked, passage.chunk.text)
    return replace(passage, score=passage.score + share)


def shared_stems(asked: Sequence[str], text: str) -> float:
    """The share (0..1) of the question's stems found in `text`; long stems meet by their beginning."""
    if not asked:
        return 0.0
    found = set(stems(text))
    return sum(_found(stem, found) for stem in asked) / len(asked)


def _found(stem: str, among: set[str]) -> bool:
    return stem in among or any(other.startswith(beginning) for beginning in prefixes([stem]) for other in among)


def _owners(parts: Searching, chunk_ids: Sequence[str], periods: Sequence[Period], filters: ActFilter) -> dict[str, str]:
    """Chunk → act for the chunks the catalog knows, in acts that satisfy period and filters: whatever the vector store says."""
    index, acts = schema.chunk_index, schema.acts
    found: dict[str, str] = {}
    condition = and_(index.c.namespace == parts.namespace, within(periods, parts.date_field), selected(filters))
    with parts.database.reading() as connection:
        for start in range(0, len(chunk_ids), 500):
            batch = index.c.chunk_id.in_(list(chunk_ids[start : start + 500]))
            query = select(index.c.chunk_id, index.c.act_id).join(acts, acts.c.act_id == index.c.act_id).where(condition, batch)
            found.update((row.chunk_id, row.act_id) for row in connection.execute(query))
    return found


def _boost(act: Act, filters: ActFilter) -> float:
    agrees = (act.act_type in filters.act_type, act.kind in filters.kind, act.organ in filters.organ)
    return 0.05 * sum(agrees)


def _group(passages: Sequence[Passage], *, acts: int, per_act: int) -> list[Passage]:
    """The best acts in order, with their best passages together."""
    by_act: dict[str, list[Passage]] = {}
    for passage in passages:
        by_act.setdefault(passage.act.act_id, []).append(passage)
    return [passage for own in list(by_act.values())[:acts] for passage in own[:per_act]]
