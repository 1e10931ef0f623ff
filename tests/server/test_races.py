"""Two things at once, and things that come too late: which outcome each has."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lobby.table.commands import Answer, Command, TimeUp
from lobby.table.decisions import TABLE
from lobby.table.facts import Answered, Drawn, Fact, Renewed
from server import keeper
from server.entries import unpacked
from server.table_replica import TableReplica
from tests.server.nodes import House
from tests.server.people import Person, finished, play_together
from tests.server.sockets import Refusal

pytestmark = pytest.mark.both_stores

NAMES = ("Анна", "Борис", "Вера")
SEATED = 7
"""The entry that opens the first deal of three people."""


async def gathered(house: House, **options: Any) -> tuple[list[Person], str]:
    """Three people at a table, who are asked whether they are there."""
    people = [await house.guest(name) for name in NAMES]
    stream = await people[0].open(players=3, bots=False, **options)
    for person in people:
        await person.watch(stream)
    for person in people[1:]:
        await person.command(stream, "join")
    await all_see(people, stream, 3)
    return people, stream


async def seated(house: House, **options: Any) -> tuple[list[Person], str]:
    """Three people in a running deal."""
    people, stream = await gathered(house, **options)
    for person in people:
        await person.command(stream, "confirm")
    await all_see(people, stream, 6)
    first, move = asked(people, stream)
    await first.command(stream, **move)
    await all_see(people, stream, SEATED)
    return people, stream


async def all_see(people: list[Person], stream: str, n: int) -> None:
    for person in people:
        await person.sees(stream, n)


def asked(people: list[Person], stream: str) -> tuple[Person, dict[str, Any]]:
    """Whoever is asked, and what he would do: in the auction he passes."""
    person, move = next((p, move) for p in people if (move := p.move(stream)))
    question = person.screens[stream].view["ask"]
    if question is not None and "pass" in (question["options"] or []):
        move["words"] = ["pass"]
    return person, move


async def answers(people: list[Person], stream: str, times: int) -> int:
    """So many answers, each by whoever is asked; the last entry."""
    n = people[0].screens[stream].n
    for _ in range(times):
        person, move = asked(people, stream)
        n = (await person.command(stream, **move))["n"]
        await all_see(people, stream, n)
    return n


def facts_of(house: House, stream: str) -> list[Fact]:
    return [
        fact
        for *_, body in house.entries(stream)
        for fact in unpacked(body, TableReplica.vocabulary).facts
    ]


async def at_once(*doing: Any) -> list[str]:
    """What becomes of each: the code of a refusal, or `done`."""
    ends = await asyncio.gather(*doing, return_exceptions=True)
    for end in ends:
        if isinstance(end, BaseException) and not isinstance(end, Refusal):
            raise end
    return [end.code if isinstance(end, Refusal) else "done" for end in ends]


# --- two browsers of one player ---


async def test_the_newest_browser_has_the_seat_until_the_older_one_takes_it_back(
    house: House,
) -> None:
    """The older is told `replaced` and refused `other_browser`; `sync` turns it round."""
    people, stream = await seated(house)
    older, move = asked(people, stream)
    first = await older.command(stream, id="the-answer", **move)
    await all_see(people, stream, first["n"])
    newer = await older.again()
    await newer.watch(stream)
    await older.until(lambda: ("replaced", {"stream": stream}) in older.heard)
    assert await older.refused(stream, "propose", wish="pause") == "other_browser"
    assert await older.command(stream, id="the-answer", **move) == first
    shown = await older.watch(stream)
    assert shown.shows() == newer.screens[stream].shows()
    await newer.until(lambda: ("replaced", {"stream": stream}) in newer.heard)
    assert await newer.refused(stream, "propose", wish="pause") == "other_browser"
    assert len(house.entries(stream)) == SEATED + 1
    done = await older.command(stream, "propose", wish="pause")
    await older.sees(stream, done["n"])
    assert newer.screens[stream].n == SEATED + 1


async def test_strangers_may_watch_in_as_many_browsers_as_they_like(house: House) -> None:
    people, stream = await seated(house)
    dasha = await house.guest("Даша")
    second = await dasha.again()
    for browser in (dasha, second):
        await browser.watch(stream)
    n = await answers(people, stream, 1)
    await all_see([dasha, second], stream, n)
    assert dasha.heard == []


# --- late and repeated ---


async def test_an_answer_to_a_question_that_is_over_changes_nothing_and_nobody_hears_of_it(
    house: House,
) -> None:
    people, stream = await seated(house)
    person, move = asked(people, stream)
    n = await answers(people, stream, 2)
    frames = [len(other.socket.frames) for other in people]
    before = [other.screens[stream].shows() for other in people]
    assert await person.refused(stream, id="too-late", **move) == "question_is_over"
    assert await person.refused(stream, id="too-late", **move) == "question_is_over"
    assert len(house.entries(stream)) == n
    assert [await other.sync(stream) for other in people] == before
    own = [2 * (other is person) + 1 for other in people]  # his two refusals, and a `sync` each
    assert [len(other.socket.frames) for other in people] == [
        sum(pair) for pair in zip(frames, own, strict=True)
    ]


# --- at the deadline ---


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keeper looks at the clock all the time."""
    monkeypatch.setattr(keeper, "LOOK_SECONDS", 0.005)


