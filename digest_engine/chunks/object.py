"""Chunk store in object storage: any S3-compatible service (Garage first) or a local folder, through obstore.

One object holds the chunks of a document. Writing some of a document's chunks reads and rewrites its object; writers in this process take
turns, and writers in other processes write the same chunks, because ids come from content.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import obstore
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import LocalStore, S3Store

from digest_engine.chunks.base import ChunkStore
from digest_engine.chunks.cache import TextCache, Turns
from digest_engine.chunks.layout import (
    CHUNKS,
    FILES,
    decode_document,
    document_key,
    encode_document,
    file_key,
    names_content,
    namespace_prefix,
)
from digest_engine.errors import IntegrityError, NotFoundError, SettingsError, StoreError, StoreTimeout
from digest_engine.fanout import map_bounded
from digest_engine.types import Chunk, ChunkOutcome

log = logging.getLogger(__name__)

RETRIES = 3
MESSAGE_LENGTH = 300


def open_object_store(
    *,
    backend: str,
    folder: Path,
    bucket: str = "",
    prefix: str = "",
    endpoint: str = "",
    region: str = "garage",
    access_key: str = "",
    secret_key: str = "",
    timeout: float = 30.0,
    workers: int = 32,
    cache_chunks: int = 4096,
) -> ChunkStore:
    """The chunk store on `backend`: `s3`, or `folder` (objects are files under `folder`). Nothing is opened or called yet.

    `prefix` goes before every key; without keys requests are not signed. `timeout` in seconds is the deadline of one read; `workers` bounds
    the requests under way at once; `cache_chunks` texts are kept in memory. Raises `SettingsError` for a missing or impossible value.
    """
    match backend:
        case "folder":
            return ObjectChunkStore(
                lambda: LocalStore(folder, mkdir=True), place=str(folder), timeout=timeout, workers=workers, cache_chunks=cache_chunks
            )
        case "s3":
            options = _s3_options(bucket, prefix, endpoint, region, access_key, secret_key, timeout)
            return ObjectChunkStore(
                lambda: S3Store(**options),
                place=f"bucket {bucket!r}",
                secrets=tuple(key for key in (access_key, secret_key) if key),
                timeout=timeout,
                workers=workers,
                cache_chunks=cache_chunks,
            )
        case _:
            raise SettingsError(f"unknown object store {backend!r}; known: s3, folder")


class ObjectChunkStore:
    """Chunks and files in the store that `connect` opens at the first use. `secrets` never show in an error."""

    def __init__(
        self,
        connect: Callable[[], Any],
        *,
        place: str,
        secrets: tuple[str, ...] = (),
        timeout: float = 30.0,
        workers: int = 32,
        cache_chunks: int = 4096,
    ) -> None:
        """`place` is the store's name in errors; see `open_object_store` for the rest."""
        self._connect = connect
        self._connected: Any = None
        self._place = place
        self._secrets = secrets
        self._timeout = timeout
        self._workers = workers
        self._cache = TextCache(cache_chunks)
        self._writing = Turns()

    def put_many(self, chunks: Sequence[Chunk]) -> None:
        """Store chunks; the same id again replaces. A document whose chunks are all there already is not written again."""
        documents: dict[str, dict[str, Chunk]] = {}
        for chunk in chunks:
            documents.setdefault(document_key(chunk.namespace, chunk.chunk_id), {})[chunk.chunk_id] = chunk
        for _ in map_bounded(lambda item: self._merge(*item), documents.items(), workers=self._workers):
            pass
        self._cache.drop((chunk.namespace, chunk.chunk_id) for chunk in chunks)

    def get_many(self, namespace: str, chunk_ids: Sequence[str]) -> list[ChunkOutcome]:
        """One outcome an id, in the order asked for. Raises `StoreTimeout` where not all have come by the deadline."""
        read_at = self._cache.age
        held = {chunk_id: chunk for chunk_id in chunk_ids if (chunk := self._cache.get((namespace, chunk_id)))}
        outcomes = {chunk_id: ChunkOutcome(chunk_id, "ok", chunk) for chunk_id, chunk in held.items()}
        wanted = {chunk_id: document_key(namespace, chunk_id) for chunk_id in chunk_ids if chunk_id not in held}
        documents = self._fetch_all(sorted(set(wanted.values()))) if wanted else {}
        outcomes |= {chunk_id: _outcome(chunk_id, documents[key]) for chunk_id, key in wanted.items()}
        self._cache.put((chunk for one in outcomes.values() if (chunk := one.chunk) and names_content(chunk)), read_at=read_at)
        return [outcomes[chunk_id] for chunk_id in chunk_ids]

    def delete_many(self, namespace: str, chunk_ids: Sequence[str]) -> None:
        """Remove chunks; absent ids are no error. The object goes with its last chunk."""
        documents: dict[str, set[str]] = {}
        for chunk_id in chunk_ids:
            documents.setdefault(document_key(namespace, chunk_id), set()).add(chunk_id)
        for _ in map_bounded(lambda item: self._remove(*item), documents.items(), workers=self._workers):
            pass
        self._cache.drop((namespace, chunk_id) for chunk_id in chunk_ids)

    def iterate(self, namespace: str | None = None) -> Iterator[Chunk]:
        """Every chunk stored, whether or not its hash still holds. Objects that can't be read raise `IntegrityError` after all others."""
        unreadable = []
        keys = self._list(CHUNKS if namespace is None else namespace_prefix(namespace))
        for key, data in map_bounded(lambda key: (key, self._read(key)), keys, workers=self._workers):
            chunks = _opened(data)
            if chunks is None:
                unreadable.append(key)
            else:
                yield from chunks.values()
        if unreadable:
            raise IntegrityError(f"{len(unreadable)} objects in {self._place} can't be read, the first is {unreadable[0]}")

    def put_file(self, sha256: str, data: bytes) -> None:
        """Keep an uploaded file's bytes under their hash; the same again is a no-op."""
        with self._errors(f"keep file {sha256}"):
            try:
                obstore.head(self._store, file_key(sha256))
            except FileNotFoundError:
                obstore.put(self._store, file_key(sha256), data)

    def get_file(self, sha256: str) -> bytes:
        """The bytes of a kept file. Raises `NotFoundError` where there is none, `IntegrityError` where they are not those kept."""
        data = self._read(file_key(sha256))
        if data is None:
            raise NotFoundError(f"no original file with hash {sha256}")
        if hashlib.sha256(data).hexdigest() != sha256:
            raise IntegrityError(f"the original file {sha256} in {self._place} has been altered")
        return data

    def delete_file(self, sha256: str) -> None:
        """Remove a kept file; absent is no error."""
        self._delete(file_key(sha256))

    def files(self) -> Iterator[str]:
        """The hashes of all kept files."""
        for key in self._list(FILES):
            yield key.rpartition("/")[2]

    def close(self) -> None:
        """Forget the texts held in memory."""
        self._cache.clear()

    @property
    def _store(self) -> Any:
        if self._connected is None:
            self._connected = self._connect()
        return self._connected

    def _merge(self, key: str, chunks: Mapping[str, Chunk]) -> None:
        with self._writing.turn(key):
            before = self._read(key)
            after = encode_document({**self._readable(key, before), **chunks}.values())
            if after != before:
                self._write(key, after)

    def _remove(self, key: str, chunk_ids: set[str]) -> None:
        with self._writing.turn(key):
            before = self._readable(key, self._read(key))
            after = {chunk_id: chunk for chunk_id, chunk in before.items() if chunk_id not in chunk_ids}
            if not after:
                self._delete(key)
            elif len(after) < len(before):
                self._write(key, encode_document(after.values()))

    def _readable(self, key: str, data: bytes | None) -> Mapping[str, Chunk]:
        chunks = _opened(data)
        if chunks is None:
            log.warning("%s in %s can't be read: it is written anew", key, self._place)
        return chunks or {}

    def _fetch_all(self, keys: Sequence[str]) -> dict[str, Mapping[str, Chunk] | None]:
        """The documents under `keys`; None for one that can't be read."""
        # A loop of its own in a thread of its own: the caller may be inside one.
        (fetched,) = map_bounded(asyncio.run, [self._fetch(keys)], workers=1)
        return {key: _opened(data) for key, data in zip(keys, fetched, strict=True)}

    async def _fetch(self, keys: Sequence[str]) -> list[bytes | None]:
        slots = asyncio.Semaphore(self._workers)

        async def one(key: str) -> bytes | None:
            async with slots:
                return await self._read_async(key)

        try:
            async with asyncio.timeout(self._timeout):
                return await asyncio.gather(*(one(key) for key in keys))
        except TimeoutError as error:
            raise StoreTimeout(f"{self._place} did not give {len(keys)} documents within {self._timeout:g} seconds") from error

    async def _read_async(self, key: str) -> bytes | None:
        with self._errors(f"read {key}"):
            try:
                return bytes(await (await obstore.get_async(self._store, key)).bytes_async())
            except FileNotFoundError as error:
                _known_absent(error)
                return None

    def _read(self, key: str) -> bytes | None:
        with self._errors(f"read {key}"):
            try:
                return bytes(obstore.get(self._store, key).bytes())
            except FileNotFoundError as error:
                _known_absent(error)
                return None

    def _write(self, key: str, data: bytes) -> None:
        with self._errors(f"write {key}"):
            obstore.put(self._store, key, data)

    def _delete(self, key: str) -> None:
        with self._errors(f"delete {key}"):
            try:
                obstore.delete(self._store, key)
            except FileNotFoundError as error:
                _known_absent(error)

    def _list(self, prefix: str) -> Iterator[str]:
        with self._errors(f"list {prefix}"):
            for batch in obstore.list(self._store, prefix):
                yield from (entry["path"] for entry in batch)

    @contextmanager
    def _errors(self, doing: str) -> Iterator[None]:
        try:
            yield
        except (PermissionDeniedError, UnauthenticatedError) as error:
            raise StoreError(f"can't {doing}: {self._place} refused the access key; check DIGEST_CHUNKS_ACCESS_KEY") from self._cause(error)
        except (BaseError, OSError) as error:
            raise StoreError(f"can't {doing} in {self._place}: {self._said(error)}") from self._cause(error)

    def _said(self, error: Exception) -> str:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        for secret in self._secrets:
            said = said.replace(secret, "***")
        return said[:MESSAGE_LENGTH]

    def _cause(self, error: Exception) -> Exception | None:
        """The original error, unless a traceback that shows it would show a key."""
        return None if any(secret in str(error) for secret in self._secrets) else error


