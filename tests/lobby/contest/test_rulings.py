"""What a director does to one table: hold, annul, adjust, dismiss, what spectators see; looks."""

from __future__ import annotations

from typing import Any

import pytest

from game.script import Refused
from lobby.contest import acts, commands
from lobby.contest.decisions import decide
from lobby.contest.plan import MINUTE
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import CLOCK, DIRECTOR, SECOND, Hall, hall, players

PLACE = {"tour": 1, "table": 1}
ZERO = ["0"] * 4


def playing(**options: Any) -> Hall:
    room = hall(5, formula="points-4321", **options).enter(*players(8), "Pavel")
    room.acts(acts.AddDirector, person="Pavel")
    return room.until_phase("playing")


def table_view(room: Hall, number: int = 1) -> Any:
    return contest_seen(room.contest)["tours"][0]["tables"][number - 1]


ACTS: list[tuple[type[Any], dict[str, Any]]] = [
    (acts.HoldTable, {}),
    (acts.Annul, {"deal": 1, "replay": False}),
    (acts.Adjust, {"person": "", "pool": 1}),
    (acts.Dismiss, {"person": "Whisperer"}),
    (acts.Watchable, {"watching": "none"}),
]


def act(room: Hall, kind: type[Any], fields: dict[str, Any], **place: int) -> Any:
    table = room.contest.table(1, place.get("table", 1))
    fields = dict(fields)
    if fields.get("person") == "":
        fields["person"] = table.players[0] if table else "p1"
    return room.act(kind, **(PLACE | place), **fields)


@pytest.mark.parametrize(("kind", "fields"), ACTS)
def test_only_a_table_that_plays_is_ruled_on(kind: type[Any], fields: dict[str, Any]) -> None:
    room = playing()
    assert room.refuses("Anna", act(room, kind, fields)) == "not_a_director"
    for place in ({"table": 9}, {"tour": 2}):
        assert room.refuses(DIRECTOR, act(room, kind, fields, **place)) == "no_such_table"
    room.does(DIRECTOR, act(room, kind, fields))
    room.acts(acts.Give, tour=1, table=2, whists=["0"] * len(room.table(1, 2).players))
    assert room.refuses(DIRECTOR, act(room, kind, fields, table=2)) == "already_posted"
    room.does(CLOCK, commands.Post(1, 3, ["0"] * len(room.table(1, 3).players), 2))
    assert room.refuses(DIRECTOR, act(room, kind, fields, table=3)) == "already_posted"


@pytest.mark.parametrize(
    ("number", "law"), [*enumerate(("§T7.6", "§T9.4", "§T9.5", "§T10.3", "§T10.5"))]
)
def test_a_ruling_that_comes_too_late_names_its_paragraph(number: int, law: str) -> None:
    room = playing()
    room.acts(acts.Give, **PLACE, whists=["0"] * len(room.table(1, 1).players))
    with pytest.raises(Refused) as caught:
        room.does(DIRECTOR, act(room, *ACTS[number]))
    assert (caught.value.code, caught.value.rule) == ("already_posted", law)


def test_whom_a_director_sends_away_is_somebody() -> None:
    room = playing()
    for person in ("", "x" * 60_000, "a\nb", "bot-1"):
        gone = room.act(acts.Dismiss, **PLACE, person=person)
        assert room.refuses(DIRECTOR, gone) == "bad_person"


@pytest.mark.parametrize(("kind", "fields"), ACTS)
def test_not_at_the_table_at_which_the_director_plays(
    kind: type[Any], fields: dict[str, Any]
) -> None:
    room = playing()
    own = next(t.number for t in room.contest.tours[0].tables if "Pavel" in t.players)
    other = next(t.number for t in room.contest.tours[0].tables if "Pavel" not in t.players)
    assert room.refuses("Pavel", act(room, kind, fields, table=own)) == "plays_there"
    room.does("Pavel", act(room, kind, fields, table=other))


def test_a_director_who_plays_does_not_answer_his_own_table() -> None:
    room = playing()
    own = next(t for t in room.contest.tours[0].tables if "Pavel" in t.players)
    mate = next(player for player in own.players if player != "Pavel")
    room.does(mate, commands.CallDirector(1, own.number, ""))
    assert room.refuses("Pavel", room.act(acts.Attend, call=1)) == "plays_there"
    assert room.refuses("Pavel", room.act(acts.Attend, call=2)) == "no_such_call"
    room.acts(acts.Attend, call=1)


def test_a_chief_may_do_what_a_director_may() -> None:
    room = playing()
    command = room.act(acts.HoldTable, **PLACE, why="the log is looked at")
    assert room.refuses("Admin", command) == "not_a_director"
    room.take(*decide(room.contest, "Admin", command, room.now, chief=True))
    assert room.table(1, 1).held
    deed = contest_seen(room.contest)["deeds"][-1]
    assert (deed["by"], deed["did"], deed["why"]) == ("Admin", "hold_table", "the log is looked at")
    assert deed["detail"] == {"tour": 1, "table": 1, "held": True}


