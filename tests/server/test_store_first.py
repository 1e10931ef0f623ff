"""Decide, store, acknowledge, publish: nothing is shown that could be lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from server import again
from server.store.log import Entry, Head, Log
from tests.server.nodes import House
from tests.server.people import Person, finished

Append = Callable[[Entry, Head], Awaitable[bool]]


def away() -> OperationalError:
    """What SQLAlchemy says when the database does not answer."""
    return OperationalError("insert", {}, Exception("disk I/O error"))


class Faults:
    """The log of a house, with troubles put in its way."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.append: Append = log.append
        self.after = log.after
        self.heads = log.heads

    def set(self, append: Append) -> None:
        self.log.append = append  # type: ignore[method-assign]

    def clear(self) -> None:
        self.log.append = self.append  # type: ignore[method-assign]
        self.log.after = self.after  # type: ignore[method-assign]
        self.log.heads = self.heads  # type: ignore[method-assign]

    def waits(self) -> tuple[asyncio.Event, asyncio.Event]:
        """Every append is asked for (the first event) and waits for the second one."""
        asked, stored = asyncio.Event(), asyncio.Event()

        async def append(entry: Entry, head: Head) -> bool:
            asked.set()
            await stored.wait()
            return await self.append(entry, head)

        self.set(append)
        return asked, stored

    def fails(self, times: int = 10**9) -> None:
        """So many appends are lost."""
        left = [times]

        async def append(entry: Entry, head: Head) -> bool:
            if left[0] > 0:
                left[0] -= 1
                raise away()
            return await self.append(entry, head)

        self.set(append)

    def forgets_to_say(self, reading_too: bool = False) -> None:
        """The next entry is stored, and the answer of the database is lost.

        `reading_too`: after that nothing can be read either.
        """

        async def append(entry: Entry, head: Head) -> bool:
            self.log.append = self.append  # type: ignore[method-assign]
            await self.append(entry, head)
            if reading_too:
                self.cannot_read()
            raise away()

        self.set(append)

    def cannot_read(self) -> None:
        async def unread(*_: Any) -> Any:
            raise away()

        self.log.after = self.log.heads = unread  # type: ignore[method-assign]


@dataclass
class Evening:
    """Anna and Boris gather; Dasha watches."""

    house: House
    faults: Faults
    stream: str
    anna: Person
    boris: Person
    dasha: Person

    def stored(self) -> int:
        return len(self.house.entries(self.stream))

    async def quiet(self) -> None:
        """Nobody has been told of anything new."""
        await asyncio.sleep(0.05)
        for person in (self.anna, self.dasha):
            assert person.screens[self.stream].n == self.stored()
        assert await self.dasha.sync(self.stream) == self.dasha.screens[self.stream].shows()


