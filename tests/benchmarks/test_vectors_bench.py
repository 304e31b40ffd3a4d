"""What an adapter costs over its vendor's bare client, as ratios in one run: these machines are shared and noisy.

Bare and ours write the same vectors and payloads to spaces of the same shape, and take turns, so that a busy moment meets both.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest

from digest_engine.filters import AllOf, Between, Equals
from digest_engine.types import EncoderIdentity, Point
from digest_engine.vectors.base import VectorStore

IDENTITY = EncoderIdentity(model="bench", dimension=384)
NAMESPACE = "avella"
POINTS = 10_000
BATCH = 1_000
LIMIT_RATIO = 1.25
FILTER = AllOf((Between("date_key", 20260405, 20260410), Equals("act_type", "determina")))


class Bare(Protocol):
    """The vendor's client, used as its documentation shows, on a space like the adapter's."""

    def upsert(self, points: Sequence[Point]) -> None:
        """Write points."""

    def search(self, vector: Sequence[float]) -> int:
        """How many of the best ten were found, payloads included."""

    def scan(self) -> int:
        """How many points were read, vectors included."""


@dataclass(frozen=True)
class Pair:
    """An adapter and its bare client."""

    store: VectorStore
    bare: Bare


def points(count: int, *, first: int = 0) -> list[Point]:
    """Random unit vectors with the payload of a passage."""
    vectors = np.random.default_rng(first).standard_normal((count, IDENTITY.dimension))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return [_point(tuple(vector.tolist()), first + number) for number, vector in enumerate(vectors)]


def _point(vector: tuple[float, ...], number: int) -> Point:
    chunk_id = f"{uuid.UUID(int=number).hex}-{number % 7}"
    day = 1 + number % 28
    payload = {
        "chunk_id": chunk_id, "doc_id": f"doc-{number // 5}", "act_id": f"act-{number // 5}", "namespace": NAMESPACE, "digest_type": "none",
        "date": f"2026-04-{day:02}", "date_key": 20260400 + day, "page": 1 + number % 9, "ordinal": number % 7, "sha256": f"{number:064x}",
        "act_type": ("determina", "delibera", "decreto")[number % 3], "kind": "determina", "organ": "Giunta", "number": str(number % 500),
        "year": 2026, "issuer": "Comune di Avella", "topics": ["scuola", "mensa"], "amount": number / 7, "amount_role": "impegnato",
    }  # fmt: skip
    return Point(chunk_id, NAMESPACE, payload, vector)


def batches(items: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """In order, a thousand at a time."""
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


@dataclass(frozen=True)
class Cost:
    """Seconds on the clock, and of all threads of this process on a processor."""

    wall: float
    processor: float


def cost(work: Callable[[], object]) -> Cost:
    """What `work` took, the collector of garbage at rest as in `timeit`."""
    gc.collect()
    gc.disable()
    wall, processor = time.perf_counter(), time.process_time()
    work()
    taken = Cost(time.perf_counter() - wall, time.process_time() - processor)
    gc.enable()
    return taken


def compare(pair: Pair, name: str, *, rounds: int, embedded: bool) -> None:
    """Write, search and scan with both by turns, print the ratios and hold them to the limit.

    An embedded engine works in this process, so its processor time counts, which other work on the machine hardly changes. A service is
    waited for, so the clock counts too: an adapter that costs more shows on both, other work on the machine on the clock alone.
    """
    data = points(POINTS)
    queries = [point.vector for point in data[: 10 * rounds]]
    pair.store.ensure_ready(IDENTITY)
    pair.store.upsert(data[:1])
    pair.bare.upsert(data[:1])
    writes = [(cost(lambda part=part: pair.bare.upsert(part)), cost(lambda part=part: pair.store.upsert(part))) for part in batches(data)]
    searches = [
        (cost(lambda query=query: pair.bare.search(query)), cost(lambda query=query: search(pair.store, query))) for query in queries
    ]
    scans = [(cost(lambda: complete(pair.bare.scan())), cost(lambda: complete(scan(pair.store)))) for _ in range(rounds)]
    times = {"upsert": writes, "search": searches, "scan": scans}
    ratios = {kind: report(f"{name} {kind}", taken, embedded=embedded) for kind, taken in times.items()}
    assert all(ratio <= LIMIT_RATIO for ratio in ratios.values()), ratios


def search(store: VectorStore, vector: Sequence[float]) -> int:
    """The adapter's answer to the bare client's search."""
    return len(store.search(namespace=NAMESPACE, limit=10, vector=tuple(vector)))


def scan(store: VectorStore) -> int:
    """The adapter's answer to the bare client's scan."""
    return sum(1 for _ in store.scan(namespace=NAMESPACE))


def complete(count: int) -> None:
    """Fail where a scan left something out."""
    assert count == POINTS


@contextmanager
def served(module: str, service: str) -> Iterator[str]:
    """The address of a double in a process of its own, so that its work is not counted."""
    code = f"""
