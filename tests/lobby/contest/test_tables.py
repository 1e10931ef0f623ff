"""A real table of a contest: opened by an effect, the last circle announced from outside."""

from __future__ import annotations

from random import Random

import pytest

from game.preferans.conventions import CONVENTIONS
from game.script import PUBLIC
from lobby.contest.effects import OpenTable, effects, opening, post
from lobby.table import facts as table_facts
from lobby.table.audience import Sight
from lobby.table.commands import Again, LastCircle, Propose, Ready
from lobby.table.decisions import TABLE
from lobby.table.evolving import opened
from lobby.table.seen import table_seen_by
from tests.lobby.contest.hall import CLOCK, Hall, hall, players
from tests.lobby.table.tables import Room, chances
from tests.lobby.table.walk import attempt, due_move, sensible


def table_of(room: Hall) -> Room:
    """The first table of the running tour, as its receiver opens it."""
    told = effects(room.contest)[0]
    assert isinstance(told, OpenTable)
    first, *others = opening(told)
    assert isinstance(first, table_facts.Opened)
    made = Room(opened(first), [first], chances())
    made.take(*others)
    return made


def plays(dice: Random, made: Room, deals: int) -> None:
    """Until so many deals are written down, or it is over."""
    while len(made.table.past) < deals and made.table.phase != "finished":
        move = due_move(dice, made) or sensible(dice, made)
        assert move is not None
        attempt(made, *move)


@pytest.mark.parametrize("players_at_it", [3, 4])
@pytest.mark.parametrize("rules", CONVENTIONS)
def test_after_the_last_circle_a_real_pulya_ends_and_is_posted(
    rules: str, players_at_it: int
) -> None:
    room = hall(5, formula="points-4321", rules=rules).enter(*players(players_at_it))
    room.until_phase("playing")
    made, dice = table_of(room), Random(1)
    plays(dice, made, 2)
    assert made.table.phase == "between"
    for member in [*made.table.members]:
        made.does(member.person, Ready(2))
    made.does(TABLE, LastCircle())  # during the third deal, which is finished first (§9.3)
    assert made.refuses(TABLE, LastCircle()).code == "last_circle_came"
    plays(dice, made, 99)
    circle = room.contest.plan.convention
    left = (
        circle.last_circle_deals_of_four
        if players_at_it == 4
        else circle.last_circle_deals_of_three
    )
    assert len(made.table.past) == 3 + left
    settled = table_seen_by(made.table, Sight(PUBLIC, late=False))["settled"]
    assert settled is not None
    by_number = sorted(made.table.members, key=lambda member: member.number or 0)
    whists = [settled[str(member.seat)]["result"] for member in by_number]
    id, command = post(1, 1, whists, len(made.table.past))
    room.does(CLOCK, command, id)
    assert room.table(1, 1).whists == whists
    assert room.table(1, 1).players == [member.person for member in by_number]


def test_the_last_circle_never_lengthens_a_pulya_that_is_capped() -> None:
    room = hall(5, formula="points-4321", deals=3).enter(*players(4)).until_phase("playing")
    made = table_of(room)
    plays(Random(1), made, 1)
    made.does(TABLE, LastCircle())
    assert made.table.deals == 3


def test_at_the_table_of_a_contest_nothing_is_taken_back_or_paused_or_played_again() -> None:
    room = hall(5, formula="points-4321", deals=1).enter(*players(4)).until_phase("playing")
    made = table_of(room)
    person = made.table.members[0].person
    for wish in ("undo", "pause"):
        assert made.refuses(person, Propose(wish)).code == "not_in_a_contest"
    assert made.refuses(person, Propose("stand_in")).code == "nobody_is_away"
    plays(Random(1), made, 1)
    assert made.refuses(person, Again()).code == "not_in_a_contest"
    assert made.table.phase == "finished"
