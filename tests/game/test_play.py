"""Chapters 5 and 6 of the rules: tricks, who leads, misère, raspasy."""

import pytest

from game.cards import BY_NAME, SUITS, rank_of
from game.script import Event
from game.tricks import legal, suit_else_trump, taker
from tests.game.players import RULES, Table, sit


def cards(names: str) -> list[int]:
    return [BY_NAME[name] for name in names.split()]


def takes(names: str, led: str, trump: str | None = None) -> str:
    """The card that takes this trick."""
    number = None if trump is None else SUITS.index(trump)
    hand = [BY_NAME[name] for name in names.split()]
    return names.split()[taker(hand, SUITS.index(led), number, rank_of)]


def told(table: Table, *names: str) -> list[str]:
    """The seats of these events."""
    return [str(event.whole()["seat"]) for event in table.events if event.name in names]


def whole(events: list[Event]) -> list[tuple[object, ...]]:
    return [tuple(event.whole().values())[1:] for event in events]


# --- tricks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "led", "trump", "may"),
    [
        ("7S AS 8C", "S", "C", "7S AS"),
        ("8C TC 7D", "S", "C", "8C TC"),
        ("7D AH", "S", "C", "7D AH"),
        ("8C 7D AH", "S", None, "8C 7D AH"),
        ("8C AC", "C", "C", "8C AC"),
        ("7D", "C", "D", "7D"),
    ],
)
def test_5_1_the_suit_else_a_trump_else_anything(
    hand: str, led: str, trump: str | None, may: str
) -> None:
    held = [BY_NAME[name] for name in hand.split()]
    number = None if trump is None else SUITS.index(trump)
    assert legal(held, SUITS.index(led), number, suit_else_trump) == cards(may)
    assert legal(held, None, number, suit_else_trump) == cards(hand)


@pytest.mark.parametrize(
    ("trick", "led", "trump", "winner"),
    [
        ("7S AS TS", "S", None, "AS"),
        ("7S AD KS", "S", None, "KS"),
        ("AS 7C KS", "S", "C", "7C"),
        ("AS 7C 8C", "S", "C", "8C"),
        ("7S AD AC", "S", "H", "7S"),
        ("TS JS QS", "S", "S", "QS"),
    ],
)
def test_5_2_what_takes_a_trick(trick: str, led: str, trump: str | None, winner: str) -> None:
    assert takes(trick, led, trump) == winner


def test_a_trick_without_a_card_of_the_suit_is_no_trick() -> None:
    with pytest.raises(ValueError):
        takes("7S 8S 9S", "H")


@pytest.mark.parametrize("calls", ["6S pass pass", "pass 6S pass", "pass pass misere"])
def test_5_3_the_first_hand_leads_whoever_plays(calls: str) -> None:
    table = sit().says(calls)
    while table.ask.what != "card":
        table.says("whist" if "whist" in table.ask.options else table.ask.otherwise)
    assert table.ask.hand == "N"


def test_5_2_the_taker_leads() -> None:
    hands = "N:A7.AK987.9.JT E:QJ8.QT.Q8.A97 S:T9.J.AKJT7.K8"
    table = sit(hands=hands, talon="KS QH").says("pass pass 6S -9S -QH 6S whist whist")
    table.says("9D 8D AD").says("JC AC TC").says("AS")
    assert told(table, "trick_taken") == ["S", "N"]
    assert told(table, "played") == [*"NES", *"SNE", "N"]


def test_silence_plays_the_lowest_legal_card() -> None:
    table = sit().says("6S pass pass -8H -7H 6S whist whist")
    assert table.ask.otherwise == "7S"
    assert table.says("9C").ask.otherwise == "7C"


# --- misère -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_5_6_misere_is_not_whisted_and_the_defenders_lie_open(rules: str) -> None:
    table = sit(rules).says("misere pass pass -8H -7H")
    assert told(table, "hand_laid") == []
    table.says("AS")
    assert told(table, "hand_laid") == ["E", "S"]
    assert (table.ask.seat, table.ask.hand) == ("E", "E")
    table.says("7C")
    assert (table.ask.seat, table.ask.hand) == ("S", "S")


def test_5_7_before_a_defenders_lead_both_lay_down() -> None:
    table = sit().says("pass misere pass -8H -7H")
    assert told(table, "hand_laid") == ["S", "N"]
    assert (table.ask.seat, table.ask.hand) == ("N", "N")


@pytest.mark.parametrize(
    ("rules", "notes"), [("festival-2011", True), ("fspr-2006", False), ("fspr-code-6", False)]
)
def test_5_7_who_may_take_notes_in_misere(rules: str, notes: bool) -> None:
    assert sit(rules).says("misere pass pass").told("auction_won")[0].whole()["notes"] is notes
    game = sit(rules).says("6S pass pass").told("auction_won")[0].whole()
    assert game["notes"] is False


