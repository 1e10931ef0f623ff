"""How far the tables are, for all who wait: a deal, the last circle, who is not there."""

from __future__ import annotations

import pytest

from server import presence
from tests.server.contest.festival import Festival, Guest
from tests.server.nodes import House


async def test_who_waits_sees_how_far_the_tables_are_and_who_is_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.1)
    director = await Guest.holder(house.http, house.url)
    anna = await Guest.guest(house.http, house.url, "Анна")
    festival = await Festival.created(house, director, formula="points-4321", tours=1, pace="calm")
    board = await director.follow(festival.stream)
    await anna.command(festival.stream, "register")
    for number in (1, 2):
        await director.acts(festival.stream, "add", person=f"bot-{number}", bot=True)
    for step, tour in (("close", 0), ("draw", 0), ("call", 1)):
        await director.acts(festival.stream, "start", step=step, tour=tour)
    await anna.command(festival.stream, "here", tour=1)
    stream = f"{festival.stream}-1-1"
    await director.until(lambda: stream in board.shown["progress"])
    await anna.watch(stream)
    await anna.step(stream)  # she chooses a chair, if she has number 1
    await director.until(lambda: bool(board.shown["progress"][stream]["deal"]))
    assert board.shown["progress"][stream] == {
        "deal": 1,
        "deals": 60,
        "phase": "playing",
        "last_circle": False,
        "away": [],
    }
    await anna.close()
    await director.until(lambda: board.shown["progress"][stream]["away"] == [anna.person])
    await director.acts(festival.stream, "last_circle_now", tour=1)
    await director.until(lambda: board.shown["progress"][stream]["last_circle"])
    assert board.shown["progress"][stream]["deals"] == 3  # §9.4: the first, and two more at three
    assert board.gaps == 0
