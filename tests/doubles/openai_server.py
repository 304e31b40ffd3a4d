"""A double of an OpenAI-compatible chat server on loopback: answers what the test queued, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer. `text` is the model's reply; any `status` but 200 is an error with `message`. `breaks` ends a stream half-way."""

    text: str | None = ""
    finish: str = "stop"
    status: int = 200
    message: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    breaks: bool = False


@dataclass(slots=True)
class OpenAIDouble:
    """The running server. Answers are given in order, the last one for ever."""

    url: str
    answers: list[Answer] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)

    def next_answer(self) -> Answer:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def openai_double() -> Iterator[OpenAIDouble]:
    """A server on a free port, closed at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    double = OpenAIDouble(url=f"http://127.0.0.1:{server.server_address[1]}/v1")
    server.double = double  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield double
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        double: OpenAIDouble = self.server.double  # type: ignore[attr-defined]
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        double.requests.append({**body, "authorization": self.headers.get("authorization")})
        answer = double.next_answer()
        if answer.status != 200:
            self._send(answer, "application/json", json.dumps({"error": {"message": answer.message, "code": answer.message}}).encode())
        elif body.get("stream"):
            self._send(answer, "text/event-stream", b"".join(_events(answer)))
        else:
            self._send(answer, "application/json", json.dumps(_completion(answer)).encode())

    def _send(self, answer: Answer, kind: str, data: bytes) -> None:
        self.send_response(answer.status)
        self.send_header("content-type", kind)
        # A stream that breaks announces more than it sends.
        self.send_header("content-length", str(len(data) + (1000 if answer.breaks else 0)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""


USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


def _completion(answer: Answer) -> dict[str, Any]:
    message = {"role": "assistant", "content": answer.text}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "double",
        "choices": [{"index": 0, "finish_reason": answer.finish, "message": message}],
        "usage": USAGE,
    }


def _events(answer: Answer) -> Iterator[bytes]:
    for word in (answer.text or "").split(" "):
        yield _event(choices=[{"index": 0, "delta": {"content": word + " "}, "finish_reason": None}])
    if answer.breaks:
        return
    yield _event(choices=[{"index": 0, "delta": {}, "finish_reason": answer.finish}])
    yield _event(choices=[], usage=USAGE)
    yield b"data: [DONE]\n\n"


def _event(**fields: Any) -> bytes:
    return (
        b"data: " + json.dumps({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "double", **fields}).encode() + b"\n\n"
    )
