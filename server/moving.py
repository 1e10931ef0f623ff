"""A whole installation as a file: `python -m server export FILE|-`, and `import` into another one.

The file is a row of frames: a length (4 bytes, the highest first), so many bytes of MessagePack.

1. `{"pulya_export": 1, "schema": …, "tables": {table: [column, …]}}`: the migration, the columns;
2. `[table, [[value, …], …]]`, table after table; rows in the order of the primary key, texts
   bytewise, at most 500 in a frame;
3. `{"rows": {table: count}, "sha256": …}`, over all bytes before this frame. Nothing follows.

So the same rows make the same file, wherever they lie. It has all secrets of the installation.
"""

import hashlib
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

import msgpack
from sqlalchemy import Column, String, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.clock import SystemClock
from server.operating import Failed, one_moment, opened, to_output
from server.settings import Settings
from server.store import schema
from server.store.database import Database, newest

VERSION = 1
TABLES = (
    schema.entry,
    schema.stream,
    schema.node,
    schema.downtime,
    schema.watcher,
    schema.person,
    schema.key,
    schema.return_link,
    schema.account,
    schema.mark,
    schema.talk,
)
"""What is moved: everything. By who lived and watched last the next server knows what to credit."""
ROWS = 500
"""In a frame."""
MOST_BYTES = 1 << 28
"""Of a frame that is taken in."""
ALIVE_MILLISECONDS = 10_000
"""So long after its last beat a server may be alive."""
STORE_NOW = text("select extract(epoch from clock_timestamp())::float8")
"""The clock of PostgreSQL, by which all servers go."""


async def exported(settings: Settings, file: str) -> str:
    """What was written. Servers may run. Raises Failed, Unusable."""
    counts: Counter[str] = Counter()
    async with opened(settings) as database, one_moment(database) as connection:
        with written(file) as target:
            out = Out(target)
            out.frame(header())
            for table in TABLES:
                async for rows in rows_of(connection, table):
                    counts[table.name] += len(rows)
                    out.frame([table.name, rows])
            out.frame({"rows": dict(counts), "sha256": out.sum.digest()})
    return told("exported", counts)


async def imported(settings: Settings, file: str) -> str:
    """What was taken in, all or nothing. Raises Failed, Unusable, OSError."""
    with read(file) as source:
        arriving = Arriving(source)
        arriving.header()
        database = Database(settings.database)
        try:
            await database.migrate()
            async with database.patient.begin() as connection:
                await refuse_unless_free(connection)
                counts: Counter[str] = Counter()
                for table, rows in arriving.rows(counts):
                    await connection.execute(insert(table), rows)
                await go_on_counting(connection)
        finally:
            await database.close()
    return told("imported", counts)


def told(did: str, counts: Counter[str]) -> str:
    parts = [f"{table.name} {counts[table.name]}" for table in TABLES]
    return f"{did} {counts.total()} rows: {', '.join(parts)}"


def header() -> dict[str, Any]:
    columns = {table.name: [column.name for column in table.columns] for table in TABLES}
    return {"pulya_export": VERSION, "schema": newest(), "tables": columns}


async def rows_of(connection: AsyncConnection, table: Table) -> AsyncIterator[list[list[Any]]]:
    """All rows, some at a time."""
    postgresql = connection.dialect.name == "postgresql"

    def order(column: Column[Any]) -> Any:
        return column.collate("C") if postgresql and isinstance(column.type, String) else column

    query = select(table).order_by(*map(order, table.primary_key.columns))
    async with connection.stream(query) as result:
        async for rows in result.partitions(ROWS):
            yield [[*row] for row in rows]


async def refuse_unless_free(connection: AsyncConnection) -> None:
    """No server lives on it and nothing is in it; none begins meanwhile. Raises Failed."""
    now = SystemClock().now() * 1000
    if connection.dialect.name == "postgresql":  # SQLite has one writer
        await connection.execute(text("lock table key in exclusive mode"))
        now = (await connection.execute(STORE_NOW)).scalar_one() * 1000
    node = schema.node
    query = select(node.c.name).where(node.c.at > now - ALIVE_MILLISECONDS).order_by(node.c.name)
    if alive := [*await connection.scalars(query)]:
        raise Failed(f"servers live on this database: {', '.join(alive)}")
    for table in TABLES:
        if count := await connection.scalar(select(func.count()).select_from(table)):
            raise Failed(f"the database is not empty: {table.name} has {count} rows")


