"""Who is there: connections that come and go at tables, and whose browser has the seat.

A short loss is no news. What counts is written into the table's log, so that the connection bank of
a player is charged alike by every server.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from game.script import Refused
from lobby.commands import Presence as Command
from server.replica import Replica
from server.streams import Streams

LOST_SECONDS = 3
"""How long a connection may be gone before the table hears of it."""
logger = logging.getLogger(__name__)


class Presence:
    """Tells tables who is there."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self.tasks: set[asyncio.Task[None]] = set()

    async def arrived(self, stream: str, person: str) -> None:
        """Somebody comes to a table; to be called before he watches it."""
        replica = await self.streams.replica(stream)
        member = replica.opened.member(person)
        if member is not None and (member.away or member.stand_in):
            await self.write(replica, person, here=True)

    def watched(self, stream: str, person: str) -> None:
        """To be called once he does: a loss may have been written down in between."""
        replica = self.streams.replicas.get(stream)
        member = replica.table.member(person) if replica is not None and replica.table else None
        if member is not None and member.away:
            self.start(self.arrived(stream, person))

    def start(self, writing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(writing)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def check(self, stream: str, sid: str, key: str) -> None:
        """Raises `Refused` (other_browser) if this browser has lost the seat to another one.

        A command that was carried out already gets its first result all the same.
        """
        replica = self.streams.replicas.get(stream)
        if replica is not None and sid in replica.replaced and key not in replica.commands:
            raise Refused("other_browser")

    def lost(self, sid: str, stream: str | None = None) -> None:
        """A socket is gone, from one table or from all; to be called before it is forgotten."""
        for replica in self.streams.replicas.values():
            watcher = replica.watchers.get(sid)
            if watcher is None or stream not in (None, replica.stream) or replica.table is None:
                continue
            member = replica.table.member(watcher.person)
            if member is not None and replica.table.phase != "finished":
                self.start(self.gone(replica, watcher.person))

    async def gone(self, replica: Replica, person: str) -> None:
        """Some time after a loss: still nobody there?"""
        await asyncio.sleep(LOST_SECONDS)
        if self.watches(replica, person):
            return
        await self.write(replica, person, here=False)
        if self.watches(replica, person):  # he came while it was written
            await self.write(replica, person, here=True)

    def watches(self, replica: Replica, person: str) -> bool:
        return any(watcher.person == person for watcher in replica.watchers.values())

    async def write(self, replica: Replica, person: str, here: bool) -> None:
        number = self.streams.now()
        name = f"presence-{number}-{here}"
        try:
            await self.streams.submit(replica.stream, person, name, Command(number, here))
        except (Refused, SQLAlchemyError) as failure:
            logger.warning("presence of %s at %s: %r", person, replica.stream, failure)
