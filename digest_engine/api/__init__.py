"""The HTTP interface: digests, answers and embeddings over JSON. `create_app` makes it over an engine."""

from __future__ import annotations

from typing import Any

from fastapi import Depends, FastAPI

import digest_engine
from digest_engine.api import digests, embeddings
from digest_engine.api.errors import RESPONSES, register_handlers
from digest_engine.api.security import guard_with

__all__ = ["create_app"]

TITLE = "Temporal Digest"


def create_app(engine: digest_engine.Engine) -> FastAPI:
    """An application over `engine`, which stays the caller's to close.

    With `DIGEST_API_KEY` set every call needs it as a bearer token. `ENABLE_TEMPORAL_DIGEST=false` leaves the digests' paths out.
    """
    settings = engine.settings
    shared: dict[str, Any] = {"responses": RESPONSES}
    app = FastAPI(title=TITLE, dependencies=[Depends(guard_with(settings.api.key.get_secret_value()))])
    register_handlers(app)
    app.include_router(embeddings.routes(engine), **shared)
    if settings.enable_temporal_digest:
        app.include_router(digests.routes(engine), **shared)
    return app
