"""What was said at tables."""

from typing import Any

from sqlalchemy import insert, select

from server.store import schema
from server.store.database import Database

KEPT = 50
"""How many lines a page gets when it comes to a table."""
FIELDS = ("stream", "at", "person", "phrase", "line", "card")


class Lines:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, line: dict[str, Any]) -> None:
        """A line with all of `FIELDS`."""
        async with self.database.write.begin() as connection:
            await connection.execute(insert(schema.talk), line)

    async def last(self, stream: str) -> list[dict[str, Any]]:
        """The last lines of a table, the earliest first."""
        table = schema.talk
        query = select(*(table.c[field] for field in FIELDS)).where(table.c.stream == stream)
        query = query.order_by(table.c.id.desc()).limit(KEPT)
        async with self.database.read.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [dict(row) for row in reversed(rows)]
