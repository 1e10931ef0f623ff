"""From a command to every screen: decide, store, acknowledge, publish.

A command waits for its stream's turn, is decided on the replica, appended to the log, and only
then acknowledged and shown. Where the log says that somebody else was first, or does not say
whether the entry went in, the replica is thrown away and loaded again.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from sqlalchemy.exc import SQLAlchemyError

from game.script import Event, Refused
from game.view import empty
from lobby.table.audience import Sight
from lobby.table.commands import Command, Open, Practise
from lobby.table.decisions import decide
from lobby.table.facts import Fact, Joined
from lobby.table.gathering import opening, practice
from lobby.table.seen import table_seen_by
from server.clock import Clock, Entropy
from server.entries import digest, packed
from server.messages import DoneMessage, LineMessage, SyncedMessage
from server.replica import Replica, Watcher
from server.store.lines import Lines
from server.store.log import Entry, Head, Log
from server.store.people import People

OWN = "."
"""What the ids of the server's own commands begin with; a page's id cannot."""
TRIES = 5
"""How often a command is decided anew when others were first."""
logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Streams:
    """All streams that this node has loaded.

    `outgoing` takes a socket, the name of a message and the message, and keeps their order; `ring`
    tells the other nodes; those in `stirred` hear of every stream that has changed.
    """

    log: Log
    people: People
    lines: Lines
    clock: Clock
    entropy: Entropy
    outgoing: Callable[[str, str, Any], None]
    ring: Callable[[str, int], None]
    stirred: list[Callable[[Replica], None]] = field(default_factory=list)
    replicas: dict[str, Replica] = field(default_factory=dict)

    def now(self) -> int:
        """In milliseconds since 1970."""
        return int(self.clock.now() * 1000)

    async def replica(self, stream: str) -> Replica:
        """The replica of a stream. Raises `Refused` (no_such_table, table_stopped)."""
        if stream not in self.replicas and not await self.log.heads([stream]):
            raise Refused("no_such_table")
        replica = self.replicas.setdefault(stream, Replica(stream))
        if replica.table is None:
            async with replica.lock:
                await self.ensure(replica)
        return replica

    @asynccontextmanager
    async def held(self, stream: str) -> AsyncIterator[Replica]:
        """The loaded replica of a stream, while nobody else uses it. Raises as `replica` does."""
        while True:
            replica = await self.replica(stream)
            async with replica.lock:
                if self.replicas.get(stream) is replica:
                    await self.ensure(replica)
                    yield replica
                    return
            # It was let go of in the meantime.

    async def ensure(self, replica: Replica) -> None:
        """Load what is not loaded; to be called with the lock held.

        What watchers have not seen yet is shown to them. Raises `Refused`.
        """
        if replica.table is not None:
            return
        entries = await self.log.after(replica.stream, 0)
        seen = replica.published if replica.watchers else len(entries)
        replica.load(entries[:seen])
        await self.catch_up(replica, entries[seen:])
        if replica.table is None:
            raise Refused("table_stopped" if replica.drifted else "no_such_table")
        self.stir(replica)

    async def open(self, who: str, command_id: str, command: Open | Practise) -> DoneMessage:
        """A new stream, whose name comes from the command, so that a repeat finds it again."""
        if isinstance(command, Practise):
            facts = practice(who, command)
        else:
            facts = opening(who, command, self.entropy())
        name = hashlib.sha256(f"{who} {command_id}".encode()).hexdigest()[:12]
        replica = self.replicas.setdefault(f"t{name}", Replica(f"t{name}"))
        async with replica.lock:
            if replica.table is None and await self.log.heads([replica.stream]):
                await self.ensure(replica)
            elif replica.table is None:
                key = f"{who}:{command_id}"
                if not await self.write(replica, who, key, command.what, facts):
                    raise Refused("try_again")
        return {"stream": replica.stream, "n": 1}

    async def submit(self, stream: str, who: str, command_id: str, command: Command) -> DoneMessage:
        """Carry out a command, once however often it is sent.

        Raises `Refused`: what the table refuses, no_such_table, table_stopped, try_again.
        """
        if isinstance(command, Open | Practise):
            return await self.open(who, command_id, command)
        key = f"{who}:{command_id}"
        async with self.held(stream) as replica:
            for _ in range(TRIES):
                await self.ensure(replica)
                if key in replica.commands:
                    return {"stream": stream, "n": replica.commands[key]}
                if replica.drifted:
                    raise Refused("table_stopped")
                facts = decide(replica.opened, who, command, self.entropy(), self.now())
                if await self.write(replica, who, key, command.what, facts):
                    return {"stream": stream, "n": replica.n}
        raise Refused("try_again")

    async def write(
        self, replica: Replica, who: str, key: str, what: str, facts: list[Fact]
    ) -> bool:
        """Take the facts in, store them, show them. False where this is not known to be done.

        The replica is ahead of the log only while its lock is held; it is thrown away when the
        log does not follow.
        """
        names = await self.names(facts)
        n = replica.n + 1
        try:
            at = self.now()
            replica.fold(facts, at)
            told = replica.told()
            body = packed(facts, digest(told))
            entry = Entry(replica.stream, n, at, who, key, what, body)
            if not await self.stored(entry, replica.head):
                replica.forget()
                return False
        except BaseException:
            replica.forget()
            raise
        replica.took(n, key)
        self.publish(replica, facts, told, names)
        self.ring(replica.stream, n)
        return True

    async def stored(self, entry: Entry, head: Head) -> bool:
        """Whether the entry is known to be in the log now."""
        try:
            return await asyncio.shield(self.log.append(entry, head))
        except SQLAlchemyError as failure:
            logger.warning("entry %s of %s: %r", entry.n, entry.stream, failure)
            return False

    async def catch_up(self, replica: Replica, entries: list[Entry]) -> None:
        """Take in and show entries that others have written; none after a table is stopped."""
        for entry in entries:
            body = replica.read(entry)
            if body is None:
                return
            names = await self.names(body.facts)
            told = replica.take(entry, body)
            if not replica.drifted:
                self.publish(replica, body.facts, told, names)

    async def names(self, facts: list[Fact]) -> dict[str, str]:
        """Of those who join."""
        return await self.people.names(
            fact.person for fact in facts if isinstance(fact, Joined) and not fact.bot
        )

    def publish(
        self, replica: Replica, facts: list[Fact], told: list[Event], names: dict[str, str]
    ) -> None:
        """The last entry to all who watch here, and a word that the stream has changed."""
        for socket, message in replica.messages(facts, told, names):
            self.outgoing(socket, "entry", message)
        self.stir(replica)

    def stir(self, replica: Replica) -> None:
        for hear in self.stirred:
            hear(replica)

    async def rung(self, stream: str, n: int) -> None:
        """The log has entry n, which another node may have written."""
        replica = self.replicas.get(stream)
        if replica is None or replica.drifted or n <= replica.n:
            return
        async with replica.lock:
            await self.ensure(replica)
            await self.catch_up(replica, await self.log.after(stream, replica.n))

    async def compare(self) -> None:
        """Catch up with every stream of which the log has more; let go of those nobody needs.

        A ring may have been lost, or the log was away when a stream was to be loaded again.
        """
        for stream in [stream for stream, replica in self.replicas.items() if replica.idle]:
            del self.replicas[stream]
        open_ones = [
            stream
            for stream, replica in self.replicas.items()
            if replica.table is None or replica.opened.phase != "finished"
        ]
        for stream, n in (await self.log.heads(open_ones)).items():
            await self.rung(stream, n)

    async def sync(self, stream: str, socket: str, person: str) -> SyncedMessage:
        """All that this person may see, and from now on every entry to this socket.

        Raises `Refused` (no_such_table, table_stopped).
        """
        async with self.held(stream) as replica:
            if replica.drifted:
                raise Refused("table_stopped")
            people = [member.person for member in replica.opened.members if not member.bot]
            names = await self.people.names(people)
            talk = await self.lines.last(stream)
            viewer = replica.viewer(person)
            table = table_seen_by(replica.opened, Sight(viewer, late=False))
            self.replace(replica, socket, person)
            replica.watchers[socket] = Watcher(person, viewer)
            replica.shown[viewer] = table
            replica.published = replica.n
            running = replica.opened.running
            return {
                "stream": stream,
                "n": replica.n,
                "now": self.now(),
                "table": table,
                "view": running.seen_by(viewer) if running else empty(),
                "names": names,
                "talk": cast(list[LineMessage], talk),
            }

    def replace(self, replica: Replica, socket: str, person: str) -> None:
        """The newest browser of a member has his seat; the older ones are told so."""
        replica.replaced.discard(socket)
        if replica.opened.member(person) is None:
            return
        older = [other for other, w in replica.watchers.items() if w.person == person]
        for other in older:
            if other != socket:
                del replica.watchers[other]
                replica.replaced.add(other)
                self.outgoing(other, "replaced", {"stream": replica.stream})

    def unwatch(self, socket: str, stream: str | None = None) -> None:
        """No more entries to this socket, of one stream or of any."""
        for replica in self.replicas.values():
            if stream in (None, replica.stream):
                replica.watchers.pop(socket, None)
                replica.replaced.discard(socket)