import threading
from tests.doubles.{module} import {service}
print({service}(api_key="key").url, flush=True)
threading.Event().wait()
"""
    process = subprocess.Popen([sys.executable, "-W", "ignore", "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def report(name: str, times: Sequence[tuple[Cost, Cost]], *, embedded: bool) -> float:
    """Print and return the ratio of the least times: the work is the same each time, and noise only adds to it."""
    bare, ours = (min(pair[side].processor for pair in times) for side in (0, 1))
    bare_wall, ours_wall = (min(pair[side].wall for pair in times) for side in (0, 1))
    print(f"\n{name}: processor bare {bare * 1000:.2f} ms, ours {ours * 1000:.2f} ms, ratio {ours / bare:.2f}", end="")
    print(f"; clock {bare_wall * 1000:.2f} ms, {ours_wall * 1000:.2f} ms, {ours_wall / bare_wall:.2f} (≤ {LIMIT_RATIO})", end="")
    return ours / bare if embedded else min(ours / bare, ours_wall / bare_wall)


# --- Qdrant Edge --------------------------------------------------------------------------------------------------------------


class BareEdge:
    """qdrant-edge alone."""

    def __init__(self, folder: Path) -> None:
        import qdrant_edge as edge

        from digest_engine.payload import FILTERED, KINDS
        from digest_engine.vectors.qdrant_edge.store import INDEX_KINDS, _config

        self.edge = edge
        self.shard = edge.EdgeShard.create(str(folder), _config(IDENTITY))
        for field in sorted(FILTERED):
            self.shard.update(edge.UpdateOperation.create_field_index(field, INDEX_KINDS[KINDS[field]]))

    def upsert(self, points: Sequence[Point]) -> None:
        records = [self.edge.Point(str(uuid.uuid5(uuid.NAMESPACE_URL, p.chunk_id)), {"dense": p.vector}, p.payload) for p in points]
        self.shard.update(self.edge.UpdateOperation.upsert_points(records))

    def search(self, vector: Sequence[float], *, filtered: bool = False) -> int:
        edge = self.edge
        must: list[Any] = [edge.FieldCondition("namespace", match=edge.MatchValue(NAMESPACE))]
        if filtered:
            must.append(edge.FieldCondition("date_key", range=edge.RangeFloat(gte=20260405, lte=20260410)))
            must.append(edge.FieldCondition("act_type", match=edge.MatchValue("determina")))
        query = edge.Query.Nearest(vector, using="dense")
        found = self.shard.query(edge.QueryRequest(limit=10, query=query, filter=edge.Filter(must=must), with_payload=True))
        return len([(scored.score, scored.payload) for scored in found])

    def scan(self) -> int:
        count, offset = 0, None
        while True:
            request = self.edge.ScrollRequest(limit=BATCH, offset=offset, with_payload=True, with_vector=True)
            records, offset = self.shard.scroll(request)
            count += len([(record.payload, record.vector) for record in records])
            if offset is None:
                return count


def test_qdrant_edge_costs_at_most_a_quarter_more_than_the_bare_engine(tmp_path: Path) -> None:
    from digest_engine.vectors.qdrant_edge import QdrantEdgeStore

    store = QdrantEdgeStore(tmp_path / "ours")
    compare(Pair(store, BareEdge(tmp_path / "bare")), "qdrant-edge", rounds=5, embedded=True)
    store.close()


def test_the_embedded_store_searches_two_hundred_thousand_points_like_the_bare_engine(tmp_path: Path) -> None:
    from digest_engine.vectors.qdrant_edge import QdrantEdgeStore

    count = 200_000
    store, bare = QdrantEdgeStore(tmp_path / "ours"), BareEdge(tmp_path / "bare")
    store.ensure_ready(IDENTITY)
    added = [grown(lambda target=target: fill(target, count)) for target in (store, bare)]
    queries = [point.vector for point in points(30, first=count)]
    filtered = [(cost(lambda q=q: bare.search(q, filtered=True)), cost(lambda q=q: filtered_search(store, q))) for q in queries]
    plain = [(cost(lambda q=q: bare.search(q)), cost(lambda q=q: search(store, q))) for q in queries]
    ratio = report("qdrant-edge 200,000 filtered search", filtered, embedded=True)
    report("qdrant-edge 200,000 search", plain, embedded=True)
    print(
        f"\nqdrant-edge 200,000: memory ours {added[0]:.0f} MB, bare {added[1]:.0f} MB (the vectors alone {count * 384 * 4 / 2**20:.0f} MB)"
    )
    bare.shard.close()
    store.close()
    assert ratio <= LIMIT_RATIO


def filtered_search(store: VectorStore, vector: Sequence[float]) -> int:
    """A search in a few days and one type of act."""
    return len(store.search(namespace=NAMESPACE, limit=10, vector=tuple(vector), filter=FILTER))


def fill(target: Any, count: int) -> None:
    """Write `count` points, a thousand at a time."""
    for start in range(0, count, BATCH):
        target.upsert(points(BATCH, first=start))


def grown(work: Callable[[], object]) -> float:
    """By how many MB `work` raised the most that this process ever held."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    work()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


