"""From a command to every screen: decide, store, acknowledge, publish.

A command waits for its stream's turn, is decided on the replica, appended to the log, and only
then acknowledged and shown. Where the log says that somebody else was first, or does not say
whether the entry went in, the replica is thrown away and loaded again.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

from sqlalchemy.exc import SQLAlchemyError

from game.script import Event, Refused
from lobby.contest import commands as contest_commands
from lobby.contest.acts import Act
from lobby.contest.commands import Create
from lobby.table import commands as table_commands
from lobby.table.commands import Open, Practise, Seat
from lobby.table.decisions import TABLE
from lobby.table.obeying import opening_for_contest
from server.again import AGAIN_SECONDS, Overtaken, tries
from server.behind import missing
from server.bus import Ring
from server.clock import Clock, Entropy
from server.contest_replica import ContestReplica
from server.entries import digest, packed
from server.kinds import CONTEST, FRIENDLY, OWN, first_facts, is_contest
from server.messages import DoneMessage, LineMessage, SyncedContestMessage, SyncedMessage
from server.replica import Replica, Send
from server.shows import Shows
from server.store.chain import link
from server.store.lines import Lines
from server.store.log import Entry, Head, Log
from server.store.people import People
from server.table_replica import TableReplica

Command = table_commands.Command | contest_commands.Command
logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Streams:
    """All streams that this node has loaded.

    `outgoing` takes sockets, the name of a message and the message, and keeps their order; `ring`
    tells the other nodes; those in `stirred` hear of every stream that has changed.
    """

    log: Log
    people: People
    lines: Lines
    clock: Clock
    entropy: Entropy
    outgoing: Send
    ring: Callable[[str, int], None]
    stirred: list[Callable[[Replica], None]] = field(default_factory=list)
    replicas: dict[str, Replica] = field(default_factory=dict)
    is_chief: Callable[[str], Awaitable[bool]] | None = None
    """Whether somebody is an administrator: he may do what directors may."""
    tasks: set[asyncio.Task[object]] = field(default_factory=set)
    downtimes: list[tuple[int, int]] = field(default_factory=list)
    """When no node lived, `(since, until)` in milliseconds: streams with a clock get it back."""
    wanted: list[Callable[[Replica], bool]] = field(default_factory=list)
    """Whether somebody needs a replica that has no watchers."""
    shows: Shows = field(init=False)
    watched: dict[str, set[str]] = field(default_factory=dict)
    """By socket: the streams that it has watched."""

    def __post_init__(self) -> None:
        self.shows = Shows(self.outgoing, self.start)

    def now(self) -> int:
        """In milliseconds since 1970."""
        return int(self.clock.now() * 1000)

    async def replica(self, stream: str) -> Replica:
        """The replica of a stream. Raises `Refused` (no_such_table, table_stopped)."""
        replica = self.replicas.get(stream)
        if replica is None or not replica.loaded:
            async with self.held(stream) as replica:
                return replica
        return replica

    def at(self, stream: str) -> Replica:
        """Whatever is known of a stream, which may be nothing yet."""
        kind = ContestReplica if is_contest(stream) else TableReplica
        return self.replicas.setdefault(stream, kind(stream))

    @asynccontextmanager
    async def alone_at(self, stream: str) -> AsyncIterator[Replica]:
        """Whatever is known of a stream, while nobody else uses it."""
        while True:
            replica = self.at(stream)
            async with replica.lock:
                if self.replicas.get(stream) is replica:
                    yield replica
                    return

    @asynccontextmanager
    async def held(self, stream: str) -> AsyncIterator[Replica]:
        """The loaded replica of a stream, while nobody else uses it. Raises as `replica` does.

        Else it may be ahead of the log, by an entry that is being stored.
        """
        async with self.alone_at(stream) as replica:
            try:
                await self.ensure(replica)
            finally:  # nothing is kept of what is not there
                if not (replica.loaded or replica.drifted or replica.watchers):
                    self.replicas.pop(stream, None)
            yield replica

    @asynccontextmanager
    async def table(self, stream: str) -> AsyncIterator[TableReplica]:
        """A table to be read, of which all is stored. Raises as `replica` does."""
        async with self.held(stream) as replica:
            if not isinstance(replica, TableReplica):
                raise Refused("no_such_table")
            yield replica

    @asynccontextmanager
    async def contest(self, stream: str) -> AsyncIterator[ContestReplica]:
        """A contest to be read, of which all is stored. Raises as `replica` does."""
        async with self.held(stream) as replica:
            if not isinstance(replica, ContestReplica):
                raise Refused("no_such_table")
            yield replica

    async def ensure(self, replica: Replica) -> None:
        """Load what is not loaded and give back what a downtime took; call it with the lock held.

        Raises `Refused` (no_such_table, table_stopped, try_again).
        """
        for _ in tries():
            if not replica.loaded:
                await self.load(replica)
            if await self.credited(replica):
                return

    async def load(self, replica: Replica) -> None:
        """What watchers have not seen yet is shown to them. Raises `Refused`."""
        entries = await self.log.after(replica.stream, 0)
        seen = replica.published if replica.watchers else len(entries)
        try:
            replica.load(entries[:seen])
        except Exception:  # half of a stream is none
            replica.forget()
            raise
        await self.catch_up(replica, entries[seen:])
        if not replica.loaded:
            raise Refused("table_stopped" if replica.drifted else "no_such_table")
        self.stir(replica)

    async def credited(self, replica: Replica) -> bool:
        """Give the stream back what downtimes since its last entry took; whether that is done."""
        for since, until in self.downtimes:
            key = f"{TABLE}:{OWN}credit-{since}"
            if until <= replica.at or replica.drifted or not replica.timed:
                continue
            if key not in replica.commands:
                command = replica.credit(since)
                facts = replica.decide(TABLE, command, b"", self.now(), False)
                if not await self.write(replica, TABLE, key, command.what, facts):
                    return False
        return True

    async def open(
        self, who: str, command_id: str, command: Open | Practise | Create
    ) -> DoneMessage:
        """A new stream, whose name comes from the command, so that a repeat finds it again."""
        name = hashlib.sha256(f"{who} {command_id}".encode()).hexdigest()[:12]
        stream = f"{CONTEST if isinstance(command, Create) else FRIENDLY}{name}"
        facts = first_facts(stream, who, command, self.entropy)
        return await self.begin(stream, who, command_id, command.what, facts)

    async def begin(
        self, stream: str, who: str, command_id: str, what: str, facts: Sequence[Any]
    ) -> DoneMessage:
        """The first entry of a stream, once."""
        async with self.alone_at(stream) as replica:
            if not replica.loaded and await self.log.heads([stream]):
                await self.ensure(replica)
            elif not replica.loaded:
                key = f"{who}:{command_id}"
                if not await self.write(replica, who, key, what, facts):
                    raise Refused("try_again")
        return {"stream": stream, "n": 1}

    async def submit(
        self,
        stream: str,
        who: str,
        command_id: str,
        command: Command,
        heard: bool = False,
        after: int | None = None,
    ) -> DoneMessage:
        """Carry out a command, once however often it is sent.

        With `heard` a refusal is written down as well, as an entry without facts: told again, the
        command is not carried out later either. With `after` it is to follow that entry.

        Raises `Refused`: what the table or contest refuses, no_such_table, table_stopped,
        try_again. Raises Overtaken if another entry follows that one.
        """
        facts: Sequence[Any]
        if isinstance(command, Open | Practise | Create):
            return await self.open(who, command_id, command)
        if isinstance(command, Seat):
            facts = opening_for_contest(command)
            return await self.begin(stream, who, command_id, command.what, facts)
        key = f"{who}:{command_id}"
        asks = self.is_chief if isinstance(command, Act) else None
        chief = asks is not None and await asks(who)
        async with self.held(stream) as replica:
            for _ in tries():
                await self.ensure(replica)
                if key in replica.commands:
                    return {"stream": stream, "n": replica.commands[key]}
                if replica.drifted:
                    raise Refused("table_stopped")
                if after not in (None, replica.n):
                    raise Overtaken
                chance = self.entropy(f"{stream} {replica.n + 1}")
                try:
                    facts = replica.decide(who, command, chance, self.now(), chief)
                except Refused as refused:
                    if not heard:
                        raise
                    logger.info("%s at %s: %s", command, stream, refused)
                    facts = []
                if await self.write(replica, who, key, command.what, facts):
                    break
        return {"stream": stream, "n": replica.n}

    async def write(
        self, replica: Replica, who: str, key: str, what: str, facts: Sequence[Any]
    ) -> bool:
        """Take the facts in, store them, show them. False where this is not known to be done.

        The replica is ahead of the log only while its lock is held; it is thrown away when the
        log does not follow.
        """
        names = await self.people.names(replica.newcomers(facts))
        n = replica.n + 1
        try:
            at = self.now()
            replica.fold(facts, at)
            told = replica.told()
            body = packed(facts, digest(told))
            entry = Entry(replica.stream, n, at, who, key, what, body)
            chain = link(replica.chain, entry)
            if not await self.stored(replace(entry, chain=chain), replica.head):
                replica.forget()
                return False
        except BaseException:
            replica.forget()
            raise
        replica.took(entry, chain)
        replica.own = True
        self.publish(replica, facts, told, names)
        self.ring(replica.stream, n)
        return True

    async def stored(self, entry: Entry, head: Head) -> bool:
        """Whether the entry is known to be in the log now."""
        try:
            return await self.log.append(entry, head)
        except SQLAlchemyError as failure:
            logger.warning("entry %s of %s: %r", entry.n, entry.stream, failure)
            await asyncio.sleep(AGAIN_SECONDS)
            return False

    async def catch_up(self, replica: Replica, entries: list[Entry]) -> None:
        """Take in and show entries that others have written; none after a table is stopped."""
        for entry in entries:
            body = replica.read(entry)
            if body is None:
                return
            names = await self.people.names(replica.newcomers(body.facts))
            told = replica.take(entry, body)
            replica.own = False
            if not replica.drifted:
                self.publish(replica, body.facts, told, names)

    def publish(
        self, replica: Replica, facts: Sequence[Any], told: list[Event], names: dict[str, str]
    ) -> None:
        """The last entry to all who watch here, and a word that the stream has changed."""
        if isinstance(replica, TableReplica):
            for sockets, name, message in replica.messages(facts, told, names):
                self.outgoing(sockets, name, message)
        elif isinstance(replica, ContestReplica):
            replica.news |= names
            self.shows.soon(replica)
        self.stir(replica)

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def stir(self, replica: Replica) -> None:
        for hear in self.stirred:
            hear(replica)

    async def rung(self, rings: Sequence[Ring]) -> None:
        """The log has these entries, which other nodes may have written."""
        for stream, entries in (await missing(self.replicas, self.log, rings)).items():
            if (replica := self.replicas.get(stream)) is not None:
                taking = self.take_in(replica, entries)
                if replica.lock.locked():  # the others do not wait for this one
                    self.start(taking)
                else:
                    await taking

    async def take_in(self, replica: Replica, entries: list[Entry]) -> None:
        async with replica.lock:
            try:
                await self.ensure(replica)
                await self.catch_up(replica, [each for each in entries if each.n > replica.n])
            except Exception as failure:  # noqa: BLE001 - it is compared with again; the others go on
                logger.warning("%s is behind: %r", replica.stream, failure)

    async def compare(self) -> None:
        """Catch up with every stream of which the log has more; let go of those nobody needs.

        A ring may have been lost, or the log was away when a stream was to be loaded again.
        """
        for stream, replica in [*self.replicas.items()]:
            if replica.idle and not any(wants(replica) for wants in self.wanted):
                del self.replicas[stream]
        replicas = self.replicas.items()
        open_ones = [stream for stream, each in replicas if not each.loaded or each.open]
        await self.rung([*(await self.log.heads(open_ones)).items()])

    async def sync(
        self, stream: str, socket: str, person: str
    ) -> SyncedMessage | SyncedContestMessage:
        """All that this person may see, and from now on every change to this socket.

        Raises `Refused` (no_such_table, table_stopped, and what `audience.sight` refuses).
        """
        async with self.held(stream) as replica:
            if replica.drifted:
                raise Refused("table_stopped")
            self.watched.setdefault(socket, set()).add(stream)
            names = await self.people.names(replica.people)
            if isinstance(replica, TableReplica):
                return await self.sync_table(replica, socket, person, names)
            assert isinstance(replica, ContestReplica)
            self.shows.now(replica)
            shown = replica.watch(socket, person)
            return {
                "stream": stream,
                "n": replica.n,
                "now": self.now(),
                "names": names,
                **shown,
            }

    async def sync_table(
        self, replica: TableReplica, socket: str, person: str, names: dict[str, str]
    ) -> SyncedMessage:
        talk = await self.lines.last(replica.stream)
        table, view = replica.watch(socket, person)
        replaced = replica.older(socket, person)
        self.outgoing(replaced, "replaced", {"stream": replica.stream})
        return {
            "stream": replica.stream,
            "n": replica.n,
            "now": self.now(),
            "table": table,
            "view": view,
            "names": names,
            "talk": [] if replica.hears_late(socket) else cast(list[LineMessage], talk),
        }

    def unwatch(self, socket: str, stream: str | None = None) -> None:
        """No more entries to this socket, of one stream or of any."""
        for replica in self.seen_by(socket, stream):
            replica.unwatch(socket)
        if stream is None:
            self.watched.pop(socket, None)

    def seen_by(self, socket: str, stream: str | None = None) -> list[Replica]:
        """What this socket watches here, or has watched: of one stream or of any."""
        streams = self.watched.get(socket, ())
        wanted = streams if stream is None else {stream}.intersection(streams)
        return [self.replicas[each] for each in wanted if each in self.replicas]
