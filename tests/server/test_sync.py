"""`sync` gives exactly what folding the entries gives: for every viewer, after every entry."""

from __future__ import annotations

import asyncio
import copy
from random import Random
from typing import Any

import pytest

from game.preferans.agreement import parties
from game.preferans.conventions import CONVENTIONS
from tests.game.players import some_agreement
from tests.server.nodes import House
from tests.server.people import Person, Refusal, Screen, finished


class Witness:
    """A person who watches, and asks for everything anew after each entry."""

    def __init__(self, person: Person, stream: str) -> None:
        self.person, self.stream = person, stream
        self.joined: list[Screen] = []
        """Screens that began at each entry and were told of all that came afterwards."""

    @classmethod
    async def of(cls, person: Person, stream: str) -> Witness:
        witness = cls(person, stream)
        await person.watch(stream)
        person.came = witness.told
        await witness.compare()
        return witness

    def told(self, _screen: Screen, entry: dict[str, Any]) -> None:
        for screen in self.joined:
            screen.take(copy.deepcopy(entry))

    @property
    def screen(self) -> Screen:
        return self.person.screens[self.stream]

    async def compare(self) -> None:
        """What `sync` says now is what the screen shows."""
        synced = await self.person.sync(self.stream)
        await self.person.sees(self.stream, synced["n"])
        assert self.screen.shows() == synced
        fresh = Screen(self.stream)
        fresh.restore(copy.deepcopy(synced))
        self.joined.append(fresh)

    def compare_all(self) -> None:
        """Whenever somebody came, he has seen the same."""
        shown = self.screen.shows()
        for screen in self.joined:
            assert screen.shows() == shown


async def somebody_claims(
    house: House, stream: str, dice: Random, people: list[Person]
) -> dict[str, Any] | None:
    """Somebody proposes an end, where one can be proposed; what it came to."""
    running = house.streams.replicas[stream].opened.running
    if running is None or running.play.ask is None or running.play.ask.what != "card":
        return None
    if not running.deal.cards_played:
        return None
    seat = dice.choice(parties(running.deal))
    member = house.streams.replicas[stream].opened.at(seat)
    assert member is not None
    claim = {"deal": running.number, "ask": running.play.number}
    end = some_agreement(dice, running.deal)
    for person in people:
        if person.person == member.person:
            try:
                done: dict[str, Any] = await person.command(stream, "claim", **claim, end=end)
            except Refusal:
                return None
            return done
    return None


@pytest.mark.parametrize(("rules", "players"), [(r, p) for r in CONVENTIONS for p in (3, 4)])
async def test_people_among_themselves(house: House, rules: str, players: int) -> None:
    people = [await house.guest(name) for name in ("Анна", "Борис", "Вера", "Глеб")[:players]]
    stranger = await house.guest("Даша")
    stream = await people[0].open(rules, players, deals=2, bots=False)
    witnesses = [await Witness.of(person, stream) for person in [*people, stranger]]
    for person in people[1:]:
        done = await person.command(stream, "join")
        for each in [*people, stranger]:
            await each.sees(stream, done["n"])
        for witness in witnesses:
            await witness.compare()
    dice = Random(f"{rules} {players}")
    while not finished(witnesses[0].screen):
        claimed = dice.random() < 0.05 and await somebody_claims(house, stream, dice, people)
        if claimed:
            done = claimed
        else:
            person, move = next(
                (person, move) for person in people if (move := person.move(stream, dice))
            )
            if move["what"] == "respond" and dice.random() < 0.4:
                move["word"] = "no"
            done = await person.command(stream, **move)
        await asyncio.sleep(0)
        replica = house.streams.replicas[stream]
        for witness in witnesses:
            await witness.person.sees(stream, max(done["n"], replica.n))
            await witness.compare()
        if witnesses[0].screen.table["phase"] == "between":
            for witness in witnesses:
                witness.compare_all()
    for witness in witnesses:
        witness.compare_all()
        assert len(witness.joined) > 40


async def test_a_person_among_bots(house: House) -> None:
    """Bots do not wait for the witnesses: each `sync` is held against that entry."""
    anna, stranger = await house.guest("Анна"), await house.guest("Даша")
    stream = await anna.open(deals=3, rules="fspr-code-6")
    shown: dict[tuple[str, int], dict[str, Any]] = {}
    synced: list[tuple[str, dict[str, Any]]] = []
    for person in (anna, stranger):
        screen = await person.watch(stream)
        shown[person.person, screen.n] = screen.shows()

        def keep(screen: Screen, _entry: object, who: str = person.person) -> None:
            shown[who, screen.n] = screen.shows()

        person.came = keep

    async def come_anew(person: Person) -> None:
        while not finished(anna.screens[stream]):
            synced.append((person.person, await person.sync(stream)))

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(anna.plays(stream, finished, Random(1)))
        tasks.create_task(come_anew(anna))
        tasks.create_task(come_anew(stranger))
    await stranger.sees(stream, anna.screens[stream].n)
    assert len({message["n"] for _, message in synced}) > 60
    for who, message in synced:
        assert message == shown[who, message["n"]]


async def test_of_two_tables_each_has_its_own_entries(house: House) -> None:
    anna = await house.guest()
    streams = [await anna.open(deals=1) for _ in range(3)]
    for stream in streams:
        await anna.watch(stream)
    for stream in streams:
        screen = await anna.plays(stream, finished, Random(stream))
        assert await anna.sync(stream) == screen.shows()


async def test_a_table_that_nobody_watches_is_let_go_of_and_found_again(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(deals=1)
    shown = (await anna.watch(stream)).shows()
    await anna.plays(stream, finished)
    shown = await anna.sync(stream)
    await house.streams.compare()
    assert [*house.streams.replicas] == [stream]  # she still looks at it
    await anna.socket.call("unwatch", {"stream": stream})
    await house.streams.compare()
    assert house.streams.replicas == {}
    assert await anna.sync(stream) == shown


async def test_a_command_to_a_table_that_was_let_go_of_is_carried_out(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(bots=False)
    await house.streams.compare()
    assert house.streams.replicas == {}
    boris = await house.guest("Борис")
    late = house.streams.compare()
    done, _ = await asyncio.gather(boris.command(stream, "join"), late)
    assert done["n"] == 2
