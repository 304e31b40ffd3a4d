"""The schema of the first release"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward only: data are never taken back to an older shape."""
    op.create_table(
        "act_codes",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("act_id", "kind", "code"),
    )
    with op.batch_alter_table("act_codes", schema=None) as batch_op:
        batch_op.create_index("ix_act_codes_code", ["kind", "code"], unique=False)

    op.create_table(
        "act_documents",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("act_id", "doc_id"),
    )
    with op.batch_alter_table("act_documents", schema=None) as batch_op:
        batch_op.create_index("ix_act_documents_doc", ["namespace", "doc_id"], unique=False)

    op.create_table(
        "act_parts",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=False),
        sa.Column("supplier", sa.String(), nullable=False),
        sa.Column("cig", sa.String(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("act_id", "ordinal"),
    )
    op.create_table(
        "act_relations",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("target_kind", sa.String(), nullable=False),
        sa.Column("target_number", sa.String(), nullable=False),
        sa.Column("target_year", sa.Integer(), nullable=True),
        sa.Column("target_day", sa.Integer(), nullable=True),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("snippet", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("act_id", "ordinal"),
    )
    with op.batch_alter_table("act_relations", schema=None) as batch_op:
        batch_op.create_index("ix_relations_kind", ["namespace", "kind"], unique=False)

    op.create_table(
        "act_values",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("snippet", sa.Text(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("act_id", "field", "rank"),
    )
    op.create_table(
        "act_versions",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("act_id", "version"),
    )
    op.create_table(
        "acts",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("identity_key", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=True),
        sa.Column("organ", sa.String(), nullable=True),
        sa.Column("number", sa.String(), nullable=True),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("act_day", sa.Integer(), nullable=True),
        sa.Column("date_precision", sa.String(), nullable=False),
        sa.Column("publication_from_day", sa.Integer(), nullable=True),
        sa.Column("publication_to_day", sa.Integer(), nullable=True),
        sa.Column("ingested_day", sa.Integer(), nullable=False),
        sa.Column("issuer", sa.String(), nullable=True),
        sa.Column("issuer_key", sa.String(), nullable=False),
        sa.Column("office", sa.String(), nullable=True),
        sa.Column("office_key", sa.String(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=True),
        sa.Column("subject_stems", sa.Text(), nullable=False),
        sa.Column("act_type", sa.String(), nullable=True),
        sa.Column("topics", sa.JSON(), nullable=False),
        sa.Column("amount_cents", sa.BigInteger(), nullable=True),
        sa.Column("counted_cents", sa.BigInteger(), nullable=True),
        sa.Column("amount_role", sa.String(), nullable=False),
        sa.Column("amount_vat", sa.String(), nullable=False),
        sa.Column("supplier", sa.String(), nullable=True),
        sa.Column("supplier_key", sa.String(), nullable=False),
        sa.Column("supplier_vat", sa.String(), nullable=True),
        sa.Column("personnel_role", sa.String(), nullable=True),
        sa.Column("temporal_scope", sa.String(), nullable=True),
        sa.Column("rup", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("review", sa.JSON(), nullable=False),
        sa.Column("profile", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("values_hash", sa.String(), nullable=False),
        sa.Column("superseded_by", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("act_id"),
        sa.UniqueConstraint("namespace", "identity_key", name="uq_acts_identity"),
    )
    with op.batch_alter_table("acts", schema=None) as batch_op:
        batch_op.create_index("ix_acts_day", ["namespace", "act_day", "amount_role", "amount_vat", "counted_cents"], unique=False)
        batch_op.create_index("ix_acts_publication", ["namespace", "publication_from_day"], unique=False)

    op.create_table(
        "chunk_index",
        sa.Column("rowid", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=False),
        sa.Column("act_id", sa.String(), nullable=True),
        sa.Column("digest_id", sa.String(), nullable=True),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("rowid"),
        sa.UniqueConstraint("namespace", "chunk_id", name="uq_chunk_index"),
    )
    with op.batch_alter_table("chunk_index", schema=None) as batch_op:
        batch_op.create_index("ix_chunk_index_act", ["act_id"], unique=False)
        batch_op.create_index("ix_chunk_index_doc", ["namespace", "doc_id"], unique=False)

    op.create_table(
        "digests",
        sa.Column("digest_id", sa.String(), nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("domain", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("date_field", sa.String(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("granularity", sa.String(), nullable=False),
        sa.Column("from_day", sa.Integer(), nullable=False),
        sa.Column("to_day", sa.Integer(), nullable=False),
        sa.Column("partial", sa.Boolean(), nullable=False),
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("source_hashes", sa.JSON(), nullable=False),
        sa.Column("act_count", sa.Integer(), nullable=False),
        sa.Column("chunk_count", sa.Integer(), nullable=False),
        sa.Column("act_types_json", sa.Text(), nullable=False),
        sa.Column("amounts_json", sa.Text(), nullable=False),
        sa.Column("coverage", sa.JSON(), nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=True),
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("setup", sa.String(), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("digest_id"),
    )
    with op.batch_alter_table("digests", schema=None) as batch_op:
        batch_op.create_index("ix_digests_window", ["namespace", "from_day", "to_day"], unique=False)

    op.create_table(
        "documents",
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("doc_id", sa.String(), nullable=False),
        sa.Column("file_sha256", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("content_sha256", sa.String(), nullable=False),
        sa.Column("page_count", sa.Integer(), nullable=False),
        sa.Column("unreadable_pages", sa.JSON(), nullable=False),
        sa.Column("quality", sa.Float(), nullable=False),
        sa.Column("signatures", sa.JSON(), nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("namespace", "doc_id"),
    )
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.create_index("ix_documents_content", ["namespace", "content_sha256"], unique=False)
        batch_op.create_index("ix_documents_file", ["namespace", "file_sha256"], unique=False)

    op.create_table(
        "files",
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("profile", sa.String(), nullable=False),
        sa.Column("failures", sa.JSON(), nullable=False),
        sa.Column("received_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("namespace", "sha256"),
    )
    op.create_table(
        "jobs",
        sa.Column("job_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("job_id"),
    )
    op.create_table(
        "journal",
        sa.Column("entry_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("field", sa.String(), nullable=False),
        sa.Column("old", sa.JSON(), nullable=True),
        sa.Column("new", sa.JSON(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("entry_id"),
    )
    with op.batch_alter_table("journal", schema=None) as batch_op:
        batch_op.create_index("ix_journal_act", ["act_id"], unique=False)

    op.create_table(
        "model_calls",
        sa.Column("act_id", sa.String(), nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("setup", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("act_id"),
    )
    with op.batch_alter_table("model_calls", schema=None) as batch_op:
        batch_op.create_index("ix_model_calls_namespace", ["namespace"], unique=False)

    op.create_table(
        "namespaces",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("profile", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "outbox",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("op", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("queued_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("namespace", "chunk_id", name="uq_outbox"),
    )
    op.create_table(
        "passages",
        sa.Column("namespace", sa.String(), nullable=False),
        sa.Column("chunk_id", sa.String(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("namespace", "chunk_id"),
    )
    op.create_table(
        "vector_cache",
        sa.Column("encoder", sa.String(), nullable=False),
        sa.Column("text_sha256", sa.String(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("encoder", "text_sha256"),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute("CREATE VIRTUAL TABLE chunk_terms USING fts5(stems, tokenize='unicode61 remove_diacritics 2')")
    else:
        op.execute("CREATE TABLE chunk_terms (rowid BIGINT PRIMARY KEY, stems TSVECTOR NOT NULL)")
        op.execute("CREATE INDEX ix_chunk_terms ON chunk_terms USING GIN (stems)")
