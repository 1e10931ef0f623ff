"""From deal to deal: a deal is written down, everybody is ready, the next one opens."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game import shuffle
from game.cards import hand_text, named
from game.preferans.conventions import CONVENTIONS
from game.preferans.dealing import dealt as layout_of
from game.preferans.seats import after
from game.script import Seat
from lobby.table import facts
from lobby.table.commands import Close, Ready
from lobby.table.due import Closing, due
from tests.lobby.table.tables import STRANGER, Room, dealt, opened_by_anna, seated


def openings(room: Room) -> list[facts.DealOpened]:
    return [fact for fact in room.facts if isinstance(fact, facts.DealOpened)]


def closings(room: Room) -> list[facts.DealClosed]:
    return [fact for fact in room.facts if isinstance(fact, facts.DealClosed)]


def played_through(room: Room) -> Room:
    """All deals, everybody always with the first option."""
    while room.table.phase == "playing":
        room.plays_on().closes()
        if room.table.phase == "between":
            room.all_ready()
    return room


def raspasy() -> Room:
    """All have passed and played on."""
    return dealt(deals=3).says("pass pass pass").plays_on()


def test_a_deal_that_is_over_is_written_down_with_its_score() -> None:
    room = raspasy()
    assert due(room.table) == Closing(1)
    assert room.table.phase == "playing"
    (closed,) = room.closes()
    assert isinstance(closed, facts.DealClosed)
    assert (closed.number, closed.result["kind"]) == (1, "raspasy")
    assert sum(closed.result["tricks"].values()) == 10
    assert room.table.phase == "between"
    assert due(room.table) is None


def test_a_deal_is_written_down_once_and_not_before_its_end() -> None:
    room = dealt()
    assert room.refuses("table", Close(1)).code == "deal_not_over"
    assert room.refuses("table", Close(2)).code == "no_deal_runs"
    room = raspasy()
    assert room.refuses("table", Close(2)).code == "no_deal_runs"
    room.closes()
    assert room.refuses("table", Close(1)).code == "no_deal_runs"
    assert opened_by_anna().refuses("table", Close(0)).code == "no_deal_runs"


def test_the_next_deal_opens_when_the_last_one_is_ready() -> None:
    room = raspasy()
    room.closes()
    assert room.does("Anna", Ready(1)) == [facts.GotReady("Anna")]
    assert room.refuses("Anna", Ready(1)).code == "already_ready"
    assert room.refuses(STRANGER, Ready(1)).code == "not_at_this_table"
    for number in (0, 2):
        assert room.refuses("Boris", Ready(number)).code == "no_deal_to_come"
    room.does("Boris", Ready(1))
    room.does("Vera", Ready(1))
    assert room.table.phase == "between"
    ready, opened = room.does("Gleb", Ready(1))
    assert ready == facts.GotReady("Gleb")
    assert isinstance(opened, facts.DealOpened)
    assert opened.number == 2
    assert not any(member.ready for member in room.table.members)


def test_bots_are_always_ready() -> None:
    room = dealt(bots=("E", "S", "W")).says("pass pass pass").plays_on()
    room.closes()
    told = room.does("Anna", Ready(1))
    assert [fact.what for fact in told] == ["got_ready", "deal_opened"]
    assert [member.ready for member in room.table.members] == [False, True, True, True]


@pytest.mark.parametrize("players", [3, 4])
def test_the_dealer_slides_clockwise(players: int) -> None:
    room = played_through(seated(players, deals=6))
    dealers = [Seat(fact.dealer) for fact in openings(room)]
    assert len(dealers) == 6
    assert all(after(one, players) == other for one, other in pairwise(dealers))


@pytest.mark.parametrize("rules", CONVENTIONS)
def test_the_streak_is_carried_from_deal_to_deal(rules: str) -> None:
    for seed in range(4):
        room = played_through(seated(3, deals=6, rules=rules, seed=seed))
        for before, deal in pairwise(zip(openings(room), closings(room), strict=True)):
            assert deal[0].streak == before[1].result["streak"]


def test_raspasy_lengthens_the_streak_and_is_shown_in_the_next_deal() -> None:
    room = raspasy()
    room.closes()
    room.all_ready()
    assert openings(room)[-1].streak == 1
    assert room.table.running is not None
    assert room.table.running.seen_by(frozenset())["streak"] == 1


def test_after_the_last_deal_the_pulya_is_settled() -> None:
    room = played_through(seated(deals=3))
    assert room.table.phase == "finished"
    seen = room.seen()
    assert [past["number"] for past in seen["past"]] == [1, 2, 3]
    assert seen["settled"] is not None
    assert set(seen["settled"]) == set("NESW")
    assert due(room.table) is None
    for person in ("Anna", "Boris"):
        assert room.refuses(person, Ready(3)).code == "no_deal_to_come"
        assert room.refuses(person, room.answer("pass")).code == "no_deal_runs"


def test_before_the_end_nothing_is_settled() -> None:
    room = raspasy()
    room.closes()
    assert room.seen()["settled"] is None


def test_each_deal_can_be_checked_once_it_is_over() -> None:
    """The commitment was shown at the opening; the secret gives the very same cards."""
    room = seated(deals=3)
    shown = {}
    while room.table.phase == "playing":
        number = room.table.number
        shown[number] = room.seen()["commitment"]
        assert all(past["number"] != number for past in room.seen()["past"])
        room.plays_on().closes()
        if room.table.phase == "between":
            room.all_ready()
    for opened, past in zip(openings(room), room.seen()["past"], strict=True):
        name, secret = f"deal {opened.number}", bytes.fromhex(past["secret"])
        assert shuffle.commitment(secret, name) == past["commitment"] == shown[opened.number]
        drawn = shuffle.drawn(secret, [], name, room.table.convention.talon_packets)
        layout = layout_of(*drawn, 4, Seat(opened.dealer), opened.streak)
        assert [hand_text(hand) for hand in layout.hands] == opened.hands
        assert named(layout.talon) == opened.talon


def test_no_two_deals_have_the_same_secret() -> None:
    secrets = [
        opened.secret
        for seed in range(3)
        for opened in openings(played_through(seated(deals=4, seed=seed)))
    ]
    assert len(set(secrets)) == 12
