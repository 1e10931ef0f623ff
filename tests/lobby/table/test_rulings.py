"""Deals that a director annuls, and what he writes on the sheet."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from game.preferans.conventions import CONVENTIONS
from game.script import Refused
from lobby.table import facts
from lobby.table.commands import Adjust, Annul, End, LastCircle
from lobby.table.decisions import TABLE
from lobby.table.obeying import result_of
from lobby.table.records import deals_object, deals_text
from tests.lobby.table.contests import WHY, between, opened_by_contest, playing
from tests.lobby.table.tables import Room
from tests.lobby.table.walk import attempt, due_move, sensible


def annul(room: Room, deal: int, replay: bool = False) -> None:
    room.does(TABLE, Annul(deal, replay, WHY))


def played(deals: int, seed: int = 1, **options: object) -> Room:
    """So many deals are written down, at random, and another is to come."""
    room, dice = playing(seed=seed, deals=deals + 2, **options), Random(seed)
    while len(room.table.past) < deals:
        move = due_move(dice, room) or sensible(dice, room)
        assert move is not None
        attempt(room, *move)
    return room


# --- a running deal ---


@pytest.mark.parametrize("replay", [False, True])
def test_nothing_of_a_running_deal_counts_and_its_secret_is_shown(replay: bool) -> None:
    room = between(deals=3)
    lines, streak = room.table.lines, room.table.streak
    room.all_ready()
    dealer = room.table.dealer
    room.says("pass pass")
    secret = room.table.running and room.table.running.opened.secret
    annul(room, 2, replay)
    table = room.table
    assert (table.phase, table.lines, table.streak) == ("between", lines, streak)
    past = room.seen()["past"][1]
    assert (past["annulled"], past["secret"], past["result"]["lines"]) == (WHY, secret, [])
    assert table.deals == 3 + replay
    assert not any(member.ready for member in table.members)
    room.all_ready()
    assert table.running is not None
    assert table.running.opened.number == 3
    assert (table.running.opened.dealer == dealer) == replay
    assert table.running.opened.streak == streak
    assert result_of(table)[1] == 1


def test_the_last_deal_of_a_pulya_that_is_annulled_finishes_it_unless_there_is_a_replay() -> None:
    room = playing(deals=1)
    annul(room, 1, replay=True)
    assert room.table.phase == "between"
    room.all_ready()
    annul(room, 2)
    assert room.table.phase == "finished"
    assert result_of(room.table) == (["0"] * 4, 0)


def test_a_deal_that_is_over_and_not_written_down_can_be_annulled() -> None:
    room = playing().plays_on()
    annul(room, 1)
    assert room.table.phase == "between"
    assert room.table.lines == []
    assert room.refuses(TABLE, Annul(1, False, WHY)).code == "already_so"


def test_the_time_of_the_question_that_was_broken_off_is_not_charged() -> None:
    room = playing(pace="quick")
    room.now += 100_000
    annul(room, 1)
    clock = room.seen()["clock"]
    assert clock is not None
    assert {*clock["bank"].values()} == {90_000}
    assert (clock["seat"], clock["until"]) == (None, None)


# --- a deal that is written down ---


def test_only_the_lines_of_a_past_deal_vanish() -> None:
    room = played(3, seed=4)
    table = room.table
    kept = [line for past in (table.past[0], table.past[2]) for line in past.result["lines"]]
    dealer, streak = table.dealer, table.streak
    annul(room, 2)
    assert [line.wire() for line in table.lines] == kept
    assert (table.dealer, table.streak, table.deals) == (dealer, streak, 5)
    assert [past["annulled"] for past in room.seen()["past"]] == ["", WHY, ""]
    assert table.past[1].result["lines"]  # as it was written down
    annul(room, 1, replay=True)
    assert table.deals == 6


def test_a_past_deal_can_be_annulled_while_another_runs() -> None:
    room = between()
    room.all_ready()
    question = room.answer("pass")
    annul(room, 1)
    assert room.table.phase == "playing"
    assert room.table.lines == []
    room.does(room.person(room.ask.seat), question)


def test_what_cannot_be_annulled() -> None:
    room = opened_by_contest()
    assert room.refuses(TABLE, Annul(1, False, WHY)).code == "no_such_deal"
    room = between()
    for number in (0, 2, -1):
        assert room.refuses(TABLE, Annul(number, False, WHY)).code == "no_such_deal"
    assert room.refuses(TABLE, Annul(1, False, " ")).code == "no_reason"
    annul(room, 1)
    assert room.refuses(TABLE, Annul(1, True, WHY)).code == "already_so"


def test_after_the_end_no_deal_is_replayed() -> None:
    room = playing()
    room.does(TABLE, End(cut=False))
    assert room.refuses(TABLE, Annul(1, True, WHY)).code == "tour_ended"
    annul(room, 1)
    assert room.table.phase == "finished"


def test_a_replay_comes_after_the_last_circle_too() -> None:
    room = playing(deals=60)
    room.does(TABLE, LastCircle())
    deals = room.table.deals
    annul(room, 1, replay=True)
    assert room.table.deals == deals + 1


# --- exports ---


def test_a_file_of_the_pulya_has_the_deals_that_count() -> None:
    room = played(3, seed=4)
    room.does(TABLE, Adjust(1, 0, 6, 0, 0, WHY))
    annul(room, 2)
    told = deals_object(room.table)
    assert [deal["score"] for deal in told["deals"]] == [
        room.table.past[0].result,
        room.table.past[2].result,
    ]
    assert [line["amount"] for line in told["adjustments"]] == [6]
    assert sum(map(Fraction, told["result"].values())) == 0
    assert list(told["result"].values()) == list(
        {seat: end["result"] for seat, end in settled(room).items()}.values()
    )
    assert deals_text(room.table).count("[Rules") == 2
    assert '[Annulled "yes"]' in deals_text(room.table, 2)
    assert deals_object(room.table, 2)["deals"][0]["headers"]["Annulled"] == "yes"


def settled(room: Room) -> dict[str, dict[str, str]]:
    """As the table settles once it is over."""
    room.does(TABLE, End(cut=True))
    found = room.seen()["settled"]
    assert found is not None
    return {seat: {"result": end["result"]} for seat, end in found.items()}


def test_a_deal_that_was_broken_off_can_be_had_by_its_number() -> None:
    room = playing()
    room.says("pass")
    annul(room, 1)
    assert deals_text(room.table) == ""
    assert deals_text(room.table, 1).endswith("\npass\n")
    with pytest.raises(Refused):
        deals_text(room.table, 2)


# --- adjustments ---


def test_an_adjustment_is_written_on_the_sheet_and_settled() -> None:
    room = playing(deals=1)
    room.does(TABLE, Adjust(1, 2, 0, 0, 0, WHY))
    room.does(TABLE, Adjust(2, 0, 6, 3, 20, WHY))
    seen = room.seen()
    assert seen["adjustments"] == [
        {"seat": "N", "pool": 2, "mountain": 0, "on": None, "whists": 0, "why": WHY},
        {"seat": "E", "pool": 0, "mountain": 6, "on": "S", "whists": 20, "why": WHY},
    ]
    assert seen["sheet"]["pool"]["N"] == 2
    assert seen["sheet"]["mountain"]["E"] == 6
    assert seen["sheet"]["whists"] == {"E": {"S": 20}}
    annul(room, 1)
    # 40, -60, 0, 0 less the mean of -5; then the whists
    assert result_of(room.table)[0] == ["45", "-35", "-15", "5"]


@pytest.mark.parametrize("rules", CONVENTIONS)
def test_an_adjustment_stands_where_it_was_written(rules: str) -> None:
    room = played(1, seed=3, rules=rules)
    room.does(TABLE, Adjust(1, 4, 0, 0, 0, WHY))
    drawn, sheet = room.seen()["drawn"], room.seen()["sheet"]
    room.all_ready()
    while room.table.phase == "playing":
        move = due_move(Random(1), room) or sensible(Random(1), room)
        assert move is not None
        attempt(room, *move)
    written = room.table.lines
    own = len(room.table.past[0].result["lines"])
    assert [line.why for line in written[own : own + 1]] == ["adjusted"]
    annul(room, 2)
    assert (room.seen()["drawn"], room.seen()["sheet"]) == (drawn, sheet)


@pytest.mark.parametrize(
    "command",
    [
        Adjust(1, 0, 0, 2, 0, WHY),
        Adjust(0, 2, 0, 0, 0, WHY),
        Adjust(5, 2, 0, 0, 0, WHY),
        Adjust(1, 0, 0, 0, 20, WHY),
        Adjust(1, 0, 0, 1, 20, WHY),
        Adjust(1, 0, 0, 5, 20, WHY),
        Adjust(1, 2, 0, 5, 0, WHY),
        Adjust(1, 10_001, 0, 0, 0, WHY),
        Adjust(1, 0, 10_001, 0, 0, WHY),
        Adjust(1, 0, 0, 2, 10_001, WHY),
        Adjust(1, -1, 0, 0, 0, WHY),
        Adjust(1, 0, -1, 0, 0, WHY),
        Adjust(1, 0, 0, 2, -1, WHY),
    ],
)
def test_an_adjustment_that_cannot_be(command: Adjust) -> None:
    assert playing().refuses(TABLE, command).code == "bad_adjustment"


def test_what_was_written_can_be_taken_off_again() -> None:
    room = playing()
    room.does(TABLE, Adjust(1, 4, 6, 2, 20, WHY))
    room.does(TABLE, Adjust(1, -4, -6, 2, -20, WHY))
    assert room.refuses(TABLE, Adjust(1, 0, 0, 2, -1, WHY)).code == "bad_adjustment"
    annul(room, 1)
    assert {*room.seen()["sheet"]["pool"].values()} == {0}


def test_when_nothing_is_adjusted() -> None:
    room = opened_by_contest(deals=1)
    command = Adjust(1, 2, 0, 0, 0, WHY)
    assert room.refuses(TABLE, command).code == "no_deal_runs"
    room = playing(deals=1)
    assert room.refuses(TABLE, Adjust(1, 2, 0, 0, 0, "")).code == "no_reason"
    room.plays_on().closes()
    assert room.refuses(TABLE, command).code == "pulya_over"


def test_the_reason_is_kept_without_spaces_around_it() -> None:
    room = playing()
    (told,) = room.does(TABLE, Adjust(1, 2, 0, 0, 0, f" {WHY} "))
    assert isinstance(told, facts.Adjusted)
    assert told.why == WHY
