"""Who is there: connections that come and go at tables, and whose browser has the seat.

A short loss is no news. What counts is written into the table's log, so that the connection bank of
a player is charged alike by every node. Who watches at which node the nodes tell each other by a
list in the store (server/whereabouts.py); for a dead node the others speak.
"""

import asyncio
import logging
from collections.abc import Callable, Set

from sqlalchemy.exc import SQLAlchemyError

from game.script import Refused
from lobby.table.commands import Presence as Command
from lobby.table.commands import Watch
from lobby.table.table import Table
from server.kinds import OWN
from server.node import Node
from server.replica import Replica
from server.store.nodes import ALIVE_MILLISECONDS, Seen
from server.streams import Streams
from server.table_replica import TableReplica
from server.whereabouts import Whereabouts

LOST_SECONDS = 3
"""How long a connection may be gone before the table hears of it."""
RETURN_SECONDS = 15
"""How long people may take to come to a table, or back to it after a start."""
AGAIN_SECONDS = 1
SETTLE_SECONDS = 5
"""How long a node that has just begun to live, or to live again, says nothing of the dead."""
logger = logging.getLogger(__name__)


class Presence:
    """Tells tables who is there. `replaced` takes the socket and the table of an older browser."""

    def __init__(
        self,
        streams: Streams,
        node: Node,
        whereabouts: Whereabouts,
        replaced: Callable[[str, str], None],
    ) -> None:
        self.streams, self.node, self.whereabouts = streams, node, whereabouts
        self.replaced = replaced
        self.patient_until = 0.0
        """Before this time (of the loop) people may still be on their way back."""
        self.burying: asyncio.Task[None] | None = None
        self.leaving = False
        """This node ends: who loses it is on his way to another one, or back."""

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        return [self.burying] if self.burying is not None else []

    def patient(self, down: bool) -> None:
        """This node did not live for a while, or nobody did: they are on their way back.

        What it sees of the others is as old as its own last heartbeat.
        """
        wait = RETURN_SECONDS if down else SETTLE_SECONDS
        self.patient_until = asyncio.get_running_loop().time() + wait

    def stirred(self, replica: Replica) -> None:
        """A table has changed: who watches here is not away, whoever said so."""
        if not isinstance(replica, TableReplica) or replica.table is None or replica.drifted:
            return
        table = replica.table
        fresh = {*(member.person for member in table.people), *table.audience} - replica.expected
        if fresh:
            replica.expected |= fresh
            self.streams.start(self.look(replica, fresh))
        for person in {*replica.watchers.values()}:
            member = replica.table.member(person)
            if (member is not None and member.away) or unlisted(replica.table, person):
                self.streams.start(self.back(replica, person))

    def watched(self, stream: str, person: str) -> None:
        """To be called once he watches: a loss may have been written down in between."""
        if (replica := self.known(stream)) is not None:
            self.whereabouts.came(stream, person)
            self.streams.start(self.back(replica, person))

    def known(self, stream: str) -> TableReplica | None:
        """The table of this stream, if this node has it."""
        replica = self.streams.replicas.get(stream)
        return replica if isinstance(replica, TableReplica) and replica.loaded else None

    async def back(self, replica: TableReplica, person: str) -> None:
        """He watches: a player is not away, anybody else is on the list."""
        member = replica.table.member(person) if replica.table is not None else None
        if member is not None and member.away:
            await self.write(replica.stream, person, here=True)
        elif replica.table is not None and unlisted(replica.table, person):
            await self.list(replica, person)

    async def arrived(self, stream: str, person: str) -> None:
        """Somebody comes to a table; to be called before he watches it.

        Whoever does not play is put on the list of spectators, if he may watch at all.
        """
        replica = await self.streams.replica(stream)
        if not isinstance(replica, TableReplica):
            return
        if unlisted(replica.opened, person):
            await self.list(replica, person)
        member = replica.opened.member(person)
        if member is not None and (member.away or member.stand_in):
            await self.write(stream, person, here=True)

    async def look(self, replica: TableReplica, people: Set[str]) -> None:
        """Who has not come within the time for it is written down as lost.

        After a start of the server nobody is there, and a player whom a contest has seated may
        never have come: of both no loss of a connection tells.
        """
        await asyncio.sleep(RETURN_SECONDS)
        for person in people:
            await self.gone(replica.stream, person, 0)

    def check(self, stream: str, sid: str, key: str) -> None:
        """Raises `Refused` (other_browser) if this browser has lost the seat to another one.

        A command that was carried out already gets its first result all the same.
        """
        replica = self.known(stream)
        if replica is not None and sid in replica.replaced and key not in replica.commands:
            raise Refused("other_browser")

    def lost(self, sid: str, stream: str | None = None) -> None:
        """A socket is gone, from one table or from all; to be called before it is forgotten."""
        for replica in self.streams.seen_by(sid, stream):
            person = replica.watchers.get(sid)
            if person is not None and isinstance(replica, TableReplica) and replica.loaded:
                self.streams.start(self.gone(replica.stream, person, LOST_SECONDS))

    async def gone(self, stream: str, person: str, after: float) -> None:
        """Some time after a loss: still nobody there? Until the table knows."""
        while True:
            await asyncio.sleep(after)
            after = AGAIN_SECONDS
            try:
                if self.leaving or await self.told(stream, person):
                    return
            except SQLAlchemyError as failure:
                logger.warning("presence of %s at %s: %r", person, stream, failure)

    async def told(self, stream: str, person: str) -> bool:
        """Whether the table knows that he is not there, if he is nowhere, or never will."""
        try:
            replica = await self.streams.replica(stream)
        except Refused as refused:
            logger.info("%s at %s: %s", person, stream, refused)
            return refused.code != "try_again"
        assert isinstance(replica, TableReplica)
        if person in replica.watchers.values():
            return True
        self.whereabouts.went(stream, person)
        member = replica.opened.member(person)
        here = person in replica.opened.audience if member is None else not member.away
        if not here or await self.node.nodes.elsewhere(stream, person, self.streams.now()):
            return True
        return await self.write(stream, person, here=False)

    # --- the other nodes ---

    async def beaten(self, seen: Seen) -> None:
        """To be called after each heartbeat."""
        if not seen.known:
            self.whereabouts.again()
        if seen.living:
            for stream, person in await self.node.nodes.newer(seen.living):
                self.replace(stream, person)
        speaks = self.node.name == min({self.node.name, *seen.living} - {""})
        patient = asyncio.get_running_loop().time() < self.patient_until
        if seen.dead and speaks and not patient and (self.burying is None or self.burying.done()):
            self.burying = asyncio.create_task(self.bury(seen))

    def replace(self, stream: str, person: str) -> None:
        """He watches in a newer browser, at another node."""
        self.whereabouts.went(stream, person)
        replica = self.known(stream)
        if replica is None or replica.opened.member(person) is None:
            return
        for socket in [socket for socket, whose in replica.watchers.items() if whose == person]:
            replica.unwatch(socket)
            replica.replaced.add(socket)
            self.replaced(socket, stream)

    async def bury(self, seen: Seen) -> None:
        """Whoever watched at nodes that are dead and is nowhere else is lost."""
        before = self.streams.now() - ALIVE_MILLISECONDS
        try:
            lost = await self.node.nodes.lost(seen.dead, seen.living)
            known = [await self.told(stream, person) for stream, person in lost]
            if all(known):
                await self.node.nodes.bury(seen.dead, before)
        except (SQLAlchemyError, OSError) as failure:  # tried again after a heartbeat
            logger.warning("the people of %s: %r", sorted(seen.dead), failure)

    # --- what is written ---

    async def list(self, replica: TableReplica, person: str) -> None:
        """Put a spectator on the list. Where he may not watch, `sync` says so."""
        name = f"{OWN}watch-{self.streams.now()}-{replica.n}"
        try:
            await self.streams.submit(replica.stream, person, name, Watch())
        except (Refused, SQLAlchemyError) as failure:
            logger.info("%s does not watch %s: %r", person, replica.stream, failure)

    async def write(self, stream: str, person: str, here: bool) -> bool:
        """Whether it is done."""
        replica = self.known(stream)
        member = replica.opened.member(person) if replica is not None else None
        # The clock of another server may be ahead of this one's.
        number = max(self.streams.now(), member.connection + 1 if member is not None else 0)
        name = f"{OWN}presence-{number}-{here}"
        try:
            await self.streams.submit(stream, person, name, Command(number, here))
        except (Refused, SQLAlchemyError) as failure:
            logger.warning("presence of %s at %s: %r", person, stream, failure)
            return isinstance(failure, Refused) and failure.code != "try_again"
        return True


def unlisted(table: Table, person: str) -> bool:
    """Whether he watches a table that plays without being on its list."""
    plays = table.phase not in ("gathering", "finished")
    return plays and table.member(person) is None and person not in table.audience
