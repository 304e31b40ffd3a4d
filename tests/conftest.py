"""Shared fixtures. Data that may not be copied into the repository are read where DIGEST_SHARED_DIR points."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The folder of real acts and gold labels; the test is skipped, by name, on a machine without it."""
    folder = Path(os.environ.get("DIGEST_SHARED_DIR", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no shared data in {folder}: set DIGEST_SHARED_DIR")
    return folder
