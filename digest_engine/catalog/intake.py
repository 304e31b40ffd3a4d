"""Taking a document into the catalog: a new act, another document of an act that is there, a new version of it, or a duplicate.

Everything about one file is written in one transaction, so a kill leaves either all of it or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Literal

from rapidfuzz import fuzz
from sqlalchemy import Connection, delete, func, select, update

from digest_engine.catalog import schema
from digest_engine.catalog.chunk_rows import drop_chunks, insert_chunks
from digest_engine.catalog.rows import act_to_row, to_cents, to_day, value_rows, values_hash
from digest_engine.catalog.stored import keeping, load_stored, locked_fields
from digest_engine.text import fold
from digest_engine.types import Act, Chunk, ExtractedAct, ReadDocument

Outcome = Literal["new", "copy", "version", "duplicate"]
SAME_SUBJECT = 70.0
CONFLICT = "identity_conflict:"


@dataclass(frozen=True, slots=True)
class Intake:
    """A document that has been read, extracted and split, ready to be kept. `identity_key` is None where a part of it is missing."""

    doc_id: str
    file_sha256: str
    document: ReadDocument
    act: Act
    identity_key: str | None
    extracted: ExtractedAct
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of an intake. `conflict` names an act that has the same identity but is plainly another act."""

    outcome: Outcome
    act_id: str
    conflict: str = ""


def decide(connection: Connection, intake: Intake) -> Accepted:
    """What `accept` would do, without writing: the caller stores the chunks of `new` and `version` first."""
    known = _known_document(connection, intake)
    if known is not None:
        return Accepted("duplicate", known)
    existing = _same_identity(connection, intake)
    if existing is None:
        return Accepted("new", intake.act.act_id)
    if not _plausibly_same(existing, intake.act):
        return Accepted("new", f"{intake.act.act_id}-{intake.doc_id[-8:]}", conflict=existing.act_id)
    return Accepted("version" if _supersedes(connection, existing, intake) else "copy", existing.act_id)


def accept(connection: Connection, intake: Intake, *, at: datetime) -> Accepted:
    """Keep the document. The chunks of `new` and `version` must be in the chunk store already."""
    accepted = decide(connection, intake)
    match accepted.outcome:
        case "duplicate":
            return accepted
        case "new":
            _insert_act(connection, intake, accepted, at)
        case "copy":
            _insert_document(connection, intake, accepted.act_id, role="copy")
        case "version":
            _replace_version(connection, intake, accepted.act_id, at)
    return accepted


def write_values(connection: Connection, act: Act, extracted: ExtractedAct) -> None:
    """Evidence, codes, parts and relations of `act`; rows locked by hand stay as they are."""
    locked = locked_fields(connection, act.act_id)
    connection.execute(delete(schema.act_values).where(_of(schema.act_values, act.act_id), ~schema.act_values.c.locked))
    rows: list[dict[str, Any]] = []
    for name, value in extracted.values.items():
        others = extracted.alternatives.get(name, ())
        rows += value_rows(act.act_id, name, others if name in locked else (value, *others), first_rank=1 if name in locked else 0)
    for name in extracted.alternatives.keys() - extracted.values.keys():
        rows += value_rows(act.act_id, name, extracted.alternatives[name], first_rank=1)
    _insert(connection, schema.act_values, rows)
    write_codes(connection, act)
    _write_parts(connection, act.act_id, extracted)
    _write_relations(connection, act, extracted)


def write_codes(connection: Connection, act: Act) -> None:
    """The CIG and CUP of `act`, replacing what was there."""
    connection.execute(delete(schema.act_codes).where(_of(schema.act_codes, act.act_id)))
    pairs = (("cig", act.cig), ("cup", act.cup))
    rows = [{"act_id": act.act_id, "kind": kind, "code": code, "ordinal": n} for kind, codes in pairs for n, code in enumerate(codes)]
    _insert(connection, schema.act_codes, rows)


def apply_corrections(connection: Connection, namespace: str) -> None:
    """Recompute which amounts a rettifica supersedes: the corrected amount is summed with the rettifica, the wrong one no more."""
    acts, relations = schema.acts, schema.act_relations
    corrections = connection.execute(
        select(relations, acts.c.issuer_key)
        .join(acts, acts.c.act_id == relations.c.act_id)
        .where(relations.c.namespace == namespace, relations.c.kind == "rettifica", acts.c.amount_cents.is_not(None))
        .order_by(acts.c.act_day, relations.c.act_id)
    ).all()
    targets = {target: row.act_id for row in corrections for target in _targets(connection, namespace, row)}
    marked = set(connection.scalars(select(acts.c.act_id).where(acts.c.namespace == namespace, acts.c.superseded_by.is_not(None))))
    for act_id in sorted(marked - targets.keys()):
        connection.execute(update(acts).where(acts.c.act_id == act_id).values(superseded_by=None, counted_cents=acts.c.amount_cents))
    for act_id, by in sorted(targets.items()):
        connection.execute(update(acts).where(acts.c.act_id == act_id).values(superseded_by=by, counted_cents=None))


