"""The migrations make the schema that the program declares, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from digest_engine.catalog import migrate, schema
from digest_engine.errors import IntegrityError

FOLDER = Path(migrate.__file__).parent / "migrations"
OUTSIDE = ("chunk_terms", "alembic_version", "chunk_texts")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.server)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else f"sqlite:///{tmp_path / 'catalog.sqlite'}"


def ours(_object: object, name: str | None, kind: str, *_: object) -> bool:
    return not (kind in ("table", "index") and (name or "").removeprefix("ix_").startswith(OUTSIDE))


def differences(url: str) -> list[object]:
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": ours, "compare_type": False})
        found = compare_metadata(context, schema.metadata)
    engine.dispose()
    return found


def test_the_newest_revision_is_the_one_the_program_expects() -> None:
    assert ScriptDirectory(str(FOLDER)).get_current_head() == migrate.HEAD


def test_the_migrations_make_the_declared_schema(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        migrate.upgrade(connection, None)
    engine.dispose()
    assert differences(url) == []


def test_a_new_database_is_made_whole_and_stamped(url: str) -> None:
    engine = create_engine(url)
    migrate.bring_up_to_date(engine)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == migrate.HEAD
        assert inspect(connection).has_table("chunk_terms")
    engine.dispose()
    assert differences(url) == []


def test_a_database_of_a_newer_program_is_refused(url: str) -> None:
    engine = create_engine(url)
    migrate.bring_up_to_date(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(IntegrityError, match="update the program"):
        migrate.bring_up_to_date(engine)
    engine.dispose()
