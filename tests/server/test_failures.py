"""A failure that lasts is a line in the log now and then, and shows nobody's secrets."""

from __future__ import annotations

import asyncio
import logging

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError

from server.bus import RedisBus
from server.failures import Seldom, reason
from server.store.database import Database
from server.streams import Streams
from tests.server.nodes import House
from tests.server.processes import free_port
from tests.server.sockets import PATIENCE

LOGGER = logging.getLogger("server.seldom")


async def test_of_many_that_are_alike_one_is_written_and_the_others_are_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seldom = Seldom(LOGGER, 0.05)
    for _ in range(50):
        seldom.warn("the cellar is full")
    seldom.warn("the roof leaks")
    assert caplog.messages == ["the cellar is full", "the roof leaks"]
    async with asyncio.timeout(PATIENCE):
        while seldom.more:  # noqa: ASYNC110 - by its own clock
            await asyncio.sleep(0.01)
    assert caplog.messages[2:] == ["the cellar is full (49 times more)"]
    seldom.warn("the roof leaks")
    assert caplog.messages[3:] == ["the roof leaks"]


async def test_clicks_while_the_store_is_away_are_one_line(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await house.guest()
    stream = await anna.open(bots=False)

    async def submit(*_: object, **_named: object) -> None:
        raise OperationalError("insert into entry", {"body": "s3cret"}, OSError("it is gone"))

    monkeypatch.setattr(Streams, "submit", submit)
    caplog.clear()
    for _ in range(20):
        assert await anna.refused(stream, "leave") == "try_again"
    told = [record for record in caplog.records if record.name == "server.sockets"]
    assert told[0].getMessage() == "the database is away: it is gone"
    assert not any(record.exc_info for record in told)
    assert len({record.getMessage() for record in told}) == len(told) < 20


async def test_a_bell_that_is_away_is_named_without_its_password(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.bus.AGAIN_SECONDS", 0.0)
    port = free_port()
    bus = RedisBus(f"redis://anna:s3cret@127.0.0.1:{port}/0")
    tried = 0

    pubsub = bus.redis.pubsub

    def again() -> object:
        nonlocal tried
        tried += 1
        return pubsub()

    monkeypatch.setattr(bus.redis, "pubsub", again)
    hearing = asyncio.create_task(bus.hear())
    async with asyncio.timeout(PATIENCE):
        while tried < 5:  # noqa: ASYNC110 - a task of its own
            await asyncio.sleep(0.01)
    hearing.cancel()
    await asyncio.gather(hearing, return_exceptions=True)
    await bus.close()
    [line] = caplog.messages
    assert line.startswith(f"the bus is away: 127.0.0.1:{port}: ")
    assert "s3cret" not in line


@pytest.mark.both_stores
async def test_an_error_shows_no_values(empty_url: str) -> None:
    database = Database(empty_url)
    with pytest.raises(DBAPIError) as failed:
        async with database.read.connect() as connection:
            await connection.execute(text("select * from nowhere where a = :a"), {"a": "s3cret"})
    await database.close()
    assert "s3cret" not in str(failed.value)
    assert "nowhere" in reason(failed.value)
    assert "\n" not in reason(failed.value)
