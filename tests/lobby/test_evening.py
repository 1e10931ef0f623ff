"""An evening at a table: clocks, absence, pauses, undo, the last circle, another pulya, talk."""

import pytest

from lobby import facts
from lobby.commands import (
    Again,
    Choose,
    Confirm,
    Credit,
    LastCircle,
    Presence,
    Propose,
    Ready,
    Resume,
    Return,
    StandIn,
    TimeUp,
    Vote,
)
from lobby.decisions import TABLE
from lobby.due import Answering, GettingReady, deadline, due, last_circle_at
from lobby.seen import table_seen_by
from lobby.talk import may_talk
from tests.lobby.tables import PEOPLE, STRANGER, Room, dealt, first_of, full, seated

MINUTE = 60_000


def timed(pace: str = "quick", **options: object) -> Room:
    """A running deal at a table with clocks."""
    return seated(pace=pace, **options)  # type: ignore[arg-type]


def over(room: Room) -> Room:
    """Wait until the time is up."""
    until = deadline(room.table)
    assert until is not None
    room.now = until
    return room


# --- time ---


def test_before_the_time_is_up_nothing_is_done_for_anybody() -> None:
    room = timed()
    room.now = (deadline(room.table) or 0) - 1
    assert room.refuses(TABLE, TimeUp()).code == "time_is_not_up"


def test_silence_is_the_stated_answer() -> None:
    room = timed()
    seat = room.ask.seat
    told = over(room).does(TABLE, TimeUp())
    assert told == [facts.Answered(seat, ["pass"], by="clock")]


def test_without_a_pace_the_table_waits_for_ever() -> None:
    room = seated()
    room.now += 10**9
    assert deadline(room.table) is None
    assert room.refuses(TABLE, TimeUp()).code == "time_is_not_up"


def slept_through(room: Room, person: str) -> None:
    """He lets his time pass until a bot stands in; the others answer."""
    member = room.table.member(person)
    assert member is not None
    while not member.stand_in:
        if room.table.phase == "between":
            over(room).does(TABLE, TimeUp())
        elif room.table.ask is None:
            room.closes()
        elif room.ask.seat == member.seat:
            over(room).does(TABLE, TimeUp())
        else:
            room.says(room.ask.options[0])


def test_after_three_time_outs_in_a_row_a_bot_plays_until_he_is_back() -> None:
    room = timed(deals=9)
    sleeper = "Boris"
    slept_through(room, sleeper)
    while room.table.ask is None or room.person(room.ask.seat) != sleeper:
        if room.table.phase == "between":
            over(room).does(TABLE, TimeUp())
        elif room.table.ask is None:
            room.closes()
        else:
            room.says(room.ask.options[0])
    assert deadline(room.table) is None
    step = due(room.table)
    assert isinstance(step, Answering)
    assert (step.person, step.bot) == (sleeper, False)
    answer = room.answer(room.ask.options[0])
    (told,) = room.does(TABLE, StandIn(sleeper, answer))
    assert isinstance(told, facts.Answered)
    assert told.by == "bot"
    assert room.does(sleeper, Return()) == [facts.CameBack(sleeper)]
    assert room.refuses(sleeper, Return()).code == "nobody_stands_in"
    assert room.refuses(TABLE, StandIn(sleeper, answer)).code == "nobody_stands_in"


def test_a_bot_that_stands_in_is_ready_for_the_next_deal() -> None:
    room = timed(deals=9)
    slept_through(room, "Boris")
    while room.table.phase == "playing":
        if room.table.ask is None:
            room.closes()
        else:
            room.says(room.ask.options[0])
    room.table.members[1].stand_in = True
    assert due(room.table) == GettingReady("Boris", room.table.number)
    told = room.does(TABLE, StandIn("Boris", Ready(room.table.number)))
    assert told == [facts.GotReady("Boris")]


def test_an_own_answer_ends_the_row_of_time_outs() -> None:
    room = timed()
    person = room.person(room.ask.seat)
    over(room).does(TABLE, TimeUp())
    member = room.table.member(person)
    assert member is not None
    assert member.timeouts == 1
    while room.table.ask is not None and room.person(room.ask.seat) != person:
        room.says(room.ask.options[0])
    if room.table.ask is not None:
        room.says(room.ask.options[0])
        assert member.timeouts == 0


def test_chairs_and_readiness_do_not_wait_for_ever_at_a_table_with_clocks() -> None:
    room = full(pace="calm")
    told = over(room).does(TABLE, TimeUp())
    assert isinstance(told[0], facts.Seated)
    room.plays_on().closes()
    told = over(room).does(TABLE, TimeUp())
    assert isinstance(told[-1], facts.DealOpened)


def test_a_lost_connection_has_a_bank_of_its_own() -> None:
    room = timed()
    person = room.person(room.ask.seat)
    before = deadline(room.table) or 0
    room.does(person, Presence(1, here=False))
    clocks = room.table.clocks
    assert clocks is not None
    assert deadline(room.table) == before + clocks.connection[room.ask.seat]
    assert room.seen()["members"][PEOPLE.index(person)]["away"]
    room.does(person, Presence(0, here=True))  # an older connection means nothing
    assert room.seen()["members"][PEOPLE.index(person)]["away"]
    room.does(person, Presence(2, here=True))
    assert not room.seen()["members"][PEOPLE.index(person)]["away"]
    assert room.refuses(STRANGER, Presence(3, here=True)).code == "not_at_this_table"


def test_downtime_costs_nobody_anything() -> None:
    room = timed()
    before, since = deadline(room.table) or 0, room.now
    room.now += 10 * MINUTE
    room.does(TABLE, Credit(since))
    assert deadline(room.table) == before + 10 * MINUTE


def test_what_is_left_of_the_banks_goes_from_deal_to_deal() -> None:
    room = timed()
    seat = room.ask.seat
    room.now += 20_000  # fifteen seconds are the question's own
    room.plays_on()
    (told,) = room.closes()
    assert isinstance(told, facts.DealClosed)
    assert told.banks[seat][0] == 85_000
    room.all_ready()
    assert room.table.clocks is not None
    assert room.table.clocks.bank[room.table.members[0].seat or seat] <= 90_000
    assert room.table.clocks.bank[seat] == 85_000


# --- consent ---


def test_a_pause_needs_everybody_and_stops_the_clock() -> None:
    room = timed()
    room.does("Anna", Propose("pause"))
    assert room.seen()["wish"] == {
        "person": "Anna",
        "wish": "pause",
        "waiting": ["Boris", "Vera", "Gleb"],
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
    room.does("Anna", Propose("pause"))
    over(room).does(TABLE, TimeUp())
    assert (room.table.wish, room.table.paused) == (None, False)


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
    room.says(f"{room.ask.options[0]} open")
    assert all(may_talk(room.table, person) for person in PEOPLE)
    room.plays_on()
    assert may_talk(room.table, "Boris")


def test_confirming_is_for_the_gathering() -> None:
    assert seated().refuses("Anna", Confirm()).code == "already_seated"


def test_a_table_shows_whose_time_runs() -> None:
    room = timed()
    clock = table_seen_by(room.table, frozenset())["clock"]
    assert clock is not None
    assert (clock["seat"], clock["until"]) == (room.ask.seat, deadline(room.table))
