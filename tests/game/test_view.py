"""What a screen shows: the fold, piece by piece."""

import json

import pytest

from game.view import View, empty, fold
from tests.game.players import Table, sit


def screen(table: Table, *seats: str) -> View:
    view = empty()
    for event in table.seen(*seats):
        fold(view, event)
    return view


def test_an_event_that_nobody_knows_is_no_event() -> None:
    with pytest.raises(ValueError, match="no such event: rained"):
        fold(empty(), {"event": "rained"})


def test_a_view_is_plain_json() -> None:
    view = screen(sit().says("6S pass pass -8H -7H 6S whist pass whist AS open"), "E")
    assert json.loads(json.dumps(view)) == view


def test_the_talon_lies_open_until_the_contract_is_named_or_a_card_is_led() -> None:
    game, misere = sit().says("6S pass pass"), sit().says("misere pass pass")
    for table in (game, misere):
        assert screen(table)["talon"] == screen(table, "S")["talon"] == ["8H", "7H"]
        table.says("-8H -7H")
        assert screen(table)["talon"] == ["8H", "7H"]
    assert screen(game.says("6S"))["talon"] == []
    assert screen(misere.says("AS"))["talon"] == []


def test_a_hand_of_which_the_dealer_has_seen_ten_cards_is_known_until_two_are_discarded() -> None:
    table = sit().says("invite yes misere pass pass")
    assert len(screen(table, "W")["cards"]["N"]["known"] or []) == 12
    table.says("-8H")
    assert screen(table, "W")["cards"]["N"] == {"count": 11, "known": None, "laid": False}
    assert screen(table, "N")["discard"] == ["8H"]
    table.says("-7H")
    assert screen(table, "W")["cards"]["N"]["known"] is None
    assert screen(table, "W")["discard"] == []


def test_a_new_deal_leaves_nothing_of_the_one_before() -> None:
    view = screen(sit().says("6S pass pass -8H -7H 6S pass pass"), "N")
    assert view["result"] is not None
    for event in sit(dealer="N", hands=SECOND).seen("N"):
        fold(view, event)
    assert view == screen(sit(dealer="N", hands=SECOND), "N")
    assert (view["dealer"], view["hands"], view["phase"]) == ("N", ["E", "S", "W"], "auction")


SECOND = "E:AKQJT987.98.-.- S:-.AKQJT7.AKQJ.- W:-.-.T987.AKQJT9"


def test_the_phases_of_a_deal() -> None:
    table = sit()
    phases = []
    for words in ("6S pass pass", "-8H -7H", "6S", "whist whist", "AS", "=6,E4,S0"):
        phases.append(screen(table)["phase"])
        table.says(words)
    phases.append(screen(table)["phase"])
    assert phases == ["auction", "talon", "talon", "whisting", "whisting", "play", "over"]
    assert screen(sit().says("pass pass pass AS"))["phase"] == "raspasy"
    assert empty()["phase"] == "none"


def test_the_words_of_the_whisting_and_how_it_ended() -> None:
    view = screen(sit().says("6S pass pass -8H -7H 6S pass half pass look-E whist AS closed"))
    assert [(word["seat"], word["word"]) for word in view["whists"]] == [
        ("E", "pass"),
        ("S", "half"),
        ("E", "pass"),
        ("W", "look-E"),
        ("W", "whist"),
    ]
    assert view["whisted"] == {"how": "dealer", "by": "W", "hand": "E", "duty": 4}
    assert view["lie"] == "closed"
    calls = screen(sit().says("6S invite no misere"))["calls"]
    assert [call["call"] for call in calls] == ["6S", "invite", "no", "misere"]


def test_an_agreed_end_clears_the_table() -> None:
    view = screen(sit().says("6S pass pass -8H -7H 6S whist whist AS 7C =6,E4,S0"))
    assert (view["trick"], view["ask"]) == ([], None)
    assert view["taken"] == {"N": 6, "E": 4, "S": 0, "W": 0}
