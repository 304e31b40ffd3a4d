"""The paths of digests and answers."""

from __future__ import annotations

from datetime import date

from fastapi import APIRouter, HTTPException

import digest_engine
from digest_engine import (
    DigestAgentRequest,
    DigestAgentResponse,
    DigestGenerationRequest,
    DigestGenerationResponse,
    DigestQueryRequest,
    DigestQueryResponse,
    ErrorResponse,
    Granularity,
    WindowDigest,
)

NOT_IMPLEMENTED = 501


def routes(engine: digest_engine.Engine) -> APIRouter:
    """The paths over `engine`. Plain functions: the server runs them in threads."""
    router = APIRouter(tags=["digest"])
    language = engine.settings.language

    @router.post("/api/digest/generate")
    def generate(request: DigestGenerationRequest) -> DigestGenerationResponse:
        """Make, or find fresh, the digests of a range."""
        with digest_engine.speaking(language):
            return engine.generate(request)

    @router.post("/api/digest/query")
    def query(request: DigestQueryRequest) -> DigestQueryResponse:
        """Answer a question with explicit parameters."""
        with digest_engine.speaking(language):
            return engine.query(request)

    @router.post("/api/digest/qa")
    def qa(request: DigestAgentRequest) -> DigestAgentResponse:
        """Answer a free question: period and mode are read from it."""
        with digest_engine.speaking(language):
            return engine.qa(request)

    @router.get("/api/digest/{namespace}/{date}")
    def digest(namespace: str, date: date, granularity: Granularity = "daily", domain: str | None = None) -> WindowDigest:
        """The stored digest of the window that holds a day (of the date of the act)."""
        with digest_engine.speaking(language):
            return engine.digest(namespace, date, granularity=granularity, domain=domain)

    @router.get("/api/enqueue/status/{task_id}", status_code=NOT_IMPLEMENTED)
    def status(task_id: str) -> ErrorResponse:
        """The state of a queued task."""
        raise HTTPException(NOT_IMPLEMENTED, "this service queues no tasks: `POST /api/digest/generate` answers when the digests are made")

    return router
