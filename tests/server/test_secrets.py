"""Nobody is ever sent another's secret: all that comes to a socket is held against the log."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import pytest

from game.preferans.conventions import CONVENTIONS
from tests.server.nodes import House
from tests.server.people import Person, finished, play_together
from tests.server.truth import Truth

Told = Iterator[tuple[int, Any]]


def told(person: Person) -> Told:
    """All frames that came to a person, each with the entry that it is about."""
    for frame in person.socket.frames:
        packet = msgpack.unpackb(frame)
        match packet.get("data"):
            case ["entry", message]:
                yield message["n"], message
            case [{"ok": {"n": n}} as message]:
                yield n, message


async def evening(house: House, rules: str, players: int) -> tuple[str, list[Person]]:
    """Two people and bots play a pulya, while somebody watches: all of them."""
    people = [await house.guest(name) for name in ("Анна", "Борис", "Даша")]
    stream = await people[0].open(rules, players, deals=4, bots=False)
    await people[1].command(stream, "join")
    for person in people:
        await person.watch(stream)
    await people[0].command(stream, "fill")

    async def reloads() -> None:
        dice = Random(1)
        while not finished(people[0].screens[stream]):
            await dice.choice(people).sync(stream)
            await asyncio.sleep(0.01)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(reloads())
        tasks.create_task(play_together(people[:2], stream, finished, seed=players))
    await people[2].until(lambda: finished(people[2].screens[stream]))
    return stream, people


@pytest.mark.parametrize(("rules", "players"), [(r, p) for r in CONVENTIONS for p in (3, 4)])
async def test_nobody_is_sent_what_he_may_not_know(house: House, rules: str, players: int) -> None:
    stream, people = await evening(house, rules, players)
    truth = Truth(house.entries(stream))
    for person in people:
        messages = [*told(person)]
        assert len(messages) > 80
        for n, message in messages:
            assert truth.leaks(person.person, n, message) == set(), (n, message)


async def test_a_leak_would_be_found(house: House) -> None:
    """What one is told, another may not have been told, deal after deal."""
    stream, people = await evening(house, "festival-2011", 4)
    truth = Truth(house.entries(stream))
    for person in people:
        for other in people:
            leaks = [truth.leaks(other.person, n, message) for n, message in told(person)]
            public = person is people[2]
            assert any(leaks) is (other is not person and not public)
    for secret, n in truth.secrets.items():
        assert truth.leaks(people[0].person, n - 1, {"x": [secret]}) == {secret}
        assert truth.leaks(people[0].person, n, {"x": [secret]}) == set()


async def test_options_are_sent_to_those_who_are_asked_only(house: House) -> None:
    stream, people = await evening(house, "fspr-2006", 4)
    truth = Truth(house.entries(stream))
    count = 0
    for person in people:
        for n, message in told(person):
            for event in message.get("events", []):
                if event["event"] == "asked":
                    own = event["seat"] in (truth.eyes[n].seats(person.person) or ())
                    assert (event["options"] is not None) is own
                    count += own
    assert count > 20


async def test_those_who_watch_get_the_same_bytes(house: House) -> None:
    people = [await house.guest(name) for name in ("Анна", "Борис", "Даша")]
    stream = await people[0].open(deals=2)
    for person in people:
        await person.watch(stream)
    await people[0].plays(stream, finished, Random(5))
    frames = []
    for person in people[1:]:
        await person.sees(stream, people[0].screens[stream].n)
        entries = [frame for frame in person.socket.frames if b"entry" in frame]
        frames.append({msgpack.unpackb(frame)["data"][1]["n"]: frame for frame in entries})
    both = frames[0].keys() & frames[1].keys()
    assert len(both) > 40
    assert all(frames[0][n] == frames[1][n] for n in both)


async def test_a_spectator_of_a_friendly_table_has_the_open_table(house: House) -> None:
    """Also where an answer is taken back, and all is told again."""
    people = [await house.guest(name) for name in ("Анна", "Борис", "Вера", "Даша")]
    players, dasha = people[:3], people[3]
    stream = await players[0].open("festival-2011", 3, deals=2, bots=False)
    for person in people:
        await person.watch(stream)
    for person in players[1:]:
        await person.command(stream, "join")
    for person in players:
        await person.sees(stream, 3)
    await play_together(players, stream, lambda screen: screen.table["phase"] == "playing")
    audience = [{"person": dasha.person, "seat": "", "next": ""}]
    assert players[0].screens[stream].table["audience"] == audience
    assert await dasha.refused(stream, "watch", seat="E") == "not_for_spectators"
    assert await dasha.refused(stream, "look", why="so") == "not_a_director"
    asked = players[0].screens[stream].view["ask"]
    assert asked is not None
    members = players[0].screens[stream].table["members"]
    first = next(m["person"] for m in members if m["seat"] == asked["seat"])
    [one] = [person for person in players if person.person == first]
    await one.step(stream)
    n = (await one.command(stream, "propose", wish="undo"))["n"]
    for number, other in enumerate(each for each in players if each is not one):
        await other.sees(stream, n + number)
        await other.command(stream, "vote", word="yes")
    await dasha.sees(stream, n + 2)
    assert dasha.screens[stream].view["calls"] == []
    await play_together(players, stream, finished, seed=7)
    await dasha.sees(stream, players[0].screens[stream].n)
    truth = Truth(house.entries(stream))
    again = [m for n, m in told(dasha) if "view" in m and "table" not in m]
    assert len(again) == 1
    for person in people:
        for n, message in told(person):
            assert truth.leaks(person.person, n, message) == set(), (n, message)
