"""An end is proposed, the table waits, those who decide agree or do not (§5.8–§5.10)."""

from __future__ import annotations

from typing import Any

import pytest

from lobby.table import facts
from lobby.table.commands import Claim, Respond
from tests.lobby.table.tables import STRANGER, Room, dealt

ONE_WHISTER = "pass 6S pass -7H -8H 6C whist pass whist closed"
"""E plays 6C; S whists alone with closed hands, N has passed, W deals and holds no cards."""
BOTH = "pass 6S pass -7H -8H 6C whist whist"
OPEN = "pass 6S pass -7H -8H 6C whist pass whist open"


def begun(words: str = ONE_WHISTER, **options: Any) -> Room:
    """With the first card on the table."""
    room = dealt(**options)
    return room.says(words).says("AS")


def claimed(end: str = "=6", words: str = BOTH) -> Room:
    room = begun(words)
    room.does("Boris", room.claim(end))
    return room


# --- who may -----------------------------------------------------------------------------------


def test_the_declarer_claims_and_those_who_decide_are_asked() -> None:
    room = begun()
    (told,) = room.does("Boris", room.claim("=7"))
    assert isinstance(told, facts.Claimed)
    assert (told.seat, told.end, told.waiting) == ("E", "=7", ["S"])
    assert told.tricks == {"N": 0, "E": 7, "S": 3, "W": 0}
    assert told.trick == 0


def test_a_whister_with_closed_hands_may_only_concede() -> None:
    room = begun()
    assert room.refuses("Vera", room.claim("=6")).code == "no_claim"
    (told,) = room.does("Vera", room.claim("=10"))
    assert isinstance(told, facts.Claimed)
    assert told.waiting == ["E"]


def test_a_lone_whister_with_open_hands_may_claim_any_number() -> None:
    room = begun(OPEN)
    (told,) = room.does("Vera", room.claim("=6"))
    assert isinstance(told, facts.Claimed)
    assert told.waiting == ["E"]


def test_who_has_passed_has_no_say() -> None:
    room = begun()
    refusal = room.refuses("Anna", room.claim("=10"))
    assert (refusal.code, refusal.rule) == ("no_claim", "§5.8")


def test_the_sitting_dealer_and_strangers_have_no_say_either() -> None:
    room = begun()
    assert room.refuses("Gleb", room.claim("=7")).code == "no_claim"
    assert room.refuses(STRANGER, room.claim("=7")).code == "not_at_this_table"


@pytest.mark.parametrize("end", ["7", "=", "=11", "=07", "=7,S3", "=S7", "=-1", "=7 ", "", "pass"])
def test_the_words_must_be_an_end(end: str) -> None:
    room = begun()
    refusal = room.refuses("Boris", room.claim(end))
    assert (refusal.code, refusal.detail) == ("bad_end", {"end": end})


def test_an_end_is_proposed_only_where_a_card_is_asked() -> None:
    room = dealt()
    assert room.refuses("Anna", room.claim("=7")).code == "no_end_here"
    room.says(ONE_WHISTER)  # no card is played yet
    assert room.refuses("Boris", room.claim("=7")).code == "no_end_here"
    room.plays_on()
    assert room.refuses("Boris", Claim(1, room.number, "=7")).code == "no_deal_runs"
    room.closes()
    assert room.refuses("Boris", Claim(1, room.number, "=7")).code == "no_deal_runs"


def test_a_claim_names_the_question_during_which_it_is_made() -> None:
    room = begun()
    late = Claim(1, room.number - 1, "=7")
    refusal = room.refuses("Boris", late)
    assert refusal.code == "question_is_over"
    assert refusal.detail == {"deal": 1, "ask": room.number}


# --- while it waits ----------------------------------------------------------------------------


def test_nobody_answers_or_claims_while_a_claim_waits() -> None:
    room = claimed("=6,N2,S2")
    for person in ("Anna", "Boris", "Vera", "Gleb"):
        refusal = room.refuses(person, room.answer(room.ask.options[0]))
        assert (refusal.code, refusal.rule) == ("claim_waits", "§5.9")
        assert room.refuses(person, room.claim("=6,N2,S2")).code == "claim_waits"


def test_only_those_who_are_waited_for_decide() -> None:
    room = claimed("=6,N2,S2")
    assert room.table.claim is not None
    assert room.table.claim.waiting == ["S", "N"]
    for person in ("Boris", "Gleb"):
        assert room.refuses(person, room.respond("yes")).code == "no_claim_waits"
    assert room.refuses(STRANGER, room.respond("yes")).code == "not_at_this_table"
    room.does("Vera", room.respond("yes"))
    assert room.refuses("Vera", room.respond("yes")).code == "no_claim_waits"


