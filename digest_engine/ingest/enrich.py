"""Reading acts with a language model: one call an act gives metadata and a context for each of its passages.

The rules have read the act before and stay in force: the model fills what they left empty, and where it says something else that is
shown, not taken. Everything it says is checked: the field must exist, the value must have its type, and the words it quotes must occur in
the act. A reply that can't be read is asked for once more, then the act stays with its rules and is marked for review.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from digest_engine.catalog.acts import chunk_ids_of, get_act, values_of
from digest_engine.catalog.database import Database
from digest_engine.catalog.enrichment import CallRecord, Merge, record_call, save_merge, with_filled
from digest_engine.chunks.base import ChunkStore
from digest_engine.errors import InputError, ModelError
from digest_engine.fanout import map_bounded
from digest_engine.ingest.edit import EDITABLE, parse_field
from digest_engine.ingest.situate import context_of
from digest_engine.llm.base import LLM, Usage
from digest_engine.llm.replies import parse_json_reply
from digest_engine.profiles import Profile
from digest_engine.text import words
from digest_engine.types import Act, Chunk, FieldValue

DOCUMENT_LIMIT = 14_000
PASSAGE_LIMIT = 160
CONTEXT_LIMIT = 400
MAX_TOKENS = 2048
CHARACTERS_A_TOKEN = 3.6
MODEL_CONFIDENCE = 0.6
FAILURES_IN_A_ROW = 5
REVIEW = "model_reply_unusable"
AGAIN = "\n\nLa risposta precedente non era un oggetto JSON valido. Rispondi con il solo oggetto JSON."

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Enriching:
    """The parts the job needs. `per_chunk` keeps the mode of one call a passage; caps are hard."""

    database: Database
    chunks: ChunkStore
    llm: LLM
    profile: Profile
    now: datetime
    per_chunk: bool
    workers: int
    max_calls: int
    max_cost: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a job would take, before it starts: calls, tokens (about 3.6 characters a token), US dollars (None: no price is known)."""

    acts: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Enriched:
    """What a job did. `stopped` says why it ended early (`calls`, `cost`, `failures`), empty where it did not; the rest goes on next time."""

    done: int
    repaired: int
    failed: tuple[str, ...]
    left: int
    usage: Usage
    stopped: str


@dataclass(frozen=True, slots=True)
class _Reply:
    act: Act
    outcome: str
    metadata: Mapping[str, Any]
    contexts: Mapping[str, str]
    chunks: tuple[Chunk, ...]
    usage: Usage


def estimate(act_ids: Sequence[str], parts: Enriching) -> Estimate:
    """Calls and tokens of a job over these acts."""
    calls = prompt = completion = 0
    for act_id in act_ids:
        chunks = _chunks(get_act(parts.database, act_id), parts)
        for group in _groups(chunks, parts):
            calls += 1
            prompt += int(sum(map(len, _prompt(chunks, group, parts))) / CHARACTERS_A_TOKEN)
            completion += 60 * len(group) + 200
    return Estimate(len(act_ids), calls, prompt, completion, parts.llm.price(prompt_tokens=prompt, completion_tokens=completion))


def enrich(act_ids: Sequence[str], parts: Enriching, *, progress: Progress | None = None) -> Enriched:
    """Read these acts with the model. Each act is written by itself; what a kill or a cap leaves is read next time."""
    usage, outcomes, failed, in_a_row, stopped = Usage(), [], [], 0, ""
    for number, reply in enumerate(map_bounded(lambda act_id: _ask(act_id, parts), act_ids, workers=parts.workers), start=1):
        usage = usage + reply.usage
        _write(reply, parts)
        outcomes.append(reply.outcome)
        in_a_row = in_a_row + 1 if reply.outcome == "failed" else 0
        failed += [reply.act.act_id] if reply.outcome == "failed" else []
        if progress is not None:
            progress(number, len(act_ids))
        stopped = _stopped(usage, in_a_row, parts)
        if stopped and number < len(act_ids):
            break
    done = len(outcomes) - len(failed)
    return Enriched(done, outcomes.count("repaired"), tuple(failed), len(act_ids) - len(outcomes), usage, stopped)


