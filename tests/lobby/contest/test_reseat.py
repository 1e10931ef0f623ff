"""A director seats the called tour otherwise (§T5.7)."""

from __future__ import annotations

import pytest

from lobby.contest import acts, commands
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import DIRECTOR, Hall, hall, players


def called(formula: str = "points-4321", **options: object) -> Hall:
    """The first tour of seven is called, and p1 has not come yet."""
    room = hall(5, formula=formula, **options).enter(*players(7))
    room.missing = {"p1"}
    return room.until_phase("called")


def tables(room: Hall) -> list[list[str]]:
    return [[*table.players] for table in room.contest.tours[-1].tables]


OWN = [["p1", "p2", "p3"], ["p7", "p6", "p5", "p4"]]


def test_the_tour_is_opened_as_the_director_has_seated_it() -> None:
    room = called()
    before = tables(room)
    room.acts(acts.Reseat, tour=1, tables=OWN, why="two families")
    assert tables(room) == OWN != before
    assert [table["reason"] for table in contest_seen(room.contest)["tours"][0]["tables"]] == [
        "met before: 0, points apart: 0"
    ] * 2
    room.missing = set()
    room.until_phase("playing")
    assert tables(room) == OWN
    late = room.act(acts.Reseat, tour=1, tables=before)
    assert room.refuses(DIRECTOR, late) == "no_tour_called"


def test_reasons_tell_what_the_director_took_upon_himself() -> None:
    room = called()
    room.missing = set()
    room.until_phase("playing").until_phase("between")
    room.missing = {"p1"}
    room.until_phase("called")
    first = [table.players for table in room.contest.tours[0].tables]
    room.acts(acts.Reseat, tour=2, tables=first[::-1])
    reasons = [table.reason for table in room.contest.tours[1].tables]
    assert [reason.split(",")[0] for reason in reasons] == ["met before: 3", "met before: 6"]


def test_if_others_come_than_were_called_the_server_seats_them() -> None:
    room = called()
    room.acts(acts.Reseat, tour=1, tables=OWN)
    room.until_phase("playing")
    assert sorted(map(len, tables(room))) == [3, 3]
    assert {player for table in tables(room) for player in table} == {*players(7)} - {"p1"}


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ([["p1", "p2", "p3"], ["p4", "p5", "p6"]], "tour 1"),
        ([["p1", "p2", "p3"], ["p4", "p5", "p6", "Anna"]], "tour 1: table 2"),
        ([["p1", "p2", "p3"], ["p4", "p5", "p6", "p1"]], "tour 1: table 2"),
        ([["p1", "p2", "p3", "p4", "p5"], ["p6", "p7"]], "tour 1: table 1"),
        ([["p1", "p4", "p3"], ["p7", "p6", "p5", "p2"]], "tour 1: table 2"),
        ([], "tour 1"),
    ],
)
def test_a_seating_that_cannot_be_says_where_and_why(wrong: list[list[str]], where: str) -> None:
    room = called(forbidden=[["p7", "p2"]])
    with pytest.raises(Exception, match="bad_seating") as caught:
        room.acts(acts.Reseat, tour=1, tables=wrong)
    detail = caught.value.detail  # type: ignore[attr-defined]
    assert detail["where"] == where
    assert detail["why"]
    assert room.refuses(DIRECTOR, room.act(acts.Reseat, tour=1, tables=wrong)) == "bad_seating"


def test_a_seating_has_no_more_than_there_are_entrants() -> None:
    room = called()
    for wrong in ([["p1"] * 8], [[]] * 8):
        act = room.act(acts.Reseat, tour=1, tables=wrong)
        assert room.refuses(DIRECTOR, act) == "bad_seating"
    act = room.act(acts.Reseat, tour=1, tables=[["x" * 101, "p2", "p3"], OWN[1]])
    assert room.refuses(DIRECTOR, act) == "bad_person"


def test_only_the_tour_that_is_called() -> None:
    room = hall(5, formula="points-4321").enter(*players(7)).until_phase("between")
    early = room.act(acts.Reseat, tour=1, tables=OWN)
    assert room.refuses(DIRECTOR, early) == "no_tour_called"
    room = called()
    other = room.act(acts.Reseat, tour=2, tables=OWN)
    assert room.refuses(DIRECTOR, other) == "no_tour_called"


def test_who_withdrew_while_it_was_called_is_not_seated() -> None:
    room = called()
    room.does("p2", commands.Withdraw())
    assert room.refuses(DIRECTOR, room.act(acts.Reseat, tour=1, tables=OWN)) == "bad_seating"
    left = [["p1", "p4", "p3"], ["p7", "p6", "p5"]]
    room.acts(acts.Reseat, tour=1, tables=left)
    room.missing = set()
    room.until_phase("playing")
    assert tables(room) == left


def test_a_director_who_plays_the_tour_does_not_seat_it() -> None:
    room = called()
    room.acts(acts.AddDirector, person="p3")
    assert room.refuses("p3", room.act(acts.Reseat, tour=1, tables=OWN)) == "plays_there"
    room.acts(acts.AddDirector, person="Pavel")
    room.does("Pavel", room.act(acts.Reseat, tour=1, tables=OWN))


def test_the_final_of_a_festival_may_get_other_numbers() -> None:
    room = hall(3).enter(*players(7)).until_phase("playing").until_phase("between")
    final = contest_seen(room.contest)["advance"]
    room.missing = {final[0]}
    room.until_phase("called")
    room.acts(acts.Reseat, tour=2, tables=[final])
    room.missing = set()
    room.until_phase("playing")
    assert tables(room) == [final]
