"""The paths of embeddings."""

from __future__ import annotations

import json

import httpx
import msgpack
import pytest

from digest_engine import EmbeddingsImportResponse, EmbeddingsMessage, EmbeddingsQueryRequest, EmbeddingsQueryResponse, Engine
from digest_engine.archive.container import MAGIC
from tests.api.service import Service, error_of
from tests.archive.sample import OTHER, close, points
from tests.support import NAMESPACE

QUERY, IMPORT, EXPORT = "/api/embeddings/query", "/api/embeddings/import", "/api/embeddings/export"
NDJSON, MSGPACK = {"Content-Type": "application/x-ndjson"}, {"Content-Type": "application/msgpack"}
VECTOR = [1.0] + [0.0] * 63


def passage(chunk_id: str, **rest: object) -> dict[str, object]:
    """A chunk with its text."""
    return {"chunk_id": chunk_id, "vector": VECTOR, "text": f"testo di {chunk_id}", **rest}


def lines(*messages: object) -> bytes:
    """A body of JSON lines."""
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def send(service: Service, body: bytes, **given: object) -> httpx.Response:
    """An import."""
    return service.post(IMPORT, content=body, headers=NDJSON, **given)


# --- query ------------------------------------------------------------------------------------------------------------------


def test_the_answer_has_ids_and_matches_of_the_same_length(service: Service) -> None:
    body = service.post(QUERY, json={"text": "fornitura di sedie", "collection": NAMESPACE, "limit": 2}).json()
    assert body["chunk_ids"] == [match["chunk_id"] for match in body["matches"]]
    assert len(body["chunk_ids"]) == 2
    assert body["error"] is None


def test_the_answer_is_the_engines_own(service: Service, shared_engine: Engine) -> None:
    request = {"text": "fornitura di sedie", "collection": NAMESPACE}
    answer = EmbeddingsQueryResponse(**service.post(QUERY, json=request).json())
    assert answer == shared_engine.query_embeddings(EmbeddingsQueryRequest(**request))


def test_a_vector_alone_takes_the_defaults(service: Service) -> None:
    response = service.post(QUERY, json={"vector": VECTOR})
    assert (response.status_code, response.json()["chunk_ids"]) == (200, [])


def test_the_limit_may_be_written_as_a_string(service: Service) -> None:
    body = service.post(QUERY, json={"text": "sedie", "collection": NAMESPACE, "limit": "1"}).json()
    assert len(body["chunk_ids"]) == 1


def test_nothing_found_is_an_empty_list_and_no_error(service: Service) -> None:
    body = service.post(QUERY, json={"vector": VECTOR, "collection": "nessuna"}).json()
    assert (body["chunk_ids"], body["matches"], body["error"]) == ([], [], None)


@pytest.mark.parametrize("body", [{}, {"vector": "a"}, {"text": "a", "unknown": 1}, {"text": "a", "vector": [1.0]}, [], None])
def test_a_bad_request_is_told(service: Service, body: object) -> None:
    assert error_of(service.post(QUERY, json=body)) == (422, "InputError")


def test_a_complaint_never_repeats_what_was_sent(service: Service) -> None:
    assert "segreto" not in service.post(QUERY, json={"vector": ["segreto"], "text": 1}).text


def test_another_encoders_vector_is_a_conflict_that_names_the_way_out(service: Service) -> None:
    response = service.post(QUERY, json={"vector": [1.0, 0.0], "collection": NAMESPACE})
    assert error_of(response) == (409, "EncoderMismatch")
    assert "reindex" in response.json()["error"]["message"]


# --- export -----------------------------------------------------------------------------------------------------------------


def test_an_export_is_one_valid_message_a_line(service: Service, shared_engine: Engine) -> None:
    response = service.get(EXPORT)
    messages = [EmbeddingsMessage(**json.loads(line)) for line in response.text.splitlines()]
    assert response.headers["content-type"] == "application/x-ndjson"
    assert sum(len(message.chunks) for message in messages) == len(points(shared_engine))


def test_an_export_holds_no_text(service: Service) -> None:
    assert "provvedere" not in service.get(EXPORT).text


