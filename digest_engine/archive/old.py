"""What an old point becomes: which chunk has its text, under which payload. Reads alone; nothing is written here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import select

from digest_engine.catalog import schema
from digest_engine.catalog.database import Database
from digest_engine.errors import EncoderMismatch, PayloadError
from digest_engine.filters import AnyOf
from digest_engine.ingest.known import Key, KnownChunk, known_chunks
from digest_engine.payload import CHUNK_ID, DIGEST_TYPE, KINDS, NAMESPACE, NO_DIGEST, PART, is_ours
from digest_engine.types import Chunk, Payload, PayloadValue, StoredPoint
from digest_engine.vectors.base import VectorStore
from digest_engine.vectors.points import PART_MARK, unit

Fate = Literal["matched", "ambiguous", "stored", "duplicate", "unresolved"]
"""The text is that of one known chunk, or of several; it is new; its chunk has a point already; there is neither text nor known chunk."""

# Where old payloads hold their text, the likeliest first.
TEXT_FIELDS = ("doc", "chunk", "text", "page_content", "content", "body", "passage", "testo", "snippet")
COLLECTION = "collection"
index = schema.chunk_index


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to become of `old`. `key` is its chunk, `chunk` that chunk where it is new, `kept` the fields that go on with it.

    `lost` is a known chunk whose point held another text: it is to be encoded again.
    """

    old: StoredPoint
    fate: Fate
    key: Key = ("", "")
    chunk: Chunk | None = None
    kept: Payload = field(default_factory=dict)
    lost: Key | None = None

    @property
    def part(self) -> int:
        """The number of a further vector."""
        return _number(self.old.payload.get(PART), 0)

    @property
    def dropped(self) -> tuple[str, ...]:
        """The fields that do not go on, the text aside."""
        text = text_of(self.old.payload)
        return tuple(name for name, value in self.old.payload.items() if name not in KINDS and value != text)


