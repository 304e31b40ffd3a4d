"""An archive with vectors."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from digest_engine import Engine
from tests.archive.sample import fill
from tests.support import make_engine


def copy_sparse(source: Path, target: Path) -> None:
    """The engine's files are mostly holes, which `shutil` would fill: two hundred megabytes a test."""
    subprocess.run(["cp", "-a", str(source), str(target)], check=True)


@pytest.fixture(scope="session")
def filled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the sample in it: read once, copied by each test."""
    folder = tmp_path_factory.mktemp("sample")
    with make_engine(folder) as engine:
        fill(engine)
    return folder


@pytest.fixture(scope="session")
def untouched(filled_folder: Path) -> Iterator[Engine]:
    """An engine over the sample itself, for tests that change nothing in it."""
    with make_engine(filled_folder) as engine:
        yield engine


@pytest.fixture
def sample(filled_folder: Path, tmp_path: Path) -> Iterator[Engine]:
    """An engine over a copy of the sample."""
    copy_sparse(filled_folder / "data", tmp_path / "data")
    with make_engine(tmp_path) as engine:
        yield engine


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Engine]:
    """An engine that holds nothing."""
    with make_engine(tmp_path / "empty") as engine:
        yield engine
