"""Whatever people do in whatever order, the table stays a table, and its log says all of it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.preferans.conventions import CONVENTIONS
from game.preferans.seats import chairs
from game.script import PUBLIC, Viewer
from lobby.table.audience import Sight
from lobby.table.due import deadline, due
from lobby.table.evolving import evolve, opened, wind
from lobby.table.facts import FACTS, Opened
from lobby.table.seen import table_seen_by
from lobby.table.table import Table
from lobby.table.timing import PACES
from server.entries import packed, unpacked, vocabulary
from tests.lobby.table.tables import Room, opened_by_anna, state
from tests.lobby.table.walk import attempt, due_move, moves, played_at_random, sensible

KNOWN = vocabulary(FACTS)


def consistent(table: Table) -> None:
    """What is always so."""
    members = table.members
    assert len(members) <= table.players
    assert len({member.person for member in members}) == len(members)
    if table.phase != "gathering":
        assert sorted(m.number or 0 for m in members) == [*range(1, table.players + 1)]
    if table.running is None:
        assert table.claim is None
        assert not table.past
        return
    assert {member.seat for member in members} == {*chairs(table.players)}
    assert [past.opened.number for past in table.past] == [*range(1, len(table.past) + 1)]
    assert table.number - len(table.past) in (0, 1)
    assert table.number <= table.deals
    ask = table.running.play.ask
    if table.claim is not None:
        assert table.phase == "playing"
        assert ask is not None
        assert table.claim.waiting
        assert table.claim.fact.seat not in table.claim.waiting
    if table.phase == "playing":
        assert (ask is None) == (table.running.play.result is not None)
    elif not table.past[-1].annulled:
        assert ask is None
        assert table.streak == table.past[-1].result["streak"]


def waits_for_people(table: Table) -> bool:
    """Whether somebody who is not a bot can go on."""
    people = [member for member in table.members if not member.bot]
    if table.asleep:
        return True  # whoever comes back
    match table.phase:
        case "gathering":
            return True
        case "finished":
            return False
        case "seating":
            return any(member.number == 1 for member in people)
        case "between":
            return any(not member.ready for member in people)
    assert table.running is not None
    if table.paused:
        return bool(people)
    seats = [member.seat for member in people]
    ask = table.running.play.ask
    if table.claim is not None:
        return any(seat in table.claim.waiting for seat in seats)
    return ask is not None and ask.seat in seats


def folded_again(room: Room) -> Table:
    """The table as the log gives it: facts to bytes and back."""
    body = unpacked(packed(room.facts, ""), KNOWN)
    assert body.facts == room.facts
    first = body.facts[0]
    assert isinstance(first, Opened)
    table = opened(first)
    for facts, at in room.entries:
        for fact in unpacked(packed(facts, ""), KNOWN).facts:
            evolve(table, fact, at)
        if table.running is not None:
            table.running.catch_up()
        wind(table, at)
    return table


def same(one: Table, other: Table) -> None:
    """Alike in themselves and for every viewer."""
    assert state(one) == state(other)
    viewers: list[Viewer] = [PUBLIC, *(frozenset((seat,)) for seat in chairs(one.players))]
    for viewer in viewers:
        for late in (False, True):
            sight = Sight(viewer, late)
            assert table_seen_by(one, sight) == table_seen_by(other, sight)
        if one.running is not None:
            assert other.running is not None
            assert one.running.seen_by(viewer) == other.running.seen_by(viewer)


@given(seed=st.integers(0, 2**32), wild=st.sampled_from((0.1, 0.4, 0.8)))
def test_any_order_of_commands_keeps_a_table_a_table(seed: int, wild: float) -> None:
    dice = Random(seed)
    pace = dice.choice(("", *PACES))
    minutes = dice.choice((0, 0, 20))
    players, rules = dice.choice((3, 4)), dice.choice([*CONVENTIONS])
    room = opened_by_anna(players, 2, rules, seed=seed, pace=pace, minutes=minutes)
    before = state(room.table)
    for carried_out in moves(dice, room, wild, most=600):
        after = state(room.table)
        assert carried_out or after == before  # a refusal changes nothing
        before = after
        consistent(room.table)
        by_itself = due(room.table) or deadline(room.table)
        assert room.table.phase == "finished" or by_itself or waits_for_people(room.table)
    same(room.table, folded_again(room))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", CONVENTIONS)
def test_the_log_gives_the_same_table_after_every_fact(players: int, rules: str) -> None:
    room = played_at_random(7, players, deals=2, rules=rules)
    whole = room.facts
    assert isinstance(whole[0], Opened)
    other = Room(opened(whole[0]), [whole[0]])
    for fact in whole[1:]:
        other.take(fact)
        if len(other.facts) % 10 == 0:
            same(other.table, folded_again(other))
    same(other.table, room.table)


@pytest.mark.parametrize("players", [3, 4])
def test_a_table_with_bots_needs_nobody_but_its_people(players: int) -> None:
    for seed in range(6):
        dice = Random(seed)
        room = opened_by_anna(players, 2, bots=True, seed=seed)
        while room.table.phase != "finished":
            move = due_move(dice, room)
            if move is None:
                assert waits_for_people(room.table)
                move = sensible(dice, room)
            assert move is not None
            assert move[0] in ("Anna", "table", "bot-1", "bot-2", "bot-3")
            assert attempt(room, *move)
            consistent(room.table)
