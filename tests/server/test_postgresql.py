"""PostgreSQL goes away, comes back, does not answer: nothing is lost, and nobody has to help."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from server.store import postgresql
from server.store.database import Database
from server.store.log import Entry, Head, Log
from tests.server.nodes import House
from tests.server.people import finished
from tests.server.postgres import PostgresServer

OPEN = Head(open=True, due=False)
AT_ONCE = 16
"""As many as the pool has connections for readers."""


def entry(stream: str, n: int) -> Entry:
    return Entry(stream, n, 1000, "anna", f"anna:{stream}-{n}", "join", b"{}")


@dataclass
class Link:
    """Between a server and PostgreSQL; it can lose what is sent."""

    port: int
    swallows: bool = False
    """Nothing comes through any more, in neither direction, and nobody is told."""
    cuts: bool = False
    """The next transaction is committed, and the connection is cut instead of saying so."""
    listening: asyncio.Server | None = None
    pumps: set[asyncio.Task[None]] = field(default_factory=set)

    async def open(self) -> int:
        self.listening = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        port: int = self.listening.sockets[0].getsockname()[1]
        return port

    async def connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, there = await asyncio.open_connection("127.0.0.1", self.port)
        committing = asyncio.Event()
        for pump in (self.asks(near, there, committing), self.answers(far, back, committing)):
            task = asyncio.create_task(pump)
            self.pumps.add(task)
            task.add_done_callback(self.pumps.discard)

    async def asks(
        self, near: asyncio.StreamReader, there: asyncio.StreamWriter, committing: asyncio.Event
    ) -> None:
        while sent := await near.read(65536):
            if self.cuts and b"COMMIT;" in sent:
                self.cuts = False
                committing.set()
            if not self.swallows:
                there.write(sent)
        there.close()

    async def answers(
        self, far: asyncio.StreamReader, back: asyncio.StreamWriter, committing: asyncio.Event
    ) -> None:
        while sent := await far.read(65536):
            if committing.is_set():
                assert b"COMMIT" in sent
                break
            if not self.swallows:
                back.write(sent)
        back.transport.abort()

    async def close(self) -> None:
        assert self.listening is not None
        self.listening.close()
        for pump in self.pumps:
            pump.cancel()
        await asyncio.gather(*self.pumps, return_exceptions=True)


@pytest.fixture
async def link(postgres: PostgresServer) -> AsyncIterator[Link]:
    link = Link(postgres.port)
    yield link
    await link.close()


@pytest.fixture
async def linked_url(link: Link, postgres: PostgresServer, postgresql_url: str) -> str:
    return postgresql_url.replace(f":{postgres.port}/", f":{await link.open()}/")


@pytest.fixture
async def database(linked_url: str) -> AsyncIterator[Database]:
    database = Database(linked_url)
    yield database
    await database.close()


@pytest.fixture
async def log(database: Database) -> AsyncIterator[Log]:
    log = Log(database)
    running = asyncio.create_task(log.run())
    yield log
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_the_answer_to_a_commit_is_lost(log: Log, link: Link) -> None:
    assert await log.append(entry("t1", 1), OPEN)
    link.cuts = True
    writing = [log.append(entry(name, 2), OPEN) for name in ("t1", "t2", "t3")]
    outcome = await asyncio.gather(*writing, return_exceptions=True)
    assert all(isinstance(each, SQLAlchemyError) for each in outcome)
    assert await log.heads(["t1", "t2", "t3"]) == {"t1": 2, "t2": 2, "t3": 2}
    assert not await log.append(entry("t1", 2), OPEN)
    assert await log.append(entry("t1", 3), OPEN)


async def test_nobody_notices_that_the_answer_to_a_commit_was_lost(
    link: Link,
    linked_url: str,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
) -> None:
    house = House(linked_url, http, aiohttp_server)
    await house.start()
    anna, boris = await house.guest("Анна"), await house.guest("Борис")
    stream = await anna.open(players=3, bots=False)
    await anna.watch(stream)
    await boris.watch(stream)
    before = len(house.entries(stream))
    for number, what in enumerate(("join", "leave", "join"), start=1):
        link.cuts = True
        done = await boris.command(stream, what)
        assert not link.cuts
        assert done["n"] == before + number
        await anna.sees(stream, done["n"])
    assert [n for n, *_ in house.entries(stream)] == [*range(1, before + 4)]


async def test_a_network_that_swallows_everything_is_noticed(
    linked_url: str, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(postgresql, "CONNECT_SECONDS", 0.5)
    database = Database(linked_url)
    log = Log(database)
    running = asyncio.create_task(log.run())
    assert await log.append(entry("t1", 1), OPEN)
    assert await log.heads(["t1"]) == {"t1": 1}
    link.swallows = True
    async with asyncio.timeout(20):
        for _ in range(2):  # on the old connection, and without a new one
            with pytest.raises(SQLAlchemyError):
                await log.append(entry("t1", 2), OPEN)
            with pytest.raises(SQLAlchemyError):
                await log.heads(["t1"])
    link.swallows = False
    assert await log.append(entry("t1", 2), OPEN)
    assert await log.heads(["t1"]) == {"t1": 2}
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await database.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_it_is_stopped_and_started(
    log: Log, database: Database, postgres: PostgresServer, how: signal.Signals
) -> None:
    """Of all the connections that were open before, none spoils anything afterwards."""

    async def reads() -> list[dict[str, int]]:
        return await asyncio.gather(*(log.heads(["t1"]) for _ in range(AT_ONCE)))

    assert await log.append(entry("t1", 1), OPEN)
    assert await reads() == [{"t1": 1}] * AT_ONCE
    async with database.write.connect() as one, database.write.connect() as other:
        for connection in (one, other):
            await connection.execute(text("select 1"))
    try:
        await postgres.stop(how)
        with pytest.raises(SQLAlchemyError):
            await log.append(entry("t1", 2), OPEN)
        with pytest.raises(SQLAlchemyError):
            await log.heads(["t1"])
    finally:
        await postgres.start()
    assert await log.append(entry("t1", 2), OPEN)
    assert await reads() == [{"t1": 2}] * AT_ONCE
    async with database.write.connect() as one, database.write.connect() as other:
        for connection in (one, other):
            await connection.execute(text("select 1"))


async def test_a_table_goes_on_when_it_was_stopped_and_started(
    postgresql_url: str,
    postgres: PostgresServer,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
) -> None:
    house = House(postgresql_url, http, aiohttp_server)
    await house.start()
    anna = await house.guest()
    stream = await anna.open(deals=1)
    await anna.watch(stream)
    await anna.plays(stream, lambda screen: screen.n > 12)
    try:
        await postgres.stop()
    finally:
        await postgres.start()
    screen = await anna.plays(stream, finished)
    assert [n for n, *_ in house.entries(stream)] == [*range(1, screen.n + 1)]


async def test_who_is_cancelled_leaves_no_answer_to_others(database: Database) -> None:
    for pool in (database.read, database.write):

        async def slow() -> None:
            async with pool.connect() as connection:  # noqa: B023
                await connection.execute(text("select pg_sleep(2), 'of another'"))

        for _ in range(3):
            waiting = asyncio.create_task(slow())
            await asyncio.sleep(0.1)  # wherever it is by then
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            async with pool.connect() as connection:
                assert await connection.scalar(text("select 'own'")) == "own"


async def test_who_stops_in_the_middle_of_writing_holds_nobody_up_for_long(
    log: Log, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that was suspended, or cut off, with an entry written and not committed."""
    monkeypatch.setitem(postgresql.IMPATIENT, "idle_in_transaction_session_timeout", "300ms")
    stopped = Database(postgresql_url)
    async with stopped.write.connect() as connection:
        query = text("insert into entry values ('t1', 1, 1, 'boris', 'boris:1', 'join', '', null)")
        await connection.execute(query)
        assert await log.append(entry("t1", 1), OPEN)
        with pytest.raises(SQLAlchemyError):
            await connection.commit()
    await stopped.close()
    assert [each.who for each in await log.after("t1", 0)] == ["anna"]


async def test_the_promise_depends_on_nobodys_configuration(
    database: Database, postgres: PostgresServer, postgresql_url: str
) -> None:
    name = postgresql_url.rpartition("/")[2]
    settings = ("synchronous_commit", "default_transaction_isolation")
    wrong = dict(zip(settings, ("off", "serializable"), strict=True))
    for setting, value in wrong.items():
        await postgres.sql(f"alter database {name} set {setting} = '{value}'")
    try:
        for pool in (database.write, database.patient):
            async with pool.connect() as connection:
                assert await connection.scalar(text("show synchronous_commit")) == "on"
                isolation = await connection.scalar(text("show transaction_isolation"))
                assert isolation == "read committed"
    finally:
        for setting in settings:
            await postgres.sql(f"alter database {name} reset {setting}")
