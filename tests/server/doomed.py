"""A server that kills itself with SIGKILL where it is told to, and is started anew each time.

`python -m tests.server.doomed DATABASE SOCKET DEATH…`: SOCKET is a listening one that is handed
down, so that nobody is turned away between two lives; a DEATH is `12:before` and ends one life.
Every life is a fork of one process that has loaded everything, and that prints each death. All of
it ends with its standard input.

Time and chance depend on nothing but how many entries the log has: whoever dies before entry 12 is
stored decides entry 12 anew with the same bytes at the same time, as if nothing had happened.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import os
import signal
import socket
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal, get_args

import msgpack
from aiohttp import web

from server import wire
from server.app import STREAMS, make_app
from server.settings import Settings
from server.store.log import Entry, Head, Log
from server.store.nodes import Nodes
from tests.server.nodes import never_down

START = 1_800_000_000
Point = Literal["before", "between", "after"]
"""Before entry n is stored; stored, and nobody knows yet; when it was acknowledged, or shown if
nobody asked for it."""
POINTS: tuple[Point, ...] = get_args(Point)
SEED = "doomed"


@dataclass(frozen=True, slots=True)
class Death:
    """At which entry, and at which point of its way."""

    n: int
    point: Point

    @classmethod
    def read(cls, text: str) -> Death:
        n, _, point = text.partition(":")
        return cls(int(n), next(known for known in POINTS if known == point))

    def __str__(self) -> str:
        return f"{self.n}:{self.point}"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Hours:
    """The clock and the chance of a life; `stored` entries are in the log."""

    stored: int

    def now(self) -> float:
        return float(START + self.stored)

    def entropy(self, _about: str) -> bytes:
        return hashlib.sha256(f"{SEED} {self.stored}".encode()).digest()


class Fate:
    """Watches over the way of each entry, and ends the life at its point."""

    def __init__(self, death: Death | None, hours: Hours) -> None:
        self.death, self.hours = death, hours
        self.stored = self.asked = False
        """Whether the entry is stored, and whether a person waits for its acknowledgement."""

    def watch(self, log: Log) -> None:
        store = log.append

        async def append(entry: Entry, head: Head) -> bool:
            if self.stored:
                await self.told_first()
            mine = self.death is not None and entry.n == self.death.n
            if mine and self.at("before"):
                die()
            done = await store(entry, head)
            assert done, "nobody else writes here"
            if mine and self.at("between"):
                die()
            self.hours.stored = entry.n
            if mine:
                self.stored, self.asked = True, entry.who.startswith("p")
            return done

        log.append = append  # type: ignore[method-assign]

    async def told_first(self) -> None:
        """The next entry does not overtake the death: the acknowledgement is still on its way.

        Where nobody asked and nobody watches there is nothing to wait for.
        """
        if not self.asked:
            die()
        await asyncio.Event().wait()

    def at(self, point: Point) -> bool:
        return self.death is not None and self.death.point == point

    def sent(self, framed: bytes) -> None:
        """To be called when the kernel has a frame."""
        if self.death is None or not self.stored or framed[0] != wire.BINARY:
            return
        packet = msgpack.unpackb(framed[{126: 4, 127: 10}.get(framed[1], 2) :])
        told: Any = None
        if packet["type"] == wire.ACK:
            told = packet["data"][0].get("ok")
        elif packet["type"] == wire.EVENT and packet["data"][0] == "entry":
            told = packet["data"][1]
        if not isinstance(told, dict) or told.get("n", 0) < self.death.n:
            return
        acknowledges = packet["type"] == wire.ACK and "now" not in told  # `sync` tells the time
        if acknowledges or not self.asked:
            die()


async def live(database: str, listening: socket.socket, death: Death | None) -> None:
    """One life."""
    with closing(sqlite3.connect(database)) as connection:
        (stored,) = connection.execute("select count(*) from entry").fetchone()
    hours = Hours(stored)
    fate = Fate(death, hours)

    class Socket(wire.Socket):
        def write(self, framed: bytes) -> None:
            super().write(framed)
            fate.sent(framed)

    wire.Socket = Socket  # type: ignore[misc]
    Nodes.beat = never_down  # type: ignore[method-assign]
    settings = Settings(
        database=f"sqlite+aiosqlite:///{database}", bot_processes=0, bot_pause=0.0, rate=1e6
    )
    app = await make_app(settings, hours, hours.entropy)
    fate.watch(app[STREAMS].log)
    asyncio.get_running_loop().add_reader(0, lambda: os._exit(0))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.SockSite(runner, listening).start()
    await asyncio.Event().wait()


def main(database: str, number: str, *deaths: str) -> int:
    """Exit status: 0 when it was told to end, 1 when it died of something else."""
    listening = socket.socket(fileno=int(number))
    gc.freeze()
    for death in [*map(Death.read, deaths), None]:
        life = os.fork()
        if not life:
            # The loop of the standard library hands a packet to the kernel at once.
            asyncio.run(live(database, listening, death))
        _, status = os.waitpid(life, 0)
        if status != signal.SIGKILL:
            return int(status != 0)
        print(death, flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
