"""Who plays a tour is fixed at its call: corrections, late entries, withdrawals, halts (§T6)."""

from __future__ import annotations

import pytest

from lobby.contest import acts, commands
from lobby.contest.due import due
from lobby.contest.plan import MINUTE
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import DIRECTOR, Hall, hall, players


def shown(room: Hall) -> list[list[str]]:
    return [[*table.players] for table in room.contest.tours[-1].tables]


def everybody(room: Hall) -> set[str]:
    return {*room.contest.tours[-1].shown}


def points(**options: object) -> Hall:
    """The second tour of eight is to be called."""
    room = hall(5, formula="points-4321", **options).enter(*players(8)).until_phase("playing")
    return room.until_phase("between")


def final_called() -> tuple[Hall, list[str]]:
    """The final of six is called; of the four one is still to come, and no reserve does."""
    room = hall(4).enter(*players(6))
    room.results = lambda _room, sim: (
        [["100", "50", "-150"], ["90", "40", "-130"]][sim.table - 1]
        if sim.tour == 1
        else ["0"] * len(sim.sitting)
    )
    room.until_phase("playing").until_phase("between")
    advance = contest_seen(room.contest)["advance"]
    room.missing = {*players(6)}
    room.until_phase("called")
    return room, advance


# --- corrections ---


def test_a_correction_in_the_call_throws_nobody_out_who_came() -> None:
    room, four = final_called()
    *here, late = four
    for person in here:
        room.does(person, commands.Here(2))
    table = next(each for each in room.contest.tours[0].tables if late not in each.players[:1])
    room.acts(acts.Correct, tour=1, table=table.number, whists=["-150", "40", "110"])
    assert {line["person"] for line in contest_seen(room.contest)["standings"][:4]} != {*four}
    room.until_phase("playing")  # the last one does not come, nor does a reserve
    assert everybody(room) == {*here}
    assert {*room.contest.absent[2]} <= {late, *players(6)} - {*here}
    assert room.contest.marks.keys() == {late}


def test_reserves_come_in_the_order_of_the_call() -> None:
    room, four = final_called()
    fifth, sixth = (line["person"] for line in contest_seen(room.contest)["standings"][4:])
    table = next(each for each in room.contest.tours[0].tables if fifth in each.players)
    turned = {fifth: "-400"} | {player: "200" for player in table.players if player != fifth}
    room.acts(
        acts.Correct,
        tour=1,
        table=table.number,
        whists=[turned[player] for player in table.players],
    )
    for person in (*four[:3], fifth, sixth):
        room.does(person, commands.Here(2))
    room.until_phase("playing")
    assert everybody(room) == {*four[:3], fifth}
    assert room.contest.absent[2] == [four[3]]


def test_a_penalty_in_the_call_does_not_change_how_its_tables_are_cut() -> None:
    told = []
    for points_off in ("0", "-9"):
        room = points()
        room.missing = {"p1"}
        room.until_phase("called")
        if points_off != "0":
            room.acts(acts.Penalise, tour=1, person="p2", points=points_off)
        told.append(shown(room.until_phase("playing")))
    assert told[0] == told[1]


# --- withdrawals ---


def test_who_withdraws_in_the_call_is_not_waited_for() -> None:
    room = points()
    room.missing = {"p8"}
    room.until_phase("called")
    assert due(room.contest).at > room.now  # type: ignore[union-attr]
    room.does("p8", commands.Withdraw())
    at = room.now
    room.until_phase("playing")
    assert (room.now, everybody(room)) == (at, {*players(7)})
    assert room.contest.marks == {}


def test_the_next_is_waited_for_in_the_place_of_a_finalist_who_withdrew() -> None:
    room, four = final_called()
    fifth = contest_seen(room.contest)["standings"][4]["person"]
    for person in four[1:]:
        room.does(person, commands.Here(2))
    room.does(four[0], commands.Withdraw())
    coming = due(room.contest)
    assert coming is not None
    assert coming.at == room.contest.tours[1].until
    room.does(fifth, commands.Here(2))
    at = room.now
    room.by_itself()
    assert (room.phase, room.now) == ("playing", at)
    assert everybody(room) == {*four[1:], fifth}


