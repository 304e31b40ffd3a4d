"""Temporal Digest: figures, digests and answers from the acts of Italian public bodies.

The names below are the public face. They are loaded when first used, so that importing one part of the package costs that part alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from digest_engine.archive.backup import BackupReport as BackupReport
    from digest_engine.archive.load import LoadReport as LoadReport
    from digest_engine.archive.migrate import MigrationReport as MigrationReport
    from digest_engine.archive.restore import RestoreReport as RestoreReport
    from digest_engine.archive.save import SavedForm as SavedForm
    from digest_engine.archive.save import SaveReport as SaveReport
    from digest_engine.archive.source import LoadedForm as LoadedForm
    from digest_engine.catalog.acts import JournalEntry as JournalEntry
    from digest_engine.catalog.acts import StoredDocument as StoredDocument
    from digest_engine.catalog.acts import StoredRelation as StoredRelation
    from digest_engine.catalog.acts import StoredValue as StoredValue
    from digest_engine.catalog.registry import FileRecord as FileRecord
    from digest_engine.catalog.registry import NamespaceRecord as NamespaceRecord
    from digest_engine.client import AsyncDocumentEmbeddingsClient as AsyncDocumentEmbeddingsClient
    from digest_engine.client import DocumentEmbeddingsClient as DocumentEmbeddingsClient
    from digest_engine.demo import build_demo as build_demo
    from digest_engine.digest.compose import count_text as count_text
    from digest_engine.digest.compose import coverage_text as coverage_text
    from digest_engine.digest.compose import escape as escape
    from digest_engine.digest.compose import totals_text as totals_text
    from digest_engine.digest.series import SeriesPoint as SeriesPoint
    from digest_engine.digest.summary import Summary as Summary
    from digest_engine.engine import Engine as Engine
    from digest_engine.engine import open_engine as open_engine
    from digest_engine.errors import ConflictError as ConflictError
    from digest_engine.errors import DigestError as DigestError
    from digest_engine.errors import InputError as InputError
    from digest_engine.errors import IntegrityError as IntegrityError
    from digest_engine.errors import ModelError as ModelError
    from digest_engine.errors import NotFoundError as NotFoundError
    from digest_engine.errors import ReadError as ReadError
    from digest_engine.errors import SettingsError as SettingsError
    from digest_engine.errors import StoreError as StoreError
    from digest_engine.evaluation.extraction import evaluate_extraction as evaluate_extraction
    from digest_engine.evaluation.periods import evaluate_periods as evaluate_periods
    from digest_engine.evaluation.qa import evaluate_qa as evaluate_qa
    from digest_engine.evaluation.report import EvalReport as EvalReport
    from digest_engine.evaluation.retrieval import evaluate_retrieval as evaluate_retrieval
    from digest_engine.evaluation.router import evaluate_router as evaluate_router
    from digest_engine.export import acts_table as acts_table
    from digest_engine.export import coverage_line as coverage_line
    from digest_engine.export import digests_table as digests_table
    from digest_engine.export import figures_table as figures_table
    from digest_engine.export import granularity_labels as granularity_labels
    from digest_engine.export import status_labels as status_labels
    from digest_engine.export import status_of as status_of
    from digest_engine.figures_text import date_text as date_text
    from digest_engine.figures_text import euro as euro
    from digest_engine.figures_text import number as number
    from digest_engine.figures_text import period_text as period_text
    from digest_engine.i18n import _ as _
    from digest_engine.i18n import current_language as current_language
    from digest_engine.i18n import speaking as speaking
    from digest_engine.i18n import translate as translate
    from digest_engine.ingest.enrich import Enriched as Enriched
    from digest_engine.ingest.enrich import Estimate as Estimate
    from digest_engine.ingest.pipeline import FileInput as FileInput
    from digest_engine.ingest.pipeline import FileReport as FileReport
    from digest_engine.ingest.reextract import Reextracted as Reextracted
    from digest_engine.ingest.situate import act_name as act_name
    from digest_engine.integrity import Finding as Finding
    from digest_engine.llm.base import Usage as Usage
    from digest_engine.model_text import caps_text as caps_text
    from digest_engine.model_text import enriched_text as enriched_text
    from digest_engine.model_text import estimate_text as estimate_text
    from digest_engine.model_text import stopped_text as stopped_text
    from digest_engine.model_text import usage_text as usage_text
    from digest_engine.periods import find_periods as find_periods
    from digest_engine.periods import parse_date as parse_date
    from digest_engine.profiles import Profile as Profile
    from digest_engine.query.compute import filters_text as filters_text
    from digest_engine.query.compute import group_label as group_label
    from digest_engine.query.compute import totals_data as totals_data
    from digest_engine.reports import ActDetail as ActDetail
    from digest_engine.reports import DeletionProof as DeletionProof
    from digest_engine.reports import EngineState as EngineState
    from digest_engine.reports import IngestReport as IngestReport
    from digest_engine.requests import Citation as Citation
    from digest_engine.requests import DigestAgentRequest as DigestAgentRequest
    from digest_engine.requests import DigestAgentResponse as DigestAgentResponse
    from digest_engine.requests import DigestGenerationRequest as DigestGenerationRequest
    from digest_engine.requests import DigestGenerationResponse as DigestGenerationResponse
    from digest_engine.requests import DigestQueryRequest as DigestQueryRequest
    from digest_engine.requests import DigestQueryResponse as DigestQueryResponse
    from digest_engine.requests import EmbeddingsImportResponse as EmbeddingsImportResponse
    from digest_engine.requests import EmbeddingsMatch as EmbeddingsMatch
    from digest_engine.requests import EmbeddingsMessage as EmbeddingsMessage
    from digest_engine.requests import EmbeddingsQueryRequest as EmbeddingsQueryRequest
    from digest_engine.requests import EmbeddingsQueryResponse as EmbeddingsQueryResponse
    from digest_engine.requests import ErrorInfo as ErrorInfo
    from digest_engine.requests import ErrorResponse as ErrorResponse
    from digest_engine.requests import PeriodOut as PeriodOut
    from digest_engine.requests import PineconeRerankerConfig as PineconeRerankerConfig
    from digest_engine.requests import RefusedRecord as RefusedRecord
    from digest_engine.requests import TEIConfig as TEIConfig
    from digest_engine.requests import WindowDigest as WindowDigest
    from digest_engine.settings import EncoderSettings as EncoderSettings
    from digest_engine.settings import Settings as Settings
    from digest_engine.settings import load_settings as load_settings
    from digest_engine.table import Cell as Cell
    from digest_engine.table import Column as Column
    from digest_engine.table import Table as Table
    from digest_engine.table import to_csv as to_csv
    from digest_engine.table import to_json as to_json
    from digest_engine.table import to_xlsx as to_xlsx
    from digest_engine.types import Act as Act
    from digest_engine.types import ActFilter as ActFilter
    from digest_engine.types import AmountRole as AmountRole
    from digest_engine.types import DateField as DateField
    from digest_engine.types import Figures as Figures
    from digest_engine.types import Granularity as Granularity
    from digest_engine.types import Group as Group
    from digest_engine.types import GroupKey as GroupKey
    from digest_engine.types import Language as Language
    from digest_engine.types import Period as Period
    from digest_engine.types import Totals as Totals

_HOMES = {
    "BackupReport": "digest_engine.archive.backup",
    "LoadReport": "digest_engine.archive.load",
    "MigrationReport": "digest_engine.archive.migrate",
    "RestoreReport": "digest_engine.archive.restore",
    "SavedForm": "digest_engine.archive.save",
    "SaveReport": "digest_engine.archive.save",
    "LoadedForm": "digest_engine.archive.source",
    "JournalEntry": "digest_engine.catalog.acts",
    "StoredDocument": "digest_engine.catalog.acts",
    "StoredRelation": "digest_engine.catalog.acts",
    "StoredValue": "digest_engine.catalog.acts",
    "FileRecord": "digest_engine.catalog.registry",
    "NamespaceRecord": "digest_engine.catalog.registry",
    "AsyncDocumentEmbeddingsClient": "digest_engine.client",
    "DocumentEmbeddingsClient": "digest_engine.client",
    "build_demo": "digest_engine.demo",
    "count_text": "digest_engine.digest.compose",
    "coverage_text": "digest_engine.digest.compose",
    "escape": "digest_engine.digest.compose",
    "totals_text": "digest_engine.digest.compose",
    "SeriesPoint": "digest_engine.digest.series",
    "Summary": "digest_engine.digest.summary",
    "Engine": "digest_engine.engine",
    "open_engine": "digest_engine.engine",
    "ConflictError": "digest_engine.errors",
    "DigestError": "digest_engine.errors",
    "InputError": "digest_engine.errors",
    "IntegrityError": "digest_engine.errors",
    "ModelError": "digest_engine.errors",
    "NotFoundError": "digest_engine.errors",
    "ReadError": "digest_engine.errors",
    "SettingsError": "digest_engine.errors",
    "StoreError": "digest_engine.errors",
    "evaluate_extraction": "digest_engine.evaluation.extraction",
    "evaluate_periods": "digest_engine.evaluation.periods",
    "evaluate_qa": "digest_engine.evaluation.qa",
    "EvalReport": "digest_engine.evaluation.report",
    "evaluate_retrieval": "digest_engine.evaluation.retrieval",
    "evaluate_router": "digest_engine.evaluation.router",
    "acts_table": "digest_engine.export",
    "coverage_line": "digest_engine.export",
    "digests_table": "digest_engine.export",
    "figures_table": "digest_engine.export",
    "granularity_labels": "digest_engine.export",
    "status_labels": "digest_engine.export",
    "status_of": "digest_engine.export",
    "date_text": "digest_engine.figures_text",
    "euro": "digest_engine.figures_text",
    "number": "digest_engine.figures_text",
    "period_text": "digest_engine.figures_text",
    "_": "digest_engine.i18n",
    "current_language": "digest_engine.i18n",
    "speaking": "digest_engine.i18n",
    "translate": "digest_engine.i18n",
    "Enriched": "digest_engine.ingest.enrich",
    "Estimate": "digest_engine.ingest.enrich",
    "FileInput": "digest_engine.ingest.pipeline",
    "FileReport": "digest_engine.ingest.pipeline",
    "Reextracted": "digest_engine.ingest.reextract",
    "act_name": "digest_engine.ingest.situate",
    "Finding": "digest_engine.integrity",
    "Usage": "digest_engine.llm.base",
    "caps_text": "digest_engine.model_text",
    "enriched_text": "digest_engine.model_text",
    "estimate_text": "digest_engine.model_text",
    "stopped_text": "digest_engine.model_text",
    "usage_text": "digest_engine.model_text",
    "find_periods": "digest_engine.periods",
    "parse_date": "digest_engine.periods",
    "Profile": "digest_engine.profiles",
    "filters_text": "digest_engine.query.compute",
    "group_label": "digest_engine.query.compute",
    "totals_data": "digest_engine.query.compute",
    "ActDetail": "digest_engine.reports",
    "DeletionProof": "digest_engine.reports",
    "EngineState": "digest_engine.reports",
    "IngestReport": "digest_engine.reports",
    "Citation": "digest_engine.requests",
    "DigestAgentRequest": "digest_engine.requests",
    "DigestAgentResponse": "digest_engine.requests",
    "DigestGenerationRequest": "digest_engine.requests",
    "DigestGenerationResponse": "digest_engine.requests",
    "DigestQueryRequest": "digest_engine.requests",
    "DigestQueryResponse": "digest_engine.requests",
    "EmbeddingsImportResponse": "digest_engine.requests",
    "EmbeddingsMatch": "digest_engine.requests",
    "EmbeddingsMessage": "digest_engine.requests",
    "EmbeddingsQueryRequest": "digest_engine.requests",
    "EmbeddingsQueryResponse": "digest_engine.requests",
    "ErrorInfo": "digest_engine.requests",
    "ErrorResponse": "digest_engine.requests",
    "PeriodOut": "digest_engine.requests",
    "PineconeRerankerConfig": "digest_engine.requests",
    "RefusedRecord": "digest_engine.requests",
    "TEIConfig": "digest_engine.requests",
    "WindowDigest": "digest_engine.requests",
    "EncoderSettings": "digest_engine.settings",
    "Settings": "digest_engine.settings",
    "load_settings": "digest_engine.settings",
    "Cell": "digest_engine.table",
    "Column": "digest_engine.table",
    "Table": "digest_engine.table",
    "to_csv": "digest_engine.table",
    "to_json": "digest_engine.table",
    "to_xlsx": "digest_engine.table",
    "Act": "digest_engine.types",
    "ActFilter": "digest_engine.types",
    "AmountRole": "digest_engine.types",
    "DateField": "digest_engine.types",
    "Figures": "digest_engine.types",
    "Granularity": "digest_engine.types",
    "Group": "digest_engine.types",
    "GroupKey": "digest_engine.types",
    "Language": "digest_engine.types",
    "Period": "digest_engine.types",
    "Totals": "digest_engine.types",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'digest_engine' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
