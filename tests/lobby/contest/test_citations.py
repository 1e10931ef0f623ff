"""A refusal names the paragraph that a player can look up."""

from __future__ import annotations

from typing import Any

import pytest

from game.script import Refused
from lobby.contest import acts, commands
from lobby.contest.commands import Command
from tests.lobby.contest.hall import CLOCK, DIRECTOR, Hall, hall, players

ZERO = ["0"] * 4
PLACE: dict[str, Any] = {"tour": 1, "table": 1}


def playing() -> Hall:
    """Table 1 is posted, table 2 has heard the last circle, table 3 plays; p1 sits at table 3."""
    room = hall(5, formula="points-4321").enter(*players(12)).until_phase("playing")
    room.acts(acts.Give, **PLACE, whists=ZERO)
    room.acts(acts.LastCircleNow, tour=1, table=2)
    return room


def rule(room: Hall, who: str, command: Command) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        room.does(who, command)
    return caught.value.code, caught.value.rule


def test_refusals_name_their_paragraphs() -> None:
    room = playing()
    posted, second, third = (room.table(1, number).players for number in (1, 2, 3))
    for act, told in (
        (room.act(acts.LastCircleNow, tour=1, table=2), ("last_circle_came", "§T7.7")),
        (room.act(acts.Give, tour=1, table=3, whists=["1"]), ("bad_result", "§T9.6")),
        (room.act(acts.Give, tour=1, table=3, whists=["x"] * 4), ("bad_result", "§T9.6")),
        (room.act(acts.Give, **PLACE, whists=ZERO), ("already_posted", "§T9.6")),
        (room.act(acts.Penalise, tour=1, person=posted[0], points="x"), ("bad_result", "§T9.7")),
        (room.act(acts.Penalise, tour=1, person="x", points="1"), ("not_in_this_tour", "§T9.7")),
        (room.act(acts.Pause, why=""), ("no_reason", "§T9.1")),
        (room.act(acts.RemoveDirector, person=DIRECTOR), ("last_director", "§T9.1")),
        (
            room.act(acts.Substitute, tour=1, table=2, out=second[0], into=third[0]),
            ("still_plays", "§T9.8"),
        ),
        (room.act(acts.Substitute, **PLACE, out=posted[0], into="x"), ("already_posted", "§T9.8")),
        (room.act(acts.End), ("not_now", "§T9.10")),
    ):
        assert rule(room, DIRECTOR, act) == told
    assert rule(room, posted[0], commands.Sign(1, 1)) == ("already_posted", "§T8.1")
    call = commands.CallDirector(1, 1, "")
    assert rule(room, posted[0], call) == ("already_posted", "§T8.3")
    assert rule(room, CLOCK, commands.Post(1, 1, ZERO, 9)) == ("already_posted", "§T8.1")
    room.acts(acts.Freeze)
    correct = room.act(acts.Correct, **PLACE, whists=ZERO)
    assert rule(room, DIRECTOR, correct) == ("results_frozen", "§T8.6")
