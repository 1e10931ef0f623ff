"""The servers that work on this database, when none did, and who watches what at each."""

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.store import schema
from server.store.database import Database

logger = logging.getLogger(__name__)
NODE, DOWN, WATCHER, KEY = schema.node, schema.downtime, schema.watcher, schema.key
ALIVE_MILLISECONDS = 5_000
"""A node that has not been seen for so long is dead."""
MISSED_MILLISECONDS = 2_500
"""Where no node was seen for so long, nobody could play."""
OF_OLDER = "heartbeat"
"""The key under which a server that knows no nodes writes down that it lives."""
KEPT_MILLISECONDS = 3_600_000


@dataclass(frozen=True, slots=True)
class Seen:
    """What a heartbeat found: the nodes that live and those long silent, without this one.

    One that has just left in order is neither: its people may still be on their way.

    `known`: whether this node was still on the list itself. `downtimes` are those that ended within
    the last hour, `(since, until)` in milliseconds.
    """

    living: frozenset[str]
    dead: frozenset[str]
    known: bool
    downtimes: list[tuple[int, int]]


OTHER = WATCHER.alias("other")
ALSO = (OTHER.c.stream == WATCHER.c.stream) & (OTHER.c.person == WATCHER.c.person)
"""The same person watches the same somewhere else as well."""
Watching = tuple[str, str]
"""A stream and a person."""


class Nodes:
    """`place` is where this node runs; its name says as well that it is another life there."""

    def __init__(self, database: Database, place: str, life: str) -> None:
        self.database = database
        self.place, self.name = f"{place}/", f"{place}/{life}"
        self.born: int | None = None
        """When its first heartbeat was, in milliseconds."""
        self.twins: set[str] = set()
        """Nodes of the same place that live: somebody has given two nodes one name."""

    async def beat(self, at: int, unbroken: bool) -> Seen:
        """This node lives at this time (milliseconds).

        Unless its own heartbeat is `unbroken`, it looks whether anybody lived meanwhile; if not,
        nobody could play, and that is written down.
        """
        async with self.database.write.begin() as connection:
            rows = [*await connection.execute(select(NODE.c.name, NODE.c.at, NODE.c.ready))]
            older = await connection.scalar(select(KEY.c.at).where(KEY.c.name == OF_OLDER))
            seen = {row.name: row.at for row in rows} | ({"": older} if older is not None else {})
            left = {row.name for row in rows if not row.ready}
            others = seen.keys() - {self.name}
            silent = {each for each in others if seen[each] <= at - ALIVE_MILLISECONDS}
            # What ran here before is over, however fresh its last heartbeat is.
            before = {each for each in others if each.startswith(self.place)}
            if self.born is not None:
                self.note_twins({each for each in before if seen[each] > self.born})
            living = others - left - silent - (before - self.twins)
            lived = any(seen[each] > at - MISSED_MILLISECONDS for each in living)
            last = max(seen.values(), default=at)
            if not unbroken and not lived and last < at:
                row = {"since": last, "until": at}
                await connection.execute(self.database.insert(DOWN).on_conflict_do_nothing(), row)
            await self.write(connection, at, ready=True)
            self.born = at if self.born is None else self.born
            recent = select(DOWN.c.since, DOWN.c.until).where(DOWN.c.until > at - KEPT_MILLISECONDS)
            downtimes = [(row.since, row.until) for row in await connection.execute(recent)]
        return Seen(
            frozenset(living), frozenset(silent - {""}), self.name in seen, sorted(downtimes)
        )

    def note_twins(self, twins: set[str]) -> None:
        if twins - self.twins:
            logger.error("two nodes have the name %s: give each its own", self.place[:-1])
        self.twins = twins

    async def leave(self, at: int) -> None:
        """This node ends in order: nothing is left to it any more."""
        async with self.database.write.begin() as connection:
            await self.write(connection, at, ready=False)

    async def write(self, connection: AsyncConnection, at: int, ready: bool) -> None:
        upsert = self.database.insert(NODE)
        kept = {"at": upsert.excluded.at, "ready": upsert.excluded.ready}
        await connection.execute(
            upsert.on_conflict_do_update(index_elements=["name"], set_=kept),
            {"name": self.name, "at": at, "ready": ready},
        )

    # --- who watches where ---

    async def change(self, here: dict[Watching, int], gone: Collection[Watching]) -> None:
        """These watch at this node since then (milliseconds); these do not any more."""
        async with self.database.write.begin() as connection:
            for stream, person in sorted(gone):
                own = (WATCHER.c.node == self.name) & (WATCHER.c.stream == stream)
                await connection.execute(delete(WATCHER).where(own, WATCHER.c.person == person))
            if here:
                upsert = self.database.insert(WATCHER)
                await connection.execute(
                    upsert.on_conflict_do_update(
                        index_elements=["node", "stream", "person"],
                        set_={"at": upsert.excluded.at},
                    ),
                    [
                        {"node": self.name, "stream": stream, "person": person, "at": at}
                        for (stream, person), at in sorted(here.items())
                    ],
                )

    async def elsewhere(self, stream: str, person: str, now: int) -> bool:
        """Whether he watches at another node that lives at this time (milliseconds)."""
        query = (
            select(WATCHER.c.node)
            .join(NODE, NODE.c.name == WATCHER.c.node)
            .where(WATCHER.c.stream == stream, WATCHER.c.person == person)
            .where(NODE.c.name != self.name, NODE.c.ready, NODE.c.at > now - ALIVE_MILLISECONDS)
        )
        async with self.database.read.connect() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def newer(self, living: Iterable[str]) -> list[Watching]:
        """Who watches here and came to one of these nodes later."""
        at_once = (OTHER.c.at == WATCHER.c.at) & (OTHER.c.node > WATCHER.c.node)
        later = (OTHER.c.at > WATCHER.c.at) | at_once
        query = (
            select(WATCHER.c.stream, WATCHER.c.person)
            .join(OTHER, ALSO)
            .where(WATCHER.c.node == self.name, OTHER.c.node.in_([*living]))
            .where(later)
        )
        async with self.database.read.connect() as connection:
            return [(row.stream, row.person) for row in await connection.execute(query)]

    async def lost(self, dead: Collection[str], living: Iterable[str]) -> list[Watching]:
        """Who watched at these dead nodes and watches at none of the living ones."""
        found = select(OTHER.c.node).where(ALSO, OTHER.c.node.in_([*living, self.name]))
        query = (
            select(WATCHER.c.stream, WATCHER.c.person)
            .distinct()
            .where(WATCHER.c.node.in_([*dead]), ~found.exists())
            .order_by(WATCHER.c.stream, WATCHER.c.person)
        )
        async with self.database.read.connect() as connection:
            return [(row.stream, row.person) for row in await connection.execute(query)]

    async def bury(self, dead: Collection[str], before: int) -> None:
        """Forget these nodes, unless one has been seen again since `before` (milliseconds)."""
        async with self.database.write.begin() as connection:
            still = select(NODE.c.name).where(NODE.c.name.in_([*dead]), NODE.c.at < before)
            names = [*await connection.scalars(still)]
            await connection.execute(delete(WATCHER).where(WATCHER.c.node.in_(names)))
            await connection.execute(delete(NODE).where(NODE.c.name.in_(names)))


async def store_time(database: Database) -> int | None:
    """The clock of the store in milliseconds since 1970; None where it is this machine's own."""
    if database.read.dialect.name == "sqlite":
        return None
    clock = select(func.extract("epoch", text("clock_timestamp()")) * 1000)
    async with database.read.connect() as connection:
        return int((await connection.execute(clock)).scalar_one())
