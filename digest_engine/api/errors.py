"""Errors as answers: `{error: {type, message}}` with the status code of the class. What is unknown says nothing of itself."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from digest_engine import DigestError, ErrorInfo, ErrorResponse, InputError

RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorResponse, "description": words}
    for status, words in {
        401: "The key is missing or wrong",
        404: "There is no such namespace, act or digest",
        409: "The state forbids it: another encoder, for example",
        422: "The request is wrong; the message says where",
        503: "A store or a model can't do its work now",
    }.items()
}


def register_handlers(app: FastAPI) -> None:
    """Give every kind of error its answer."""
    app.add_exception_handler(DigestError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unknown)


def error_response(status: int, kind: str, message: str, *, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The body of an answer that is not a success."""
    body = ErrorResponse(error=ErrorInfo(type=kind, message=message))
    return JSONResponse(body.model_dump(), status_code=status, headers=dict(headers) if headers else None)


def _known(_request: Request, error: Exception) -> JSONResponse:
    status = error.status_code if isinstance(error, DigestError) else 500
    return error_response(status, type(error).__name__, str(error))


def _invalid(_request: Request, error: Exception) -> JSONResponse:
    """The first complaint, without the value complained of, which may be a text."""
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": (), "msg": ""}
    where = ".".join(str(part) for part in first["loc"][1:])
    said = str(first["msg"]).removeprefix("Value error, ")
    message = f"{where}: {said}" if where else said
    return error_response(InputError.status_code, InputError.__name__, message)


def _http(_request: Request, error: Exception) -> JSONResponse:
    status, detail, headers = (error.status_code, error.detail, error.headers) if isinstance(error, HTTPException) else (500, "", None)
    return error_response(status, HTTPStatus(status).phrase.replace(" ", ""), detail or HTTPStatus(status).phrase, headers=headers)


def _unknown(_request: Request, _error: Exception) -> JSONResponse:
    """The server itself logs the error, with its trace."""
    return error_response(500, "InternalError", "something unexpected went wrong; the log of the server says what")