def test_5_6_misere_has_no_trump() -> None:
    table = sit().says("pass misere pass -8H -7H 9C AC")
    assert table.ask.hand == "S"
    assert len(table.ask.options) == 10


# --- raspasy ----------------------------------------------------------------------------------

HANDS = "N:A7.AK987.9.JT E:QJ8.QT.Q8.A97 S:T9.J.AKJT7.K8"


def test_6_2_at_four_the_dealer_leads_the_talon_and_may_take() -> None:
    """The king of spades takes the first trick for the dealer; the first hand plays first in
    both of the talon's tricks and leads to the third.
    """
    table = sit(hands=HANDS, talon="KS QH").says("pass pass pass")
    assert whole(table.told("talon_opened")) == [("W", "KS")]
    table.says("7S 8S 9S")
    assert told(table, "trick_taken") == ["W"]
    assert whole(table.told("talon_opened")) == [("W", "KS"), ("W", "QH")]
    table.says("TH 7H 8H")
    assert told(table, "trick_taken") == ["W", "W"]
    table.says("9D 8D AD")
    assert told(table, "trick_taken") == ["W", "W", "S"]
    assert told(table, "played") == [*"NESNESNES"]
    assert table.ask.hand == "S"
    assert sum(table.deal.taken.values()) == 3


def test_6_2_a_higher_card_of_a_hand_takes_the_dealers_trick() -> None:
    table = sit(hands=HANDS, talon="KS QH").says("pass pass pass AS 8S TS")
    assert told(table, "trick_taken") == ["N"]
    assert table.says("TH AH 8H").ask.hand == "N"
    assert told(table, "trick_taken") == ["N", "E"]


@pytest.mark.parametrize(
    ("talon", "hands", "taker"),
    [
        ("AH 7S", "N:KQ.AK987.9.JT E:J8.QT.Q87.KQ9 S:AT9.J.AKJT.87", "W"),
        ("7H AS", "N:KQ.AK987.9.JT E:J8.QT.Q87.AKQ S:T97.J.AKJT.98", "E"),
    ],
)
def test_6_2_the_talon_card_takes_or_the_highest_heart(talon: str, hands: str, taker: str) -> None:
    """The first hand plays first to the second trick in both cases."""
    table = sit(hands=hands, talon=talon).says("pass pass pass TH QH 8H")
    assert told(table, "trick_taken") == [taker]
    assert table.ask.hand == "N"


def test_6_3_at_three_the_talon_card_only_names_the_suit() -> None:
    table = sit(players=3, hands=HANDS, talon="KS QH").says("pass pass pass")
    assert whole(table.told("talon_opened")) == [(None, "KS")]
    assert table.options == "7S AS"
    table.says("7S 8S 9S")
    assert told(table, "trick_taken") == ["S"]
    table.says("TH 7H 8H")
    assert told(table, "trick_taken") == ["S", "N"]
    assert table.ask.hand == "N"


def test_6_3_who_has_none_of_the_suit_takes_nothing_with_a_high_card() -> None:
    table = sit(players=3, talon="8H 7H").says("pass pass pass AS")
    table.says("AC")
    assert {*table.ask.options} == {*["AH", "KH", "QH", "JH", "TH", "9H"]}
    assert told(table.says("9H"), "trick_taken") == ["S"]


def test_6_4_from_the_fourth_trick_the_taker_leads() -> None:
    table = sit(hands=HANDS, talon="KS QH").says("pass pass pass AS 8S TS TH AH KH 9D QD AD")
    assert (table.ask.hand, told(table, "trick_taken")) == ("S", ["N", "E", "S"])
    assert told(table.says("JC AC TC"), "trick_taken")[-1] == "N"
    assert table.ask.hand == "N"


def test_6_1_raspasy_has_no_trump() -> None:
    table = sit().says("pass pass pass AS AC")
    assert table.ask.hand == "S"
    assert all(option.endswith("H") for option in table.ask.options)
    assert len(table.says("9H KS").ask.options) == 9  # all that E has left


@pytest.mark.parametrize("players", [3, 4])
def test_ten_tricks_to_the_end(players: int) -> None:
    for calls in ("pass pass pass", "misere pass pass", "6S pass pass"):
        table = sit(players=players).says(calls)
        while table.play.ask is not None:
            table.says("whist" if "whist" in table.ask.options else table.ask.otherwise)
        assert sum(table.score.tricks.values()) == 10
        assert table.deal.cards_played == 30
