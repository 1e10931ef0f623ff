"""A server in this process: the clock and the chance are the test's own."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from argon2 import PasswordHasher

from server.app import PRESENCE, STREAMS, make_app
from server.clock import Entropy
from server.node import NOBODY
from server.passwords import Passwords
from server.presence import Presence
from server.settings import Settings
from server.store.nodes import Nodes, Seen
from server.store.schema import metadata
from server.streams import Streams
from tests.server.people import Person

START = 1_800_000_000.0
NO_LIMIT = 1e6
"""Messages a second."""
NUMBERS = count(1)
"""Of the servers of this run."""
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass
class FakeClock:
    at: float = START

    def now(self) -> float:
        return self.at


@dataclass
class SeededEntropy:
    """The same 32 bytes in the same order, for the same seed."""

    seed: object = 0
    numbers: count[int] = field(default_factory=count)

    def __call__(self, _about: str) -> bytes:
        return hashlib.sha256(f"{self.seed} {next(self.numbers)}".encode()).digest()


@dataclass
class House:
    """A database, by its URL, and the server on it."""

    database: str
    http: ClientSession
    make_server: Callable[..., Awaitable[TestServer]]
    clock: FakeClock = field(default_factory=FakeClock)
    entropy: Entropy = field(default_factory=SeededEntropy)
    hasher: PasswordHasher = CHEAP
    server: TestServer | None = None

    @property
    def settings(self) -> Settings:
        return Settings(
            database=self.database,
            bot_processes=0,
            bot_pause=0.0,
            rate=NO_LIMIT,
        )

    @property
    def path(self) -> Path:
        """The file that SQLite keeps the database in."""
        scheme, _, path = self.database.partition(":///")
        assert scheme == "sqlite+aiosqlite"
        return Path(path)

    async def start(self, **changed: Any) -> None:
        settings = replace(self.settings, node=f"house {next(NUMBERS)}", **changed)
        app = await make_app(settings, self.clock, self.entropy, Passwords(self.hasher))
        self.server = await self.make_server(app)

    async def stop(self) -> None:
        assert self.server is not None
        await self.server.close()

    async def restart(self, **changed: Any) -> None:
        await self.stop()
        await self.start(**changed)

    @property
    def url(self) -> str:
        assert self.server is not None
        return str(self.server.make_url("")).rstrip("/")

    @property
    def streams(self) -> Streams:
        assert self.server is not None
        assert self.server.app is not None
        return self.server.app[STREAMS]

    @property
    def presence(self) -> Presence:
        assert self.server is not None
        assert self.server.app is not None
        return self.server.app[PRESENCE]

    async def guest(self, name: str = "Анна") -> Person:
        return await Person.guest(self.http, self.url, name)

    def entries(self, stream: str) -> list[tuple[int, str, str, bytes]]:
        """Of a stream as they lie on disk: n, who, command, body."""
        query = "select n, who, command, body from entry where stream = ? order by n"
        return self.rows(query, stream)

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What this statement finds or changes, past the server; `?` stands for a value."""
        if self.database.startswith("postgresql:"):
            for number in range(len(values)):
                query = query.replace("?", f"${number + 1}", 1)
            with ThreadPoolExecutor(1) as elsewhere:  # the loop of this thread is running
                return elsewhere.submit(asyncio.run, fetched(self.database, query, values)).result()
        return rows(self.path, query, *values)

    def kept(self) -> bytes:
        """All that is in the database; of SQLite also what was deleted and still lies there."""
        if self.database.startswith("postgresql:"):
            return repr([self.rows(f"select * from {name}") for name in metadata.tables]).encode()
        return b"".join(file.read_bytes() for file in self.path.parent.glob(f"{self.path.name}*"))


def sqlite_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def never_down(_nodes: Nodes, _at: int, _unbroken: bool) -> Seen:
    """In place of `Nodes.beat`: nobody ever finds that the server was down; nothing is credited."""
    return NOBODY


def rows(path: Path, query: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(query, values).fetchall()


async def fetched(url: str, query: str, values: Sequence[Any]) -> list[Any]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(query, *values)]
    finally:
        await connection.close()