def test_one_collection_can_be_exported(service: Service) -> None:
    collections = {
        json.loads(line)["metadata"]["collection"] for line in service.get(EXPORT, params={"collection": OTHER}).text.splitlines()
    }
    assert collections == {OTHER}


@pytest.mark.parametrize("given", [{"headers": {"Accept": "application/msgpack"}}, {"params": {"format": "msgpack"}}])
def test_msgpack_can_be_asked_for(service: Service, given: dict[str, object]) -> None:
    response = service.get(EXPORT, **given)
    assert response.headers["content-type"] == "application/msgpack"
    unpacker = msgpack.Unpacker()
    unpacker.feed(response.content)
    assert {message[0] for message in unpacker} == {"de"}


def test_an_archive_can_be_asked_for(service: Service) -> None:
    assert service.get(EXPORT, params={"format": "archive"}).content.startswith(MAGIC)


def test_an_export_says_its_length_so_that_a_cut_one_is_seen(service: Service) -> None:
    response = service.get(EXPORT)
    assert int(response.headers["content-length"]) == len(response.content)


def test_an_unknown_collection_is_not_found(service: Service) -> None:
    assert error_of(service.get(EXPORT, params={"collection": "nessuna"})) == (404, "NotFoundError")


# --- import -----------------------------------------------------------------------------------------------------------------


def test_an_export_imported_again_changes_nothing(service: Service, shared_engine: Engine) -> None:
    before = points(shared_engine)
    answer = EmbeddingsImportResponse(**send(service, service.get(EXPORT).content).json())
    assert (answer.records, answer.unchanged, answer.written) == (len(before), len(before), 0)
    assert close(points(shared_engine), before)


def test_passages_come_in_with_their_text(fresh: Service) -> None:
    response = send(fresh, lines(passage("p1"), passage("p2")))
    assert (response.status_code, response.json()["written"]) == (200, 2)
    assert set(fresh.post(QUERY, json={"vector": VECTOR}).json()["chunk_ids"]) == {"p1", "p2"}


def test_msgpack_is_told_from_its_bytes(fresh: Service) -> None:
    body = msgpack.packb({"metadata": {"collection": "c"}, "chunks": [passage("p1")]})
    assert fresh.post(IMPORT, content=body, headers=MSGPACK).json()["written"] == 1


def test_an_import_may_be_led_into_another_collection(fresh: Service) -> None:
    send(fresh, lines(passage("p1")), params={"collection": "altra"})
    assert fresh.post(QUERY, json={"vector": VECTOR, "collection": "altra"}).json()["chunk_ids"] == ["p1"]


def test_ids_without_text_are_listed_and_not_loaded(fresh: Service) -> None:
    response = send(fresh, lines({"chunk_id": "ignoto", "vector": VECTOR}))
    assert (response.json()["missing_ids"], response.json()["written"]) == (["ignoto"], 0)


def test_a_bad_record_is_refused_with_its_line_and_the_rest_is_loaded(fresh: Service) -> None:
    response = send(fresh, lines(passage("p1"), {"chunk_id": "p2", "embedding": VECTOR}, passage("p3")))
    body = response.json()
    assert (response.status_code, body["written"], body["refused_count"]) == (422, 2, 1)
    assert body["refused"][0]["position"] == "line 2"
    assert "line 2" in body["error"]["message"]


@pytest.mark.parametrize("body", [b'{"chunk_id": "p1", "vec', b"not json\n", b"%PDF-1.7", b"\x92\xa2de"])
def test_a_damaged_body_changes_nothing(fresh: Service, body: bytes) -> None:
    response = send(fresh, lines(passage("p1")) + body if body.startswith((b"{", b"n")) else body)
    assert response.status_code == 422
    assert "the body" in response.json()["error"]["message"]
    assert fresh.post(QUERY, json={"vector": VECTOR}).json()["chunk_ids"] == []


def test_an_empty_body_holds_no_record(fresh: Service) -> None:
    assert send(fresh, b"").json()["records"] == 0


def test_vectors_of_another_encoder_are_a_conflict(fresh: Service) -> None:
    assert error_of(send(fresh, lines(passage("p1", vector=[1.0])))) == (409, "EncoderMismatch")
