"""Who watches, behind which hand, who is sent away, and what a director may look at."""

from __future__ import annotations

from typing import Any

import pytest

from game.script import PUBLIC
from lobby.table.audience import Sight, sight
from lobby.table.commands import (
    Again,
    Choose,
    Confirm,
    Dismiss,
    End,
    Join,
    Kick,
    Look,
    Presence,
    Ready,
    Replace,
    Unwatch,
    Watch,
    Watchable,
)
from lobby.table.decisions import TABLE
from lobby.table.due import due
from lobby.table.seen import table_seen_by
from tests.lobby.table.contests import (
    DIRECTOR,
    WHY,
    between,
    hands,
    opened_by_contest,
    playing,
    shut_out,
)
from tests.lobby.table.tables import STRANGER, Room, crowded, opened_by_anna, seated

W = STRANGER
"""Who watches."""


def watched(seat: str = "E", **options: Any) -> Room:
    """The first deal runs, and somebody sits behind this hand."""
    room = opened_by_contest(**options)
    room.does(W, Watch(seat))
    room.does("Anna", Choose("N"))
    return room


def next_deal(room: Room) -> Room:
    """This deal is over and the next one is opened."""
    room.plays_on().closes()
    room.all_ready()
    return room


# --- behind one hand ---


def test_a_chosen_hand_counts_from_the_next_deal_that_is_opened() -> None:
    room = opened_by_contest()
    room.does(W, Watch("E"))
    assert hands(room, W) == ""
    assert room.seen()["audience"] == [{"person": W, "seat": "", "next": "E"}]
    room.does("Anna", Choose("N"))
    assert hands(room, W) == "E"
    assert room.seen()["audience"] == [{"person": W, "seat": "E", "next": ""}]
    room.does(W, Watch("S"))
    assert hands(room, W) == "E"
    assert room.seen()["audience"] == [{"person": W, "seat": "E", "next": "S"}]
    assert room.refuses(W, Watch("S")).code == "already_so"
    room.plays_on().closes()
    assert hands(room, W) == "E"
    room.all_ready()
    assert hands(room, W) == "S"
    next_deal(room)
    assert hands(room, W) == "S"


def test_who_comes_in_the_middle_of_a_deal_waits_for_the_next_one() -> None:
    room = playing()
    room.does(W, Watch("E"))
    assert hands(room, W) == ""
    next_deal(room)
    assert hands(room, W) == "E"


def test_the_open_table_counts_at_once_and_the_way_back_is_to_the_same_hand() -> None:
    room = watched("E")
    room.does(W, Watch())
    assert hands(room, W) == ""
    assert room.seen()["audience"] == [{"person": W, "seat": "", "next": ""}]
    assert room.refuses(W, Watch()).code == "already_so"
    room.does(W, Watch("S"))
    assert hands(room, W) == ""
    room.does(W, Watch("E"))
    assert hands(room, W) == "E"


def test_who_stands_up_gets_no_second_hand_of_the_deal() -> None:
    room = watched("E")
    room.does(W, Unwatch())
    assert (hands(room, W), room.seen()["audience"]) == ("", [])
    assert room.refuses(W, Unwatch()).code == "already_so"
    room.does(W, Watch("S"))
    assert hands(room, W) == ""
    room.does(W, Unwatch())
    room.does(W, Watch("E"))
    assert hands(room, W) == "E"


def test_players_do_not_watch() -> None:
    assert playing().refuses("Anna", Watch()).code == "plays_here"


def test_a_chair_that_is_not_there() -> None:
    assert playing(3).refuses(W, Watch("W")).code == "no_such_chair"


def test_a_lost_connection_leaves_the_list() -> None:
    room = watched()
    assert room.refuses(W, Presence(1, True)).code == "already_so"
    room.does(W, Presence(1, False))
    assert room.seen()["audience"] == []
    assert room.refuses(W, Presence(2, False)).code == "not_at_this_table"


def test_watchers_change_nothing_but_the_list() -> None:
    room = playing(pace="quick")
    answer, before = room.answer("pass"), room.seen("N")
    due_before = due(room.table)
    room.does(W, Watch("E"))
    room.does(DIRECTOR, Watch())
    room.does(W, Unwatch())
    room.does(DIRECTOR, Look(WHY))
    room.does("Anna", Dismiss(DIRECTOR))
    assert room.seen("N") == before
    assert due(room.table) == due_before
    room.does(room.person(room.ask.seat), answer)


# --- what they may see at all ---


def test_where_nothing_is_for_spectators() -> None:
    room = playing(watching="none")
    assert shut_out(room, W) == "not_for_spectators"
    assert room.refuses(W, Watch()).code == "not_for_spectators"
    assert hands(room, "Anna") == "N"
    room.does(TABLE, End(cut=True))
    assert sight(room.table, W) == Sight(PUBLIC, late=False)


def test_where_only_the_open_table_is() -> None:
    room = playing(watching="table")
    assert room.refuses(W, Watch("E")).code == "not_for_spectators"
    room.does(W, Watch())
    assert hands(room, W) == ""


