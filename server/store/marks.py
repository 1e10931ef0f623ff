"""Marks of those who did not come to a tour (§T6.5), across contests."""

from collections.abc import Iterable, Mapping

from sqlalchemy import func, select

from server.store import schema
from server.store.database import Database


class Marks:
    """Until when somebody is marked, in milliseconds since 1970."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def set(self, contest: str, marks: Mapping[str, int]) -> None:
        """The marks of this contest, however often."""
        # In one order: two nodes that write the same must not wait for each other.
        rows = [
            {"contest": contest, "person": person, "until": until}
            for person, until in sorted(marks.items())
        ]
        if not rows:
            return
        upsert = self.database.insert(schema.mark)
        kept = {"until": upsert.excluded.until}
        async with self.database.write.begin() as connection:
            await connection.execute(
                upsert.on_conflict_do_update(index_elements=["contest", "person"], set_=kept), rows
            )

    async def elsewhere(self, contest: str, people: Iterable[str], now: int) -> dict[str, int]:
        """The latest mark of each at other contests that has not expired."""
        table = schema.mark
        query = (
            select(table.c.person, func.max(table.c.until).label("until"))
            .where(table.c.person.in_([*people]), table.c.contest != contest, table.c.until > now)
            .group_by(table.c.person)
        )
        async with self.database.read.connect() as connection:
            return {row.person: row.until for row in await connection.execute(query)}
