"""Who goes and comes back, as himself or as somebody else; and a server that was down meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from aiohttp import ClientSession

from game.script import PUBLIC
from lobby.table.facts import Answered, ClaimAnswered, Credited, PresenceChanged
from server import keeper, presence
from tests.server.nodes import House, rows
from tests.server.people import Person
from tests.server.sockets import PATIENCE, Closed
from tests.server.test_races import (
    EAST_GETS_ALL,
    SEATED,
    all_see,
    answers,
    asked,
    facts_of,
    in_raspasy,
    seat,
    seated,
)
from tests.server.test_store_first import Faults

HOUR = 3600


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long by the real clock."""
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.01)
    monkeypatch.setattr(keeper, "LOOK_SECONDS", 0.005)


def member(screen_of: Person, stream: str, person: Person) -> dict[str, Any]:
    """How somebody's screen shows a member."""
    members = screen_of.screens[stream].table["members"]
    return dict(next(m for m in members if m["person"] == person.person))


async def goes(person: Person, others: list[Person], stream: str) -> None:
    """His browser is closed, and the table hears of it."""
    await person.close()
    for other in others:
        await other.until(lambda: member(other, stream, person)["away"])  # noqa: B023


async def link(http: ClientSession, person: Person) -> str:
    headers = {"Cookie": person.cookie}
    async with http.post(f"{person.url}/api/link", headers=headers) as response:
        assert response.status == 200
        return str((await response.json())["link"])


async def drops_link(http: ClientSession, person: Person) -> None:
    headers = {"Cookie": person.cookie}
    async with http.delete(f"{person.url}/api/link", headers=headers) as response:
        assert response.status == 200


async def by_link(http: ClientSession, url: str, secret: str) -> Person | str:
    """Whoever the link makes a new browser, connected; or the code of the refusal."""
    async with http.post(f"{url}/api/return", json={"link": secret}) as response:
        message = await response.json()
        if response.status != 200:
            return str(message["error"]["code"])
        cookie = f"pulya={response.cookies['pulya'].value}"
    person = Person(http, url, message["person"], cookie)
    await person.connect()
    return person


# --- somebody goes in mid-deal -----------------------------------------------------------------


@pytest.mark.usefixtures("quick")
async def test_who_comes_back_as_somebody_else_is_a_stranger(house: House) -> None:
    """A new guest sees what the public sees, and gets neither the turn nor the chair."""
    people, stream = await seated(house)
    gone, move = asked(people, stream)
    others = [other for other in people if other is not gone]
    await goes(gone, others, stream)
    stranger = await house.guest("Анна")
    screen = await stranger.watch(stream)
    running = house.streams.replicas[stream].opened.running
    assert running is not None
    assert screen.view == running.seen_by(PUBLIC)
    assert screen.view["ask"] is not None
    assert screen.view["ask"]["options"] is None
    for command in (move, {"what": "return"}, {"what": "propose", "wish": "pause"}):
        assert await stranger.refused(stream, **command) == "not_at_this_table"
    assert await stranger.refused(stream, "join") == "table_is_full"
    assert member(others[0], stream, gone)["away"], "a stranger does not make him present"


@pytest.mark.usefixtures("quick")
async def test_with_his_link_he_is_himself_in_any_browser(
    house: House, http: ClientSession
) -> None:
    """He sees his cards and goes on; the old cookie is as good as before, but the newest browser
    has the seat."""
    people, stream = await seated(house)
    gone, move = asked(people, stream)
    others = [other for other in people if other is not gone]
    before = gone.screens[stream].shows()
    secret = await link(http, gone)
    await goes(gone, others, stream)
    house.clock.at += 5
    back = await by_link(http, house.url, secret)
    assert isinstance(back, Person)
    assert back.person == gone.person
    screen = await back.watch(stream)
    assert screen.view == before["view"]
    assert not member(back, stream, gone)["away"]
    assert screen.n == SEATED + 2  # he was lost, and is back
    await gone.connect()
    await gone.watch(stream)
    assert await back.refused(stream, **move) == "other_browser"
    done = await gone.command(stream, **move)
    await all_see([gone, *others], stream, done["n"])


