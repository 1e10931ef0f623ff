"""Servers under load: people at tables, and the two floors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from tests.load.measure import Measured, children, cpu_seconds, resident_bytes
from tests.load.seats import Seat, Table, Tally, guest
from tests.load.turns import SEATS, Room
from tests.server.processes import Process

AT_ONCE = 16
"""Tables that are gathered at the same time."""
CLOCKS = "usual"
RATE = "1000000"
PATIENCE = 20
STOP_SECONDS = 15


@dataclass
class Load:
    """What a scenario asks for. `pace`: seconds between two answers at a table, 0 for none."""

    name: str
    tables: int
    pace: float = 0.0
    warm_up: float = 4.0
    seconds: float = 10.0
    hint: bool = False
    """All players of a table at the node that the hash of its stream names."""
    settings: dict[str, str] = field(default_factory=dict)
    seed: int = 1


class Node(Process):
    """A server whose log is kept beside its database; `program` may be another one."""

    def __init__(self, directory: Path, number: int, **settings: str) -> None:
        database = directory / "pulya.db"
        super().__init__(database, PULYA_RATE=RATE, PULYA_PROXIES="1", **settings)
        self.log = directory / f"node-{number}.log"

    @property
    def pid(self) -> int:
        assert self.running is not None
        return self.running.pid


@asynccontextmanager
async def started(nodes: Sequence[Node], http: ClientSession) -> AsyncIterator[None]:
    try:
        for node in nodes:
            await node.start(http)
        yield
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


async def under(
    load: Load, nodes: Sequence[Node], around: Callable[[], list[int]], sampled: bool = False
) -> tuple[Measured, Tally]:
    """Servers that are running, under this load; `around` are the processes beside them."""
    connector = TCPConnector(limit=64)
    async with ClientSession(cookie_jar=DummyCookieJar(), connector=connector) as http:
        tally, dice = Tally(), Random(load.seed)
        tables = [Table(tally, Random(f"{load.seed} {n}"), load.pace) for n in range(load.tables)]
        pids = [pid for node in nodes for pid in children(node.pid)]

        async def people(number: int, table: Table) -> None:
            for chair in range(4):
                node = nodes[dice.randrange(len(nodes))]
                person, cookie = await guest(http, node.url, 4 * number + chair)
                table.seats.append(Seat(table, person, cookie))

        async def gathered(table: Table) -> None:
            await table.gather([node.url for node in nodes], CLOCKS, load.hint)

        await many([lambda n=n, t=t: people(n, t) for n, t in enumerate(tables)], AT_ONCE)
        empty = resident_bytes(pids)
        await many([lambda t=t: gathered(t) for t in tables], AT_ONCE)
        filled = resident_bytes(pids)
    for table in tables:
        if load.pace:
            asyncio.get_running_loop().call_later(dice.uniform(0, load.pace), table.begin)
        else:
            table.begin()
    await asyncio.sleep(load.pace + load.warm_up)
    tally.latencies.clear()
    tally.sizes.clear()
    answers, cpu, beside = tally.answers, cpu_seconds(pids), cpu_seconds(around())
    start = time.perf_counter()
    await asyncio.sleep(load.seconds)
    spent = time.perf_counter() - start
    measured = Measured(
        load.name,
        tally.answers - answers,
        spent,
        cpu_seconds(pids) - cpu,
        [*tally.latencies],
        cpu_seconds(around()) - beside,
        (filled - empty) / (4 * load.tables),
        len(nodes),
        " ".join(f"{code}:{count}" for code, count in tally.refused.items()),
    )
    for table in tables:
        table.plays = False
    for table in tables:
        for seat in table.seats:
            if seat.line.lost:
                measured.notes += " lost"
            seat.line.close()
    return measured, tally


async def floor(kind: str, load: Load, size: int, command: dict[str, object]) -> Measured:
    """A floor (floors.py) with entries of so many bytes, driven by commands like this one."""
    with TemporaryDirectory(prefix="pulya-") as directory:
        process = Floor(Path(directory), kind, size)
        async with ClientSession() as http, started([process], http):
            rooms = [Room(kind, number, command) for number in range(load.tables)]
            empty = resident_bytes([process.pid])
            await many([lambda room=room: room.connect(process.url) for room in rooms], AT_ONCE)
            filled = resident_bytes([process.pid])
            for room in rooms:
                room.click(0)
            await asyncio.sleep(load.warm_up)
            for room in rooms:
                room.latencies.clear()
            commands, cpu = sum(room.commands for room in rooms), cpu_seconds([process.pid])
            start = time.perf_counter()
            await asyncio.sleep(load.seconds)
            measured = Measured(
                load.name,
                sum(room.commands for room in rooms) - commands,
                time.perf_counter() - start,
                cpu_seconds([process.pid]) - cpu,
                [each for room in rooms for each in room.latencies],
                memory=(filled - empty) / (SEATS * load.tables),
            )
            for room in rooms:
                for line in room.lines:
                    line.close()
        return measured


class Floor(Node):
    """The process of a floor."""

    def __init__(self, directory: Path, kind: str, size: int) -> None:
        super().__init__(directory, 0)
        self.program = ("-m", "tests.load.floors", kind, str(self.port), str(size))

    async def answers(self, _http: ClientSession) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        return True
