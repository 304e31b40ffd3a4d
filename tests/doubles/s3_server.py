"""A real S3 server (nanio, which checks signatures) in a process of its own, with what tests need around it: a count of requests, a delay
before each answer (a distant store), and answers 503 on demand.

Run as `python -m tests.doubles.s3_server FOLDER PORT`. `POST /_control` with JSON sets `delay` (seconds) and `failures` (how many of the next
requests are refused); `GET /_control` returns the requests seen since the last setting.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from obstore.store import S3Store

ACCESS_KEY, SECRET_KEY, REGION, BUCKET = "AKIATESTKEY", "segreto/di+prova", "garage", "acts"
READY = "ready"
Message = MutableMapping[str, Any]
App = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class S3Server:
    """The running server; its objects are plain files under `folder`."""

    url: str
    folder: Path

    def set(self, *, delay: float = 0.0, failures: int = 0) -> None:
        """Behave like this from now on, and count requests anew."""
        body = json.dumps({"delay": delay, "failures": failures}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/_control", data=body)):
            return

    def requests(self) -> list[str]:
        """`GET /acts/key` and so on, since the last `set`."""
        with urllib.request.urlopen(f"{self.url}/_control") as answer:
            seen: list[str] = json.load(answer)
        return seen


@contextmanager
def s3_server(folder: Path) -> Iterator[S3Server]:
    """Start the server with one empty bucket; end it at the end."""
    (folder / BUCKET).mkdir(parents=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "NANIO_ACCESS_KEY": ACCESS_KEY, "NANIO_SECRET_KEY": SECRET_KEY}
    command = [sys.executable, "-m", "tests.doubles.s3_server", str(folder), str(port)]
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        try:
            if process.stdout is None or process.stdout.readline().strip() != READY:
                raise RuntimeError("the S3 server did not start")
            yield S3Server(url=f"http://127.0.0.1:{port}", folder=folder)
        finally:
            process.terminate()


def raw_store(server: S3Server, *, prefix: str = "") -> S3Store:
    """The bucket without any adapter of ours."""
    return S3Store(
        BUCKET,
        prefix=prefix or None,
        endpoint=server.url,
        region=REGION,
        access_key_id=ACCESS_KEY,
        secret_access_key=SECRET_KEY,
        virtual_hosted_style_request=False,
        client_options={"allow_http": True},
    )


class _Around:
    """The middleware: counts, delays and refuses."""

    def __init__(self, inner: App) -> None:
        self._inner = inner
        self._seen: list[str] = []
        self._delay = 0.0
        self._failures = 0

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
        elif scope["path"] == "/_control":
            await self._control(scope, receive, send)
        else:
            self._seen.append(f"{scope['method']} {scope['path']}")
            await asyncio.sleep(self._delay)
            if self._failures:
                self._failures -= 1
                await _answer(send, 503, b"<Error><Code>SlowDown</Code></Error>")
            else:
                await self._inner(scope, receive, send)

    async def _control(self, scope: Message, receive: Any, send: Any) -> None:
        if scope["method"] == "POST":
            wanted = json.loads((await receive())["body"])
            self._delay, self._failures, self._seen = wanted["delay"], wanted["failures"], []
        await _answer(send, 200, json.dumps(self._seen).encode())


async def _answer(send: Any, status: int, body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", str(len(body)).encode())]})
    await send({"type": "http.response.body", "body": body})


def _serve(folder: Path, port: int) -> None:
    import uvicorn
    from nanio.app import build_app
    from nanio.auth.credentials import EnvCredentialResolver
    from nanio.config import Settings

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(READY, flush=True)

    app = _Around(build_app(Settings(data_dir=folder, region=REGION, credentials=EnvCredentialResolver())))
    Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", access_log=False)).run()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), int(sys.argv[2]))
