"""The paths of digests and answers, and what every path does with errors and keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from digest_engine import DigestAgentResponse, DigestGenerationResponse, DigestQueryResponse, Engine, WindowDigest
from digest_engine.errors import StoreBusy
from tests.api.service import Service, error_of
from tests.support import NAMESPACE, make_engine

KEY = "una-chiave-segreta"
DAY = "/api/digest/prova/2026-04-14"


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a key."""
    with make_engine(tmp_path_factory.mktemp("locked"), api={"key": KEY}) as engine:
        yield Service(engine)


def test_digests_are_generated(service: Service) -> None:
    body = {"namespace": NAMESPACE, "date_from": "2026-04-14"}
    answer = DigestGenerationResponse(**service.post("/api/digest/generate", json=body).json())
    assert (answer.total_windows, answer.total_acts) == (1, 3)


def test_a_stored_digest_is_read(service: Service) -> None:
    assert WindowDigest(**service.get(DAY).json()).act_count == 3


def test_a_window_without_digest_is_not_found(service: Service) -> None:
    assert error_of(service.get(DAY, params={"granularity": "weekly"})) == (404, "NotFoundError")


def test_a_question_with_parameters_is_answered(service: Service) -> None:
    body = {"namespace": NAMESPACE, "question": "Quanti atti ci sono?", "date_from": "2026-04-01", "date_to": "2026-04-30"}
    answer = DigestQueryResponse(**service.post("/api/digest/query", json=body).json())
    assert "3" in answer.answer


def test_a_free_question_is_answered(service: Service) -> None:
    body = {"namespace": NAMESPACE, "question": "Quanti atti ad aprile 2026?"}
    answer = DigestAgentResponse(**service.post("/api/digest/qa", json=body).json())
    assert str(answer.extracted_date_from) == "2026-04-01"


def test_the_state_of_a_task_is_not_built_and_says_so(service: Service) -> None:
    response = service.get("/api/enqueue/status/abc")
    assert error_of(response) == (501, "NotImplemented")
    assert "generate" in response.json()["error"]["message"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/api/digest/nessuno/2026-04-14", (404, "NotFoundError")), ("/api/digest/prova/14-04-2026", (422, "InputError")),
        (f"{DAY}?granularity=yearly", (422, "InputError")), (f"{DAY}?domain=ignoto", (422, "ProfileError")),
        ("/api/nothing", (404, "NotFound")), ("/api/digest/generate", (405, "MethodNotAllowed")),
    ],
)  # fmt: skip
def test_every_error_has_the_same_form(service: Service, path: str, expected: tuple[int, str]) -> None:
    assert error_of(service.get(path)) == expected


def test_a_store_that_is_busy_is_unavailable(service: Service, shared_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> None:
        raise StoreBusy("held by another process")

    monkeypatch.setattr(shared_engine, "query_embeddings", busy)
    assert error_of(service.post("/api/embeddings/query", json={"text": "a"})) == (503, "StoreBusy")


def test_an_unknown_error_says_nothing_of_itself(service: Service, shared_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("un testo riservato")

    monkeypatch.setattr(shared_engine, "query_embeddings", broken)
    response = service.post("/api/embeddings/query", json={"text": "a"})
    assert error_of(response) == (500, "InternalError")
    assert "riservato" not in response.text


# --- keys -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("header", [None, KEY, f"Basic {KEY}", "Bearer", f"Bearer {KEY}x", f"Bearer {KEY[:-1]}", "Bearer caffè".encode()])
def test_without_the_key_nothing_is_answered(locked: Service, header: str | bytes | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    response = locked.post("/api/embeddings/query", json={"text": "a"}, headers=headers)
    assert error_of(response) == (401, "Unauthorized")
    assert KEY not in response.text


@pytest.mark.parametrize("path", [DAY, "/api/embeddings/export", "/api/enqueue/status/abc"])
def test_every_path_asks_for_the_key(locked: Service, path: str) -> None:
    assert error_of(locked.get(path)) == (401, "Unauthorized")


def test_with_the_key_it_is(locked: Service) -> None:
    for scheme in ("Bearer", "bearer"):
        assert locked.post("/api/embeddings/query", json={"text": "a"}, headers={"Authorization": f"{scheme} {KEY}"}).status_code == 200


def test_a_key_in_the_address_is_no_key(locked: Service) -> None:
    assert locked.get(f"{DAY}?api_key={KEY}&key={KEY}").status_code == 401


@pytest.mark.parametrize(("origin", "status"), [("http://evil.example", 403), ("null", 403), ("http://service", 200)])
def test_pages_of_other_sites_can_not_call(service: Service, origin: str, status: int) -> None:
    assert service.post("/api/embeddings/query", json={"text": "a"}, headers={"Origin": origin}).status_code == status


# --- the description --------------------------------------------------------------------------------------------------------


def test_digests_can_be_left_out(tmp_path: Path) -> None:
    with make_engine(tmp_path, enable_temporal_digest=False) as engine:
        service = Service(engine)
        assert error_of(service.get(DAY)) == (404, "NotFound")
        assert service.post("/api/embeddings/query", json={"text": "a"}).status_code == 200


def test_the_paths_are_those_of_the_contract(service: Service) -> None:
    paths = {path: set(methods) for path, methods in service.app.openapi()["paths"].items()}
    assert paths == {
        "/api/digest/generate": {"post"}, "/api/digest/query": {"post"}, "/api/digest/qa": {"post"},
        "/api/digest/{namespace}/{date}": {"get"}, "/api/enqueue/status/{task_id}": {"get"},
        "/api/embeddings/query": {"post"}, "/api/embeddings/import": {"post"}, "/api/embeddings/export": {"get"},
    }  # fmt: skip


def test_the_description_is_made_from_the_models(service: Service) -> None:
    spec = service.app.openapi()
    query = spec["paths"]["/api/embeddings/query"]["post"]
    body = query["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    schema = spec["components"]["schemas"][body]
    assert set(schema["properties"]) == {"vector", "vectors", "text", "limit", "collection"}
    assert schema["additionalProperties"] is False
    answer = query["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert {"chunk_ids", "matches", "error"} <= set(spec["components"]["schemas"][answer]["properties"])


def test_every_reference_of_the_description_leads_somewhere(service: Service) -> None:
    spec = service.app.openapi()
    found = {ref.split('"')[0] for ref in str(spec).replace("'", '"').split("#/components/schemas/")[1:]}
    assert found
    assert found <= set(spec["components"]["schemas"])


def test_errors_are_described_as_they_are(service: Service) -> None:
    for methods in service.app.openapi()["paths"].values():
        for operation in methods.values():
            assert operation["responses"]["422"]["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorResponse")
