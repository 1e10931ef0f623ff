"""Accounts, and what a person is here: guest or account holder, administrator, of which generation.

What this process changes is known at once, what others change after `KEPT_SECONDS`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from game.script import Refused
from server.clock import Clock
from server.store import schema
from server.store.database import Database

KEPT_SECONDS = 2.0
MOST_KEPT = 10_000
FIRST = 1
"""The generation of a new account; guests are of generation 0."""
ACCOUNT, PERSON, LINK = schema.account, schema.person, schema.return_link
FIELDS = (ACCOUNT.c.person, ACCOUNT.c.login, ACCOUNT.c.hash, ACCOUNT.c.generation)


@dataclass(frozen=True, slots=True)
class Account:
    """What a password is checked against; `generation` is that of the cookies that count."""

    person: str
    login: str
    hash: str
    generation: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person is here now; guests are known and of generation 0."""

    known: bool
    account: bool
    administrator: bool
    generation: int


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list of accounts."""

    person: str
    login: str
    name: str
    administrator: bool
    at: int


class Accounts:
    def __init__(self, database: Database, clock: Clock) -> None:
        self.database, self.clock = database, clock
        self.kept: dict[str, tuple[float, Standing]] = {}
        self.changes = 0
        """How often something was changed here: what was read meanwhile may be old."""

    # --- what a person is ---

    async def has_account(self, person: str) -> bool:
        return (await self.standing(person)).account

    async def is_administrator(self, person: str) -> bool:
        return (await self.standing(person)).administrator

    async def standing(self, person: str) -> Standing:
        return (await self.standings([person]))[person]

    async def standings(self, people: Iterable[str]) -> dict[str, Standing]:
        """Of each of these people, at most `KEPT_SECONDS` old."""
        asked = {*people}
        while True:
            now, changes = self.clock.now(), self.changes
            kept = {person: self.kept[person] for person in asked if person in self.kept}
            fresh = {p: each for p, (at, each) in kept.items() if 0 <= now - at < KEPT_SECONDS}
            missing = asked - fresh.keys()
            read = await self.read(missing) if missing else {}
            if changes == self.changes:
                if len(self.kept) > MOST_KEPT:
                    self.kept.clear()
                self.kept |= {person: (now, each) for person, each in read.items()}
                return fresh | read

    async def read(self, people: Iterable[str]) -> dict[str, Standing]:
        """As it is in the database."""
        found = dict.fromkeys(people, Standing(False, False, False, 0))
        query = (
            select(PERSON.c.person, ACCOUNT.c.administrator, ACCOUNT.c.generation)
            .outerjoin(ACCOUNT, ACCOUNT.c.person == PERSON.c.person)
            .where(PERSON.c.person.in_([*found]))
        )
        async with self.database.read.connect() as connection:
            for row in await connection.execute(query):
                account = row.generation is not None
                found[row.person] = Standing(
                    True, account, bool(row.administrator), row.generation or 0
                )
        return found

    def changed(self, person: str) -> None:
        self.changes += 1
        self.kept.pop(person, None)

    # --- accounts ---

    async def of(self, person: str) -> Account | None:
        return await self.one(ACCOUNT.c.person == person)

    async def named(self, login: str) -> Account | None:
        """The account of this name (server/plain.py: login_of)."""
        return await self.one(ACCOUNT.c.login == login)

    async def one(self, condition: Any) -> Account | None:
        async with self.database.read.connect() as connection:
            row = (await connection.execute(select(*FIELDS).where(condition))).first()
        return None if row is None else Account(*row)

    async def add(self, person: str, name: str, login: str, hashed: str, at: int) -> None:
        """This person, new or a guest, has an account from now on, of generation `FIRST`.

        No cookie and no return link of the guest counts any more: others may have them.
        Raises `Refused` (name_taken, has_account).
        """
        row = {"person": person, "login": login, "hash": hashed, "generation": FIRST, "at": at}
        named = self.database.insert(PERSON).on_conflict_do_update(
            index_elements=["person"], set_={"name": name}
        )
        added = self.database.insert(ACCOUNT).on_conflict_do_nothing().returning(ACCOUNT.c.person)
        own = select(ACCOUNT.c.person).where(ACCOUNT.c.person == person)
        async with self.database.write.begin() as connection:
            await connection.execute(named, {"person": person, "name": name, "at": at})
            if await connection.scalar(added, {**row, "administrator": False}) is None:
                has = await connection.scalar(own) is not None
                raise Refused("has_account" if has else "name_taken")
            await connection.execute(delete(LINK).where(LINK.c.person == person))
        self.changed(person)

    async def rehash(self, account: Account, hashed: str) -> None:
        """Keep the same password otherwise, unless it was changed meanwhile."""
        same = (ACCOUNT.c.person == account.person) & (ACCOUNT.c.hash == account.hash)
        async with self.database.write.begin() as connection:
            await connection.execute(update(ACCOUNT).where(same).values(hash=hashed))

    async def set_password(self, person: str, hashed: str) -> int:
        """The new generation: no earlier cookie and no return link counts any more."""
        async with self.database.write.begin() as connection:
            own = ACCOUNT.c.person == person
            await connection.execute(update(ACCOUNT).where(own).values(hash=hashed))
            generation = await next_generation(connection, person)
        self.changed(person)
        return generation

    async def end_sessions(self, person: str) -> None:
        """No cookie and no return link of this person counts any more."""
        async with self.database.write.begin() as connection:
            await next_generation(connection, person)
        self.changed(person)

    async def erase(self, person: str) -> None:
        """The log keeps the id, and nothing says whose it was."""
        async with self.database.write.begin() as connection:
            # In the order of `add`, else the two might wait for each other.
            for table in (PERSON, ACCOUNT, LINK):
                await connection.execute(delete(table).where(table.c.person == person))
        self.changed(person)

    # --- administrators ---

    async def page(self, after: str, most: int) -> list[Row]:
        """So many accounts whose logins come after this one, in their order."""
        query = (
            select(
                ACCOUNT.c.person,
                ACCOUNT.c.login,
                PERSON.c.name,
                ACCOUNT.c.administrator,
                ACCOUNT.c.at,
            )
            .join(PERSON, PERSON.c.person == ACCOUNT.c.person)
            .where(ACCOUNT.c.login > after)
            .order_by(ACCOUNT.c.login)
            .limit(most)
        )
        async with self.database.read.connect() as connection:
            return [Row(*row) for row in await connection.execute(query)]

    async def set_administrator(self, person: str, on: bool, keep_one: bool) -> None:
        """Raises `Refused` (no_such_person; last_administrator, if one is to be kept)."""
        flag = ACCOUNT.c.administrator
        async with self.database.write.begin() as connection:
            own = ACCOUNT.c.person == person
            # Held until the end: of two who remove each other one comes too late.
            all_of_them = select(ACCOUNT.c.person).where(flag).order_by(ACCOUNT.c.person)
            administrators = [*await connection.scalars(all_of_them.with_for_update())]
            if await connection.scalar(select(flag).where(own)) is None:
                raise Refused("no_such_person")
            if keep_one and not on and administrators == [person]:
                raise Refused("last_administrator")
            await connection.execute(update(ACCOUNT).where(own).values(administrator=on))
        self.changed(person)


async def next_generation(connection: AsyncConnection, person: str) -> int:
    """Raise the generation of an account that is there, and revoke the return link."""
    own = ACCOUNT.c.person == person
    raised = update(ACCOUNT).where(own).values(generation=ACCOUNT.c.generation + 1)
    generation: int | None = await connection.scalar(raised.returning(ACCOUNT.c.generation))
    await connection.execute(delete(LINK).where(LINK.c.person == person))
    return generation or 0
