"""What the archive holds: its namespaces, their profiles and files, and the state of the parts. The engine builds on it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from digest_engine.catalog import outbox, registry
from digest_engine.catalog.registry import FileRecord, NamespaceRecord
from digest_engine.clock import now
from digest_engine.ingest.pipeline import FileInput, expand
from digest_engine.parts import Parts
from digest_engine.profiles import Profile
from digest_engine.reports import EngineState


class Holdings(Parts):
    """Reading and creating; erasing is the engine's."""

    def namespaces(self) -> list[NamespaceRecord]:
        """Every namespace with its size."""
        return registry.list_namespaces(self.database)

    def create_namespace(self, name: str, *, profile: str | None = None) -> None:
        """Create an empty namespace with a profile."""
        registry.create_namespace(self.database, name, profile=self.profile(profile).name, at=now())

    def profile_of(self, namespace: str, domain: str | None = None) -> Profile:
        """The profile of a namespace, or of `domain` where one is given; `NotFoundError` where there is no such namespace."""
        return self.profile(domain or registry.namespace_profile(self.database, namespace))

    def files(self, namespace: str) -> list[FileRecord]:
        """The files of a namespace and what became of each."""
        return registry.list_files(self.database, namespace)

    def failed_files(self, namespace: str, among: Sequence[Path] = ()) -> list[FileInput]:
        """The files that could not be read, to be taken in again: as they were kept, or those found under `among`."""
        self.profile_of(namespace)
        failed = {record.sha256: record.name for record in self.files(namespace) if record.status == "failed"}
        if among:
            return [given for given in expand(among) if hashlib.sha256(given.read_bytes()).hexdigest() in failed]
        return [FileInput(name, self.chunks.get_file(sha256)) for sha256, name in failed.items()]

    def state(self, namespace: str | None = None) -> EngineState:
        """The active parts and how far indexing is."""
        return EngineState(
            catalog="SQLite" if self.database.sqlite else "PostgreSQL",
            chunks=self.settings.chunks.backend,
            vectors=self.settings.vectors.backend,
            encoder=self.encoder.identity.model if self.encoder else "",
            llm=self.settings.llm.model,
            profile=self.settings.profile,
            index=outbox.state(self.database, namespace),
            stuck_error=outbox.last_error(self.database),
            extra={"data_dir": str(self.settings.data_dir)},
        )
