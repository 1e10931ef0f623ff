"""What the table of a contest does at its word: seats, substitutes, the end, pauses."""

from __future__ import annotations

import pytest

from lobby.table import facts
from lobby.table.commands import (
    Annul,
    Choose,
    Command,
    End,
    Hold,
    LastCircle,
    Presence,
    Propose,
    Ready,
    Replace,
    Respond,
    Resume,
    Return,
    Seat,
    TimeUp,
    Vote,
    Watchable,
)
from lobby.table.decisions import TABLE
from lobby.table.due import (
    ANSWER_MILLISECONDS,
    WAIT_MILLISECONDS,
    Answering,
    Choosing,
    deadline,
    due,
    silence_at,
    waits,
)
from lobby.table.obeying import result_of
from tests.game.players import FIRST, SECOND, TALON, THIRD
from tests.lobby.table.contests import BOT, WHY, between, opened_by_contest, playing
from tests.lobby.table.tables import STRANGER, Room, deal, opened_by_anna, seated
from tests.lobby.table.test_claims import ONE_WHISTER

ZEROS = ["0", "0", "0", "0"]


# --- the opening ---


def test_the_contest_gives_people_and_numbers_and_number_1_chooses_a_chair() -> None:
    room = opened_by_contest(bots=("bot-1",), watching="table", delay=True, pace="quick")
    table = room.table
    assert table.phase == "seating"
    assert [(m.person, m.number, m.bot) for m in table.members] == [
        ("Anna", 1, False),
        ("Boris", 2, False),
        ("Vera", 3, False),
        ("bot-1", 4, True),
    ]
    seen = room.seen()
    assert (seen["contest"], seen["watching"], seen["delay"]) == ("c1", "table", True)
    assert not seen["listed"]
    assert room.refuses("Boris", Choose("N")).code == "not_number_one"
    room.does("Anna", Choose("S"))
    assert [m.seat for m in table.members] == ["S", "W", "N", "E"]


def test_a_table_is_opened_once() -> None:
    again = Seat("c1", ["A"], [], "festival-2011", {}, "", 3, "table", False)
    assert playing().refuses(TABLE, again).code == "table_is_open"


@pytest.mark.parametrize(
    "command", [Replace("Anna", STRANGER, False), End(True), Hold(True), Watchable("none")]
)
def test_a_table_without_a_contest_knows_no_such_words(command: Command) -> None:
    assert seated().refuses(TABLE, command).code == "unknown_command"


# --- substitutes ---


def test_a_substitute_has_the_chair_the_number_and_the_time() -> None:
    room = playing(pace="quick")
    seat = room.ask.seat
    out = room.person(seat)
    left = room.table.member(out)
    assert left is not None
    number = left.number
    room.now += 30_000
    room.does(out, Presence(5, False))
    room.now += 5_000
    until = deadline(room.table)
    room.does(TABLE, Replace(out, "Dasha", False))
    new = room.table.member("Dasha")
    assert new is not None
    assert (new.seat, new.number, new.bot, new.away, new.connection) == (
        seat, number, False, False, 0,
    )  # fmt: skip
    assert not new.ready
    assert until is not None
    assert deadline(room.table) == until - 85_000  # only the connection bank of the lost one
    assert room.refuses(out, room.answer("pass")).code == "not_at_this_table"
    room.does("Dasha", room.answer(room.ask.options[0]))


def test_who_is_replaced_has_to_sit_there_and_who_comes_must_not() -> None:
    room = playing()
    assert room.refuses(TABLE, Replace("Dasha", "Egor", False)).code == "not_at_this_table"
    assert room.refuses(TABLE, Replace("Anna", "Boris", False)).code == "already_here"
    assert room.refuses(TABLE, Replace("Anna", "Anna", False)).code == "already_here"


def test_a_bot_takes_over_the_choice_of_the_chair_and_the_running_question() -> None:
    room = opened_by_contest()
    room.does(TABLE, Replace("Anna", BOT, True))
    assert due(room.table) == Choosing(BOT)
    room.does(BOT, Choose("N"))
    seat = room.ask.seat
    if room.person(seat) != BOT:
        room.does(TABLE, Replace(room.person(seat), "bot-8", True))
    assert due(room.table) == Answering(room.person(seat), True, seat, 1, 0)


def test_the_last_one_who_was_not_ready_is_replaced_by_a_bot_and_the_deal_comes() -> None:
    room = between()
    for person in ("Boris", "Vera", "Gleb"):
        room.does(person, Ready(1))
    room.does(TABLE, Replace("Anna", BOT, True))
    assert waits(room.table)
    told = room.does(TABLE, TimeUp())
    assert [type(fact) for fact in told] == [facts.DealOpened]
    assert room.table.number == 2


