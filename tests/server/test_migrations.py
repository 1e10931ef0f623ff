"""The database's tables are those of the schema, from nothing and from every version."""

from __future__ import annotations

import asyncio
import os
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
from sqlalchemy import Connection, create_engine, inspect, text

from server.store.database import MIGRATIONS, Database, Unusable
from server.store.schema import metadata
from tests.server.postgres import PostgresServer

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


def test_there_is_one_newest_migration() -> None:
    script = ScriptDirectory(str(MIGRATIONS))
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


def back_and_forth(connection: Connection) -> None:
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


@pytest.mark.both_stores
async def test_every_migration_goes_back_and_forth(empty_url: str) -> None:
    database = Database(empty_url)
    async with database.patient.begin() as connection:
        await connection.run_sync(back_and_forth)
    await database.close()


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


@pytest.mark.both_stores
async def test_all_migrations_are_one_transaction(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails at the last one has done nothing: nobody ever sees a state between two."""
    script = ScriptDirectory(str(MIGRATIONS))
    copied = shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (copied / "versions" / "9999_broken.py").write_text(
        f"revision, down_revision = '9999', {script.get_current_head()!r}\n"
        "def upgrade():\n    raise LookupError('broken')\n"
    )
    monkeypatch.setattr("server.store.database.MIGRATIONS", copied)
    database = Database(empty_url)
    with pytest.raises(LookupError):
        await database.migrate()
    async with database.read.connect() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await database.close()
    assert names == []


@pytest.mark.both_stores
async def test_servers_that_start_at_once_do_not_collide(empty_url: str) -> None:
    script = f"""
import asyncio
from server.store.database import Database

async def start():
    database = Database({empty_url!r})
    await database.migrate()
    await database.close()

asyncio.run(start())
"""
    servers = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", script, cwd=ROOT)
        for _ in range(3)
    ]
    assert [await server.wait() for server in servers] == [0, 0, 0]
    database = Database(empty_url)
    await database.migrate()  # once more changes nothing
    async with database.read.connect() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()


async def test_postgresql_compares_as_sqlite_does(postgresql_url: str) -> None:
    """Byte by byte, whatever language the database was made for."""
    database = Database(postgresql_url)
    query = "select distinct collation_name from information_schema.columns where "
    query += "table_schema = 'public' and data_type like 'character%'"
    async with database.read.connect() as connection:
        assert [*await connection.scalars(text(query))] == ["C"]
    await database.close()


@pytest.mark.both_stores
async def test_a_newer_servers_database_is_left_alone(empty_url: str) -> None:
    database = Database(empty_url)
    await database.migrate()
    async with database.write.begin() as connection:
        await connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(Unusable, match="newer server's: its migration 9999 is unknown"):
        await database.migrate()
    environment = {**os.environ, "PULYA_DB": empty_url, "PULYA_PORT": "0"}
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server"),
        cwd=ROOT,
        env=environment,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await server.communicate()
    assert server.returncode == 2
    assert said.endswith(b"\nthe database is a newer server's: its migration 9999 is unknown\n")


@pytest.mark.parametrize("how", ["directory", "port", "name"])
async def test_a_database_that_cannot_be_opened_is_said_so(
    how: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    url = {
        "directory": f"sqlite+aiosqlite:///{tmp_path / 'missing' / 'pulya.db'}",
        "port": postgres.url(port=1),
        "name": postgres.url("missing"),
    }[how]
    with pytest.raises(Unusable, match=r"^the database cannot be opened: [^\n]*$"):
        await Database(url).migrate()
