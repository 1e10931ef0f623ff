"""Chapters 2 and 3 of the rules: the auction, the half misère, talon, discard and contract."""

import pytest

from game.cards import BY_NAME
from game.preferans.contracts import LADDER, STEP
from game.preferans.talon import by_default
from game.script import Refused, Seat
from tests.game.players import RULES, Table, sit


def asked(table: Table) -> tuple[str, str]:
    """Who is asked, and the legal words in their order."""
    return table.ask.seat, " ".join(table.ask.options)


def won(table: Table) -> tuple[str | None, str]:
    """The declarer and his bid."""
    deal = table.deal
    return deal.declarer, "misere" if deal.bid is None else LADDER[deal.bid]


# --- the words of the auction -----------------------------------------------------------------


def test_2_1_the_ladder() -> None:
    assert LADDER[:6] == ("6S", "6C", "6D", "6H", "6N", "7S")
    assert (len(LADDER), LADDER[-1]) == (25, "10N")
    assert LADDER[STEP["8N"] + 1] == "9S"


@pytest.mark.parametrize(
    ("rules", "said", "seat", "words"),
    [
        ("fspr-code-6", "", "N", "pass 6S misere"),
        ("fspr-code-6", "6S", "E", "pass 6C misere"),
        ("fspr-code-6", "6S 6C", "S", "pass 6D misere"),
        ("fspr-code-6", "6S 6C 6D", "N", "pass 6H"),
        ("fspr-code-6", "6S pass 6C", "N", "pass here"),
        ("fspr-code-6", "6S 6C pass", "N", "pass here"),
        ("fspr-code-6", "pass 6S 6C", "E", "pass here"),
        ("fspr-code-6", "6S pass 6C here", "S", "pass 6D"),
        ("fspr-code-6", "6S misere pass", "N", "pass 9S"),
        ("fspr-code-6", "pass 6S misere", "E", "pass 9S"),
        ("fspr-code-6", "misere 9S pass", "N", "pass"),
        ("fspr-code-6", "misere 9S 9C", "N", "pass"),
        ("fspr-code-6", "6S misere 9S", "N", "pass 9C"),
        ("fspr-code-6", "pass pass", "S", "pass 6S misere"),
        ("festival-2011", "6S pass 6C", "N", "pass here 6D"),
        ("festival-2011", "6S pass 6C here", "S", "pass 6D"),
    ],
)
def test_2_2_to_2_6_what_may_be_said(rules: str, said: str, seat: str, words: str) -> None:
    assert asked(sit(rules, half_misere=False).says(said)) == (seat, words)


@pytest.mark.parametrize(
    ("rules", "said", "call", "rule"),
    [
        ("fspr-code-6", "6S", "6D", "§2.2"),
        ("fspr-code-6", "6S", "6S", "§2.2"),
        ("fspr-code-6", "", "7S", "§2.2"),
        ("fspr-code-6", "6S 6C 6D", "misere", "§2.3"),
        ("fspr-code-6", "6S misere", "9C", "§2.4"),
        ("fspr-code-6", "misere 9S pass", "9C", "§2.4"),
        ("fspr-code-6", "6S", "here", "§2.5"),
        ("fspr-code-6", "6S pass 6C", "6D", "§2.5"),
        ("festival-2011", "6S pass 6C", "7D", "§2.2"),
        ("fspr-code-6", "6S", "invite", "§2.9"),
        ("fspr-code-6", "6S", "whist", "§2.1"),
    ],
)
def test_2_2_to_2_9_a_refused_call_cites_its_paragraph(
    rules: str, said: str, call: str, rule: str
) -> None:
    table = sit(rules, half_misere=False).says(said)
    with pytest.raises(Refused) as refused:
        table.play.check(table.ask.seat, call)
    assert (refused.value.code, refused.value.rule) == ("not_an_option", rule)


def test_2_8_a_six_in_a_run_of_raspasy() -> None:
    table = sit(streak=1)
    with pytest.raises(Refused) as refused:
        table.play.check(table.ask.seat, "6S")
    assert refused.value.rule == "§2.8"


