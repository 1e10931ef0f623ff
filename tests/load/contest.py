"""A tournament of 250 tables on a running server: how fast its tables open, and play."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.load.tables import server
from tests.server.contest.festival import Guest, plan
from tests.server.nodes import rows

TABLES = 250
WARM_UP, SECONDS = 3.0, 10.0
PATIENCE = 120


async def contest_of_bots(directory: Path) -> tuple[float, float]:
    """Seconds from the opening of the tour until the last table is open; entries a second then.

    A director's page and ten more follow the contest.
    """
    async with server(directory) as (process, http):
        director = await Guest.holder(http, process.url)
        watching = [await Guest.guest(http, process.url, f"Гость {n}") for n in range(10)]
        told = plan(time.time(), "points-4321", 1, no_show=0)
        stream = (await director.command("", "create", plan=told))["stream"]
        for number in range(4 * TABLES):
            await director.command(
                stream,
                "add",
                why="a bench",
                after=number,
                person=f"bot-{number}",
                bot=True,
            )
        board = await director.follow(stream)
        for guest in watching:
            await guest.follow(stream)
        for step, tour in (("close", 0), ("draw", 0), ("call", 1)):
            await director.acts(stream, "start", step=step, tour=tour)
        async with asyncio.timeout(PATIENCE):
            await director.until(lambda: board.contest["phase"] == "playing")
            start = time.perf_counter()
            await director.until(lambda: len(board.shown["progress"]) == TABLES)
        opened = time.perf_counter() - start
        await asyncio.sleep(WARM_UP)
        before, start = entries(directory), time.perf_counter()
        await asyncio.sleep(SECONDS)
        return opened, (entries(directory) - before) / (time.perf_counter() - start)


def entries(directory: Path) -> int:
    """How many have been stored."""
    [(count,)] = rows(directory / "pulya.db", "select count(*) from entry")
    return int(count)
