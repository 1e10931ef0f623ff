"""People, their return links, the server's key."""

from collections.abc import Iterable, Mapping

from sqlalchemy import delete, insert, select

from server.store import schema
from server.store.database import Database


class People:
    """Names by id. What is read is kept until `forget`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.known: dict[str, str] = {}

    async def add(self, person: str, name: str, at: int) -> None:
        row = {"person": person, "name": name, "at": at}
        async with self.database.write.begin() as connection:
            await connection.execute(insert(schema.person), row)
        self.known[person] = name

    async def restore(self, names: Mapping[str, str], at: int) -> None:
        """Names that were brought along; of those who are known here nothing changes."""
        rows = [{"person": each, "name": name, "at": at} for each, name in sorted(names.items())]
        insertion = self.database.insert(schema.person).on_conflict_do_nothing()
        if rows:
            async with self.database.write.begin() as connection:
                await connection.execute(insertion, rows)

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """The names of those that are known; bots and erased people have none."""
        asked = [*people]
        found = {person: self.known[person] for person in asked if person in self.known}
        missing = [person for person in asked if person not in found]
        if missing:
            table = schema.person
            query = select(table.c.person, table.c.name).where(table.c.person.in_(missing))
            async with self.database.read.connect() as connection:
                read = {row.person: row.name for row in await connection.execute(query)}
            self.known |= read
            found |= read
        return {person: found[person] for person in asked if person in found}

    async def forget(self) -> None:
        """Read every name anew: here or elsewhere one was changed or erased."""
        self.known.clear()

    async def set_link(self, person: str, hashed: bytes, at: int) -> None:
        """This link brings the person back from now on, and no earlier one does."""
        table = schema.return_link
        row = {"person": person, "hash": hashed, "at": at}
        upsert = self.database.insert(table)
        kept = {"hash": upsert.excluded.hash, "at": upsert.excluded.at}
        async with self.database.write.begin() as connection:
            await connection.execute(
                upsert.on_conflict_do_update(index_elements=["person"], set_=kept), row
            )

    async def drop_link(self, person: str) -> None:
        """No link brings the person back."""
        table = schema.return_link
        async with self.database.write.begin() as connection:
            await connection.execute(delete(table).where(table.c.person == person))

    async def linked(self, hashed: bytes) -> str | None:
        """Whom this link brings back."""
        table = schema.return_link
        query = select(table.c.person).where(table.c.hash == hashed)
        async with self.database.read.connect() as connection:
            person: str | None = await connection.scalar(query)
            return person


async def session_key(database: Database, fresh: bytes, at: int) -> bytes:
    """The key that signs sessions: the one of this database, or from now on the fresh one."""
    row = {"name": "session", "value": fresh, "at": at}
    async with database.write.begin() as connection:
        await connection.execute(database.insert(schema.key).on_conflict_do_nothing(), row)
        query = select(schema.key.c.value).where(schema.key.c.name == "session")
        value: bytes = (await connection.execute(query)).scalar_one()
        return value
