"""What was said at tables."""

from typing import Any

from sqlalchemy import insert, select

from server.store import schema
from server.store.database import Database

KEPT = 50
"""How many lines a page gets when it comes to a table."""
LATE = 100
"""So many numbers later a line may still come: numbers are given before lines are written."""
FIELDS = ("stream", "at", "person", "phrase", "line", "card")


class Lines:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.known: set[int] = set()
        """The numbers of the latest lines, as far as this node has read or written them."""

    async def add(self, line: dict[str, Any]) -> None:
        """A line with all of `FIELDS`."""
        adding = insert(schema.talk).returning(schema.talk.c.id)
        async with self.database.write.begin() as connection:
            number: int = (await connection.execute(adding, line)).scalar_one()
            self.known.add(number)  # before it can be read

    async def fresh(self) -> list[dict[str, Any]]:
        """The lines that other nodes have written since the last call, each once."""
        table = schema.talk
        first = not self.known
        since = max(self.known, default=0)
        query = select(table.c.id, *(table.c[field] for field in FIELDS))
        if first:  # what was said before is no news
            query = query.order_by(table.c.id.desc()).limit(LATE)
        else:
            query = query.where(table.c.id > since - LATE).order_by(table.c.id)
        async with self.database.read.connect() as connection:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        numbers = [row.pop("id") for row in rows]
        fresh = [row for row, n in zip(rows, numbers, strict=True) if n not in self.known]
        last = max((since, *numbers))
        self.known = {n for n in self.known.union(numbers) if n > last - LATE} or {last}
        return [] if first else fresh

    async def last(self, stream: str) -> list[dict[str, Any]]:
        """The last lines of a table, the earliest first."""
        table = schema.talk
        query = select(*(table.c[field] for field in FIELDS)).where(table.c.stream == stream)
        query = query.order_by(table.c.id.desc()).limit(KEPT)
        async with self.database.read.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [dict(row) for row in reversed(rows)]
