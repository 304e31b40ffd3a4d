"""Taking acts in and keeping them true: ingestion, indexing, re-reading, the language model, hand edits. The engine builds on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from digest_engine.catalog import acts as catalog_acts
from digest_engine.catalog import enrichment, outbox, registry
from digest_engine.catalog.figures import compute_figures
from digest_engine.clock import now
from digest_engine.demo import build_demo
from digest_engine.errors import NotFoundError, SettingsError
from digest_engine.fanout import Repeating
from digest_engine.holdings import Holdings
from digest_engine.ingest import edit as ingest_edit
from digest_engine.ingest import enrich as ingest_enrich
from digest_engine.ingest import index as ingest_index
from digest_engine.ingest import pipeline as ingest_pipeline
from digest_engine.ingest.enrich import Enriched, Enriching, Estimate
from digest_engine.ingest.given import given_values
from digest_engine.ingest.index import Drained, Progress
from digest_engine.ingest.pipeline import FileInput, FileReport, Intaking
from digest_engine.ingest.reextract import Reextracted, reextract
from digest_engine.llm.base import Usage
from digest_engine.profiles import Profile
from digest_engine.reports import IngestReport
from digest_engine.types import Act


class Acquisition(Holdings):
    """Operations that add acts or change what is known of them."""

    def ingest(
        self,
        sources: Sequence[Path | FileInput],
        *,
        namespace: str,
        profile: str | None = None,
        additional_metadata: Mapping[str, Any] | None = None,
        doc_date: str | None = None,
        progress: Callable[[int, FileReport], None] | None = None,
    ) -> IngestReport:
        """Take files and folders in. Acts are ready (figures, digests, lexical search) when this returns; points are queued.

        `additional_metadata` and `doc_date` are set on every act of these files: they win over what is read, and are locked.
        """
        chosen = self.profile(profile)
        given = given_values(additional_metadata, doc_date, chosen)
        name = registry.ensure_namespace(self.database, namespace, profile=chosen.name, at=now())
        parts = replace(self._intaking(namespace, self.profile(profile or name)), given=given)
        reports: list[FileReport] = []
        for source in self._inputs(sources):
            reports.append(ingest_pipeline.ingest_file(source, parts))
            if progress is not None:
                progress(len(reports), reports[-1])
        return self._ingest_report(namespace, reports)

    def load_demo(self, namespace: str = "demo", *, seed: int = 2026, progress: Progress | None = None) -> IngestReport:
        """Take the invented corpus of `seed` in; loading it twice changes nothing."""
        with TemporaryDirectory() as folder:
            corpus = build_demo(Path(folder), seed=seed)
            files = [FileInput(str(path.relative_to(folder)), path) for path in corpus.files]
            told = None if progress is None else lambda done, _report: progress(done, len(files))
            return self.ingest(files, namespace=namespace, profile="pa_italiana", progress=told)

    def index(self, *, progress: Progress | None = None, stop: Callable[[], bool] = lambda: False) -> Drained:
        """Write the queued points and erase the queued deletions, until nothing is left or `stop` says so."""
        return ingest_index.drain(
            self.database, self.chunks, self.vectors, self.encoder, batch=self.settings.encoder.batch, progress=progress, stop=stop
        )

    def start_indexing(self, *, every: float = 2.0) -> None:
        """Index in the background from now on; a store that is busy or down is tried again."""
        if self._indexing is None:
            self._indexing = Repeating(self._index_quietly, every=every)

    def reindex(self, *, namespace: str | None = None) -> int:
        """Queue every passage anew, for another encoder or a lost vector store; returns how many were queued."""
        return outbox.queue_all(self.database, namespace=namespace, at=now())

    def edit(self, act_id: str, changes: Mapping[str, str | None]) -> Act:
        """Set fields by hand, from text as a person writes it; they are locked against re-extraction and journalled."""
        return ingest_edit.edit_act(act_id, changes, self._editing(act_id))

    def undo(self, act_id: str, *, field: str | None = None) -> Act:
        """Take back the latest hand edit of an act (of one field)."""
        return ingest_edit.undo_edit(act_id, self._editing(act_id), field=field)

    def reextract(self, namespace: str, act_ids: Sequence[str] | None = None, *, progress: Progress | None = None) -> Reextracted:
        """Read acts (default: all of the namespace) again from their originals by the rules of today; hand edits stay."""
        parts = self._intaking(namespace, self.profile_of(namespace))
        return reextract(self._chosen(namespace, act_ids), parts, progress=progress)

    def estimate_enrichment(self, namespace: str, act_ids: Sequence[str] | None = None) -> Estimate:
        """Calls and tokens that `enrich` would take, before it starts."""
        return ingest_enrich.estimate(self._unread(namespace, act_ids), self._enriching(namespace))

    def enrich(self, namespace: str, act_ids: Sequence[str] | None = None, *, progress: Progress | None = None) -> Enriched:
        """Read acts with the language model: those it has not read yet, or the given ones. Resumable, with hard caps from the settings."""
        return ingest_enrich.enrich(self._unread(namespace, act_ids), self._enriching(namespace), progress=progress)

    def usage(self, namespace: str, act_id: str | None = None) -> Usage:
        """Calls, tokens and cost of the language model for a namespace, or for one of its acts."""
        return enrichment.usage_of(self.database, namespace, act_id)

    def _inputs(self, sources: Sequence[Path | FileInput]) -> Sequence[FileInput]:
        given: list[FileInput] = []
        for source in sources:
            given += [source] if isinstance(source, FileInput) else ingest_pipeline.expand([source])
        return given

    def _ingest_report(self, namespace: str, reports: Sequence[FileReport]) -> IngestReport:
        fresh = [report for report in reports if not report.known]
        outcomes = [document.outcome for report in fresh for document in report.documents]
        return IngestReport(
            namespace=namespace, files=tuple(reports), new_acts=outcomes.count("new"), same_acts=outcomes.count("copy"),
            versions=outcomes.count("version"), duplicates=outcomes.count("duplicate"), known=len(reports) - len(fresh),
            failed=sum(report.status in ("failed", "partial") for report in reports),
            acts=compute_figures(self.database, namespace).totals.count,
            with_two_documents=catalog_acts.count_with_several_documents(self.database, namespace),
            undated=sum(document.undated for report in fresh for document in report.documents),
            index=outbox.state(self.database, namespace),
        )  # fmt: skip

    def _editing(self, act_id: str) -> ingest_edit.Editing:
        act = catalog_acts.get_act(self.database, act_id)
        return ingest_edit.Editing(self.database, self.chunks, self.profile(act.profile), now())

    def _intaking(self, namespace: str, profile: Profile) -> Intaking:
        return Intaking(
            database=self.database, chunks=self.chunks, read=self.reader.read, profile=profile, namespace=namespace,
            chunk_size=self.settings.chunk_size, today=self.today(), now=now(),
        )  # fmt: skip

    def _chosen(self, namespace: str, act_ids: Sequence[str] | None) -> list[str]:
        if act_ids is None:
            return [act.act_id for act in catalog_acts.find_acts(self.database, namespace)]
        for act_id in act_ids:
            if catalog_acts.get_act(self.database, act_id).namespace != namespace:
                raise NotFoundError(f"no act {act_id!r} in namespace {namespace!r}")
        return list(dict.fromkeys(act_ids))

    def _unread(self, namespace: str, act_ids: Sequence[str] | None) -> list[str]:
        if act_ids is not None:
            return self._chosen(namespace, act_ids)
        parts = self._enriching(namespace)
        setup = ingest_enrich.setup_of(parts.profile)
        done = enrichment.already_enriched(self.database, namespace, model=parts.llm.identity, setup=setup)
        return [act_id for act_id in self._chosen(namespace, None) if act_id not in done]

    def _enriching(self, namespace: str) -> Enriching:
        if self.llm is None:
            raise SettingsError("no language model is set: give DIGEST_LLM_MODEL (and DIGEST_LLM_API_BASE for a local server)")
        chosen = self.settings.llm
        return Enriching(
            database=self.database, chunks=self.chunks, llm=self.llm, profile=self.profile_of(namespace), now=now(),
            per_chunk=chosen.context == "chunk", workers=chosen.workers, max_calls=chosen.max_calls, max_cost=chosen.max_cost,
        )  # fmt: skip

    def _index_quietly(self) -> None:
        ingest_index.drain_patiently(
            self.database, self.chunks, self.vectors, self.encoder, batch=self.settings.encoder.batch,
            stop=lambda: self._indexing is not None and self._indexing.stopping,
        )  # fmt: skip