# --- Qdrant over HTTP, against the double -------------------------------------------------------------------------------------


class BareQdrant:
    """qdrant-client alone."""

    def __init__(self, url: str, key: str) -> None:
        from qdrant_client import QdrantClient, models

        self.models = models
        self.client = QdrantClient(url=url, api_key=key, check_compatibility=False)
        self.client.create_collection(
            "bare",
            vectors_config={"dense": models.VectorParams(size=IDENTITY.dimension, distance=models.Distance.COSINE)},
            sparse_vectors_config={"sparse": models.SparseVectorParams()},
        )

    def upsert(self, points: Sequence[Point]) -> None:
        models = self.models
        records = [
            models.PointStruct(
                id=str(uuid.uuid5(uuid.NAMESPACE_URL, p.chunk_id)), vector={"dense": list(p.vector)}, payload=dict(p.payload)
            )
            for p in points
        ]
        self.client.upsert("bare", points=records, wait=True)

    def search(self, vector: Sequence[float]) -> int:
        models = self.models
        condition = models.Filter(must=[models.FieldCondition(key="namespace", match=models.MatchValue(value=NAMESPACE))])
        return len(self.client.query_points("bare", query=list(vector), using="dense", query_filter=condition, limit=10).points)

    def scan(self) -> int:
        models = self.models
        condition = models.Filter(must=[models.FieldCondition(key="namespace", match=models.MatchValue(value=NAMESPACE))])
        count, offset = 0, None
        while True:
            records, offset = self.client.scroll(
                "bare", scroll_filter=condition, limit=BATCH, offset=offset, with_payload=True, with_vectors=True
            )
            count += len(records)
            if offset is None:
                return count


@pytest.mark.filterwarnings("ignore")
def test_qdrant_over_http_costs_at_most_a_quarter_more_than_the_bare_client() -> None:
    pytest.importorskip("qdrant_client")
    from digest_engine.vectors.qdrant_server import QdrantServerStore

    with served("qdrant_service", "QdrantService") as url:
        store = QdrantServerStore(url=url, api_key="key")
        compare(Pair(store, BareQdrant(url, "key")), "qdrant over HTTP (double)", rounds=2, embedded=False)


# --- Milvus Lite --------------------------------------------------------------------------------------------------------------


