"""Who may call: anybody on this machine where no key is set, else who holds the key; never a page of another site."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from urllib.parse import urlsplit

from fastapi import HTTPException, Request

UNAUTHORISED, FORBIDDEN = 401, 403
SCHEME = "bearer"


def guard_with(key: str) -> Callable[[Request], None]:
    """The check that every call passes first; `key` empty: no key is asked for."""

    def guard(request: Request) -> None:
        _refuse_other_sites(request)
        if key:
            _ask_for_key(request, key)

    return guard


def _refuse_other_sites(request: Request) -> None:
    """A browser names the site whose page makes a call: a page of another one must not use a service that trusts this machine."""
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise HTTPException(FORBIDDEN, "calls from pages of other sites are refused")


def _ask_for_key(request: Request, key: str) -> None:
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    # The comparison takes the same time wherever the two differ.
    if scheme.lower() != SCHEME or not hmac.compare_digest(given.strip().encode(), key.encode()):
        raise HTTPException(UNAUTHORISED, "this call needs the key, as `Authorization: Bearer …`", headers={"WWW-Authenticate": "Bearer"})
