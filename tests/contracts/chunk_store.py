"""The contract of `ChunkStore`, run unchanged against every backend.

A backend subclasses `ChunkStoreContract` and gives the fixture `backend`; what only the engine's own tools can do (alter a stored text, open
a second handle) goes through it, everything else through the port.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

import pytest

from digest_engine.chunks.base import ChunkStore
from digest_engine.errors import NotFoundError
from digest_engine.types import Chunk

SENTENCE = "La Giunta comunale delibera di acquistare stampati per il referendum: € 1.234,56 è l’importo.\n\tFine\u2028 «riga» 🏛"
NAMESPACES = (
    "papers", "papers_old", "paper", "Papers", "papers ", " papers", "città", "citt", "cittá", "citta\u0300", "a/b", "a.b", "a\\b", "a:b", ".",
    "..", "a'b", 'a"b', "a%20b", "a b", "*", "你好", "🏛", "x" * 250, "x" * 249 + "y",
)  # fmt: skip
IDS = (
    "https://example.org/p1/c3",
    "https://example.org/p1/c4",
    "urn:x:1",
    "città",
    "你好",
    "..",
    "a/b",
    "a b",
    "doc-1",
    "x" * 300,
    "d:0:zzzzzzzz",
)


class ChunkBackend(Protocol):
    """A store under test."""

    store: ChunkStore

    def reopened(self) -> ChunkStore:
        """A second handle on what is stored, with nothing in memory."""

    def alter(self, chunk: Chunk, text: str) -> None:
        """Change the stored text of `chunk` behind the store's back, leaving its hash as it was."""


def make(text: str, *, doc_id: str = "doc-1", ordinal: int = 0, namespace: str = "papers", chunk_id: str = "") -> Chunk:
    """A chunk as ingestion makes them."""
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return Chunk(chunk_id or f"{doc_id}:{ordinal}:{sha256[:8]}", doc_id, namespace, ordinal, page=ordinal + 1, text=text, sha256=sha256)


def document(doc_id: str, *, size: int, namespace: str = "papers") -> list[Chunk]:
    """The chunks of one document."""
    return [make(f"{doc_id}, passo {ordinal}", doc_id=doc_id, ordinal=ordinal, namespace=namespace) for ordinal in range(size)]


def ids(chunks: Iterable[Chunk]) -> list[str]:
    """Their ids."""
    return [chunk.chunk_id for chunk in chunks]