def until(people: list[Person], stream: str) -> float:
    """When the time of the question is over, in seconds."""
    return float(people[0].screens[stream].table["clock"]["until"] / 1000)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("late", [-1.0, 0.0, 0.25, 0.499])
async def test_a_click_before_the_time_is_called_up_counts(house: House, late: float) -> None:
    """Before the deadline, at it, and within the grace of half a second after it."""
    people, stream = await seated(house, pace="quick")
    person, move = asked(people, stream)
    house.clock.at = until(people, stream) + late
    await asyncio.sleep(20 * keeper.LOOK_SECONDS)  # the keeper looks, and leaves it alone
    assert (await person.command(stream, **move))["n"] == SEATED + 1
    *_, told = facts_of(house, stream)
    assert isinstance(told, Answered)
    assert told.by == "player"


@pytest.mark.usefixtures("quick")
async def test_a_click_after_the_time_was_called_up_is_too_late(house: House) -> None:
    people, stream = await seated(house, pace="quick")
    person, move = asked(people, stream)
    house.clock.at = until(people, stream) + 0.5
    await all_see(people, stream, SEATED + 1)
    assert await person.refused(stream, **move) == "question_is_over"
    assert len(house.entries(stream)) == SEATED + 1
    *_, told = facts_of(house, stream)
    assert isinstance(told, Answered)
    assert told.by == "clock"


@pytest.mark.parametrize("first", ["player", "clock"])
async def test_of_a_click_and_the_clock_at_the_same_moment_the_first_counts(
    house: House, first: str
) -> None:
    """Exactly one entry, whichever it is; the keeper finds that it is done."""
    people, stream = await seated(house, pace="quick")
    person, move = asked(people, stream)
    house.clock.at = until(people, stream)
    answer = Answer(move["deal"], move["ask"], move["words"])
    both: dict[str, tuple[str, str, Command]] = {
        "player": (person.person, "the-click", answer),
        "clock": (TABLE, f"time_up-after-{SEATED}", TimeUp()),
    }
    order = [first, *({*both} - {first})]
    done = await asyncio.gather(
        *(house.streams.submit(stream, *both[who]) for who in order), return_exceptions=True
    )
    refused = {"player": "time_is_not_up", "clock": "question_is_over"}[first]
    assert done[0] == {"stream": stream, "n": SEATED + 1}
    assert getattr(done[1], "code", "") == refused
    assert len(house.entries(stream)) == SEATED + 1
    *_, told = facts_of(house, stream)
    assert isinstance(told, Answered)
    assert told.by == first


# --- claims ---


async def in_raspasy(house: House, **options: Any) -> tuple[list[Person], str, dict[str, Any]]:
    """All have passed and one card is played; what names the question."""
    people, stream = await seated(house, **options)
    await answers(people, stream, 4)
    question = people[0].screens[stream].view["ask"]
    assert question is not None
    assert question["what"] == "card"
    return people, stream, {"deal": 1, "ask": question["number"]}


def seat(person: Person, stream: str) -> str:
    members = person.screens[stream].table["members"]
    return str(next(m["seat"] for m in members if m["person"] == person.person))


EAST_GETS_ALL = "=N0,E10,S0"


async def test_of_two_who_claim_at_once_the_first_does_and_the_second_waits(house: House) -> None:
    people, stream, question = await in_raspasy(house)
    claimers = people[:2]
    ends = await at_once(
        *(person.command(stream, "claim", **question, end=EAST_GETS_ALL) for person in claimers)
    )
    assert sorted(ends) == ["claim_waits", "done"]
    first, second = sorted(claimers, key=lambda person: ends[claimers.index(person)] != "done")
    n = len(house.entries(stream))
    await all_see(people, stream, n)
    assert first.screens[stream].table["claim"]["seat"] == seat(first, stream)
    refusing = {"claimer": seat(first, stream), **question}
    await people[2].command(stream, "respond", **refusing, word="no")
    assert await second.refused(stream, "respond", **refusing, word="yes") == "no_claim_waits"
    done = await second.command(stream, "claim", **question, end=EAST_GETS_ALL)
    await all_see(people, stream, done["n"])
    late = await people[2].refused(stream, "respond", **refusing, word="yes")
    assert late == "no_claim_waits", "his yes was meant for the claim that is over"
    assert first.screens[stream].table["claim"]["waiting"]
    assert len(house.entries(stream)) == n + 2