def climb(table: Table, last: str) -> Table:
    """S bids up to this, N holds each bid but the last; E has passed."""
    table.says("6S pass")
    for word in LADDER[1 : STEP[last] + 1]:
        table.says(word if word == last else f"{word} here")
    return table


def test_2_2_nine_spades_follows_eight_without_trumps() -> None:
    assert asked(climb(sit("festival-2011"), "8N")) == ("N", "pass here 9S")
    assert asked(climb(sit("fspr-2006"), "8N")) == ("N", "pass here")
    assert asked(climb(sit("fspr-2006"), "8N").says("here")) == ("S", "pass 9S")


def test_2_3_no_misere_over_a_nine_also_as_a_first_call() -> None:
    assert asked(sit(half_misere=False).says("misere 9S")) == ("S", "pass 9C")
    assert asked(sit(half_misere=False).says("misere")) == ("E", "pass 9S")


@pytest.mark.parametrize("rules", RULES)
def test_2_5_ten_without_trumps_can_be_held(rules: str) -> None:
    table = climb(sit(rules), "10N")
    assert asked(table) == ("N", "pass here")
    assert asked(table.says("here")) == ("S", "pass")
    assert won(table.says("pass")) == ("N", "10N")


def test_2_5_the_later_hand_cannot_hold() -> None:
    assert asked(sit().says("pass 6S 6C here"))[1] == "pass 6D"
    assert asked(sit().says("6S 6C 6D pass 6H"))[1] == "pass 6N"
    assert asked(sit().says("6S 6C 6D 6H pass"))[1] == "pass 6N"


# --- who wins ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("said", "declarer", "bid"),
    [
        ("6S pass pass", "N", "6S"),
        ("6S pass 6C here 6D here pass", "N", "6D"),
        ("6S misere pass 9S pass", "N", "9S"),
        ("pass 6S misere pass", "S", "misere"),
        ("pass pass 6S", "S", "6S"),
        ("pass pass misere", "S", "misere"),
        ("misere 9S pass pass", "E", "9S"),
        ("misere 9S 9C pass pass", "S", "9C"),
    ],
)
def test_2_7_who_plays(rules: str, said: str, declarer: str, bid: str) -> None:
    table = sit(rules).says(said)
    assert table.ask.what == "discard"
    assert won(table) == (declarer, bid)


def test_2_7_three_passes_are_raspasy() -> None:
    table = sit().says("pass pass pass")
    assert table.deal.declarer is None
    assert table.ask.what == "card"


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("streak", [1, 2, 7])
def test_2_8_in_raspasy_the_auction_opens_at_seven_spades(rules: str, streak: int) -> None:
    table = sit(rules, streak=streak, half_misere=False)
    assert asked(table) == ("N", "pass 7S misere")
    assert won(table.says("7S pass 7C here pass")) == ("N", "7C")


def test_2_10_a_nine_over_misere_may_end_the_auction() -> None:
    assert asked(sit().says("misere 9S")) == ("S", "pass 9C")
    table = sit(nine_ends_auction=True).says("misere 9S")
    assert won(table) == ("E", "9S")
    table = sit(nine_ends_auction=True).says("6S misere 9S")
    assert won(table) == ("S", "9S")
    assert asked(sit(nine_ends_auction=True).says("6S 6C")) == ("S", "pass 6D misere invite")


# --- half misère ------------------------------------------------------------------------------


def test_2_9_whoever_may_call_misere_may_invite_the_dealer() -> None:
    table = sit()
    assert asked(table) == ("N", "pass 6S misere invite")
    table.says("invite")
    assert (table.ask.what, *asked(table)) == ("invitation", "W", "yes no")
    assert table.ask.otherwise == "no"
    assert asked(table.says("yes")) == ("N", "misere")
    assert table.says("misere pass pass").deal.shared


def test_2_9_after_no_he_calls_what_he_likes() -> None:
    for call in ("pass", "6S", "misere"):
        table = sit().says("invite no")
        assert asked(table) == ("N", "pass 6S misere")
        table.says(call)
        assert not table.deal.shared
    assert won(sit().says("invite no misere pass pass")) == ("N", "misere")


