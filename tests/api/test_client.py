"""The clients: what they send, what they give back, what they raise."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest
import uvicorn

from digest_engine import AsyncDocumentEmbeddingsClient, DocumentEmbeddingsClient, Engine
from digest_engine.api import create_app
from tests.api.service import Service, done
from tests.archive.sample import points, search
from tests.support import NAMESPACE

Answer = Callable[[httpx.Request], httpx.Response]
MATCHES = [{"chunk_id": "c1", "score": 0.95, "metadata": {}}, {"chunk_id": "c2", "score": 0.85, "metadata": {}}]
BODY = {"chunk_ids": ["c1", "c2"], "matches": MATCHES, "missing_ids": [], "error": None}
ERROR = {"error": {"type": "StoreBusy", "message": "held by another process"}}


def client(answer: Answer, **given: Any) -> DocumentEmbeddingsClient:
    """A client whose requests `answer` answers."""
    return DocumentEmbeddingsClient("http://service", transport=httpx.MockTransport(answer), **given)


def replying(body: Any, status: int = 200) -> Answer:
    """The same answer to everything."""
    return lambda _request: httpx.Response(status, json=body)


def recording(seen: list[httpx.Request], body: Any = BODY) -> Answer:
    """An answer that keeps the requests."""

    def answer(request: httpx.Request) -> httpx.Response:
        request.read()
        seen.append(request)
        return httpx.Response(200, json=body)

    return answer


def test_query_gives_ids_in_order() -> None:
    assert client(replying(BODY)).query([1.0, 0.0]) == ["c1", "c2"]


def test_query_matches_gives_scores_too() -> None:
    assert client(replying(BODY)).query_matches([1.0, 0.0]) == MATCHES


def test_no_hit_is_an_empty_list() -> None:
    assert client(replying({"chunk_ids": [], "matches": []})).query([1.0]) == []


def test_query_sends_twenty_of_the_default_collection() -> None:
    seen: list[httpx.Request] = []
    client(recording(seen)).query([1.0, 0.0])
    assert json.loads(seen[0].content) == {"vector": [1.0, 0.0], "limit": 20, "collection": "default"}
    assert seen[0].url == "http://service/api/embeddings/query"


def test_the_time_limit_of_a_query_is_the_one_given() -> None:
    seen: list[httpx.Request] = []
    client(recording(seen)).query([1.0], timeout=7)
    assert set(seen[0].extensions["timeout"].values()) == {7}


def test_a_text_is_asked_with_ten() -> None:
    seen: list[httpx.Request] = []
    assert client(recording(seen)).document_embeddings_query("sedie", "avella") == BODY
    assert json.loads(seen[0].content) == {"text": "sedie", "limit": 10, "collection": "avella"}


def test_the_key_travels_in_a_header_alone() -> None:
    seen: list[httpx.Request] = []
    client(recording(seen), api_key="segreto").query([1.0])
    assert seen[0].headers["authorization"] == "Bearer segreto"
    assert "segreto" not in str(seen[0].url)


@pytest.mark.parametrize("answer", [replying(ERROR, 503), replying({**BODY, **ERROR})])
def test_an_error_is_raised_with_the_servers_words(answer: Answer) -> None:
    with pytest.raises(RuntimeError, match=r"^held by another process$"):
        client(answer).query([1.0])


@pytest.mark.parametrize("answer", [lambda _: httpx.Response(502, text="<html>"), replying([], 500), replying({"error": "x"}, 500)])
def test_an_answer_that_explains_nothing_is_still_an_error(answer: Answer) -> None:
    with pytest.raises(RuntimeError, match="answered 50"):
        client(answer).query([1.0])


def test_a_server_that_is_not_there_is_an_error_with_its_cause() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("connection refused", request=request)

    with pytest.raises(RuntimeError, match=r"service.*connection refused") as error:
        client(refuse).query([1.0])
    assert isinstance(error.value.__cause__, httpx.ConnectError)


def test_messages_are_sent_one_a_line_as_they_come() -> None:
    seen: list[httpx.Request] = []
    client(recording(seen, {"records": 2})).import_document_embeddings({"n": n} for n in range(2))
    assert seen[0].content == b'{"n": 0}\n{"n": 1}\n'


def test_an_export_that_is_refused_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="held by another"):
        list(client(replying(ERROR, 503)).export_document_embeddings())


def test_an_export_that_breaks_off_is_an_error() -> None:
    class Broken(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield b'{"chunks": []}\n'
            raise httpx.RemoteProtocolError("incomplete")

    exported = client(lambda _: httpx.Response(200, stream=Broken())).export_document_embeddings()
    assert next(exported) == {"chunks": []}
    with pytest.raises(RuntimeError, match="no whole answer"):
        next(exported)


# --- against the service ----------------------------------------------------------------------------------------------------


def over(service: Service) -> AsyncDocumentEmbeddingsClient:
    """An asynchronous client of the service itself."""
    return AsyncDocumentEmbeddingsClient("http://service", transport=service.transport)


def test_the_asynchronous_client_asks_the_same(service: Service, shared_engine: Engine) -> None:
    vector, expected = shared_engine.encoder.encode_query("fornitura di sedie"), search(shared_engine, limit=2)

    async def work() -> tuple[Any, ...]:
        async with over(service) as asking:
            return (
                await asking.query(vector, limit=2, collection=NAMESPACE),
                await asking.query_matches(vector, limit=2, collection=NAMESPACE),
                await asking.document_embeddings_query("fornitura di sedie", NAMESPACE, 2),
            )

    ids, matches, answer = done(work())
    assert ids == [match["chunk_id"] for match in matches] == answer["chunk_ids"] == list(expected.chunk_ids)


def test_what_was_exported_can_be_imported(service: Service, fresh: Service, shared_engine: Engine) -> None:
    async def work() -> dict[str, Any]:
        async with over(service) as source, over(fresh) as target:
            texts = {chunk.chunk_id: chunk.text for chunk in shared_engine.chunks.iterate()}

            async def messages() -> AsyncIterator[dict[str, Any]]:
                async for message in source.export_document_embeddings():
                    yield {**message, "chunks": [{**chunk, "text": texts[chunk["chunk_id"]]} for chunk in message["chunks"]]}

            return await target.import_document_embeddings(messages())

    assert done(work())["written"] == len(points(shared_engine))


def test_a_refused_record_is_raised_by_its_line(fresh: Service) -> None:
    async def work() -> None:
        async with over(fresh) as target:
            await target.import_document_embeddings([{"chunk_id": "c1", "embedding": [1.0]}])

    with pytest.raises(RuntimeError, match="line 1"):
        done(work())


class Server(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


def test_the_blocking_client_works_over_a_real_connection(shared_engine: Engine) -> None:
    """The one test with a socket: a server on a free port of this machine."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = Server(uvicorn.Config(create_app(shared_engine), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            assert server.ready.wait(30)
            with DocumentEmbeddingsClient(f"http://127.0.0.1:{listening.getsockname()[1]}") as asking:
                messages = list(asking.export_document_embeddings(NAMESPACE))
                report = asking.import_document_embeddings(messages)
                vector = shared_engine.encoder.encode_query("fornitura di sedie")
                assert asking.query(vector, collection=NAMESPACE) == list(search(shared_engine).chunk_ids)
                assert report["unchanged"] == sum(len(message["chunks"]) for message in messages) == 4
        finally:
            server.should_exit = True
            thread.join()
