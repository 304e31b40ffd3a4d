"""Shared fixtures. Data that may not be copied into the repository are read where DIGEST_SHARED_DIR points."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The folder of real acts and gold labels; the test is skipped, by name, on a machine without it."""
    folder = Path(os.environ.get("DIGEST_SHARED_DIR", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no shared data in {folder}: set DIGEST_SHARED_DIR")
    return folder


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Any]:
    """An engine in a folder of its own."""
    from tests.support import make_engine  # only tests that ask for an engine pay for its imports

    with make_engine(tmp_path) as made:
        yield made
