"""Temporal Digest: figures, digests and answers from the acts of Italian public bodies.

The names below are the public face. They are loaded when first used, so that importing one part of the package costs that part alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from digest_engine.engine import Engine as Engine
    from digest_engine.engine import open_engine as open_engine
    from digest_engine.errors import DigestError as DigestError
    from digest_engine.errors import InputError as InputError
    from digest_engine.errors import NotFoundError as NotFoundError
    from digest_engine.export import acts_table as acts_table
    from digest_engine.export import digests_table as digests_table
    from digest_engine.export import figures_table as figures_table
    from digest_engine.ingest.pipeline import FileInput as FileInput
    from digest_engine.requests import DigestAgentRequest as DigestAgentRequest
    from digest_engine.requests import DigestAgentResponse as DigestAgentResponse
    from digest_engine.requests import DigestGenerationRequest as DigestGenerationRequest
    from digest_engine.requests import DigestGenerationResponse as DigestGenerationResponse
    from digest_engine.requests import DigestQueryRequest as DigestQueryRequest
    from digest_engine.requests import DigestQueryResponse as DigestQueryResponse
    from digest_engine.requests import PineconeRerankerConfig as PineconeRerankerConfig
    from digest_engine.requests import TEIConfig as TEIConfig
    from digest_engine.settings import Settings as Settings
    from digest_engine.settings import load_settings as load_settings
    from digest_engine.table import Column as Column
    from digest_engine.table import Table as Table
    from digest_engine.table import to_csv as to_csv
    from digest_engine.table import to_json as to_json
    from digest_engine.table import to_xlsx as to_xlsx

_HOMES = {
    "Engine": "digest_engine.engine",
    "open_engine": "digest_engine.engine",
    "Settings": "digest_engine.settings",
    "load_settings": "digest_engine.settings",
    "FileInput": "digest_engine.ingest.pipeline",
    "DigestGenerationRequest": "digest_engine.requests",
    "DigestGenerationResponse": "digest_engine.requests",
    "DigestQueryRequest": "digest_engine.requests",
    "DigestQueryResponse": "digest_engine.requests",
    "DigestAgentRequest": "digest_engine.requests",
    "DigestAgentResponse": "digest_engine.requests",
    "TEIConfig": "digest_engine.requests",
    "PineconeRerankerConfig": "digest_engine.requests",
    "DigestError": "digest_engine.errors",
    "InputError": "digest_engine.errors",
    "NotFoundError": "digest_engine.errors",
    "acts_table": "digest_engine.export",
    "digests_table": "digest_engine.export",
    "figures_table": "digest_engine.export",
    "Column": "digest_engine.table",
    "Table": "digest_engine.table",
    "to_csv": "digest_engine.table",
    "to_json": "digest_engine.table",
    "to_xlsx": "digest_engine.table",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'digest_engine' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