@pytest.fixture
async def evening(house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr(again, "TRY_SECONDS", 0.5)
    anna, boris, dasha = [await house.guest(name) for name in ("Анна", "Борис", "Даша")]
    stream = await anna.open(bots=False, players=3)
    for person in (anna, dasha):
        await person.watch(stream)
    return Evening(house, Faults(house.streams.log), stream, anna, boris, dasha)


async def test_nothing_is_acknowledged_or_shown_before_it_is_stored(evening: Evening) -> None:
    asked, stored = evening.faults.waits()
    joining = asyncio.create_task(evening.boris.command(evening.stream, "join"))
    frames = [len(person.socket.frames) for person in (evening.anna, evening.dasha)]
    await asked.wait()
    await asyncio.sleep(0.1)
    assert not joining.done()
    assert evening.stored() == 1
    assert frames == [len(person.socket.frames) for person in (evening.anna, evening.dasha)]
    stored.set()
    assert (await joining)["n"] == 2
    await evening.anna.sees(evening.stream, 2)
    await evening.dasha.sees(evening.stream, 2)


async def test_who_syncs_meanwhile_sees_what_is_stored(evening: Evening) -> None:
    asked, stored = evening.faults.waits()
    joining = asyncio.create_task(evening.boris.command(evening.stream, "join"))
    await asked.wait()
    syncing = asyncio.create_task(evening.dasha.sync(evening.stream))
    await asyncio.sleep(0.05)
    assert not syncing.done()
    stored.set()
    assert (await syncing)["n"] == (await joining)["n"] == 2


async def test_who_goes_while_he_waits_is_forgotten(evening: Evening) -> None:
    asked, stored = evening.faults.waits()
    late = await evening.dasha.again()
    joining = asyncio.create_task(evening.boris.command(evening.stream, "join"))
    await asked.wait()
    await late.socket.emit("sync", {"stream": evening.stream}, number=0)
    await asyncio.sleep(0.05)
    await late.close()
    stored.set()
    await joining
    await evening.dasha.sync(evening.stream)  # comes after hers
    assert len(evening.house.streams.replicas[evening.stream].watchers) == 2


async def test_what_cannot_be_stored_is_refused_and_has_not_happened(evening: Evening) -> None:
    evening.faults.fails()
    assert await evening.boris.refused(evening.stream, "join", id="the-join") == "try_again"
    assert evening.stored() == 1
    await evening.quiet()
    evening.faults.clear()
    assert (await evening.boris.command(evening.stream, "join", id="the-join"))["n"] == 2
    await evening.dasha.sees(evening.stream, 2)
    await evening.quiet()


async def test_a_short_trouble_is_not_noticed(evening: Evening) -> None:
    evening.faults.fails(times=4)
    assert (await evening.boris.command(evening.stream, "join"))["n"] == 2
    await evening.dasha.sees(evening.stream, 2)
    await evening.quiet()


async def test_a_table_that_cannot_be_stored_is_not_there(evening: Evening) -> None:
    evening.faults.fails()
    order = {"rules": "fspr-2006", "players": 3, "deals": 1}
    assert await evening.boris.refused("", "open", id="my-table", **order) == "try_again"
    evening.faults.clear()
    done = await evening.boris.command("", "open", id="my-table", **order)
    assert done["n"] == 1
    assert len(evening.house.entries(done["stream"])) == 1
    assert (await evening.boris.watch(done["stream"])).n == 1


async def test_stored_but_nobody_knows(evening: Evening) -> None:
    """The same command finds its first result, within one attempt of the server."""
    evening.faults.forgets_to_say()
    assert (await evening.boris.command(evening.stream, "join", id="the-join"))["n"] == 2
    assert (await evening.boris.command(evening.stream, "join", id="the-join"))["n"] == 2
    assert evening.stored() == 2
    for person in (evening.anna, evening.dasha):
        await person.sees(evening.stream, 2)
    await evening.quiet()


async def test_a_table_stored_but_nobody_knows(evening: Evening) -> None:
    evening.faults.forgets_to_say()
    order = {"rules": "fspr-2006", "players": 3, "deals": 1}
    refusal = await evening.boris.refused("", "open", id="my-table", **order)
    assert refusal == "try_again"
    done = await evening.boris.command("", "open", id="my-table", **order)
    assert len(evening.house.entries(done["stream"])) == 1


async def test_stored_and_then_the_database_is_away(evening: Evening) -> None:
    """When it is back, everybody is told, whether he asks or not."""
    evening.faults.forgets_to_say(reading_too=True)
    assert await evening.boris.refused(evening.stream, "join", id="the-join") == "try_again"
    assert evening.stored() == 2
    assert await evening.anna.refused(evening.stream, "leave") == "try_again"
    evening.faults.clear()
    for person in (evening.anna, evening.dasha):
        await person.sees(evening.stream, 2)
    assert (await evening.boris.command(evening.stream, "join", id="the-join"))["n"] == 2
    await evening.quiet()


async def test_bots_go_on_when_the_database_is_back(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open()
    await anna.watch(stream)
    await anna.plays(stream, lambda screen: screen.table["phase"] == "playing")
    faults = Faults(house.streams.log)
    moves = 0
    while not finished(anna.screens[stream]) and moves < 6:
        seen = anna.screens[stream].n
        move = anna.move(stream)
        if move is None:
            await anna.until(lambda: anna.screens[stream].n > seen)  # noqa: B023
            continue
        moves += 1
        faults.forgets_to_say(reading_too=moves % 2 == 0)
        if moves % 2 == 0:
            assert await anna.refused(stream, id=f"move-{moves:05}", **move) == "try_again"
            faults.clear()
        else:
            await anna.command(stream, id=f"move-{moves:05}", **move)
        await anna.sees(stream, seen + 1)
    await anna.plays(stream, finished)
    commands = [command for _, _, command, _ in house.entries(stream)]
    assert len(set(commands)) == len(commands)


async def test_bots_whose_answers_are_lost_answer_again(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open()
    await anna.watch(stream)
    faults = Faults(house.streams.log)
    lost = 0

    async def every_other(entry: Entry, head: Head) -> bool:
        nonlocal lost
        if entry.who.startswith("bot") and lost % 2 == 0:
            lost += 1
            raise away()
        lost += entry.who.startswith("bot")
        return await faults.append(entry, head)

    faults.set(every_other)
    await anna.plays(stream, finished)
    assert lost > 20


async def test_of_what_a_command_shows_nothing_is_lost_on_the_way(evening: Evening) -> None:
    """An error that nobody thought of: an incident is told, and the table is as it was."""

    async def broken(entry: Entry, head: Head) -> bool:
        raise RuntimeError("nobody thought of this")

    evening.faults.set(broken)
    assert await evening.boris.refused(evening.stream, "join") == "incident"
    evening.faults.clear()
    await evening.quiet()
    assert (await evening.boris.command(evening.stream, "join"))["n"] == 2
    await evening.dasha.sees(evening.stream, 2)


async def test_names_that_cannot_be_read_keep_nobody_out(evening: Evening) -> None:
    people = evening.house.streams.people
    known = dict(people.known)
    people.known.clear()

    async def unread(*_: Any) -> Any:
        raise away()

    names, people.names = people.names, unread  # type: ignore[method-assign]
    assert await evening.boris.refused(evening.stream, "join", id="the-join") == "try_again"
    assert evening.stored() == 1
    people.names = names  # type: ignore[method-assign]
    people.known = known
    assert (await evening.boris.command(evening.stream, "join", id="the-join"))["n"] == 2
    await evening.dasha.sees(evening.stream, 2)
    assert evening.dasha.screens[evening.stream].names[evening.boris.person] == "Борис"
