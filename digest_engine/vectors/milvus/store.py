"""Milvus: Lite in this process by the path of a file, a server or Zilliz by address.

One collection per encoder, with a marker row that names the encoder. Reads ask for strong consistency, so a write is visible when `upsert`
returns. Lite is exact and slow; servers index approximately.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from pymilvus import DataType, MilvusClient
from pymilvus.exceptions import ErrorCode, MilvusException

import digest_engine.vectors.milvus.wire as wire
from digest_engine.errors import ConflictError, SettingsError, StoreBusy, StoreError
from digest_engine.filters import Filter
from digest_engine.types import EncoderIdentity, Point, SparseVector, StoredPoint, Vector, VectorHit
from digest_engine.vectors.gate import Gate
from digest_engine.vectors.points import checked_index, mismatch, point_id, prepared, shown_url, space_name, unit, without_secret
from digest_engine.vectors.ranking import Fetch, Found, answer, known, ranked

BATCH = 1_000
PAGE = 1_000
CEILING = 16_384
STRONG = "Strong"
# Lite's server hangs up on a client that asks every ten seconds whether it is alive, as pymilvus does; it lives in this process.
NEVER = 2**31 - 1
SPARSE_SINCE = (2, 4)
ARRAY_INDEX_SINCE = (2, 5)
NO_SPARSE = "this Milvus server keeps no sparse vectors: they need version 2.4 or later; search with dense vectors alone"
Result = TypeVar("Result")


class MilvusStore:
    """A `VectorStore` on Milvus."""

    def __init__(self, *, url: str, api_key: str = "", index: str = "temporal-digest", timeout: float = 30.0) -> None:
        self._lite = "://" not in url
        self.exclusive = self._lite
        self._url = url if not self._lite or url.endswith(".db") else f"{url}.db"
        self._api_key = api_key
        self._prefix = f"{checked_index(index).replace('-', '_')}__"
        self._timeout = timeout
        self._identity: EncoderIdentity | None = None
        self._collection: str | None = None
        self._with_sparse = True
        self._gate = Gate(opening=self._connect, closing=self._disconnect)

    def ensure_ready(self, identity: EncoderIdentity) -> None:
        """Open the collection of `identity` if it exists. Raises `EncoderMismatch` where another encoder's collection holds points."""
        with self._errors(), self._gate.use() as client:
            if self._collection is not None and self._identity == identity:
                return
            for stored, name in self._spaces(client):
                if stored != identity and self._rows(client, name, wire.EVERYTHING) > 0:
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
                client.drop_collection(name, timeout=self._timeout)
            self._identity, self._collection = identity, None

    def upsert(self, points: Sequence[Point]) -> None:
        """Write points in batches; a collection that somebody dropped is made again."""
        if not points:
            return
        identity = self.identity()
        if identity is None:
            raise ConflictError("the vector store knows no encoder yet: call ensure_ready before the first upsert")
        ready = prepared(points, identity=identity)
        written = self._read(lambda client, name: self._write(client, name, ready), absent=False)
        if not written:
            with self._errors(), self._gate.use() as client:
                self._write(client, self._create(client, identity), ready)

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

        def run(client: MilvusClient, name: str) -> list[VectorHit]:
            dense_arm = sparse_arm = None
            if len(vector) and self._identity is not None:
                query = list(unit(vector, dimension=self._identity.dimension))
                dense_arm = self._arm(client, name, query, field=wire.DENSE, metric="COSINE", condition=condition)
            if sparse is not None and sparse.indices:
                if not self._with_sparse:
                    raise SettingsError(NO_SPARSE)
                sparse_arm = self._arm(client, name, wire.terms_of(sparse), field=wire.SPARSE, metric="IP", condition=condition)
            return ranked(limit=limit, dense=dense_arm, sparse=sparse_arm, dense_weight=dense_weight, ceiling=CEILING)

        return self._read(run, absent=[])

    def scan(self, *, namespace: str | None = None, filter: Filter | None = None) -> Iterator[Point]:
        """Every matching point in the order of primary keys, read page by page."""
        records = self._records(wire.translate(filter, namespace=namespace))
        return known(wire.point_of(row) for page in records for row in page)

    def stored(self) -> Iterator[StoredPoint]:
        """Every row in the order of primary keys, without the one that names the encoder."""
        return (wire.stored_of(row) for rows in self._records(wire.EVERYTHING) for row in rows)

    def discard(self, points: Sequence[StoredPoint]) -> None:
        """Remove rows by primary key."""
        self._delete([point.id for point in points])

    def delete(self, *, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove these points by primary key."""
        self._delete([point_id(namespace, chunk_id) for chunk_id in chunk_ids])

    def delete_namespace(self, namespace: str) -> None:
        """Remove the rows whose `space` is the hash of exactly this namespace."""
        condition = wire.translate(None, namespace=namespace)
        self._read(lambda client, name: client.delete(name, filter=condition, timeout=self._timeout), absent=None)

    def count(self, *, namespace: str | None = None, filter: Filter | None = None) -> int:
        """Exact count."""
        condition = wire.translate(filter, namespace=namespace)
        return self._read(lambda client, name: self._rows(client, name, condition), absent=0)

    def close(self) -> None:
        """Close the connection; for Lite also stop its server, which holds the lock of the file."""
        with self._errors():
            self._gate.close()

    # --- opening ------------------------------------------------------------------------------------------------------------

    def _connect(self) -> MilvusClient:
        if self._lite:
            Path(self._url).absolute().parent.mkdir(parents=True, exist_ok=True)
        options: dict[str, Any] = {"grpc_options": {"grpc.keepalive_time_ms": NEVER}} if self._lite else {}
        return MilvusClient(self._url, token=self._api_key, timeout=self._timeout, dedicated=True, **options)

    def _disconnect(self, client: MilvusClient) -> None:
        client.close()
        self._collection = None
        if self._lite:
            # MilvusClient.close leaves Lite's server running, and with it the lock.
            importlib.import_module("milvus_lite.server_manager").server_manager_instance.release_server(self._url)

    def _collections(self, client: MilvusClient) -> list[str]:
        return [name for name in client.list_collections(timeout=self._timeout) if name.startswith(self._prefix)]

    def _spaces(self, client: MilvusClient) -> list[tuple[EncoderIdentity, str]]:
        """The encoders that have a collection here, by their markers; one without marker was never written to."""
        found: list[tuple[EncoderIdentity, str]] = []
        for name in self._collections(client):
            client.load_collection(name, timeout=self._timeout)
            for row in client.query(name, ids=[wire.MARKER], output_fields=[wire.PAYLOAD], consistency_level=STRONG, timeout=self._timeout):
                found.append((EncoderIdentity(**row[wire.PAYLOAD]), name))
        return found

    def _current(self, client: MilvusClient) -> EncoderIdentity | None:
        """The encoder whose collection is here; of several, the one that was not emptied."""
        spaces = self._spaces(client)
        if len(spaces) > 1:
            spaces = [(stored, name) for stored, name in spaces if self._rows(client, name, wire.EVERYTHING) > 0] or spaces
        return spaces[0][0] if spaces else None

    def _open(self, client: MilvusClient) -> str | None:
        """The collection of this encoder, loaded; None where nothing was written yet."""
        if self._collection is None:
            self._identity = self._identity or self._current(client)
            for stored, name in self._spaces(client):
                if stored == self._identity:
                    self._collection, self._with_sparse = name, self._has_sparse(client, name)
        return self._collection

    def _name(self, identity: EncoderIdentity) -> str:
        return self._prefix + space_name(identity, separator="_")

    def _create(self, client: MilvusClient, identity: EncoderIdentity) -> str:
        """The collection with its marker; another process may have been first."""
        name = self._name(identity)
        version = _version(client.get_server_version())
        with_sparse = self._lite or version >= SPARSE_SINCE
        if not client.has_collection(name, timeout=self._timeout):
            indexed = not self._lite and version >= ARRAY_INDEX_SINCE
            schema, indexes = _layout(client, identity, with_sparse=with_sparse, with_array_index=indexed)
            client.create_collection(name, schema=schema, index_params=indexes, consistency_level=STRONG, timeout=self._timeout)
        first = (1.0,) + (0.0,) * (identity.dimension - 1)
        marker = {
            wire.PK: wire.MARKER,
            wire.SPACE: wire.MARKER,
            wire.PAYLOAD: asdict(identity),
            wire.NUMBERS: {},
            wire.FACTS: [],
            wire.DENSE: first,
        }
        client.upsert(name, [{**marker, wire.SPARSE: wire.terms_of(None)} if with_sparse else marker], timeout=self._timeout)
        self._collection, self._with_sparse = name, with_sparse
        return name

    # --- calling ------------------------------------------------------------------------------------------------------------

    def _read(self, run: Callable[[MilvusClient, str], Result], *, absent: Result) -> Result:
        """The result of `run` on the collection; `absent` where there is none, or where somebody else dropped it."""
        with self._errors(), self._gate.use() as client:
            name = self._open(client)
            if name is None:
                return absent
            try:
                return run(client, name)
            except MilvusException as error:
                if error.code != ErrorCode.COLLECTION_NOT_FOUND:
                    raise
                self._collection = None
                return absent

    def _delete(self, ids: list[str]) -> None:
        def run(client: MilvusClient, name: str) -> None:
            for start in range(0, len(ids), BATCH):
                client.delete(name, ids=ids[start : start + BATCH], timeout=self._timeout)

        self._read(run, absent=None)

    def _write(self, client: MilvusClient, name: str, ready: dict[str, Point]) -> bool:
        if not self._with_sparse and any(point.sparse is not None and point.sparse.indices for point in ready.values()):
            raise SettingsError(NO_SPARSE)
        rows = [wire.row_of(key, point, with_sparse=self._with_sparse) for key, point in ready.items()]
        for start in range(0, len(rows), BATCH):
            client.upsert(name, rows[start : start + BATCH], timeout=self._timeout)
        return True

    def _arm(self, client: MilvusClient, name: str, query: Any, *, field: str, metric: str, condition: str) -> Fetch:
        def fetch(limit: int) -> Found:
            found = client.search(
                name,
                data=[query],
                anns_field=field,
                limit=limit,
                filter=condition,
                output_fields=[wire.PAYLOAD],
                search_params={"metric_type": metric},
                consistency_level=STRONG,
                timeout=self._timeout,
            )
            return answer([wire.hit_of(hit) for hit in found[0]], wanted=limit)

        return fetch

    def _records(self, condition: str) -> Iterator[list[dict[str, Any]]]:
        iterator = self._read(lambda client, name: self._iterator(client, name, condition), absent=None)
        while iterator is not None:
            with self._errors(), self._gate.use():
                rows = iterator.next()
            if not rows:
                iterator.close()
                return
            yield rows

    def _iterator(self, client: MilvusClient, name: str, condition: str) -> Any:
        fields = [wire.PK, wire.PAYLOAD, wire.DENSE, *([wire.SPARSE] if self._with_sparse else [])]
        return client.query_iterator(
            name, batch_size=PAGE, filter=condition, output_fields=fields, consistency_level=STRONG, timeout=self._timeout
        )

    def _rows(self, client: MilvusClient, name: str, condition: str) -> int:
        (row,) = client.query(name, filter=condition, output_fields=["count(*)"], consistency_level=STRONG, timeout=self._timeout)
        return int(row["count(*)"])

    def _has_sparse(self, client: MilvusClient, name: str) -> bool:
        return any(field["name"] == wire.SPARSE for field in client.describe_collection(name, timeout=self._timeout)["fields"])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """The boundary: what the client throws leaves as `StoreBusy` or `StoreError`, without the key."""
        try:
            yield
        except (MilvusException, OSError) as error:
            reason = without_secret(str(error), self._api_key)
            if "Open local milvus failed" in reason:
                raise StoreBusy(
                    f"the vector store {self._url} is in use by another process, which releases it when idle: try again"
                ) from error
            raise StoreError(f"Milvus at {shown_url(self._url)} could not do its work: {reason}") from error


def _version(text: str) -> tuple[int, int]:
    """Major and minor version of a server's answer (`v2.3.5`, `Zilliz Cloud … 2.6`); a text without any is taken for a new server."""
    found = re.search(r"(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else ARRAY_INDEX_SINCE


def _layout(client: MilvusClient, identity: EncoderIdentity, *, with_sparse: bool, with_array_index: bool) -> tuple[Any, Any]:
    schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
    schema.add_field(wire.PK, DataType.VARCHAR, max_length=36, is_primary=True)
    schema.add_field(wire.SPACE, DataType.VARCHAR, max_length=wire.HASH_LENGTH)
    schema.add_field(wire.PAYLOAD, DataType.JSON)
    schema.add_field(wire.NUMBERS, DataType.JSON)
    schema.add_field(wire.FACTS, DataType.ARRAY, element_type=DataType.VARCHAR, max_capacity=wire.MAX_FACTS, max_length=wire.HASH_LENGTH)
    schema.add_field(wire.DENSE, DataType.FLOAT_VECTOR, dim=identity.dimension)
    indexes = client.prepare_index_params()
    indexes.add_index(wire.DENSE, index_type="AUTOINDEX", metric_type="COSINE")
    if with_sparse:
        schema.add_field(wire.SPARSE, DataType.SPARSE_FLOAT_VECTOR)
        indexes.add_index(wire.SPARSE, index_type="SPARSE_INVERTED_INDEX", metric_type="IP")
    if with_array_index:
        indexes.add_index(wire.SPACE, index_type="INVERTED")
        indexes.add_index(wire.FACTS, index_type="INVERTED")
    return schema, indexes