def _targets(connection: Connection, namespace: str, row: Any) -> Sequence[str]:
    acts = schema.acts
    if not row.target_number or (row.target_year is None and row.target_day is None):
        return ()
    conditions = [
        acts.c.namespace == namespace, acts.c.issuer_key == row.issuer_key, acts.c.number == row.target_number,
        acts.c.act_id != row.act_id, acts.c.amount_cents.is_not(None),
    ]  # fmt: skip
    if row.target_kind:
        conditions.append(acts.c.kind == row.target_kind)
    conditions.append(acts.c.act_day == row.target_day if row.target_day is not None else acts.c.year == row.target_year)
    found = connection.scalars(select(acts.c.act_id).where(*conditions)).all()
    # Two acts that fit are no target: a wrong total is worse than an uncorrected one that is shown as such.
    return found if len(found) == 1 else ()


def _known_document(connection: Connection, intake: Intake) -> str | None:
    documents, links = schema.documents, schema.act_documents
    query = (
        select(links.c.act_id)
        .join(documents, (documents.c.doc_id == links.c.doc_id) & (documents.c.namespace == links.c.namespace))
        .where(documents.c.namespace == intake.act.namespace, documents.c.content_sha256 == intake.document.sha256)
    )
    found: str | None = connection.scalar(query)
    return found


@dataclass(frozen=True, slots=True)
class _Existing:
    act_id: str
    subject: str | None
    act_day: int | None
    amount_cents: int | None
    act_type: str | None
    version: int


def _same_identity(connection: Connection, intake: Intake) -> _Existing | None:
    if intake.identity_key is None:
        return None
    acts = schema.acts
    columns = (acts.c.act_id, acts.c.subject, acts.c.act_day, acts.c.amount_cents, acts.c.act_type, acts.c.version)
    row = connection.execute(
        select(*columns).where(acts.c.namespace == intake.act.namespace, acts.c.identity_key == intake.identity_key)
    ).one_or_none()
    return _Existing(*row) if row else None


def _plausibly_same(existing: _Existing, act: Act) -> bool:
    if existing.subject and act.subject:
        return fuzz.token_set_ratio(fold(existing.subject), fold(act.subject)) >= SAME_SUBJECT
    return existing.act_day == to_day(act.act_date)


def _supersedes(connection: Connection, existing: _Existing, intake: Intake) -> bool:
    """True where the new document says something else of date or amount and was read at least as well as the old one."""
    said = (to_day(intake.act.act_date), to_cents(intake.act.amount))
    if all(new is None or new == old for new, old in zip(said, (existing.act_day, existing.amount_cents), strict=True)):
        return False
    documents, links = schema.documents, schema.act_documents
    old = connection.scalar(
        select(func.max(documents.c.quality))
        .join(links, (documents.c.doc_id == links.c.doc_id) & (documents.c.namespace == links.c.namespace))
        .where(links.c.act_id == existing.act_id, links.c.role == "primary")
    )
    return _quality(intake.document) >= (old or 0.0)


def _quality(document: ReadDocument) -> float:
    read = [page.quality * (1.0 if page.method == "text" else 0.5) for page in document.pages]
    return round(sum(read) / len(read), 3) if read else 0.0


def _insert_act(connection: Connection, intake: Intake, accepted: Accepted, at: datetime) -> None:
    review = intake.act.review
    if accepted.conflict:
        review = (*review, f"{CONFLICT}{accepted.conflict}")
    act = replace(intake.act, act_id=accepted.act_id, review=review)
    key = None if accepted.conflict else intake.identity_key
    connection.execute(schema.acts.insert().values(**act_to_row(act), identity_key=key))
    write_values(connection, act, intake.extracted)
    _insert_document(connection, intake, act.act_id, role="source_row" if intake.document.fields else "primary")
    _insert_version(connection, intake, act.act_id, 1, at, "new")
    insert_chunks(connection, intake.chunks, act_id=act.act_id, at=at)