def test_2_9_one_invitation_a_deal() -> None:
    assert asked(sit().says("invite no 6S")) == ("E", "pass 6C misere")
    assert asked(sit().says("invite yes misere")) == ("E", "pass 9S")
    assert asked(sit().says("6S invite no pass")) == ("S", "pass 6C misere")


def test_2_9_a_bargain_is_void_when_the_misere_is_outbid() -> None:
    table = sit().says("invite yes misere 9S pass pass")
    assert won(table) == ("E", "9S")
    assert not table.deal.shared


def test_2_9_nobody_is_invited_at_three_or_where_the_rules_do_not_know_it() -> None:
    assert "invite" not in sit("festival-2011", 3).options
    assert "invite" not in sit("fspr-code-6").options
    assert "invite" in sit("fspr-2006").options
    assert "invite" not in sit().says("misere").options
    assert "invite" not in sit().says("6S 6C 6D").options


# --- talon, discard, contract -----------------------------------------------------------------


def test_3_1_the_talon_is_shown_to_all_in_misere_too() -> None:
    for said in ("6S pass pass", "misere pass pass"):
        table = sit().says(said)
        for viewer in ("N", "E", "S", "W", ""):
            taken = [seen for seen in table.seen(*viewer) if seen["event"] == "talon_taken"]
            assert taken == [{"event": "talon_taken", "seat": "N", "cards": ["8H", "7H"]}]


def test_3_2_any_two_of_twelve_are_discarded() -> None:
    table = sit().says("6S pass pass")
    assert table.ask.seat == "N"
    own = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "9C", "8C", "8H", "7H"]
    assert {*table.ask.options} == {f"-{card}" for card in own}
    table.says("-AS")
    assert {*table.ask.options} == {f"-{card}" for card in own[1:]}
    table.says("-8H")
    assert table.deal.discard == [BY_NAME["AS"], BY_NAME["8H"]]
    assert len(table.deal.hands[Seat("N")]) == 10


def test_3_3_the_contract_is_not_below_the_bid() -> None:
    table = sit().says("6S pass 6C here pass -8H -7H")
    assert table.ask.options == LADDER[1:]
    assert table.ask.otherwise == "6C"
    with pytest.raises(Refused):
        table.says("6S")
    assert won(table.says("7D")) == ("N", "7D")


def test_3_3_after_a_misere_no_contract_is_named() -> None:
    table = sit().says("misere pass pass -8H -7H")
    assert (table.ask.what, table.ask.seat) == ("card", "N")


def test_3_4_a_contract_cannot_be_thrown_in() -> None:
    table = sit().says("6S pass pass -8H -7H")
    assert all(option in LADDER for option in table.ask.options)
    with pytest.raises(Refused, match="no_end_here"):
        table.says("=3")


@pytest.mark.parametrize(
    ("bid", "hand", "card"),
    [
        ("6S", "7S 8S 9C AC", "9C"),
        ("6S", "7S 8S AS", "7S"),
        ("6N", "TS 8D 8C", "8C"),
        (None, "TS 8D 9C", "8D"),
    ],
)
def test_silence_discards_the_lowest_side_card(bid: str | None, hand: str, card: str) -> None:
    cards = [BY_NAME[name] for name in hand.split()]
    assert by_default(cards, None if bid is None else STEP[bid]) == BY_NAME[card]


@pytest.mark.parametrize(
    ("moment", "said", "gone"),
    [
        ("first_lead", "AS", True),
        ("first_trick", "AS", False),
        ("first_trick", "AS 7C 8D", True),
    ],
)
def test_3_6_how_long_the_declarer_may_look_at_his_discard(
    moment: str, said: str, gone: bool
) -> None:
    table = sit(discard_seen=moment).says("6S pass pass -8H -7H 6S whist whist")
    assert table.told("discard_put_away") == []
    table.says(said)
    assert bool(table.told("discard_put_away")) is gone
    while table.play.ask is not None:
        table.says(table.ask.otherwise)
    assert len(table.told("discard_put_away")) == 1


def test_3_6_nothing_is_put_away_in_raspasy() -> None:
    table = sit().says("pass pass pass")
    while table.play.ask is not None:
        table.says(table.ask.otherwise)
    assert table.told("discard_put_away") == []
