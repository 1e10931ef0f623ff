"""What directors click: two at once, twice, too late, out of turn, on their own tables."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.contest.evening import Evening
from tests.server.contest.festival import Guest
from tests.server.contest.test_archive import chief
from tests.server.nodes import House
from tests.server.people import finished, new_id
from tests.server.sockets import Refusal

# --- two at once, twice ---


async def test_of_two_directors_at_once_one_is_first(house: House) -> None:
    evening = await Evening.begun(house)
    other = await Guest.holder(house.http, house.url, "Второй")
    await evening.acts("add_director", person=other.person)
    after, before = len(evening.contest.deeds), evening.entries()

    async def announces(who: Guest) -> str:
        try:
            text = f"from {who.person}"
            await who.command(evening.stream, "announce", why="now", after=after, text=text)
        except Refusal as refusal:
            return refusal.code
        return "done"

    outcomes = await asyncio.gather(announces(evening.director), announces(other))
    assert sorted(outcomes) == ["done", "others_acted"]
    assert evening.entries() == before + 1
    assert len(evening.contest.announcements) == 1


async def test_a_double_click_is_one_act(house: House) -> None:
    evening = await Evening.begun(house)
    click = {"id": new_id(), "why": "now", "after": len(evening.contest.deeds), "text": "Welcome"}
    clicks = [evening.director.command(evening.stream, "announce", **click) for _ in range(3)]
    results = await asyncio.gather(*clicks)
    assert results == [results[0]] * 3
    await house.restart()
    await evening.director.connect(house.url)
    assert await evening.director.command(evening.stream, "announce", **click) == results[0]
    own = f"{evening.director.person}:{click['id']}"
    found = [n for n, _, _, command, _ in evening.festival.rows(evening.stream) if command == own]
    assert found == [results[0]["n"]]
    assert len(evening.contest.announcements) == 1


async def test_a_result_is_posted_once(house: House) -> None:
    """Two directors give theirs, and the table is cut: the first result stands."""
    evening = await Evening.playing(house)
    zeros = ["0"] * len(evening.mine.players)
    await evening.acts("give", **evening.place, whists=zeros)
    assert await evening.refused("give", **evening.place, whists=zeros) == "already_posted"
    await evening.anna.until(lambda: finished(evening.anna.screens[evening.table]))
    assert (evening.mine.whists, evening.mine.posted) == (zeros, "director")
    told = [command for _, _, _, command, _ in evening.festival.rows(evening.stream)]
    await evening.festival.until(lambda contest: contest.tours[0].over is not None)
    assert sum("post-1-" in command for command in told) <= 1  # the other table's


# --- corrections ---


async def test_a_correction_has_its_time(house: House) -> None:
    evening = await Evening.playing(house)
    place = evening.place
    zeros = ["0"] * len(evening.mine.players)
    assert await evening.refused("correct", **place, whists=zeros) == "not_posted"
    await evening.acts("give", **place, whists=zeros)
    whists = ["30", "-10", "-20", "0"][: len(zeros)]
    await evening.acts("correct", why="a slip", **place, whists=whists)
    shown = await evening.director.socket.call("sync", {"stream": evening.stream})
    seen = shown["contest"]["tours"][0]["tables"][place["table"] - 1]
    assert seen["whists"] == whists
    [correction] = seen["corrections"]
    assert correction["by"] == evening.director.person
    assert (correction["before"], correction["after"], correction["why"]) == (
        zeros, whists, "a slip",
    )  # fmt: skip
    scores = {line["person"]: line["whists"] for line in shown["contest"]["standings"]}
    assert [scores[player] for player in seen["players"]] == [int(each) for each in whists]

    await evening.festival.until(lambda contest: len(contest.tours) == 2)
    await evening.festival.until_phase("playing")
    began = evening.contest.tours[1].began
    assert began is not None
    house.clock.at = began / 1000 + 599
    await evening.acts("correct", **place, whists=zeros)
    house.clock.at = began / 1000 + 600
    assert await evening.refused("correct", **place, whists=whists) == "too_late"
    line = {"tour": 1, "person": evening.anna.person, "points": "-1"}
    assert await evening.refused("penalise", **line) == "too_late"


# --- who may ---


async def test_a_director_does_not_act_on_his_own_table(house: House) -> None:
    evening = await Evening.begun(house)
    await evening.acts("add_director", person=evening.anna.person)
    await evening.festival.until_phase("playing")
    await evening.opened()
    zeros = ["0"] * len(evening.mine.players)
    acts: list[dict[str, Any]] = [
        {"what": "give", "whists": zeros},
        {"what": "hold_table"},
        {"what": "extend", "seconds": 60},
        {"what": "annul", "deal": 1, "replay": False},
    ]
    for act in acts:
        with pytest.raises(Refusal, match="plays_there"):
            await evening.anna.acts(evening.stream, **act, **evening.place)
    await evening.anna.acts(evening.stream, "extend", tour=1, seconds=60)  # all tables alike
    with pytest.raises(Refusal, match="plays_here"):
        await evening.anna.command(evening.table, "look", why="a doubt")
    await evening.acts("give", **evening.place, whists=zeros)


async def test_an_administrator_acts_like_a_director(house: House) -> None:
    evening = await Evening.begun(house)
    stranger = await Guest.holder(house.http, house.url, "Прохожий")
    with pytest.raises(Refusal, match="not_a_director"):
        await stranger.acts(evening.stream, "announce", text="Hello")
    administrator = await chief(house)
    await administrator.acts(evening.stream, "announce", text="Hello")
    assert evening.contest.deeds[-1].by == administrator.person
    assert administrator.person not in evening.contest.directors


# --- by hand ---


async def test_every_step_is_started_by_hand(house: House) -> None:
    """Long before its time; not out of turn, and not twice."""
    evening = await Evening.begun(house, no_show=600)
    at = house.clock.at
    assert await evening.refused("start", step="draw") == "not_now"
    await evening.acts("start", step="close")
    assert await evening.refused("start", step="close") == "not_now"
    await evening.acts("start", step="draw")
    await evening.acts("start", step="call", tour=1)
    assert await evening.refused("start", step="call", tour=1) == "not_now"
    await evening.anna.command(evening.stream, "here", tour=1)
    await evening.festival.until_phase("playing")
    await evening.opened()
    assert await evening.refused("start", step="open", tour=1) == "not_now"
    assert house.clock.at - at < 60


async def test_the_called_tour_is_reseated(house: House) -> None:
    evening = await Evening.begun(house, no_show=600)
    for step in ({"step": "close"}, {"step": "draw"}, {"step": "call", "tour": 1}):
        await evening.acts("start", **step)
    players = [player for table in evening.contest.tours[0].tables for player in table.players]
    assert (
        await evening.refused("reseat", tour=1, tables=[players[:2], players[2:]]) == "bad_seating"
    )
    tables = [players[::-2], players[-2::-2]]
    await evening.acts("reseat", tour=1, tables=tables)
    await evening.anna.command(evening.stream, "here", tour=1)
    await evening.festival.until_phase("playing")
    await evening.opened()
    assert [table.players for table in evening.contest.tours[0].tables] == tables
    shown = evening.anna.screens[evening.table].table
    numbers = {member["person"]: member["number"] for member in shown["members"]}
    assert numbers == {player: n for n, player in enumerate(evening.mine.players, start=1)}


async def test_a_pause_holds_every_table_and_gives_its_time_back(house: House) -> None:
    evening = await Evening.playing(house, pace="usual")
    ends = [table.ends for table in evening.contest.at_play()]
    await evening.acts("pause")
    await evening.heard("hold-1")
    await evening.anna.until(lambda: evening.anna.screens[evening.table].table["paused"])
    house.clock.at += 3600
    await evening.acts("resume")
    await evening.heard("hold-2")
    await evening.anna.until(lambda: not evening.anna.screens[evening.table].table["paused"])
    moved = [table.ends for table in evening.contest.at_play()]
    assert all(now - before >= 3_600_000 for now, before in zip(moved, ends, strict=True))
    members = evening.anna.screens[evening.table].table["members"]
    assert all(not member["stand_in"] for member in members)
    await evening.plays()


async def test_one_table_is_extended(house: House) -> None:
    evening = await Evening.playing(house)
    ends = {table.number: table.ends for table in evening.contest.tours[0].tables}
    await evening.acts("extend", **evening.place, seconds=300)
    gained = {t.number: t.ends - ends[t.number] for t in evening.contest.tours[0].tables}
    assert gained == {number: 300_000 * (number == evening.mine.number) for number in ends}