def test_a_table_of_bots_goes_on_without_anybody() -> None:
    bots = ("bot-1", "bot-2", "bot-3", "bot-4")
    room = opened_by_contest(bots=bots)
    room.does("bot-1", Choose("N"))
    room.plays_on().closes()
    assert deadline(room.table) == room.now
    room.does(TABLE, TimeUp())
    assert room.table.phase == "playing"


def absent(room: Room) -> str:
    """Whoever is asked is away."""
    person = room.person(room.ask.seat)
    room.does(person, Presence(1, False))
    return person


@pytest.mark.parametrize("part", ["person", "absent", "waiting"])
def test_a_wish_in_which_the_one_who_left_has_a_part_is_forgotten(part: str) -> None:
    room = playing()
    away = absent(room)
    wisher, asked, other = (m.person for m in room.table.members if m.person != away)
    room.does(wisher, Propose("stand_in"))
    room.does(TABLE, Replace({"person": wisher, "absent": away, "waiting": asked}[part], BOT, True))
    assert room.table.wish is None
    assert room.refuses(other, Vote("yes")).code == "no_wish_waits"


def test_a_wish_of_others_stays() -> None:
    room = playing(players=4)
    away = absent(room)
    wisher, asked, other = (m.person for m in room.table.members if m.person != away)
    room.does(wisher, Propose("stand_in"))
    room.does(asked, Vote("yes"))
    room.does(TABLE, Replace(asked, BOT, True))
    assert room.table.wish is not None
    room.does(other, Vote("yes"))
    assert due(room.table) is not None


def claimed() -> Room:
    """Boris, the declarer, has proposed an end; Vera, who whists, is to answer."""
    room = playing()
    room.take(*fixed(room))
    room.says(ONE_WHISTER).says("AS")
    room.does("Boris", room.claim("=7"))
    return room


def fixed(room: Room) -> list[facts.Fact]:
    """The first deal is annulled, and one is dealt that the tests know."""
    return [facts.Annulled(1, True, WHY), deal(2, "W", (FIRST, SECOND, THIRD), TALON)]


def test_a_claim_waits_for_the_substitute() -> None:
    room = claimed()
    room.does(TABLE, Replace("Vera", "Dasha", False))
    assert room.refuses("Vera", room.respond("yes")).code == "not_at_this_table"
    room.does("Dasha", room.respond("yes"))
    room.closes()
    assert not room.table.past[1].annulled


# --- the end ---


def test_the_end_finishes_the_running_deal_and_no_other_is_opened() -> None:
    room = playing(deals=9)
    room.does(TABLE, End(cut=False))
    assert room.refuses(TABLE, End(cut=False)).code == "already_so"
    assert room.table.phase == "playing"
    room.plays_on().closes()
    assert room.table.phase == "finished"
    assert room.seen()["deals"] == 1
    assert result_of(room.table)[1] == 1
    assert room.refuses("Anna", Ready(1)).code == "no_deal_to_come"


def test_between_deals_the_end_comes_at_once() -> None:
    room = between(deals=9, pace="quick")
    room.does(TABLE, End(cut=False))
    assert room.table.phase == "finished"
    assert not waits(room.table)
    assert room.seen()["settled"] is not None


def test_before_the_first_deal_the_sheet_is_empty() -> None:
    room = opened_by_contest(pace="quick")
    room.does(TABLE, End(cut=False))
    assert room.table.phase == "finished"
    assert result_of(room.table) == (ZEROS, 0)
    seen = room.seen()
    assert seen["settled"] is not None
    assert {end["result"] for end in seen["settled"].values()} == {"0"}
    assert (seen["silence"], seen["deals"]) == (None, 0)
    assert not waits(room.table)
    assert room.refuses("Anna", Choose("N")).code == "no_seating_now"
    assert room.refuses(TABLE, End(cut=True)).code == "already_so"
    assert room.refuses(TABLE, LastCircle()).code == "last_circle_came"


def test_a_running_deal_is_cut_and_does_not_count() -> None:
    room = claimed()
    room.does(TABLE, End(cut=False))
    room.does(TABLE, End(cut=True))
    assert room.table.phase == "finished"
    assert result_of(room.table) == (ZEROS, 0)
    seen = room.seen()
    assert [past["annulled"] for past in seen["past"]] == [WHY, "cut"]
    assert seen["past"][1]["secret"] == "00"
    assert (seen["claim"], room.table.ask) == (None, None)
    assert not waits(room.table)


