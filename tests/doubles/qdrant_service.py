"""A double of Qdrant's HTTP service: the real routes, headers and status codes, with the client's own local mode as the engine behind.

It is not Qdrant. It checks the api-key header, counts requests, and fails or hangs on demand.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pydantic import TypeAdapter
from qdrant_client import QdrantClient, models

Route = tuple[str, str, Callable[[QdrantClient, str, dict[str, Any]], Any]]


class QdrantService:
    """Listens on a free port of this machine until `close`."""

    def __init__(self, *, api_key: str) -> None:
        self.api_key = api_key
        self.requests: list[str] = []
        self.fail_with: int | None = None
        self.released = threading.Event()
        self.released.set()
        self.engine = QdrantClient(":memory:", force_disable_check_same_thread=True)
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop listening."""
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, method: str, path: str, key: str | None, body: dict[str, Any]) -> tuple[int, Any]:
        """Status and JSON body."""
        self.requests.append(f"{method} {path}")
        self.released.wait(30)
        if key != self.api_key:
            return 403, {"status": {"error": f"Invalid API key {key}"}}
        if self.fail_with is not None:
            return self.fail_with, {"status": {"error": f"the key {key} met an internal error"}}
        for verb, pattern, run in ROUTES:
            found = re.fullmatch(pattern, path.partition("?")[0])
            if verb == method and found:
                return self._run(run, (found.groups() or ("",))[0], body)
        return 404, {"status": {"error": f"no route {method} {path}"}}

    def _run(self, run: Callable[[QdrantClient, str, dict[str, Any]], Any], name: str, body: dict[str, Any]) -> tuple[int, Any]:
        with self._lock:
            try:
                return 200, {"result": run(self.engine, name, body), "status": "ok", "time": 0.0}
            except ValueError as error:
                return 404 if "not found" in str(error) else 400, {"status": {"error": str(error)}}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            # Head and body in one packet: two would wait for each other's acknowledgement.
            protocol_version = "HTTP/1.1"
            wbufsize = -1
            disable_nagle_algorithm = True

            def reply(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                status, answer = service.answer(self.command, self.path, self.headers.get("api-key"), json.loads(body or b"{}"))
                content = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_PUT = do_POST = do_DELETE = reply

            def log_message(self, *_: Any) -> None:
                """Quiet."""

        return Handler


def _plain(value: Any) -> Any:
    return TypeAdapter(Any).dump_python(value, mode="json")


def _create(engine: QdrantClient, name: str, body: dict[str, Any]) -> bool:
    asked = models.CreateCollection(**body)
    return engine.create_collection(
        name,
        vectors_config=asked.vectors,
        sparse_vectors_config=asked.sparse_vectors,
        hnsw_config=asked.hnsw_config,
        metadata=asked.metadata,
    )


def _upsert(engine: QdrantClient, name: str, body: dict[str, Any]) -> Any:
    return _plain(engine.upsert(name, [models.PointStruct(**point) for point in body["points"]]))


def _delete(engine: QdrantClient, name: str, body: dict[str, Any]) -> Any:
    return _plain(engine.delete(name, TypeAdapter(models.PointsSelector).validate_python(body)))


def _query(engine: QdrantClient, name: str, body: dict[str, Any]) -> Any:
    asked = models.QueryRequest(**body)
    return _plain(
        engine.query_points(
            name, query=asked.query, using=asked.using, query_filter=asked.filter, limit=asked.limit or 10, with_payload=True
        )
    )


def _scroll(engine: QdrantClient, name: str, body: dict[str, Any]) -> Any:
    asked = models.ScrollRequest(**body)
    records, offset = engine.scroll(name, scroll_filter=asked.filter, limit=asked.limit or 10, offset=asked.offset, with_vectors=True)
    return {"points": _plain(records), "next_page_offset": offset}


def _count(engine: QdrantClient, name: str, body: dict[str, Any]) -> Any:
    return _plain(engine.count(name, count_filter=models.CountRequest(**body).filter, exact=True))


ROUTES: tuple[Route, ...] = (
    ("GET", "/collections", lambda engine, _, __: _plain(engine.get_collections())),
    ("GET", "/collections/([^/]+)", lambda engine, name, _: _plain(engine.get_collection(name))),
    ("GET", "/collections/([^/]+)/exists", lambda engine, name, _: {"exists": engine.collection_exists(name)}),
    ("PUT", "/collections/([^/]+)", _create),
    ("DELETE", "/collections/([^/]+)", lambda engine, name, _: engine.delete_collection(name)),
    ("PUT", "/collections/([^/]+)/index", lambda *_: {"operation_id": 0, "status": "completed"}),
    ("PUT", "/collections/([^/]+)/points", _upsert),
    ("POST", "/collections/([^/]+)/points/delete", _delete),
    ("POST", "/collections/([^/]+)/points/query", _query),
    ("POST", "/collections/([^/]+)/points/scroll", _scroll),
    ("POST", "/collections/([^/]+)/points/count", _count),
)
