"""Servers for the tests, each on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path

import pytest
from aiohttp import ClientSession, DummyCookieJar
from aiohttp.test_utils import TestServer

from server.store.database import Database
from tests.server.nodes import House, sqlite_url
from tests.server.postgres import PostgresServer

MIGRATED = "migrated"
"""The database that others are copies of."""
numbers = count()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "both_stores: what has a database runs on SQLite and on PostgreSQL"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    wanted = metafunc.definition.get_closest_marker("both_stores")
    if wanted and "database_url" in metafunc.fixturenames:
        metafunc.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(scope="session")
async def postgres() -> AsyncIterator[PostgresServer]:
    """One for all tests that do not stop it."""
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
    """A fresh database in it."""
    name = f"test{next(numbers)}"
    await postgres.sql(f"create database {name} template {MIGRATED}")
    yield postgres.url(name)
    await postgres.sql(f"drop database {name} with (force)")


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database; with `both_stores` there is a test for each."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return sqlite_url(tmp_path / "pulya.db")
    url: str = request.getfixturevalue("postgresql_url")
    return url


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
