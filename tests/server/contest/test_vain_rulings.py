"""A ruling that the table would refuse is refused to the director at once."""

from __future__ import annotations

from typing import Any

import pytest

from server.contest_replica import ContestReplica
from server.hall import Hall
from tests.server.contest.festival import Guest
from tests.server.contest.spectators import WHY, Evening, attempt
from tests.server.nodes import House
from tests.server.people import Refusal, new_id


async def refusal_of(who: Guest, stream: str, what: str, **fields: Any) -> tuple[str, Any]:
    """Code and detail of the refusal that must come."""
    with pytest.raises(Refusal) as refused:
        await who.command(stream, what, **fields)
    return refused.value.code, refused.value.detail


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
    async def later(_hall: Hall, _replica: ContestReplica, _hosted: bool) -> bool:
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
