"""A running server under the load of a hundred tables, over real sockets and the durable log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from tests.server.nodes import rows
from tests.server.people import Person, Screen, finished
from tests.server.processes import Process

TABLES = 100
MOST_DEALS = 60
WARM_UP, SECONDS = 4.0, 10.0
PULYAS, DEALS = 8, 4
"""On which the bytes are weighed."""


class Glance(Screen):
    """A screen that keeps no more than is needed to answer."""

    def take(self, entry: dict[str, Any]) -> None:
        assert entry["n"] == self.n + 1
        self.n = entry["n"]
        self.table.update(entry.get("set", {}))
        if "closed" in entry:
            self.table["past"].append(entry["closed"])
        for event in entry.get("events", []):
            match event["event"]:
                case "asked":
                    self.view["ask"] = event
                case "deal_scored":
                    self.view["ask"] = None


class Player(Person):
    """Answers at random."""

    kind = Glance


@asynccontextmanager
async def server(directory: Path) -> AsyncIterator[tuple[Process, ClientSession]]:
    process = Process(
        directory / "pulya.db",
        PULYA_BOT_PAUSE="0",
        PULYA_RATE="1000000",
        PULYA_CONTEST_BOTS="2000",
    )
    connector = TCPConnector(limit=0)
    async with ClientSession(cookie_jar=DummyCookieJar(), connector=connector) as http:
        await process.start(http)
        try:
            yield process, http
        finally:
            await process.stop()


async def gathered(guests: list[Player], deals: int) -> tuple[str, list[Player]]:
    """A new table of four, at which they sit, each with a socket of his own."""
    here = [await guest.again() for guest in guests]
    stream = await here[0].open(deals=deals, bots=False)
    for player in here:
        await player.watch(stream)
    for player in here[1:]:
        await player.command(stream, "join")
    return stream, here


async def played(stream: str, here: list[Player], seed: object) -> None:
    """Bots come to the free chairs, and all play to the end."""
    if len(here) < 4:
        await here[0].command(stream, "fill")
    async with asyncio.TaskGroup() as tasks:
        for number, player in enumerate(here):
            tasks.create_task(player.plays(stream, finished, Random(f"{seed} {number}")))


async def answers_a_second(directory: Path, people: int) -> float:
    """A hundred tables with so many people each."""
    async with server(directory) as (process, http):
        guests = [await Player.guest(http, process.url) for _ in range(people)]
        tables = [await gathered(guests, MOST_DEALS) for _ in range(TABLES)]
        playing = [
            asyncio.create_task(played(stream, here, number))
            for number, (stream, here) in enumerate(tables)
        ]
        await asyncio.sleep(WARM_UP)
        before, start = answers(directory), time.perf_counter()
        await asyncio.sleep(SECONDS)
        a_second = (answers(directory) - before) / (time.perf_counter() - start)
        for table in playing:
            table.cancel()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        return a_second


async def bytes_a_deal(directory: Path) -> float:
    """What a person among bots gets for a deal, in the mean over some pulyas."""
    async with server(directory) as (process, http):

        async def received(number: int) -> int:
            anna = await Player.guest(http, process.url)
            stream = await anna.open(deals=DEALS)
            await anna.watch(stream)
            await anna.plays(stream, finished, Random(number))
            return sum(map(len, anna.socket.frames))

        pulyas = await asyncio.gather(*(received(number) for number in range(PULYAS)))
        return sum(pulyas) / (PULYAS * DEALS)


def answers(directory: Path) -> int:
    """How many have been stored."""
    query = "select count(*) from entry where what = 'answer'"
    [(count,)] = rows(directory / "pulya.db", query)
    return int(count)
