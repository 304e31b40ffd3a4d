"""Reading in a process of its own: what hangs, eats memory or crashes costs one file, or one member of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from digest_engine.fanout import WorkerProcess, WorkerStopped
from digest_engine.ingest.readers.base import Beat, Limits, failure
from digest_engine.ingest.readers.reading import DEFAULT_LIMITS, read
from digest_engine.types import Reading

RETRIES = 5


class ReadingWorker:
    """One long-lived process that reads files, replaced after `recycle_after` files and after each accident.

    A start costs more than reading four acts, so keep it open over many files. Calls from several threads take turns.
    """

    def __init__(self, *, limits: Limits = DEFAULT_LIMITS, recycle_after: int = 500) -> None:
        """The process starts with the first file."""
        self._limits = limits
        self._process = WorkerProcess(f"{__name__}:read_job", memory_bytes=limits.memory_bytes, recycle_after=recycle_after)

    def read(self, source: bytes | Path, name: str) -> Reading:
        """Like `read`, for bytes or a file on disk; never raises for bad content.

        A member of a container that hangs or crashes is left out and the container is read again without it, up to five times.
        """
        skip: dict[str, str] = {}
        while True:
            try:
                return cast(Reading, self._process.call(source, name, self._limits, skip, seconds=self._limits.step_seconds))
            except WorkerStopped as stopped:
                culprit = stopped.at or name
                if culprit == name or culprit in skip or len(skip) >= RETRIES:
                    return Reading(failures=(failure(name, stopped.reason),))
                skip[culprit] = stopped.reason

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def read_job(source: bytes | Path, name: str, limits: Limits, skip: Mapping[str, str], *, beat: Beat) -> Reading:
    """What the process runs. A file on disk is opened here, so that its bytes cross no pipe."""
    if isinstance(source, bytes):
        return read(source, name, limits, beat=beat, skip=skip)
    try:
        if source.stat().st_size > limits.file_bytes:
            return Reading(failures=(failure(name, "too_large"),))
        return read(source.read_bytes(), name, limits, beat=beat, skip=skip)
    except OSError:
        return Reading(failures=(failure(name, "not_found"),))
