"""The tables. Days are integers (YYYYMMDD), money is integer cents, ids are strings; JSON columns hold lists and small maps only.

`counted_cents` is what sums use: the stated amount, or nothing where a rettifica has superseded it (both stay readable).
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

namespaces = Table(
    "namespaces",
    metadata,
    Column("name", String, primary_key=True),
    Column("profile", String, nullable=False),
    Column("created_at", DateTime, nullable=False),
)

files = Table(
    "files",
    metadata,
    Column("namespace", String, primary_key=True),
    Column("sha256", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("message", Text, nullable=False, default=""),
    Column("profile", String, nullable=False),
    Column("failures", JSON, nullable=False, default=list),
    Column("received_at", DateTime, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    Column("namespace", String, primary_key=True),
    Column("doc_id", String, primary_key=True),
    Column("file_sha256", String, nullable=False),
    Column("name", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("media_type", String, nullable=False),
    Column("content_sha256", String, nullable=False),
    Column("page_count", Integer, nullable=False),
    Column("unreadable_pages", JSON, nullable=False, default=list),
    Column("quality", Float, nullable=False, default=1.0),
    Column("signatures", JSON, nullable=False, default=list),
    Column("warnings", JSON, nullable=False, default=list),
    Index("ix_documents_file", "namespace", "file_sha256"),
    Index("ix_documents_content", "namespace", "content_sha256"),
)

acts = Table(
    "acts",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("namespace", String, nullable=False),
    Column("identity_key", String),
    Column("kind", String),
    Column("organ", String),
    Column("number", String),
    Column("year", Integer),
    Column("act_day", Integer),
    Column("date_precision", String, nullable=False, default="day"),
    Column("publication_from_day", Integer),
    Column("publication_to_day", Integer),
    Column("ingested_day", Integer, nullable=False),
    Column("issuer", String),
    Column("issuer_key", String, nullable=False, default=""),
    Column("office", String),
    Column("office_key", String, nullable=False, default=""),
    Column("subject", Text),
    Column("subject_stems", Text, nullable=False, default=""),
    Column("act_type", String),
    Column("topics", JSON, nullable=False, default=list),
    Column("amount_cents", BigInteger),
    Column("counted_cents", BigInteger),
    Column("amount_role", String, nullable=False, default="altro"),
    Column("amount_vat", String, nullable=False, default="ignota"),
    Column("supplier", String),
    Column("supplier_key", String, nullable=False, default=""),
    Column("supplier_vat", String),
    Column("personnel_role", String),
    Column("temporal_scope", String),
    Column("rup", String),
    Column("extra", JSON, nullable=False, default=dict),
    Column("review", JSON, nullable=False, default=list),
    Column("profile", String, nullable=False),
    Column("version", Integer, nullable=False, default=1),
    Column("values_hash", String, nullable=False),
    Column("superseded_by", String),
    UniqueConstraint("namespace", "identity_key", name="uq_acts_identity"),
    Index("ix_acts_day", "namespace", "act_day", "amount_role", "amount_vat", "counted_cents"),
    Index("ix_acts_publication", "namespace", "publication_from_day"),
)

act_documents = Table(
    "act_documents",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("doc_id", String, primary_key=True),
    Column("namespace", String, nullable=False),
    Column("role", String, nullable=False),
    Index("ix_act_documents_doc", "namespace", "doc_id"),
)

act_versions = Table(
    "act_versions",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", DateTime, nullable=False),
    Column("doc_id", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("fields", JSON, nullable=False),
)

act_values = Table(
    "act_values",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("field", String, primary_key=True),
    Column("rank", Integer, primary_key=True),
    Column("value", JSON, nullable=False),
    Column("page", Integer),
    Column("snippet", Text, nullable=False, default=""),
    Column("method", String, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("rule", String, nullable=False, default=""),
    Column("locked", Boolean, nullable=False, default=False),
)

act_codes = Table(
    "act_codes",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("code", String, primary_key=True),
    Column("ordinal", Integer, nullable=False),
    Index("ix_act_codes_code", "kind", "code"),
)

act_parts = Table(
    "act_parts",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("label", Text, nullable=False),
    Column("amount_cents", BigInteger, nullable=False),
    Column("supplier", String, nullable=False, default=""),
    Column("cig", String, nullable=False, default=""),
    Column("page", Integer),
)

act_relations = Table(
    "act_relations",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("namespace", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("target_kind", String, nullable=False, default=""),
    Column("target_number", String, nullable=False, default=""),
    Column("target_year", Integer),
    Column("target_day", Integer),
    Column("page", Integer),
    Column("snippet", Text, nullable=False, default=""),
    Index("ix_relations_kind", "namespace", "kind"),
)

chunk_index = Table(
    "chunk_index",
    metadata,
    Column("rowid", Integer, primary_key=True, autoincrement=True),
    Column("namespace", String, nullable=False),
    Column("chunk_id", String, nullable=False),
    Column("doc_id", String, nullable=False),
    Column("act_id", String),
    Column("digest_id", String),
    Column("ordinal", Integer, nullable=False),
    Column("page", Integer, nullable=False),
    Column("sha256", String, nullable=False),
    Column("context", Text, nullable=False, default=""),
    UniqueConstraint("namespace", "chunk_id", name="uq_chunk_index"),
    Index("ix_chunk_index_act", "act_id"),
    Index("ix_chunk_index_doc", "namespace", "doc_id"),
)

# What came with passages that belong to no act and no digest: the vector store's copy can be rebuilt from here.
passages = Table(
    "passages",
    metadata,
    Column("namespace", String, primary_key=True),
    Column("chunk_id", String, primary_key=True),
    Column("payload", JSON, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("namespace", String, nullable=False),
    Column("chunk_id", String, nullable=False),
    Column("op", String, nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("error", Text, nullable=False, default=""),
    Column("queued_at", DateTime, nullable=False),
    UniqueConstraint("namespace", "chunk_id", name="uq_outbox"),
)

vector_cache = Table(
    "vector_cache",
    metadata,
    Column("encoder", String, primary_key=True),
    Column("text_sha256", String, primary_key=True),
    Column("vector", LargeBinary, nullable=False),
)

digests = Table(
    "digests",
    metadata,
    Column("digest_id", String, primary_key=True),
    Column("namespace", String, nullable=False),
    Column("domain", String, nullable=False),
    Column("language", String, nullable=False),
    Column("date_field", String, nullable=False),
    Column("tags", JSON, nullable=False, default=list),
    Column("granularity", String, nullable=False),
    Column("from_day", Integer, nullable=False),
    Column("to_day", Integer, nullable=False),
    Column("partial", Boolean, nullable=False),
    Column("chunk_id", String, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("source_hashes", JSON, nullable=False),
    Column("act_count", Integer, nullable=False),
    Column("chunk_count", Integer, nullable=False),
    Column("act_types_json", Text, nullable=False),
    Column("amounts_json", Text, nullable=False),
    Column("coverage", JSON, nullable=False),
    Column("total_cents", BigInteger),
    Column("writer", String, nullable=False),
    Column("setup", String, nullable=False),
    Column("made_at", DateTime, nullable=False),
    Index("ix_digests_window", "namespace", "from_day", "to_day"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("job_id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("namespace", String, nullable=False),
    Column("state", String, nullable=False),
    Column("done", Integer, nullable=False, default=0),
    Column("total", Integer, nullable=False, default=0),
    Column("message", Text, nullable=False, default=""),
    Column("started_at", DateTime, nullable=False),
    Column("updated_at", DateTime, nullable=False),
)

journal = Table(
    "journal",
    metadata,
    Column("entry_id", Integer, primary_key=True, autoincrement=True),
    Column("act_id", String, nullable=False),
    Column("field", String, nullable=False),
    Column("old", JSON),
    Column("new", JSON),
    Column("at", DateTime, nullable=False),
    Column("undone", Boolean, nullable=False, default=False),
    Index("ix_journal_act", "act_id"),
)

model_calls = Table(
    "model_calls",
    metadata,
    Column("act_id", String, primary_key=True),
    Column("namespace", String, nullable=False),
    Column("model", String, nullable=False),
    Column("setup", String, nullable=False),
    Column("outcome", String, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
    Column("cost", Float, nullable=False),
    Column("at", DateTime, nullable=False),
    Index("ix_model_calls_namespace", "namespace"),
)

# Full-text search over stems: FTS5 on SQLite, a plain column with a GIN index on PostgreSQL. One row a chunk, same id as chunk_index.
SQLITE_SEARCH = "CREATE VIRTUAL TABLE IF NOT EXISTS chunk_terms USING fts5(stems, tokenize='unicode61 remove_diacritics 2')"
POSTGRES_SEARCH = (
    "CREATE TABLE IF NOT EXISTS chunk_terms (rowid BIGINT PRIMARY KEY, stems TSVECTOR NOT NULL)",
    "CREATE INDEX IF NOT EXISTS ix_chunk_terms ON chunk_terms USING GIN (stems)",
)
