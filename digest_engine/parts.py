"""The parts of the engine, made when first used from the settings. Nothing here does any work of its own."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Self

from digest_engine.catalog.database import Database
from digest_engine.chunks import open_chunks
from digest_engine.chunks.base import ChunkStore
from digest_engine.embeddings import open_encoder
from digest_engine.embeddings.base import Encoder
from digest_engine.fanout import Repeating
from digest_engine.ingest.readers import Limits
from digest_engine.ingest.readers.worker import ReadingWorker
from digest_engine.llm import open_llm
from digest_engine.llm.base import LLM
from digest_engine.periods import today_in_rome
from digest_engine.profiles import Profile, list_profiles, load_profile
from digest_engine.settings import Settings
from digest_engine.vectors import open_vectors
from digest_engine.vectors.base import VectorStore

MIB = 1024 * 1024


class Parts:
    """Catalog, chunk store, vector store, encoder, model, reading process and profiles."""

    def __init__(self, settings: Settings) -> None:
        """Parts are made when first used."""
        self.settings = settings
        self._indexing: Repeating | None = None

    @cached_property
    def database(self) -> Database:
        """The catalog."""
        url = self.settings.catalog.url.get_secret_value()
        return Database(url or f"sqlite:///{self.settings.data_dir / 'catalog.sqlite'}")

    @cached_property
    def chunks(self) -> ChunkStore:
        """The chunk store."""
        return open_chunks(self.settings.chunks, database=self.database, folder=self.settings.data_dir)

    @cached_property
    def vectors(self) -> VectorStore:
        """The vector store."""
        chosen = self.settings.vectors
        return open_vectors(
            backend=chosen.backend, folder=self.settings.data_dir / "vectors", url=chosen.url, api_key=chosen.api_key.get_secret_value(),
            grpc=chosen.grpc, index=chosen.index, timeout=chosen.timeout,
        )  # fmt: skip

    @cached_property
    def encoder(self) -> Encoder | None:
        """The encoder; None where dense search is off."""
        return open_encoder(self.settings.encoder.name)

    @cached_property
    def llm(self) -> LLM | None:
        """The language model; None where none is set."""
        chosen = self.settings.llm
        return open_llm(model=chosen.model, api_base=chosen.api_base, api_key=chosen.api_key.get_secret_value(), timeout=chosen.timeout)

    @cached_property
    def reader(self) -> ReadingWorker:
        """The reading process."""
        chosen = self.settings.read
        limits = Limits(
            expanded_bytes=chosen.total_mb * MIB, depth=chosen.depth, pages=chosen.pages, step_seconds=chosen.seconds,
            memory_bytes=chosen.memory_mb * MIB, ocr=chosen.ocr,
        )  # fmt: skip
        return ReadingWorker(limits=limits)

    def profile(self, name: str | None = None) -> Profile:
        """A profile by name; the default one without."""
        return load_profile(name or self.settings.profile, self._profile_folders)

    def profiles(self) -> tuple[str, ...]:
        """The names of all profiles."""
        return list_profiles(self._profile_folders)

    @property
    def _profile_folders(self) -> tuple[Path, ...]:
        return (self.settings.profile_dir,) if self.settings.profile_dir else ()

    def today(self) -> date:
        """The reference day: the setting, or the Italian day of now."""
        return self.settings.today or today_in_rome()

    def close(self) -> None:
        """Stop background work and release files, processes and connections."""
        if self._indexing is not None:
            self._indexing.close()
            self._indexing = None
        for name in ("reader", "vectors", "chunks", "database"):
            if name in self.__dict__:
                self.__dict__.pop(name).close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
