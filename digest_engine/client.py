"""Clients of the HTTP interface for embeddings, blocking and asynchronous. What the server refuses is raised as `RuntimeError` with its words."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import httpx

QUERY, IMPORT, EXPORT = "/api/embeddings/query", "/api/embeddings/import", "/api/embeddings/export"
NDJSON = "application/x-ndjson"


class DocumentEmbeddingsClient:
    """Blocking client of the service at `base_url`. `timeout` in seconds is for each answer; the key travels in a header alone."""

    def __init__(
        self, base_url: str, api_key: str | None = None, timeout: float = 30, *, transport: httpx.BaseTransport | None = None
    ) -> None:
        """Nothing is called yet; `transport` is how requests travel, for tests and proxies."""
        self._http = httpx.Client(base_url=base_url, headers=_headers(api_key), timeout=timeout, transport=transport)

    def query(self, vector: Sequence[float], limit: int = 20, collection: str = "default", timeout: float = 30) -> list[str]:
        """The ids of the nearest chunks, best first."""
        return _ids(self.query_matches(vector, limit=limit, collection=collection, timeout=timeout))

    def query_matches(
        self, vector: Sequence[float], limit: int = 20, collection: str = "default", timeout: float = 30
    ) -> list[dict[str, Any]]:
        """The nearest chunks, best first, as objects with `chunk_id`, `score` and `metadata`."""
        asked = {"vector": list(vector), "limit": limit, "collection": collection}
        return _matches(self._call(QUERY, json=asked, timeout=timeout))

    def document_embeddings_query(self, text: str, collection: str = "default", limit: int = 10) -> dict[str, Any]:
        """The whole answer to a text, which the server turns into a vector."""
        return self._call(QUERY, json={"text": text, "limit": limit, "collection": collection})

    def import_document_embeddings(self, messages: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Send messages one by one; returns what became of the records, and raises where one was refused."""
        return self._call(IMPORT, content=_lines(messages), headers={"Content-Type": NDJSON})

    def export_document_embeddings(self, collection: str | None = None) -> Iterator[dict[str, Any]]:
        """The messages of `collection` (none: of all), as they come. Raises where the answer breaks off."""
        try:
            with self._http.stream("GET", EXPORT, params=_asked(collection), headers={"Accept": NDJSON}) as response:
                if response.is_error:
                    response.read()
                    raise _refused(response)
                yield from (json.loads(line) for line in response.iter_lines() if line)
        except httpx.HTTPError as error:
            raise _unreachable(error, self._http.base_url) from error

    def close(self) -> None:
        """Release the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _call(self, path: str, **given: Any) -> dict[str, Any]:
        try:
            return _answer(self._http.post(path, **given))
        except httpx.HTTPError as error:
            raise _unreachable(error, self._http.base_url) from error


class AsyncDocumentEmbeddingsClient:
    """The same for asynchronous programs."""

    def __init__(
        self, base_url: str, api_key: str | None = None, timeout: float = 30, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        """Nothing is called yet; `transport` is how requests travel, for tests and proxies."""
        self._http = httpx.AsyncClient(base_url=base_url, headers=_headers(api_key), timeout=timeout, transport=transport)

    async def query(self, vector: Sequence[float], limit: int = 20, collection: str = "default", timeout: float = 30) -> list[str]:
        """The ids of the nearest chunks, best first."""
        return _ids(await self.query_matches(vector, limit=limit, collection=collection, timeout=timeout))

    async def query_matches(
        self, vector: Sequence[float], limit: int = 20, collection: str = "default", timeout: float = 30
    ) -> list[dict[str, Any]]:
        """The nearest chunks, best first, as objects with `chunk_id`, `score` and `metadata`."""
        asked = {"vector": list(vector), "limit": limit, "collection": collection}
        return _matches(await self._call(QUERY, json=asked, timeout=timeout))

    async def document_embeddings_query(self, text: str, collection: str = "default", limit: int = 10) -> dict[str, Any]:
        """The whole answer to a text, which the server turns into a vector."""
        return await self._call(QUERY, json={"text": text, "limit": limit, "collection": collection})

    async def import_document_embeddings(self, messages: AsyncIterator[Mapping[str, Any]] | Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Send messages one by one; returns what became of the records, and raises where one was refused."""
        return await self._call(IMPORT, content=_async_lines(messages), headers={"Content-Type": NDJSON})

    async def export_document_embeddings(self, collection: str | None = None) -> AsyncIterator[dict[str, Any]]:
        """The messages of `collection` (none: of all), as they come. Raises where the answer breaks off."""
        try:
            async with self._http.stream("GET", EXPORT, params=_asked(collection), headers={"Accept": NDJSON}) as response:
                if response.is_error:
                    await response.aread()
                    raise _refused(response)
                async for line in response.aiter_lines():
                    if line:
                        yield json.loads(line)
        except httpx.HTTPError as error:
            raise _unreachable(error, self._http.base_url) from error

    async def aclose(self) -> None:
        """Release the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()

    async def _call(self, path: str, **given: Any) -> dict[str, Any]:
        try:
            return _answer(await self._http.post(path, **given))
        except httpx.HTTPError as error:
            raise _unreachable(error, self._http.base_url) from error


def _headers(api_key: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {api_key}"} if api_key else {}


def _asked(collection: str | None) -> dict[str, str]:
    return {} if collection is None else {"collection": collection}


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def _lines(messages: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    yield from map(_line, messages)


async def _async_lines(messages: AsyncIterator[Mapping[str, Any]] | Iterable[Mapping[str, Any]]) -> AsyncIterator[bytes]:
    if isinstance(messages, Iterable):
        for message in messages:
            yield _line(message)
    else:
        async for message in messages:
            yield _line(message)


def _answer(response: httpx.Response) -> dict[str, Any]:
    body = _object(response)
    if response.is_error or body.get("error"):
        raise _refused(response)
    return body


def _ids(matches: Sequence[Mapping[str, Any]]) -> list[str]:
    return [str(match["chunk_id"]) for match in matches]


def _matches(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [dict(match) for match in body.get("matches", ())]


def _refused(response: httpx.Response) -> RuntimeError:
    error = _object(response).get("error")
    said = error.get("message") if isinstance(error, Mapping) else None
    return RuntimeError(str(said or f"the server answered {response.status_code} without saying why"))


def _unreachable(error: httpx.HTTPError, base_url: httpx.URL) -> RuntimeError:
    return RuntimeError(f"the server at {base_url.host} gave no whole answer: {type(error).__name__} {error}".rstrip())


def _object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
