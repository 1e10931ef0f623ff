"""The database's tables are those of the schema, from nothing and from every version."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect

from server.store.database import MIGRATIONS, Database
from server.store.schema import metadata

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{tmp_path / 'pulya.db'}")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def differences(connection: Connection) -> object:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return compare_metadata(context, metadata)


def test_from_nothing_to_the_schema(connection: Connection) -> None:
    command.upgrade(config(connection), "head")
    assert differences(connection) == []


def test_there_is_one_newest_migration() -> None:
    script = ScriptDirectory(str(MIGRATIONS))
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


def test_every_migration_goes_back_and_forth(connection: Connection) -> None:
    script = ScriptDirectory(str(MIGRATIONS))
    revisions = [revision.revision for revision in script.walk_revisions()][::-1]
    for revision in revisions:
        command.upgrade(config(connection), revision)
        command.downgrade(config(connection), "-1")
        command.upgrade(config(connection), revision)
    command.downgrade(config(connection), "base")
    left = set(inspect(connection).get_table_names()) - {"alembic_version"}
    assert left == set()
    command.upgrade(config(connection), "head")
    assert differences(connection) == []


async def test_servers_that_start_at_once_do_not_collide(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'pulya.db'}"
    script = f"""
import asyncio
from server.store.database import Database

async def start():
    database = Database({url!r})
    await database.migrate()
    await database.close()

asyncio.run(start())
"""
    servers = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", script, cwd=ROOT)
        for _ in range(3)
    ]
    assert [await server.wait() for server in servers] == [0, 0, 0]
    database = Database(url)
    await database.migrate()  # once more changes nothing
    async with database.read.connect() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()
