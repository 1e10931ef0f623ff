"""Servers under load: people at tables, and the two floors."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from tests.load.measure import Measured, children, cpu_seconds, resident_bytes, since
from tests.load.seats import Seat, Table, Tally, guest
from tests.load.turns import SEATS, Room
from tests.server.processes import Process

AT_ONCE = 16
"""How many come, and how many tables are gathered, at the same time."""
CLOCKS = "usual"
"""Every table has clocks, as in a tournament."""
STOP_SECONDS = 15
SETTLE_SECONDS = 2.0
LOG_CHARACTERS = 3000
"""So much of a node's log is shown when a scenario fails."""


@dataclass(frozen=True)
class Load:
    """What a scenario asks for. `pace`: seconds between two answers at a table, 0 for none."""

    name: str
    tables: int
    pace: float = 0.0
    warm_up: float = 3.0
    seconds: float = 8.0
    hint: bool = False
    """All players of a table are at the node that the hash of its stream names."""


class Node(Process):
    """A server, if need be one that keeps account of its stages in the file `account`."""

    def __init__(
        self, directory: Path, number: int = 0, staged: bool = False, **settings: str
    ) -> None:
        limits = {"PULYA_RATE": "1000000", "PULYA_PROXIES": "1"}
        super().__init__(directory / "pulya.db", **limits, **settings)
        self.log = directory / f"node-{number}.log"
        self.account = directory / f"node-{number}.json" if staged else None
        if staged:
            self.program = ("-m", "tests.load.staged", str(self.account))

    @property
    def pid(self) -> int:
        assert self.running is not None
        return self.running.pid

    async def stages(self) -> Counter[str]:
        """Nanoseconds by stage until now; nothing without an account."""
        if self.account is None:
            return Counter()
        self.account.unlink(missing_ok=True)
        assert self.running is not None
        self.running.send_signal(signal.SIGUSR1)
        async with asyncio.timeout(STOP_SECONDS):
            while not self.account.exists():  # noqa: ASYNC110  # it tells of it by nothing else
                await asyncio.sleep(0.005)
        return Counter(json.loads(self.account.read_text()))


@asynccontextmanager
async def started(nodes: Sequence[Node]) -> AsyncIterator[None]:
    try:
        async with ClientSession() as http:
            for node in nodes:
                await node.start(http)
        yield
    except BaseException:
        for node in nodes:
            sys.stderr.write(node.log.read_text()[-LOG_CHARACTERS:])
        raise
    finally:
        await asyncio.gather(*(stopped(node) for node in nodes))


async def stopped(node: Node) -> None:
    """Gone, if need be by force."""
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await node.stop()
    except TimeoutError:
        await node.kill()


async def many(work: Sequence[Callable[[], Awaitable[None]]], at_once: int) -> None:
    """All of it, so many at once."""
    queue = [*reversed(work)]

    async def some() -> None:
        while queue:
            await queue.pop()()

    async with asyncio.TaskGroup() as tasks:
        for _ in range(at_once):
            tasks.create_task(some())


async def gathered(load: Load, nodes: Sequence[Node], tally: Tally) -> tuple[list[Table], float]:
    """The tables, at which everybody sits, and the bytes that a seat takes in the servers."""
    dice, urls = Random(1), [node.url for node in nodes]
    tables = [Table(tally, Random(number), load.pace) for number in range(load.tables)]
    connector = TCPConnector(limit=64)
    async with ClientSession(cookie_jar=DummyCookieJar(), connector=connector) as http:

        async def people(number: int, table: Table) -> None:
            for chair in range(SEATS):
                person, cookie = await guest(http, dice.choice(urls), SEATS * number + chair)
                table.seats.append(Seat(table, person, cookie))

        await many([lambda n=n, t=t: people(n, t) for n, t in enumerate(tables)], AT_ONCE)
    pids = [node.pid for node in nodes]
    empty = resident_bytes(pids)
    await many([lambda t=t: t.gather(urls, CLOCKS, load.hint) for t in tables], AT_ONCE)
    return tables, (resident_bytes(pids) - empty) / (SEATS * load.tables)


async def under(
    load: Load, nodes: Sequence[Node], beside: Sequence[int] = ()
) -> tuple[Measured, Tally]:
    """Servers that are running, under this load; `beside` are what they need, by process."""
    tally = Tally()
    tables, memory = await gathered(load, nodes, tally)
    pids = [node.pid for node in nodes]
    for table in tables:
        later = table.dice.uniform(0, load.pace)
        asyncio.get_running_loop().call_later(later, table.begin)
    await asyncio.sleep(load.pace + load.warm_up)

    def around() -> dict[int, float]:
        return cpu_seconds(pid for root in beside for pid in children(root))

    async def stages() -> Counter[str]:
        return sum([await node.stages() for node in nodes], Counter())

    tally.latencies.clear()
    spent = Counter(await stages())
    answers, cpu, others, start = tally.answers, cpu_seconds(pids), around(), time.perf_counter()
    await asyncio.sleep(load.seconds)
    seconds, latencies = time.perf_counter() - start, [*tally.latencies]
    answers = tally.answers - answers
    used, helped = since(cpu, cpu_seconds(pids)), since(others, around())
    spent = Counter(await stages()) - spent
    for table in tables:
        table.plays = False
    await asyncio.sleep(SETTLE_SECONDS)
    tally.refused["lost"] += sum(seat.line.lost for table in tables for seat in table.seats)
    for table in tables:
        table.leave()
    measured = Measured(
        load.name, answers, seconds, used, latencies, helped, memory, {**spent}, {**tally.refused}
    )
    return measured, tally


async def floor(kind: str, load: Load, size: int) -> Measured:
    """A floor (floors.py) with entries of so many bytes."""
    with TemporaryDirectory(prefix="pulya-") as directory:
        process = Floor(Path(directory), kind, size)
        async with started([process]):
            rooms = [Room(kind, number) for number in range(load.tables)]
            empty = resident_bytes([process.pid])
            await many([lambda room=room: room.connect(process.url) for room in rooms], AT_ONCE)
            memory = (resident_bytes([process.pid]) - empty) / (SEATS * load.tables)
            for room in rooms:
                room.click(0)
            await asyncio.sleep(load.warm_up)
            for room in rooms:
                room.latencies.clear()
            cpu, start = cpu_seconds([process.pid]), time.perf_counter()
            await asyncio.sleep(load.seconds)
            seconds = time.perf_counter() - start
            latencies = [each for room in rooms for each in room.latencies]
            used = since(cpu, cpu_seconds([process.pid]))
            for room in rooms:
                room.leave()
    return Measured(load.name, len(latencies), seconds, used, latencies, memory=memory)


class Floor(Node):
    """The process of a floor."""

    def __init__(self, directory: Path, kind: str, size: int) -> None:
        super().__init__(directory)
        self.program = ("-m", "tests.load.floors", kind, str(self.port), str(size))

    async def answers(self, _http: ClientSession) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        return True
