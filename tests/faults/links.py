"""A TCP connection that can be as bad as a network can be."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

CHUNK = 65_536
UP, DOWN = "up", "down"
"""From whoever connects, and back to him."""
STALL_SECONDS = 0.4


class Reset(Exception):
    """The network ends this connection."""


class Link:
    """Listens on a port of its own and leads to the port `to`, as long as nothing is wrong.

    What a silent link swallows comes later, as TCP sends it again; or never, if it is cut first.
    """

    def __init__(self, to: int, seed: object = 0) -> None:
        self.to = to
        self.port = 0
        self.dice = Random(str(seed))
        self.delay = 0.0
        """Seconds that each piece takes."""
        self.loss = 0.0
        """How often a piece stalls the connection; of ten times it ends it once."""
        self.speaks = {UP: asyncio.Event(), DOWN: asyncio.Event()}
        self.open: set[asyncio.StreamWriter] = set()
        self.pumping: set[asyncio.Task[None]] = set()
        self.server: asyncio.Server | None = None
        self.heal()

    async def start(self) -> None:
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        self.refuse()
        self.heal()
        for task in self.pumping:
            task.cancel()
        await asyncio.gather(*self.pumping, return_exceptions=True)

    # --- what can be wrong ---

    def heal(self) -> None:
        """All that still waits goes on; connections that are gone stay so."""
        self.delay = self.loss = 0.0
        for speaks in self.speaks.values():
            speaks.set()

    def silence(self, *ways: str) -> None:
        """Nothing comes through, one way or both; nobody is told."""
        for way in ways:
            self.speaks[way].clear()

    def cut(self) -> None:
        """All connections end at once."""
        for writer in [*self.open]:
            writer.transport.abort()

    def refuse(self) -> None:
        """Cut, and nobody is let in; `start` lets them in again."""
        if self.server is not None:
            self.server.close()
            self.server = None
        self.cut()

    # --- how it works ---

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open.add(writer)
        own = asyncio.current_task()
        assert own is not None
        self.pumping.add(own)
        try:
            await self.speaks[UP].wait()  # a connection is made both ways
            await self.speaks[DOWN].wait()
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
            self.open.add(back)
            try:
                ways = [(reader, back, UP), (there, writer, DOWN)]
                pumps = [asyncio.create_task(self.pump(*way)) for way in ways]
                try:
                    await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for pump in pumps:
                        pump.cancel()
                    await asyncio.gather(*pumps, return_exceptions=True)
            finally:
                self.open.discard(back)
                back.transport.abort()
        except (OSError, asyncio.CancelledError):
            pass  # nobody listens there, or it is over
        finally:
            self.open.discard(writer)
            self.pumping.discard(own)
            writer.transport.abort()

    async def pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str
    ) -> None:
        with suppress(OSError, Reset):
            while data := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if self.loss and self.dice.random() < self.loss:
                    if self.dice.random() < 0.1:
                        raise Reset
                    await asyncio.sleep(STALL_SECONDS * self.dice.random())
                await self.speaks[way].wait()
                writer.write(data)
                await writer.drain()
            # What was read is delivered before the end is.
            with suppress(OSError, RuntimeError):
                writer.write_eof()
                await asyncio.sleep(0.05)
