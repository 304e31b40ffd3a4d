"""Qdrant as a server or in its cloud, over HTTP or gRPC.

One collection per encoder; its metadata say which. All namespaces share it, the namespace being the tenant field, as Qdrant advises.
Writes wait until they are applied.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from http import HTTPStatus
from typing import Any, TypeVar

import grpc  # type: ignore[import-untyped]
from qdrant_client import QdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

import digest_engine.vectors.qdrant_server.wire as wire
from digest_engine.errors import ConflictError, StoreError
from digest_engine.filters import Filter
from digest_engine.payload import FILTERED, KINDS, NAMESPACE
from digest_engine.types import EncoderIdentity, Point, SparseVector, StoredPoint, Vector, VectorHit
from digest_engine.vectors.gate import Gate
from digest_engine.vectors.points import checked_index, mismatch, point_id, prepared, shown_url, space_name, unit, without_secret
from digest_engine.vectors.ranking import Fetch, Found, answer, known, ranked

# Requests are refused above 32 MB; a number takes up to 22 characters in JSON.
NUMBERS_IN_A_BATCH = 400_000
BATCH = 1_000
PAGE = 1_000
CEILING = 100_000
INDEX_KINDS = {
    str: models.PayloadSchemaType.KEYWORD,
    list: models.PayloadSchemaType.KEYWORD,
    int: models.PayloadSchemaType.INTEGER,
    float: models.PayloadSchemaType.FLOAT,
}
Result = TypeVar("Result")


class QdrantServerStore:
    """A `VectorStore` on a Qdrant server; `connect` may stand in for the client (tests use its local mode as an oracle)."""

    exclusive = False

    def __init__(
        self,
        *,
        url: str,
        api_key: str = "",
        grpc: bool = False,
        index: str = "temporal-digest",
        timeout: float = 30.0,
        connect: Callable[[], QdrantClient] | None = None,
    ) -> None:
        self._url = url
        self._api_key = api_key
        self._grpc = grpc
        self._prefix = f"{checked_index(index)}--"
        self._timeout = math.ceil(timeout)
        self._identity: EncoderIdentity | None = None
        self._collection: str | None = None
        self._gate: Gate[QdrantClient] = Gate(opening=connect or self._connect, closing=self._disconnect)

    def ensure_ready(self, identity: EncoderIdentity) -> None:
        """Open the collection of `identity` if it exists. Raises `EncoderMismatch` where another encoder's collection holds points."""
        with self._errors(), self._gate.use() as client:
            if self._collection is not None and self._identity == identity:
                return
            for stored, name in self._spaces(client):
                if stored != identity and self._rows(client, name) > 0:
                    raise mismatch(stored, identity)
            self._identity, self._collection = identity, None
            self._open(client)

    def identity(self) -> EncoderIdentity | None:
        """The encoder given to `ensure_ready`, else the one named by the collection that is there."""
        if self._identity is None:
            with self._errors(), self._gate.use() as client:
                self._identity = self._current(client)
        return self._identity

    def replace_encoder(self, identity: EncoderIdentity) -> None:
        """Drop every collection of this index, then take `identity` for the next upsert."""
        with self._errors(), self._gate.use() as client:
            for name in self._collections(client):
                client.delete_collection(name, timeout=self._timeout)
            self._identity, self._collection = identity, None

    def upsert(self, points: Sequence[Point]) -> None:
        """Write points in batches and wait until they are applied; a collection that somebody dropped is made again."""
        if not points:
            return
        identity = self.identity()
        if identity is None:
            raise ConflictError("the vector store knows no encoder yet: call ensure_ready before the first upsert")
        records = [wire.record_of(key, point) for key, point in prepared(points, identity=identity).items()]
        size = max(1, min(BATCH, NUMBERS_IN_A_BATCH // identity.dimension))

        def run(client: QdrantClient, name: str) -> bool:
            for start in range(0, len(records), size):
                client.upsert(name, points=records[start : start + size], wait=True, timeout=self._timeout)
            return True

        if not self._call(run, absent=False):
            with self._errors(), self._gate.use() as client:
                run(client, self._create(client, identity))

    def search(
        self,
        *,
        namespace: str,
        limit: int,
        vector: Vector = (),
        sparse: SparseVector | None = None,
        filter: Filter | None = None,
        dense_weight: float = 0.5,
    ) -> list[VectorHit]:
        """Search of each arm, fused by rank where both are given."""
        condition = wire.translate(filter, namespace=namespace)

        def run(client: QdrantClient, name: str) -> list[VectorHit]:
            dense_arm = sparse_arm = None
            if len(vector) and self._identity is not None:
                query = list(unit(vector, dimension=self._identity.dimension))
                dense_arm = self._arm(client, name, query, using=wire.DENSE, condition=condition)
            if sparse is not None and sparse.indices:
                sparse_arm = self._arm(client, name, wire.terms_of(sparse), using=wire.SPARSE, condition=condition)
            return ranked(limit=limit, dense=dense_arm, sparse=sparse_arm, dense_weight=dense_weight, ceiling=CEILING)

        return self._call(run, absent=[])

    def scan(self, *, namespace: str | None = None, filter: Filter | None = None) -> Iterator[Point]:
        """Every matching point in the order of point ids, read page by page."""
        records = self._records(wire.translate(filter, namespace=namespace))
        return known(wire.point_of(record) for page in records for record in page)

    def stored(self) -> Iterator[StoredPoint]:
        """Every point in the order of point ids."""
        return (wire.stored_of(record) for records in self._records(wire.translate(None, namespace=None)) for record in records)

    def discard(self, points: Sequence[StoredPoint]) -> None:
        """Remove points by their own ids, and wait until they are gone."""
        if points:
            ids: list[Any] = [int(point.id) if point.id.isdigit() else point.id for point in points]
            self._delete(models.PointIdsList(points=ids))

    def delete(self, *, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove these points by id, and wait until they are gone."""
        if chunk_ids:
            self._delete(models.PointIdsList(points=[point_id(namespace, chunk_id) for chunk_id in chunk_ids]))

    def delete_namespace(self, namespace: str) -> None:
        """Remove the points whose payload names exactly this namespace, and wait until they are gone."""
        self._delete(models.FilterSelector(filter=wire.translate(None, namespace=namespace)))

    def count(self, *, namespace: str | None = None, filter: Filter | None = None) -> int:
        """Exact count."""
        condition = wire.translate(filter, namespace=namespace)

        def run(client: QdrantClient, name: str) -> int:
            return client.count(name, count_filter=condition, exact=True, timeout=self._timeout).count

        return self._call(run, absent=0)

    def close(self) -> None:
        """Close the connections."""
        with self._errors():
            self._gate.close()

    # --- opening ------------------------------------------------------------------------------------------------------------

    def _connect(self) -> QdrantClient:
        return QdrantClient(
            url=self._url, api_key=self._api_key or None, prefer_grpc=self._grpc, timeout=self._timeout, check_compatibility=False
        )

    def _disconnect(self, client: QdrantClient) -> None:
        client.close()
        self._collection = None

    def _spaces(self, client: QdrantClient) -> list[tuple[EncoderIdentity, str]]:
        """The encoders that have a collection of this index, by the metadata of the collections."""
        return [(_encoder_of(client, name), name) for name in self._collections(client)]

    def _collections(self, client: QdrantClient) -> list[str]:
        return [found.name for found in client.get_collections().collections if found.name.startswith(self._prefix)]

    def _rows(self, client: QdrantClient, name: str) -> int:
        return client.count(name, exact=True, timeout=self._timeout).count

    def _current(self, client: QdrantClient) -> EncoderIdentity | None:
        """The encoder whose collection is here; of several, the one that was not emptied."""
        spaces = self._spaces(client)
        if len(spaces) > 1:
            spaces = [(stored, name) for stored, name in spaces if self._rows(client, name) > 0] or spaces
        return spaces[0][0] if spaces else None

    def _open(self, client: QdrantClient) -> str | None:
        """The collection of this encoder; None where nothing was written yet."""
        if self._collection is None:
            self._identity = self._identity or self._current(client)
            for stored, name in self._spaces(client):
                if stored == self._identity:
                    self._collection = name
        return self._collection

    def _create(self, client: QdrantClient, identity: EncoderIdentity) -> str:
        """The collection with its indexes; another process may have been first."""
        name = self._prefix + space_name(identity)
        if not client.collection_exists(name):
            client.create_collection(
                name,
                vectors_config={wire.DENSE: models.VectorParams(size=identity.dimension, distance=models.Distance.COSINE)},
                sparse_vectors_config={wire.SPARSE: models.SparseVectorParams()},
                # Every search is within one namespace: a graph for each tenant, and none across them.
                hnsw_config=models.HnswConfigDiff(m=0, payload_m=16),
                metadata=asdict(identity),
                timeout=self._timeout,
            )
        for field in sorted(FILTERED):
            schema: Any = INDEX_KINDS[KINDS[field]]
            if field == NAMESPACE:
                schema = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
            client.create_payload_index(name, field_name=field, field_schema=schema, wait=True, timeout=self._timeout)
        self._collection = name
        return name

    # --- calling ------------------------------------------------------------------------------------------------------------

    def _call(self, run: Callable[[QdrantClient, str], Result], *, absent: Result) -> Result:
        """The result of `run` on the collection; `absent` where there is none, or where somebody else dropped it."""
        with self._errors(), self._gate.use() as client:
            name = self._open(client)
            if name is None:
                return absent
            try:
                return run(client, name)
            except (UnexpectedResponse, grpc.RpcError) as error:
                if not _says_not_found(error):
                    raise
                self._collection = None
                return absent

    def _arm(self, client: QdrantClient, name: str, query: Any, *, using: str, condition: models.Filter) -> Fetch:
        def fetch(limit: int) -> Found:
            found = client.query_points(
                name, query=query, using=using, query_filter=condition, limit=limit, with_payload=True, timeout=self._timeout
            )
            return answer([wire.hit_of(scored) for scored in found.points], wanted=limit)

        return fetch

    def _records(self, condition: models.Filter) -> Iterator[list[Any]]:
        page = self._page(condition, None)
        while page is not None:
            records, offset = page
            yield records
            if offset is None:
                return
            page = self._page(condition, offset)
            if page is None:
                raise StoreError(f"the collection at {shown_url(self._url)} was dropped while it was read")

    def _page(self, condition: models.Filter, offset: Any) -> tuple[list[Any], Any] | None:
        def run(client: QdrantClient, name: str) -> tuple[list[Any], Any] | None:
            return client.scroll(
                name, scroll_filter=condition, limit=PAGE, offset=offset, with_payload=True, with_vectors=True, timeout=self._timeout
            )

        return self._call(run, absent=None)

    def _delete(self, selector: Any) -> None:
        self._call(lambda client, name: client.delete(name, points_selector=selector, wait=True, timeout=self._timeout), absent=None)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """The boundary: what the client throws leaves as `StoreError`, without the key."""
        try:
            yield
        except (ApiException, QdrantException, grpc.RpcError, OSError) as error:
            reason = without_secret(str(error), self._api_key)
            raise StoreError(f"Qdrant at {shown_url(self._url)} could not do its work: {reason}") from error


def _encoder_of(client: QdrantClient, name: str) -> EncoderIdentity:
    metadata = client.get_collection(name).config.metadata or {}
    try:
        return EncoderIdentity(**metadata)
    except TypeError as error:
        raise StoreError(f"the collection {name!r} names no encoder: Qdrant keeps metadata since 1.16; upgrade it and reindex") from error


def _says_not_found(error: Exception) -> bool:
    if isinstance(error, UnexpectedResponse):
        return error.status_code == HTTPStatus.NOT_FOUND
    return bool(error.code() == grpc.StatusCode.NOT_FOUND) if isinstance(error, grpc.Call) else False
