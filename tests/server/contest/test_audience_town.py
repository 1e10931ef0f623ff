"""Spectators at one server, players at another: what counts is what the log says."""

from __future__ import annotations

import pytest

from tests.server.contest.spectators import WHY, Evening, Watcher
from tests.server.sockets import Refusal
from tests.server.test_bus import Town, redis, town

__all__ = ["redis", "town"]  # fixtures


async def test_a_spectator_at_the_other_server(town: Town) -> None:
    evening = await Evening.begun(town.one)
    stream, player = evening.stream, evening.players[0]
    spectator, director, late = [
        await Watcher.holder(town.other.http, town.other.url, name)
        for name in ("Зритель", "Второй судья", "Третий")
    ]
    await evening.director.acts(evening.festival.stream, "add_director", person=director.person)
    await spectator.watch(stream)
    n = (await spectator.command(stream, "watch", seat="E"))["n"]
    await player.sees(stream, n)
    await evening.opened()
    await late.watch(stream)
    await late.command(stream, "watch", seat="S")
    await director.command(stream, "look", why=WHY)
    await director.watch(stream)
    await evening.moves(4)
    for person in (spectator, late, director):
        await person.sees(stream, player.screens[stream].n)
    cards = [person.screens[stream].view["cards"] for person in (spectator, late, director)]
    known = [[seat for seat in "NES" if hands[seat]["known"] is not None] for hands in cards]
    assert known == [["E"], [], ["N", "E", "S"]]
    await player.command(stream, "dismiss", person=spectator.person)
    await spectator.until(lambda: spectator.sent_away)
    frames = len(spectator.socket.frames)
    with pytest.raises(Refusal, match="sent_away"):
        await spectator.sync(stream)
    await evening.over()
    await late.until(lambda: late.screens[stream].table["looks"] != [])
    assert late.screens[stream].names[director.person] == "Второй судья"
    await evening.finished()
    await late.sees(stream, evening.replica.n)
    assert len(spectator.socket.frames) == frames + 1
    evening.proved(spectator, director, late)