@pytest.mark.parametrize("word", ["", "maybe", "Yes", "да"])
def test_the_word_is_yes_or_no(word: str) -> None:
    room = claimed("=6,N2,S2")
    assert room.refuses("Vera", room.respond(word)).code == "no_words"


def test_without_a_claim_there_is_nothing_to_decide() -> None:
    room = begun()
    assert room.refuses("Vera", room.respond("yes")).code == "no_claim_waits"
    late = claimed("=6,N2,S2")
    assert late.refuses("Vera", Respond(1, late.number + 1, "S", "yes")).code == "question_is_over"


# --- yes and no --------------------------------------------------------------------------------


def test_agreed_by_all_the_deal_is_over() -> None:
    room = claimed("=6,N2,S2")
    room.does("Vera", room.respond("yes"))
    assert room.table.running is not None
    assert room.table.running.play.ask is not None
    room.does("Anna", room.respond("yes"))
    assert room.table.claim is None
    assert room.table.running.play.ask is None
    (closed,) = room.closes()
    assert isinstance(closed, facts.DealClosed)
    assert closed.result["tricks"] == {"N": 2, "E": 6, "S": 2, "W": 0}


def test_refused_by_one_it_goes_on_and_the_claimer_waits_for_the_next_trick() -> None:
    room = claimed("=6,N2,S2")
    room.does("Vera", room.respond("no"))
    assert room.table.claim is None
    refusal = room.refuses("Boris", room.claim("=7,N2,S1"))
    assert (refusal.code, refusal.rule) == ("claimed_before", "§5.9")
    asked = room.number
    assert room.table.running is not None
    while sum(room.table.running.deal.taken.values()) == 0:
        assert room.refuses("Boris", room.claim("=7,N2,S1")).code == "claimed_before"
        room.says(room.ask.options[0])
    assert room.number > asked
    room.does("Boris", room.claim("=7,N1,S2"))


def test_a_refused_claim_bars_nobody_else() -> None:
    room = claimed("=6,N2,S2")
    room.does("Vera", room.respond("no"))
    (told,) = room.does("Vera", room.claim("=10,N0,S0"))
    assert isinstance(told, facts.Claimed)
    assert told.waiting == ["E", "N"]


def test_the_next_deal_starts_with_nobody_barred() -> None:
    room = claimed("=6,N2,S2")
    room.does("Vera", room.respond("no"))
    room.plays_on().closes()
    room.all_ready()
    assert room.table.barred == set()


def test_in_raspasy_all_who_hold_cards_decide() -> None:
    room = dealt(3).says("pass pass pass").says("AS")
    (told,) = room.does("Anna", room.claim("=N10,E0,S0"))
    assert isinstance(told, facts.Claimed)
    assert (told.waiting, told.cards) == (["E", "S"], None)


# --- what is shown -----------------------------------------------------------------------------


def test_the_declarers_hand_is_shown_to_those_who_decide_and_to_nobody_else() -> None:
    room = claimed("=6,N2,S2")
    hand = ["AC", "KC", "QC", "JC", "TC", "7C", "AD", "KD", "QD", "JD"]
    for seats, cards in [("S", hand), ("N", hand), ("E", None), ("W", None), ("", None)]:
        claim = room.seen(*seats)["claim"]
        assert claim is not None
        assert claim["cards"] == cards, seats
        assert (claim["seat"], claim["end"]) == ("E", "=6,N2,S2")
    room.does("Vera", room.respond("yes"))
    for seats in ("S", "N"):  # who has agreed has not forgotten
        claim = room.seen(seats)["claim"]
        assert claim is not None
        assert (claim["cards"], claim["waiting"]) == (hand, ["N"])


def test_a_whisters_hand_is_not_shown_with_his_claim() -> None:
    room = begun()
    room.does("Vera", room.claim("=10"))
    for seat in "NESW":
        claim = room.seen(seat)["claim"]
        assert claim is not None
        assert claim["cards"] is None


def test_a_claim_that_is_over_is_not_shown() -> None:
    room = claimed("=6,N2,S2")
    room.does("Vera", room.respond("no"))
    assert all(room.seen(seat)["claim"] is None for seat in "NESW")