def setup_of(profile: Profile) -> str:
    """What a reading depends on beside the model: the profile and its content."""
    return f"{profile.name}:{profile.fingerprint}"


def _stopped(usage: Usage, in_a_row: int, parts: Enriching) -> str:
    if usage.calls >= parts.max_calls:
        return "calls"
    if usage.cost >= parts.max_cost:
        return "cost"
    return "failures" if in_a_row >= FAILURES_IN_A_ROW else ""


def _ask(act_id: str, parts: Enriching) -> _Reply:
    act = get_act(parts.database, act_id)
    chunks = _chunks(act, parts)
    metadata: dict[str, Any] = {}
    contexts: dict[str, str] = {}
    usage, outcome = Usage(), "ok"
    for group in _groups(chunks, parts):
        said, used, how = _complete(_prompt(chunks, group, parts), parts)
        usage, outcome = usage + used, how if how != "ok" else outcome
        if said is None:
            return _Reply(act, "failed", {}, {}, chunks, usage)
        metadata = {**_mapping(said.get("metadata")), **metadata}
        contexts |= dict(_contexts(said, group))
    return _Reply(act, outcome, metadata, contexts, chunks, usage)


def _complete(prompt: tuple[str, str], parts: Enriching) -> tuple[dict[str, Any] | None, Usage, str]:
    """The object of the reply, asked for twice at the most."""
    system, user = prompt
    usage = Usage()
    for attempt, suffix in enumerate(("", AGAIN)):
        try:
            reply = parts.llm.complete(system=system, user=user + suffix, json_schema=_schema(parts.profile), max_tokens=MAX_TOKENS)
        except ModelError:
            usage = usage + Usage(calls=1)
            continue
        usage = usage + reply.usage
        said = parse_json_reply(reply.text)
        if said is not None and (isinstance(said.get("contexts"), list) or isinstance(said.get("metadata"), dict)):
            return said, usage, "repaired" if attempt else "ok"
    return None, usage, "failed"


def _chunks(act: Act, parts: Enriching) -> tuple[Chunk, ...]:
    outcomes = parts.chunks.get_many(act.namespace, [chunk_id for chunk_id, _ in chunk_ids_of(parts.database, act.act_id)])
    return tuple(outcome.chunk for outcome in outcomes if outcome.chunk is not None)


def _groups(chunks: Sequence[Chunk], parts: Enriching) -> list[Sequence[Chunk]]:
    return [[chunk] for chunk in chunks] if parts.per_chunk else [chunks] if chunks else []


def _prompt(chunks: Sequence[Chunk], group: Sequence[Chunk], parts: Enriching) -> tuple[str, str]:
    document = _fenced(" ".join(chunk.text for chunk in chunks))
    if len(document) > DOCUMENT_LIMIT:
        # The middle of a long act is premises; what it is and what it decides stand at its ends.
        document = f"{document[: DOCUMENT_LIMIT // 2]} […] {document[-DOCUMENT_LIMIT // 2 :]}"
    passages = "\n".join(f"[{n}] {_fenced(chunk.text[:PASSAGE_LIMIT])}" for n, chunk in enumerate(group, start=1))
    fields = "; ".join(_described(parts.profile))
    types = ", ".join(item.value for item in parts.profile.act_types)
    situated = parts.profile.prompts.situated
    return situated.system, situated.user.format(document=document, passages=passages, fields=fields, act_types=types)


def _fenced(text: str) -> str:
    """Text of an act that can't close the fence around it."""
    return text.replace("<", "‹").replace(">", "›")


def _described(profile: Profile) -> Iterator[str]:
    for name in sorted(EDITABLE):
        yield f"{name} ({profile.field_label(name, profile.language)})"
    for field in profile.metadata:
        yield f"{field.name} ({field.description or field.label.text(profile.language)})"


