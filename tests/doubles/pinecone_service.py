"""A strict double of Pinecone's HTTP service, written from its public API description. It is a double: nothing here was seen at Pinecone.

It refuses what the service documents as refused (strings in ranges, nulls, nested metadata, oversize batches, unknown fields, a wrong key),
takes the least helpful reading of what is not documented, and is eventually consistent on demand: a write becomes visible after
`lag` queries or fetches of its namespace, or never while `frozen`.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

API_VERSION = "x-pinecone-api-version"
MAX_BODY, MAX_METADATA, MAX_ANSWER = 2 * 1024 * 1024, 40 * 1024, 4 * 1024 * 1024
MAX_RECORDS, MAX_IDS, MAX_TOP_K, MAX_TERMS = 1000, 1000, 10_000, 2048

Record = dict[str, Any]


class Refusal(Exception):
    """An answer with an error status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Namespace:
    """What searches see, and the writes that they do not see yet."""

    records: dict[str, Record] = field(default_factory=dict)
    pending: list[tuple[int, Callable[[dict[str, Record]], None]]] = field(default_factory=list)
    committed: int = 0
    reconciled: int = 0
    queries: int = 0


@dataclass
class Index:
    """One index. `pod_type` is empty for serverless."""

    dimension: int
    metric: str
    pod_type: str = ""
    namespaces: dict[str, Namespace] = field(default_factory=dict)