class BareMilvus:
    """pymilvus alone, on the adapter's layout."""

    def __init__(self, path: Path) -> None:
        from pymilvus import MilvusClient

        from digest_engine.vectors.milvus.store import _layout

        self.client = MilvusClient(str(path))
        schema, indexes = _layout(self.client, IDENTITY, with_sparse=True, with_array_index=False)
        self.client.create_collection("bare", schema=schema, index_params=indexes, consistency_level="Strong")

    def upsert(self, points: Sequence[Point]) -> None:
        rows = [
            {
                "pk": str(uuid.uuid5(uuid.NAMESPACE_URL, p.chunk_id)), "space": NAMESPACE, "payload": p.payload, "dense": list(p.vector),
                "numbers": {"date_key": p.payload["date_key"], "amount": p.payload["amount"], "page": p.payload["page"]},
                "facts": [f"{name}"[:32] for name in p.payload], "sparse": {4294967294: 1e-30},
            }
            for p in points
        ]  # fmt: skip
        self.client.upsert("bare", rows)

    def search(self, vector: Sequence[float]) -> int:
        found = self.client.search(
            "bare", data=[list(vector)], anns_field="dense", limit=10, filter=f'space == "{NAMESPACE}"', output_fields=["payload"],
            search_params={"metric_type": "COSINE"}, consistency_level="Strong",
        )  # fmt: skip
        return len(found[0])

    def scan(self) -> int:
        iterator = self.client.query_iterator(
            "bare",
            batch_size=BATCH,
            filter=f'space == "{NAMESPACE}"',
            output_fields=["payload", "dense", "sparse"],
            consistency_level="Strong",
        )
        count = 0
        while rows := iterator.next():
            count += len(rows)
        return count


def test_milvus_lite_costs_at_most_a_quarter_more_than_the_bare_client(tmp_path: Path) -> None:
    pytest.importorskip("milvus_lite")
    from digest_engine.vectors.milvus import MilvusStore

    store = MilvusStore(url=str(tmp_path / "ours.db"))
    compare(Pair(store, BareMilvus(tmp_path / "bare.db")), "milvus lite", rounds=1, embedded=True)
    store.close()


# --- Pinecone, against the double ---------------------------------------------------------------------------------------------


class BarePinecone:
    """Pinecone's SDK alone, waiting for what it wrote as the documentation shows."""

    def __init__(self, url: str, key: str) -> None:
        from pinecone import Pinecone

        client = Pinecone(api_key=key, host=url)
        field = {"type": "dense_vector", "dimension": IDENTITY.dimension, "metric": "dotproduct"}
        deployment = {"deployment_type": "managed", "cloud": "aws", "region": "us-east-1"}
        client.indexes.create(name="bare", schema={"fields": {"_values": field}}, deployment=deployment)
        self.index = client.index(name="bare")

    def upsert(self, points: Sequence[Point]) -> None:
        for start in range(0, len(points), 180):
            records = [
                {"id": str(uuid.uuid5(uuid.NAMESPACE_URL, p.chunk_id)), "values": list(p.vector), "metadata": dict(p.payload)}
                for p in points[start : start + 180]
            ]
            self.index.upsert(vectors=records, namespace=NAMESPACE)
        self.index.query(top_k=1, vector=list(points[0].vector), namespace=NAMESPACE)

    def search(self, vector: Sequence[float]) -> int:
        return len(self.index.query(top_k=10, vector=list(vector), namespace=NAMESPACE, include_metadata=True).matches)

    def scan(self) -> int:
        count, token = 0, None
        while True:
            page = self.index.fetch_by_metadata(filter={"namespace": NAMESPACE_IS}, namespace=NAMESPACE, limit=100, pagination_token=token)
            count += len(page.vectors)
            token = page.pagination.next if page.pagination is not None else None
            if not token:
                return count


NAMESPACE_IS = {"$eq": NAMESPACE}


def test_pinecone_costs_at_most_a_quarter_more_than_the_bare_client() -> None:
    pytest.importorskip("pinecone")
    from digest_engine.vectors.pinecone import PineconeStore

    with served("pinecone_service", "PineconeService") as url:
        store = PineconeStore(api_key="key", url=url)
        compare(Pair(store, BarePinecone(url, "key")), "pinecone (double)", rounds=2, embedded=False)
