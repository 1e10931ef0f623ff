"""Two servers write the same at once to what is kept beside the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from game.script import Refused
from server.store.accounts import Accounts
from server.store.database import Database
from server.store.marks import Marks
from server.store.people import People, session_key
from tests.server.nodes import FakeClock

pytestmark = pytest.mark.both_stores

TIMES = 10
"""Each is tried so often: which of two is first is chance."""
Pair = tuple[Database, Database]


@pytest.fixture
async def pair(database_url: str) -> AsyncIterator[Pair]:
    pair = Database(database_url), Database(database_url)
    await pair[0].migrate()
    yield pair
    for database in pair:
        await database.close()


async def outcome(*writing: object) -> list[str]:
    """The codes of what is refused, "" where nothing is."""
    done = await asyncio.gather(*writing, return_exceptions=True)  # type: ignore[call-overload]
    for each in done:
        if isinstance(each, BaseException) and not isinstance(each, Refused):
            raise each
    return sorted(each.code if isinstance(each, Refused) else "" for each in done)


async def test_a_name_is_taken_once(pair: Pair) -> None:
    one, other = (Accounts(database, FakeClock()) for database in pair)
    for number in range(TIMES):
        name, login = f"Анна {number}", f"анна {number}"
        taken = await outcome(
            one.add(f"a{number}", name, login, "hash", 1),
            other.add(f"b{number}", name, login, "hash", 1),
        )
        assert taken == ["", "name_taken"]
        account = await one.named(login)
        assert account is not None
        standings = await other.read([f"a{number}", f"b{number}"])
        known = {person for person, standing in standings.items() if standing.known}
        assert known == {account.person}  # nothing is left of the other


async def test_a_person_gets_one_account(pair: Pair) -> None:
    one, other = (Accounts(database, FakeClock()) for database in pair)
    for number in range(TIMES):
        taken = await outcome(
            one.add(f"p{number}", "Анна", f"анна {number}", "hash", 1),
            other.add(f"p{number}", "Аня", f"аня {number}", "hash", 1),
        )
        assert taken == ["", "has_account"]


async def test_one_administrator_is_left(pair: Pair) -> None:
    one, other = (Accounts(database, FakeClock()) for database in pair)
    await one.add("p1", "Анна", "анна", "hash", 1)
    await one.add("p2", "Борис", "борис", "hash", 1)
    for _ in range(TIMES):
        for person in ("p1", "p2"):
            await one.set_administrator(person, True, keep_one=True)
        left = await outcome(
            one.set_administrator("p1", False, keep_one=True),
            other.set_administrator("p2", False, keep_one=True),
        )
        assert left == ["", "last_administrator"]
        standings = (await one.read(["p1", "p2"])).values()
        assert sum(standing.administrator for standing in standings) == 1


async def test_generations_are_counted_by_both(pair: Pair) -> None:
    one, other = (Accounts(database, FakeClock()) for database in pair)
    await one.add("p1", "Анна", "анна", "hash", 1)
    writing = [each.end_sessions("p1") for _ in range(TIMES) for each in (one, other)]
    assert await outcome(*writing) == [""] * 2 * TIMES
    assert (await one.read(["p1"]))["p1"].generation == 1 + 2 * TIMES


async def test_marks_and_names_in_any_order(pair: Pair) -> None:
    people = [f"p{number}" for number in range(200)]
    marks = dict.fromkeys(people, 5000)
    backwards = dict(reversed(marks.items()))
    names = dict.fromkeys(people, "Анна")
    for number in range(TIMES):
        contest, at = f"c{number}", number
        await asyncio.gather(
            Marks(pair[0]).set(contest, marks),
            Marks(pair[1]).set(contest, backwards),
            People(pair[0]).restore(names, at),
            People(pair[1]).restore(dict(reversed(names.items())), at),
        )
    assert await Marks(pair[0]).elsewhere("c0", people, 4999) == marks
    assert await Marks(pair[0]).elsewhere("c0", people, 5000) == {}
    assert await People(pair[1]).names(people) == names


async def test_the_key_is_drawn_by_one(pair: Pair) -> None:
    keys = await asyncio.gather(
        *(session_key(pair[number % 2], bytes([number]) * 32, at=1) for number in range(TIMES))
    )
    assert len({*keys}) == 1
