"""Servers for the tests, each on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import ClientSession, DummyCookieJar
from aiohttp.test_utils import TestServer

from tests.server.nodes import House


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    """A client that keeps no cookies: every person brings his own."""
    async with ClientSession(cookie_jar=DummyCookieJar()) as session:
        yield session


@pytest.fixture
async def house(
    tmp_path: Path,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
) -> House:
    """A server on a fresh database; it can be stopped and started anew."""
    house = House(tmp_path / "pulya.db", http, aiohttp_server)
    await house.start()
    return house
