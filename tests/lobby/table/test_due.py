"""What a table does by itself: bots choose, answer and decide on claims; deals are written down."""

from __future__ import annotations

import pytest

from lobby.table.commands import Choose
from lobby.table.due import Answering, Choosing, Closing, Responding, due
from tests.lobby.table.tables import Room, dealt, first_of, full, opened_by_anna

BOTH = "pass 6S pass -7H -8H 6C whist whist AS"


def test_nothing_is_due_while_people_gather_or_choose() -> None:
    assert due(opened_by_anna().table) is None
    assert due(full().table) is None


def test_a_bot_with_number_one_chooses() -> None:
    rooms = [opened_by_anna(bots=True, seed=seed) for seed in range(20)]
    for room in rooms:
        first = first_of(room)
        assert due(room.table) == (None if first == "Anna" else Choosing(first))
    assert any(due(room.table) for room in rooms)
    assert not all(due(room.table) for room in rooms)


def test_a_bot_that_is_asked_answers() -> None:
    room = dealt(bots=("E", "W"))
    assert due(room.table) is None
    room.says("6S")
    assert due(room.table) == Answering("bot-E", True, room.ask.seat, 1, 1)
    room.says("pass")
    assert due(room.table) is None


def claimed_by_the_declarer(bots: tuple[str, ...]) -> Room:
    room = dealt(bots=bots).says(BOTH)
    room.does(room.person("E"), room.claim("=6,N2,S2"))
    return room


@pytest.mark.parametrize(("bots", "seats"), [("N", "N"), ("S", "S"), ("NS", "SN"), ("EW", "")])
def test_bots_decide_on_a_claim_and_answer_nothing_else(bots: str, seats: str) -> None:
    room = claimed_by_the_declarer((*bots,))
    for seat in seats:
        step = due(room.table)
        assert isinstance(step, Responding)
        assert (step.person, step.seat, step.ask) == (f"bot-{seat}", seat, room.number)
        room.does(step.person, room.respond("yes"))
    assert due(room.table) == (Closing(1) if bots == "NS" else None)


def test_after_a_refused_claim_the_bot_is_asked_again() -> None:
    room = claimed_by_the_declarer(("E", "W"))
    assert due(room.table) is None
    room.does("Anna", room.respond("no"))
    assert due(room.table) == Answering("bot-E", True, room.ask.seat, 1, room.number)


def test_a_deal_that_is_over_is_written_down_once() -> None:
    room = dealt().says("pass pass pass").plays_on()
    assert due(room.table) == Closing(1)
    room.closes()
    assert due(room.table) is None


def test_nothing_is_due_once_somebody_else_chose() -> None:
    room = full()
    room.does(first_of(room), Choose("N"))
    assert due(room.table) is None
