"""The database's tables are those of the schema, from nothing and from every version."""

from __future__ import annotations

import asyncio
import shutil
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


def test_accounts_leave_people_who_they_were(connection: Connection) -> None:
    """A database from before there were accounts."""
    command.upgrade(config(connection), "0002")
    for person in ("p1", "p2"):
        connection.exec_driver_sql("insert into person values (?, 'Анна', 5)", (person,))
    connection.exec_driver_sql("insert into return_link values ('p1', x'01', 6)")
    command.upgrade(config(connection), "head")
    people = connection.exec_driver_sql("select person, name, at from person").all()
    assert [tuple(row) for row in people] == [("p1", "Анна", 5), ("p2", "Анна", 5)]
    assert connection.exec_driver_sql("select count(*) from return_link").scalar() == 1
    assert connection.exec_driver_sql("select count(*) from account").scalar() == 0


async def test_all_migrations_are_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails at the last one has done nothing: nobody ever sees a state between two."""
    script = ScriptDirectory(str(MIGRATIONS))
    copied = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (copied / "versions" / "9999_broken.py").write_text(
        f"revision, down_revision = '9999', {script.get_current_head()!r}\n"
        "def upgrade():\n    raise LookupError('broken')\n"
    )
    monkeypatch.setattr("server.store.database.MIGRATIONS", copied)
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'pulya.db'}")
    with pytest.raises(LookupError):
        await database.migrate()
    async with database.read.connect() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await database.close()
    assert names == []


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
