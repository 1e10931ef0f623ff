"""The log: entries appended in groups, one durable write for all that wait."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import insert, select, tuple_

from server.store import postgresql, schema
from server.store.database import Database, is_of_a_row

HEAD = ("n", "at", "open", "due", "joinable", "due_at")
EVERY_SECONDS = 0.01
"""A transaction costs as much as a dozen entries in it."""
GROUP = 500
"""The most entries in one transaction."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Entry `n` of a stream, from 1; `at` in milliseconds; `command` is unique in the stream.

    `chain` is its link (server/store/chain.py), None if an older server wrote it.
    """

    stream: str
    n: int
    at: int
    who: str
    command: str
    what: str
    body: bytes
    chain: bytes | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """What is kept of a stream beside its entries: see schema.stream."""

    open: bool
    due: bool
    joinable: bool = False
    due_at: int | None = None


@dataclass(slots=True)
class Waiting:
    entry: Entry
    head: Head
    done: "asyncio.Future[bool]"


class Log:
    """`append` from any number of tasks; `run` writes for all of them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.queue: asyncio.Queue[Waiting] = asyncio.Queue()

    async def append(self, entry: Entry, head: Head) -> bool:
        """True when the entry is on disk; False when entry n or the command was there before.

        Raises SQLAlchemyError when it is not known whether it went in: ask `after` then.
        """
        waiting = Waiting(entry, head, asyncio.get_running_loop().create_future())
        self.queue.put_nowait(waiting)
        return await waiting.done

    async def run(self) -> None:
        """Write what waits, group by group, until cancelled; then nobody waits any more.

        While many write at once a group begins EVERY_SECONDS after the one before.
        """
        group: list[Waiting] = []
        loop = asyncio.get_running_loop()
        begun = 0.0
        try:
            while True:
                crowded = len(group) > 1
                group = [await self.queue.get()]
                if crowded:
                    await asyncio.sleep(begun + EVERY_SECONDS - loop.time())
                begun = loop.time()
                while len(group) < GROUP and not self.queue.empty():
                    group.append(self.queue.get_nowait())
                # In one order: nodes that write to the same streams do not wait in a circle.
                group.sort(key=lambda each: (each.entry.stream, each.entry.n))
                await self.settle(group)
        finally:
            while not self.queue.empty():
                group.append(self.queue.get_nowait())
            for waiting in group:
                waiting.done.cancel()

    async def settle(self, group: Sequence[Waiting]) -> None:
        """Write them, and tell those who wait. A transaction that is begun is ended.

        They come in the order of streams and numbers. What cannot be written is found by halves.
        """
        writing = asyncio.create_task(self.commit(group))
        try:
            won = await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            raise
        except Exception as failure:  # noqa: BLE001 - those who wait hear of it
            if len(group) > 1 and is_of_a_row(failure):
                half = len(group) // 2
                await self.settle(group[:half])
                await self.settle(group[half:])
                return
            for waiting in group:
                if not waiting.done.done():
                    waiting.done.set_exception(failure)
            return
        for waiting in group:
            if not waiting.done.done():
                key = (waiting.entry.stream, waiting.entry.n, waiting.entry.command)
                waiting.done.set_result(key in won)
                won.discard(key)  # of two that are alike, one went in

    async def commit(self, group: Sequence[Waiting]) -> set[tuple[str, int, str]]:
        """One transaction; which entries went in. A conflict does no harm to the others."""
        rows = [
            {
                "stream": entry.stream,
                "n": entry.n,
                "at": entry.at,
                "who": entry.who,
                "command": entry.command,
                "what": entry.what,
                "body": entry.body,
                "chain": entry.chain,
            }
            for entry in (waiting.entry for waiting in group)
        ]
        heads = [
            {
                "open": waiting.head.open,
                "due": waiting.head.due,
                "joinable": waiting.head.joinable,
                "due_at": waiting.head.due_at,
            }
            for waiting in group
        ]
        if self.database.is_postgresql:
            together = [{**row, **head} for row, head in zip(rows, heads, strict=True)]
            columns = {name: [each[name] for each in together] for name in together[0]}
            async with self.database.single.connect() as connection:
                return {(*row,) for row in await connection.execute(postgresql.APPEND, columns)}
        table, streams = schema.entry, schema.stream
        insertion = (
            self.database.insert(table)
            .on_conflict_do_nothing()
            .returning(table.c.stream, table.c.n, table.c.command)
        )
        async with self.database.write.begin() as connection:
            result = await connection.execute(insertion, rows)
            won = {(row.stream, row.n, row.command) for row in result}
            newest = {
                row["stream"]: {"stream": row["stream"], "n": row["n"], "at": row["at"], **head}
                for row, head in zip(rows, heads, strict=True)
                if (row["stream"], row["n"], row["command"]) in won
            }
            if newest:
                upsert = self.database.insert(streams)
                upsert = upsert.on_conflict_do_update(
                    index_elements=["stream"],
                    set_={name: upsert.excluded[name] for name in HEAD},
                    where=upsert.excluded.n > streams.c.n,
                )
                await connection.execute(upsert, [*newest.values()])
        return won

    async def after(self, stream: str, n: int) -> list[Entry]:
        """The entries of a stream that come after entry n, in order."""
        table = schema.entry
        query = select(table).where(table.c.stream == stream, table.c.n > n).order_by(table.c.n)
        async with self.database.read.connect() as connection:
            rows = await connection.execute(query)
            return [Entry(*row) for row in rows]

    async def entries(self, names: Sequence[tuple[str, int]]) -> list[Entry]:
        """Those of these entries (stream and number) that are there, in order."""
        table = schema.entry
        found: list[Entry] = []
        for start in range(0, len(names), GROUP):
            some = tuple_(table.c.stream, table.c.n).in_(names[start : start + GROUP])
            query = select(table).where(some).order_by(table.c.stream, table.c.n)
            async with self.database.read.connect() as connection:
                found += [Entry(*row) for row in await connection.execute(query)]
        return found

    async def overdue(self, since: int, contests: str) -> list[str]:
        """The streams in which something has to happen by itself since this time (milliseconds).

        Those of the form `contests` (SQL LIKE) whenever it has to; and wherever an older server,
        which does not write down when, wrote last.
        """
        heads = schema.stream
        late = heads.c.due_at.is_(None) | (heads.c.due_at <= since)
        query = select(heads.c.stream).where(heads.c.due, late | heads.c.stream.like(contests))
        async with self.database.read.connect() as connection:
            return [*await connection.scalars(query.order_by(heads.c.due_at))]

    async def joinable(self, since: int, most: int) -> list[str]:
        """The streams that are shown to all who might join, the latest first."""
        heads = schema.stream
        query = select(heads.c.stream).where(heads.c.joinable, heads.c.at >= since)
        query = query.order_by(heads.c.at.desc()).limit(most)
        async with self.database.read.connect() as connection:
            return [*await connection.scalars(query)]

    async def like(self, pattern: str, most: int) -> list[str]:
        """The streams of this form (SQL LIKE), the latest first."""
        heads = schema.stream
        query = select(heads.c.stream).where(heads.c.stream.like(pattern))
        query = query.order_by(heads.c.open.desc(), heads.c.at.desc()).limit(most)
        async with self.database.read.connect() as connection:
            return [*await connection.scalars(query)]

    async def family(self, stream: str) -> list[Entry]:
        """The entries of a stream and of those named after it (`stream-…`), at one moment."""
        table = schema.entry
        # What begins with `-` lies between `-` and the sign after it: for this there is an index.
        named_after = (table.c.stream > f"{stream}-") & (table.c.stream < f"{stream}.")
        own = (table.c.stream == stream) | named_after
        query = select(table).where(own).order_by(table.c.stream, table.c.n)
        async with self.database.read.connect() as connection:
            return [Entry(*row) for row in await connection.execute(query)]

    async def restore(self, streams: Sequence[tuple[Sequence[Entry], Head]]) -> bool:
        """Whole streams that were brought along, all or none; False if one is there already."""
        entries = [entry for rows, _ in streams for entry in rows]
        table, heads = schema.entry, schema.stream
        insertion = self.database.insert(table).on_conflict_do_nothing().returning(table.c.n)
        async with self.database.write.begin() as connection:
            result = await connection.execute(insertion, [asdict(entry) for entry in entries])
            if len(result.all()) < len(entries):
                await connection.rollback()
                return False
            last = [
                {"stream": rows[-1].stream, "n": rows[-1].n, "at": rows[-1].at, **asdict(head)}
                for rows, head in streams
            ]
            await connection.execute(insert(heads), last)
        return True

    async def of(self, who: str, since: int, most: int) -> list[str]:
        """The streams in which this person has done something, the latest first."""
        heads, entries = schema.stream, schema.entry
        own = select(entries.c.stream).where(entries.c.who == who)
        query = select(heads.c.stream).where(heads.c.stream.in_(own), heads.c.at >= since)
        query = query.order_by(heads.c.at.desc()).limit(most)
        async with self.database.read.connect() as connection:
            return [*await connection.scalars(query)]

    async def begun(self, who: str, pattern: str) -> list[str]:
        """The commands by which he began the streams of this form (SQL LIKE) that go on."""
        heads, entries = schema.stream, schema.entry
        query = select(entries.c.command).join(heads, heads.c.stream == entries.c.stream)
        query = query.where(entries.c.who == who, entries.c.n == 1)
        query = query.where(heads.c.stream.like(pattern), heads.c.open)
        async with self.database.read.connect() as connection:
            return [*await connection.scalars(query)]

    async def heads(self, streams: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these streams."""
        heads = schema.stream
        query = select(heads.c.stream, heads.c.n).where(heads.c.stream.in_(streams))
        async with self.database.read.connect() as connection:
            return {row.stream: row.n for row in await connection.execute(query)}
