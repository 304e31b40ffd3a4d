"""One open Pinecone index: its calls, the waits until they are visible, and what serverless and pods do differently.

Serverless lists ids and reads by metadata; pods do neither, and are read by a query that names up to 10,000 records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pinecone
from tenacity import RetryError, Retrying, retry_if_result, stop_after_delay, wait_exponential

import digest_engine.vectors.pinecone.wire as wire
from digest_engine.errors import SettingsError, StoreError, StoreTimeout
from digest_engine.types import EncoderIdentity

RECORDS_IN_A_BATCH = 500
BYTES_IN_A_BATCH = 1_900_000
IDS_IN_A_DELETE = 1_000
# A fetch carries its ids in the address.
IDS_IN_A_FETCH = 100
PAGE = 100
MOST_NAMED = 10_000
MARKER = "encoder"
MARKER_NAMESPACE = f"{wire.OURS}encoder"


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """The data plane of an index. `pod_type` is empty for serverless; `timeout` in seconds bounds each wait."""

    name: str
    index: Any
    dimension: int
    metric: str
    pod_type: str
    timeout: float

    def need_sparse(self) -> None:
        """Raise `SettingsError` where the index keeps no sparse vectors: they need the dot product, and pods other than p2."""
        if self.metric != "dotproduct" or self.pod_type.startswith("p2"):
            kind = f"pods of type {self.pod_type}" if self.pod_type else "serverless"
            raise SettingsError(
                f"the Pinecone index {self.name!r} ({kind}, metric {self.metric}) keeps no sparse vectors: they need the metric dotproduct,"
                " on serverless or on pods s1 or p1; search with dense vectors alone"
            )

    # --- the record that names the encoder ----------------------------------------------------------------------------------

    def encoder(self) -> EncoderIdentity | None:
        """The encoder that wrote this index."""
        found = self.fetched(MARKER_NAMESPACE, [MARKER])
        if not found:
            return None
        metadata = found[0].metadata
        return EncoderIdentity(model=metadata["model"], dimension=int(metadata["dimension"]), metric=metadata["metric"])

    def set_encoder(self, identity: EncoderIdentity) -> None:
        """Name the encoder."""
        self.write(MARKER_NAMESPACE, [{"id": MARKER, "values": self._direction(), "metadata": {**asdict(identity), wire.ID: MARKER}}])

    # --- writing ------------------------------------------------------------------------------------------------------------

    def write(self, namespace: str, records: Sequence[dict[str, Any]]) -> None:
        """Upsert in batches, then wait until a search sees the last of them."""
        positions: list[int | None] = []
        for batch in wire.batches(records, count=RECORDS_IN_A_BATCH, size=BYTES_IN_A_BATCH):
            response = self.index.upsert(vectors=[_vector(record) for record in batch], namespace=namespace, timeout=self.timeout)
            positions.append(response.response_info.lsn_committed)
        known = [position for position in positions if position is not None]
        if len(known) == len(positions):
            self._until(lambda: self._reconciled(namespace, max(known)), f"{len(records)} written points")
        else:
            # Pods send no position in the log.
            self._until(lambda: self._equal(namespace, records), f"{len(records)} written points")

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Delete by id in batches, then wait until no search sees them."""
        for start in range(0, len(ids), IDS_IN_A_DELETE):
            self._delete_batch(namespace, list(ids[start : start + IDS_IN_A_DELETE]))

    def empty(self, namespace: str) -> None:
        """Delete all of a namespace, then wait until no search sees anything in it."""
        if self._deleted(namespace, delete_all=True):
            self._until(lambda: not self.holds(namespace), "the deletion of a namespace")

    # --- reading ------------------------------------------------------------------------------------------------------------

    def query(self, namespace: str, *, top_k: int, condition: wire.Condition | bool = True, **what: Any) -> Any:
        """The service's answer to a query; `condition` True is no filter."""
        if not isinstance(condition, bool):
            what["filter"] = condition
        return self.index.query(top_k=top_k, namespace=namespace, timeout=self.timeout, **what)

    def holds(self, namespace: str, condition: wire.Condition | bool = True) -> bool:
        """True where a search finds anything."""
        return bool(self.query(namespace, top_k=1, condition=condition, vector=self._direction()).matches)

    def holds_anything(self) -> bool:
        """True where the index has records, ours or others', beside the one that names the encoder."""
        counts = self.index.describe_index_stats(timeout=self.timeout).namespaces
        return any(summary.vector_count for name, summary in counts.items() if name != MARKER_NAMESPACE)

    def namespaces(self) -> list[str]:
        """Our namespaces, without the one of the encoder's record."""
        if self.pod_type:
            names = list(self.index.describe_index_stats(timeout=self.timeout).namespaces)
        else:
            names = [found.name for page in self.index.list_namespaces(prefix=wire.OURS) for found in page.namespaces]
        return [name for name in names if name.startswith(wire.OURS) and name != MARKER_NAMESPACE]

    def ids(self, namespace: str) -> list[str]:
        """Every id of a namespace. Raises `StoreError` where a pod index has more than it can name."""
        if not self.pod_type:
            return [item.id for page in self.index.list(namespace=namespace, limit=PAGE, timeout=self.timeout) for item in page.vectors]
        summary = self.index.describe_index_stats(timeout=self.timeout).namespaces.get(namespace)
        if summary is None:
            return []
        found = self.query(namespace, top_k=MOST_NAMED, vector=self._direction()).matches
        if len(found) != summary.vector_count:
            raise StoreError(
                f"the pod index {self.name!r} named {len(found)} of {summary.vector_count} points: pods can't list more than {MOST_NAMED};"
                " use a serverless index"
            )
        return [match.id for match in found]

    def pages(self, namespace: str, condition: wire.Condition | bool) -> Iterator[list[Any]]:
        """Every record that passes `condition` (and, on pods, any other), with its vectors."""
        if self.pod_type:
            ids = self.ids(namespace)
            for start in range(0, len(ids), IDS_IN_A_FETCH):
                yield self.fetched(namespace, ids[start : start + IDS_IN_A_FETCH])
            return
        wanted = wire.everything() if isinstance(condition, bool) else condition
        page = self._first_page(namespace, wanted)
        while page is not None:
            yield list(page.vectors.values())
            token = page.pagination.next if page.pagination is not None else None
            page = self._page(namespace, wanted, token) if token else None

    def fetched(self, namespace: str, ids: Sequence[str]) -> list[Any]:
        """The records of these ids, those that exist."""
        return list(self.index.fetch(ids=list(ids), namespace=namespace, timeout=self.timeout).vectors.values())

    def _first_page(self, namespace: str, condition: wire.Condition) -> Any:
        try:
            return self._page(namespace, condition, None)
        except pinecone.NotFoundError:
            return None

    def _page(self, namespace: str, condition: wire.Condition, token: str | None) -> Any:
        return self.index.fetch_by_metadata(filter=condition, namespace=namespace, limit=PAGE, pagination_token=token, timeout=self.timeout)

    # --- waiting ------------------------------------------------------------------------------------------------------------

    def _until(self, visible: Callable[[], bool], what: str) -> None:
        polls = Retrying(
            retry=retry_if_result(lambda seen: not seen), stop=stop_after_delay(self.timeout), wait=wait_exponential(0.02, max=1)
        )
        try:
            polls(visible)
        except RetryError as error:
            raise StoreTimeout(
                f"the Pinecone index {self.name!r} did not show {what} within {self.timeout:g} seconds: try again"
            ) from error

    def _reconciled(self, namespace: str, position: int) -> bool:
        # Not a fetch: only a search says how far the index has come.
        return bool(self.query(namespace, top_k=1, vector=self._direction()).response_info.is_reconciled(position))

    def _delete_batch(self, namespace: str, ids: list[str]) -> None:
        if self._deleted(namespace, ids=ids):
            self._until(lambda: not self.holds(namespace, {wire.ID: {"$in": ids}}), f"the deletion of {len(ids)} points")

    def _equal(self, namespace: str, records: Sequence[dict[str, Any]]) -> bool:
        for start in range(0, len(records), IDS_IN_A_FETCH):
            batch = records[start : start + IDS_IN_A_FETCH]
            stored = {record.id: record.metadata for record in self.fetched(namespace, [record["id"] for record in batch])}
            if any(stored.get(record["id"]) != record["metadata"] for record in batch):
                return False
        return True

    def _deleted(self, namespace: str, **selector: Any) -> bool:
        """False where the namespace does not exist, which serverless answers with 404."""
        try:
            self.index.delete(namespace=namespace, timeout=self.timeout, **selector)
        except pinecone.NotFoundError:
            return False
        return True

    def _direction(self) -> list[float]:
        return [1.0] + [0.0] * (self.dimension - 1)


def _vector(record: dict[str, Any]) -> pinecone.Vector:
    sparse = record.get("sparse_values")
    return pinecone.Vector(
        id=record["id"],
        values=record["values"],
        sparse_values=pinecone.SparseValues(**sparse) if sparse else None,
        metadata=record["metadata"],
    )
