"""A service over the sample archive, shared by tests that change nothing in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from digest_engine import Engine
from tests.api.service import Service
from tests.archive.sample import fill
from tests.support import make_engine


@pytest.fixture(scope="session")
def shared_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The sample, not to be changed."""
    with make_engine(tmp_path_factory.mktemp("service")) as engine:
        fill(engine)
        yield engine


@pytest.fixture(scope="session")
def service(shared_engine: Engine) -> Service:
    """The service over it."""
    return Service(shared_engine)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Service]:
    """A service over an empty engine."""
    with make_engine(tmp_path) as engine:
        yield Service(engine)