async def test_a_link_is_worth_nothing_after_a_newer_one_or_when_it_is_revoked(
    house: House, http: ClientSession
) -> None:
    """A browser that came by it stays who it is."""
    anna = await house.guest()
    first = await link(http, anna)
    back = await by_link(http, house.url, first)
    assert isinstance(back, Person)
    second = await link(http, anna)
    assert await by_link(http, house.url, first) == "no_such_link"
    await drops_link(http, back)
    assert await by_link(http, house.url, second) == "no_such_link"
    assert await by_link(http, house.url, "") == "no_such_link"
    for browser in (anna, back):
        stream = await browser.open(players=3)
        assert (await browser.watch(stream)).table["members"][0]["person"] == anna.person


# --- lost and back -----------------------------------------------------------------------------


async def test_a_connection_that_is_back_in_time_was_never_lost(house: House) -> None:
    """Nothing is written, nobody hears of it."""
    people, stream = await seated(house)
    await house.presence.gone(stream, people[0].person, 0)
    assert len(house.entries(stream)) == SEATED


@pytest.mark.usefixtures("quick")
async def test_who_was_away_is_there_when_he_watches_and_is_shown_so(house: House) -> None:
    people, stream = await seated(house)
    await goes(people[0], people[1:], stream)
    house.clock.at += 1
    await people[0].connect()
    screen = await people[0].watch(stream)
    assert not member(people[0], stream, people[0])["away"]
    assert screen.n == SEATED + 2
    await all_see(people[1:], stream, SEATED + 2)
    assert not member(people[1], stream, people[0])["away"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("first", ["the loss", "the return"])
async def test_a_loss_that_is_written_while_he_comes_back_does_not_last(
    house: House, first: str
) -> None:
    """Both wait for an entry that is being stored; whichever is next, in the end he is there."""
    people, stream = await seated(house)
    anna, boris = people[:2]
    watching = house.presence
    await anna.socket.call("unwatch", {"stream": stream})
    await boris.until(lambda: member(boris, stream, anna)["away"])
    house.clock.at += 1
    await watching.write(stream, anna.person, here=True)
    n = len(house.entries(stream))
    house.clock.at += 1
    faults = Faults(house.streams.log)
    stores, stored = faults.waits()
    wish = asyncio.create_task(boris.command(stream, "propose", wish="pause"))
    await stores.wait()
    tasks = []
    for what in [first, *({"the loss", "the return"} - {first})]:
        doing = watching.gone(stream, anna.person, 0) if what == "the loss" else anna.watch(stream)
        tasks.append(asyncio.create_task(doing))
        await asyncio.sleep(0.1)  # until it waits for the lock
    stored.set()
    await wish
    faults.clear()
    await asyncio.gather(*tasks)
    await boris.sees(stream, n + 2)
    await boris.until(lambda: not member(boris, stream, anna)["away"])
    assert boris.screens[stream].n == len(house.entries(stream))
    told = [f.here for f in facts_of(house, stream) if isinstance(f, PresenceChanged)]
    assert told == [False, True, False, True]


# --- the server was down -----------------------------------------------------------------------


BEAT = "select at from node"


async def down(house: House, people: list[Person], seconds: float) -> None:
    """The server dies after a beat of its heart; they come back to it."""
    now = house.streams.now()
    await house.stop()
    with closing(sqlite3.connect(house.path)) as connection, connection:
        connection.execute("update node set at = ?", [now])
    for person in people:
        if not person.socket.closed.done():
            await person.socket.gone()
    house.clock.at += seconds
    await house.start()
    for person in people:
        await person.connect(house.url)


async def test_the_heart_beats_while_the_server_lives(house: House) -> None:
    house.clock.at += 10
    async with asyncio.timeout(PATIENCE):
        while rows(house.path, BEAT) != [(house.streams.now(),)]:  # noqa: ASYNC110 - a file
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("quick")
async def test_the_time_that_the_server_was_down_is_nobodys(house: House) -> None:
    """Ten seconds of thinking count, the hour after them does not, and no time was called up."""
    people, stream = await seated(house, pace="quick")
    before = people[0].screens[stream].table["clock"]
    house.clock.at += 10
    await down(house, people, HOUR)
    for person in people:
        await person.watch(stream)
    now = people[0].screens[stream].table["clock"]
    assert now == {**before, "until": before["until"] + 1000 * HOUR}
    assert [type(fact) for fact in facts_of(house, stream)[-1:]] == [Credited]
    await answers(people, stream, 1)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("pace", ["", "quick"])
async def test_a_pause_lasts(house: House, pace: str) -> None:
    people, stream = await seated(house, pace=pace)
    person, move = asked(people, stream)
    await people[0].command(stream, "propose", wish="pause")
    for other in people[1:]:
        await other.command(stream, "vote", word="yes")
    await all_see(people, stream, SEATED + 3)
    before = [other.screens[stream].shows() for other in people]
    await down(house, people, HOUR)
    assert [(await other.watch(stream)).shows() for other in people] == before
    assert await person.refused(stream, **move) == "paused"
    done = await people[1].command(stream, "resume")
    await all_see(people, stream, done["n"])
    assert (await person.command(stream, **move))["n"] == done["n"] + 1


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("pace", ["", "quick"])
async def test_a_claim_waits_on_and_is_not_refused_by_silence(house: House, pace: str) -> None:
    """The half minute to answer begins anew; then silence refuses it."""
    people, stream, question = await in_raspasy(house, pace=pace)
    done = await people[0].command(stream, "claim", **question, end=EAST_GETS_ALL)
    await all_see(people, stream, done["n"])
    before = people[1].screens[stream].table["claim"]
    await down(house, people, HOUR)
    for person in people:
        await person.watch(stream)
    assert people[1].screens[stream].table["claim"] == before
    yes = {"claimer": seat(people[0], stream), **question, "word": "yes"}
    done = await people[1].command(stream, "respond", **yes)
    await all_see(people, stream, done["n"])
    house.clock.at += 30.5
    await all_see(people, stream, done["n"] + 1)
    assert people[0].screens[stream].table["claim"] is None
    *_, told = facts_of(house, stream)
    assert told == ClaimAnswered(seat(people[2], stream), "no")


@pytest.mark.usefixtures("quick")
async def test_who_was_away_is_away_until_he_comes_and_his_bot_plays_on(house: House) -> None:
    people, stream = await seated(house)
    gone, _ = asked(people, stream)
    others = [other for other in people if other is not gone]
    await goes(gone, others, stream)
    house.clock.at += 1
    await down(house, others, HOUR)
    for other in others:
        await other.watch(stream)
        assert member(other, stream, gone)["away"]
    await others[0].command(stream, "propose", wish="stand_in")
    await others[1].command(stream, "vote", word="yes")
    for other in others:
        await other.until(lambda: member(other, stream, gone)["stand_in"] == "bot")  # noqa: B023
    await others[0].until(lambda: len(bots_answers(house, stream)) == 1)
    await house.restart()
    for other in others:
        await other.connect(house.url)
        await other.watch(stream)
        assert member(other, stream, gone)["stand_in"] == "bot"
    while len(bots_answers(house, stream)) == 1:
        n = len(house.entries(stream))
        await all_see(others, stream, n)
        for other in others:
            if (move := other.move(stream)) is not None:
                await other.command(stream, **move)
                break
        else:
            await all_see(others, stream, n + 1)
    house.clock.at += 1
    await gone.connect(house.url)
    await gone.watch(stream)
    mine = member(gone, stream, gone)
    assert (mine["away"], mine["stand_in"]) == (False, "")


def bots_answers(house: House, stream: str) -> list[Answered]:
    told = facts_of(house, stream)
    return [fact for fact in told if isinstance(fact, Answered) and fact.by == "bot"]


@pytest.mark.usefixtures("quick")
async def test_who_does_not_come_back_after_the_server_was_down_is_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "RETURN_SECONDS", 0.2)
    people, stream = await seated(house)
    await down(house, people[:2], HOUR)
    with pytest.raises(Closed):
        await people[2].sync(stream)
    await people[0].watch(stream)
    async with asyncio.timeout(PATIENCE):
        await people[0].until(lambda: member(people[0], stream, people[2])["away"])
