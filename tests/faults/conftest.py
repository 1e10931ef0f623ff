"""A town for each test, and people in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from tests.faults.play import Play
from tests.faults.town import Town


@pytest.fixture
async def crowd() -> AsyncIterator[ClientSession]:
    """A client for any number of people; every one brings his own cookie."""
    connector = TCPConnector(limit=0)
    async with ClientSession(cookie_jar=DummyCookieJar(), connector=connector) as session:
        yield session


@pytest.fixture
async def town(tmp_path: Path, crowd: ClientSession) -> AsyncIterator[Town]:
    town = Town(tmp_path, crowd)
    try:
        await town.start()
        yield town
    finally:
        await town.close()


@pytest.fixture
async def play(town: Town) -> AsyncIterator[Play]:
    play = Play(town, pause=0.05)
    yield play
    await play.leave()
