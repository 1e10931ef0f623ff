"""Each fault by itself, in the middle of a table whose players come in by any door."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from tests.faults.fault import FAULTS, HOW, Fault, Harm, on
from tests.faults.links import DOWN, UP
from tests.faults.play import Play
from tests.faults.town import Town
from tests.faults.verdict import judged

SECONDS = 0.6
"""How long a fault lasts."""
DEALS = 30


async def right(town: Town, play: Play) -> None:
    """Everybody is at rest, sees what the log gives, and all that was acknowledged is there."""
    for task in [*play.playing]:
        task.cancel()
    await asyncio.gather(*play.playing, return_exceptions=True)
    await play.rest()
    verdict = await judged(town, play.told, play.people)
    assert verdict.complaints == []
    assert verdict.views == sum(len({**each.screens, **each.boards}) for each in play.people)
    assert verdict.views >= 3
    assert verdict.acknowledged > len(play.people)
    assert town.incidents() == []


async def plays_through(town: Town, play: Play, *faults: Fault) -> None:
    """They play, the faults come, they play on."""
    stream = await play.table(deals=DEALS)
    playing = play.start(play.play(stream))
    screen = play.people[0].screens[stream]

    async def goes_on() -> None:
        n = screen.n + 3
        await play.people[0].until(lambda: screen.n > n)

    await goes_on()
    harms = [Harm(town, play, Random(number), SECONDS) for number, _ in enumerate(faults)]
    await asyncio.gather(*(fault(harm) for fault, harm in zip(faults, harms, strict=True)))
    for person in play.people:
        await person.in_step()
    await goes_on()
    assert not playing.done() or playing.exception() is None
    await right(town, play)


@pytest.mark.parametrize("name", [name for name in FAULTS if "link" not in name])
async def test_something_fails_and_is_back(town: Town, play: Play, name: str) -> None:
    await plays_through(town, play, FAULTS[name])


@pytest.mark.parametrize("how", HOW)
async def test_links_to_the_store_to_redis_and_to_players(town: Town, play: Play, how: str) -> None:
    await plays_through(town, play, *(on(which, how) for which in ("store", "redis", "players")))


async def test_a_contest_ends_whatever_is_mixed(town: Town, play: Play) -> None:
    """The seed is in the name of the failure: `Random("mixed")`."""
    dice = Random("mixed")
    contest = play.start(play.contest(people=4, tours=1))
    while not contest.done():
        name = dice.choice([*FAULTS])
        await FAULTS[name](Harm(town, play, dice, SECONDS))
        await asyncio.gather(*(person.in_step() for person in play.people))
    await contest
    assert len(play.ended) == 1
    await right(town, play)


async def test_the_log_of_all_of_it_is_sound(town: Town) -> None:
    status, said = await town.check()
    assert status == 0, said


# --- what shows only when somebody is quiet -----------------------------------------------------


async def test_no_time_out_is_early_though_clocks_are_wrong(town: Town, play: Play) -> None:
    stream = await play.table(deals=DEALS, pace="quick")

    def asked(word: str) -> Callable[[object], bool]:
        return lambda _: play.people[0].screens[stream].table["phase"] == word

    async with asyncio.TaskGroup() as tasks:
        for person in play.people:
            tasks.create_task(person.plays(stream, asked("playing")))
    n = max(person.screens[stream].n for person in play.people)
    for person in play.people:  # and nobody answers any more
        await person.until(lambda: person.screens[stream].n > n)  # noqa: B023
    verdict = await judged(town, play.told, play.people)
    assert verdict.time_outs > 0
    await right(town, play)


async def test_the_last_ring_before_a_quiet_spell_is_lost(town: Town, play: Play) -> None:
    stream = await play.table(deals=DEALS)
    for node in town.nodes:
        node.to_bell.silence(UP, DOWN)
    try:
        done = await play.people[0].command(stream, "confirm")
        for person in play.people:
            await person.sees(stream, done["n"])
    finally:
        for node in town.nodes:
            node.to_bell.heal()
    await right(town, play)


async def test_who_does_not_read_holds_up_nobody(town: Town, play: Play) -> None:
    stream = await play.table(deals=1)
    deaf = [await play.people[0].again() for _ in range(3)]
    for number, each in enumerate(deaf):
        watcher = await play.person(f"Зритель {number}")
        each.person, each.cookie = watcher.person, watcher.cookie
        await each.connect()
        await each.socket.call("sync", {"stream": stream})
        each.socket.reader.cancel()  # from now on nothing is read
    await play.play(stream)
    assert play.people[0].screens[stream].table["phase"] == "finished"
    for each in deaf:
        each.socket.ws._response.close()
    await right(town, play)
