"""The paths of embeddings: query, bulk import, bulk export."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, StreamingResponse

import digest_engine
from digest_engine import (
    EmbeddingsImportResponse,
    EmbeddingsMessage,
    EmbeddingsQueryRequest,
    EmbeddingsQueryResponse,
    ErrorInfo,
    InputError,
    LoadReport,
    RefusedRecord,
    SavedForm,
)

ExportForm = Literal["ndjson", "msgpack", "archive"]
BODY = "the body"
BLOCK = 1024 * 1024
NDJSON, MSGPACK, ARCHIVE = "application/x-ndjson", "application/msgpack", "application/octet-stream"
FORMS: dict[ExportForm, tuple[SavedForm, str]] = {
    "ndjson": ("messages", NDJSON),
    "msgpack": ("msgpack", MSGPACK),
    "archive": ("archive", ARCHIVE),
}
BULK: dict[str, Any] = {
    NDJSON: {"schema": {"$ref": f"#/components/schemas/{EmbeddingsMessage.__name__}"}},
    MSGPACK: {"schema": {"type": "string", "format": "binary"}},
}
IMPORTED: dict[str, Any] = {"requestBody": {"required": True, "content": BULK}}
EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {"model": EmbeddingsMessage, "description": "One message a line, or tagged pairs in msgpack", "content": BULK}
}


def routes(engine: digest_engine.Engine) -> APIRouter:
    """The paths over `engine`."""
    router = APIRouter(tags=["embeddings"])

    @router.post("/api/embeddings/query")
    def query(request: EmbeddingsQueryRequest) -> EmbeddingsQueryResponse:
        """The nearest chunks to a vector, to several vectors or to a text: ids, scores and metadata, never text."""
        return engine.query_embeddings(request)

    @router.post("/api/embeddings/import", openapi_extra=IMPORTED, response_model=EmbeddingsImportResponse)
    async def import_(request: Request, collection: str | None = None) -> Response:
        """Load embeddings of chunks whose text is here or comes with them. A damaged body changes nothing; a bad record is told by its place."""
        with TemporaryDirectory(prefix="digest-import-") as folder:
            path = Path(folder) / "body"
            await _receive(request, path)
            return _report(await run_in_threadpool(engine.load_embeddings, path, collection=collection, name=BODY))

    @router.get("/api/embeddings/export", responses=EXPORTED, response_class=StreamingResponse)
    def export(
        request: Request,
        collection: str | None = None,
        form: Annotated[ExportForm | None, Query(alias="format", description="Without, as the Accept header says.")] = None,
    ) -> StreamingResponse:
        """The embeddings of a collection, or of all. They are gathered first: an answer that begins with success is whole, or breaks off."""
        saved, media_type = FORMS[form or _accepted(request)]
        with ExitStack() as kept:
            path = Path(kept.enter_context(TemporaryDirectory(prefix="digest-export-"))) / "body"
            engine.save_embeddings(path, form=saved, collection=collection)
            size = path.stat().st_size
            return StreamingResponse(_sent(path, kept.pop_all()), media_type=media_type, headers={"Content-Length": str(size)})

    return router


async def _receive(request: Request, path: Path) -> None:
    """Keep the body aside as it comes: it may be larger than the memory."""
    with path.open("wb") as file:
        async for block in request.stream():
            file.write(block)


def _sent(path: Path, kept: ExitStack) -> Iterator[bytes]:
    """The file in blocks; what `kept` holds goes when the last one is sent."""
    with kept, path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block


def _accepted(request: Request) -> ExportForm:
    accepted = request.headers.get("accept", "")
    return "msgpack" if "msgpack" in accepted else "ndjson"


def _report(report: LoadReport) -> JSONResponse:
    refused = tuple(RefusedRecord(position=item.position, chunk_id=item.chunk_id, reason=item.reason) for item in report.refused)
    error = ErrorInfo(type=InputError.__name__, message=_complaint(report)) if report.refused_count else None
    body = EmbeddingsImportResponse(
        records=report.records, written=report.written, unchanged=report.unchanged, requeued=report.requeued,
        refused_count=report.refused_count, refused=refused, missing_ids=report.missing, error=error,
    )  # fmt: skip
    return JSONResponse(body.model_dump(mode="json"), status_code=InputError.status_code if error else 200)


def _complaint(report: LoadReport) -> str:
    first = report.refused[0]
    loaded = report.written + report.unchanged + report.requeued
    return f"{first.position}: {first.reason}; of {report.records} records {report.refused_count} were refused and {loaded} loaded"
