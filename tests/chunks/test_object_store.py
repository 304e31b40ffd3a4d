"""What is the object store's own: requests, cache, deadline, retries, errors, and how documents lie in a bucket."""

from __future__ import annotations

import asyncio
import socket
import statistics
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import obstore
import pytest

from digest_engine.chunks.base import ChunkStore
from digest_engine.chunks.layout import document_key
from digest_engine.chunks.object import open_object_store
from digest_engine.errors import IntegrityError, SettingsError, StoreError, StoreTimeout
from digest_engine.types import Chunk
from tests.contracts.chunk_store import document, ids, make
from tests.doubles.s3_server import ACCESS_KEY, BUCKET, REGION, SECRET_KEY, S3Server, raw_store, s3_server

DELAY = 0.02
HITS = 50


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    with s3_server(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture
def server(running: S3Server) -> S3Server:
    running.set()
    return running


@pytest.fixture
def prefix(tmp_path: Path) -> str:
    return tmp_path.name


def open_s3(server: S3Server, prefix: str = "", **changed: Any) -> ChunkStore:
    options: dict[str, Any] = {
        "bucket": BUCKET,
        "prefix": prefix,
        "endpoint": server.url,
        "access_key": ACCESS_KEY,
        "secret_key": SECRET_KEY,
    }
    return open_object_store(backend="s3", folder=Path(), region=REGION, **(options | changed))


def hits(count: int) -> list[Chunk]:
    """One chunk of each of many documents, as a search finds them."""
    return [make(f"atto {number}", doc_id=f"doc-{number}") for number in range(count)]


def test_a_document_is_one_object_and_a_put_one_read_and_one_write(server: S3Server, prefix: str) -> None:
    open_s3(server, prefix).put_many(document("doc-1", size=30))
    assert [request.split()[0] for request in server.requests()] == ["GET", "PUT"]
    assert [entry["path"] for batch in obstore.list(raw_store(server, prefix=prefix)) for entry in batch] == [
        document_key("papers", "doc-1:0:00000000")
    ]


def test_a_document_that_is_there_already_is_not_written_again(server: S3Server, prefix: str) -> None:
    store = open_s3(server, prefix)
    store.put_many(document("doc-1", size=3))
    server.set()
    store.put_many(document("doc-1", size=3))
    assert [request.split()[0] for request in server.requests()] == ["GET"]


def test_chunks_of_one_document_cost_one_request(server: S3Server, prefix: str) -> None:
    chunks = document("doc-1", size=40)
    open_s3(server, prefix).put_many(chunks)
    server.set()
    open_s3(server, prefix).get_many("papers", ids(chunks))
    assert len(server.requests()) == 1


def test_the_second_time_no_request_is_made(server: S3Server, prefix: str) -> None:
    store, chunks = open_s3(server, prefix), hits(20)
    store.put_many(chunks)
    first = store.get_many("papers", ids(chunks))
    server.set()
    assert store.get_many("papers", ids(chunks)) == first
    assert server.requests() == []


def test_only_the_texts_used_last_are_held(server: S3Server, prefix: str) -> None:
    store, chunks = open_s3(server, prefix, cache_chunks=2), hits(3)
    store.put_many(chunks)
    store.get_many("papers", ids(chunks))
    server.set()
    store.get_many("papers", ids(chunks[1:]))
    assert server.requests() == []
    store.get_many("papers", ids(chunks[:1]))
    assert len(server.requests()) == 1


def test_a_text_whose_id_does_not_vouch_for_it_is_asked_for_each_time(server: S3Server, prefix: str) -> None:
    store, other = open_s3(server, prefix), open_s3(server, prefix)
    store.put_many([make("prima", chunk_id="libero")])
    store.get_many("papers", ["libero"])
    other.put_many([make("dopo", chunk_id="libero")])
    chunk = store.get_many("papers", ["libero"])[0].chunk
    assert chunk is not None
    assert chunk.text == "dopo"


def test_fifty_hits_from_a_distant_store_cost_a_fifth_of_fetching_them_in_turn(server: S3Server, prefix: str) -> None:
    chunks = hits(HITS)
    open_s3(server, prefix).put_many(chunks)
    server.set(delay=DELAY)
    raw, keys = raw_store(server, prefix=prefix), [document_key("papers", chunk.chunk_id) for chunk in chunks]
    started = time.perf_counter()
    for key in keys:
        obstore.get(raw, key).bytes()
    in_turn = time.perf_counter() - started
    together = []
    for _ in range(3):
        store = open_s3(server, prefix)
        started = time.perf_counter()
        outcomes = store.get_many("papers", ids(chunks))
        together.append(time.perf_counter() - started)
        assert [outcome.chunk for outcome in outcomes] == chunks
    assert statistics.median(together) <= in_turn / 5


def test_one_missing_among_hits_is_listed_and_the_rest_is_in_order(server: S3Server, prefix: str) -> None:
    first, second, third = hits(3)
    open_s3(server, prefix).put_many([first, third])
    outcomes = open_s3(server, prefix).get_many("papers", ids([first, second, third]))
    assert [(outcome.status, outcome.chunk) for outcome in outcomes] == [("ok", first), ("missing", None), ("ok", third)]


def test_what_is_not_found_is_asked_for_once(server: S3Server, prefix: str) -> None:
    open_s3(server, prefix).get_many("papers", ["doc-1:0:00000000"])
    assert len(server.requests()) == 1


def test_a_read_that_fails_twice_succeeds_the_third_time(server: S3Server, prefix: str) -> None:
    chunk = make("atto")
    open_s3(server, prefix).put_many([chunk])
    server.set(failures=2)
    assert open_s3(server, prefix).get_many("papers", [chunk.chunk_id])[0].chunk == chunk
    assert len(server.requests()) == 3


def test_a_read_that_always_fails_is_an_error_after_a_few_tries(server: S3Server, prefix: str) -> None:
    server.set(failures=100)
    with pytest.raises(StoreError):
        open_s3(server, prefix).get_many("papers", ["doc-1:0:00000000"])
    assert len(server.requests()) == 4


def test_all_reads_share_one_deadline(server: S3Server, prefix: str) -> None:
    server.set(delay=0.1)
    store = open_s3(server, prefix, timeout=0.3, workers=1)
    started = time.perf_counter()
    with pytest.raises(StoreTimeout, match=r"50 documents within 0\.3 seconds"):
        store.get_many("papers", [f"doc-{number}:0:00000000" for number in range(50)])
    assert time.perf_counter() - started < 1.0


def test_a_server_that_never_answers_is_given_up_at_the_deadline() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        store = open_s3(S3Server(f"http://127.0.0.1:{silent.getsockname()[1]}", Path()), timeout=0.3)
        started = time.perf_counter()
        with pytest.raises(StoreError):
            store.get_many("papers", ["doc-1:0:00000000"])
    assert time.perf_counter() - started < 2.0


def test_reading_works_from_inside_an_event_loop(server: S3Server, prefix: str) -> None:
    store, chunk = open_s3(server, prefix), make("atto")
    store.put_many([chunk])

    async def inside() -> str:
        return store.get_many("papers", [chunk.chunk_id])[0].status

    assert asyncio.run(inside()) == "ok"


@pytest.mark.parametrize(
    "content", [b"", b'{"format":1,"chunks":[{"chunk', b"[]", b'{"format":9,"chunks":[]}', b'{"format":1,"chunks":[{"text":"x"}]}']
)
def test_an_object_that_cannot_be_read_is_corrupt(server: S3Server, prefix: str, content: bytes) -> None:
    chunk = make("atto")
    obstore.put(raw_store(server, prefix=prefix), document_key("papers", chunk.chunk_id), content)
    assert open_s3(server, prefix).get_many("papers", [chunk.chunk_id])[0].status == "corrupt"


def test_objects_that_cannot_be_read_are_reported_after_all_others(server: S3Server, prefix: str) -> None:
    store, chunks = open_s3(server, prefix), hits(3)
    store.put_many(chunks)
    obstore.put(raw_store(server, prefix=prefix), document_key("papers", chunks[1].chunk_id), b"{")
    seen = []
    with pytest.raises(IntegrityError, match="1 objects"):
        seen.extend(chunk.chunk_id for chunk in store.iterate())
    assert sorted(seen) == sorted(ids([chunks[0], chunks[2]]))


def test_a_file_altered_in_the_bucket_is_not_given_out(tmp_path: Path) -> None:
    store = open_object_store(backend="folder", folder=tmp_path)
    store.put_file("a" * 64, b"not what its name says")
    with pytest.raises(IntegrityError):
        store.get_file("a" * 64)


@pytest.mark.parametrize("changed", [{"secret_key": "altra/chiave+segreta"}, {"access_key": "AKIAALTRA"}])
def test_a_wrong_key_is_an_error_that_shows_no_key(server: S3Server, prefix: str, changed: dict[str, str]) -> None:
    store = open_s3(server, prefix, **changed)
    for attempt in (lambda: store.get_many("papers", ["x"]), lambda: store.put_many([make("x")]), lambda: list(store.iterate())):
        with pytest.raises(StoreError) as caught:
            attempt()
        shown = "".join(traceback.format_exception(caught.value))
        assert "refused the access key" in str(caught.value) or "403" in str(caught.value)
        assert not any(key in shown for key in (ACCESS_KEY, SECRET_KEY, *changed.values()))


def test_a_bucket_that_does_not_exist_is_an_error_and_not_an_empty_store(server: S3Server) -> None:
    store = open_s3(server, bucket="altro")
    for attempt in (
        lambda: store.get_many("papers", ["x"]),
        lambda: store.put_many([make("x")]),
        lambda: store.delete_many("papers", ["x"]),
        lambda: list(store.iterate()),
        lambda: store.get_file("0" * 64),
        lambda: store.put_file("0" * 64, b"x"),
    ):
        with pytest.raises(StoreError, match="altro"):
            attempt()


def test_a_store_that_is_down_is_an_error(tmp_path: Path) -> None:
    store = open_s3(S3Server("http://127.0.0.1:9", tmp_path), timeout=1)
    for attempt in (lambda: store.get_many("papers", ["x"]), lambda: store.put_many([make("x")]), lambda: store.get_file("0" * 64)):
        with pytest.raises(StoreError):
            attempt()


@pytest.mark.parametrize(
    "changed", [{"bucket": ""}, {"endpoint": "garage.local:3900"}, {"secret_key": ""}, {"access_key": ""}, {"backend": "ftp"}]
)
def test_impossible_settings_are_refused_before_anything_is_opened(changed: dict[str, str]) -> None:
    options: dict[str, Any] = {"backend": "s3", "bucket": BUCKET, "endpoint": "http://127.0.0.1:9", "access_key": "a", "secret_key": "b"}
    with pytest.raises(SettingsError):
        open_object_store(folder=Path(), **(options | changed))


def test_keys_of_the_environment_are_not_mixed_in(server: S3Server, prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_SESSION_TOKEN", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SKIP_SIGNATURE"):
        monkeypatch.setenv(name, "true")
    chunk = make("atto")
    open_s3(server, prefix).put_many([chunk])
    assert open_s3(server, prefix).get_many("papers", [chunk.chunk_id])[0].chunk == chunk


def test_opening_a_folder_store_makes_no_folder(tmp_path: Path) -> None:
    open_object_store(backend="folder", folder=tmp_path / "objects")
    assert not (tmp_path / "objects").exists()


def test_a_text_removed_while_it_was_read_is_not_held(server: S3Server, prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store, chunk = open_s3(server, prefix), make("da cancellare")
    store.put_many([chunk])
    fetch = store._fetch_all  # type: ignore[attr-defined]

    def fetch_then_delete(keys: list[str]) -> Any:
        documents = fetch(keys)
        store.delete_many("papers", [chunk.chunk_id])
        return documents

    monkeypatch.setattr(store, "_fetch_all", fetch_then_delete)
    store.get_many("papers", [chunk.chunk_id])
    monkeypatch.undo()
    assert store.get_many("papers", [chunk.chunk_id])[0].status == "missing"


def test_the_context_of_a_chunk_is_left_to_the_catalog(server: S3Server, prefix: str) -> None:
    store, chunk = open_s3(server, prefix), make("atto")
    store.put_many([replace(chunk, context="derivato")])
    assert store.get_many("papers", [chunk.chunk_id])[0].chunk == chunk