@dataclass
class Planner:
    """Plans points in the order given: a chunk that one point has taken is a duplicate for the next.

    `fallback` is the collection of points that name none; vectors of another length than `dimension` are of no use.
    """

    database: Database
    store: VectorStore
    fallback: str
    dimension: int
    _new: dict[tuple[str, str], str] = field(default_factory=dict)
    _taken: set[Key] = field(default_factory=set)

    def plan(self, olds: Sequence[StoredPoint]) -> list[Plan]:
        """The plan of each old point."""
        named = {(self._namespace(old), chunk_id) for old in olds if (chunk_id := _chunk_id(old.payload))}
        known = {item.key: item for item in known_chunks(self.database, sorted(named))}
        same = self._same_text(olds)
        self._taken |= self._with_points({*named, *(key for keys in same.values() for key in keys)})
        return [self._planned(old, known, same) for old in olds]

    def _planned(self, old: StoredPoint, known: Mapping[Key, KnownChunk], same: Mapping[tuple[str, str], list[Key]]) -> Plan:
        namespace, text, chunk_id = self._namespace(old), text_of(old.payload), _chunk_id(old.payload)
        named = known.get((namespace, chunk_id))
        if not self._is_usable(old, text):
            return Plan(old, "unresolved")
        if named is not None and (text is None or _sha256(text) == named.sha256):
            return self._claimed(old, [named.key], "matched")
        if text is None:
            return Plan(old, "unresolved")
        lost = named.key if named is not None else None
        where = (namespace, _sha256(text))
        if where in self._new:
            return self._claimed(old, [(namespace, self._new[where])], "matched", lost=lost)
        if same.get(where):
            return self._claimed(old, same[where], "matched" if len(same[where]) == 1 else "ambiguous", lost=lost)
        chunk = _new_chunk(old.payload, text, namespace=namespace, chunk_id="" if named is not None else chunk_id)
        self._new[where] = chunk.chunk_id
        self._taken.add((namespace, chunk.chunk_id))
        return Plan(old, "stored", (namespace, chunk.chunk_id), chunk, _kept(old.payload), lost)

    def _claimed(self, old: StoredPoint, candidates: Sequence[Key], fate: Fate, *, lost: Key | None = None) -> Plan:
        """The first candidate without a point; a further vector belongs to its chunk whether or not that has one."""
        if old.payload.get(PART):
            return Plan(old, fate, candidates[0], lost=lost)
        free = [key for key in candidates if key not in self._taken]
        if not free:
            return Plan(old, "duplicate", candidates[0], lost=lost)
        self._taken.add(free[0])
        return Plan(old, fate, free[0], lost=lost)

    def _is_usable(self, old: StoredPoint, text: str | None) -> bool:
        """False for a vector that points nowhere or is another encoder's, and for a text that no store can keep."""
        try:
            unit(old.vector, dimension=self.dimension)
            (text or "").encode()
        except (PayloadError, EncoderMismatch, UnicodeEncodeError):
            return False
        return True

    def _namespace(self, old: StoredPoint) -> str:
        names = (old.payload.get(NAMESPACE), old.payload.get(COLLECTION))
        return next((name for name in names if isinstance(name, str) and name.strip()), self.fallback)

    def _same_text(self, olds: Sequence[StoredPoint]) -> dict[tuple[str, str], list[Key]]:
        """The known chunks by namespace and hash of their text."""
        wanted = {(self._namespace(old), _sha256(text)) for old in olds if (text := text_of(old.payload)) is not None}
        found: dict[tuple[str, str], list[Key]] = {}
        with self.database.reading() as connection:
            for namespace in sorted({namespace for namespace, _ in wanted}):
                hashes = [sha256 for owner, sha256 in wanted if owner == namespace]
                condition = (index.c.namespace == namespace) & index.c.sha256.in_(hashes)
                for row in connection.execute(select(index.c.chunk_id, index.c.sha256).where(condition).order_by(index.c.chunk_id)):
                    found.setdefault((namespace, row.sha256), []).append((namespace, row.chunk_id))
        return found

    def _with_points(self, keys: set[Key]) -> set[Key]:
        """Those of `keys` whose point is as it should be."""
        found: set[Key] = set()
        for namespace in sorted({namespace for namespace, _ in keys}):
            ids = tuple(sorted(chunk_id for owner, chunk_id in keys if owner == namespace))
            for point in self.store.scan(namespace=namespace, filter=AnyOf(CHUNK_ID, ids)):
                if is_ours(point.payload) and not point.payload.get(PART):
                    found.add((namespace, point.chunk_id))
        return found


def text_of(payload: Mapping[str, Any]) -> str | None:
    """The text that an old payload holds."""
    return next((value for name in TEXT_FIELDS if isinstance(value := payload.get(name), str) and value.strip()), None)


def _chunk_id(payload: Mapping[str, Any]) -> str:
    value = payload.get(CHUNK_ID)
    return value if isinstance(value, str) and value.strip() and PART_MARK not in value else ""


def _new_chunk(payload: Mapping[str, Any], text: str, *, namespace: str, chunk_id: str) -> Chunk:
    sha256 = _sha256(text)
    given = payload.get("doc_id")
    doc_id = given if isinstance(given, str) and given else f"doc-{sha256[:24]}"
    ordinal = _number(payload.get("ordinal"), 0)
    return Chunk(chunk_id or f"{doc_id}:{ordinal}:{sha256[:8]}", doc_id, namespace, ordinal, _number(payload.get("page"), 1), text, sha256)


def _kept(payload: Mapping[str, Any]) -> dict[str, PayloadValue]:
    """The fields that our payloads may hold, where their values are fit for it."""
    bare: dict[str, PayloadValue] = {CHUNK_ID: "-", NAMESPACE: "-", DIGEST_TYPE: NO_DIGEST}
    fit = {name: value for name, value in payload.items() if name in KINDS and is_ours({**bare, name: value})}
    return {name: value for name, value in fit.items() if name not in (CHUNK_ID, NAMESPACE, DIGEST_TYPE, PART)}


def _number(value: Any, otherwise: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else otherwise


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