def _schema(profile: Profile) -> dict[str, Any]:
    quoted = {
        "type": "object",
        "properties": {"value": {"type": ["string", "number", "array"]}, "quote": {"type": "string"}},
        "required": ["value", "quote"],
    }
    names = [*sorted(EDITABLE), *(field.name for field in profile.metadata)]
    context = {"type": "object", "properties": {"id": {"type": "integer"}, "context": {"type": "string"}}, "required": ["id", "context"]}
    return {
        "type": "object",
        "properties": {
            "contexts": {"type": "array", "items": context},
            "metadata": {"type": "object", "properties": dict.fromkeys(names, quoted)},
        },
        "required": ["contexts", "metadata"],
    }


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _contexts(said: Mapping[str, Any], group: Sequence[Chunk]) -> Iterator[tuple[str, str]]:
    found = said.get("contexts")
    for item in found if isinstance(found, list) else []:
        number, context = _mapping(item).get("id"), _mapping(item).get("context")
        if isinstance(number, int) and 1 <= number <= len(group) and isinstance(context, str) and context.strip():
            yield group[number - 1].chunk_id, " ".join(context.split())[:CONTEXT_LIMIT]


def _write(reply: _Reply, parts: Enriching) -> None:
    act = reply.act
    record = CallRecord(act.act_id, act.namespace, parts.llm.identity, setup_of(parts.profile), reply.outcome, reply.usage)
    merge = _failed(act) if reply.outcome == "failed" else _merge(reply, parts)
    with parts.database.writing() as connection:
        save_merge(connection, merge, at=parts.now)
        record_call(connection, record, at=parts.now)


def _failed(act: Act) -> Merge:
    return Merge(act.act_id, {}, {}, (REVIEW,), {})


def _merge(reply: _Reply, parts: Enriching) -> Merge:
    current = {value.field: value for value in values_of(parts.database, reply.act.act_id) if value.rank == 0}
    text = " ".join(words(" ".join(chunk.text for chunk in reply.chunks)))
    filled: dict[str, FieldValue] = {}
    others: dict[str, FieldValue] = {}
    review: list[str] = []
    for name, item in reply.metadata.items():
        value, note = _checked(name, item, text, parts.profile)
        review += [note] if note else []
        if value is None:
            continue
        present = current.get(name)
        if present is None and not note:
            filled[name] = value
        elif present is None or _differs(reply.act, name, value):
            others[name] = value
            review += [f"model_disagrees:{name}"] if present is not None else []
    context = context_of(with_filled(reply.act, filled), parts.profile)
    contexts = {chunk.chunk_id: (f"{context} {reply.contexts.get(chunk.chunk_id, '')}".strip(), chunk.text) for chunk in reply.chunks}
    return Merge(reply.act.act_id, filled, others, tuple(review), contexts)


def _checked(name: str, item: Any, text: str, profile: Profile) -> tuple[FieldValue | None, str]:
    """The typed value of a field and a note for review: an unknown enum keeps its raw value, an unquoted value is not taken."""
    own = {field.name for field in profile.metadata}
    pair = _mapping(item) or {"value": item, "quote": ""}
    written, quote = pair.get("value"), str(pair.get("quote") or "")
    if (name not in EDITABLE and name not in own) or written in (None, "", []):
        return None, ""
    raw = ", ".join(map(str, written)) if isinstance(written, list) else f"{written:.2f}" if isinstance(written, float) else str(written)
    try:
        value = parse_field(name, raw.replace(".", ",") if name == "amount" else raw, profile) if name in EDITABLE else raw
    except InputError:
        return FieldValue(raw, method="model", confidence=0.1, rule="raw", snippet=quote[:200]), f"model_value_refused:{name}"
    if value is None:
        return None, ""
    quoted = bool(quote.strip()) and " ".join(words(quote)) in text
    note = "" if quoted or name in ("act_type", "topics") else f"model_not_in_text:{name}"
    sure = MODEL_CONFIDENCE if not note else 0.2
    return FieldValue(value, method="model", confidence=sure, rule="model", snippet=quote[:200]), note


def _differs(act: Act, name: str, value: FieldValue) -> bool:
    present = getattr(act, name, act.extra.get(name))
    if isinstance(present, str) and isinstance(value.value, str):
        return words(present) != words(value.value)
    return bool(present != value.value)