# --- late entries ---


def test_who_enters_in_the_call_does_not_move_the_tables_if_all_come() -> None:
    room = points(late=2)
    room.missing = {"p1"}
    room.until_phase("called").enter("Late")
    before = shown(room)
    room.does("Late", commands.Here(2))
    room.missing = set()
    assert shown(room.until_phase("playing")) == before
    assert room.contest.absent == {1: ["Late"], 2: ["Late"]}
    room.until(lambda room: room.phase == "playing" and len(room.contest.tours) == 3)
    assert "Late" in everybody(room)


def test_who_enters_in_the_call_plays_in_the_place_of_one_who_does_not_come() -> None:
    room = points(late=2)
    room.missing = {"p1"}
    room.until_phase("called").enter("Late", "Later")
    for person in ("Later", "Late"):
        room.does(person, commands.Here(2))
    room.until_phase("playing")
    assert everybody(room) == {"Late", *players(8)} - {"p1"}


def test_a_late_entry_in_the_first_call_changes_no_formula() -> None:
    room = hall(late=1).enter(*players(8))
    room.missing = {"p1"}
    room.until_phase("called").enter("Late")
    room.missing = set()
    room.until_phase("playing")
    assert everybody(room) == {*players(8)}
    assert contest_seen(room.contest)["number_of_tours"] == 2


# --- bringing back, adding ---


def test_a_director_brings_back_who_withdrew_between_tours() -> None:
    room = points()
    room.does("p3", commands.Withdraw())
    assert room.refuses("p3", commands.Register()) == "registration_closed"
    room.acts(acts.Add, person="p3")
    assert room.refuses(DIRECTOR, room.act(acts.Add, person="Anna")) == "registration_closed"
    room.until_phase("playing")
    assert everybody(room) == {*players(8)}
    withdrawn = room.act(acts.Add, person="bot-1", bot=True)
    assert room.refuses(DIRECTOR, withdrawn) == "registration_closed"  # while a tour is played


def test_a_bot_that_enters_between_tours_missed_those_before() -> None:
    room = points()
    room.acts(acts.Add, person="bot-1", bot=True)
    assert room.contest.absent[1] == ["bot-1"]
    room.until_phase("playing")
    assert everybody(room) == {"bot-1", *players(8)}


def test_who_is_brought_back_in_the_call_plays_if_a_place_is_free() -> None:
    room = points()
    room.does("p3", commands.Withdraw())
    room.missing = {"p1"}
    room.until_phase("called")
    bot = room.act(acts.Add, person="bot-1", bot=True)
    assert room.refuses(DIRECTOR, bot) == "registration_closed"  # nothing is halted
    room.acts(acts.Add, person="p3")
    room.until_phase("playing")
    assert everybody(room) == {*players(8)} - {"p1"}
    assert room.contest.absent[2] == ["p1"]


@pytest.mark.parametrize("by", ["bot", "back"])
def test_a_halt_between_tours_is_mended(by: str) -> None:
    room = hall(5, formula="points-4321").enter(*players(6)).until_phase("playing")
    room.until_phase("between").does("p3", commands.Withdraw())
    room.until(lambda room: room.contest.halted is not None)
    if by == "bot":
        room.acts(acts.Add, person="bot-1", bot=True)
    else:
        room.acts(acts.Add, person="p3")
    room.acts(acts.Resume)
    room.until_phase("playing")
    assert len(everybody(room)) == 6
    room.until_phase("finished")


def test_a_halt_in_the_call_is_mended_by_a_bot() -> None:
    room = hall(5, formula="points-4321").enter(*players(6)).until_phase("playing")
    room.until_phase("between")
    room.missing = {"p1"}
    room.until(lambda room: room.contest.halted is not None)
    assert (room.phase, room.contest.halted) == ("called", 5)
    room.acts(acts.Add, person="bot-1", bot=True)
    room.acts(acts.Resume)
    room.until_phase("playing")
    assert everybody(room) == {"bot-1", *players(6)} - {"p1"}
    assert room.contest.absent == {1: ["bot-1"], 2: ["p1"]}
    room.until_phase("finished")