# --- hold ---


def test_a_table_that_was_held_gets_the_time_back_alone() -> None:
    room = playing().passes(10 * MINUTE)
    ends, other = room.table(1, 1).ends, room.table(1, 2).ends
    room.acts(acts.HoldTable, **PLACE)
    room.pull()
    assert room.refuses(DIRECTOR, room.act(acts.HoldTable, **PLACE)) == "already_so"
    view = table_view(room)
    assert (view["held"], view["last_circle_at"], view["plays"]) == (True, None, True)
    assert room.tables["cup-1-1"].stands
    room.passes(4 * MINUTE)
    room.acts(acts.HoldTable, **PLACE, held=False)
    assert (room.table(1, 1).ends, room.table(1, 2).ends) == (ends + 4 * MINUTE, other)
    assert table_view(room)["last_circle_at"] == ends + 4 * MINUTE - 8 * MINUTE
    go_on = room.act(acts.HoldTable, **PLACE, held=False)
    assert room.refuses(DIRECTOR, go_on) == "already_so"


def test_the_last_circle_waits_for_a_table_that_is_held() -> None:
    room = playing().passes(90 * MINUTE)
    room.acts(acts.HoldTable, **PLACE)
    room.passes(10 * MINUTE)
    assert [table.last_circle for table in room.contest.tours[0].tables] == [False, True, True]
    room.acts(acts.HoldTable, **PLACE, held=False)
    room.passes(2 * MINUTE)
    assert room.table(1, 1).last_circle


@pytest.mark.parametrize("order", ["pause first", "table first"])
def test_a_pause_over_a_table_that_is_held_counts_once(order: str) -> None:
    room = playing()
    ends = room.table(1, 1).ends

    def turn(first: bool, on: bool) -> None:
        if first == (order == "pause first"):
            room.acts(acts.Pause if on else acts.Resume)
        else:
            room.acts(acts.HoldTable, **PLACE, held=on)
        room.pull()
        assert room.tables["cup-1-1"].stands == (on or first)
        room.now += 5 * MINUTE

    turn(first=True, on=True)
    turn(first=False, on=True)
    turn(first=True, on=False)
    turn(first=False, on=False)
    paused = [table.ends for table in room.contest.tours[0].tables[1:]]
    assert room.table(1, 1).ends == ends + 15 * MINUTE
    assert paused == [ends + 10 * MINUTE] * 2


def test_downtime_is_not_given_back_twice_to_a_table_that_is_held() -> None:
    room = playing()
    ends, since = room.table(1, 1).ends, room.now
    room.acts(acts.HoldTable, **PLACE)
    room.now += 5 * MINUTE
    room.does(CLOCK, commands.Credit(since))
    room.acts(acts.HoldTable, **PLACE, held=False)
    assert [table.ends for table in room.contest.tours[0].tables] == [ends + 5 * MINUTE] * 3


def test_a_pulya_that_comes_in_from_a_table_that_is_held_ends_the_hold() -> None:
    room = playing()
    room.acts(acts.HoldTable, **PLACE)
    room.does(CLOCK, commands.Post(1, 1, ["0"] * len(room.table(1, 1).players), 3))
    assert not table_view(room)["held"]
    room.passes(3 * MINUTE)
    assert table_view(room)["posted"] == "silence"


# --- annul, adjust ---


def test_a_deal_is_annulled_once_and_everybody_sees_it() -> None:
    room = playing()
    room.acts(acts.Annul, **PLACE, deal=3, replay=True, why="a card was seen")
    told = {"deal": 3, "replay": True, "at": room.now, "by": DIRECTOR, "why": "a card was seen"}
    assert table_view(room)["annulled"] == [told]
    again = room.act(acts.Annul, **PLACE, deal=3, replay=False)
    assert room.refuses(DIRECTOR, again) == "already_so"
    never = room.act(acts.Annul, **PLACE, deal=0, replay=False)
    assert room.refuses(DIRECTOR, never) == "no_such_deal"


