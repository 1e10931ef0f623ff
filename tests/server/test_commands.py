"""Commands: each is carried out once, at its question, for the person of the session."""

from __future__ import annotations

import asyncio

import msgpack
import pytest

from tests.server.nodes import House
from tests.server.people import Person, Refusal, new_id

SEATED = 7
"""The entry that opens the first deal of three people."""


async def seated_at_three(house: House) -> tuple[list[Person], str]:
    """Three people in a running deal, and the stream."""
    people = [await house.guest(name) for name in ("Анна", "Борис", "Вера")]
    stream = await people[0].open(players=3, bots=False)
    for person in people:
        await person.watch(stream)
    for person in people[1:]:
        await person.command(stream, "join")
    for person in people:
        await person.command(stream, "confirm")
    for person in people:
        await person.sees(stream, 6)
    for person in people:
        if await person.step(stream):
            break
    for person in people:
        await person.sees(stream, SEATED)
    return people, stream


def asked(people: list[Person], stream: str) -> tuple[Person, dict[str, object]]:
    """Whoever is asked, and the answer that he would give."""
    return next((person, move) for person in people if (move := person.move(stream)))


async def test_a_command_sent_twice_is_carried_out_once(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    first = await person.command(stream, id="the-answer", **move)
    assert first == {"stream": stream, "n": SEATED + 1}
    assert await person.command(stream, id="the-answer", **move) == first
    other = await person.again()
    assert await other.command(stream, id="the-answer", **move) == first
    assert len(house.entries(stream)) == SEATED + 1


async def test_also_when_both_come_at_once(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    other = await person.again()
    done = await asyncio.gather(
        *(
            browser.command(stream, id="the-answer", **move)
            for browser in (person, other)
            for _ in range(5)
        )
    )
    assert done == [{"stream": stream, "n": SEATED + 1}] * 10
    assert len(house.entries(stream)) == SEATED + 1


async def test_also_after_a_restart(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    first = await person.command(stream, id="the-answer", **move)
    await house.restart()
    await person.connect(house.url)
    assert await person.command(stream, id="the-answer", **move) == first
    assert len(house.entries(stream)) == SEATED + 1


async def test_a_repeated_opening_is_one_table(house: House) -> None:
    anna = await house.guest()
    order = {"rules": "fspr-2006", "players": 3, "deals": 1}
    first = await anna.command("", "open", id="my-table", **order)
    assert await anna.command("", "open", id="my-table", **order) == first
    await house.restart()
    await anna.connect(house.url)
    assert await anna.command("", "open", id="my-table", **order) == first
    assert (await anna.command("", "open", id="my-table2", **order)) != first
    boris = await house.guest()
    assert (await boris.command("", "open", id="my-table", **order)) != first


async def test_the_same_id_of_somebody_else_is_another_command(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(bots=False, players=3)
    boris, vera = await house.guest(), await house.guest()
    assert (await boris.command(stream, "join", id="let-me-in"))["n"] == 2
    assert (await vera.command(stream, "join", id="let-me-in"))["n"] == 3


async def test_a_refused_command_may_be_sent_again(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    others = [other for other in people if other is not person]
    assert await others[0].refused(stream, id="too-early", **move) == "not_your_turn"
    await person.command(stream, **move)
    for each in people:
        await each.sees(stream, SEATED + 1)
    person, move = asked(people, stream)
    if person is others[0]:
        assert (await person.command(stream, id="too-early", **move))["n"] == SEATED + 2


async def test_an_answer_to_a_question_that_is_over(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    await person.command(stream, **move)
    for late in people:
        with pytest.raises(Refusal) as caught:
            await late.command(stream, **move)
        assert caught.value.code == "question_is_over"
        assert caught.value.detail == {"deal": 1, "ask": 1}
    assert len(house.entries(stream)) == SEATED + 1


async def test_of_two_browsers_that_answer_one_question_the_first_is_heard(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    other = await person.again()
    outcomes = await asyncio.gather(
        person.command(stream, **move),
        other.command(stream, **{**move, "words": ["pass"]}),
        return_exceptions=True,
    )
    refusals = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    assert [refusal.code for refusal in refusals] == ["question_is_over"]
    assert len(house.entries(stream)) == SEATED + 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"deal": 2}, "question_is_over"),
        ({"deal": 0}, "question_is_over"),
        ({"ask": 1}, "question_is_over"),
        ({"ask": -1}, "question_is_over"),
        ({"ask": 2**63}, "question_is_over"),
        ({"words": ["AS"]}, "not_an_option"),
        ({"words": []}, "no_words"),
        ({"words": ["pass", "pass"]}, "one_at_a_time"),
    ],
)
async def test_wrong_answers(house: House, change: dict[str, object], code: str) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    assert await person.refused(stream, **{**move, **change}) == code
    assert len(house.entries(stream)) == SEATED


async def test_only_whose_turn_it_is_and_only_who_takes_part(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    for other in people:
        if other is not person:
            assert await other.refused(stream, **move) == "not_your_turn"
    stranger = await house.guest()
    for command in (move, {"what": "ready", "deal": 1}, {"what": "leave"}):
        assert await stranger.refused(stream, **command) == "not_at_this_table"
    assert await stranger.refused(stream, "join") == "table_is_full"
    assert len(house.entries(stream)) == SEATED


async def test_a_message_cannot_say_who_sends_it(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    other = next(each for each in people if each is not person)
    message = {"stream": stream, "id": new_id(), "command": move, "who": person.person}
    with pytest.raises(Refusal, match="not_your_turn"):
        await other.socket.call("command", message)
    assert await other.refused(stream, **{**move, "who": person.person}) == "malformed"


async def test_nobody_closes_a_deal_by_hand(house: House) -> None:
    people, stream = await seated_at_three(house)
    assert await people[0].refused(stream, "close", deal=1) == "unknown_command"


async def test_there_is_no_such_table(house: House) -> None:
    anna = await house.guest()
    for stream in ("t0", "", "0" * 40):
        assert await anna.refused(stream, "join") == "no_such_table"
        with pytest.raises(Refusal, match="no_such_table"):
            await anna.sync(stream)
    assert house.streams.replicas == {}


async def test_a_table_that_cannot_be_leaves_nothing_behind(house: House) -> None:
    anna = await house.guest()
    order = {"rules": "sochi", "players": 3, "deals": 1}
    assert await anna.refused("", "open", **order) == "bad_table"
    assert house.streams.replicas == {}


async def test_the_acknowledgement_comes_before_the_entry(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    before = len(person.socket.frames)
    done = await person.command(stream, **move)
    await person.sees(stream, SEATED + 1)
    ack, entry = (msgpack.unpackb(frame) for frame in person.socket.frames[before:])
    assert ack["data"] == [{"ok": done}]
    assert entry["data"][1]["n"] == done["n"] == SEATED + 1


async def test_unwatched_tables_send_no_more(house: House) -> None:
    people, stream = await seated_at_three(house)
    person, move = asked(people, stream)
    other = next(each for each in people if each is not person)
    assert await other.socket.call("unwatch", {"stream": stream}) is None
    frames = len(other.socket.frames)
    await person.command(stream, **move)
    await person.sees(stream, SEATED + 1)
    await other.sync(stream)
    assert len(other.socket.frames) == frames + 1  # the answer to `sync`