def test_where_nobody_is_waited_for_who_is_brought_back_is_here() -> None:
    room = hall(5, formula="points-4321", no_show=0).enter(*players(6))
    room.until(lambda room: room.phase == "between")
    room.acts(acts.Start, step="call", tour=1)
    room.does("p3", commands.Withdraw())
    room.by_itself()
    assert (room.phase, room.contest.halted) == ("called", 5)
    room.acts(acts.Add, person="p3")
    room.acts(acts.Resume)
    room.by_itself()
    assert (room.phase, everybody(room)) == ("playing", {*players(6)})


def test_a_festival_takes_back_who_had_advanced_but_no_bot_after_its_first_tour() -> None:
    room = hall(4).enter(*players(9))
    room.until(lambda room: room.phase == "between")
    room.acts(acts.Add, person="bot-1", bot=True)  # before the first tour
    room.until_phase("playing")
    assert "bot-1" in everybody(room)
    room.until_phase("between")
    advance = contest_seen(room.contest)["advance"]
    gone = next(each for each in advance if each != "bot-1")
    room.does(gone, commands.Withdraw())
    assert gone not in contest_seen(room.contest)["advance"]
    bot = room.act(acts.Add, person="bot-2", bot=True)
    assert room.refuses(DIRECTOR, bot) == "registration_closed"
    room.acts(acts.Add, person=gone)
    assert contest_seen(room.contest)["advance"] == advance
    assert everybody(room.until_phase("called", "playing")) == {*advance}


# --- marks ---


def test_only_who_promised_to_come_is_marked() -> None:
    room = hall(5, formula="points-4321").enter(*players(7))
    room.acts(acts.Add, person="Added")
    room.missing = {"Added", "p1"}
    room.until_phase("playing")
    assert {*room.contest.marks} == {"p1"}
    room.missing = set()
    room.until_phase("between").until_phase("playing")
    assert "Added" in everybody(room)
    room.missing = {"Added"}
    room.until(lambda room: room.phase == "playing" and len(room.contest.tours) == 3)
    assert {*room.contest.marks} == {"p1", "Added"}  # he has been here once


# --- the ten minutes ---


def test_a_pause_moves_the_time_for_corrections() -> None:
    room = points(tours=2).until_phase("playing")
    fix = {"tour": 1, "table": 1}
    room.passes(4 * MINUTE)
    until = contest_seen(room.contest)["tours"][0]["corrected_until"]
    assert until is not None
    room.acts(acts.Pause)
    room.now += 11 * MINUTE
    room.acts(acts.Correct, **fix, whists=["0"] * 4)  # the time stands still
    room.acts(acts.Resume)
    later = contest_seen(room.contest)["tours"][0]["corrected_until"]
    assert later == until + 11 * MINUTE
    room.passes(5 * MINUTE)
    room.acts(acts.Correct, **fix, whists=["3", "-1", "-1", "-1"])
    room.passes(MINUTE)
    late = room.act(acts.Correct, **fix, whists=["0"] * 4)
    assert room.refuses(DIRECTOR, late) == "too_late"
    room.acts(acts.Pause)
    assert room.refuses(DIRECTOR, room.act(acts.Correct, **fix, whists=["0"] * 4)) == "too_late"
    room.now += MINUTE
    room.acts(acts.Resume)  # what is over does not begin again
    assert contest_seen(room.contest)["tours"][0]["corrected_until"] == later


def test_a_pause_and_downtime_move_the_end_of_the_contest() -> None:
    room = points(tours=2).until_phase("ending")
    over = room.now
    room.passes(MINUTE)
    room.acts(acts.Pause)
    room.now += 20 * MINUTE
    room.acts(acts.Resume)
    since = room.now
    room.now += 3 * MINUTE
    room.does("server", commands.Credit(since))
    room.until_phase("finished")
    assert room.now == over + 33 * MINUTE
