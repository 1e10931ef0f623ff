"""An evening at a table: pauses, undo, the last circle, another pulya, talk."""

import pytest

from game.cards import named
from game.script import Seat
from lobby.table import facts
from lobby.table.commands import (
    Again,
    Choose,
    Confirm,
    LastCircle,
    Propose,
    Resume,
    TimeUp,
    Vote,
)
from lobby.table.decisions import TABLE
from lobby.table.due import deadline, last_circle_at
from lobby.table.talk import may_point, may_talk
from tests.lobby.table.tables import PEOPLE, STRANGER, dealt, first_of, full, seated
from tests.lobby.table.test_absence import over, timed

MINUTE = 60_000


# --- consent ---


def test_a_pause_needs_everybody_and_stops_the_clock() -> None:
    room = timed()
    room.does("Anna", Propose("pause"))
    assert room.seen()["wish"] == {
        "person": "Anna",
        "wish": "pause",
        "waiting": ["Boris", "Vera", "Gleb"],
        "absent": "",
    }
    for person in ("Boris", "Vera"):
        room.does(person, Vote("yes"))
    assert not room.table.paused
    assert room.refuses("Boris", Vote("yes")).code == "no_wish_waits"
    room.does("Gleb", Vote("yes"))
    assert room.table.paused
    assert deadline(room.table) is None
    person = room.person(room.ask.seat)
    assert room.refuses(person, room.answer("pass")).code == "paused"
    assert room.refuses("Anna", Propose("undo")).code == "something_waits"
    room.does("Vera", Resume())
    assert deadline(room.table) is not None
    assert room.refuses("Vera", Resume()).code == "not_paused"


def test_one_no_is_enough_and_so_is_silence() -> None:
    room = seated()
    room.does("Anna", Propose("pause"))
    room.does("Vera", Vote("no"))
    assert room.table.wish is None
    assert room.refuses("Anna", Propose("pause")).code == "wished_before"
    room.does("Vera", Propose("pause"))
    over(room).does(TABLE, TimeUp())
    assert (room.table.wish, room.table.paused) == (None, False)


def test_after_the_next_answer_one_may_wish_again() -> None:
    room = seated()
    room.does("Anna", Propose("pause"))
    room.does("Vera", Vote("no"))
    room.says("pass")
    room.does("Anna", Propose("pause"))
    assert room.table.wish is not None


def test_while_a_wish_waits_nobody_claims_and_the_other_way_round() -> None:
    room = dealt().says("pass 6S pass -7H -8H 6C whist whist AS")
    room.does("Anna", Propose("pause"))
    assert room.refuses("Boris", room.claim("=6,N2,S2")).code == "something_waits"
    room.does("Boris", Vote("no"))
    room.does("Boris", room.claim("=6,N2,S2"))
    assert room.refuses("Vera", Propose("pause")).code == "something_waits"
    room.does("Vera", room.respond("no"))
    assert room.seen()["refused_by"] == "S"
    room.says(room.ask.options[0])
    assert room.seen()["refused_by"] is None


def test_a_deal_that_is_over_is_not_paused() -> None:
    room = seated().plays_on()
    for wish in ("pause", "undo"):
        assert room.refuses("Anna", Propose(wish)).code == "no_deal_runs"


def test_after_a_claim_that_showed_a_hand_nothing_before_it_is_taken_back() -> None:
    room = dealt(dealer="W").says("6S pass pass -8H -7H 6S whist pass whist AS closed")
    whister = room.person("E")
    room.does("Anna", room.claim("=10"))
    room.does(whister, room.respond("no"))
    assert room.refuses(whister, Propose("undo")).code == "card_seen"


def test_bots_have_no_say() -> None:
    room = dealt(bots=("E", "S", "W"))
    room.does("Anna", Propose("pause"))
    assert room.table.paused


def test_a_call_can_be_taken_back_while_no_card_was_seen() -> None:
    room = dealt(dealer="W").says("6S")
    assert room.number == 1
    room.does("Anna", Propose("undo"))
    for person in ("Boris", "Vera", "Gleb"):
        room.does(person, Vote("yes"))
    assert room.number == 0
    assert room.ask.seat == "N"
    assert room.table.running is not None
    assert room.table.running.seen_by(frozenset())["calls"] == []
    room.says("pass")


def test_after_a_card_was_seen_nothing_is_taken_back() -> None:
    room = dealt(dealer="W").says("6S pass pass")
    assert room.refuses("Vera", Propose("undo")).code == "card_seen"
    assert room.refuses("Gleb", Propose("undo")).code == "nothing_to_undo"
    assert room.refuses("Gleb", Propose("redeal")).code == "no_words"


