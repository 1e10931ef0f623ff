"""A director who plays does not act where he plays (§T9.9)."""

from __future__ import annotations

from typing import Any

import pytest

from lobby.contest import acts, commands, impartial
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import CLOCK, DIRECTOR, Hall, hall, players


def final() -> Hall:
    """The final of six, in which the director plays."""
    room = hall(4).enter(DIRECTOR, *players(5))
    room.acts(acts.AddDirector, person="Pavel")
    room.results = wins
    return room


def wins(_room: Hall, sim: Any) -> list[str]:
    """The director wins everything; else the first."""
    count = len(sim.sitting)
    place = sim.sitting.index(DIRECTOR) if DIRECTOR in sim.sitting else 0
    return [str(10 * (count - 1)) if own == place else "-10" for own in range(count)]


ALL: list[tuple[type[Any], dict[str, Any]]] = [
    (acts.Extend, {"seconds": 300}),
    (acts.LastCircleNow, {}),
    (acts.LastCircleBefore, {"seconds": 60}),
    (acts.Watchable, {"watching": "none"}),
    (acts.EndTour, {}),
]


@pytest.mark.parametrize(("kind", "fields"), ALL)
def test_all_tables_are_his_own_if_there_is_only_one(
    kind: type[Any], fields: dict[str, Any]
) -> None:
    room = final().until(lambda room: room.phase == "playing" and len(room.contest.tours) == 2)
    assert DIRECTOR in room.contest.tours[1].shown
    act = room.act(kind, tour=2, **fields)
    assert room.refuses(DIRECTOR, act) == "plays_there"
    room.does("Pavel", act)


@pytest.mark.parametrize(("kind", "fields"), ALL)
def test_all_tables_are_his_own_if_no_other_is_meant(
    kind: type[Any], fields: dict[str, Any]
) -> None:
    room = final().until_phase("playing")
    own = next(table for table in room.contest.tours[0].tables if DIRECTOR in table.players)
    other = 3 - own.number
    both = room.act(kind, tour=1, **fields)
    assert not impartial.concerned(room.contest, DIRECTOR, both)
    room.does(CLOCK, commands.Post(1, other, ["0"] * 3, 4))
    assert room.refuses(DIRECTOR, both) == "plays_there"
    room.does("Pavel", both)


def test_while_his_tour_is_called_others_seat_it_open_it_and_withdraw() -> None:
    room = final()
    room.missing = {"p1"}
    room.until_phase("called")
    tables = [["p1", "p2", "p3"], [DIRECTOR, "p4", "p5"]]
    for act in (
        room.act(acts.Remove, person="p2"),
        room.act(acts.Start, step="open", tour=1),
        room.act(acts.Reseat, tour=1, tables=tables),
    ):
        assert room.refuses(DIRECTOR, act) == "plays_there"
    room.acts(acts.Reseat, who="Pavel", tour=1, tables=tables)
    room.acts(acts.Remove, person=DIRECTOR)  # himself
    again = room.act(acts.Remove, person="p2")  # a place would be free for him to come back to
    assert room.refuses(DIRECTOR, again) == "plays_there"


def test_a_director_who_is_next_for_a_free_place_does_not_seat_the_tour() -> None:
    room = hall(4).enter(*players(6)).until_phase("playing").until_phase("between")
    finalists = contest_seen(room.contest)["advance"]
    fifth, sixth = (line["person"] for line in contest_seen(room.contest)["standings"][4:])
    for person in (fifth, sixth):
        room.acts(acts.AddDirector, person=person)
    room.missing = {*players(6)}
    room.until_phase("called")
    assert not impartial.plays_called(room.contest, fifth)
    room.does(finalists[0], commands.Withdraw())
    rival = room.act(acts.Remove, person=finalists[1])
    assert room.refuses(fifth, rival) == "plays_there"
    seat = room.act(acts.Reseat, tour=2, tables=[[*finalists[1:], fifth]])
    assert room.refuses(fifth, seat) == "plays_there"
    room.does(sixth, seat)


def test_a_director_does_not_seat_himself() -> None:
    room = hall(5, formula="points-4321", tours=3, late=3).enter(*players(7)).until_phase("playing")
    room.until_phase("between")
    room.missing = {"p1"}
    room.until_phase("called").enter(DIRECTOR)
    tables = [["p1", "p2", "p3"], [DIRECTOR, "p4", "p5", "p6"]]
    seat = room.act(acts.Reseat, tour=2, tables=tables)
    assert room.refuses(DIRECTOR, seat) == "plays_there"
