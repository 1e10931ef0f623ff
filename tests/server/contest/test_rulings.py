"""What a table makes of its director's word, also if the server dies in between."""

from __future__ import annotations

import pytest

from lobby.contest.acts import Annul
from lobby.contest.seen import contest_seen
from server.hall import Hall
from tests.server.contest.evening import Evening, deaf, until
from tests.server.nodes import House
from tests.server.people import finished


async def test_an_annulled_deal_is_replayed(house: House) -> None:
    evening = await Evening.playing(house)
    stream = evening.table
    await evening.anna.plays(stream, lambda screen: screen.table["phase"] == "playing")
    await evening.acts("annul", **evening.place, deal=1, replay=True)
    await evening.heard("annul-1")
    table = evening.festival.logged(stream)
    assert table.deals == 2
    await evening.plays()
    table = evening.festival.logged(stream)
    assert [bool(past.annulled) for past in table.past] == [True, False]
    await evening.festival.until(lambda _: not evening.mine.plays)
    assert evening.mine.deals == 1
    assert evening.mine.calls == []


async def test_an_adjustment_goes_into_the_settlement(house: House) -> None:
    evening = await Evening.playing(house)
    await evening.anna.plays(evening.table, lambda screen: screen.table["phase"] == "playing")
    await evening.acts("adjust", **evening.place, person=evening.anna.person, mountain=100)
    await evening.heard("adjust-1")
    await evening.plays()
    await evening.festival.until(lambda _: not evening.mine.plays)
    assert evening.mine.calls == []
    table = evening.festival.logged(evening.table)
    assert [each.mountain for each in table.adjustments] == [100]


async def test_a_ruling_that_the_table_refuses_calls_a_director(house: House) -> None:
    """Where the table went on after it was asked, and also if it could be carried out by the time
    that the server is there again.
    """
    evening = await Evening.playing(house, deals=2)
    place, stream, anna = evening.place, evening.table, evening.anna
    await anna.plays(stream, lambda screen: screen.table["phase"] == "playing")
    after = len(evening.contest.deeds)
    fields = {"why": "as agreed", "after": after, **place, "deal": 2, "replay": False}
    director = evening.director
    assert await director.refused(evening.stream, "annul", **fields) == "no_such_deal"
    await house.streams.submit(evening.stream, director.person, "raced", Annul(**fields))
    await evening.heard("annul-1")
    await anna.plays(
        stream, lambda screen: screen.table["deal"] == 2 and screen.table["phase"] == "playing"
    )
    await house.restart()
    await anna.connect(house.url)
    await evening.director.connect(house.url)
    await evening.opened()
    await evening.plays()
    await evening.festival.until(lambda _: not evening.mine.plays)
    table = evening.festival.logged(stream)
    assert [past.annulled for past in table.past] == ["", ""]
    shown = (await evening.director.socket.call("sync", {"stream": evening.stream}))["contest"]
    assert shown["tours"][0]["tables"][place["table"] - 1]["calls"] == [1]
    [call] = shown["calls"]
    assert (call["table"], call["person"], call["answered_at"]) == (place["table"], "", None)
    await anna.command(evening.stream, "sign", **place)
    assert evening.mine.posted == ""
    await evening.acts("attend", why="It was not dealt yet.", call=1)
    await evening.festival.until(lambda _: evening.mine.posted == "players")


async def test_a_bot_takes_the_place(house: House) -> None:
    evening = await Evening.playing(house)
    await evening.acts("substitute", **evening.place, out=evening.anna.person, bot=True)
    await evening.festival.until(lambda contest: contest.tours[0].over is not None)
    seen = contest_seen(evening.contest)
    [line] = [line for line in seen["standings"] if line["person"] == evening.anna.person]
    assert line["substituted"] == 1


