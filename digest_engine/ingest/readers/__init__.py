"""Files → documents with text by page, one module a format. Nothing heavy is imported until a file of that format comes."""

from __future__ import annotations

from digest_engine.ingest.readers.base import Limits
from digest_engine.ingest.readers.normalise import repeated_lines
from digest_engine.ingest.readers.reading import read
from digest_engine.ingest.readers.worker import ReadingWorker

__all__ = ["Limits", "ReadingWorker", "read", "repeated_lines"]