def test_an_adjustment_is_seen_and_has_sense() -> None:
    room = playing()
    one, other = room.table(1, 1).players[:2]
    room.acts(acts.Adjust, **PLACE, person=one, pool=-2, mountain=4, why="a revoke")
    room.acts(acts.Adjust, **PLACE, person=one, on=other, whists=20, why="a revoke")
    room.acts(acts.Adjust, **PLACE, person=one, on="nobody", pool=1, why="a revoke")
    common = {"person": one, "at": room.now, "by": DIRECTOR, "why": "a revoke"}
    assert table_view(room)["adjusted"] == [
        {**common, "pool": -2, "mountain": 4, "on": "", "whists": 0},
        {**common, "pool": 0, "mountain": 0, "on": other, "whists": 20},
        {**common, "pool": 1, "mountain": 0, "on": "", "whists": 0},
    ]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"person": "Anna", "pool": 1}, "not_at_this_table"),
        ({"whists": 10}, "not_at_this_table"),
        ({"whists": 10, "on": "Anna"}, "not_at_this_table"),
        ({"whists": 10, "on": "himself"}, "not_at_this_table"),
        ({"pool": 1, "on": "x" * 101}, "bad_person"),
        ({}, "bad_adjustment"),
        ({"mountain": 10_001}, "bad_adjustment"),
        ({"pool": -10_001}, "bad_adjustment"),
    ],
)
def test_adjustments_that_cannot_be(fields: dict[str, Any], code: str) -> None:
    room = playing()
    one = room.table(1, 1).players[0]
    told = {"person": one} | fields
    if told.get("on") == "himself":
        told["on"] = one
    assert room.refuses(DIRECTOR, room.act(acts.Adjust, **PLACE, **told)) == code


# --- spectators ---


def test_a_spectator_is_sent_away_once_and_a_player_not() -> None:
    room = playing()
    room.acts(acts.Dismiss, **PLACE, person="Whisperer")
    assert table_view(room)["dismissed"] == ["Whisperer"]
    again = room.act(acts.Dismiss, **PLACE, person="Whisperer")
    assert room.refuses(DIRECTOR, again) == "already_so"
    player = room.act(acts.Dismiss, **PLACE, person=room.table(1, 1).players[0])
    assert room.refuses(DIRECTOR, player) == "still_plays"


def test_what_spectators_may_see_is_changed_at_one_table_or_at_all() -> None:
    room = playing(watching="table")

    def watching() -> list[str]:
        return [table["watching"] for table in contest_seen(room.contest)["tours"][0]["tables"]]

    assert watching() == ["table"] * 3
    room.acts(acts.Watchable, **PLACE, watching="none")
    assert watching() == ["none", "table", "table"]
    room.acts(acts.Watchable, tour=1, watching="none")
    assert watching() == ["none"] * 3
    room.pull()
    assert [sim.watching for sim in room.tables.values()] == ["none"] * 3
    same = room.act(acts.Watchable, tour=1, watching="none")
    assert room.refuses(DIRECTOR, same) == "already_so"
    bad = room.act(acts.Watchable, tour=1, watching="everything")
    assert room.refuses(DIRECTOR, bad) == "bad_watching"
    later = room.act(acts.Watchable, tour=2, watching="hand")
    assert room.refuses(DIRECTOR, later) == "no_tour_runs"
    room.until(lambda room: len(room.contest.tours) == 2 and room.phase == "playing")
    assert {table.watching for table in room.contest.tours[1].tables} == {"table"}


def test_a_look_is_told_when_its_deal_is_over() -> None:
    room = playing()
    look = commands.Looked(1, 1, 2, "Pavel", "a call")
    room.passes(5 * SECOND).does(CLOCK, look, "looked-1-1-2-1")
    assert room.does(CLOCK, look, "looked-1-1-2-1") == []
    assert contest_seen(room.contest)["looks"] == [
        {"at": room.now, "tour": 1, "table": 1, "deal": 2, "person": "Pavel", "reason": "a call"}
    ]
    assert room.refuses(CLOCK, commands.Looked(1, 9, 2, "Pavel", "")) == "no_such_table"


def test_a_pulya_that_comes_in_without_a_ruling_calls_the_director() -> None:
    room = playing()
    size = len(room.table(1, 1).players)
    room.acts(acts.Annul, **PLACE, deal=1, replay=False)
    room.acts(acts.Adjust, **PLACE, person=room.table(1, 1).players[0], pool=2)
    room.does(CLOCK, commands.Post(1, 1, ["0"] * size, 9, rulings=1))
    seen = contest_seen(room.contest)
    assert [(call["person"], call["table"]) for call in seen["calls"]] == [("", 1)]
    for person in room.table(1, 1).players:
        room.does(person, commands.Sign(1, 1))
    room.passes(10 * MINUTE)
    assert table_view(room)["posted"] == ""
    room.acts(acts.Give, **PLACE, whists=["0"] * size)
    assert table_view(room)["posted"] == "director"


def test_a_pulya_with_all_rulings_is_posted_as_ever() -> None:
    room = playing()
    room.acts(acts.Annul, **PLACE, deal=1, replay=False)
    room.acts(acts.Dismiss, **PLACE, person="Whisperer")
    room.does(CLOCK, commands.Post(1, 1, ["0"] * len(room.table(1, 1).players), 9, rulings=1))
    room.passes(3 * MINUTE)
    assert table_view(room)["posted"] == "silence"
