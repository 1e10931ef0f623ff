"""What can fail, each as something that is done to a town and undone after a while."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

from tests.faults.links import DOWN, UP, Link
from tests.faults.play import Play
from tests.faults.town import Node, Town

SLOW_SECONDS = 0.15
LOSS = 0.1
CLOCK_SECONDS = 5


@dataclass
class Harm:
    """One fault. `seconds` is how long it lasts; `back` is when the last port listens again."""

    town: Town
    play: Play
    dice: Random
    seconds: float
    back: list[float] = field(default_factory=list)

    def node(self) -> Node:
        """Any that is not harmed already."""
        free = [node for node in self.town.nodes if node.number not in self.town.harmed]
        return self.dice.choice(free or self.town.nodes)

    async def last(self) -> None:
        await asyncio.sleep(self.seconds)

    def listens(self) -> None:
        self.back.append(asyncio.get_running_loop().time())

    # --- nodes ---

    async def killed(self) -> None:
        """SIGKILL, and started anew at once, perhaps with another clock."""
        node = self.node()
        async with self.town.harm(node):
            await node.kill()
            node.clock_ahead(self.dice.uniform(-CLOCK_SECONDS, CLOCK_SECONDS))
            await node.start()
            self.listens()

    async def told_to_stop(self) -> None:
        """SIGTERM, and started anew."""
        node = self.node()
        async with self.town.harm(node):
            await node.process.stop()
            await node.start()
            self.listens()

    async def paused(self) -> None:
        """SIGSTOP, and back after its heartbeat and its deadlines are over."""
        node = self.node()
        async with self.town.harm(node):
            node.send(signal.SIGSTOP)
            try:
                await asyncio.sleep(self.seconds + 4)
            finally:
                node.send(signal.SIGCONT)
            self.listens()

    async def browsers_do_not_read(self) -> None:
        """Half of them, for a while."""
        people = [*self.play.people]
        deaf = [person.transport for person in self.dice.sample(people, len(people) // 2)]
        transports = [transport for transport in deaf if transport is not None]
        for transport in transports:
            transport.pause_reading()
        try:
            await self.last()
        finally:
            for transport in transports:
                transport.resume_reading()
            self.listens()

    async def everybody_returns(self) -> None:
        for person in self.play.people:
            person.drop()
        self.listens()

    # --- services ---

    async def redis_restarted(self) -> None:
        async with self.town.lock("redis"):
            await self.town.redis.command("SET", "kept", "1")
            await self.town.redis.command("SAVE")
            await self.town.redis.stop()
            await self.last()
            await self.town.redis.start()
            self.listens()

    async def redis_restarted_empty(self) -> None:
        async with self.town.lock("redis"):
            await self.town.redis.stop()
            (self.town.place / "dump.rdb").unlink(missing_ok=True)
            await self.last()
            await self.town.redis.start()
            self.listens()

    async def postgresql_restarted(self) -> None:
        async with self.town.lock("postgresql"):
            await self.town.postgres.stop(signal.SIGINT)
            await self.last()
            await self.town.postgres.start()
            self.listens()

    async def postgresql_crashed(self) -> None:
        async with self.town.lock("postgresql"):
            await self.town.postgres.stop(signal.SIGQUIT)
            await self.town.postgres.start()
            self.listens()

    # --- the network ---

    async def linked(self, link: Link, wrong: Callable[[Link], None]) -> None:
        async with self.town.lock(f"link {link.port}"):
            wrong(link)
            try:
                await self.last()
            finally:
                link.heal()
                if link.server is None:
                    await link.start()
                self.listens()


Fault = Callable[[Harm], Awaitable[None]]


def silence(*ways: str) -> Callable[[Link], None]:
    return lambda link: link.silence(*ways)


def slow(link: Link) -> None:
    link.delay = SLOW_SECONDS


def lossy(link: Link) -> None:
    link.loss = LOSS


HOW: dict[str, Callable[[Link], None]] = {
    "cut": Link.refuse,
    "silent from a node": silence(UP),
    "silent towards a node": silence(DOWN),
    "silent both ways": silence(UP, DOWN),
    "slow": slow,
    "lossy": lossy,
}
"""What can be wrong with a link; between players and a node "from" is from the players."""


def on(which: str, how: str) -> Fault:
    """Something is wrong with the link of a node to the store, to redis or to its players."""

    async def wrong(harm: Harm) -> None:
        node = harm.node()
        link = {"store": node.to_store, "redis": node.to_bell, "players": node.door}[which]
        await harm.linked(link, HOW[how])

    return wrong


FAULTS: dict[str, Fault] = {
    "node killed": Harm.killed,
    "node told to stop": Harm.told_to_stop,
    "node paused": Harm.paused,
    "redis restarted": Harm.redis_restarted,
    "redis restarted empty": Harm.redis_restarted_empty,
    "postgresql restarted": Harm.postgresql_restarted,
    "postgresql crashed": Harm.postgresql_crashed,
    "everybody returns": Harm.everybody_returns,
    "browsers do not read": Harm.browsers_do_not_read,
    **{
        f"link to {which}: {how}": on(which, how)
        for how in HOW
        for which in ("store", "redis", "players")
    },
}
