"""Lexical search over the stems of chunks, restricted by namespace, period and act filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import column, func, literal_column, or_, select, table, text

from digest_engine.catalog import schema
from digest_engine.catalog.conditions import selected, within
from digest_engine.catalog.database import Database
from digest_engine.text import stems
from digest_engine.types import ActFilter, DateField, Period

index = schema.chunk_index
LONG = 8
terms = table("chunk_terms", column("rowid"), column("stems"))


@dataclass(frozen=True, slots=True)
class LexicalHit:
    """A passage of an act. `score` is higher for better, comparable within one search only; `matched` counts the distinct stems found."""

    chunk_id: str
    act_id: str
    doc_id: str
    page: int
    score: float


def search_words(
    database: Database,
    namespace: str,
    question: str,
    *,
    limit: int,
    periods: Sequence[Period] = (),
    filters: ActFilter | None = None,
    date_field: DateField = "date",
) -> list[LexicalHit]:
    """The best passages for the words of `question`, best first; digests are never among them."""
    words = list(dict.fromkeys(stems(question)))
    if not words or limit < 1:
        return []
    score, condition = _sqlite(words) if database.sqlite else _postgres(words)
    query = (
        select(index.c.chunk_id, index.c.act_id, index.c.doc_id, index.c.page, score.label("score"))
        .select_from(terms)
        .join(index, index.c.rowid == terms.c.rowid)
        .join(schema.acts, schema.acts.c.act_id == index.c.act_id)
        .where(condition, index.c.namespace == namespace, within(periods, date_field), selected(filters or ActFilter()))
        .order_by(literal_column("score").desc(), index.c.chunk_id)
        .limit(limit)
    )
    with database.reading() as connection:
        return [LexicalHit(*row) for row in connection.execute(query)]


def prefixes(words: Sequence[str]) -> list[str]:
    """The common beginning that long stems share with their derivations: `referendum` and `referendarie` meet in `referen`."""
    return [word[: max(5, len(word) - 3)] for word in words if len(word) >= LONG and word.isalpha()]


def _sqlite(words: Sequence[str]) -> tuple[Any, Any]:
    # Stems are letters and digits only; quoting keeps FTS5 from reading AND, OR, NOT and NEAR as operators.
    match = " OR ".join([f'"{word}"' for word in words] + [f"{prefix}*" for prefix in prefixes(words)])
    return -literal_column("bm25(chunk_terms)"), text("chunk_terms MATCH :match").bindparams(match=match)


def _postgres(words: Sequence[str]) -> tuple[Any, Any]:
    query = func.to_tsquery("simple", " | ".join([*words, *(f"{prefix}:*" for prefix in prefixes(words))]))
    return func.ts_rank_cd(terms.c.stems, query, 1), or_(terms.c.stems.op("@@")(query))
