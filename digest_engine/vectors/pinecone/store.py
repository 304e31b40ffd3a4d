"""Pinecone, serverless and pods, through its vectors API.

One index, named by the settings; one Pinecone namespace for each of ours; one record that names the encoder. The metric is the dot product,
which over vectors of length 1 is the cosine and is the only one with sparse vectors beside dense ones. The service is eventually consistent:
writes wait until a search sees them, or raise `StoreTimeout`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import pinecone

import digest_engine.vectors.pinecone.wire as wire
from digest_engine.errors import ConflictError, SettingsError, StoreError
from digest_engine.filters import Filter, matches
from digest_engine.types import EncoderIdentity, Point, SparseVector, StoredPoint, Vector, VectorHit
from digest_engine.vectors.gate import Gate
from digest_engine.vectors.pinecone.index import MARKER_NAMESPACE, OpenIndex
from digest_engine.vectors.points import checked_index, mismatch, point_id, prepared, unit, without_secret
from digest_engine.vectors.ranking import Fetch, Found, known, ranked

# An answer with metadata may take 4 MB.
CEILING = 1_000
# The name by which the vectors API knows the dense part of a record.
DENSE_FIELD = "_values"
METRICS = ("dotproduct", "cosine")
Result = TypeVar("Result")


class PineconeStore:
    """A `VectorStore` on Pinecone. `url` is the address of the control plane, empty for Pinecone's own."""

    exclusive = False

    def __init__(
        self,
        *,
        api_key: str,
        index: str = "temporal-digest",
        url: str = "",
        cloud: str = "aws",
        region: str = "us-east-1",
        timeout: float = 30.0,
    ) -> None:
        self._api_key = api_key
        self._name = checked_index(index)
        self._url = url
        self._place = {"deployment_type": "managed", "cloud": cloud, "region": region}
        self._timeout = timeout
        self._identity: EncoderIdentity | None = None
        self._opened: OpenIndex | None = None
        self._gate: Gate[pinecone.Pinecone] = Gate(opening=self._connect, closing=self._disconnect)

    def ensure_ready(self, identity: EncoderIdentity) -> None:
        """Open the index if it exists. Raises `EncoderMismatch` where it holds points of another encoder."""
        with self._errors(), self._gate.use() as client:
            if self._opened is not None and self._identity == identity:
                return
            opened = self._describe(client)
            stored = opened.encoder() if opened is not None else None
            if opened is not None and stored is not None and stored != identity and any(map(opened.holds, opened.namespaces())):
                raise mismatch(stored, identity)
            self._identity = identity
            self._opened = opened if stored == identity else None

    def identity(self) -> EncoderIdentity | None:
        """The encoder given to `ensure_ready`, else the one that the index names."""
        if self._identity is None:
            with self._errors(), self._gate.use() as client:
                opened = self._describe(client)
                self._identity = opened.encoder() if opened is not None else None
        return self._identity

    def replace_encoder(self, identity: EncoderIdentity) -> None:
        """Empty every namespace of ours, then take `identity` for the next upsert; namespaces of others are left alone."""
        with self._errors(), self._gate.use() as client:
            opened = self._describe(client)
            if opened is not None:
                for name in [*opened.namespaces(), MARKER_NAMESPACE]:
                    opened.empty(name)
            self._identity, self._opened = identity, None

    def upsert(self, points: Sequence[Point]) -> None:
        """Write points in batches and wait until a search sees them; an index that somebody deleted is made again."""
        if not points:
            return
        identity = self.identity()
        if identity is None:
            raise ConflictError("the vector store knows no encoder yet: call ensure_ready before the first upsert")
        spaces: dict[str, list[dict[str, Any]]] = {}
        for key, point in prepared(points, identity=identity).items():
            spaces.setdefault(wire.encoded(point.namespace), []).append(wire.record_of(key, point))

        def run(opened: OpenIndex) -> bool:
            if any("sparse_values" in record for records in spaces.values() for record in records):
                opened.need_sparse()
            for name, records in spaces.items():
                opened.write(name, records)
            return True

        if not self._call(run, absent=False):
            with self._errors(), self._gate.use() as client:
                run(self._create(client, identity))

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
        condition = wire.pushed(filter)
        name = wire.encoded(namespace)

        def run(opened: OpenIndex) -> list[VectorHit]:
            dense_arm = sparse_arm = None
            if len(vector):
                query = {"vector": list(unit(vector, dimension=opened.dimension))}
                dense_arm = self._arm(opened, name, query, condition=condition, filter=filter)
            if sparse is not None and sparse.indices:
                opened.need_sparse()
                # A query needs a dense part; one of zeros adds nothing to the score.
                terms = {"vector": [0.0] * opened.dimension, "sparse_vector": wire.terms_of(sparse)}
                sparse_arm = self._arm(opened, name, terms, condition=condition, filter=filter)
            return ranked(limit=limit, dense=dense_arm, sparse=sparse_arm, dense_weight=dense_weight, ceiling=CEILING)

        return [] if condition is False else self._call(run, absent=[])

    def scan(self, *, namespace: str | None = None, filter: Filter | None = None) -> Iterator[Point]:
        """Every matching point, read page by page. On pods, which list nothing, raises `StoreError` above 10,000 points a namespace."""
        condition = wire.pushed(filter)
        if condition is False:
            return iter(())
        points = known(wire.point_of(record) for _, page in self._records(namespace, condition) for record in page)
        return points if filter is None else (point for point in points if matches(filter, point.payload))

    def stored(self) -> Iterator[StoredPoint]:
        """Every record of our namespaces, namespace by namespace."""
        return (wire.stored_of(record, space=name) for name, records in self._records(None, True) for record in records)

    def discard(self, points: Sequence[StoredPoint]) -> None:
        """Remove records by id, and wait until no search sees them."""
        spaces: dict[str, list[str]] = {}
        for point in points:
            spaces.setdefault(point.space, []).append(point.id)
        for name, ids in spaces.items():
            self._delete(name, ids)

    def delete(self, *, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove these points by id, and wait until no search sees them."""
        ids = [point_id(namespace, chunk_id) for chunk_id in chunk_ids]
        self._delete(wire.encoded(namespace), ids)

    def delete_namespace(self, namespace: str) -> None:
        """Empty exactly this namespace, and wait until no search sees anything in it."""
        self._call(lambda opened: opened.empty(wire.encoded(namespace)), absent=None)

    def count(self, *, namespace: str | None = None, filter: Filter | None = None) -> int:
        """Exact count, by listing ids; under a filter by reading the points."""
        if filter is not None:
            return sum(1 for _ in self.scan(namespace=namespace, filter=filter))
        return self._call(lambda opened: sum(len(opened.ids(name)) for name in self._names(opened, namespace)), absent=0)

    def close(self) -> None:
        """Close the connections."""
        with self._errors():
            self._gate.close()

    # --- opening ------------------------------------------------------------------------------------------------------------

    def _connect(self) -> pinecone.Pinecone:
        return pinecone.Pinecone(api_key=self._api_key, host=self._url or None, timeout=self._timeout)

    def _disconnect(self, client: pinecone.Pinecone) -> None:
        if self._opened is not None:
            self._opened.index.close()
            self._opened = None
        client.close()

    def _describe(self, client: pinecone.Pinecone) -> OpenIndex | None:
        """The index of the settings, whoever wrote it; None where there is none."""
        try:
            model = client.indexes.describe(self._name)
        except pinecone.NotFoundError:
            return None
        if model.host is None:
            raise StoreError(f"the Pinecone index {self._name!r} is still being made: try again")
        field: Any = model.schema.fields.get(DENSE_FIELD)
        if field is None or field.metric not in METRICS:
            raise SettingsError(
                f"the Pinecone index {self._name!r} keeps no dense vectors with the metric dotproduct or cosine: name another"
            )
        return OpenIndex(
            name=self._name,
            index=client.index(host=model.host),
            dimension=field.dimension,
            metric=field.metric,
            pod_type=str(getattr(model.deployment, "pod_type", "")),
            timeout=self._timeout,
        )

    def _open(self, client: pinecone.Pinecone) -> OpenIndex | None:
        """The index as this encoder wrote it; None where it wrote nothing yet."""
        if self._opened is None:
            opened = self._describe(client)
            stored = opened.encoder() if opened is not None else None
            if stored is not None and self._identity in (None, stored):
                self._identity, self._opened = stored, opened
        return self._opened

    def _create(self, client: pinecone.Pinecone, identity: EncoderIdentity) -> OpenIndex:
        """The index with the record that names the encoder; one of another dimension is replaced if nothing is in it."""
        opened = self._describe(client)
        if opened is not None and opened.dimension != identity.dimension:
            if opened.pod_type or opened.holds_anything():
                raise ConflictError(
                    f"the Pinecone index {self._name!r} has {opened.dimension} dimensions, the encoder {identity.dimension}, and it is on pods"
                    " or holds records of others: make another index and name it in the settings"
                )
            client.indexes.delete(self._name, timeout=int(self._timeout))
            opened = None
        if opened is None:
            field = {"type": "dense_vector", "dimension": identity.dimension, "metric": METRICS[0]}
            client.indexes.create(
                name=self._name, schema={"fields": {DENSE_FIELD: field}}, deployment=self._place, timeout=int(self._timeout)
            )
            opened = self._describe(client)
        if opened is None:
            raise StoreError(f"the Pinecone index {self._name!r} was made and is not there: try again")
        opened.set_encoder(identity)
        self._opened = opened
        return opened

    # --- calling ------------------------------------------------------------------------------------------------------------

    def _call(self, run: Callable[[OpenIndex], Result], *, absent: Result) -> Result:
        """The result of `run` on the index; `absent` where there is none, or where somebody else deleted it."""
        with self._errors(), self._gate.use() as client:
            opened = self._open(client)
            if opened is None:
                return absent
            try:
                return run(opened)
            except pinecone.NotFoundError:
                self._opened = None
                return absent

    def _delete(self, name: str, ids: Sequence[str]) -> None:
        self._call(lambda opened: opened.delete(name, ids), absent=None)

    def _arm(
        self, opened: OpenIndex, name: str, query: dict[str, Any], *, condition: wire.Condition | bool, filter: Filter | None
    ) -> Fetch:
        def fetch(limit: int) -> Found:
            found = opened.query(name, top_k=limit, condition=condition, include_metadata=True, **query).matches
            # Where terms alone count, a score of zero says that the record shares none.
            scored = [match for match in found if match.score != 0.0] if "sparse_vector" in query else found
            hits = [hit for match in scored if (hit := wire.hit_of(match, filter=filter)) is not None]
            legacy = sum(wire.payload_of(match.metadata) is None for match in scored)
            return Found(hits, legacy=legacy, exhausted=len(scored) < limit)

        return fetch

    def _records(self, namespace: str | None, condition: wire.Condition | bool) -> Iterator[tuple[str, list[Any]]]:
        """The name of a namespace with some of its records, until all were given."""

        def named(opened: OpenIndex) -> tuple[OpenIndex | None, list[str]]:
            return opened, self._names(opened, namespace)

        nothing: tuple[OpenIndex | None, list[str]] = (None, [])
        opened, names = self._call(named, absent=nothing)
        if opened is None:
            return
        for name in names:
            pages = opened.pages(name, condition)
            while True:
                with self._errors():
                    records = next(pages, None)
                if records is None:
                    break
                yield name, records

    def _names(self, opened: OpenIndex, namespace: str | None) -> list[str]:
        return opened.namespaces() if namespace is None else [wire.encoded(namespace)]

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """The boundary: what the client throws leaves as `StoreError`, without the key."""
        try:
            yield
        except (pinecone.PineconeError, OSError) as error:
            reason = without_secret(str(error), self._api_key)
            raise StoreError(f"Pinecone could not do its work on the index {self._name!r}: {reason}") from error
