"""A service over an engine, called as HTTP clients call it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import httpx

from digest_engine import Engine
from digest_engine.api import create_app

T = TypeVar("T")


class Service:
    """Calls the application without a network."""

    def __init__(self, engine: Engine) -> None:
        self.app = create_app(engine)
        self.transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)

    def call(self, method: str, path: str, **given: Any) -> httpx.Response:
        """One request and its whole answer."""

        async def run() -> httpx.Response:
            async with httpx.AsyncClient(transport=self.transport, base_url="http://service") as client:
                return await client.request(method, path, **given)

        return done(run())

    def get(self, path: str, **given: Any) -> httpx.Response:
        """A GET."""
        return self.call("GET", path, **given)

    def post(self, path: str, **given: Any) -> httpx.Response:
        """A POST."""
        return self.call("POST", path, **given)


def done(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine."""
    return asyncio.run(work)


def error_of(response: httpx.Response) -> tuple[int, str]:
    """Status and type of an answer that is not a success; it has nothing else but a message."""
    (error,) = response.json().values()
    assert error.keys() == {"type", "message"}
    return response.status_code, error["type"]
