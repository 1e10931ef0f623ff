"""Servers for the tests, each on a database of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest
from aiohttp import ClientSession, DummyCookieJar
from aiohttp.test_utils import TestServer

from server.store.database import Database
from server.store.log import Log
from server.store.schema import metadata
from tests.server.nodes import House, sqlite_url
from tests.server.postgres import PostgresServer

MIGRATED = "migrated"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "both_stores: what has a database runs on SQLite and on PostgreSQL"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    wanted = metafunc.definition.get_closest_marker("both_stores")
    for name in {"database_url", "empty_url"} & {*metafunc.fixturenames} if wanted else ():
        metafunc.parametrize(name, ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(scope="session")
async def postgres() -> AsyncIterator[PostgresServer]:
    """One for all tests; a test that stops it starts it again."""
    postgres = PostgresServer()
    try:
        await postgres.create()
        await postgres.start()
        database = Database(await postgres.make_database(MIGRATED))
        await database.migrate()
        await database.close()
        yield postgres
    finally:
        await postgres.remove()


@pytest.fixture
async def postgresql_url(postgres: PostgresServer) -> AsyncIterator[str]:
    """A database in it, at its newest migration and empty."""
    url = postgres.url(MIGRATED)
    yield url
    # To make a new one would take longer than most tests do.
    connection = await asyncpg.connect(url)
    await connection.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where datname = current_database() and pid <> pg_backend_pid()"
    )
    for table in metadata.tables:
        await connection.execute(f"delete from {table}")
    await connection.close()


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database; with `both_stores` there is a test for each."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return sqlite_url(tmp_path / "pulya.db")
    url: str = request.getfixturevalue("postgresql_url")
    return url


@pytest.fixture
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without tables; with `both_stores` there is a test for each."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return sqlite_url(tmp_path / "empty.db")
    url: str = request.getfixturevalue("empty_postgresql_url")
    return url


@pytest.fixture
async def empty_postgresql_url(postgres: PostgresServer) -> AsyncIterator[str]:
    url = await postgres.make_database("empty")
    yield url
    await postgres.sql("drop database empty with (force)")


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A fresh database by itself, at the newest migration."""
    database = Database(database_url)
    await database.migrate()
    yield database
    await database.close()


@pytest.fixture
async def log(database: Database) -> AsyncIterator[Log]:
    """A log that writes."""
    log = Log(database)
    running = asyncio.create_task(log.run())
    yield log
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    """A client that keeps no cookies: every person brings his own."""
    async with ClientSession(cookie_jar=DummyCookieJar()) as session:
        yield session


@pytest.fixture
async def house(
    database_url: str,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
) -> House:
    """A server on a fresh database; it can be stopped and started anew."""
    house = House(database_url, http, aiohttp_server)
    await house.start()
    return house
