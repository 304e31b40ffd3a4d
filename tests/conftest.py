"""Shared fixtures. Data that may not be copied into the repository are read where DIGEST_SHARED_DIR points."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The folder of real acts and gold labels; the test is skipped, by name, on a machine without it."""
    folder = Path(os.environ.get("DIGEST_SHARED_DIR", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no shared data in {folder}: set DIGEST_SHARED_DIR")
    return folder


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A fresh database on the real PostgreSQL server that `.ci/run` starts; the test is skipped, by name, without one."""
    server = os.environ.get("DIGEST_TEST_POSTGRES_URL")
    if not server:
        pytest.skip("no PostgreSQL server: set DIGEST_TEST_POSTGRES_URL")
    name = f"digest_{uuid.uuid4().hex[:12]}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0"))
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.server)])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """An engine in a folder of its own, on SQLite and on PostgreSQL: the same tests for both."""
    from tests.support import make_engine  # only tests that ask for an engine pay for its imports

    settings: dict[str, Any] = {}
    if request.param == "postgres":
        settings["catalog"] = {"url": request.getfixturevalue("postgres_url")}
    with make_engine(tmp_path, **settings) as made:
        yield made
