"""Bringing a database to the schema of this program: created whole where it is empty, migrated forward where it is older."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from digest_engine.catalog import schema
from digest_engine.errors import IntegrityError

# The newest revision in `migrations/versions`; a test keeps the two equal.
HEAD = "0001"
LOCK = "SELECT pg_advisory_xact_lock(7316204)"


def bring_up_to_date(engine: Engine) -> None:
    """Create or migrate. Cheap where nothing is to do: Alembic is imported only to migrate."""
    with engine.connect() as connection:
        if _revision(connection) == HEAD:
            return
    with engine.begin() as connection:
        if engine.dialect.name != "sqlite":
            connection.execute(text(LOCK))
        revision = _revision(connection)
        if revision is None:
            _create(connection)
        elif revision != HEAD:
            upgrade(connection, revision)


def upgrade(connection: Connection, revision: str | None, *, to: str = "head") -> None:
    """Run the migrations after `revision`. `IntegrityError` where the database was made by a newer program."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise IntegrityError(f"the catalog has schema {revision}, this program knows {HEAD}: update the program")
    command.upgrade(config, to)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision


def _create(connection: Connection) -> None:
    schema.metadata.create_all(connection)
    for statement in search_tables(connection):
        connection.execute(text(statement))
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def search_tables(connection: Connection) -> tuple[str, ...]:
    """The statements that make the full-text index, which SQLAlchemy's metadata can't say."""
    return (schema.SQLITE_SEARCH,) if connection.dialect.name == "sqlite" else schema.POSTGRES_SEARCH