async def go_on_counting(connection: AsyncConnection) -> None:
    """The next line of talk gets a number that is free; SQLite looks by itself."""
    if connection.dialect.name == "postgresql":
        last = select(func.max(schema.talk.c.id)).scalar_subquery()
        sequence = func.pg_get_serial_sequence("talk", "id")
        await connection.execute(select(func.setval(sequence, func.coalesce(last, 1), last > 0)))


@contextmanager
def written(file: str) -> Iterator[BinaryIO]:
    """A new file that only its owner may read; nothing of it stays if writing fails."""
    if file == "-":
        with to_output():
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        return
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as failure:
        raise Failed(f"{file} cannot be written: {failure.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as target:
            yield target
            target.flush()
            os.fsync(target.fileno())
    except BaseException as failure:
        with suppress(OSError):
            os.unlink(file)
        if isinstance(failure, OSError):
            raise Failed(f"{file} cannot be written: {failure.strerror}") from None
        raise


@contextmanager
def read(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        source = open(file, "rb")  # noqa: SIM115 - closed below
    except OSError as failure:
        raise Failed(f"{file} cannot be read: {failure.strerror}") from None
    with source:
        yield source


class Out:
    """Frames that are written."""

    def __init__(self, target: BinaryIO) -> None:
        self.target, self.sum = target, hashlib.sha256()

    def frame(self, content: object) -> None:
        packed = msgpack.packb(content)
        framed = len(packed).to_bytes(4, "big") + packed
        self.sum.update(framed)
        self.target.write(framed)


class Arriving:
    """Frames that are read."""

    def __init__(self, source: BinaryIO) -> None:
        self.source, self.sum = source, hashlib.sha256()

    def take(self, count: int) -> bytes:
        """Raises Failed."""
        found = self.source.read(count)
        if len(found) != count:
            raise Failed("this is no export, or not the whole of one")
        return found

    def frame(self) -> tuple[Any, bytes]:
        """What it holds, and the sum of all before it. Raises Failed."""
        before = self.sum.digest()
        head = self.take(4)
        length = int.from_bytes(head, "big")
        if length > MOST_BYTES:
            raise Failed("this is no export, or it was changed")
        packed = self.take(length)
        self.sum.update(head + packed)
        try:
            return msgpack.unpackb(packed), before
        except (ValueError, msgpack.UnpackException):
            raise Failed("this is no export, or it was changed") from None

    def header(self) -> None:
        """Raises Failed unless it is that of an export for this schema."""
        found, _ = self.frame()
        if not isinstance(found, dict) or "pulya_export" not in found:
            raise Failed("this is no export")
        if found["pulya_export"] != VERSION:
            raise Failed(f"the export is of version {found['pulya_export']}, not {VERSION}")
        wanted = header()
        if found != wanted:
            raise Failed(
                f"the export was made at migration {found.get('schema')}, and this server has "
                f"{wanted['schema']}: migrate there, and export again"
            )

    def rows(self, counts: Counter[str]) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
        """All rows to the end of the file. Raises Failed, having given some, if it is not whole."""
        tables = {table.name: table for table in TABLES}
        while True:
            found, before = self.frame()
            if isinstance(found, dict):
                if found != {"rows": dict(counts), "sha256": before} or self.source.read(1):
                    raise Failed("the export was changed: its sum does not agree")
                return
            match found:
                case [str(name), [*rows]] if name in tables:
                    table = tables[name]
                    names = [column.name for column in table.columns]
                    counts[name] += len(rows)
                    if all(isinstance(row, list) and len(row) == len(names) for row in rows):
                        yield table, [dict(zip(names, row, strict=True)) for row in rows]
                        continue
            raise Failed("this is no export, or it was changed")
