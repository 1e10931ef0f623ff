"""The enumerators against the numbers and examples that are known."""

import json
from pathlib import Path

import pytest

from tests.oracle import auctions, whisting
from tests.oracle.regulations import PASS_PASS_RETURN_67, bidding

GOLDEN = Path(__file__).parent.parent / "golden" / "preferans"

# --- auctions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "players", "half_misere", "numbers"),
    [
        ("fspr-2006", 3, False, (761, 523)),
        ("fspr-2006", 4, False, (761, 523)),
        ("fspr-2006", 4, True, (3049, 2097)),
        ("fspr-code-6", 3, False, (761, 523)),
        ("fspr-code-6", 4, False, (761, 523)),
        ("festival-2011", 3, True, (1407510, 127424)),
        ("festival-2011", 4, False, (1407510, 127424)),
        ("festival-2011", 4, True, (5630045, 509701)),
    ],
)
def test_number_of_auctions(
    rules: str, players: int, half_misere: bool, numbers: tuple[int, int]
) -> None:
    for streak, number in enumerate(numbers):
        terms = bidding(rules, players, streak, half_misere=half_misere)
        assert auctions.count(terms) == number


@pytest.mark.parametrize("nine_ends", [False, True])
@pytest.mark.parametrize("half_misere", [False, True])
@pytest.mark.parametrize("streak", [0, 1])
def test_both_ways_find_the_same_auctions(streak: int, half_misere: bool, nine_ends: bool) -> None:
    more = {"half_misere": half_misere, "nine_ends_auction": nine_ends}
    must = bidding("fspr-2006", 4, streak, **more)
    found = list(auctions.auctions(must))
    assert len(set(found)) == len(found) == auctions.count(must)

    may = bidding("festival-2011", 4, streak, **more)
    longest = 12
    short = list(auctions.auctions(may, longest + 2))  # an invitation is two words
    for calls in range(longest + 1):
        same = [history for history in short if len(auctions.calls(history)) == calls]
        assert len(same) == auctions.lengths(may)[calls]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("6S pass 6C", "pass here"),
        ("6S 6C pass", "pass here"),
        ("6S 6C", "pass 6D misere"),
        ("6S 6C 6D", "pass 6H"),
        ("6S misere pass", "pass 9S"),
        ("pass 6S misere", "pass 9S"),
        ("misere 9S pass", "pass"),
        ("pass pass", "pass 6S misere"),
    ],
)
def test_legal_words_as_the_rules_give_them(said: str, words: str) -> None:
    terms = bidding("fspr-code-6", 3, 0)
    assert " ".join(auctions.legal(said.split(), terms)) == words


def test_an_auction_in_raspasy_opens_with_seven_spades() -> None:
    assert auctions.legal((), bidding("fspr-code-6", 3, 1)) == ("pass", "7S", "misere")


@pytest.mark.parametrize(
    ("said", "hand", "bid"),
    [
        ("6S pass 6C here 6D here pass", 1, "6D"),
        ("6S misere pass 9S pass", 1, "9S"),
        ("pass 6S misere pass", 3, "misere"),
        ("pass pass pass", None, None),
    ],
)
def test_verdict(said: str, hand: int | None, bid: str | None) -> None:
    assert not auctions.legal(said.split(), bidding("fspr-2006", 4, 0))
    assert auctions.verdict(said.split()) == (hand, bid, False, None)


# --- whisting ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "players", "numbers"),
    [
        ("fspr-2006", 3, (9, 9, 5, 5, 5)),
        ("fspr-2006", 4, (21, 21, 9, 9, 9)),
        ("fspr-code-6", 3, (9, 9, 5, 5, 5)),
        ("fspr-code-6", 4, (21, 21, 9, 9, 9)),
        ("festival-2011", 3, (8, 8, 5, 5, 5)),
        ("festival-2011", 4, (16, 16, 9, 9, 9)),
    ],
)
def test_number_of_dialogues(rules: str, players: int, numbers: tuple[int, ...]) -> None:
    for level, number in zip(range(6, 11), numbers, strict=True):
        assert whisting.count(level, players, PASS_PASS_RETURN_67[rules]) == number


def test_numbers_are_those_of_the_golden_file() -> None:
    golden = json.loads((GOLDEN / "counts.json").read_text())
    for rules, by_players in golden["whisting"].items():
        for players, by_level in by_players.items():
            for level, number in by_level.items():
                returns = PASS_PASS_RETURN_67[rules]
                assert whisting.count(int(level), int(players), returns) == number
    for what, half_misere in (("auctions", False), ("invitations", None)):
        for rules, by_players in golden[what].items():
            for players, by_streak in by_players.items():
                for streak, number in by_streak.items():
                    more = {} if half_misere is None else {"half_misere": half_misere}
                    terms = bidding(rules, int(players), int(streak), **more)
                    assert auctions.count(terms) == number


def test_a_dealer_who_was_shown_a_hand_looks_at_no_other() -> None:
    at_large = list(whisting.dialogues(6, 4, False, "ES"))
    shown = list(whisting.dialogues(6, 4, False, "ES", shown="E"))
    assert shown == [entry for entry in at_large if "look-S" not in entry[0]]
    assert len(shown) == 12
    # §4.14: the shown hand is the declarer's, and the dealer is not asked.
    unasked = list(whisting.dialogues(6, 4, False, "ES", shown="N"))
    assert unasked == list(whisting.dialogues(6, 3, False))
