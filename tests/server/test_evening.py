"""What a server does by itself at a table with clocks, and for those who are not there."""

from __future__ import annotations

import asyncio
import json

import pytest
from aiohttp import ClientSession

from server import presence
from tests.server.nodes import House
from tests.server.people import Person, finished, play_together


async def three(house: House, **options: object) -> tuple[list[Person], str]:
    """Three people in a running deal."""
    people = [await house.guest(name) for name in ("Анна", "Борис", "Вера")]
    stream = await people[0].open(players=3, bots=False, **options)
    for person in people:
        await person.watch(stream)
    for person in people[1:]:
        await person.command(stream, "join")
    await play_together(people, stream, lambda screen: screen.table["phase"] == "playing")
    return people, stream


async def test_when_the_time_is_up_the_stated_answer_is_given(house: House) -> None:
    people, stream = await three(house, pace="quick")
    screen = people[0].screens[stream]
    clock = screen.table["clock"]
    assert clock["until"] == people[0].server_now + 1000 * (15 + 90)
    house.clock.at = clock["until"] / 1000 + 0.4  # a click that comes late may still arrive
    await asyncio.sleep(1.1)
    assert screen.view["calls"] == []
    house.clock.at += 0.2
    await people[0].until(lambda: screen.view["calls"] != [])
    assert screen.view["calls"] == [{"seat": clock["seat"], "call": "pass"}]
    assert screen.table["clock"]["bank"][clock["seat"]] == 0


async def test_a_whole_pulya_plays_itself_when_everybody_has_gone(house: House) -> None:
    """Three time-outs each, and then bots; the clock jumps."""
    people, stream = await three(house, pace="quick", deals=2)
    screen = people[0].screens[stream]
    async with asyncio.timeout(60):
        while not finished(screen):
            seen = screen.n
            if (clock := screen.table["clock"]) and clock["until"]:
                house.clock.at = max(house.clock.at, clock["until"] / 1000 + 0.6)
            await people[0].until(lambda: screen.n > seen)  # noqa: B023
    assert {member["stand_in"] for member in screen.table["members"]} == {"bot"}


async def test_by_minutes_the_last_circle_is_announced(house: House) -> None:
    people, stream = await three(house, minutes=20, rules="fspr-2006")
    screen = people[0].screens[stream]
    assert screen.table["ends"] == people[0].server_now + 60_000 * (20 - 7)
    house.clock.at = screen.table["ends"] / 1000
    await people[0].until(lambda: screen.table["last_circle"])
    assert screen.table["deals"] == 1 + 3  # §9.2: the running one does not count
    await play_together(people, stream, finished)
    assert len(screen.table["past"]) == screen.table["deals"]


async def test_who_is_lost_is_shown_away_and_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.05)
    people, stream = await three(house)
    anna, boris, _ = people
    screen = anna.screens[stream]

    def away() -> bool:
        return any(m["away"] for m in screen.table["members"] if m["person"] == boris.person)

    await boris.close()
    await anna.until(away)
    n = len(house.entries(stream))
    await boris.connect()
    await boris.watch(stream)
    await anna.until(lambda: not away())
    assert len(house.entries(stream)) == n + 1


async def test_a_short_loss_is_no_news(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.3)
    people, stream = await three(house)
    n = len(house.entries(stream))
    await people[1].close()
    await people[1].connect()
    await people[1].watch(stream)
    await asyncio.sleep(0.5)
    assert len(house.entries(stream)) == n


async def test_while_the_server_was_down_nobodys_clock_ran(house: House) -> None:
    people, stream = await three(house, pace="quick")
    until = people[0].screens[stream].table["clock"]["until"]
    await asyncio.sleep(1.2)  # a heartbeat is written
    await house.stop()
    house.clock.at += 3600
    await house.start()
    await people[0].connect(house.url)
    screen = await people[0].watch(stream)
    assert screen.table["clock"]["until"] == until + 3_600_000
    assert screen.view["calls"] == []


async def test_deals_that_were_brought_along(house: House, http: ClientSession) -> None:
    anna = await house.guest()
    stream = await anna.open(deals=2)
    await anna.watch(stream)
    await anna.plays(stream, finished)
    exported = f"{house.url}/api/tables/{stream}/deals"
    headers = {"Cookie": anna.cookie}
    texts = []
    for form in ("txt", "json"):
        async with http.get(f"{exported}.{form}", headers=headers) as response:
            assert response.status == 200
            texts.append(await response.text())
    told = json.loads(texts[1])
    assert (told["finished"], len(told["deals"])) == (True, 2)
    async with http.get(f"{exported}.json?deal=2", headers=headers) as response:
        assert (await response.json())["deals"] == [told["deals"][1]]
    for query, status in (("3", 404), ("0", 404), ("x", 400), ("", 400)):
        async with http.get(f"{exported}.txt?deal={query}", headers=headers) as response:
            assert response.status == status
    for text in texts:
        practice = (await anna.command("", "practise", text=text))["stream"]
        screen = await anna.watch(practice)
        assert screen.table["practice"]
        await anna.plays(practice, finished)
        assert [past["dealer"] for past in screen.table["past"]] == [
            deal["dealer"] for deal in told["deals"]
        ]
    assert await anna.refused("", "practise", text="7S") == "bad_deals"


async def test_another_pulya_and_the_one_before(house: House, http: ClientSession) -> None:
    people, stream = await three(house, deals=1)
    await play_together(people, stream, finished)
    result = people[0].screens[stream].table["settled"]
    for person in people:
        done = await person.command(stream, "again")
    for person in people:
        screen = await person.sees(stream, done["n"])
        assert (screen.view["phase"], screen.table["phase"]) == ("none", "seating")
        assert screen.shows() == await person.sync(stream)
    (earlier,) = people[0].screens[stream].table["earlier"]
    assert sorted(earlier["result"].values()) == sorted(each["result"] for each in result.values())
    url, headers = f"{house.url}/api/tables/{stream}/deals", {"Cookie": people[0].cookie}
    for query, count in (("?pulya=1", 1), ("", 0), ("?pulya=2", 0)):
        async with http.get(f"{url}.json{query}", headers=headers) as response:
            assert len((await response.json())["deals"]) == count
    async with http.get(f"{url}.txt?pulya=3", headers=headers) as response:
        assert response.status == 404


async def test_what_a_bot_did_for_somebody_is_shown_to_be_over_when_he_answers(
    house: House,
) -> None:
    await house.restart(bot_pause=1.0)
    people, stream = await three(house, pace="quick", deals=1)
    screen = people[0].screens[stream]
    while not any(member["stand_in"] for member in screen.table["members"]):
        n = screen.n
        house.clock.at = max(house.clock.at, screen.table["clock"]["until"] / 1000 + 0.6)
        await people[0].until(lambda: screen.n > n)  # noqa: B023
    late = next(m for m in screen.table["members"] if m["stand_in"])
    person = next(each for each in people if each.person == late["person"])
    done = await person.command(stream, "return")
    await people[0].sees(stream, done["n"])
    assert screen.shows() == await people[0].sync(stream)
    assert not any(member["stand_in"] for member in screen.table["members"])


async def test_no_id_of_a_page_is_one_of_the_servers(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(bots=False, players=3)
    assert await anna.refused(stream, "leave", id=".choose-after-7") == "malformed"
