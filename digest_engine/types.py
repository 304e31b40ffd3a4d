"""The values, in the order in which they flow: read → extract → identify → chunk → index → digest → query.

All are frozen. Dates are days of the Italian calendar (Europe/Rome); periods are inclusive on both ends; money is `Decimal` euros
with two places here and integer cents in every database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

Granularity = Literal["daily", "weekly", "monthly"]
DateField = Literal["date", "publication_from", "publication_to", "ingested_at"]
AmountRole = Literal["impegnato", "aggiudicato", "liquidato", "entrata", "altro"]
VatFlag = Literal["inclusa", "esclusa", "esente", "ignota"]
DatePrecision = Literal["day", "month", "year"]
Method = Literal["rule", "model", "hand"]
Mode = Literal["temporal", "semantic"]
PeriodKind = Literal["explicit", "relative", "rolling", "inherited"]
Language = Literal["it", "en"]
DocumentRole = Literal["primary", "copy", "attachment", "source_row"]

PayloadValue = str | int | float | bool | list[str]
Payload = Mapping[str, PayloadValue]
FieldScalar = str | int | date | Decimal | tuple[str, ...]


# --- when ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Period:
    """Inclusive days; None is an open end. `span` are the offsets of `text` in the question; `rule` names the grammar rule."""

    start: date | None
    end: date | None
    text: str = ""
    span: tuple[int, int] = (0, 0)
    rule: str = ""
    kind: PeriodKind = "explicit"

    def contains(self, day: date) -> bool:
        """True where `day` lies in the period."""
        return (self.start is None or self.start <= day) and (self.end is None or day <= self.end)


@dataclass(frozen=True, slots=True, order=True)
class Window:
    """A calendar window. `partial` says that a request clipped it: readable, never used in a cover."""

    start: date
    end: date
    granularity: Granularity
    partial: bool = False


# --- read ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a document. `quality` in 0..1; a page that could not be read has no text and says why in `problem`."""

    number: int
    text: str
    quality: float = 1.0
    method: Literal["text", "ocr", "none"] = "text"
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Signature:
    """One layer of a CAdES envelope. It is read, never verified: `signer` is a claim."""

    signer: str
    signed_at: datetime | None
    envelope_sha256: str
    content_sha256: str


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """What a reader found in a file: one act, or one row of a list of acts.

    `name` is the path inside the upload (`lotto.zip/a.pdf`); `position` its ordinal in the file, from 0; `sha256` the hash of the
    document's own bytes (for a row: of its normalised cells). `fields` are the labelled cells of a row (`oggetto`, `cig`…), as written.
    """

    name: str
    media_type: str
    pages: tuple[Page, ...]
    sha256: str
    position: int = 0
    fields: tuple[tuple[str, str], ...] = ()
    signatures: tuple[Signature, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All pages, separated by form feeds."""
        return "\f".join(page.text for page in self.pages)


@dataclass(frozen=True, slots=True)
class ReadFailure:
    """A file, or a member of one, that could not be read. `reason` is a stable code, `message` a sentence in Italian."""

    name: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything found in one file, and everything that could not be read in it."""

    documents: tuple[ReadDocument, ...] = ()
    failures: tuple[ReadFailure, ...] = ()


# --- extract ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A value with its evidence. `snippet` is the passage it was read from, `confidence` in 0..1, `rule` the rule that read it."""

    value: FieldScalar
    page: int | None = None
    snippet: str = ""
    method: Method = "rule"
    confidence: float = 1.0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class AmountPart:
    """A lot or a supplier of an act with several: its label, amount, and CIG where printed."""

    label: str
    amount: Decimal
    supplier: str = ""
    cig: str = ""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """What this act does to another: `rettifica`, `annullamento`, `integrazione`, `proroga`, `liquidazione_di`, `cita`."""

    kind: str
    target_kind: str = ""
    target_number: str = ""
    target_date: date | None = None
    target_year: int | None = None
    page: int | None = None
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedAct:
    """What the rules (or a model) read in one document.

    Keys of `values`: kind, organ, number (str), year (int), act_date (date), date_precision, publication_from, publication_to (date),
    issuer, office, rup, subject, act_type, topics (tuple), amount (Decimal), amount_role, amount_vat, cig (tuple), cup (tuple),
    supplier, supplier_vat, personnel_role, temporal_scope; any other key is a profile's own field. An absent key is an absent value.
    `alternatives` keeps the runner-up values; `review` says what a person should look at.
    """

    values: Mapping[str, FieldValue]
    alternatives: Mapping[str, tuple[FieldValue, ...]] = field(default_factory=dict)
    parts: tuple[AmountPart, ...] = ()
    relations: tuple[Relation, ...] = ()
    review: tuple[str, ...] = ()


# --- keep ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """One act, as the catalog holds it. None means that the act does not say it (or that nobody has read it yet)."""

    act_id: str
    namespace: str
    kind: str | None = None
    organ: str | None = None
    number: str | None = None
    year: int | None = None
    act_date: date | None = None
    date_precision: DatePrecision = "day"
    publication_from: date | None = None
    publication_to: date | None = None
    ingested_at: date | None = None
    issuer: str | None = None
    office: str | None = None
    subject: str | None = None
    act_type: str | None = None
    topics: tuple[str, ...] = ()
    amount: Decimal | None = None
    amount_role: AmountRole = "altro"
    amount_vat: VatFlag = "ignota"
    cig: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    supplier: str | None = None
    supplier_vat: str | None = None
    personnel_role: str | None = None
    temporal_scope: str | None = None
    rup: str | None = None
    extra: Mapping[str, PayloadValue] = field(default_factory=dict)
    profile: str = "pa_italiana"
    version: int = 1
    superseded_amount: Decimal | None = None
    review: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage. `text` is what is shown and cited; `context` situates it and is embedded with it, never mixed into it."""

    chunk_id: str
    doc_id: str
    namespace: str
    ordinal: int
    page: int
    text: str
    sha256: str
    context: str = ""


@dataclass(frozen=True, slots=True)
class ChunkOutcome:
    """What a chunk store says of one id. `text` is there only where `status` is `ok`."""

    chunk_id: str
    status: Literal["ok", "missing", "corrupt"]
    chunk: Chunk | None = None


# --- index --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EncoderIdentity:
    """What makes vectors comparable. Metric is always cosine."""

    model: str
    dimension: int
    metric: str = "cosine"

    @property
    def key(self) -> str:
        """A name safe for files and collections."""
        safe = "".join(char if char.isalnum() else "-" for char in self.model.lower())
        return f"{safe}-{self.dimension}"


Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Parallel arrays; indices are distinct and non-negative, below 2**32."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """What a vector store keeps of a chunk: its id, its vectors and flat metadata; never text."""

    chunk_id: str
    namespace: str
    payload: Payload
    vector: Vector = ()
    sparse: SparseVector | None = None


@dataclass(frozen=True, slots=True)
class StoredPoint:
    """A point as its engine keeps it, whatever its payload is. `id` is the engine's own, unique within `space`, a part of the store."""

    id: str
    payload: Mapping[str, Any]
    vector: Vector = ()
    sparse: SparseVector | None = None
    space: str = ""


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A search result. `score` is the cosine similarity (-1..1, higher is better) for dense search; a fused rank score for hybrid."""

    chunk_id: str
    score: float
    payload: Payload


# --- figures ------------------------------------------------------------------------------------------------------------

Measure = Literal["count", "sum", "average", "max", "min"]
GroupKey = Literal["act_type", "kind", "organ", "issuer", "office", "supplier", "amount_role", "day", "week", "month", "quarter", "year"]


@dataclass(frozen=True, slots=True)
class ActFilter:
    """Which acts. Empty means no restriction. Several values in one field are alternatives; fields are joined by AND.

    `amount_min`/`amount_max` are inclusive; `amount_over`/`amount_under` exclusive. `words` must each occur (stemmed) in the subject.
    `has_amount` restricts to acts with (True) or without (False) an amount. `missing` names fields that must be empty. `not_act_type` and
    `not_kind` exclude.
    """

    act_type: tuple[str, ...] = ()
    not_act_type: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    not_kind: tuple[str, ...] = ()
    organ: tuple[str, ...] = ()
    issuer: tuple[str, ...] = ()
    office: tuple[str, ...] = ()
    supplier: tuple[str, ...] = ()
    cig: tuple[str, ...] = ()
    cup: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    year: tuple[int, ...] = ()
    role: tuple[AmountRole, ...] = ()
    amount_min: Decimal | None = None
    amount_max: Decimal | None = None
    amount_over: Decimal | None = None
    amount_under: Decimal | None = None
    has_amount: bool | None = None
    missing: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoleTotal:
    """Sum of one amount role. `count` acts carry it."""

    role: AmountRole
    count: int
    total: Decimal


@dataclass(frozen=True, slots=True)
class Totals:
    """Figures over a set of acts: `count` acts, `with_amount` of them with an amount. No sum is shown without `by_role`.

    `total`, `average`, `minimum`, `maximum` are over the acts with an amount; None where there is none. Averages round half-up to cents.
    `vat` counts the acts with an amount by VAT flag.
    """

    count: int
    with_amount: int
    total: Decimal
    average: Decimal | None
    minimum: Decimal | None
    maximum: Decimal | None
    by_role: tuple[RoleTotal, ...] = ()
    vat: Mapping[str, int] = field(default_factory=dict)

    @property
    def without_amount(self) -> int:
        """Acts counted but in no sum."""
        return self.count - self.with_amount


@dataclass(frozen=True, slots=True)
class Group:
    """One row of a breakdown; `key` is the value of the grouping field ("" where the act lacks it; ISO first day for periods)."""

    key: str
    totals: Totals


@dataclass(frozen=True, slots=True)
class Figures:
    """Exact figures of a namespace over `periods` (empty: the whole span), on `date_field`, restricted by `filters`.

    `undated` counts the acts of the namespace that match the filters but have no value in `date_field`: they are in no period.
    `span` is the first and last day found. `groups` is per `group_by`; its counts add up to `totals.count`.
    """

    namespace: str
    date_field: DateField
    periods: tuple[Period, ...]
    filters: ActFilter
    totals: Totals
    group_by: GroupKey | None = None
    groups: tuple[Group, ...] = ()
    undated: int = 0
    span: tuple[date, date] | None = None


# --- route --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FiguresAsked:
    """The figures a question asks for. `top` > 0 asks the acts (or groups) with the largest (`ascending`: smallest) measure.

    `ranked_by` is the group whose members are ranked (None: single acts). `listing` asks the complete list of matching acts.
    `compare` asks the periods (or groups) side by side.
    """

    measures: tuple[Measure, ...] = ()
    group_by: tuple[GroupKey, ...] = ()
    top: int = 0
    ascending: bool = False
    ranked_by: GroupKey | None = None
    listing: bool = False
    compare: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """How a question will be answered, with reasons. `pattern` is the decisive match (the seed's log line).

    `confidence` in 0..1; `runner_up` the other mode with its score. `inherited` names what came from the conversation
    (`period`, `filters`, `figures`, `topic`). `topic` are the content words left for retrieval.
    `left_out` are restrictions no filter can express: figures over the whole period do not answer the question.
    """

    mode: Mode
    question: str
    periods: tuple[Period, ...] = ()
    filters: ActFilter = field(default_factory=ActFilter)
    figures: FiguresAsked | None = None
    topic: str = ""
    language: Language = "it"
    confidence: float = 0.5
    runner_up: tuple[Mode, float] | None = None
    pattern: str | None = None
    reasons: tuple[str, ...] = ()
    inherited: tuple[str, ...] = ()
    deadline: bool = False
    left_out: tuple[str, ...] = ()
