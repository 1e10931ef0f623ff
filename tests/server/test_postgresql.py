"""PostgreSQL goes away, comes back, does not answer: nothing is lost, and nobody has to help."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count

import asyncpg
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
from tests.server.processes import PATIENCE

OPEN = Head(open=True, due=False)
STATEMENT = re.compile(rb"__asyncpg_stmt_[0-9a-f]+__")
AT_ONCE = 16
"""As many as the pool has connections for readers."""


def entry(stream: str, n: int) -> Entry:
    return Entry(stream, n, 1000, "anna", f"anna:{stream}-{n}", "join", b"{}")


@dataclass
class Link:
    """Between a server and PostgreSQL; it can lose what is sent."""

    port: int
    swallows: bool = False
    """Nothing comes through new connections, and nobody is told."""
    deaf: set[int] = field(default_factory=set)
    """Of these nothing comes through any more either."""
    channels: set[int] = field(default_factory=set)
    numbers: count[int] = field(default_factory=count)
    cuts: bool = False
    """The next entries are written, and the connection is cut instead of saying so."""
    listening: asyncio.Server | None = None
    pumps: set[asyncio.Task[None]] = field(default_factory=set)

    async def open(self) -> int:
        self.listening = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        port: int = self.listening.sockets[0].getsockname()[1]
        return port

    async def connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            far, there = await asyncio.open_connection("127.0.0.1", self.port)
        except ConnectionRefusedError:
            back.transport.abort()
            return
        committing, number = asyncio.Event(), next(self.numbers)
        if self.swallows:
            self.deaf.add(number)
        self.channels.add(number)
        for pump in (
            self.asks(number, near, there, committing),
            self.answers(number, far, back, committing),
        ):
            task = asyncio.create_task(pump)
            self.pumps.add(task)
            task.add_done_callback(self.pumps.discard)

    async def asks(
        self,
        number: int,
        near: asyncio.StreamReader,
        there: asyncio.StreamWriter,
        committing: asyncio.Event,
    ) -> None:
        appends: set[bytes] = set()
        while sent := await near.read(65536):
            name = STATEMENT.search(sent)
            if name and b"insert into entry" in sent:
                appends.add(name[0])
            elif self.cuts and name and name[0] in appends:
                self.cuts = False
                committing.set()
            if number not in self.deaf:
                there.write(sent)
        there.close()

    async def answers(
        self,
        number: int,
        far: asyncio.StreamReader,
        back: asyncio.StreamWriter,
        committing: asyncio.Event,
    ) -> None:
        while sent := await far.read(65536):
            if committing.is_set():
                assert b"SELECT" in sent  # it is done
                break
            if number not in self.deaf:
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


async def test_the_answer_to_a_commit_is_lost(log: Log, link: Link) -> None:
    assert await log.append(entry("t1", 1), OPEN)
    link.cuts = True
    writing = [log.append(entry(name, 2), OPEN) for name in ("t1", "t2", "t3")]
    outcome = await asyncio.gather(*writing, return_exceptions=True)
    assert all(isinstance(each, SQLAlchemyError) for each in outcome), outcome
    assert await log.heads(["t1", "t2", "t3"]) == {"t1": 2, "t2": 2, "t3": 2}
    assert not await log.append(entry("t1", 2), OPEN)
    assert await log.append(entry("t1", 3), OPEN)


async def test_nobody_notices_that_the_answer_to_a_commit_was_lost(
    link: Link,
    linked_url: str,
    postgresql_url: str,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
) -> None:
    house = House(linked_url, http, aiohttp_server)
    await house.start()
    house.database = postgresql_url  # the test itself looks past the link
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


async def test_a_network_that_swallows_everything_is_noticed(log: Log, link: Link) -> None:
    """Once by each pool: what is as old as the connection that is broken is broken as well."""
    assert await log.append(entry("t1", 1), OPEN)
    assert await all_are_used(log, 1)
    link.deaf = {*link.channels}
    async with asyncio.timeout(PATIENCE):
        assert await both_fail(log)
        assert await log.append(entry("t1", 2), OPEN)
        assert await all_are_used(log, 2)
    link.deaf = {*link.channels}
    async with asyncio.timeout(PATIENCE):
        await log.database.close()  # at once, however many they are


async def test_a_network_that_lets_nobody_in_is_noticed(log: Log, link: Link) -> None:
    link.swallows = True
    async with asyncio.timeout(PATIENCE):
        assert await both_fail(log)
    link.swallows = False
    assert await log.append(entry("t1", 2), OPEN)


async def both_fail(log: Log) -> bool:
    """What is written and what is read."""
    asked = (log.append(entry("t1", 2), OPEN), log.heads(["t1"]))
    outcome = await asyncio.gather(*asked, return_exceptions=True)
    return all(isinstance(each, SQLAlchemyError) for each in outcome)


async def all_are_used(log: Log, n: int) -> bool:
    """Whether all connections of the pools work, used at once; entry n of t1 is the last."""
    write = log.database.write
    async with write.connect() as one, write.connect() as other:
        for connection in (one, other):
            await connection.execute(text("select 1"))
    heads = await asyncio.gather(*(log.heads(["t1"]) for _ in range(AT_ONCE)))
    return heads == [{"t1": n}] * AT_ONCE


@pytest.mark.parametrize(("how", "asked"), [(signal.SIGINT, False), (signal.SIGQUIT, True)])
async def test_it_is_stopped_and_started(
    log: Log, postgres: PostgresServer, how: signal.Signals, asked: bool
) -> None:
    """Of all the connections that were open before, none spoils anything afterwards."""
    assert await log.append(entry("t1", 1), OPEN)
    assert await all_are_used(log, 1)
    try:
        await postgres.stop(how)
        if asked:
            with pytest.raises(SQLAlchemyError):
                await log.append(entry("t1", 2), OPEN)
            with pytest.raises(SQLAlchemyError):
                await log.heads(["t1"])
    finally:
        await postgres.start()
    assert await log.append(entry("t1", 2), OPEN)
    assert await all_are_used(log, 2)


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
    assert "idle_in_transaction_session_timeout" in postgresql.IMPATIENT
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


async def test_writers_wait_in_a_queue_and_not_in_a_circle(
    log: Log, postgres: PostgresServer, postgresql_url: str
) -> None:
    """Two whose groups came in opposite orders, while a third holds what is in the middle."""
    database = Database(postgresql_url)
    other = Log(database)
    running = asyncio.create_task(other.run())
    holding = await asyncpg.connect(postgresql_url)
    transaction = holding.transaction()
    await transaction.start()
    values = "('t2', 1, 1, 'boris', 'boris:1', 'join', '')"
    await holding.execute(f"insert into entry values {values}")
    names = ("t1", "t2", "t3")
    writing = [log.append(entry(name, 1), OPEN) for name in names]
    writing += [other.append(entry(name, 1), OPEN) for name in reversed(names)]
    tasks = [asyncio.create_task(each) for each in writing]
    waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
    async with asyncio.timeout(PATIENCE):
        while await postgres.sql(waiting) != "2\n":  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.02)
    await transaction.rollback()
    won = await asyncio.gather(*tasks)
    assert sum(won) == len(names)
    await holding.close()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await database.close()
