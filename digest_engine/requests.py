"""Requests and responses, named and spelled as in the specification. Unknown fields are errors: nothing is ignored in silence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from digest_engine.types import DateField, Granularity, Language

QueryMode = Literal["auto", "temporal", "semantic"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TEIConfig(_Model):
    """A Text Embeddings Inference server."""

    provider: Literal["tei"] = "tei"
    name: str
    url: str
    api_key: SecretStr | None = None


class PineconeRerankerConfig(_Model):
    """Pinecone's inference service."""

    provider: Literal["pinecone"] = "pinecone"
    name: str = "bge-reranker-v2-m3"
    api_key: SecretStr


class DigestGenerationRequest(_Model):
    """Digests of every window that touches [date_from, date_to]. `domain` null: the namespace's profile."""

    namespace: str
    date_from: date
    date_to: date | None = None
    granularity: Granularity = "daily"
    domain: str | None = None
    language: Language = "it"
    date_metadata_field: DateField = "date"
    tags: tuple[str, ...] = ()
    force_regenerate: bool = False
    system_prompt: str | None = None

    @model_validator(mode="after")
    def _ordered(self) -> DigestGenerationRequest:
        if self.date_to is not None and self.date_to < self.date_from:
            raise ValueError(f"date_to {self.date_to} is before date_from {self.date_from}")
        return self