# --- wishes ---


async def test_of_an_answer_and_the_last_yes_to_a_pause_the_first_counts(house: House) -> None:
    """After the pause nobody answers; after the answer nothing waits for a yes."""
    people, stream = await seated(house)
    person, move = asked(people, stream)
    others = [other for other in people if other is not person]
    await person.command(stream, "propose", wish="pause")
    await others[0].command(stream, "vote", word="yes")
    ends = await at_once(
        person.command(stream, **move), others[1].command(stream, "vote", word="yes")
    )
    assert ends in (["done", "no_wish_waits"], ["paused", "done"])
    assert len(house.entries(stream)) == SEATED + 3
    await all_see(people, stream, SEATED + 3)
    for other in people:
        assert other.screens[stream].table["paused"] == (ends[0] == "paused")
        assert other.screens[stream].table["wish"] is None


async def test_an_answer_makes_a_wish_void_and_a_late_vote_finds_nothing(house: House) -> None:
    people, stream = await seated(house)
    first, _ = asked(people, stream)
    await answers(people, stream, 1)
    await first.command(stream, "propose", wish="undo")
    n = await answers(people, stream, 1)
    for other in people:
        assert await other.refused(stream, "vote", word="yes") == "no_wish_waits"
        assert other.screens[stream].table["wish"] is None
    assert len(house.entries(stream)) == n


async def test_of_two_wishes_at_once_one_waits_and_the_other_is_refused(house: House) -> None:
    people, stream = await seated(house)
    ends = await at_once(*(p.command(stream, "propose", wish="pause") for p in people))
    assert sorted(ends) == ["done", "something_waits", "something_waits"]


# --- before and after a pulya ---


async def test_who_joins_while_another_is_sent_away_comes_after_him_or_finds_no_chair(
    house: House,
) -> None:
    people, stream = await gathered(house)
    anna, boris, vera = people
    dasha = await house.guest("Даша")
    ends = await at_once(
        anna.command(stream, "kick", person=vera.person), dasha.command(stream, "join")
    )
    assert ends in (["done", "done"], ["done", "table_is_full"])
    here = {anna.person, boris.person} | ({dasha.person} if ends[1] == "done" else set())
    members = (await boris.sync(stream))["table"]["members"]
    assert {member["person"] for member in members} == here
    assert await vera.refused(stream, "confirm") == "not_at_this_table"


async def test_who_confirms_while_he_is_sent_away_is_not_drawn(house: House) -> None:
    (anna, boris, vera), stream = await gathered(house)
    for person in (anna, boris):
        await person.command(stream, "confirm")
    ends = await at_once(
        anna.command(stream, "kick", person=vera.person), vera.command(stream, "confirm")
    )
    assert ends in (["done", "not_at_this_table"], ["already_seated", "done"])
    drawn = [fact for fact in facts_of(house, stream) if isinstance(fact, Drawn)]
    assert len(drawn) == (ends[1] == "done")


async def test_the_last_two_who_confirm_at_once_draw_once(house: House) -> None:
    (anna, *others), stream = await gathered(house)
    await anna.command(stream, "confirm")
    twice = [*others, *others]
    ends = await at_once(*(person.command(stream, "confirm") for person in twice))
    assert ends.count("done") == 2
    assert {*ends} <= {"done", "already_ready", "already_seated"}
    assert sum(isinstance(fact, Drawn) for fact in facts_of(house, stream)) == 1


async def test_all_who_want_another_pulya_at_once_get_one(house: House) -> None:
    people, stream = await seated(house)
    await play_together(people, stream, finished)
    before = len(house.entries(stream))
    ends = await at_once(*(person.command(stream, "again") for person in people))
    assert ends == ["done"] * 3
    assert len(house.entries(stream)) == before + 3
    assert sum(isinstance(fact, Renewed) for fact in facts_of(house, stream)) == 1
    await all_see(people, stream, before + 3)
    assert [person.screens[stream].table["pulya"] for person in people] == [2, 2, 2]
