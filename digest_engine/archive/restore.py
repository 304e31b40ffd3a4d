"""Restoring a backup: all of it is checked against its manifest aside, and then the folder gets its name."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from digest_engine.archive.bundle import unpack
from digest_engine.errors import ConflictError, NotFoundError


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """What was restored. The passages wait to be indexed; their vectors come from the catalog's cache."""

    folder: Path
    made_at: str
    acts: int
    passages: int
    originals: int
    elsewhere: bool


def restore(source: Path, *, to: Path) -> RestoreReport:
    """Unpack a backup into `to`, a new or empty folder, after checking all of it. Raises `ReadError` for one that is cut or altered."""
    if not source.is_file():
        raise NotFoundError(f"{source}: no such file")
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise ConflictError(f"{to} is not an empty folder: a backup is never restored over anything")
    to.absolute().parent.mkdir(parents=True, exist_ok=True)
    aside = to.absolute().with_name(f".{to.name}.{os.getpid()}.part")
    try:
        aside.mkdir()
        manifest = unpack(source, aside)
        if to.exists():
            to.rmdir()
        aside.rename(to)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return RestoreReport(
        to, str(manifest.get("made_at", "")), manifest.get("acts", 0), manifest.get("passages", 0), manifest.get("originals", 0),
        bool(manifest.get("elsewhere")),
    )  # fmt: skip