def test_a_new_answer_makes_the_wish_void() -> None:
    room = dealt(dealer="W").says("6S")
    room.does("Anna", Propose("undo"))
    room.says("pass")
    assert room.table.wish is None


# --- the last circle (§9) ---


@pytest.mark.parametrize(
    ("rules", "players", "minutes", "left"),
    [("festival-2011", 4, 8, 3), ("festival-2011", 3, 8, 2), ("fspr-2006", 4, 7, 4)],
)
def test_by_time_the_pulya_ends_with_the_last_circle(
    rules: str, players: int, minutes: int, left: int
) -> None:
    room = seated(players, rules=rules, minutes=30)
    at = last_circle_at(room.table)
    assert at == room.table.began + (30 - minutes) * MINUTE
    assert room.refuses(TABLE, LastCircle()).code == "time_is_not_up"
    room.now = at
    assert room.does(TABLE, LastCircle()) == [facts.LastCircleAnnounced(1 + left)]
    assert room.seen()["last_circle"]
    assert room.refuses(TABLE, LastCircle()).code == "time_is_not_up"


def test_between_two_deals_exactly_so_many_more_are_played() -> None:
    room = seated(minutes=30)
    room.plays_on().closes()
    room.now = last_circle_at(room.table) or 0
    assert room.does(TABLE, LastCircle()) == [facts.LastCircleAnnounced(1 + 3)]


# --- another pulya ---


def test_what_was_agreed_on_holds_for_the_next_pulya_too() -> None:
    room = seated(minutes=10, rules="fspr-2006")
    room.now = last_circle_at(room.table) or 0
    room.does(TABLE, LastCircle())
    while room.table.phase != "finished":
        room.plays_on().closes()
        if room.table.phase == "between":
            room.all_ready()
    assert last_circle_at(room.table) is None
    result = room.seen()["settled"]
    people = {seat: room.person(seat) for seat in "NESW"}
    for person in PEOPLE:
        room.does(person, Again())
    assert (room.table.deals, room.table.last_circle) == (60, False)
    (earlier,) = room.seen()["earlier"]
    assert result is not None
    assert earlier["pulya"] == 1
    assert earlier["result"] == {
        people[seat]: settled["result"] for seat, settled in result.items()
    }


def test_another_pulya_begins_when_all_want_it() -> None:
    room = seated(deals=1)
    assert room.refuses("Anna", Again()).code == "pulya_goes_on"
    room.plays_on().closes()
    for person in ("Vera", "Anna", "Gleb"):
        room.does(person, Again())
    assert room.refuses("Anna", Again()).code == "already_ready"
    told = room.does("Boris", Again())
    assert told[1] == facts.Renewed()
    assert isinstance(told[2], facts.Drawn)
    assert (room.table.phase, room.table.pulya, room.table.past) == ("seating", 2, [])
    room.does(first_of(room), Choose("E"))
    assert room.table.number == 1


# --- talk ---


def test_people_are_silent_from_the_deal_until_hands_lie_open_or_it_is_over() -> None:
    room = full()
    assert may_talk(room.table, "Anna")
    assert not may_talk(room.table, STRANGER)
    room = dealt(dealer="W").says("6S pass pass")
    assert not any(may_talk(room.table, person) for person in PEOPLE)
    room.says("-8H -7H 6S whist pass whist")
    assert not may_talk(room.table, "Boris")
    led = room.ask.options[0]
    room.says(f"{led} open")
    talking = [person for person in PEOPLE if may_talk(room.table, person)]
    assert talking == ["Anna", "Boris", "Vera"]  # Gleb sits out and may have seen a hand
    assert room.table.running is not None
    whister = room.table.running.deal.hands[Seat("E")]
    assert may_point(room.table, "Boris", named(whister)[0])
    assert may_point(room.table, "Vera", named(whister)[0])
    assert not may_point(room.table, "Anna", named(whister)[0])
    assert not may_point(room.table, "Vera", led)
    assert not may_point(room.table, "Vera", "1S")
    room.plays_on()
    assert not may_point(room.table, "Vera", led)
    assert may_talk(room.table, "Boris")


def test_confirming_is_for_the_gathering() -> None:
    assert seated().refuses("Anna", Confirm()).code == "already_seated"


def test_a_table_shows_whose_time_runs() -> None:
    room = timed()
    clock = room.seen()["clock"]
    assert clock is not None
    assert (clock["seat"], clock["until"]) == (room.ask.seat, deadline(room.table))