def test_less_counts_at_once() -> None:
    room = watched("E")
    assert room.refuses(TABLE, Watchable("all")).code == "bad_table"
    assert room.refuses(TABLE, Watchable("hand")).code == "already_so"
    room.does(TABLE, Watchable("table"))
    assert hands(room, W) == ""
    assert room.seen()["audience"] == [{"person": W, "seat": "", "next": ""}]
    room.does(TABLE, Watchable("none"))
    assert room.seen()["audience"] == []
    assert shut_out(room, W) == "not_for_spectators"


def test_more_counts_from_the_next_deal() -> None:
    room = watched("E")
    room.does(TABLE, Watchable("table"))
    room.does(TABLE, Watchable("hand"))
    assert room.seen()["watching"] == "table"
    room.does(W, Watch("E"))  # for the next deal
    assert hands(room, W) == ""
    next_deal(room)
    assert room.seen()["watching"] == "hand"
    assert hands(room, W) == "E"


def test_more_counts_at_once_while_no_deal_runs() -> None:
    room = between(watching="none")
    room.does(TABLE, Watchable("hand"))
    room.does(W, Watch("E"))
    room.all_ready()
    assert hands(room, W) == "E"


def test_at_a_friendly_table_everybody_may_watch_the_open_table() -> None:
    room = opened_by_anna()
    assert sight(room.table, W) == Sight(PUBLIC, late=False)
    room.does(W, Watch())
    assert room.refuses(W, Watch("E")).code == "not_for_spectators"
    room.does(W, Join())
    assert room.seen()["audience"] == []
    room = seated()
    room.does(W, Watch())
    assert sight(room.table, W) == Sight(PUBLIC, late=False)
    assert room.seen()["watching"] == "table"


def test_watchers_stay_for_another_pulya() -> None:
    room = seated(deals=1)
    room.does(W, Watch())
    room.plays_on().closes()
    for member in [*room.table.members]:
        room.does(member.person, Again())
    assert [each["person"] for each in room.seen()["audience"]] == [W]


# --- with delay ---


def test_what_is_shown_late_tells_nothing_of_the_running_deal() -> None:
    room = watched("E", delay=True, pace="quick")
    assert sight(room.table, W) == Sight(frozenset("E"), late=True)
    assert sight(room.table, "Egor") == Sight(PUBLIC, late=True)
    assert not sight(room.table, "Boris").late
    before = table_seen_by(room.table, sight(room.table, W))
    room.now += 20_000
    while room.ask.what != "card" or not room.table.running or not room.table.running.deal.taken:
        room.says(room.ask.options[0])
    after = table_seen_by(room.table, sight(room.table, W))
    assert after == before
    hidden = ("clock", "claim", "wish", "silence", "refused_by")
    assert [after[name] for name in hidden] == [None] * 5  # type: ignore[literal-required]
    room.plays_on().closes()
    over = table_seen_by(room.table, sight(room.table, W))
    assert over["clock"] is not None
    assert over["silence"] is not None
    assert len(over["past"]) == 1


def test_who_waits_for_the_end_of_the_deal_has_seen_no_hand_of_it() -> None:
    room = watched("E", delay=True)
    room.does(TABLE, Replace("Anna", W, False))
    assert sight(room.table, W) == Sight(frozenset("N"), late=False)
    while room.ask.seat != "N":
        room.says("pass")
    room.does(W, room.answer("pass"))
    room = watched("E", delay=True).plays_on()
    room.closes()
    room.does(TABLE, Replace("Anna", W, False))
    assert hands(room, W) == ""
    room.does(W, Ready(1))
    room.all_ready()
    assert hands(room, W) == "N"


# --- sent away ---


@pytest.mark.parametrize("who", ["Gleb", TABLE])
def test_any_player_and_the_director_send_spectators_away(who: str) -> None:
    room = watched("E")
    room.does(who, Dismiss(W))
    assert room.seen()["audience"] == []
    assert shut_out(room, W) == "sent_away"
    assert room.refuses(W, Watch()).code == "sent_away"
    room.does(TABLE, End(cut=True))
    assert shut_out(room, W) == "sent_away"


def test_only_who_watches_is_sent_away_and_only_by_players() -> None:
    room = watched(bots=("bot-1",))
    assert room.refuses("Boris", Dismiss("Egor")).code == "nobody_to_send_away"
    assert room.refuses("Boris", Dismiss("Anna")).code == "nobody_to_send_away"
    assert room.refuses("Egor", Dismiss(W)).code == "not_at_this_table"
    assert room.refuses("bot-1", Dismiss(W)).code == "not_at_this_table"
    assert room.refuses(TABLE, Dismiss("Anna")).code == "nobody_to_send_away"
    room.does(TABLE, Dismiss("Egor"))  # the director: also who is just not there
    assert room.refuses(TABLE, Dismiss("Egor")).code == "already_so"
    assert shut_out(room, "Egor") == "sent_away"


def test_who_was_sent_away_before_the_seating_does_not_watch_the_deals() -> None:
    room = crowded()
    room.does("Anna", Kick("Gleb"))
    assert hands(room, "Gleb") == ""
    assert room.refuses("Gleb", Watch()).code == "sent_away"
    room.does("Egor", Join())
    for person in ("Anna", "Boris", "Vera", "Egor"):
        room.does(person, Confirm())
    assert shut_out(room, "Gleb") == "sent_away"