class PineconeService:
    """Both planes on one free port of this machine, until `close`."""

    def __init__(self, *, api_key: str) -> None:
        self.api_key = api_key
        self.indexes: dict[str, Index] = {}
        self.requests: list[str] = []
        self.lag = 0
        self.frozen = False
        self.fail_with: int | None = None
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()

    def add(self, name: str, index: Index) -> None:
        """An index that the user made beforehand."""
        self.indexes[name] = index

    def plant(self, name: str, namespace: str, records: list[Record]) -> None:
        """Records past every check, visible at once."""
        space = self.indexes[name].namespaces.setdefault(namespace, Namespace())
        space.records.update({record["id"]: record for record in records})

    def answer(self, method: str, url: str, headers: dict[str, str], raw: bytes) -> tuple[int, dict[str, str], Any]:
        """Status, headers and JSON body. Data planes live under /data/NAME."""
        parts = urlsplit(url)
        with self._lock:
            self.requests.append(f"{method} {parts.path}")
            try:
                self._check(headers, raw)
                body = json.loads(raw or b"{}")
                if not parts.path.startswith("/data/"):
                    return 200, {}, self._control(method, parts.path, body)
                _, _, name, path = parts.path.split("/", 3)
                if name not in self.indexes:
                    raise Refusal(404, f"index {name} not found")
                return self._data(self.indexes[name], f"{method} /{path}", body, parse_qs(parts.query, keep_blank_values=True))
            except Refusal as refusal:
                return refusal.status, {}, {"error": {"code": "REFUSED", "message": str(refusal)}, "status": refusal.status}

    def _check(self, headers: dict[str, str], raw: bytes) -> None:
        key = headers.get("api-key", "")
        if key != self.api_key:
            raise Refusal(401, f"Invalid API Key {key}")
        if API_VERSION not in headers:
            raise Refusal(400, "no API version")
        if self.fail_with is not None:
            raise Refusal(self.fail_with, f"internal error for key {key}")
        if len(raw) > MAX_BODY:
            raise Refusal(413, "request body above 2 MB")

    def _control(self, method: str, path: str, body: dict[str, Any]) -> Any:
        match method, path.strip("/").split("/"):
            case "POST", ["indexes"]:
                return self._create(body)
            case "GET", ["indexes", name] if name in self.indexes:
                return self._model(name)
            case "DELETE", ["indexes", name] if name in self.indexes:
                del self.indexes[name]
                return {}
        raise Refusal(404, f"no {method} {path}")

    def _create(self, body: dict[str, Any]) -> Any:
        _only(body, {"name", "schema", "deployment", "deletion_protection", "tags", "read_capacity"}, "index")
        name, dense = body["name"], body["schema"]["fields"]["_values"]
        _need(name.replace("-", "").isalnum() and name.islower() and len(name) <= 45, f"illegal index name {name}")
        _need(name not in self.indexes, f"index {name} exists", status=409)
        _need(dense["metric"] in ("cosine", "dotproduct", "euclidean") and 1 <= dense["dimension"] <= 20_000, "illegal dense field")
        self.indexes[name] = Index(dense["dimension"], dense["metric"], body["deployment"].get("pod_type", ""))
        return self._model(name)

    def _model(self, name: str) -> Any:
        index = self.indexes[name]
        managed = {"deployment_type": "managed", "cloud": "aws", "region": "us-east-1"}
        pod = {"deployment_type": "pod", "environment": "us-east1-gcp", "pod_type": index.pod_type, "replicas": 1, "shards": 1}
        return {
            "name": name,
            "host": f"{self.url}/data/{name}",
            "status": {"ready": True, "state": "Ready"},
            "schema": {"fields": {"_values": {"type": "dense_vector", "dimension": index.dimension, "metric": index.metric}}},
            "deployment": pod if index.pod_type else managed,
            "deletion_protection": "disabled",
        }

    def _data(self, index: Index, route: str, body: dict[str, Any], query: dict[str, list[str]]) -> tuple[int, dict[str, str], Any]:
        match route:
            case "POST /vectors/upsert":
                return self._upsert(index, body)
            case "POST /vectors/delete":
                return self._delete(index, body)
            case "POST /query":
                return self._query(index, body)
            case "GET /vectors/fetch":
                return 200, {}, self._fetch(index, query)
            case "GET /vectors/list" if not index.pod_type:
                return 200, {}, self._list(index, query)
            case "POST /vectors/fetch_by_metadata" if not index.pod_type:
                return 200, {}, self._fetch_by_metadata(index, body)
            case "GET /namespaces" if not index.pod_type:
                return 200, {}, self._namespaces(index, query)
            case "POST /describe_index_stats":
                return 200, {}, self._stats(index, body)
        raise Refusal(400, f"{route} is not supported here")

    def _upsert(self, index: Index, body: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        _only(body, {"vectors", "namespace"}, "upsert")
        records = body["vectors"]
        _need(1 <= len(records) <= MAX_RECORDS, "1 to 1000 records in a request")
        for record in records:
            _check_record(index, record)
        stored = {record["id"]: {**record, "metadata": _as_stored(record.get("metadata") or {})} for record in records}
        headers = self._write(index, body.get("namespace", ""), lambda seen: seen.update(stored))
        return 200, headers, {"upsertedCount": len(records)}

    def _delete(self, index: Index, body: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        _only(body, {"ids", "deleteAll", "filter", "namespace"}, "delete")
        _need(sum(key in body for key in ("ids", "deleteAll", "filter")) == 1, "one of ids, deleteAll, filter")
        _need(len(body.get("ids", [])) <= MAX_IDS, "at most 1000 ids in a request")
        name = body.get("namespace", "")
        if name not in index.namespaces:
            _need(bool(index.pod_type), "Namespace not found", status=404)
            return 200, {}, {}
        if "filter" in body:
            _check_filter(body["filter"])

        def remove(seen: dict[str, Record]) -> None:
            ids = body.get("ids", list(seen))
            for key in [key for key in ids if key in seen and _passes(body.get("filter", {}), seen[key]["metadata"])]:
                del seen[key]

        return 200, self._write(index, name, remove), {}

    def _write(self, index: Index, name: str, change: Callable[[dict[str, Record]], None]) -> dict[str, str]:
        space = index.namespaces.setdefault(name, Namespace())
        space.committed += 1
        space.pending.append((space.queries + self.lag, change))
        self._catch_up(space)
        return {} if index.pod_type else {"x-pinecone-request-lsn": str(space.committed)}

    def _catch_up(self, space: Namespace) -> None:
        while space.pending and not self.frozen and space.pending[0][0] <= space.queries:
            space.pending.pop(0)[1](space.records)
            space.reconciled += 1

    def _query(self, index: Index, body: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        known = {"topK", "vector", "sparseVector", "filter", "namespace", "includeValues", "includeMetadata", "id"}
        _only(body, known, "query")
        _need(1 <= body["topK"] <= MAX_TOP_K, "topK is 1 to 10000")
        _need(len(body.get("vector", [])) == index.dimension, f"the query needs {index.dimension} dimensions")
        if "sparseVector" in body:
            _need(index.metric == "dotproduct" and not index.pod_type.startswith("p2"), "this index does not support sparse vectors")
            _check_terms(body["sparseVector"])
        elif index.metric == "cosine":
            _need(any(body["vector"]), "a cosine query needs a vector that is not zero")
        _check_filter(body.get("filter", {}))
        space = index.namespaces.get(body.get("namespace", ""), Namespace())
        space.queries += 1
        self._catch_up(space)
        found = [record for record in space.records.values() if _passes(body.get("filter", {}), record["metadata"])]
        scored = sorted(((_score(index, body, record), record) for record in found), key=lambda pair: -pair[0])[: body["topK"]]
        matches = [_match(score, record, body) for score, record in scored]
        _need(len(json.dumps(matches)) <= MAX_ANSWER, "the answer is above 4 MB")
        headers = {} if index.pod_type else {"x-pinecone-max-indexed-lsn": str(space.reconciled)}
        return 200, headers, {"matches": matches, "namespace": body.get("namespace", "")}

    def _fetch(self, index: Index, query: dict[str, list[str]]) -> Any:
        _need(1 <= len(query.get("ids", [])) <= MAX_IDS, "1 to 1000 ids")
        name = query.get("namespace", [""])[0]
        space = index.namespaces.get(name, Namespace())
        space.queries += 1
        self._catch_up(space)
        return {"vectors": {key: space.records[key] for key in query["ids"] if key in space.records}, "namespace": name}

    def _list(self, index: Index, query: dict[str, list[str]]) -> Any:
        limit = int(query.get("limit", ["100"])[0])
        _need(1 <= limit <= 100, "limit is 1 to 100")
        name, prefix = query.get("namespace", [""])[0], query.get("prefix", [""])[0]
        keys = sorted(key for key in index.namespaces.get(name, Namespace()).records if key.startswith(prefix))
        page, token = _page(keys, limit, query.get("paginationToken", ["0"])[0])
        return {"vectors": [{"id": key} for key in page], "namespace": name, **token}

    def _fetch_by_metadata(self, index: Index, body: dict[str, Any]) -> Any:
        _only(body, {"filter", "namespace", "limit", "paginationToken"}, "fetch_by_metadata")
        _need(bool(body.get("filter")), "the filter is empty")
        _check_filter(body["filter"])
        records = index.namespaces.get(body.get("namespace", ""), Namespace()).records
        keys = sorted(key for key, record in records.items() if _passes(body["filter"], record["metadata"]))
        page, token = _page(keys, body.get("limit", 100), body.get("paginationToken", "0"))
        return {"vectors": {key: records[key] for key in page}, "namespace": body.get("namespace", ""), **token}

    def _namespaces(self, index: Index, query: dict[str, list[str]]) -> Any:
        prefix = query.get("prefix", [""])[0]
        names = sorted(name for name in index.namespaces if name.startswith(prefix))
        page, token = _page(names, int(query.get("limit", ["100"])[0]), query.get("paginationToken", ["0"])[0])
        return {"namespaces": [{"name": name, "record_count": len(index.namespaces[name].records)} for name in page], **token}

    def _stats(self, index: Index, body: dict[str, Any]) -> Any:
        _need(not body.get("filter"), "statistics can't be filtered")
        counts = {name: {"vectorCount": len(space.records)} for name, space in index.namespaces.items() if space.records}
        total = sum(count["vectorCount"] for count in counts.values())
        return {"namespaces": counts, "dimension": index.dimension, "indexFullness": 0, "totalVectorCount": total, "metric": index.metric}


def _handler(service: PineconeService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        # Head and body in one packet: two would wait for each other's acknowledgement.
        protocol_version = "HTTP/1.1"
        wbufsize = -1
        disable_nagle_algorithm = True

        def reply(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            given = {name.lower(): value for name, value in self.headers.items()}
            status, headers, answer = service.answer(self.command, self.path, given, raw)
            content = json.dumps(answer).encode()
            self.send_response(status)
            # Retries wait for nothing here.
            for name, value in {
                **headers,
                "content-type": "application/json",
                "content-length": str(len(content)),
                "retry-after": "0",
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = reply

        def log_message(self, *_: Any) -> None:
            """Quiet."""

    return Handler


def _need(holds: bool, message: str, *, status: int = 400) -> None:
    if not holds:
        raise Refusal(status, message)


def _only(body: dict[str, Any], known: set[str], what: str) -> None:
    unknown = sorted(set(body) - known)
    _need(not unknown, f"unknown fields in {what}: {unknown}")


def _check_record(index: Index, record: Record) -> None:
    _only(record, {"id", "values", "sparseValues", "metadata"}, "record")
    _need(isinstance(record["id"], str) and record["id"].isascii() and 1 <= len(record["id"]) <= 512, "an id has 1 to 512 ASCII characters")
    values = record.get("values", [])
    _need(len(values) == index.dimension, f"Vector dimension {len(values)} does not match the dimension of the index {index.dimension}")
    _need(all(isinstance(value, int | float) and math.isfinite(value) for value in values), "values are finite numbers")
    _need(any(values), "dense vectors must contain at least one non-zero value")
    if record.get("sparseValues") is not None:
        _need(not index.pod_type.startswith("p2"), "this index does not support sparse vectors")
        _check_terms(record["sparseValues"])
    metadata = record.get("metadata") or {}
    _need(len(json.dumps(metadata, ensure_ascii=False).encode()) <= MAX_METADATA, "metadata above 40 KB")
    for name, value in metadata.items():
        _check_metadata(name, value)


def _check_metadata(name: str, value: Any) -> None:
    _need(not name.startswith("$"), f"metadata key {name} starts with $")
    words = isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)
    _need(
        words or isinstance(value, str | bool | int | float),
        f"metadata value of {name} must be a string, number, boolean or list of strings",
    )


def _check_terms(terms: dict[str, Any]) -> None:
    _only(terms, {"indices", "values"}, "sparse vector")
    indices, values = terms["indices"], terms["values"]
    _need(
        1 <= len(indices) == len(values) <= MAX_TERMS and len(set(indices)) == len(indices), "1 to 2048 distinct indices, one for a value"
    )
    _need(all(isinstance(item, int) and 0 <= item < 2**32 for item in indices) and all(values), "illegal sparse index or zero value")


def _check_filter(filter: dict[str, Any]) -> None:
    for name, condition in filter.items():
        if name in ("$and", "$or"):
            _need(isinstance(condition, list) and bool(condition), f"{name} needs a list that is not empty")
            for inner in condition:
                _need(isinstance(inner, dict) and bool(inner), f"{name} takes conditions")
                _check_filter(inner)
        else:
            _need(not name.startswith("$") and isinstance(condition, dict) and bool(condition), f"illegal condition on {name}")
            for operator, operand in condition.items():
                _check_operand(operator, operand)


def _check_operand(operator: str, operand: Any) -> None:
    number = isinstance(operand, int | float) and not isinstance(operand, bool)
    match operator:
        case "$eq" | "$ne":
            _need(isinstance(operand, str | bool | int | float), f"{operator} takes a string, number or boolean")
        case "$gt" | "$gte" | "$lt" | "$lte":
            _need(number, f"{operator} takes a number, got {operand!r}")
        case "$in" | "$nin":
            words = isinstance(operand, list) and bool(operand) and all(isinstance(item, str) for item in operand)
            numbers = isinstance(operand, list) and bool(operand) and all(type(item) in (int, float) for item in operand)
            _need((words or numbers) and len(operand) <= 10_000, f"{operator} takes up to 10000 strings or numbers")
        case "$exists":
            _need(isinstance(operand, bool), "$exists takes a boolean")
        case _:
            raise Refusal(400, f"unknown operator {operator}")


def _passes(filter: dict[str, Any], metadata: dict[str, Any]) -> bool:
    return all(_holds(name, condition, metadata) for name, condition in filter.items())


def _holds(name: str, condition: Any, metadata: dict[str, Any]) -> bool:
    if name == "$and":
        return all(_passes(inner, metadata) for inner in condition)
    if name == "$or":
        return any(_passes(inner, metadata) for inner in condition)
    return all(_operator(operator, operand, metadata.get(name)) for operator, operand in condition.items())


def _operator(operator: str, operand: Any, value: Any) -> bool:
    if operator == "$exists":
        return (value is not None) == operand
    if value is None:
        return False
    items = value if isinstance(value, list) else [value]
    wanted = operand if isinstance(operand, list) else [operand]
    if operator in ("$eq", "$in"):
        return any(_kind(item) == _kind(other) and item == other for item in items for other in wanted)
    if operator in ("$ne", "$nin"):
        # Undocumented for lists and for another type: the narrowest reading, one value of the same type that differs.
        return not isinstance(value, list) and all(_kind(value) == _kind(other) and value != other for other in wanted)
    number = _kind(value) == "number"
    return number and {"$gt": value > operand, "$gte": value >= operand, "$lt": value < operand, "$lte": value <= operand}[operator]


def _kind(value: Any) -> str:
    return "flag" if isinstance(value, bool) else "number" if isinstance(value, int | float) else type(value).__name__


def _as_stored(metadata: dict[str, Any]) -> dict[str, Any]:
    """Every number is kept as a 64-bit float."""
    return {name: float(value) if _kind(value) == "number" else value for name, value in metadata.items()}


def _score(index: Index, body: dict[str, Any], record: Record) -> float:
    dense = sum(left * right for left, right in zip(body["vector"], record["values"], strict=True))
    if index.metric == "cosine":
        return dense / (math.hypot(*body["vector"]) * math.hypot(*record["values"]))
    asked = dict(zip(*body["sparseVector"].values(), strict=True)) if "sparseVector" in body else {}
    terms = record.get("sparseValues") or {"indices": [], "values": []}
    return dense + sum(asked.get(key, 0.0) * value for key, value in zip(terms["indices"], terms["values"], strict=True))


def _match(score: float, record: Record, body: dict[str, Any]) -> dict[str, Any]:
    match = {"id": record["id"], "score": score}
    if body.get("includeMetadata"):
        match["metadata"] = record["metadata"]
    if body.get("includeValues"):
        match |= {"values": record["values"], "sparseValues": record.get("sparseValues")}
    return match


def _page(items: list[str], limit: int, token: str) -> tuple[list[str], dict[str, Any]]:
    start = int(token)
    following = {"pagination": {"next": str(start + limit)}} if start + limit < len(items) else {}
    return items[start : start + limit], following
