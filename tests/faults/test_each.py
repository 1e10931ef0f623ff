"""Each fault by itself, in the middle of a table whose players are at different nodes."""

from __future__ import annotations

from random import Random

import pytest

from tests.faults.fault import FAULTS, Harm
from tests.faults.play import Play
from tests.faults.town import Town
from tests.faults.verdict import judged


async def plays_through(town: Town, play: Play, names: list[str], seconds: float) -> None:
    stream = await play.table(deals=30)
    playing = play.start(play.play(stream))
    player = play.people[0]
    for number, name in enumerate(names):
        n = player.screens[stream].n + 3
        await player.until(lambda: player.screens[stream].n > n)  # noqa: B023
        dice = Random(f"{name} {number}")
        await FAULTS[name](Harm(town, play, dice, seconds))
        for person in play.people:
            await person.in_step()
    assert not playing.done() or playing.exception() is None
    playing.cancel()
    for each in [*play.playing]:
        each.cancel()
    await play.rest()
    verdict = await judged(town, play.told, play.people)
    assert verdict.complaints == []
    assert verdict.views == len(play.people)
    assert town.incidents() == []
    print(verdict, play.told.refused, sorted(play.told.returns))


@pytest.mark.parametrize("name", FAULTS)
async def test_fault(town: Town, play: Play, name: str) -> None:
    await plays_through(town, play, [name], 1.0)
