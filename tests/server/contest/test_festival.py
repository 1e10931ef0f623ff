"""A whole festival over a server, by a fake clock: from registration to the podium."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from lobby.contest.seen import contest_seen
from server import presence
from server.contest_replica import ContestReplica
from server.entries import unpacked
from server.store import nodes
from tests.server.contest.evening import until
from tests.server.contest.festival import AN_HOUR, Board, Festival, Guest, Player
from tests.server.nodes import House, SeededEntropy


async def second(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """Another node on the same store. The clock leaps, while hearts beat by the real one."""
    for module in (nodes, presence):
        monkeypatch.setattr(module, "ALIVE_MILLISECONDS", 1000 * 100 * AN_HOUR)
    other = replace(house, entropy=SeededEntropy("other"))
    await other.start()
    return other


async def seals_are_shown(house: House, festival: Festival, board: Board) -> None:
    """Of each tour: the entry that ended it, and the link that the log has there."""
    query = "select n, chain, body from entry where stream = ? order by n"
    log = house.rows(query, festival.stream)
    ends = [(n, chain.hex()) for n, chain, body in log if b'"tour_over"' in body]
    assert len(ends) == len(board.contest["tours"])
    async with house.http.get(f"{house.url}/api/contests/{festival.stream}") as response:
        asked = (await response.json())["contest"]
    for contest in (board.contest, asked):
        seals = [(tour["seal"]["n"], tour["seal"]["chain"]) for tour in contest["tours"]]
        assert seals == ends


@pytest.mark.parametrize(
    ("players", "people", "deals", "servers"), [(17, 3, 2, 1), (64, 2, 1, 1), (17, 4, 1, 2)]
)
async def test_from_registration_to_the_podium(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    players: int,
    people: int,
    deals: int,
    servers: int,
) -> None:
    houses = [house] if servers == 1 else [house, await second(house, monkeypatch)]
    director = await Guest.holder(house.http, house.url, "Судья")
    festival = await Festival.created(house, director, deals=deals)
    board = await director.follow(festival.stream)
    guests = [
        await Player.guest(house.http, houses[n % servers].url, f"Игрок {n}") for n in range(people)
    ]
    playing = [asyncio.create_task(each.takes_part(festival.stream)) for each in guests]
    for number in range(players - people):
        await director.acts(festival.stream, "add", person=f"bot-{number}", bot=True)
    await until(lambda: len(festival.rebuilt().entrants) == players)
    await festival.until(
        lambda contest: contest.ended != "" or any(map(asyncio.Task.done, playing))
    )
    await asyncio.gather(*playing)
    await director.until(lambda: board.contest["phase"] == "finished")

    contest = festival.rebuilt()
    assert board.gaps == 0
    assert board.contest == contest_seen(contest)
    assert len(contest.tours) == 3
    assert [line["place"] for line in board.contest["standings"]] == [*range(1, players + 1)]
    assert len(board.contest["podium"]) == 3
    for tour in contest.tours:
        seated = [player for table in tour.tables for player in table.players]
        assert len({*seated}) == len(seated)
        for table in tour.tables:
            assert table.whists is not None
            assert sum(map(Fraction, table.whists)) == 0
            assert table.deals == deals
    await seals_are_shown(house, festival, board)
    told = Counter(
        fact.what
        for *_, body in festival.rows(festival.stream)
        for fact in unpacked(body, ContestReplica.vocabulary).facts
    )
    tables = festival.tables()
    assert told["settled"] == told["posted"] == len(tables)
    assert told["signed"] >= people // servers  # without a bell the other node hears a second later
    for stream in tables:
        commands = Counter(command for _, _, _, command, _ in festival.rows(stream))
        assert set(commands.values()) == {1}
        table = festival.replayed(stream)
        assert table.opened.phase == "finished"
        assert len(table.opened.past) == deals
