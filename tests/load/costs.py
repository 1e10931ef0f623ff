"""`python -m tests.load.costs`: print what an answer costs, `make load`; some ten minutes.

Without PULYA_DB and PULYA_REDIS the nodes get a PostgreSQL and a Redis of their own.
"""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from tests.load.measure import HEAD, STAGES, Measured
from tests.load.nodes import Load, Node, floor, started, under
from tests.server.bell import RedisServer
from tests.server.postgres import PostgresServer

FAST = Load("", 100)
"""Everybody answers at once."""
STEADY = Load("", 300, pace=1.0)
"""What one node bears and three: what an answer costs depends on how many come at once."""
HUMAN = Load("1 node, SQLite", 2500, pace=3.0, warm_up=10.0, seconds=40.0)
SPLITS = (1, ""), (2, "at random"), (2, "by the hint"), (3, "at random"), (3, "by the hint")
STAGED = (1, ""), (3, "at random"), (3, "by the hint")


@dataclass
class Services:
    """What the nodes share, and its processes."""

    redis: str
    pids: list[int]
    postgres: PostgresServer | None
    database: str
    made: int = 0

    async def settings(self) -> dict[str, str]:
        """For the nodes of a scenario: a database of its own where that can be had."""
        self.made += 1
        url = self.database
        if self.postgres is not None:
            url = await self.postgres.make_database(f"load{self.made}")
        return {"PULYA_DB": url, "PULYA_REDIS": self.redis}


@asynccontextmanager
async def services(directory: Path) -> AsyncIterator[Services]:
    given = os.environ.get("PULYA_DB", ""), os.environ.get("PULYA_REDIS", "")
    if all(given):
        yield Services(given[1], [], None, given[0])
        return
    redis, postgres = RedisServer(directory), PostgresServer()
    try:
        await postgres.create()
        await postgres.start()
        await redis.start()
        assert postgres.running is not None
        assert redis.running is not None
        pids = [postgres.running.pid, redis.running.pid]
        yield Services(redis.url, pids, postgres, "")
    finally:
        await redis.stop()
        await postgres.remove()


async def alone(load: Load, staged: bool = False) -> tuple[Measured, float]:
    """One node on SQLite, and the mean size of an entry."""
    with TemporaryDirectory(prefix="pulya-") as directory:
        node = Node(Path(directory), staged=staged)
        async with started([node]):
            measured, tally = await under(load, [node])
            return measured, tally.bytes / max(1, tally.entries)


async def together(load: Load, count: int, services: Services, staged: bool = False) -> Measured:
    """So many nodes on PostgreSQL and Redis."""
    with TemporaryDirectory(prefix="pulya-") as directory:
        settings = await services.settings()
        nodes = [Node(Path(directory), n, staged, **settings) for n in range(count)]
        async with started(nodes):
            return (await under(load, nodes, services.pids))[0]


def named(count: int, split: str) -> Load:
    name = f"{count} nodes, {split}" if split else "1 node"
    return replace(STEADY, name=f"{name}, PostgreSQL", hint=split == "by the hint")


async def main() -> None:
    fast = replace(FAST, name="1 node, SQLite")
    print(f"{FAST.tables} tables of four people, as fast as it goes\n\n{HEAD}")
    first, size = await alone(fast)
    bare = await floor("bare", replace(FAST, name="floor: bare aiohttp"), int(size))
    room = await floor("room", replace(FAST, name="floor: python-socketio's room emit"), int(size))
    for measured in (bare, room, first):
        print(measured.line(bare.each, room.each), flush=True)
    with TemporaryDirectory(prefix="pulya-") as directory:
        async with services(Path(directory)) as shared:
            other = replace(FAST, name="1 node, PostgreSQL")
            print((await together(other, 1, shared)).line(bare.each, room.each), flush=True)
            print(f"\n{STEADY.tables} tables, an answer each second\n\n{HEAD}")
            plain: dict[tuple[int, str], Measured] = {}
            for split in SPLITS:
                plain[split] = await together(named(*split), split[0], shared)
                print(plain[split].line(bare.each, room.each), flush=True)
            print(f"\n{'CPU µs an answer, by stage':<42} ", end="")
            print(" ".join(f"{stage:>9}" for stage in STAGES))
            measured, _ = await alone(fast, staged=True)
            print(f"{fast.name + ', as fast as it goes':<42} {measured.stages(first.each)}")
            for split in STAGED:
                measured = await together(named(*split), split[0], shared, staged=True)
                print(f"{measured.name:<42} {measured.stages(plain[split].each)}", flush=True)
    print(f"\n{HUMAN.tables} tables, an answer each three seconds\n\n{HEAD}")
    measured, _ = await alone(HUMAN)
    print(measured.line(bare.each, room.each))
    print(f"{size:.0f} bytes an entry, in the mean")


if __name__ == "__main__":
    gc.disable()  # of the generator: its pauses would be taken for the servers'
    uvloop.run(main())
