"""Substitutes who have seen a hand, players who watch afterwards, directors who look."""

from __future__ import annotations

from game.script import PUBLIC
from lobby.table.audience import Sight, sight
from lobby.table.commands import (
    Claim,
    Dismiss,
    Look,
    Presence,
    Ready,
    Replace,
    Return,
    StandIn,
    Vote,
    Watch,
)
from lobby.table.decisions import TABLE
from lobby.table.due import Answering, GettingReady, due
from lobby.table.talk import may_talk
from tests.lobby.table.contests import (
    DIRECTOR,
    WHY,
    hands,
    opened_by_contest,
    playing,
    shut_out,
)
from tests.lobby.table.tables import Room, seated
from tests.lobby.table.test_audience import W, next_deal, watched

# --- substitutes, and who has played ---


def blind(seat: str = "E") -> Room:
    """Anna's place at N is taken by somebody who has seen the hand of E in this deal."""
    room = watched(seat)
    room.does(TABLE, Replace("Anna", W, False))
    return room


def by_itself(room: Room) -> None:
    """A bot stands in, everybody else takes the first option, until the deal is over."""
    while (ask := room.table.ask) is not None:
        answer = room.answer(ask.options[0])
        if room.person(ask.seat) == W:
            room.does(TABLE, StandIn(W, answer))
        else:
            room.does(room.person(ask.seat), answer)


def test_a_substitute_who_has_seen_another_hand_waits_for_the_next_deal() -> None:
    room = blind()
    assert hands(room, W) == ""
    assert room.seen()["audience"] == []
    assert room.refuses(W, Return()).code == "has_seen_another_hand"
    room.does(W, Presence(1, False))
    room.does(W, Presence(1, True))
    member = room.table.member(W)
    assert member is not None
    assert member.stand_in == "bot"
    assert not may_talk(room.table, W)
    while room.ask.seat != "N":
        room.says("pass")
    assert room.refuses(W, room.answer("pass")).code == "has_seen_another_hand"
    assert room.refuses(W, Claim(1, room.number, "=10")).code == "has_seen_another_hand"
    assert due(room.table) == Answering(W, False, room.ask.seat, 1, room.number)
    by_itself(room)
    room.closes()
    assert hands(room, W) == ""
    assert (member.stand_in, due(room.table)) == ("", None)
    room.does(W, Ready(1))
    room.all_ready()
    assert hands(room, W) == "N"
    assert not member.blind


def test_a_substitute_who_has_sat_behind_this_hand_plays_at_once() -> None:
    room = watched("N")
    room.does(TABLE, Replace("Anna", W, False))
    assert hands(room, W) == "N"
    while room.ask.seat != "N":
        room.says("pass")
    room.does(W, room.answer("pass"))


def test_who_has_played_may_watch_his_own_hand_only() -> None:
    room = playing()
    room.does(TABLE, Replace("Anna", W, False))
    assert hands(room, "Anna") == ""
    room.does("Anna", Watch("E"))
    assert hands(room, "Anna") == ""
    room.does("Anna", Watch("N"))
    assert hands(room, "Anna") == "N"
    room.does(TABLE, Replace("Boris", "Anna", False))
    assert hands(room, "Anna") == ""
    assert room.refuses("Anna", Return()).code == "has_seen_another_hand"


def test_a_substitute_who_was_replaced_has_played_the_hand_too() -> None:
    room = playing()
    room.does(TABLE, Replace("Anna", W, False))
    room.does(TABLE, Replace(W, "Egor", False))
    room.does(W, Watch("S"))
    assert hands(room, W) == ""
    room.does(TABLE, Replace("Vera", W, False))
    assert hands(room, W) == ""


def test_a_wish_for_a_stand_in_does_not_concern_a_blind_substitute() -> None:
    room = blind()
    assert room.refuses("Boris", Vote("yes")).code == "no_wish_waits"
    assert not isinstance(due(room.table), GettingReady)


# --- a director looks ---


def test_a_director_sees_all_hands_of_the_deal_and_the_players_hear_of_it_afterwards() -> None:
    room = playing(delay=True)
    room.does(DIRECTOR, Look(f" {WHY} "))
    assert sight(room.table, DIRECTOR) == Sight(frozenset("NESW"), late=False)
    assert (room.seen()["looks"], room.seen()["audience"]) == ([], [])
    assert room.refuses(DIRECTOR, Look(WHY)).code == "already_so"
    room.plays_on().closes()
    assert room.seen()["looks"] == [{"deal": 1, "person": DIRECTOR, "why": WHY}]
    room.all_ready()
    assert sight(room.table, DIRECTOR) == Sight(PUBLIC, late=True)
    room.does(DIRECTOR, Look(WHY))
    assert len(room.seen()["looks"]) == 1


def test_a_look_opens_no_hand_for_afterwards_and_shows_in_no_list() -> None:
    room = watched("E")
    room.does(W, Look(WHY))
    room.does(W, Watch("S"))
    assert room.seen()["audience"] == [{"person": W, "seat": "E", "next": "S"}]
    room.does("Anna", Dismiss(W))
    assert hands(room, W) == "ENSW"  # players do not end the look of a director
    next_deal(room)
    assert shut_out(room, W) == "sent_away"


def test_a_director_who_has_looked_does_not_play_this_deal() -> None:
    room = playing()
    room.does(DIRECTOR, Look(WHY))
    room.does(TABLE, Replace("Anna", DIRECTOR, False))
    assert hands(room, DIRECTOR) == ""
    assert room.refuses(DIRECTOR, Return()).code == "has_seen_another_hand"


def test_when_nobody_looks() -> None:
    room = opened_by_contest()
    assert room.refuses(DIRECTOR, Look(WHY)).code == "no_deal_runs"
    room = playing()
    assert room.refuses("Anna", Look(WHY)).code == "plays_here"
    for why in ("", "  ", "x" * 201, "a\nb"):
        assert room.refuses(DIRECTOR, Look(why)).code == "no_reason"
    assert seated().refuses(W, Look(WHY)).code == "not_a_director"
    room.plays_on().closes()
    assert room.refuses(DIRECTOR, Look(WHY)).code == "no_deal_runs"
