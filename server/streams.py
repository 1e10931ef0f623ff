"""From a command to every screen: decide, store, acknowledge, publish.

A command waits for its stream's turn, is decided on the replica, appended to the log, and only
then acknowledged and shown. Where the log says that somebody else was first, or does not say
whether the entry went in, the replica is thrown away and loaded again.
"""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from game.script import Event, Refused
from game.view import empty
from lobby.commands import Command, Open
from lobby.decisions import decide, opening
from lobby.facts import Fact, Joined
from lobby.seen import table_seen_by
from server.clock import Clock, Entropy
from server.entries import digest, packed, unpacked
from server.messages import DoneMessage, EntryMessage, SyncedMessage
from server.replica import Replica, Watcher
from server.store.log import Entry, Log
from server.store.people import People

TRIES = 5
"""How often a command is decided anew when others were first."""


@dataclass(slots=True)
class Streams:
    """All streams that this node has loaded.

    `outgoing` takes messages for sockets in their order; `ring` tells the other nodes; those in
    `stirred` hear of every stream that has changed.
    """

    log: Log
    people: People
    clock: Clock
    entropy: Entropy
    outgoing: Callable[[str, EntryMessage], None]
    ring: Callable[[str, int], None]
    stirred: list[Callable[[Replica], None]] = field(default_factory=list)
    replicas: dict[str, Replica] = field(default_factory=dict)

    async def replica(self, stream: str) -> Replica:
        """The replica of a stream. Raises `Refused` (no_such_table)."""
        replica = self.replicas.setdefault(stream, Replica(stream))
        if replica.table is None:
            async with replica.lock:
                await self.ensure(replica)
        return replica

    async def ensure(self, replica: Replica) -> None:
        """Load what is not loaded; to be called with the lock held. Raises `Refused`."""
        if replica.table is None:
            replica.load(await self.log.after(replica.stream, replica.n))
        if replica.table is None:
            self.replicas.pop(replica.stream, None)
            raise Refused("no_such_table")

    async def open(self, who: str, command_id: str, command: Open) -> DoneMessage:
        """A new stream, whose name comes from the command, so that a repeat finds it again."""
        name = hashlib.sha256(f"{who} {command_id}".encode()).hexdigest()[:12]
        replica = self.replicas.setdefault(f"t{name}", Replica(f"t{name}"))
        async with replica.lock:
            if replica.table is None:
                replica.load(await self.log.after(replica.stream, 0))
            if replica.table is not None:
                return {"stream": replica.stream, "n": 1}
            facts = opening(who, command, self.entropy())
            await self.write(replica, who, f"{who}:{command_id}", command.what, facts)
        return {"stream": replica.stream, "n": 1}

    async def submit(self, stream: str, who: str, command_id: str, command: Command) -> DoneMessage:
        """Carry out a command, once however often it is sent.

        Raises `Refused`: what the table refuses, no_such_table, table_stopped, try_again.
        """
        if isinstance(command, Open):
            return await self.open(who, command_id, command)
        replica = await self.replica(stream)
        key = f"{who}:{command_id}"
        async with replica.lock:
            for _ in range(TRIES):
                await self.ensure(replica)
                if key in replica.commands:
                    return {"stream": stream, "n": replica.commands[key]}
                if replica.drifted:
                    raise Refused("table_stopped")
                facts = decide(replica.opened, who, command, self.entropy())
                if await self.write(replica, who, key, command.what, facts):
                    return {"stream": stream, "n": replica.n}
        raise Refused("try_again")

    async def write(
        self, replica: Replica, who: str, key: str, what: str, facts: list[Fact]
    ) -> bool:
        """Take the facts in, store them, show them. False where nothing was added.

        The replica is ahead of the log only while its lock is held; it is loaded again when the
        log does not follow.
        """
        replica.fold(facts)
        told = replica.told()
        body = packed(facts, digest(told))
        at = int(self.clock.now() * 1000)
        entry = Entry(replica.stream, replica.n + 1, at, who, key, what, body)
        try:
            stored = await asyncio.shield(self.log.append(entry, replica.head))
        except SQLAlchemyError:
            stored = False
        if not stored:
            await self.reload(replica)
            return False
        replica.took(entry.n, key)
        await self.publish(replica, facts, told)
        self.ring(replica.stream, replica.n)
        return True

    async def reload(self, replica: Replica) -> None:
        """Forget what may not be in the log, and go on from what is there."""
        n = replica.n
        replica.forget()
        entries = await self.log.after(replica.stream, 0)
        replica.load(entries[:n])
        await self.catch_up(replica, entries[n:])

    async def catch_up(self, replica: Replica, entries: list[Entry]) -> None:
        """Take in and show entries that others have written."""
        for entry in entries:
            body = unpacked(entry.body)
            replica.fold(body.facts)
            told = replica.told()
            replica.drifted = replica.drifted or digest(told) != body.told
            replica.took(entry.n, entry.command)
            await self.publish(replica, body.facts, told)

    async def publish(self, replica: Replica, facts: list[Fact], told: list[Event]) -> None:
        """The last entry to all who watch here, and a word that the stream has changed."""
        joined = [fact.person for fact in facts if isinstance(fact, Joined)]
        names = await self.people.names(joined)
        for socket, message in replica.messages(facts, told, names):
            self.outgoing(socket, message)
        for hear in self.stirred:
            hear(replica)

    async def rung(self, stream: str, n: int) -> None:
        """Another node has written entry n."""
        replica = self.replicas.get(stream)
        if replica is None or replica.table is None or n <= replica.n:
            return
        async with replica.lock:
            await self.ensure(replica)
            await self.catch_up(replica, await self.log.after(stream, replica.n))

    async def compare(self) -> None:
        """Catch up with every stream of which the log has more: a ring may have been lost."""
        known = [stream for stream, replica in self.replicas.items() if replica.table is not None]
        for stream, n in (await self.log.heads(known)).items():
            await self.rung(stream, n)

    async def sync(self, stream: str, socket: str, person: str) -> SyncedMessage:
        """All that this person may see, and from now on every entry to this socket."""
        replica = await self.replica(stream)
        async with replica.lock:
            await self.ensure(replica)
            people = [member.person for member in replica.opened.members if not member.bot]
            names = await self.people.names(people)
            viewer = replica.viewer(person)
            table = table_seen_by(replica.opened, viewer)
            replica.watchers[socket] = Watcher(person, viewer)
            replica.shown[viewer] = table
            running = replica.opened.running
            return {
                "stream": stream,
                "n": replica.n,
                "table": table,
                "view": running.seen_by(viewer) if running else empty(),
                "names": names,
            }

    def unwatch(self, socket: str, stream: str | None = None) -> None:
        """No more entries to this socket, of one stream or of any."""
        for replica in self.replicas.values():
            if stream in (None, replica.stream):
                replica.watchers.pop(socket, None)