def _opened(data: bytes | None) -> Mapping[str, Chunk] | None:
    """The chunks of an object: none where there is no object, None where it can't be read."""
    try:
        return {} if data is None else decode_document(data)
    except ValueError:
        return None


def _outcome(chunk_id: str, document: Mapping[str, Chunk] | None) -> ChunkOutcome:
    chunk = None if document is None else document.get(chunk_id)
    if document is not None and chunk is None:
        return ChunkOutcome(chunk_id, "missing")
    if chunk is None or hashlib.sha256(chunk.text.encode()).hexdigest() != chunk.sha256:
        return ChunkOutcome(chunk_id, "corrupt")
    return ChunkOutcome(chunk_id, "ok", chunk)


def _known_absent(error: FileNotFoundError) -> None:
    """Nothing is under that key; but where the whole bucket is missing, nothing is known of the key, and `error` is raised."""
    if "NoSuchBucket" in str(error):
        raise error


def _s3_options(bucket: str, prefix: str, endpoint: str, region: str, access_key: str, secret_key: str, timeout: float) -> dict[str, Any]:
    if not bucket:
        raise SettingsError("the chunk store s3 needs a bucket: set DIGEST_CHUNKS_BUCKET")
    if endpoint and not endpoint.startswith(("http://", "https://")):
        raise SettingsError(f"the endpoint of the chunk store must begin with http:// or https://, got {endpoint!r}")
    if bool(access_key) != bool(secret_key):
        raise SettingsError("the chunk store s3 needs both DIGEST_CHUNKS_ACCESS_KEY and DIGEST_CHUNKS_SECRET_KEY, or neither")
    seconds = timedelta(seconds=timeout)
    # A provider, for keys passed as such are completed from AWS_* variables; settings are read in one place alone.
    keys = {"access_key_id": access_key, "secret_access_key": secret_key, "expires_at": None}
    signed = {"credential_provider": lambda: keys, "skip_signature": False} if access_key else {"skip_signature": True}
    return {
        "bucket": bucket,
        "prefix": prefix or None,
        "region": region,
        **({"endpoint": endpoint} if endpoint else {}),
        **signed,
        # Garage and most others serve buckets by path, not by host name.
        "virtual_hosted_style_request": not endpoint,
        "client_options": {"allow_http": endpoint.startswith("http://"), "timeout": seconds, "connect_timeout": seconds},
        "retry_config": {"max_retries": RETRIES, "retry_timeout": seconds},
    }
