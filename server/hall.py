"""Runs contests: the steps that are due, word to their tables, pulyas back from them.

Nothing is sent that could be lost: whatever a table has not taken yet is told to it again, and what
it brings is posted again; each has an id that its log takes once (lobby/contest/effects.py).

Of several nodes one hosts a contest and does all this; the others follow its tables only while
somebody watches it there.
"""

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress

from game.script import Refused
from lobby.contest.contest import Contest
from lobby.contest.due import due
from lobby.contest.effects import Effect, brought, effects, place_of, table_stream
from lobby.table.decisions import TABLE
from server.contest_replica import ContestReplica
from server.kinds import OWN
from server.messages import ProgressView
from server.node import Node
from server.replica import Replica
from server.store.marks import Marks
from server.streams import Command, Streams
from server.table_replica import TableReplica

LOOK_SECONDS = 0.5
"""The longest sleep before the clock is looked at again."""
AGAIN_SECONDS = 1
AGAIN = ("try_again", "table_stopped")
"""Refusals that say nothing about the command."""
logger = logging.getLogger(__name__)


class Hall:
    """One task for each contest that goes on."""

    def __init__(self, streams: Streams, node: Node, marks: Marks) -> None:
        self.streams, self.node, self.marks = streams, node, marks
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.changed: dict[str, asyncio.Event] = {}
        self.heard: defaultdict[str, set[str]] = defaultdict(set)
        """By contest: the ids of what its tables have taken."""
        self.brought: defaultdict[str, set[str]] = defaultdict(set)
        """By contest: the ids of what it has taken from its tables, and the tables that have
        nothing more for it."""
        self.marked: dict[str, dict[str, int]] = {}
        """By contest: its marks as they are kept."""
        self.known: dict[str, set[str]] = {}
        """By contest: the entrants whose marks were fetched."""

    def stirred(self, replica: Replica) -> None:
        """A contest or one of its tables has changed."""
        if isinstance(replica, ContestReplica):
            self.wake(replica)
        elif (place := place_of(replica.stream)) is not None:
            assert isinstance(replica, TableReplica)
            self.came_on(place[0], replica)

    def wake(self, replica: ContestReplica) -> None:
        stream = replica.stream
        if (changed := self.changed.get(stream)) is not None:
            changed.set()
        elif self.goes_on(replica):
            self.changed[stream] = asyncio.Event()
            self.tasks[stream] = asyncio.create_task(self.keep(replica))

    def wants(self, replica: Replica) -> bool:
        """A contest that is followed here, and the tables that it needs."""
        if replica.stream in self.changed:
            return True
        place = place_of(replica.stream)
        if place is None or place[0] not in self.changed:
            return False
        return replica.stream not in self.brought[place[0]]

    def goes_on(self, replica: ContestReplica) -> bool:
        """Until it is over and all its tables know it, where it is hosted or watched."""
        if not replica.loaded or replica.drifted:
            return False
        if not replica.watchers and not self.node.hosts(replica.stream):
            return False
        return not replica.created.ended or bool(
            effects(replica.created, self.heard[replica.stream])
        )

    def came_on(self, contest: str, table: TableReplica) -> None:
        """Only what all may see of a table stirs its contest: a deal more, its end."""
        hall = self.streams.replicas.get(contest)
        if not isinstance(hall, ContestReplica) or not table.loaded:
            return
        progress = progress_of(table)
        if hall.progress.get(table.stream) != progress:
            hall.progress[table.stream] = progress
            self.streams.shows.soon(hall)
            self.wake(hall)

    async def keep(self, replica: ContestReplica) -> None:
        """Go on until the contest is over and its tables know. What fails is tried again."""
        changed = self.changed[replica.stream]
        try:
            while self.goes_on(replica):
                changed.clear()
                try:
                    done = await self.round(replica)
                except Exception:  # whatever it was, it stays to be done
                    logger.exception("contest %s", replica.stream)
                    done = False
                if done:
                    await self.wait(replica, changed)
                else:
                    await asyncio.sleep(AGAIN_SECONDS)
        finally:
            del self.changed[replica.stream]
            self.tasks.pop(replica.stream, None)

    async def round(self, replica: ContestReplica) -> bool:
        """All that is to be done now; whether it is."""
        await self.note_marks(replica)
        hosted = self.node.hosts(replica.stream)
        told = await self.tell(replica) if hosted else True
        back = await self.bring(replica, hosted)
        coming = due(replica.created) if replica.loaded and hosted else None
        if coming is not None and coming.at <= self.streams.now() and self.node.fresh:
            before = replica.n
            await self.submit(replica.stream, coming.id, coming.command)
            return replica.n > before
        return told and back

    async def note_marks(self, replica: ContestReplica) -> None:
        """Keep the marks of this contest for others, and fetch theirs for its entrants."""
        stream = replica.stream
        async with self.streams.contest(stream) as stored:
            own = {**stored.created.marks}
            entrants = {entrant.person for entrant in stored.created.entrants}
        if self.marked.get(stream, {}) != own:
            await self.marks.set(stream, own)
            self.marked[stream] = own
            self.known.clear()  # the other contests ask again
            for changed in self.changed.values():
                changed.set()
        if self.known.get(stream, set()) != entrants:
            replica.marks = await self.marks.elsewhere(stream, entrants, self.streams.now())
            self.known[stream] = entrants
            self.streams.shows.soon(replica)

    async def tell(self, replica: ContestReplica) -> bool:
        """What tables have not heard yet and is stored; each hears it in order."""
        heard = self.heard[replica.stream]
        by_table: defaultdict[str, list[Effect]] = defaultdict(list)
        async with self.streams.contest(replica.stream) as stored:
            for effect in effects(stored.created, heard):
                by_table[effect.stream].append(effect)

        async def to_one(told: list[Effect]) -> bool:
            for effect in told:
                if not await self.submit(effect.stream, effect.id, effect.command, heard=True):
                    return False
                heard.add(effect.id)
            return True

        return all(await asyncio.gather(*map(to_one, by_table.values())))

    async def bring(self, replica: ContestReplica, hosted: bool) -> bool:
        """What tables have brought and the contest has not taken; their progress anyway."""
        stream = replica.stream
        taken = self.brought[stream]
        done = True
        async with self.streams.contest(stream) as stored:
            names = [name for name in bringing(stored.created) if name not in taken]
        for name in names:
            try:
                async with self.streams.table(name) as table:
                    self.came_on(stream, table)
                    over = table.opened.phase == "finished"
                    ready = brought(name, table.opened, (table.n, table.chain.hex()))
            except Refused as refused:  # not opened, or stopped: the others go on
                done = done and refused.code == "no_such_table"
                continue
            for id, command in ready:
                if id not in taken and not hosted:
                    over = False
                elif id not in taken:
                    if not await self.submit(stream, id, command):
                        done = over = False
                        break
                    taken.add(id)
            if over:
                taken.add(name)
        return done

    async def submit(self, stream: str, name: str, command: Command, heard: bool = False) -> bool:
        """Carry it out once; whether it is known to be taken or refused for good."""
        try:
            await self.streams.submit(stream, TABLE, f"{OWN}{name}", command, heard)
        except Refused as refused:
            logger.info("%s at %s: %s", command, stream, refused)
            return refused.code not in AGAIN
        return True

    async def wait(self, replica: ContestReplica, changed: asyncio.Event) -> None:
        """Sleep until something changes or the next step is due; a look at the clock is cheap."""
        while not changed.is_set():
            coming = due(replica.created) if replica.loaded else None
            left = LOOK_SECONDS
            if coming is not None and self.node.hosts(replica.stream) and self.node.fresh:
                left = min(left, (coming.at - self.streams.now()) / 1000)
            if left <= 0:
                return
            with suppress(TimeoutError):  # `wait_for` may lose a cancellation before Python 3.12
                async with asyncio.timeout(left):
                    await changed.wait()


def bringing(contest: Contest) -> list[str]:
    """The tables of the running tour that may have something for their contest.

    One to which a director gave its result has the looks at its last deal (§T9.3).
    """
    tour = contest.tour
    if tour is None or tour.began is None:
        return []
    return [
        table_stream(contest.name, tour.number, table.number)
        for table in tour.tables
        if table.signs_since is None
    ]


def progress_of(table: TableReplica) -> ProgressView:
    opened = table.opened
    return {
        "deal": opened.number,
        "deals": opened.deals,
        "phase": opened.phase,
        "last_circle": opened.last_circle,
        "away": [member.person for member in opened.people if member.away or member.stand_in != ""],
    }
