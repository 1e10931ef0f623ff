"""Three nodes as processes, PostgreSQL and Redis of their own, and a link for each that talks."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
from aiohttp import ClientSession

from server.store.database import Database
from tests.faults.links import Link
from tests.server.bell import RedisServer
from tests.server.postgres import PostgresServer
from tests.server.processes import ROOT, Process

STORED_AT = "alter table entry add column stored_at timestamptz default clock_timestamp()"
"""When an entry came in by the store's own clock, whatever a node thinks."""


class Node:
    """A server whose connections go over links: to the store, to Redis, from its players."""

    def __init__(self, number: int, town: Town) -> None:
        self.number = number
        self.to_store, self.to_bell = Link(town.postgres.port), Link(town.redis.port)
        self.process = Process(
            town.place / f"node{number}.db",
            PULYA_NODE=f"node{number}",
            PULYA_RATE="1000000",
            PULYA_BOT_PAUSE="0",
            PULYA_BOT_PROCESSES="0",
        )
        self.process.program = ("-m", "tests.faults.node")
        self.door = Link(self.process.port)
        self.database = town.database
        self.paused = False
        self.restarts = 0

    async def prepare(self) -> None:
        for link in self.links:
            await link.start()
        self.process.settings |= {
            "PULYA_DB": self.database.replace(f":{self.to_store.to}/", f":{self.to_store.port}/"),
            "PULYA_REDIS": f"redis://127.0.0.1:{self.to_bell.port}/0",
        }

    @property
    def links(self) -> tuple[Link, Link, Link]:
        return self.to_store, self.to_bell, self.door

    @property
    def url(self) -> str:
        """Where its players come in."""
        return f"http://127.0.0.1:{self.door.port}"

    @property
    def lives(self) -> bool:
        running = self.process.running
        return running is not None and running.returncode is None

    def clock_ahead(self, seconds: float) -> None:
        """From its next start on."""
        self.process.settings["FAULTS_AHEAD"] = str(seconds)

    async def start(self) -> float:
        """When it listens, by the loop's clock; while the store is away it cannot begin."""
        while True:
            await self.process.spawn()
            while self.lives:
                if await self.listens():
                    self.restarts += 1
                    return asyncio.get_running_loop().time()
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.2)

    async def listens(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.process.port)
        except OSError:
            return False
        writer.close()
        return True

    async def kill(self) -> None:
        await self.process.kill()

    def send(self, number: signal.Signals) -> None:
        if self.lives:
            assert self.process.running is not None
            self.process.running.send_signal(number)


class Town:
    """`start` it, play in it, `close` it."""

    def __init__(self, place: Path, http: ClientSession, nodes: int = 3, seed: object = 0) -> None:
        self.place, self.http, self.count = place, http, nodes
        self.dice = Random(f"town {seed}")
        self.redis, self.postgres = RedisServer(place), PostgresServer()
        self.database = ""
        self.nodes: list[Node] = []
        self.harmed: set[int] = set()
        """The numbers of the nodes that are not as they should be."""
        self.locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def lock(self, what: str) -> asyncio.Lock:
        """Held by whoever does harm to it: nobody else does at the same time."""
        return self.locks[what]

    @asynccontextmanager
    async def harm(self, node: Node) -> AsyncIterator[None]:
        async with self.lock(f"node{node.number}"):
            self.harmed.add(node.number)
            try:
                yield
            finally:
                self.harmed.discard(node.number)

    async def start(self, ahead: Sequence[float] = ()) -> None:
        """The clock of each node may be ahead of the store's, by so many seconds."""
        await self.postgres.create()
        await self.postgres.start()
        await self.redis.start()
        self.database = await self.postgres.make_database("town")
        database = Database(self.database)
        await database.migrate()
        await database.close()
        await self.postgres.sql(STORED_AT, "town")
        self.nodes = [Node(number, self) for number in range(1, self.count + 1)]
        for node, seconds in zip(self.nodes, ahead, strict=False):
            node.clock_ahead(seconds)
        for node in self.nodes:
            await node.prepare()
        await asyncio.gather(*(node.start() for node in self.nodes))

    async def close(self) -> None:
        for node in self.nodes:
            node.send(signal.SIGCONT)
            await node.kill()
            for link in node.links:
                await link.close()
        await self.redis.stop()
        await self.postgres.remove()

    @property
    def doors(self) -> list[str]:
        return [node.url for node in self.nodes]

    async def rows(self, query: str, *values: Any) -> list[Any]:
        """What the store says, past all links; it is asked again while it is away."""
        while True:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection = await asyncpg.connect(self.database, timeout=5)
                try:
                    return [tuple(row) for row in await connection.fetch(query, *values)]
                finally:
                    await connection.close()
            await asyncio.sleep(0.1)

    async def check(self) -> tuple[int, str]:
        """Exit status and words of `python -m server check`, past all links."""
        checking = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.faults.node", "check"),
            cwd=ROOT,
            env={**os.environ, "PULYA_DB": self.database},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await checking.communicate()
        return checking.returncode or 0, said.decode()

    def incidents(self) -> list[str]:
        """Lines of the nodes' logs that should not be there."""
        return [
            line
            for node in self.nodes
            for line in node.process.log.read_text().splitlines()
            if "incident" in line
        ]
