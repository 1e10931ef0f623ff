"""The doorbell between nodes: it carries `(stream, n)` and nothing else.

A ring may be lost: nodes compare with the log as well (Streams.compare). Without Redis a server
is alone and rings nobody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

CHANNEL = "pulya"
AGAIN_SECONDS = 0.5
QUIET_SECONDS = 3.0
"""After so long without a ring it is asked whether anybody is there."""
logger = logging.getLogger(__name__)

Ring = tuple[str, int]
"""A stream and the number of an entry."""
Rung = Callable[[Sequence[Ring]], Awaitable[None]]
MOST_WAITING = 10_000
SENT_EVERY, TOLD_EVERY = 0.025, 0.01
"""Seconds. A message at all nodes, and a query, cost as much as what is done with some entries."""


class Bus(Protocol):
    def ring(self, stream: str, n: int) -> None:
        """Tell the other nodes; never waits."""

    async def run(self, rung: Rung) -> None:
        """Hear the other nodes until cancelled."""

    async def close(self) -> None: ...


class Alone:
    """The bus of a server that has no other nodes."""

    def ring(self, stream: str, n: int) -> None:
        """Nobody is there to hear it."""

    async def run(self, rung: Rung) -> None:
        """Nothing is ever heard."""

    async def close(self) -> None:
        """Nothing to close."""


class Rings:
    """Rings that wait, for whoever takes all of them at once. What is too much is lost."""

    def __init__(self, every: float) -> None:
        self.every = every
        self.waiting: list[Ring] = []
        self.some = asyncio.Event()
        self.taken = 0.0

    def put(self, rings: Sequence[Ring]) -> None:
        if len(self.waiting) < MOST_WAITING:
            self.waiting += rings
            self.some.set()

    async def take(self) -> list[Ring]:
        """All that wait: at once after a quiet spell, else `every` seconds after the last ones."""
        await self.some.wait()
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self.taken + self.every - loop.time())
        self.taken = loop.time()
        self.some.clear()
        waiting, self.waiting = self.waiting, []
        return waiting


class RedisBus:
    """Rings over Redis. While Redis is away the nodes go on by comparing with the log.

    Those that come together travel together, and are heard together.
    """

    def __init__(self, url: str) -> None:
        self.redis: Redis = Redis.from_url(
            url, socket_timeout=None, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0)
        )
        self.rung, self.heard = Rings(SENT_EVERY), Rings(TOLD_EVERY)
        """Here, and elsewhere."""

    def ring(self, stream: str, n: int) -> None:
        self.rung.put([(stream, n)])

    async def run(self, rung: Rung) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.send())
            tasks.create_task(self.hear())
            tasks.create_task(self.tell(rung))

    async def send(self) -> None:
        while True:
            message = "\n".join(f"{stream} {n}" for stream, n in await self.rung.take())
            try:
                async with asyncio.timeout(1):
                    await self.redis.publish(CHANNEL, message)
            except (RedisError, OSError, TimeoutError) as failure:
                logger.warning("rings are lost: %r", failure)

    async def hear(self) -> None:
        while True:
            try:
                async with self.redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await listen(channel, self.heard.put)
            except (RedisError, OSError) as failure:
                logger.warning("the bus is away: %r", failure)
                await asyncio.sleep(AGAIN_SECONDS)

    async def tell(self, rung: Rung) -> None:
        while True:
            heard = await self.heard.take()
            try:
                await rung(heard)
            except Exception:  # a ring is only a hint: the log is compared with anyway
                logger.exception("rings led to nothing")

    async def close(self) -> None:
        await self.redis.aclose()


async def listen(channel: PubSub, heard: Callable[[list[Ring]], None]) -> None:
    """Pass on every ring until the connection is lost: who only listens does not notice it.

    Raises RedisError, OSError.
    """
    asked = False
    while True:
        message = await channel.get_message(timeout=QUIET_SECONDS)
        if message is None and asked:
            raise RedisConnectionError("nothing is heard any more")
        if message is None:
            await channel.ping()
        elif message["type"] == "message":
            heard(rings(message["data"]))
        asked = message is None


def rings(message: bytes) -> list[Ring]:
    """What one message of the channel tells; nothing where it is none of ours."""
    try:
        pairs = [line.rpartition(" ") for line in message.decode().splitlines()]
        return [(stream, int(n)) for stream, _, n in pairs]
    except ValueError:
        logger.warning("no ring: %.80r", message)
        return []