def _replace_version(connection: Connection, intake: Intake, act_id: str, at: datetime) -> None:
    act = _over_stored(connection, intake, act_id)
    links = schema.act_documents
    connection.execute(update(links).where(links.c.act_id == act_id).values(role="copy"))
    drop_chunks(connection, schema.chunk_index.c.act_id == act_id, at=at)
    _insert_document(connection, intake, act_id, role="primary")
    _insert_version(connection, intake, act_id, act.version, at, "version")
    insert_chunks(connection, intake.chunks, act_id=act_id, at=at)


def refresh(connection: Connection, intake: Intake, act_id: str, *, at: datetime) -> bool:
    """Write anew what the rules read in a document that is there; false where they read the same as before."""
    before = load_stored(connection, act_id)
    act = _over_stored(connection, intake, act_id)
    if values_hash(replace(act, version=before.version)) != values_hash(before):
        _insert_version(connection, intake, act_id, act.version, at, "reextract")
        return True
    same = act_to_row(replace(act, version=before.version))
    connection.execute(update(schema.acts).where(schema.acts.c.act_id == act_id).values(**same))
    return False


def _over_stored(connection: Connection, intake: Intake, act_id: str) -> Act:
    """Write the new values of an act over the stored ones; fields set by hand stay."""
    stored = load_stored(connection, act_id)
    conflicts = tuple(flag for flag in stored.review if flag.startswith(CONFLICT))
    act = replace(intake.act, act_id=act_id, version=stored.version + 1, review=(*intake.act.review, *conflicts))
    act = keeping(act, stored, locked_fields(connection, act_id))
    connection.execute(update(schema.acts).where(schema.acts.c.act_id == act_id).values(**act_to_row(act)))
    write_values(connection, act, intake.extracted)
    # What a language model had read is gone with the old values: an empty setup has it read again by the next job, and keeps its cost.
    connection.execute(update(schema.model_calls).where(schema.model_calls.c.act_id == act_id).values(setup=""))
    return act


def _insert_document(connection: Connection, intake: Intake, act_id: str, *, role: str) -> None:
    document = intake.document
    connection.execute(
        schema.documents.insert().values(
            namespace=intake.act.namespace,
            doc_id=intake.doc_id,
            file_sha256=intake.file_sha256,
            name=document.name,
            position=document.position,
            media_type=document.media_type,
            content_sha256=document.sha256,
            page_count=len(document.pages),
            unreadable_pages=[page.number for page in document.pages if page.problem],
            quality=_quality(document),
            signatures=[_signature(signature) for signature in document.signatures],
            warnings=list(document.warnings),
        )
    )
    connection.execute(schema.act_documents.insert().values(act_id=act_id, doc_id=intake.doc_id, namespace=intake.act.namespace, role=role))


def _signature(signature: Any) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in asdict(signature).items()}


def _insert_version(connection: Connection, intake: Intake, act_id: str, version: int, at: datetime, reason: str) -> None:
    fields = {name: row["value"] for name, value in intake.extracted.values.items() for row in value_rows(act_id, name, (value,))}
    connection.execute(
        schema.act_versions.insert().values(act_id=act_id, version=version, at=at, doc_id=intake.doc_id, reason=reason, fields=fields)
    )


def _write_parts(connection: Connection, act_id: str, extracted: ExtractedAct) -> None:
    connection.execute(delete(schema.act_parts).where(_of(schema.act_parts, act_id)))
    rows = [
        {"act_id": act_id, "ordinal": n, "label": part.label, "amount_cents": to_cents(part.amount), "supplier": part.supplier,
         "cig": part.cig, "page": part.page}
        for n, part in enumerate(extracted.parts)
    ]  # fmt: skip
    _insert(connection, schema.act_parts, rows)


def _write_relations(connection: Connection, act: Act, extracted: ExtractedAct) -> None:
    connection.execute(delete(schema.act_relations).where(_of(schema.act_relations, act.act_id)))
    rows = [
        {"act_id": act.act_id, "ordinal": n, "namespace": act.namespace, "kind": relation.kind, "target_kind": relation.target_kind,
         "target_number": relation.target_number, "target_year": relation.target_year, "target_day": to_day(relation.target_date),
         "page": relation.page, "snippet": relation.snippet}
        for n, relation in enumerate(extracted.relations)
    ]  # fmt: skip
    _insert(connection, schema.act_relations, rows)


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


def _of(table: Any, act_id: str) -> Any:
    return table.c.act_id == act_id
