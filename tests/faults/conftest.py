"""One town for all tests, whose clocks are wrong; in it people for each."""

from collections.abc import AsyncIterator
from itertools import count

import pytest
from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from tests.faults.play import Play
from tests.faults.town import Town

AHEAD = (0, 3, -3)
"""Seconds by which the clocks of the nodes are off."""
numbers = count()


@pytest.fixture(scope="session")
async def crowd() -> AsyncIterator[ClientSession]:
    """A client for any number of people; every one brings his own cookie."""
    connector = TCPConnector(limit=0)
    async with ClientSession(cookie_jar=DummyCookieJar(), connector=connector) as session:
        yield session


@pytest.fixture(scope="session")
async def town(
    tmp_path_factory: pytest.TempPathFactory, crowd: ClientSession
) -> AsyncIterator[Town]:
    town = Town(tmp_path_factory.mktemp("town"), crowd)
    try:
        await town.start(AHEAD)
        yield town
    finally:
        await town.close()


@pytest.fixture
async def play(town: Town) -> AsyncIterator[Play]:
    play = Play(town, next(numbers), pause=0.02)
    yield play
    await play.leave()
