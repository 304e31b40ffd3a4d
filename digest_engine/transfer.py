"""What goes out of the archive and comes into it as a whole: embeddings, and searches by vector. The engine builds on it."""

from __future__ import annotations

from pathlib import Path

from digest_engine.archive.backup import BackupReport, Copying, back_up
from digest_engine.archive.load import Loading, LoadReport, load
from digest_engine.archive.migrate import Migrating, MigrationReport, migrate
from digest_engine.archive.records import DEFAULT_COLLECTION
from digest_engine.archive.restore import RestoreReport, restore
from digest_engine.archive.save import SavedForm, SaveReport, Saving, save
from digest_engine.archive.search import Finding, find_chunks
from digest_engine.archive.source import LoadedForm, open_source
from digest_engine.catalog.database import Database
from digest_engine.chunks import is_in_folder, open_chunks
from digest_engine.chunks.base import ChunkStore
from digest_engine.clock import now
from digest_engine.holdings import Holdings
from digest_engine.ingest.index import Progress
from digest_engine.requests import EmbeddingsQueryRequest, EmbeddingsQueryResponse


class Transfer(Holdings):
    """Operations that neither read acts nor write digests: they move what is there."""

    def query_embeddings(self, request: EmbeddingsQueryRequest) -> EmbeddingsQueryResponse:
        """The nearest chunks to a vector or a text: ids, scores and metadata, never text."""
        return find_chunks(request, Finding(self.database, self.chunks, self.vectors, self.encoder))

    def save_embeddings(
        self,
        path: Path,
        *,
        form: SavedForm = "archive",
        collection: str | None = None,
        texts: bool = False,
        progress: Progress | None = None,
    ) -> SaveReport:
        """Write the points of `collection` (none: of all) to a file, with their texts where asked for."""
        identity = self.encoder.identity if self.encoder else None
        parts = Saving(self.database, self.chunks, self.vectors, identity, now())
        return save(path, parts, form=form, collection=collection, texts=texts, progress=progress)

    def load_embeddings(
        self,
        path: Path,
        *,
        form: LoadedForm | None = None,
        collection: str | None = None,
        name: str = "",
        progress: Progress | None = None,
    ) -> LoadReport:
        """Load a file of embeddings, whatever store it was saved from, without encoding; `name` is what it is called in messages."""
        source = open_source(path, name=name, form=form)
        parts = Loading(self.database, self.chunks, self.vectors, self.encoder, self.profile().name, now())
        return load(source, parts, collection=collection, progress=progress)

    def migrate(self, *, collection: str = DEFAULT_COLLECTION, apply: bool = False, progress: Progress | None = None) -> MigrationReport:
        """Bring points whose payload holds text up to date, with the same vectors; without `apply` only say what that would do."""
        identity = self.encoder.identity if self.encoder else None
        parts = Migrating(self.database, self.chunks, self.vectors, identity, self.profile().name, now())
        return migrate(parts, collection=collection, apply=apply, progress=progress)

    def backup(self, path: Path, *, progress: Progress | None = None) -> BackupReport:
        """Copy catalog, texts and originals to one file while the archive is in use; vectors are derived again after a restore."""
        chosen = self.settings.chunks

        def opened(database: Database, folder: Path) -> ChunkStore:
            return open_chunks(chosen, database=database, folder=folder)

        parts = Copying(self.database, self.chunks, opened if is_in_folder(chosen) else None, now())
        return back_up(path, parts, progress=progress)

    def restore(self, source: Path, *, to: Path) -> RestoreReport:
        """Unpack a backup into a new folder, which `DIGEST_DATA_DIR` may then name; this engine's own data are left alone."""
        return restore(source, to=to)
