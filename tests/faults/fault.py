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

    async def linked(self, link: Link, wrong: Callable[[Link], object]) -> None:
        async with self.town.lock(f"link {link.port}"):
            wrong(link)
            try:
                await self.last()
            finally:
                link.heal()
                if link.server is None:
                    await link.start()
                self.listens()

    def on(self, which: str) -> Link:
        node = self.node()
        return {"store": node.to_store, "redis": node.to_bell, "players": node.door}[which]

    async def cut(self, which: str) -> None:
        await self.linked(self.on(which), Link.refuse)

    async def silent_up(self, which: str) -> None:
        await self.linked(self.on(which), lambda link: link.silence(UP))

    async def silent_down(self, which: str) -> None:
        await self.linked(self.on(which), lambda link: link.silence(DOWN))

    async def silent(self, which: str) -> None:
        await self.linked(self.on(which), lambda link: link.silence(UP, DOWN))

    async def slow(self, which: str) -> None:
        def slows(link: Link) -> None:
            link.delay = SLOW_SECONDS

        await self.linked(self.on(which), slows)

    async def lossy(self, which: str) -> None:
        def loses(link: Link) -> None:
            link.loss = LOSS

        await self.linked(self.on(which), loses)


Fault = Callable[[Harm], Awaitable[None]]


def on_links() -> dict[str, Fault]:
    found: dict[str, Fault] = {}
    for how in ("cut", "silent_up", "silent_down", "silent", "slow", "lossy"):
        for which in ("store", "redis", "players"):
            found[f"{how} to {which}"] = lambda harm, how=how, which=which: getattr(harm, how)(  # type: ignore[misc]
                which
            )
    return found


FAULTS: dict[str, Fault] = {
    "node killed": Harm.killed,
    "node told to stop": Harm.told_to_stop,
    "node paused": Harm.paused,
    "redis restarted": Harm.redis_restarted,
    "redis restarted empty": Harm.redis_restarted_empty,
    "postgresql restarted": Harm.postgresql_restarted,
    "postgresql crashed": Harm.postgresql_crashed,
    "everybody returns": Harm.everybody_returns,
    **on_links(),
}
