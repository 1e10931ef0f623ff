"""People come together at a table: it is opened, joined, left, filled, and everybody draws."""

from collections import Counter
from itertools import permutations

import pytest

from game.script import Refused
from lobby.table import facts
from lobby.table.commands import Choose, Confirm, Fill, Join, Kick, Leave, Open, Ready
from lobby.table.gathering import opening
from tests.lobby.table.tables import STRANGER, crowded, full, opened_by_anna


def test_who_opens_a_table_takes_part() -> None:
    room = opened_by_anna(players=3, deals=7, rules="fspr-2006")
    assert [member.person for member in room.table.members] == ["Anna"]
    assert (room.table.phase, room.table.free) == ("gathering", 2)
    seen = room.seen()
    assert (seen["rules"], seen["players"], seen["deals"]) == ("fspr-2006", 3, 7)


@pytest.mark.parametrize(
    ("command", "field", "rule"),
    [
        (Open("sochi", 4, 8), "rules", ""),
        (Open("fspr-2006", 2, 8), "players", "§1.1"),
        (Open("fspr-2006", 5, 8), "players", "§1.1"),
        (Open("fspr-2006", 4, 0), "deals", ""),
        (Open("fspr-2006", 4, 61), "deals", ""),
        (Open("fspr-2006", 4, -1), "deals", ""),
        (Open("fspr-2006", 4, 8, minutes=601), "minutes", "§9.1"),
        (Open("fspr-2006", 4, 8, minutes=-1), "minutes", "§9.1"),
        (Open("fspr-2006", 4, 8, pace="blitz"), "pace", ""),
        (Open("fspr-2006", 4, 8, changed={"jumps": True}), "jumps", ""),
        (Open("fspr-2006", 4, 8, changed={"name": "ours"}), "name", ""),
        (Open("fspr-2006", 4, 8, changed={"half_misere": 1}), "half_misere", "§2.9"),
        (Open("fspr-2006", 4, 8, changed={"half_misere": None}), "half_misere", "§2.9"),
        (Open("fspr-2006", 4, 8, changed={"raspasy_prices": [1]}), "raspasy_prices", "§6.5"),
        (
            Open("fspr-2006", 4, 8, changed={"quick_tricks": True, "write_off": "no"}),
            "write_off",
            "§8.3",
        ),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(command: Open, field: str, rule: str) -> None:
    with pytest.raises(Refused) as caught:
        opening("Anna", command, bytes(32))
    assert (caught.value.code, caught.value.rule) == ("bad_table", rule)
    assert caught.value.detail["field"] == field


def test_a_table_may_override_what_is_a_yes_or_a_no() -> None:
    room = opened_by_anna(rules="fspr-2006", half_misere=False, quick_tricks=True)
    convention = room.table.convention
    assert (convention.half_misere, convention.quick_tricks) == (False, True)
    assert convention.name == "fspr-2006"
    assert room.seen()["changed"] == {"half_misere": False, "quick_tricks": True}


def test_people_join_until_the_chairs_are_taken_and_draw_when_all_are_there() -> None:
    room = opened_by_anna()
    assert room.does("Boris", Join()) == [facts.Joined("Boris", bot=False)]
    assert room.refuses("Anna", Confirm()).code == "chairs_are_free"
    for person in ("Vera", "Gleb"):
        room.does(person, Join())
    assert room.table.phase == "gathering"
    for person in ("Gleb", "Anna", "Vera"):
        assert room.does(person, Confirm()) == [facts.Confirmed(person)]
    assert room.refuses("Anna", Confirm()).code == "already_ready"
    confirmed, drawn = room.does("Boris", Confirm())
    assert confirmed == facts.Confirmed("Boris")
    assert isinstance(drawn, facts.Drawn)
    assert sorted(drawn.numbers.values()) == [1, 2, 3, 4]
    assert {member.person: member.number for member in room.table.members} == drawn.numbers
    assert room.table.phase == "seating"


def test_nobody_joins_twice_and_nobody_a_full_table() -> None:
    room = opened_by_anna()
    assert room.refuses("Anna", Join()).code == "already_here"
    room.does("Boris", Join())
    assert room.refuses("Boris", Join()).code == "already_here"
    assert full().refuses(STRANGER, Join()).code == "table_is_full"


def test_who_leaves_makes_place_and_may_come_back() -> None:
    room = opened_by_anna(players=3)
    room.does("Boris", Join())
    assert room.does("Anna", Leave()) == [facts.Left("Anna")]
    assert [member.person for member in room.table.members] == ["Boris"]
    room.does("Anna", Join())
    room.does("Vera", Join())
    assert [member.person for member in room.table.members] == ["Boris", "Anna", "Vera"]


def test_the_last_one_may_leave_and_somebody_else_comes() -> None:
    room = opened_by_anna(players=3)
    room.does("Anna", Leave())
    assert (room.table.members, room.table.phase) == ([], "gathering")
    room.does("Boris", Join())
    assert room.table.free == 2


def test_after_the_draw_nobody_leaves_and_no_bots_come() -> None:
    room = full(players=3)
    for command in (Leave(), Fill()):
        refusal = room.refuses("Anna", command)
        assert (refusal.code, refusal.rule) == ("already_seated", "§1.6")


def test_only_who_takes_part_leaves_or_brings_bots() -> None:
    room = opened_by_anna()
    for command in (Leave(), Fill(), Choose("N"), Ready(0)):
        assert room.refuses(STRANGER, command).code == "not_at_this_table"


def test_bots_fill_the_free_chairs_and_one_person_alone_draws_at_once() -> None:
    room = opened_by_anna(players=3)
    told = room.does("Anna", Fill())
    assert told[:2] == [facts.Joined("bot-1", bot=True), facts.Joined("bot-2", bot=True)]
    assert isinstance(told[2], facts.Drawn)
    assert set(told[2].numbers) == {"Anna", "bot-1", "bot-2"}
    assert [member.bot for member in room.table.members] == [False, True, True]


def test_where_bots_fill_the_chairs_people_are_asked_whether_they_are_there() -> None:
    room = opened_by_anna()
    room.does("Boris", Join())
    room.does("Boris", Fill())
    assert room.refuses("Anna", Fill()).code == "table_is_full"
    room.does("Anna", Confirm())
    assert isinstance(room.does("Boris", Confirm())[1], facts.Drawn)


def test_who_opened_the_table_may_send_the_absent_away() -> None:
    room = crowded()
    room.does("Gleb", Confirm())
    assert room.refuses("Boris", Kick("Vera")).code == "not_the_host"
    assert room.refuses("Anna", Kick("Anna")).code == "nobody_to_send_away"
    assert room.refuses("Anna", Kick(STRANGER)).code == "nobody_to_send_away"
    assert room.does("Anna", Kick("Vera")) == [facts.Left("Vera", kicked=True)]
    assert room.refuses("Vera", Join()).code == "sent_away"
    assert not any(member.ready for member in room.table.members)  # all are asked again
    room.does(STRANGER, Join())
    assert room.table.free == 0
    assert full().refuses("Anna", Kick("Vera")).code == "already_seated"


def test_a_table_can_be_opened_with_bots_at_once() -> None:
    room = opened_by_anna(players=3, bots=True)
    assert [member.person for member in room.table.members] == ["Anna", "bot-1", "bot-2"]
    assert room.table.phase == "seating"


def test_a_table_is_opened_once() -> None:
    assert opened_by_anna().refuses("Anna", Open("fspr-2006", 4, 8)).code == "table_is_open"


@pytest.mark.parametrize("players", [3, 4])
def test_every_draw_is_possible_and_none_is_favoured(players: int) -> None:
    drawn = Counter(
        tuple(member.number for member in full(players, seed=seed).table.members)
        for seed in range(1200)
    )
    assert set(drawn) == set(permutations(range(1, players + 1)))
    expected = 1200 / len(drawn)
    assert sum((n - expected) ** 2 / expected for n in drawn.values()) < 3 * len(drawn)


def test_before_the_seating_all_see_the_same() -> None:
    room = full()
    assert all(room.seen(seat) == room.seen() for seat in "NESW")
    assert room.seen()["commitment"] is None
