"""Whatever a contest, spectators and players do in whatever order: a table, and one hand each."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from game.preferans import pulya
from game.preferans.conventions import CONVENTIONS
from lobby.table.audience import WATCHING, looked
from lobby.table.due import deadline, due
from lobby.table.evolving import evolve, opened, wind
from lobby.table.facts import DealOpened, Fact, Opened
from lobby.table.obeying import result_of
from lobby.table.table import Table
from lobby.table.timing import PACES
from tests.lobby.table.contests import obeying, opened_by_contest, sights
from tests.lobby.table.tables import Room, state
from tests.lobby.table.test_any_order import consistent, folded_again, same, waits_for_people


def walked(seed: int) -> Room:
    dice = Random(seed)
    return opened_by_contest(
        dice.choice((3, 4)),
        bots=dice.choice(((), ("bot-1",), ("bot-1", "bot-2"))),
        seed=seed,
        deals=5,
        rules=dice.choice([*CONVENTIONS]),
        pace=dice.choice(("", *PACES)),
        watching=dice.choice((*WATCHING, "hand", "hand")),
        delay=dice.random() < 0.3,
    )


def adds_up(table: Table) -> None:
    """The ledger and the sheet as it is drawn settle alike, to nought."""
    lines = table.lines
    settled = pulya.settle(pulya.ledger(table.players, lines))
    assert sum(end.result for end in settled.values()) == 0
    drawn = pulya.settle(pulya.drawn(table.convention, table.players, lines))
    assert {s: end.result for s, end in drawn.items()} == {
        s: end.result for s, end in settled.items()
    }


def loaded(room: Room) -> Table:
    """As a server loads it: only the running deal, or the last one, is played again."""
    first = room.facts[0]
    assert isinstance(first, Opened)
    table = opened(first)
    deals = [place for place, (facts, _) in enumerate(room.entries) if opens(facts)]
    for place, (facts, at) in enumerate(room.entries):
        for fact in facts:
            evolve(table, fact, at)
        if deals and place >= deals[-1]:
            assert table.running is not None
            table.running.catch_up()
            wind(table, at)
    return table


def opens(facts: list[Fact]) -> bool:
    return any(isinstance(fact, DealOpened) for fact in facts)


def watched_properly(table: Table) -> None:
    members = {member.person for member in table.members}
    assert not members & {*table.audience}
    assert not table.dismissed & {*table.audience}
    assert {*table.behind} <= {*table.audience}
    assert not table.behind or table.watching == "hand"
    assert not table.audience or table.watching != "none"
    for member in table.members:
        if member.blind and table.phase == "playing":
            assert member.bot or member.stand_in == "bot"


@given(seed=st.integers(0, 2**32))
def test_any_order_of_words_keeps_a_table_a_table(seed: int) -> None:
    room, dice = walked(seed), Random(seed)
    before = state(room.table)
    for carried_out in obeying(dice, room, most=500):
        after = state(room.table)
        assert carried_out or after == before
        before = after
        consistent(room.table)
        watched_properly(room.table)
        adds_up(room.table)
        if room.table.paused:
            assert due(room.table) is deadline(room.table) is None
        elif room.table.phase != "finished":
            by_itself = due(room.table) or deadline(room.table)
            assert by_itself or waits_for_people(room.table)
    whists, deals = result_of(room.table)
    assert len(whists) == room.table.players
    assert deals <= len(room.table.past)
    same(room.table, folded_again(room))
    same(room.table, loaded(room))


@given(seed=st.integers(0, 2**32))
def test_nobody_but_a_director_who_looks_sees_two_hands_of_a_deal(seed: int) -> None:
    room, dice = walked(seed), Random(seed)
    seen: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for _ in obeying(dice, room, most=500):
        table = room.table
        for person, sight in sights(table):
            if sight.late and table.phase == "playing":
                continue  # nothing of this deal
            hands = seen[person, table.number]
            if looked(table, person):
                continue
            hands |= sight.viewer
            assert len(hands) <= 1, (person, table.number)
