"""A real table of a contest: opened by an effect, the last circle announced from outside."""

from __future__ import annotations

from operator import itemgetter
from random import Random

import pytest

from game.preferans.conventions import CONVENTIONS
from game.preferans.pulya import ledger, settle
from lobby.contest import acts, commands
from lobby.contest.commands import Looked
from lobby.contest.effects import brought, effects
from lobby.table import facts as table_facts
from lobby.table.commands import Again, LastCircle, Look, Propose, Ready, Seat
from lobby.table.decisions import TABLE
from lobby.table.evolving import opened
from lobby.table.obeying import opening_for_contest
from tests.lobby.contest.hall import CLOCK, Hall, hall, players
from tests.lobby.table.tables import Room, chances
from tests.lobby.table.walk import attempt, due_move, sensible


def table_of(room: Hall) -> Room:
    """The first table of the running tour, as its receiver opens it."""
    told = effects(room.contest)[0].command
    assert isinstance(told, Seat)
    first, *others = opening_for_contest(told)
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
    ((id, command),) = brought("cup-1-1", made.table)
    assert id == "post-1-1"
    room.does(CLOCK, command, id)
    settled = settle(ledger(players_at_it, made.table.lines))
    whists = {m.person: str(settled[m.seat].result) for m in made.table.members if m.seat}
    assert room.table(1, 1).whists == [whists[each] for each in room.table(1, 1).players]
    assert room.table(1, 1).deals == len(made.table.past)


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


def test_a_look_is_brought_when_its_deal_is_over() -> None:
    room = hall(5, formula="points-4321", deals=2).enter(*players(4)).until_phase("playing")
    made, dice = table_of(room), Random(1)
    looks_at_next_deal(dice, made)
    assert brought("cup-1-1", made.table) == []
    plays(dice, made, 1)
    told = [("looked-1-1-1-1", Looked(1, 1, 1, "Pavel", "a call"))]
    assert brought("cup-1-1", made.table) == told
    looks_at_next_deal(dice, made)
    plays(dice, made, 2)
    *told, (id, _) = brought("cup-1-1", made.table)
    assert [*map(itemgetter(0), told), id] == ["looked-1-1-1-1", "looked-1-1-2-2", "post-1-1"]


def looks_at_next_deal(dice: Random, made: Room) -> None:
    while made.table.phase != "playing":
        move = due_move(dice, made) or sensible(dice, made)
        assert move is not None
        attempt(made, *move)
    made.does("Pavel", Look("a call"))


def test_rulings_are_obeyed_and_in_the_pulya() -> None:
    room = hall(5, formula="points-4321", deals=3).enter(*players(4)).until_phase("playing")
    made, dice = table_of(room), Random(1)
    plays(dice, made, 2)
    one, other = room.table(1, 1).players[:2]
    place = {"tour": 1, "table": 1}
    room.acts(acts.Annul, **place, deal=1, replay=True, why="the wrong talon")
    room.acts(acts.Adjust, **place, person=one, mountain=6, on=other, whists=12, why="late")
    room.acts(acts.HoldTable, **place)
    room.acts(acts.HoldTable, **place, held=False)
    room.acts(acts.Watchable, **place, watching="none")
    told = effects(room.contest, {"cup-1-1-open"})
    assert len(told) == 4
    for effect in told:
        if effect.id != "cup-1-1-hold-2":  # it never heard that it was held
            made.does(TABLE, effect.command)
    plays(dice, made, 99)
    assert len(made.table.past) == 4
    ((id, command),) = brought("cup-1-1", made.table)
    assert isinstance(command, commands.Post)
    assert (command.deals, command.rulings) == (3, 2)
    room.does(CLOCK, command, id)
    assert room.contest.calls == []


def test_only_a_table_of_a_contest_brings_something() -> None:
    room = hall(5, formula="points-4321", deals=1).enter(*players(4)).until_phase("playing")
    made = table_of(room)
    plays(Random(1), made, 1)
    assert len(brought("cup-1-1", made.table)) == 1
    assert brought("cup", made.table) == []
    made.table.contest = ""
    assert brought("cup-1-1", made.table) == []
