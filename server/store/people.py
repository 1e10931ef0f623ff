"""People and the server's key."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert

from server.store import schema
from server.store.database import Database


class People:
    """Names by id. What is read once is kept."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.known: dict[str, str] = {}

    async def add(self, person: str, name: str, at: int) -> None:
        row = {"person": person, "name": name, "at": at}
        async with self.database.write.begin() as connection:
            await connection.execute(insert(schema.person), row)
        self.known[person] = name

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """The names of those that are known; bots and erased people have none."""
        asked = [*people]
        missing = [person for person in asked if person not in self.known]
        if missing:
            table = schema.person
            query = select(table.c.person, table.c.name).where(table.c.person.in_(missing))
            async with self.database.read.connect() as connection:
                self.known |= {row.person: row.name for row in await connection.execute(query)}
        return {person: self.known[person] for person in asked if person in self.known}


async def session_key(database: Database, fresh: bytes, at: int) -> bytes:
    """The key that signs sessions: the one of this database, or from now on the fresh one."""
    row = {"name": "session", "value": fresh, "at": at}
    async with database.write.begin() as connection:
        await connection.execute(insert(schema.key).on_conflict_do_nothing(), row)
        query = select(schema.key.c.value).where(schema.key.c.name == "session")
        value: bytes = (await connection.execute(query)).scalar_one()
        return value
