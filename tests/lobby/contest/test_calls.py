"""Calling the director: a queue of calls, what an open one holds up, what its answer lets go on."""

from __future__ import annotations

from typing import Any

from lobby.contest import acts, commands, pulya_facts
from lobby.contest.plan import MINUTE
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import CLOCK, DIRECTOR, Hall, hall, players

WHISTS = ["60", "20", "-20", "-60"]


def playing() -> Hall:
    return hall(5, formula="points-4321").enter(*players(8)).until_phase("playing")


def settled(room: Hall) -> Hall:
    room.does(CLOCK, commands.Post(1, 1, WHISTS, 20))
    return room


def calls(room: Hall, person: str, about: str = "a wrong trick") -> None:
    room.does(person, commands.CallDirector(1, 1, about))


def how(room: Hall) -> list[str]:
    return [fact.by for fact, _ in room.log if isinstance(fact, pulya_facts.Posted)]


def first_table(room: Hall) -> Any:
    return contest_seen(room.contest)["tours"][0]["tables"][0]


def test_calls_are_seen_in_their_order_with_their_answers() -> None:
    room = playing()
    one, other = room.table(1, 1).players[:2]
    calls(room, one, " the  talon\nwas open ")
    at = room.now
    room.passes(2 * MINUTE)
    calls(room, other, "x" * 300)
    assert first_table(room)["calls"] == [1, 2]
    room.acts(acts.Attend, call=2, why="I have seen it")
    assert first_table(room)["calls"] == [1]
    place = {"tour": 1, "table": 1}
    assert contest_seen(room.contest)["calls"] == [
        {
            **place,
            "number": 1,
            "at": at,
            "person": one,
            "about": "the talon was open",
            "answered_by": "",
            "answer": "",
            "answered_at": None,
        },
        {
            **place,
            "number": 2,
            "at": room.now,
            "person": other,
            "about": "x" * 200,
            "answered_by": DIRECTOR,
            "answer": "I have seen it",
            "answered_at": room.now,
        },
    ]


def test_what_cannot_be_shown_is_left_out_of_a_call() -> None:
    room = playing()
    calls(room, room.table(1, 1).players[0], "a\u202eb\x00 trick")
    assert room.contest.calls[0].about == "ab trick"


def test_each_at_the_table_has_one_open_call() -> None:
    room = playing()
    one, other = room.table(1, 1).players[:2]
    calls(room, one)
    again = commands.CallDirector(1, 1, "again")
    assert room.refuses(one, again) == "director_called"
    calls(room, other)
    room.acts(acts.Attend, call=1)
    calls(room, one, "again")
    assert [call.person for call in room.contest.calls] == [one, other, one]


def test_who_may_call_from_where() -> None:
    room = playing()
    call = commands.CallDirector(1, 1, "")
    assert room.refuses("Anna", call) == "not_at_this_table"
    out, mate = room.table(1, 1).players[:2]
    assert room.refuses(out, commands.CallDirector(1, 9, "")) == "no_such_table"
    room.acts(acts.Substitute, tour=1, table=1, out=out, into="Waiting")
    assert room.refuses(out, call) == "not_at_this_table"
    calls(room, "Waiting")
    room.acts(acts.Pause)
    calls(room, mate)  # also in a pause
    room.acts(acts.Resume)
    room.acts(acts.Give, tour=1, table=1, whists=WHISTS)
    assert room.refuses(room.table(1, 1).players[2], call) == "already_posted"


def test_an_answer_needs_a_call_that_is_open() -> None:
    room = playing()
    assert room.refuses(DIRECTOR, room.act(acts.Attend, call=1)) == "no_such_call"
    calls(room, room.table(1, 1).players[0])
    for number in (0, -1, 2):
        assert room.refuses(DIRECTOR, room.act(acts.Attend, call=number)) == "no_such_call"
    room.acts(acts.Attend, call=1)
    assert room.refuses(DIRECTOR, room.act(acts.Attend, call=1)) == "already_so"


def test_a_call_from_before_the_settlement_holds_up_the_posting() -> None:
    room = playing()
    one, *others = room.table(1, 1).players
    calls(room, one)
    settled(room)
    for person in (one, *others):
        room.does(person, commands.Sign(1, 1))
    room.passes(20 * MINUTE)
    assert how(room) == []
    assert first_table(room)["signed_until"] is None


def test_after_the_last_answer_silence_runs_anew() -> None:
    room = settled(playing())
    one, other = room.table(1, 1).players[:2]
    calls(room, one)
    calls(room, other)
    room.passes(10 * MINUTE)
    room.acts(acts.Attend, call=2)
    room.passes(10 * MINUTE)
    assert how(room) == []  # the first call is still open
    room.acts(acts.Attend, call=1)
    assert first_table(room)["signed_until"] == room.now + 3 * MINUTE
    room.passes(3 * MINUTE - 1000)
    assert how(room) == []
    room.passes(1000)
    assert how(room) == ["silence"]


def test_after_the_answer_the_last_signature_posts() -> None:
    room = settled(playing())
    *others, last = room.table(1, 1).players
    calls(room, last)
    for person in others:
        room.does(person, commands.Sign(1, 1))
    room.acts(acts.Attend, call=1)
    assert how(room) == []
    room.does(last, commands.Sign(1, 1))
    assert how(room) == ["players"]


def test_an_answer_alone_posts_nothing_even_if_all_have_signed() -> None:
    room = settled(playing())
    calls(room, room.table(1, 1).players[0])
    for person in room.table(1, 1).players:
        room.does(person, commands.Sign(1, 1))
    room.acts(acts.Attend, call=1)
    assert how(room) == []
    room.passes(3 * MINUTE)
    assert how(room) == ["players"]  # they had confirmed


def test_the_director_gives_his_own_result_and_answers_afterwards() -> None:
    room = settled(playing())
    calls(room, room.table(1, 1).players[0])
    room.acts(acts.Give, tour=1, table=1, whists=["50", "30", "-20", "-60"])
    room.acts(acts.Attend, call=1)
    room.passes(10 * MINUTE)
    assert how(room) == ["director"]
    assert first_table(room)["whists"] == ["50", "30", "-20", "-60"]


def test_a_table_of_bots_is_not_posted_over_an_open_call() -> None:
    room = playing()
    calls(room, room.table(1, 1).players[0])
    for person in room.table(1, 1).players:
        room.acts(acts.Substitute, tour=1, table=1, out=person, bot=True)
    settled(room)
    assert how(room) == []
    room.acts(acts.Attend, call=1)
    room.passes(3 * MINUTE)
    assert how(room) == ["players"]


def test_a_pause_and_downtime_move_the_silence_after_an_answer() -> None:
    room = settled(playing())
    calls(room, room.table(1, 1).players[0])
    room.passes(5 * MINUTE)
    room.acts(acts.Pause)
    room.passes(5 * MINUTE)
    room.acts(acts.Attend, call=1)  # in the pause
    room.passes(5 * MINUTE)
    room.acts(acts.Resume)
    assert first_table(room)["signed_until"] == room.now + 3 * MINUTE
    since = room.now
    room.now += 2 * MINUTE
    room.does(CLOCK, commands.Credit(since))
    assert first_table(room)["signed_until"] == room.now + 3 * MINUTE
