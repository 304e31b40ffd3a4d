"""The story of a question: route → figures, digests or passages → answer, with everything that led there."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from digest_engine.catalog.database import Database
from digest_engine.catalog.digests import DigestKey, DigestRecord, list_digests
from digest_engine.catalog.figures import compute_figures
from digest_engine.chunks.base import ChunkStore
from digest_engine.digest.pipeline import read_digest
from digest_engine.digest.status import staleness
from digest_engine.embeddings.base import Encoder
from digest_engine.i18n import _, speaking
from digest_engine.ingest.situate import act_name
from digest_engine.llm.base import LLM
from digest_engine.profiles import Profile
from digest_engine.query.agent import decide
from digest_engine.query.answer import Quoted, answer_from_digests, answer_from_passages
from digest_engine.query.compute import SUMMARY, Computed, Computing, compute
from digest_engine.query.retrieve import Retrieval, Searching, retrieve
from digest_engine.query.route import FilterVocabulary, choose_route, parse_history
from digest_engine.requests import (
    Citation,
    DigestAgentRequest,
    DigestAgentResponse,
    DigestQueryRequest,
    DigestQueryResponse,
    PeriodOut,
)
from digest_engine.types import Language, Period, Route, Window
from digest_engine.vectors.base import VectorStore
from digest_engine.windows import clip, cover, merge


@dataclass(frozen=True, slots=True)
class Answering:
    """The parts the story needs."""

    database: Database
    chunks: ChunkStore
    vectors: VectorStore
    encoder: Encoder | None
    llm: LLM | None
    profile: Profile
    vocabulary: FilterVocabulary
    today: date


@dataclass(frozen=True, slots=True)
class _Covered:
    """The digests that cover the periods, and the days that none does."""

    records: tuple[DigestRecord, ...] = ()
    texts: tuple[str, ...] = ()
    gaps: tuple[Period, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """Everything an answer is written from."""

    route: Route
    computed: Computed | None
    covered: _Covered
    retrieval: Retrieval
    quoted: tuple[Quoted, ...]
    text: str
    timings: Mapping[str, float]


def query(request: DigestQueryRequest, parts: Answering) -> DigestQueryResponse:
    """Answer with explicit parameters; what is not given is read from the question."""
    started = time.perf_counter()
    route = choose_route(
        request.question,
        today=request.today or parts.today,
        history=parse_history(request.chat_history_dict, request.max_history_messages),
        mode=None if request.query_mode == "auto" else request.query_mode,
        periods=_explicit_periods(request),
        vocabulary=parts.vocabulary,
    )
    with speaking(request.language or route.language):
        return _response(_find(route, request, parts, started), request, parts)


def qa(request: DigestAgentRequest, parts: Answering) -> DigestAgentResponse:
    """Answer a free question: the model, where there is one, chooses the mode; periods are resolved by code."""
    started = time.perf_counter()
    history = parse_history(request.chat_history_dict, request.max_history_messages)
    decision = decide(request.question, today=request.today or parts.today, history=history, llm=parts.llm, vocabulary=parts.vocabulary)
    with speaking(request.language or decision.route.language):
        response = _response(_find(decision.route, request, parts, started), request, parts)
    envelope = _envelope(decision.route.periods)
    values = response.model_dump()
    values["notes"] = (*response.notes, *decision.notes)
    return DigestAgentResponse(
        **values,
        extracted_date_from=envelope.start,
        extracted_date_to=envelope.end,
        extracted_query_mode=decision.route.mode,
        agent_reasoning=decision.reasoning,
    )


def _find(route: Route, request: DigestQueryRequest | DigestAgentRequest, parts: Answering, started: float) -> _Found:
    timings = {"route": time.perf_counter() - started}
    language: Language = request.language or route.language
    computed = _timed(timings, "figures", lambda: _compute(route, request, parts))
    covered = _timed(timings, "digests", lambda: _cover(route, request, parts, language))
    retrieval = _timed(timings, "search", lambda: _retrieve(route, request, parts))
    text, quoted = _timed(timings, "answer", lambda: _write(route, computed, covered, retrieval, parts))
    return _Found(route, computed, covered, retrieval, tuple(quoted), text, timings)


def _compute(route: Route, request: DigestQueryRequest | DigestAgentRequest, parts: Answering) -> Computed | None:
    asked = route.figures or (SUMMARY if route.mode == "temporal" else None)
    if asked is None:
        return None
    where = Computing(parts.database, parts.profile, request.namespace, request.date_metadata_field)
    return compute(asked, periods=route.periods, filters=route.filters, parts=where)


def _cover(route: Route, request: DigestQueryRequest | DigestAgentRequest, parts: Answering, language: Language) -> _Covered:
    """Digests are for whoever asks what was done: a filtered figure is not in them."""
    if route.mode != "temporal" or (route.figures is not None and (route.figures.measures or route.figures.listing or route.figures.top)):
        return _Covered()
    span = compute_figures(parts.database, request.namespace, date_field=request.date_metadata_field).span
    if span is None:
        return _Covered()
    periods = merge([found for period in route.periods if (found := clip(period, first=span[0], last=span[1]))] or [Period(*span)])
    usable = _usable(request, parts, language, periods)
    records: list[DigestRecord] = []
    gaps: list[Period] = []
    for period in periods:
        chosen, missing = cover(period, usable)
        records += [usable[window] for window in chosen]
        gaps += [gap for gap in missing if _has_acts(gap, request, parts)]
    return _Covered(tuple(records), tuple(read_digest(record, parts.chunks) for record in records), tuple(gaps))


def _usable(
    request: DigestQueryRequest | DigestAgentRequest, parts: Answering, language: Language, periods: Sequence[Period]
) -> dict[Window, DigestRecord]:
    """Whole, fresh, untagged digests of one domain, language and date field."""
    found = list_digests(
        parts.database, request.namespace, start=periods[0].start, end=periods[-1].end, domain=request.domain or parts.profile.name,
        language=language, date_field=request.date_metadata_field, tags=request.tags,
    )  # fmt: skip
    fresh = [record for record in found if not record.partial and not staleness(record, parts.database, parts.profile)]
    return {Window(record.key.start, record.key.end, record.key.granularity): record for record in fresh}


def _has_acts(gap: Period, request: DigestQueryRequest | DigestAgentRequest, parts: Answering) -> bool:
    figures = compute_figures(parts.database, request.namespace, periods=(gap,), date_field=request.date_metadata_field)
    return figures.totals.count > 0


def _retrieve(route: Route, request: DigestQueryRequest | DigestAgentRequest, parts: Answering) -> Retrieval:
    if route.mode == "temporal":
        return Retrieval((), (), ())
    where = Searching(parts.database, parts.chunks, parts.vectors, parts.encoder, request.namespace, request.date_metadata_field)
    return retrieve(route, where, acts=request.top_k)


def _write(route: Route, computed: Computed | None, covered: _Covered, retrieval: Retrieval, parts: Answering) -> tuple[str, list[Quoted]]:
    if route.mode == "temporal":
        assert computed is not None
        if route.figures is None and route.left_out:
            warning = _("Nessun filtro sa esprimere «{words}»: le cifre qui sotto sono di tutti gli atti del periodo, non la risposta.")
            return f"{warning.format(words=', '.join(route.left_out))}\n\n{computed.text}", []
        summary = route.figures is None or not (route.figures.measures or route.figures.listing or route.figures.top)
        return answer_from_digests(computed.text, covered.records, covered.texts, covered.gaps, summary=summary), []
    text, quoted = answer_from_passages(route.question, retrieval.passages, parts.profile)
    return (f"{computed.text}\n\n{text}" if computed is not None else text), quoted


def _response(found: _Found, request: DigestQueryRequest | DigestAgentRequest, parts: Answering) -> DigestQueryResponse:
    route = found.route
    citations = tuple(_citation(quoted, parts.profile) for quoted in found.quoted)
    return DigestQueryResponse(
        answer=found.text,
        query_mode=route.mode,
        sources=tuple(_sources(found, parts.profile)),
        citations=citations,
        digests_used=tuple(sorted({record.key.start for record in found.covered.records})),
        chunk_count=len(found.retrieval.passages) or len(found.covered.records),
        periods=tuple(_period_out(period) for period in route.periods),
        date_metadata_field=request.date_metadata_field,
        filters={name: value for name, value in asdict(route.filters).items() if value not in ((), None)},
        figures=found.computed.data if found.computed else None,
        routing=_routing(route),
        missing_ids=found.retrieval.missing,
        notes=found.retrieval.notes,
        timings={name: round(seconds * 1000, 1) for name, seconds in found.timings.items()},
    )


def _sources(found: _Found, profile: Profile) -> list[Mapping[str, Any]]:
    digests = [_digest_source(record.key, record) for record in found.covered.records]
    listed = [] if found.computed is None else [_act_source(act.act_id, act_name(act, profile)) for act in found.computed.acts]
    passages = [
        {**_act_source(passage.act.act_id, act_name(passage.act, profile)), "chunk_id": passage.chunk.chunk_id, "page": passage.chunk.page,
         "score": round(passage.score, 4), "dense": passage.dense, "lexical": passage.lexical}
        for passage in found.retrieval.passages
    ]  # fmt: skip
    return [*digests, *listed, *passages]


def _act_source(act_id: str, title: str) -> dict[str, Any]:
    return {"type": "act", "act_id": act_id, "title": title}


def _digest_source(key: DigestKey, record: DigestRecord) -> dict[str, Any]:
    return {
        "type": "digest", "digest_id": key.digest_id, "date_from": key.start.isoformat(), "date_to": key.end.isoformat(),
        "granularity": key.granularity, "act_count": record.act_count,
    }  # fmt: skip


def _citation(quoted: Quoted, profile: Profile) -> Citation:
    passage = quoted.passage
    return Citation(
        act_id=passage.act.act_id, title=act_name(passage.act, profile), document=passage.chunk.doc_id, page=passage.chunk.page,
        chunk_id=passage.chunk.chunk_id, snippet=quoted.sentence, score=round(passage.score, 4),
    )  # fmt: skip


def _routing(route: Route) -> dict[str, Any]:
    return {
        "mode": route.mode, "pattern": route.pattern, "confidence": route.confidence,
        "runner_up": {"mode": route.runner_up[0], "score": route.runner_up[1]} if route.runner_up else None,
        "reasons": list(route.reasons), "inherited": list(route.inherited), "topic": route.topic, "deadline": route.deadline,
        "figures_asked": asdict(route.figures) if route.figures else None, "whole_span": not route.periods,
    }  # fmt: skip


def _period_out(period: Period) -> PeriodOut:
    return PeriodOut(date_from=period.start, date_to=period.end, text=period.text, rule=period.rule, kind=period.kind)


def _explicit_periods(request: DigestQueryRequest) -> tuple[Period, ...] | None:
    if request.periods is not None:
        return tuple(Period(start, end, rule="explicit") for start, end in request.periods)
    if request.date_from is None and request.date_to is None:
        return None
    return (Period(request.date_from, request.date_to, rule="explicit"),)


def _envelope(periods: Sequence[Period]) -> Period:
    if not periods:
        return Period(None, None)
    starts, ends = [period.start for period in periods], [period.end for period in periods]
    start = None if None in starts else min(day for day in starts if day)
    return Period(start, None if None in ends else max(day for day in ends if day))


def _timed(timings: dict[str, float], name: str, work: Any) -> Any:
    started = time.perf_counter()
    result = work()
    timings[name] = time.perf_counter() - started
    return result
