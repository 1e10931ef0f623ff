"""Time at a table, and those who let it pass or are not there."""

from typing import Any

from lobby.table import facts
from lobby.table.commands import (
    Credit,
    Presence,
    Propose,
    Ready,
    Return,
    StandIn,
    TimeUp,
    Vote,
)
from lobby.table.decisions import TABLE
from lobby.table.due import Answering, Choosing, GettingReady, deadline, due
from tests.lobby.table.tables import PEOPLE, STRANGER, Room, first_of, full, seated

MINUTE = 60_000


def timed(pace: str = "quick", **options: Any) -> Room:
    """A running deal at a table with clocks."""
    return seated(pace=pace, **options)


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
    room.table.members[1].stand_in = "bot"
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


# --- who is away ---


def lost(room: Room, person: str) -> Room:
    room.does(person, Presence(room.now, here=False))
    return room


def test_a_bot_stands_in_by_consent_for_who_is_waited_for() -> None:
    room = seated()
    asked = room.person(room.ask.seat)
    other, *rest = (person for person in PEOPLE if person != asked)
    assert room.refuses(other, Propose("stand_in")).code == "nobody_is_away"
    lost(room, other)
    assert room.refuses(rest[0], Propose("stand_in")).code == "nobody_is_away"
    room.does(other, Presence(room.now, here=True))
    lost(room, asked)
    room.does(other, Propose("stand_in"))
    assert room.seen()["wish"] == {
        "person": other,
        "wish": "stand_in",
        "waiting": rest,
        "absent": asked,
    }
    for person in rest:
        room.does(person, Vote("yes"))
    step = due(room.table)
    assert isinstance(step, Answering)
    assert step.person == asked
    room.does(asked, Presence(room.now, here=True))
    assert due(room.table) is None


def test_who_is_back_before_the_last_vote_plays_himself() -> None:
    room = seated()
    asked = room.person(room.ask.seat)
    other, *rest = (person for person in PEOPLE if person != asked)
    lost(room, asked).does(other, Propose("stand_in"))
    room.does(rest[0], Vote("yes"))
    room.does(asked, Presence(room.now, here=True))
    assert room.table.wish is None
    assert room.refuses(rest[1], Vote("yes")).code == "no_wish_waits"


def test_where_nobody_is_left_the_table_sleeps() -> None:
    """Whoever comes back finds it as it was."""
    room = timed(minutes=20)
    until = deadline(room.table)
    for person in PEOPLE:
        lost(room, person)
    assert (due(room.table), deadline(room.table)) == (None, None)
    room.now += 60 * MINUTE
    room.does("Vera", Presence(room.now, here=True))
    assert until is not None
    asked = room.person(room.ask.seat)
    bank = 0 if asked == "Vera" else 90_000  # of his connection, which he has not used
    assert deadline(room.table) == until + 60 * MINUTE + bank


def test_a_short_absence_does_not_end_the_row_of_time_outs() -> None:
    room = timed()
    seat = room.ask.seat
    member = room.table.at(seat)
    assert member is not None
    over(room).does(TABLE, TimeUp())
    assert member.timeouts == 1
    lost(room, member.person).does(member.person, Presence(room.now, here=True))
    assert member.timeouts == 1


def test_with_nobody_else_there_he_who_asks_decides() -> None:
    room = full()
    first = first_of(room)
    for person in PEOPLE[1:]:
        if person != first:
            lost(room, person)
    asking = "Anna" if first != "Anna" else "Boris"
    room.does(asking, Presence(room.now, here=True))
    lost(room, first)
    room.does(asking, Propose("stand_in"))
    assert due(room.table) == Choosing(first)


def test_a_bot_gets_ready_for_who_is_away() -> None:
    room = seated()
    room.plays_on().closes()
    for person in ("Anna", "Vera", "Gleb"):
        room.does(person, Ready(1))
    lost(room, "Boris").does("Anna", Propose("stand_in"))
    for person in ("Vera", "Gleb"):
        room.does(person, Vote("yes"))
    assert due(room.table) == GettingReady("Boris", 1)


def test_where_the_table_waits_no_bot_plays_after_three_time_outs() -> None:
    room = timed(absent="wait", deals=1)
    member = None
    while member is None:
        seat = room.ask.seat
        over(room).does(TABLE, TimeUp())
        late = room.table.at(seat)
        assert late is not None
        member = late if late.stand_in else None
    assert member.stand_in == "wait"
    while room.ask.seat != member.seat:
        over(room).does(TABLE, TimeUp())
    assert (due(room.table), deadline(room.table)) == (None, None)
    other, *rest = (person for person in PEOPLE if person != member.person)
    room.does(other, Propose("stand_in"))  # he sits there and answers nothing
    for person in rest:
        voter = room.table.member(person)
        assert voter is not None
        if not voter.stand_in:
            room.does(person, Vote("yes"))
    assert member.stand_in == "bot"
    room.does(member.person, Return())
    assert deadline(room.table) is not None
