"""The engine: one short story per operation over the parts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from digest_engine import integrity
from digest_engine.acquisition import Acquisition
from digest_engine.catalog import acts as catalog_acts
from digest_engine.catalog import digests as catalog_digests
from digest_engine.catalog import registry, removal, vector_cache
from digest_engine.catalog.acts import Order
from digest_engine.catalog.figures import compute_figures
from digest_engine.clock import now
from digest_engine.digest import pipeline as digest_pipeline
from digest_engine.digest.series import SeriesPoint, series
from digest_engine.digest.status import staleness
from digest_engine.errors import NotFoundError
from digest_engine.export import Exported, acts_table, digests_table, figures_table
from digest_engine.ingest import index as ingest_index
from digest_engine.ingest.index import Progress
from digest_engine.profiles import Profile
from digest_engine.query import pipeline as query_pipeline
from digest_engine.query.route import FilterVocabulary, KnownName
from digest_engine.reports import ActDetail, DeletionProof
from digest_engine.requests import (
    DigestAgentRequest,
    DigestAgentResponse,
    DigestGenerationRequest,
    DigestGenerationResponse,
    DigestQueryRequest,
    DigestQueryResponse,
    WindowDigest,
)
from digest_engine.settings import Settings, load_settings
from digest_engine.table import Table
from digest_engine.transfer import Transfer
from digest_engine.types import Act, ActFilter, Chunk, DateField, Figures, Granularity, GroupKey, Language, Period
from digest_engine.windows import merge, window_of


def open_engine(settings: Settings | None = None) -> Engine:
    """An engine over these settings (default: those of the environment and of the working folder). Nothing is opened before it is used."""
    return Engine(settings or load_settings())


class Engine(Acquisition, Transfer):
    """Safe to share between threads; several processes may work on the same data at once. Close it, or use it in a `with`."""

    # --- acts and figures -----------------------------------------------------------------------------------------------

    def acts(
        self,
        namespace: str,
        *,
        periods: Sequence[Period] = (),
        filters: ActFilter | None = None,
        date_field: DateField = "date",
        order: Order = "date",
        limit: int | None = None,
        offset: int = 0,
    ) -> list[Act]:
        """Acts of a namespace; without `limit`, all that fit."""
        self._known(namespace)
        return catalog_acts.find_acts(
            self.database, namespace, periods=periods, filters=filters, date_field=date_field, order=order, limit=limit, offset=offset
        )

    def act(self, act_id: str) -> ActDetail:
        """One act with its evidence, documents, relations and text by page."""
        act = catalog_acts.get_act(self.database, act_id)
        outcomes = self.chunks.get_many(act.namespace, [chunk_id for chunk_id, _ in catalog_acts.chunk_ids_of(self.database, act_id)])
        pages: dict[int, tuple[Chunk, ...]] = {}
        for outcome in outcomes:
            if outcome.chunk is not None:
                pages[outcome.chunk.page] = (*pages.get(outcome.chunk.page, ()), outcome.chunk)
        return ActDetail(
            act=act,
            values=tuple(catalog_acts.values_of(self.database, act_id)),
            documents=tuple(catalog_acts.documents_of(self.database, act_id)),
            parts=tuple(catalog_acts.parts_of(self.database, act_id)),
            relations=tuple(catalog_acts.relations_of(self.database, act_id)),
            journal=tuple(catalog_acts.journal_of(self.database, act_id)),
            pages=pages,
            missing=tuple(outcome.chunk_id for outcome in outcomes if outcome.chunk is None),
        )

    def figures(
        self,
        namespace: str,
        *,
        periods: Sequence[Period] = (),
        filters: ActFilter | None = None,
        date_field: DateField = "date",
        group_by: GroupKey | None = None,
    ) -> Figures:
        """Exact figures over the union of `periods` (none: the whole span)."""
        self._known(namespace)
        return compute_figures(self.database, namespace, periods=periods, filters=filters, date_field=date_field, group_by=group_by)

    def missing(self, namespace: str) -> dict[str, int]:
        """How many acts lack date, number, amount, act type or CIG."""
        return catalog_acts.count_missing(self.database, namespace)

    def delete(self, namespace: str, act_ids: Sequence[str]) -> DeletionProof:
        """Erase acts with file, text, vectors and references; their windows' digests become stale."""
        for act_id in act_ids:
            if catalog_acts.get_act(self.database, act_id).namespace != namespace:
                raise NotFoundError(f"no act {act_id!r} in namespace {namespace!r}")
        with self.database.writing() as connection:
            removed = removal.remove_acts(connection, namespace, act_ids, at=now())
        return self._erase(removed, namespace)

    def verify(self) -> list[integrity.Finding]:
        """Every disagreement between catalog, texts, originals and points."""
        return integrity.verify(self._stores())

    def repair(self) -> list[integrity.Finding]:
        """Mend what can be mended, index what was queued, and return what is left."""
        stores = self._stores()
        integrity.repair(stores, integrity.verify(stores), at=now())
        self.index()
        return integrity.verify(stores)

    # --- digests --------------------------------------------------------------------------------------------------------

    def generate(self, request: DigestGenerationRequest, *, progress: Progress | None = None) -> DigestGenerationResponse:
        """Make, or find fresh, the digests of a range."""
        profile = self.profile_of(request.namespace, request.domain)
        parts = digest_pipeline.Writing(self.database, self.chunks, profile, now())
        return digest_pipeline.generate(request, parts, progress=progress)

    def digest(
        self,
        namespace: str,
        day: date,
        *,
        granularity: Granularity = "daily",
        domain: str | None = None,
        language: Language = "it",
        date_field: DateField = "date",
    ) -> WindowDigest:
        """The stored digest of the window that holds `day`, as written, with its freshness; `NotFoundError` where there is none."""
        profile = self.profile_of(namespace, domain)
        window = window_of(day, granularity)
        key = catalog_digests.DigestKey(namespace, profile.name, language, date_field, (), granularity, window.start, window.end)
        record = catalog_digests.get_digest(self.database, key)
        if record is None:
            raise NotFoundError(f"no {granularity} digest of {window.start} in {namespace!r}; make it with `digest-engine generate`")
        return self._present(record)

    def digests(
        self,
        namespace: str,
        *,
        start: date | None = None,
        end: date | None = None,
        granularity: Granularity | None = None,
        domain: str | None = None,
        language: Language | None = None,
    ) -> list[WindowDigest]:
        """Stored digests that touch [start, end], with their text and freshness, oldest first."""
        self._known(namespace)
        records = catalog_digests.list_digests(
            self.database, namespace, start=start, end=end, granularity=granularity, domain=domain, language=language
        )
        return [self._present(record) for record in records]

    def series(
        self,
        namespace: str,
        *,
        start: date,
        end: date,
        granularity: Granularity,
        domain: str | None = None,
        language: Language = "it",
        date_field: DateField = "date",
    ) -> list[SeriesPoint]:
        """The figures of each window of a range: from fresh digests, and from SQL where there is none or it is stale."""
        profile = self.profile_of(namespace, domain)
        return series(
            self.database, namespace, start=start, end=end, granularity=granularity, profile=profile, language=language,
            date_field=date_field,
        )  # fmt: skip

    # --- export ---------------------------------------------------------------------------------------------------------

    def export(
        self,
        namespace: str,
        what: Exported = "acts",
        *,
        periods: Sequence[Period] = (),
        filters: ActFilter | None = None,
        date_field: DateField = "date",
        group_by: GroupKey | None = None,
        granularity: Granularity | None = None,
        domain: str | None = None,
        language: Language = "it",
    ) -> Table:
        """Acts, figures, or the stored digests that touch `periods`, as a table; `to_csv`, `to_xlsx` and `to_json` write it."""
        profile = self.profile_of(namespace, domain)
        match what:
            case "acts":
                acts = self.acts(namespace, periods=periods, filters=filters, date_field=date_field)
                return acts_table(acts, profile, language=language)
            case "figures":
                figures = self.figures(namespace, periods=periods, filters=filters, date_field=date_field, group_by=group_by)
                return figures_table(figures, profile, language=language)
            case "digests":
                spans = merge(periods) or [Period(None, None)]
                found = {
                    digest.digest_vector_id: digest
                    for span in spans
                    for digest in self.digests(namespace, start=span.start, end=span.end, granularity=granularity, domain=domain)
                }
                return digests_table(found.values(), profile, language=language)

    # --- questions ------------------------------------------------------------------------------------------------------

    def query(self, request: DigestQueryRequest) -> DigestQueryResponse:
        """Answer a question with explicit parameters."""
        return query_pipeline.query(request, self._answering(request.namespace, request.domain))

    def qa(self, request: DigestAgentRequest) -> DigestAgentResponse:
        """Answer a free question."""
        return query_pipeline.qa(request, self._answering(request.namespace, request.domain))

    # --- namespaces -----------------------------------------------------------------------------------------------------

    def delete_namespace(self, name: str) -> DeletionProof:
        """Erase exactly this namespace: acts, files, text, digests, vectors."""
        self._known(name)
        with self.database.writing() as connection:
            removed = removal.remove_namespace(connection, name, at=now())
        return self._erase(removed, name)

    # --- inside ---------------------------------------------------------------------------------------------------------

    def _erase(self, removed: removal.Removed, namespace: str) -> DeletionProof:
        """Texts, originals and cached vectors go now; points by the outbox, at once where the store is free."""
        for owner in {pair[0] for pair in removed.chunks}:
            self.chunks.delete_many(owner, [chunk_id for name, chunk_id in removed.chunks if name == owner])
        for sha256 in removed.files:
            self.chunks.delete_file(sha256)
        vector_cache.forget(self.database, removed.embedded)
        drained = ingest_index.drain_deletions(self.database, self.chunks, self.vectors, self.encoder)
        stale = self._stale(namespace) if removed.acts else []
        left = {"vectors": drained.left} if drained.left else {}
        return DeletionProof(len(removed.acts), len(removed.chunks), len(removed.files), len(removed.embedded), len(stale), left)

    def _present(self, record: catalog_digests.DigestRecord) -> WindowDigest:
        changed = staleness(record, self.database, self.profile(record.key.domain))
        return digest_pipeline.present(record, digest_pipeline.read_digest(record, self.chunks), already_existed=True, changed=changed)

    def _stale(self, namespace: str) -> list[str]:
        records = catalog_digests.list_digests(self.database, namespace)
        return [record.key.digest_id for record in records if staleness(record, self.database, self.profile(record.key.domain))]

    def _answering(self, namespace: str, domain: str | None) -> query_pipeline.Answering:
        profile = self.profile_of(namespace, domain)
        return query_pipeline.Answering(
            self.database, self.chunks, self.vectors, self.encoder, self.llm, profile, self._vocabulary(namespace, profile), self.today()
        )

    def _stores(self) -> integrity.Stores:
        return integrity.Stores(
            self.database, self.chunks, self.vectors, self.encoder, self.reader.read, self._rewrite, self.settings.chunk_size
        )

    def _rewrite(self, record: catalog_digests.DigestRecord) -> None:
        key = record.key
        request = DigestGenerationRequest(
            namespace=key.namespace, date_from=key.start, date_to=key.end, granularity=key.granularity, domain=key.domain,
            language=key.language, date_metadata_field=key.date_field, tags=key.tags, force_regenerate=True,
        )  # fmt: skip
        self.generate(request)

    def _vocabulary(self, namespace: str, profile: Profile) -> FilterVocabulary:
        columns: dict[str, catalog_acts.NameColumn] = {"issuers": "issuer", "offices": "office", "suppliers": "supplier"}
        names = {
            field: tuple(KnownName(value) for value in catalog_acts.distinct_values(self.database, namespace, column))
            for field, column in columns.items()
        }
        return FilterVocabulary(**names)

    def _known(self, namespace: str) -> None:
        registry.namespace_profile(self.database, namespace)