async def test_a_look_is_shown_though_the_director_gives_the_result(house: House) -> None:
    """§T9.3: when the deal is over, also if it is over because it was cut."""
    evening = await Evening.playing(house)
    await evening.anna.plays(evening.table, lambda screen: screen.table["phase"] == "playing")
    await evening.director.watch(evening.table)
    await evening.director.command(evening.table, "look", why="a doubt")
    assert evening.contest.looks == []
    await evening.acts("give", **evening.place, whists=["0"] * len(evening.mine.players))
    await evening.festival.until(lambda contest: contest.looks != [])
    [(_, look)] = evening.contest.looks
    assert (look.person, look.reason, look.deal) == (evening.director.person, "a doubt", 1)


async def test_a_result_is_given_to_a_table_that_was_never_opened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tour goes on, and so does everything after a restart."""
    evening = await Evening.begun(house)
    tell = Hall.tell
    monkeypatch.setattr(Hall, "tell", deaf)
    await evening.festival.until_phase("playing")
    place, stream = evening.place, evening.table
    await evening.acts("give", **place, whists=["0"] * len(evening.mine.players))
    monkeypatch.setattr(Hall, "tell", tell)
    await house.restart()
    await evening.festival.until(lambda contest: contest.tours[0].over is not None)
    assert evening.festival.rows(stream) == []


# --- the end ---


async def test_a_tour_that_is_ended_finishes_its_deals(house: House) -> None:
    evening = await Evening.playing(house, deals=9)
    await evening.anna.plays(evening.table, lambda screen: screen.table["phase"] == "playing")
    await evening.acts("end_tour", tour=1)
    await evening.heard("end")
    await evening.plays()
    table = evening.festival.logged(evening.table)
    assert [past.annulled for past in table.past] == [""]
    await evening.festival.until(lambda contest: contest.tours[0].over is not None)
    assert await evening.refused("extend", tour=1, seconds=60) == "no_tour_runs"


@pytest.mark.parametrize("killed", [False, True])
async def test_tables_hear_that_the_contest_is_called_off(
    house: House, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    evening = await Evening.playing(house, deals=9)
    stream = evening.table
    await evening.anna.plays(stream, lambda screen: screen.table["phase"] == "playing")
    if killed:  # before any table could hear of it
        monkeypatch.setattr(Hall, "tell", deaf)
    await evening.acts("end", called_off=True)
    assert evening.contest.ended == "called_off"
    if killed:
        monkeypatch.undo()
        assert evening.festival.logged(stream).phase == "playing"
        await house.restart()
        await evening.anna.connect(house.url)
        await evening.director.connect(house.url)
        await evening.anna.watch(stream)
    await evening.anna.until(lambda: finished(evening.anna.screens[stream]))
    await until(
        lambda: (
            {evening.festival.logged(name).phase for name in evening.festival.tables()}
            == {"finished"}
        )
    )
    assert evening.festival.logged(stream).past[-1].annulled == "cut"
    assert await evening.refused("announce", text="Hello") == "contest_is_over"


# --- downtime ---


async def test_nobody_loses_time_while_the_server_is_down(house: House) -> None:
    """Neither at his table nor to sign: an hour of downtime is nobody's silence."""
    evening = await Evening.playing(house, pace="quick", signing=60)
    stream = evening.table
    await evening.anna.plays(stream, lambda screen: screen.table["phase"] == "playing")
    asked = evening.festival.logged(stream)
    ends = evening.mine.ends
    await house.stop()
    house.clock.at += 3600
    await house.start()
    await evening.anna.connect(house.url)
    await evening.director.connect(house.url)
    await evening.opened()
    table = evening.festival.logged(stream)
    assert table.running is not None
    assert asked.running is not None
    assert table.running.answers[: len(asked.running.answers)] == asked.running.answers
    assert all(member.timeouts == 0 for member in table.members)
    assert evening.mine.ends - ends >= 3_590_000
    await evening.plays()
    await evening.festival.until(lambda _: not evening.mine.plays)
    assert evening.mine.posted == ""
    await house.stop()
    house.clock.at += 3600
    await house.start()
    assert evening.mine.posted == ""
    await evening.anna.connect(house.url)
    await evening.anna.command(evening.stream, "sign", tour=1, table=evening.mine.number)
    assert evening.mine.posted == "players"