class ChunkStoreContract:
    """What every chunk store keeps."""

    def test_a_chunk_comes_back_as_it_was(self, backend: ChunkBackend) -> None:
        chunk = make(SENTENCE)
        backend.store.put_many([chunk])
        (outcome,) = backend.store.get_many("papers", [chunk.chunk_id])
        assert (outcome.chunk_id, outcome.status, outcome.chunk) == (chunk.chunk_id, "ok", chunk)

    def test_outcomes_come_in_the_order_asked_for_with_repetitions(self, backend: ChunkBackend) -> None:
        chunks = [*document("doc-1", size=3), *document("doc-2", size=3)]
        backend.store.put_many(chunks)
        asked = [*reversed(ids(chunks)), chunks[2].chunk_id, chunks[5].chunk_id]
        assert [outcome.chunk_id for outcome in backend.store.get_many("papers", asked)] == asked

    def test_a_missing_chunk_is_said_missing_and_the_others_are_given(self, backend: ChunkBackend) -> None:
        first, second, third = document("doc-1", size=3)
        backend.store.put_many([first, third])
        outcomes = backend.store.get_many("papers", [first.chunk_id, second.chunk_id, "doc-9:0:00000000", third.chunk_id])
        assert [outcome.status for outcome in outcomes] == ["ok", "missing", "missing", "ok"]
        assert [outcome.chunk for outcome in outcomes] == [first, None, None, third]

    def test_an_altered_text_is_corrupt_and_withheld(self, backend: ChunkBackend) -> None:
        first, second = document("doc-1", size=2)
        backend.store.put_many([first, second])
        backend.alter(first, "testo cambiato")
        outcomes = backend.reopened().get_many("papers", ids([first, second]))
        assert [(outcome.status, outcome.chunk) for outcome in outcomes] == [("corrupt", None), ("ok", second)]

    def test_an_altered_text_is_still_listed(self, backend: ChunkBackend) -> None:
        chunk = make(SENTENCE)
        backend.store.put_many([chunk])
        backend.alter(chunk, "testo cambiato")
        assert list(backend.reopened().iterate("papers")) == [replace(chunk, text="testo cambiato")]

    def test_putting_a_chunk_again_mends_it(self, backend: ChunkBackend) -> None:
        chunk = make(SENTENCE)
        backend.store.put_many([chunk])
        backend.alter(chunk, "testo cambiato")
        backend.reopened().put_many([chunk])
        assert backend.reopened().get_many("papers", [chunk.chunk_id])[0].chunk == chunk

    def test_putting_the_same_three_times_leaves_it_once(self, backend: ChunkBackend) -> None:
        chunks = document("doc-1", size=4)
        for _ in range(3):
            backend.store.put_many(chunks)
        assert sorted(ids(backend.store.iterate())) == sorted(ids(chunks))

    def test_the_same_id_again_replaces(self, backend: ChunkBackend) -> None:
        backend.store.put_many([make("prima", chunk_id="libero")])
        backend.store.get_many("papers", ["libero"])
        backend.store.put_many([make("dopo", chunk_id="libero")])
        chunk = backend.store.get_many("papers", ["libero"])[0].chunk
        assert chunk is not None
        assert chunk.text == "dopo"

    def test_a_document_written_in_two_parts_is_whole(self, backend: ChunkBackend) -> None:
        chunks = document("doc-1", size=4)
        backend.store.put_many(chunks[:2])
        backend.store.put_many(chunks[2:])
        assert [outcome.chunk for outcome in backend.store.get_many("papers", ids(chunks))] == chunks

    def test_parts_of_a_document_written_at_once_by_threads_are_all_kept(self, backend: ChunkBackend) -> None:
        chunks = document("doc-1", size=12)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(backend.store.put_many, [[chunk] for chunk in chunks]))
        assert [outcome.chunk for outcome in backend.reopened().get_many("papers", ids(chunks))] == chunks

    def test_a_deleted_chunk_is_gone_and_its_neighbours_stay(self, backend: ChunkBackend) -> None:
        chunks = document("doc-1", size=3)
        backend.store.put_many(chunks)
        backend.store.get_many("papers", ids(chunks))
        backend.store.delete_many("papers", [chunks[1].chunk_id])
        assert [outcome.status for outcome in backend.store.get_many("papers", ids(chunks))] == ["ok", "missing", "ok"]

    def test_a_document_whose_chunks_are_all_deleted_leaves_nothing(self, backend: ChunkBackend) -> None:
        chunks = document("doc-1", size=3)
        backend.store.put_many(chunks)
        backend.store.delete_many("papers", ids(chunks))
        assert list(backend.reopened().iterate()) == []

    def test_deleting_what_is_not_there_is_no_error(self, backend: ChunkBackend) -> None:
        backend.store.delete_many("papers", ["doc-7:0:00000000", "mai visto"])
        assert list(backend.store.iterate()) == []

    def test_nothing_asked_nothing_done(self, backend: ChunkBackend) -> None:
        backend.store.put_many([])
        backend.store.delete_many("papers", [])
        assert backend.store.get_many("papers", []) == []

    def test_namespaces_never_meet_whatever_their_names(self, backend: ChunkBackend) -> None:
        chunks = {namespace: make("uguale", namespace=namespace) for namespace in NAMESPACES}
        backend.store.put_many(list(chunks.values()))
        backend.store.delete_many("papers", [chunks["papers"].chunk_id])
        for namespace, chunk in chunks.items():
            kept = [] if namespace == "papers" else [chunk]
            assert list(backend.store.iterate(namespace)) == kept, namespace
            assert backend.store.get_many(namespace, [chunk.chunk_id])[0].chunk == (kept[0] if kept else None), namespace

    def test_any_text_is_an_id(self, backend: ChunkBackend) -> None:
        chunks = [make(f"testo di {chunk_id}", chunk_id=chunk_id, ordinal=ordinal) for ordinal, chunk_id in enumerate(IDS)]
        backend.store.put_many(chunks)
        assert [outcome.chunk for outcome in backend.store.get_many("papers", IDS)] == chunks

    def test_iterating_gives_every_chunk_of_every_namespace_once(self, backend: ChunkBackend) -> None:
        chunks = [
            chunk for namespace in ("a", "b") for number in range(20) for chunk in document(f"doc-{number}", size=3, namespace=namespace)
        ]
        backend.store.put_many(chunks)
        assert sorted((chunk.namespace, chunk.chunk_id) for chunk in backend.store.iterate()) == sorted(
            (c.namespace, c.chunk_id) for c in chunks
        )
        assert {chunk.namespace for chunk in backend.store.iterate("a")} == {"a"}

    def test_the_new_text_of_a_digest_stands_beside_the_old_until_that_is_retired(self, backend: ChunkBackend) -> None:
        old, new = make("digest di prima", doc_id="digest-1"), make("digest di adesso", doc_id="digest-1")
        backend.store.put_many([old])
        backend.store.put_many([new])
        assert [outcome.chunk for outcome in backend.store.get_many("papers", ids([old, new]))] == [old, new]
        backend.store.delete_many("papers", [old.chunk_id])
        assert [outcome.status for outcome in backend.store.get_many("papers", ids([old, new]))] == ["missing", "ok"]

    def test_a_second_handle_sees_what_the_first_wrote(self, backend: ChunkBackend) -> None:
        chunk = make(SENTENCE)
        backend.store.put_many([chunk])
        backend.store.close()
        assert list(backend.reopened().iterate()) == [chunk]

    def test_a_file_comes_back_byte_for_byte(self, backend: ChunkBackend) -> None:
        data = bytes(range(256)) * 50
        sha256 = hashlib.sha256(data).hexdigest()
        for _ in range(2):
            backend.store.put_file(sha256, data)
        assert backend.store.get_file(sha256) == data
        assert list(backend.store.files()) == [sha256]

    def test_a_file_never_kept_is_not_found(self, backend: ChunkBackend) -> None:
        with pytest.raises(NotFoundError):
            backend.store.get_file("0" * 64)

    def test_a_deleted_file_is_gone_and_deleting_it_again_is_no_error(self, backend: ChunkBackend) -> None:
        sha256 = hashlib.sha256(b"x").hexdigest()
        backend.store.put_file(sha256, b"x")
        for _ in range(2):
            backend.store.delete_file(sha256)
        assert list(backend.store.files()) == []

    def test_files_are_not_chunks_and_chunks_are_not_files(self, backend: ChunkBackend) -> None:
        sha256 = hashlib.sha256(b"x").hexdigest()
        chunk = make(SENTENCE)
        backend.store.put_file(sha256, b"x")
        backend.store.put_many([chunk])
        assert list(backend.store.iterate()) == [chunk]
        assert list(backend.store.files()) == [sha256]