class Changes(_Model):
    """What changed since a digest was made: acts added, removed, changed; `setup` where the profile, the prompt or the writer did."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    setup: bool = False


class WindowDigest(_Model):
    """One window. Counts are of acts; `chunk_count` says how many passages those acts have. Amounts never mix roles without the split."""

    namespace: str
    date_from: date
    date_to: date
    granularity: Granularity
    partial: bool
    content: str
    act_count: int
    chunk_count: int
    act_types: Mapping[str, int]
    total_amount: Decimal | None
    amounts: Mapping[str, Any]
    coverage: Mapping[str, Any]
    digest_vector_id: str | None
    already_existed: bool
    stale: bool = False
    domain: str = ""
    language: Language = "it"
    date_metadata_field: DateField = "date"
    changes: Changes | None = None


class DigestGenerationResponse(_Model):
    """`skipped_windows` existed and were fresh; `empty_windows` have no act and are not stored."""

    digests: tuple[WindowDigest, ...]
    total_windows: int
    skipped_windows: int
    empty_windows: int
    total_acts: int
    total_chunks_processed: int


class _Retrieval(_Model):
    """What both ways of asking share."""

    namespace: str
    question: str = Field(min_length=1, max_length=4000)
    top_k: int = Field(5, ge=1, le=100)
    search_type: Literal["similarity", "hybrid"] = "hybrid"
    date_metadata_field: DateField = "date"
    tags: tuple[str, ...] = ()
    language: Language | None = None
    domain: str | None = None
    chat_history_dict: Mapping[str, Any] | Sequence[Any] | None = None
    max_history_messages: int = Field(10, ge=0, le=100)
    today: date | None = None


class DigestQueryRequest(_Retrieval):
    """A question with explicit parameters; `periods` are explicit periods (several allowed), `date_from`/`date_to` a single one."""

    date_from: date | None = None
    date_to: date | None = None
    periods: tuple[tuple[date | None, date | None], ...] | None = None
    query_mode: QueryMode = "auto"

    @model_validator(mode="after")
    def _ordered(self) -> DigestQueryRequest:
        for start, end in (*(self.periods or ()), (self.date_from, self.date_to)):
            if start and end and end < start:
                raise ValueError(f"the period ends ({end}) before it starts ({start})")
        return self


class DigestAgentRequest(_Retrieval):
    """A free question: dates and mode are read from it and from the conversation."""


class PeriodOut(_Model):
    """A resolved period: inclusive days, null is an open end; which words and which rule gave it."""

    date_from: date | None
    date_to: date | None
    text: str
    rule: str
    kind: str


class Citation(_Model):
    """Where a claim comes from: act, document, page and passage."""

    act_id: str
    title: str
    document: str
    page: int
    chunk_id: str
    snippet: str
    score: float


class DigestQueryResponse(_Model):
    """An answer with its routing in view. `figures` are computed, never read by a model; `sources` are acts and digests without their text."""

    answer: str
    query_mode: Literal["temporal", "semantic"]
    sources: tuple[Mapping[str, Any], ...]
    citations: tuple[Citation, ...]
    digests_used: tuple[date, ...]
    chunk_count: int
    periods: tuple[PeriodOut, ...]
    date_metadata_field: DateField
    filters: Mapping[str, Any]
    figures: Mapping[str, Any] | None
    routing: Mapping[str, Any]
    missing_ids: tuple[str, ...]
    notes: tuple[str, ...]
    timings: Mapping[str, float]


class DigestAgentResponse(DigestQueryResponse):
    """`extracted_date_from/to` is the envelope of `periods`; `agent_reasoning` is always a plain sentence."""

    extracted_date_from: date | None
    extracted_date_to: date | None
    extracted_query_mode: Literal["temporal", "semantic"]
    agent_reasoning: str


class ErrorInfo(_Model):
    """What went wrong: the class of the error, and one sentence."""

    type: str
    message: str


class ErrorResponse(_Model):
    """The body of every answer that is not a success."""

    error: ErrorInfo


class EmbeddingsQueryRequest(_Model):
    """The nearest chunks to one `vector`, to the nearest of several `vectors`, or to a `text`; `collection` is a namespace."""

    vector: tuple[float, ...] | None = None
    vectors: tuple[tuple[float, ...], ...] | None = None
    text: str | None = Field(None, min_length=1, max_length=10_000)
    limit: int = Field(10, le=10_000)
    collection: str = "default"

    @model_validator(mode="after")
    def _one_question(self) -> EmbeddingsQueryRequest:
        if sum(given is not None for given in (self.vector, self.vectors, self.text)) != 1:
            raise ValueError("give exactly one of vector, vectors and text")
        return self


class EmbeddingsMatch(_Model):
    """A chunk that was found. `score` is a cosine similarity in -1..1; `metadata` is the payload of its point, never text."""

    chunk_id: str
    score: float
    metadata: Mapping[str, Any]


class EmbeddingsQueryResponse(_Model):
    """`chunk_ids` and `matches` have the same order and length. `missing_ids` were found too, but their text is missing or corrupt."""

    chunk_ids: tuple[str, ...]
    matches: tuple[EmbeddingsMatch, ...]
    missing_ids: tuple[str, ...] = ()
    error: ErrorInfo | None = None


class EmbeddingsMetadata(_Model):
    """Whose chunks a message holds: `id` of the document, `root` of what it belongs to, `collection` (a namespace)."""

    id: str = ""
    root: str = ""
    collection: str = "default"


class EmbeddingsChunk(_Model):
    """One chunk: `vector`, or `vectors` (one is the same; further ones become points of their own, numbered by `part`)."""

    chunk_id: str
    vector: tuple[float, ...] | None = None
    vectors: tuple[tuple[float, ...], ...] | None = None
    part: int = Field(0, ge=0)
    metadata: Mapping[str, Any] = Field(default_factory=dict)
    sha256: str = ""
    text: str | None = None

    @model_validator(mode="after")
    def _one_form(self) -> EmbeddingsChunk:
        if (self.vector is None) == (self.vectors is None):
            raise ValueError("give either vector or vectors")
        return self


class EmbeddingsMessage(_Model):
    """One line of a bulk import or export."""

    metadata: EmbeddingsMetadata = EmbeddingsMetadata()
    chunks: tuple[EmbeddingsChunk, ...]


class RefusedRecord(_Model):
    """A record that was not loaded: where it stands in the input, and why."""

    position: str
    chunk_id: str
    reason: str


class EmbeddingsImportResponse(_Model):
    """What became of each record: `records` = `written` + `unchanged` + `requeued` + `refused_count` + those of `missing_ids`.

    `missing_ids` were not loaded, for neither the input nor the chunk store has their text. `requeued` were made of a text or context that
    has changed since: they will be encoded again. `refused` lists the first hundred of `refused_count`.
    """

    records: int
    written: int
    unchanged: int
    requeued: int
    refused_count: int
    refused: tuple[RefusedRecord, ...] = ()
    missing_ids: tuple[str, ...] = ()
    error: ErrorInfo | None = None
