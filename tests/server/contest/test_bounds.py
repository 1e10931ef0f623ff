"""More than there is room for, and twice the same name: so many and no more."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from server import gates
from server.commands import run
from tests.server.contest.festival import Festival, Guest, plan
from tests.server.contest.spectators import WHY, Evening, attempt
from tests.server.nodes import House, SeededEntropy, rows
from tests.server.people import Refusal, new_id


async def refusal_of(who: Guest, stream: str, what: str, **fields: Any) -> tuple[str, Any]:
    """Code and detail of the refusal that must come."""
    with pytest.raises(Refusal) as refused:
        await who.command(stream, what, **fields)
    return refused.value.code, refused.value.detail


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


async def test_of_two_of_one_name_at_two_servers_one_enters(house: House) -> None:
    other = replace(house, entropy=SeededEntropy("other"))
    await other.start()
    director = await Guest.holder(house.http, house.url, "Судья")
    twins = [await Guest.guest(house.http, each.url, "Анна") for each in (house, other)]
    for _ in range(6):
        festival = await Festival.created(house, director)
        codes = await asyncio.gather(
            *(attempt(each, festival.stream, "register") for each in twins)
        )
        assert sorted(codes) == ["", "name_taken"]
        assert len(festival.rebuilt().entrants) == 1
        await director.acts(festival.stream, "end", called_off=True)


async def test_bots_of_two_servers_are_counted_together(house: House) -> None:
    other = replace(house, entropy=SeededEntropy("other"))
    await house.restart(contest_bots=5)
    await other.start(contest_bots=5)
    director = await Guest.holder(house.http, house.url, "Судья")
    festival = await Festival.created(house, director)
    there = await director.again()
    await there.connect(other.url)

    async def add(who: Guest, number: int) -> str:
        fields = {"person": f"bot-{number}", "bot": True, "why": WHY}
        while True:  # of directors who act at once one is heard
            seen = len(festival.rebuilt().deeds)
            code = await attempt(who, festival.stream, "add", after=seen, **fields)
            if code != "others_acted":
                return code

    codes = await asyncio.gather(*(add((director, there)[n % 2], n) for n in range(8)))
    assert sorted(codes) == [""] * 5 + ["too_many_bots"] * 3
