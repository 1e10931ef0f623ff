"""`python -m server check`: every stream in its order, a contest together with its tables.

It reads only, each stream at one moment, and keeps one contest and one table at a time.
"""

from collections.abc import AsyncIterator, Callable, Sequence

from sqlalchemy import select, union

from lobby.contest.commands import Post
from lobby.contest.effects import brought, place_of
from server.checking import contests
from server.checking.contests import Place, Told, of_contest, tables_of
from server.checking.problems import Counts, Problem
from server.checking.rows import Stream, is_whole, links, of_head, of_rows, stream_at
from server.checking.tables import of_table
from server.contest_replica import ContestReplica
from server.kinds import is_contest
from server.operating import Failed, one_moment
from server.replica import Replica
from server.store import schema
from server.store.database import Database
from server.table_replica import TableReplica

PAGE = 500
"""So many names of streams are read at once."""
Say = Callable[[str], object]


async def check(database: Database, streams: Sequence[str], say: Say, heads: bool = False) -> int:
    """Whether it is sound: 0, or 1 with a line for each problem. Raises Failed.

    Without `streams` all of them. With `heads` also the last link of each contest, and that of
    each of its tours.
    """
    walk = Walk(database, say, heads)
    if streams:
        for name in streams:
            if not await walk.has(name):
                raise Failed(f"there is no stream {name}")
        for name in streams:
            await walk.one(name)
    else:
        async for name in walk.names():
            if not await walk.belongs(name):
                await walk.one(name)
    say(str(walk.counts))
    return 1 if walk.counts.problems else 0


class Walk:
    """Through a database."""

    def __init__(self, database: Database, say: Say, heads: bool) -> None:
        self.database, self.say, self.heads = database, say, heads
        self.counts = Counts()

    async def names(self, like: str = "%") -> AsyncIterator[str]:
        """The streams in the order of the database, those without a head or an entry, too."""
        entry, heads = schema.entry, schema.stream
        after = ""
        while True:
            parts = [
                select(column).where(column > after, column.like(like)).distinct()
                .order_by(column).limit(PAGE).subquery()
                for column in (entry.c.stream, heads.c.stream)
            ]  # fmt: skip
            both = union(*(select(part.c.stream) for part in parts)).subquery()
            page = select(both.c.stream).order_by(both.c.stream).limit(PAGE)
            async with one_moment(self.database) as connection:
                found = [*await connection.scalars(page)]
            for name in found:
                yield name
            if len(found) < PAGE:
                return
            after = found[-1]

    async def has(self, name: str) -> bool:
        entry, heads = schema.entry, schema.stream
        either = union(
            select(entry.c.stream).where(entry.c.stream == name),
            select(heads.c.stream).where(heads.c.stream == name),
        )
        async with self.database.read.connect() as connection:
            return (await connection.execute(either)).first() is not None

    async def belongs(self, name: str) -> bool:
        """Whether it is the table of a contest that is here and looked at by itself."""
        place = place_of(name)
        return place is not None and is_contest(place[0]) and await self.has(place[0])

    async def one(self, name: str) -> None:
        if is_contest(name):
            await self.contest(name)
        else:
            await self.table(name)

    async def read(self, name: str) -> Stream:
        async with one_moment(self.database) as connection:
            return await stream_at(connection, name)

    def tell(self, problem: Problem) -> None:
        self.counts.problems += 1
        self.say(str(problem))

    def rows(self, stream: Stream) -> list[bytes]:
        """What is wrong with the rows is told; the links of the entries."""
        self.counts.streams += 1
        self.counts.entries += len(stream.entries)
        for problem in of_rows(stream):
            self.tell(problem)
        made = []
        for chain, wrong in links(stream):
            made.append(chain)
            if wrong is not None:
                self.tell(wrong)
        return made

    def head(self, stream: Stream, replica: Replica) -> bool:
        """Whether all of it is folded; then what is wrong with its head is told."""
        if not replica.loaded or replica.drifted:
            return False
        for problem in of_head(stream, replica):
            self.tell(problem)
        return True

    async def table(self, name: str) -> tuple[TableReplica | None, list[bytes]]:
        """The table, None if it cannot be folded, and the links of its entries."""
        stream, replica = await self.read(name), TableReplica(name)
        made = self.rows(stream)
        if not is_whole(stream):
            return None, made
        for problem in of_table(stream, replica, self.counts):
            self.tell(problem)
        place = place_of(name)
        if place is not None and not await self.has(place[0]):
            self.tell(Problem(name, 0, f"its contest {place[0]} is missing"))
        return (replica if self.head(stream, replica) else None), made

    async def contest(self, name: str) -> None:
        """A contest, and all its tables."""
        self.counts.contests += 1
        # Before it: each of these is known to it, whatever is opened meanwhile.
        there = [found async for found in self.names(like=f"{name}-%")]
        stream, replica, told = await self.read(name), ContestReplica(name), Told()
        self.rows(stream)
        if is_whole(stream):
            for problem in of_contest(stream, replica, told):
                self.tell(problem)
        if not self.head(stream, replica):
            for table in there:
                await self.table(table)
            return
        await self.tables(replica, told, there)
        if self.heads:
            self.tell_heads(replica)

    async def tables(self, replica: ContestReplica, told: Told, there: list[str]) -> None:
        by_tables: dict[Place, list[str]] = {}
        known: set[str] = set()
        for place, stream, _ in tables_of(replica.created):
            known.add(stream)
            table: TableReplica | None = None
            made: list[bytes] = []
            if await self.has(stream):
                table, made = await self.table(stream)
            for problem in contests.of_brought(replica.stream, told, place, table, made):
                self.tell(problem)
            for ruling in contests.of_rulings(replica.stream, told, place, table):
                self.say(f"(ruling) {ruling}")
            for _, command in brought(stream, table.opened) if table else ():
                if isinstance(command, Post):
                    by_tables[place] = command.whists
        for stream in there:
            if stream not in known:
                self.tell(Problem(stream, 0, f"the contest {replica.stream} has no such table"))
                await self.table(stream)
        for what in contests.of_standings(replica.created, told, by_tables):
            self.tell(Problem(replica.stream, replica.n, what))

    def tell_heads(self, replica: ContestReplica) -> None:
        for tour in replica.created.tours:
            if tour.seal is not None:
                seal = f"{tour.seal.n} {tour.seal.chain}"
                self.say(f"(tour {tour.number}) {replica.stream} {seal}")
        self.say(f"(head) {replica.stream} {replica.n} {replica.chain.hex()}")
