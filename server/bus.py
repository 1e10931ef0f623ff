"""The doorbell between nodes: it carries `(stream, n)` and nothing else.

A ring may be lost: nodes compare with the log as well (Streams.compare). Without Redis a server
is alone and rings nobody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
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

Rung = Callable[[str, int], Awaitable[None]]


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


class RedisBus:
    """Rings over Redis. While Redis is away the nodes go on by comparing with the log."""

    def __init__(self, url: str) -> None:
        self.redis: Redis = Redis.from_url(
            url, socket_timeout=None, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0)
        )
        self.waiting: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)

    def ring(self, stream: str, n: int) -> None:
        if not self.waiting.full():
            self.waiting.put_nowait(f"{stream} {n}")

    async def run(self, rung: Rung) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.send())
            tasks.create_task(self.hear(rung))

    async def send(self) -> None:
        while True:
            message = await self.waiting.get()
            try:
                async with asyncio.timeout(1):
                    await self.redis.publish(CHANNEL, message)
            except (RedisError, OSError, TimeoutError) as failure:
                logger.warning("a ring is lost: %r", failure)

    async def hear(self, rung: Rung) -> None:
        while True:
            try:
                async with self.redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await listen(channel, rung)
            except (RedisError, OSError) as failure:
                logger.warning("the bus is away: %r", failure)
                await asyncio.sleep(AGAIN_SECONDS)

    async def close(self) -> None:
        await self.redis.aclose()


async def listen(channel: PubSub, rung: Rung) -> None:
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
            await hear_of(rung, message["data"])
        asked = message is None


async def hear_of(rung: Rung, message: bytes) -> None:
    """One ring. Whatever is wrong with it, the next one is heard."""
    try:
        stream, _, n = message.decode().partition(" ")
        await rung(stream, int(n))
    except Exception:  # a ring is only a hint: the log is compared with anyway
        logger.exception("a ring led to nothing")