def test_a_pulya_that_is_over_is_the_contests() -> None:
    room = playing(deals=1).plays_on()
    room.closes()
    for command in (End(False), Hold(True), Annul(1, False, WHY)):
        assert room.refuses(TABLE, command).code == "pulya_over"


# --- pauses of the contest ---


def test_while_the_table_is_held_nobody_plays_and_no_clock_runs() -> None:
    room = playing(pace="quick")
    until = deadline(room.table)
    assert until is not None
    person, answer = room.person(room.ask.seat), room.answer("pass")
    room.does(TABLE, Hold(True))
    assert room.seen()["paused"]
    assert room.refuses(TABLE, Hold(True)).code == "already_so"
    assert room.refuses(person, answer).code == "paused"
    assert room.refuses(person, Resume()).code == "not_in_a_contest"
    assert not waits(room.table)
    room.now += 10**9
    assert room.refuses(TABLE, TimeUp()).code == "time_is_not_up"
    room.does(person, Presence(1, False))
    room.does(person, Presence(1, True))
    room.does(TABLE, Hold(False))
    assert deadline(room.table) == until + 10**9
    room.does(person, answer)


def test_bots_wait_as_well() -> None:
    room = playing(bots=("bot-1", "bot-2", "bot-3"))
    while room.person(room.ask.seat) == "Anna":
        room.does("Anna", room.answer("pass"))
    assert due(room.table) is not None
    room.does(TABLE, Hold(True))
    assert due(room.table) is None


@pytest.mark.parametrize("phase", ["seating", "between"])
def test_chairs_and_readiness_wait_and_have_all_their_time_afterwards(phase: str) -> None:
    room = opened_by_contest(pace="quick") if phase == "seating" else between(pace="quick")
    room.now += 50_000
    room.does(TABLE, Hold(True))
    command = Choose("N") if phase == "seating" else Ready(1)
    assert room.refuses("Anna", command).code == "paused"
    assert silence_at(room.table) is None
    room.now += 10**9
    room.does(TABLE, Hold(False))
    assert silence_at(room.table) == room.now + WAIT_MILLISECONDS
    room.does("Anna", command)


def test_a_claim_and_a_wish_stand_too() -> None:
    room = claimed()
    room.now += 20_000
    room.does(TABLE, Hold(True))
    assert room.refuses("Vera", room.respond("yes")).code == "paused"
    assert silence_at(room.table) is None
    room.now += 10**9
    room.does(TABLE, Hold(False))
    assert silence_at(room.table) == room.now + ANSWER_MILLISECONDS
    room.does("Vera", room.respond("no"))
    away = absent(room)
    wisher, asked, _ = (m.person for m in room.table.members if m.person != away)
    room.does(wisher, Propose("stand_in"))
    room.does(TABLE, Hold(True))
    assert room.refuses(asked, Vote("yes")).code == "paused"
    assert silence_at(room.table) is None


def test_who_is_back_in_a_pause_takes_his_cards_back() -> None:
    room = playing()
    away = absent(room)
    wisher, *asked = (m.person for m in room.table.members if m.person != away)
    room.does(wisher, Propose("stand_in"))
    for person in asked:
        room.does(person, Vote("yes"))
    room.does(TABLE, Hold(True))
    room.does(away, Return())
    assert room.refuses(away, Return()).code == "nobody_stands_in"


def test_at_a_friendly_table_the_players_pause_as_before() -> None:
    room = opened_by_anna(bots=True)
    assert room.refuses("Anna", Resume()).code == "not_paused"


# --- the last circle ---


def test_the_last_circle_before_the_first_deal_and_after_an_annulled_one() -> None:
    room = opened_by_contest(deals=60)
    room.does(TABLE, LastCircle())
    assert room.table.deals == 3  # festival-2011 at four, none was running (§9.4)
    room.does("Anna", Choose("N"))
    room.does(TABLE, Annul(1, True, WHY))
    assert room.table.deals == 4
    room.all_ready()
    room.does(TABLE, Annul(2, False, WHY))
    assert room.table.deals == 4
    for _ in range(2):
        room.all_ready()
        room.plays_on().closes()
    assert room.table.phase == "finished"


def test_an_annulled_deal_is_none_of_the_circle_that_is_announced_after_it() -> None:
    room = playing(deals=60)
    room.does(TABLE, Annul(1, True, WHY))
    room.does(TABLE, LastCircle())
    assert room.table.deals == 1 + 3


def test_nobody_answers_a_claim_of_a_deal_that_was_annulled() -> None:
    room = claimed()
    respond: Respond = room.respond("yes")
    room.does(TABLE, Annul(2, False, WHY))
    assert room.refuses("Vera", respond).code == "no_deal_runs"
