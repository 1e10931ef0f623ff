"""What a cheating client found: more than there is room for, twice the same name, vain rulings."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from server import gates
from server.commands import run
from server.contest_replica import ContestReplica
from server.contest_routes import spelled
from server.hall import Hall
from tests.server.contest.festival import Festival, Guest, plan
from tests.server.contest.spectators import WHY, Evening, attempt
from tests.server.nodes import House, rows
from tests.server.people import Refusal, new_id


async def refusal_of(who: Guest, stream: str, what: str, **fields: Any) -> tuple[str, Any]:
    """Code and detail of the refusal that must come."""
    with pytest.raises(Refusal) as refused:
        await who.command(stream, what, **fields)
    return refused.value.code, refused.value.detail


async def got(house: House, path: str) -> str:
    async with house.http.get(house.url + path) as response:
        assert response.status == 200, await response.text()
        return await response.text()


# --- so many and no more ---


async def test_ten_contests_of_one_person_go_on(house: House) -> None:
    director = await Guest.holder(house.http, house.url)
    other = await Guest.holder(house.http, house.url, "Другой судья")
    told = plan(house.clock.now())
    ids = [new_id() for _ in range(gates.MOST_CONTESTS + 5)]
    codes = await asyncio.gather(
        *(attempt(director, "", "create", id=each, plan=told) for each in ids)
    )
    assert sorted(codes) == [""] * gates.MOST_CONTESTS + ["too_many_contests"] * 5
    assert await refusal_of(director, "", "create", plan=told) == (
        "too_many_contests",
        {"most": gates.MOST_CONTESTS},
    )
    query = "select stream from entry where what = 'create'"
    assert len(rows(house.path, query)) == gates.MOST_CONTESTS
    first = ids[codes.index("")]
    again = await director.command("", "create", id=first, plan=told)  # its answer was lost
    assert len(rows(house.path, query)) == gates.MOST_CONTESTS
    assert await director.open()  # tables are no contests
    assert await other.command("", "create", plan=told)
    await director.acts(again["stream"], "end", called_off=True)
    assert await director.command("", "create", plan=told)
    assert await attempt(director, "", "create", plan=told) == "too_many_contests"


async def test_administrators_have_more_contests(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "MOST_CONTESTS", 1)
    monkeypatch.setattr(gates, "MOST_OF_ADMINISTRATORS", 2)
    chief = await Guest.holder(house.http, house.url, "Хозяин")
    await asyncio.to_thread(run, ["administrator", "Хозяин"], house.settings, input)
    house.clock.at += 5
    told = plan(house.clock.now())
    codes = [await attempt(chief, "", "create", plan=told) for _ in range(3)]
    assert codes == ["", "", "too_many_contests"]


async def test_a_contest_has_so_many_bots(house: House) -> None:
    await house.restart(contest_bots=3)
    director = await Guest.holder(house.http, house.url)
    festival = await Festival.created(house, director)

    async def add(number: int, **more: Any) -> str:
        deed = {"why": WHY, "person": f"bot-{number}", "bot": True, "after": number} | more
        return await attempt(director, festival.stream, "add", **deed)

    codes = await asyncio.gather(*(add(number, id=f"bot-number-{number}") for number in range(5)))
    assert codes == ["", "", "", "too_many_bots", "too_many_bots"]
    deed = {"why": WHY, "person": "bot-9", "bot": True, "after": 3}
    assert await refusal_of(director, festival.stream, "add", **deed) == (
        "too_many_bots",
        {"most": 3},
    )
    assert await add(2, id="bot-number-2") == ""  # its answer was lost
    assert len(festival.contest.entrants) == 3
    guest = await Guest.guest(house.http, house.url)
    await guest.command(festival.stream, "register")
    await director.acts(festival.stream, "remove", person="bot-0")
    await director.acts(festival.stream, "add", person="bot-7", bot=True)
    assert await add(8, after=5) == "too_many_bots"


async def test_the_list_of_spectators_changes_so_often_and_no_more(house: House) -> None:
    await house.restart(rate=10)
    evening = await Evening.begun(house)
    await evening.opened()
    house.clock.at += 60
    stream = evening.stream
    spectator = await Guest.guest(house.http, house.url, "Зритель")
    before, first = len(house.entries(stream)), new_id()
    assert await attempt(spectator, stream, "watch", id=first) == ""
    toggles = ["unwatch", "watch"] * 4 + ["unwatch"]
    assert [await attempt(spectator, stream, what) for what in toggles] == [""] * 9
    for what in ("watch", "unwatch"):
        assert await attempt(spectator, stream, what) == "too_fast"
    with pytest.raises(Refusal, match="too_fast"):  # he would come to the list by this as well
        await spectator.sync(stream)
    assert len(house.entries(stream)) == before + 10
    assert await attempt(spectator, stream, "watch", id=first) == ""  # its answer was lost
    house.clock.at += 5
    await spectator.watch(stream)
    await spectator.sync(stream)  # he is on the list: nothing is written
    assert len(house.entries(stream)) == before + 11
    assert await attempt(spectator, stream, "unwatch") == "too_fast"
    other = await Guest.guest(house.http, house.url, "Другой зритель")
    await other.watch(stream)
    assert len(house.entries(stream)) == before + 12


# --- names ---


async def test_two_of_one_name_are_not_in_one_contest(house: House) -> None:
    director = await Guest.holder(house.http, house.url)
    festival, other = [await Festival.created(house, director) for _ in range(2)]
    stream = festival.stream
    anna, again, boris = [
        await Guest.guest(house.http, house.url, name) for name in ("Анна", "АННА", "Борис")
    ]
    codes = await asyncio.gather(*(attempt(each, stream, "register") for each in (anna, again)))
    assert codes == ["", "name_taken"]
    await boris.command(stream, "register")
    await again.command(other.stream, "register")
    assert await attempt(anna, stream, "register") == "already_entered"
    deed = {"why": WHY, "after": 0, "person": again.person}
    assert await attempt(director, stream, "add", **deed) == "name_taken"
    await anna.command(stream, "withdraw")
    await again.command(stream, "register")
    assert await attempt(anna, stream, "register") == "name_taken"
    deed["person"] = anna.person
    assert await attempt(director, stream, "add", **deed) == "name_taken"
    assert festival.contest.deeds == []


async def test_who_was_drawn_keeps_his_name_in_the_results(house: House) -> None:
    director = await Guest.holder(house.http, house.url)
    festival = await Festival.created(house, director, formula="points-4321", tours=2, late=2)
    stream = festival.stream
    anna, again = [await Guest.guest(house.http, house.url, name) for name in ("Анна", "анна")]
    await anna.command(stream, "register")
    for number in range(6):
        await director.acts(stream, "add", person=f"bot-{number}", bot=True)
    for step in ("close", "draw"):
        await director.acts(stream, "start", step=step)
    await anna.command(stream, "withdraw")
    assert await attempt(again, stream, "register") == "name_taken"
    await anna.command(stream, "register")


# --- rulings that the table would refuse ---


def kept(evening: Evening) -> tuple[int, int]:
    """How much the contest and the table have in their logs."""
    house = evening.house
    return len(house.entries(evening.festival.stream)), len(house.entries(evening.stream))


async def test_a_ruling_that_the_table_will_refuse_is_refused(house: House) -> None:
    evening = await Evening.begun(house)
    anna, director, contest = evening.players[0], evening.director, evening.festival.stream
    place = {"tour": 1, "table": 1}
    written = place | {"person": anna.person}

    async def code(what: str, **fields: Any) -> str:
        with pytest.raises(Refusal) as refused:
            await director.acts(contest, what, **fields)
        return refused.value.code

    assert await code("adjust", **written, pool=5) == "no_deal_runs"
    await evening.opened()
    before = kept(evening)
    assert await code("adjust", **written, pool=-5) == "bad_adjustment"
    on = evening.players[1].person
    assert await code("adjust", **written, on=on, whists=-5) == "bad_adjustment"
    for deal in (2, 99):
        assert await code("annul", **place, deal=deal, replay=False) == "no_such_deal"
    assert kept(evening) == before
    assert evening.festival.contest.deeds == []

    await evening.rules("adjust", person=anna.person, pool=5)
    assert await code("adjust", **written, pool=-6) == "bad_adjustment"
    await evening.rules("adjust", person=anna.person, pool=-5)
    lost, annul = new_id(), place | {"deal": 1, "replay": True}
    await evening.rules("annul", deal=1, replay=True, id=lost)
    assert await code("annul", **annul) == "already_so"
    assert await director.acts(contest, "annul", id=lost, **annul)  # its answer was lost
    assert [each.did for each in evening.festival.contest.deeds] == ["adjust", "adjust", "annul"]
    heard = [fact.pool for fact in evening.replica.opened.adjustments]
    assert heard == [5, -5]


async def test_strangers_learn_nothing_of_a_table_by_rulings(house: House) -> None:
    evening = await Evening.begun(house)
    await evening.opened()
    contest, anna = evening.festival.stream, evening.players[0]
    place = {"tour": 1, "table": 1, "after": 0}
    stranger = await Guest.holder(house.http, house.url, "Посторонний")
    for deal in (1, 99):
        deed = place | {"deal": deal, "replay": False}
        assert await attempt(stranger, contest, "annul", why=WHY, **deed) == "not_a_director"
        assert await attempt(evening.director, contest, "annul", why="", **deed) == "no_reason"
        late = deed | {"after": 7}
        assert await attempt(evening.director, contest, "annul", why=WHY, **late) == "others_acted"
    deed = place | {"person": anna.person, "pool": -5, "why": WHY}
    assert await attempt(stranger, contest, "adjust", **deed) == "not_a_director"


async def test_nothing_is_ruled_at_a_table_that_has_finished_in_that_moment(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def later(_hall: Hall, _replica: ContestReplica) -> bool:
        return True

    monkeypatch.setattr(Hall, "bring", later)
    evening = await Evening.begun(house)
    await evening.finished()
    deed = {"why": WHY, "after": 0, "tour": 1, "table": 1}
    annul = deed | {"deal": 1, "replay": False}
    contest = evening.festival.stream
    assert await attempt(evening.director, contest, "annul", **annul) == "pulya_over"
    adjust = deed | {"person": evening.players[0].person, "pool": 5}
    assert await attempt(evening.director, contest, "adjust", **adjust) == "pulya_over"


async def test_who_was_sent_away_is_not_sent_away_again(house: House) -> None:
    evening = await Evening.begun(house)
    await evening.opened()
    spectator, other = await evening.behind("", "Вася"), await evening.behind("", "Петя")
    await evening.players[0].command(evening.stream, "dismiss", person=spectator.person)
    place = {"why": WHY, "after": 0, "tour": 1, "table": 1}
    deed = place | {"person": spectator.person}
    contest = evening.festival.stream
    assert await attempt(evening.director, contest, "dismiss", **deed) == "already_so"
    await evening.rules("dismiss", person=other.person)
    assert {spectator.person, other.person} == evening.replica.opened.dismissed


# --- what goes out ---

SPELLED = [
    ("7/3", "2 1/3"),
    ("-40/3", "-13 1/3"),
    ("1/3", "0 1/3"),
    ("-1/3", "-0 1/3"),
    ("0", "0"),
    ("-12", "-12"),
    (310, "310"),
]


@pytest.mark.parametrize(("exact", "told"), SPELLED)
def test_thirds_are_numbers_to_a_spreadsheet(exact: str | int, told: str) -> None:
    assert spelled(exact) == told


async def test_the_standings_have_no_dates_in_them(house: House) -> None:
    evening = await Evening.begun(house)
    whists = ["7/3", "-40/3", "11"]
    await evening.director.acts(evening.festival.stream, "give", tour=1, table=1, whists=whists)
    text = await got(house, f"/api/contests/{evening.festival.stream}/standings.csv")
    head, *lines = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    column = head.index("tour 1: whists")
    assert {line[column] for line in lines} == {"2 1/3", "-13 1/3", "11"}
    assert {line[3] for line in lines} == {"2 1/3", "-13 1/3", "11"}


async def test_one_bad_contest_is_left_out_of_the_list(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    director = await Guest.holder(house.http, house.url)
    bad, good = [(await Festival.created(house, director)).stream for _ in range(2)]
    await house.stop()
    with closing(sqlite3.connect(house.path)) as database, database:
        body = b'{"facts": [{"what": "tour_over", "tour": 7}], "told": ""}'
        row = (bad, 2, 0, "table", "table:.over", "time_up", body)
        database.execute("insert into entry values (?, ?, ?, ?, ?, ?, ?)", row)
        database.execute("update stream set n = 2, due = 0 where stream = ?", (bad,))
    await house.start()
    for _ in range(2):
        caplog.clear()
        listed = json.loads(await got(house, "/api/contests"))["contests"]
        assert [each["stream"] for each in listed] == [good]
        assert f"contest {bad} is not listed" in caplog.text
    assert json.loads(await got(house, f"/api/contests/{good}"))["stream"] == good
