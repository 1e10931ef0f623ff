"""§5.8–§5.10: the end by agreement, its words, its conditions, who may propose it and who votes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.preferans.agreement import (
    check_claim,
    final_tricks,
    parties,
    shows_hand,
    split_word,
    two_whisters,
    worded,
)
from game.script import Refused, Seat
from tests.game.players import Table, sit

TO = "6S pass pass -8H -7H 6S"
LONE = f"{TO} whist pass whist AS"
"""N has led; E whists alone and chooses open or closed now."""
BOTH = f"{TO} whist whist AS"
DEALER = f"{TO} pass half pass look-S whist AS"
MISERE = "misere pass pass -8H -7H AS"
RASPASY = "pass pass pass AS"


def refused(table: Table, word: str) -> str:
    """The code of the refusal; nothing has happened."""
    before = (table.play.ask, table.play.number, repr(table.deal))
    with pytest.raises(Refused) as wrong:
        table.play.finish(word)
    assert (table.play.ask, table.play.number, repr(table.deal)) == before
    assert table.play.news() == []
    assert wrong.value.rule == "§5.10"
    return wrong.value.code


def tricks(table: Table) -> str:
    """The tricks of the score in the order of the chairs."""
    return " ".join(str(number) for number in table.score.tricks.values())


# --- the words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "word", "final"),
    [
        (f"{LONE} open", "=7", "7 3 0 0"),
        (f"{LONE} closed", "=0", "0 10 0 0"),
        (f"{LONE} closed", "=10", "10 0 0 0"),
        (BOTH, "=6,E3,S1", "6 3 1 0"),
        (BOTH, "=6,E0,S4", "6 0 4 0"),
        (f"{DEALER} closed", "=5", "5 0 5 0"),
        (f"{DEALER} open", "=5", "5 0 5 0"),
        (MISERE, "=0", "0 10 0 0"),
        (MISERE, "=2", "2 8 0 0"),
        (RASPASY, "=N3,E3,S4", "3 3 4 0"),
        (RASPASY, "=N0,E0,S10", "0 0 10 0"),
        (RASPASY, "=N3,E3,S2,W2", "3 3 2 2"),
        (RASPASY, "=N9,E0,S0,W1", "9 0 0 1"),
    ],
)
def test_5_10_the_final_tricks(said: str, word: str, final: str) -> None:
    table = sit().says(f"{said} {word}")
    assert table.play.ask is None
    assert tricks(table) == final
    assert table.told("end_agreed")[0].whole()["tricks"] == table.score.tricks


def test_5_10_at_three_in_raspasy() -> None:
    assert tricks(sit(players=3).says(f"{RASPASY} =N3,E3,S4")) == "3 3 4"
    for word in ("=N3,E3,S3,W1", "=N3,E3,S4,W0", "=N10", "=N5,E5"):
        assert refused(sit(players=3).says(RASPASY), word) == "bad_end"


HANDS = "N:A7.AK987.9.JT E:QJ8.QT.Q8.A97 S:T9.J.AKJT7.K8"


def test_5_10_what_each_has_taken_stays_his() -> None:
    """S took a trick although E whists alone; the whister gets what is left of the rest."""
    table = sit(hands=HANDS, talon="KS QH")
    table.says("6S pass pass -7S -QH 6S whist pass whist 9D closed 8D AD")
    assert table.deal.taken["S"] == 1
    assert tricks(table.says("=4")) == "4 5 1 0"


@pytest.mark.parametrize(
    "word",
    ["=", "=x", "=11", "=-1", "=07", "=7.0", "= 7", "=7,", "=,7", "=7,E3", "=E7", "=N7", "=7,E2,S1",
     "=N7,E2,S1", "=²", "=٧", "==7", "7", "", "=7=", "=1e1", "=10,"],
)  # fmt: skip
def test_5_10_words_that_are_no_end_with_one_whister(word: str) -> None:
    assert refused(sit().says(f"{LONE} open"), word) == "bad_end"
    assert refused(sit().says(f"{DEALER} closed"), word) == "bad_end"
    assert refused(sit().says(MISERE), word) == "bad_end"


@pytest.mark.parametrize(
    "word",
    ["=7", "=7,S2,E1", "=7,E2", "=7,E2,W1", "=7,N2,E1", "=7,E2,S2", "=7,E2,S0", "=E2,S1", "=7,E,S3",
     "=7,E2,S1,W0", "=7,E2,S1,", "=N7,E2,S1", "=7,E2,E1", "=7,e2,s1", "7,E2,S1", "=7,E11,S0"],
)  # fmt: skip
def test_5_10_words_that_are_no_end_with_two_whisters(word: str) -> None:
    assert refused(sit().says(BOTH), word) == "bad_end"


@pytest.mark.parametrize(
    "word",
    ["=3", "=N3,E3", "=N3,E3,S3", "=N3,E3,S5", "=E3,N3,S4", "=N3,E3,S4,W0", "=N3,E3,S1,W3",
     "=3,E3,S4", "=N3,E3,W4", "=N3,E3,S4,X0", "=N3,E3,S4,N0", "=N10", "=N10,E0,S0,",
     "=N,E5,S5", "N3,E3,S4"],
)  # fmt: skip
def test_5_10_words_that_are_no_end_in_raspasy(word: str) -> None:
    assert refused(sit().says(RASPASY), word) == "bad_end"


def test_split_word_takes_the_words_apart() -> None:
    assert split_word("=7,S2,W10") == [("", 7), ("S", 2), ("W", 10)]


# --- the conditions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    ["", "6S", "6S pass pass", "6S pass pass -8H -7H", TO, f"{TO} whist", f"{TO} whist whist",
     f"{TO} whist pass whist", LONE, f"{TO} pass half pass", "misere pass pass -8H -7H",
     "pass pass pass", "pass 6S pass -8H -7H 6S whist pass whist"],
)  # fmt: skip
def test_5_10_only_where_a_card_is_asked_after_a_card(said: str) -> None:
    for word in ("=7", "=7,E2,S1", "=N3,E3,S4", "=", "7"):
        assert refused(sit().says(said), word) == "no_end_here"


def test_5_10_a_deal_that_is_over_has_its_end() -> None:
    table = sit().says(f"{LONE} open =7")
    with pytest.raises(Refused, match="deal_over"):
        table.play.finish("=7")


def test_5_10_nobody_ends_with_fewer_than_he_has_taken() -> None:
    table = sit().says(f"{LONE} open 7C 7D KS AC 8D")
    assert table.deal.taken["N"] == 2
    for word in ("=0", "=1"):
        assert refused(table, word) == "bad_end"
    assert tricks(table.says("=2")) == "2 8 0 0"
    table = sit().says(f"{BOTH} 7C 7D 9C AC")
    assert refused(table, "=0,E5,S5") == "bad_end"
    assert tricks(table.says("=1,E5,S4")) == "1 5 4 0"


def test_5_10_the_dealer_gets_the_talon_leads_whose_tricks_are_not_over() -> None:
    table = sit(hands=HANDS, talon="KS QH").says("pass pass pass 7S")
    for word in ("=N2,E2,S3,W3", "=N0,E0,S0,W10"):
        assert refused(table, word) == "bad_end"
    table.says("8S 9S")  # his first trick is over, and it is his
    for word in ("=N3,E3,S4", "=N2,E2,S3,W3", "=N3,E3,S4,W0"):
        assert refused(table, word) == "bad_end"
    assert tricks(sit(hands=HANDS, talon="KS QH").says("pass pass pass 7S 8S 9S =N3,E3,S3,W1"))
    table.says("TH AH KH")  # his second is not
    assert refused(table, "=N3,E2,S3,W2") == "bad_end"
    assert tricks(table.says("=N3,E3,S3,W1")) == "3 3 3 1"


def test_5_10_the_second_lead_counts_until_its_trick_is_over() -> None:
    table = sit(hands=HANDS, talon="KS QH").says("pass pass pass 7S 8S 9S TH")
    assert tricks(table.says("=N3,E3,S2,W2")) == "3 3 2 2"


# --- who may claim what -----------------------------------------------------------------------


def allowed(table: Table, seat: str, word: str) -> bool:
    try:
        check_claim(table.deal, table.ask, Seat(seat), word)
    except Refused:
        return False
    return True


def claims(said: str, players: int = 4) -> dict[str, list[str]]:
    """By seat, which of these words he may claim."""
    table = sit(players=players).says(said)
    words = ["=0", "=1", "=7", "=10", "=10,E0,S0", "=6,E2,S2", "=0,E10,S0", "=N10,E0,S0",
             "=N0,E10,S0", "=N0,E0,S10", "=N3,E3,S4", "=N4,E3,S3", "=N8,E0,S0,W2"]  # fmt: skip
    found: dict[str, list[str]] = {}
    for seat in "NESW":
        for word in words:
            if allowed(table, seat, word):
                found.setdefault(seat, []).append(word)
    return found


@pytest.mark.parametrize(
    ("said", "may"),
    [
        (f"{LONE} open", {"N": "=0 =1 =7 =10", "E": "=0 =1 =7 =10"}),
        (f"{LONE} closed", {"N": "=0 =1 =7 =10", "E": "=10"}),
        (f"{DEALER} open", {"N": "=0 =1 =7 =10", "W": "=0 =1 =7 =10"}),
        (f"{DEALER} closed", {"N": "=0 =1 =7 =10", "W": "=10"}),
        (BOTH, {"N": "=10,E0,S0 =6,E2,S2 =0,E10,S0", "E": "=10,E0,S0", "S": "=10,E0,S0"}),
        (MISERE, {"N": "=0", "E": "=10", "S": "=10"}),
        (
            RASPASY,
            {
                "N": "=N10,E0,S0 =N0,E10,S0 =N0,E0,S10",
                "E": "=N10,E0,S0 =N0,E10,S0 =N0,E0,S10 =N8,E0,S0,W2",
                "S": "=N10,E0,S0 =N0,E10,S0 =N0,E0,S10 =N8,E0,S0,W2",
            },
        ),
    ],
)
def test_5_8_who_may_propose_what(said: str, may: dict[str, str]) -> None:
    assert claims(said) == {seat: words.split() for seat, words in may.items()}


def test_5_8_a_claim_takes_the_tricks_already_taken_into_account() -> None:
    table = sit().says(f"{MISERE} 7C 7D 9C AC 8D")
    assert table.deal.taken == {"N": 1, "E": 1, "S": 0, "W": 0}
    check_claim(table.deal, table.ask, Seat("N"), "=1")
    check_claim(table.deal, table.ask, Seat("E"), "=9")
    for seat, word in (("N", "=2"), ("E", "=10"), ("S", "=1")):
        with pytest.raises(Refused):
            check_claim(table.deal, table.ask, Seat(seat), word)


def test_5_8_nobody_claims_where_no_end_can_be_agreed_on() -> None:
    table = sit().says("6S")
    with pytest.raises(Refused, match="no_end_here"):
        check_claim(table.deal, table.ask, Seat("N"), "=7")


@pytest.mark.parametrize(
    ("said", "seats", "both"),
    [
        (f"{LONE} open", "NE", False),
        (f"{LONE} closed", "NE", False),
        (f"{DEALER} open", "NW", False),
        (f"{DEALER} closed", "NW", False),
        (BOTH, "NES", True),
        (MISERE, "NES", False),
        (RASPASY, "NES", False),
    ],
)
def test_5_9_who_must_agree(said: str, seats: str, both: bool) -> None:
    deal = sit().says(said).deal
    assert parties(deal) == tuple(seats)
    assert two_whisters(deal) is both


def test_5_9_only_a_declarers_hand_is_shown() -> None:
    deal = sit().says(f"{LONE} open").deal
    assert [shows_hand(deal, Seat(seat)) for seat in "NESW"] == [True, False, False, False]
    deal = sit().says(RASPASY).deal
    assert not any(shows_hand(deal, Seat(seat)) for seat in "NESW")


@given(
    said=st.sampled_from([f"{LONE} open", BOTH, f"{DEALER} closed", MISERE, RASPASY]),
    shares=st.lists(st.integers(0, 10), min_size=4, max_size=4),
)
def test_the_words_for_an_end_are_read_as_they_are_written(said: str, shares: list[int]) -> None:
    """`worded` and `final_tricks` are each other's inverse, for ends as `final_tricks` says."""
    deal = sit().says(said).deal
    tricks = dict(zip(deal.taken, shares, strict=True))
    if deal.declarer is not None:
        tricks["W"] = 0
    if deal.declarer is not None and not two_whisters(deal):
        rest = "S" if deal.whisted is not None and deal.whisted.by == "W" else "E"
        tricks |= {"E": 0, "S": 0, rest: 10 - tricks["N"]}
    assert final_tricks(deal, worded(deal, tricks)) == tricks
