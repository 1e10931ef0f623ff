"""The chairs and the first dealer (§1.6)."""

from collections import Counter

import pytest

from game.preferans.seats import chairs, hands_of
from game.script import Seat
from lobby.table import facts
from lobby.table.commands import Choose
from tests.lobby.table.tables import PEOPLE, first_of, full, opened_by_anna, seated


@pytest.mark.parametrize("players", [3, 4])
def test_number_one_chooses_and_the_others_sit_clockwise(players: int) -> None:
    around = chairs(players)
    for place, chair in enumerate(around):
        room = full(players, seed=chair)
        told, opened = room.does(first_of(room), Choose(chair))
        assert isinstance(told, facts.Seated)
        assert isinstance(opened, facts.DealOpened)
        by_number = sorted(room.table.members, key=lambda member: member.number or 0)
        clockwise = [*around[place:], *around[:place]]
        assert [member.seat for member in by_number] == clockwise
        assert {member.person: member.seat for member in by_number} == told.seats
        assert room.table.phase == "playing"


def test_only_number_one_chooses() -> None:
    room = full()
    for person in PEOPLE:
        if person != first_of(room):
            refusal = room.refuses(person, Choose("N"))
            assert (refusal.code, refusal.rule) == ("not_number_one", "§1.6")


@pytest.mark.parametrize(("players", "chair"), [(3, "W"), (4, "X"), (4, ""), (4, "n"), (4, "NE")])
def test_a_chair_that_is_not_there_cannot_be_chosen(players: int, chair: str) -> None:
    room = full(players)
    refusal = room.refuses(first_of(room), Choose(chair))
    assert (refusal.code, refusal.detail) == ("no_such_chair", {"seat": chair})


def test_chairs_are_chosen_once_and_not_before_the_draw() -> None:
    for room in (opened_by_anna(), seated()):
        refusal = room.refuses("Anna", Choose("N"))
        assert (refusal.code, refusal.rule) == ("no_seating_now", "§1.6")


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_dealer_is_drawn_by_lot_from_all_chairs_alike(players: int) -> None:
    dealers: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for seed in range(900):
        room = full(players, seed=seed)
        chair = chairs(players)[seed % players]
        told, opened = room.does(first_of(room), Choose(chair))
        assert isinstance(told, facts.Seated)
        assert isinstance(opened, facts.DealOpened)
        assert told.dealer == opened.dealer
        dealers[told.dealer] += 1
        chosen[chair] += told.dealer == chair
    expected = 900 / players
    assert set(dealers) == set(chairs(players))
    assert all(abs(n - expected) < 0.2 * expected for n in dealers.values())
    # Where number 1 sits down has no say in who deals.
    assert abs(sum(chosen.values()) - expected) < 0.2 * expected


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_deal_opens_with_the_seating(players: int) -> None:
    room = seated(players)
    opened = room.facts[-1]
    assert isinstance(opened, facts.DealOpened)
    assert (opened.number, opened.streak) == (1, 0)
    assert room.ask.seat == hands_of(Seat(opened.dealer), players)[0]
    assert room.ask.what == "call"
