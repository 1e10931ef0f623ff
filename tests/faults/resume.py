"""`python -m tests.faults.resume`: a node with a thousand tables is killed; who is back, and when?

Each table has one person among bots, at the node that dies. A page waits a moment before it tries
again, and so do these; the proxy of a cluster leads them to a node that listens.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import uvloop
from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from tests.faults.players import AWAY, LATER
from tests.faults.town import Town
from tests.server.people import Person
from tests.server.sockets import Refusal, Socket

AT_ONCE = 40
"""How many tables are opened at the same time."""
PATIENCE = 120


@dataclass
class Seat:
    """Somebody at a table of bots."""

    person: Person
    stream: str
    n: int = 0
    back: float = 0.0
    """Seconds from the lost connection until his screen was whole again."""
    tries: int = 0

    async def returns(self, ports: Sequence[int], dice: Random) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.shield(self.person.socket.closed)
        lost, wait = loop.time(), 0.5
        while not self.back:
            await asyncio.sleep(wait * dice.uniform(0.5, 1.5))  # as socket.io-client does
            wait = min(2 * wait, 4)
            self.tries += 1
            for port in dice.sample(ports, len(ports)):
                try:
                    self.person.url = f"http://127.0.0.1:{port}"
                    async with asyncio.timeout(PATIENCE):
                        self.person._socket = await Socket.connected(
                            self.person.http, self.person.url, self.person.cookie
                        )
                        while not self.back:
                            await self.syncs(lost)
                    break
                except AWAY:
                    continue

    async def syncs(self, lost: float) -> None:
        try:
            synced = await self.person.socket.call("sync", {"stream": self.stream})
        except Refusal as refusal:
            if refusal.code not in LATER:
                raise
            await asyncio.sleep(0.2)
        else:
            assert synced["n"] >= self.n, "what was shown is gone"
            self.back = asyncio.get_running_loop().time() - lost


async def seated(http: ClientSession, url: str, number: int) -> Seat:
    """A new person, who has played until he is asked in a deal."""
    person = await Person.guest(http, url, f"Игрок {number}")
    stream = await person.open(players=3, deals=10)
    screen = await person.watch(stream)
    async with asyncio.timeout(PATIENCE):
        while screen.table["phase"] != "playing":
            if not await person.step(stream):
                person.stirred.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await person.stirred.wait()
    return Seat(person, stream, screen.n)


async def main(tables: int, place: Path) -> bool:
    dice = Random(tables)
    connector = TCPConnector(limit=0)
    async with ClientSession(cookie_jar=DummyCookieJar(), connector=connector) as http:
        town = Town(place, http)
        try:
            await town.start()
            ports = [node.process.port for node in town.nodes]
            node, gate = town.nodes[0], asyncio.Semaphore(AT_ONCE)

            async def seat(number: int) -> Seat:
                async with gate:
                    return await seated(http, node.process.url, number)

            began = time.monotonic()
            seats = await asyncio.gather(*(seat(number) for number in range(tables)))
            print(f"{tables} tables at one node, after {time.monotonic() - began:.0f} s")
            await asyncio.sleep(3)
            for each in seats:
                each.n = each.person.screens[each.stream].n
            returning = [asyncio.create_task(each.returns(ports, dice)) for each in seats]
            await node.kill()
            died = time.monotonic()
            await node.start()
            print(f"killed; its port listens again after {time.monotonic() - died:.1f} s")
            await asyncio.gather(*returning)
            times = [each.back for each in seats]
            cuts = statistics.quantiles(times, n=100)
            print(
                f"back in step, as a player sees it: median {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s"
            )
            print(f"the last {max(times):.2f} s; {sum(each.tries for each in seats)} tries")
            return True
        finally:
            await town.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.faults.resume", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pulya-resume-") as place:
        well = uvloop.run(main(chosen.tables, Path(place)))
    sys.exit(0 if well else 1)
