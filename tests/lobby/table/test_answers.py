"""Answers at a table: each names its question; several in one are all taken or none."""

from __future__ import annotations

import pytest

from lobby.table import facts
from lobby.table.commands import Answer, Ready
from tests.lobby.table.tables import STRANGER, Room, dealt, full, seated, state

SIX = "6S pass pass"
"""N plays: E and S have passed."""


def at_the_talon() -> Room:
    """N has the talon and is asked to discard."""
    return dealt().says(SIX)


def test_an_answer_is_a_fact_with_its_seat() -> None:
    room = dealt()
    assert room.does("Anna", room.answer("6S")) == [facts.Answered("N", ["6S"])]
    assert room.ask.seat == "E"


def test_an_answer_names_its_question() -> None:
    room = dealt().says("6S")
    for deal, ask in [(1, 0), (1, 2), (2, 1), (0, 1), (1, -1), (2**63, 2**63)]:
        refusal = room.refuses("Boris", Answer(deal, ask, ["pass"]))
        assert (refusal.code, refusal.detail) == ("question_is_over", {"deal": 1, "ask": 1})


def test_the_one_who_is_asked_answers_and_nobody_else() -> None:
    room = dealt()
    for person in ("Boris", "Vera", "Gleb"):
        refusal = room.refuses(person, room.answer("pass"))
        assert (refusal.code, refusal.detail) == ("not_your_turn", {"seat": "N"})
        assert refusal.rule
    assert room.refuses(STRANGER, room.answer("pass")).code == "not_at_this_table"


@pytest.mark.parametrize("word", ["5S", "here", "=7", "", "PASS", "pass ", "AS", "\0", "pаss"])
def test_only_what_is_offered_is_an_answer(word: str) -> None:
    room = dealt()
    refusal = room.refuses("Anna", room.answer(word))
    assert (refusal.code, refusal.detail) == ("not_an_option", {"what": "call", "choice": word})


def test_an_answer_has_words() -> None:
    room = dealt()
    assert room.refuses("Anna", room.answer()).code == "no_words"


def test_there_is_nothing_to_answer_before_and_after_a_deal() -> None:
    assert full().refuses("Anna", Answer(0, 0, ["pass"])).code == "no_deal_runs"
    room = dealt().says("pass pass pass").plays_on()
    last = room.answer("pass")
    assert room.refuses("Anna", last).code == "deal_over"
    room.closes()
    assert room.refuses("Anna", last).code == "no_deal_runs"


def test_discards_and_contract_come_in_one_answer() -> None:
    room = at_the_talon()
    assert room.ask.what == "discard"
    room.does("Anna", room.answer("-7H", "-8H", "7C"))
    assert (room.ask.seat, room.ask.what) == ("E", "whist")
    assert room.table.running is not None
    assert room.table.running.answers[-3:] == ["-7H", "-8H", "7C"]


def test_they_may_come_one_by_one_as_well() -> None:
    together, apart = at_the_talon(), at_the_talon().says("-7H -8H 7C")
    together.does("Anna", together.answer("-7H", "-8H", "7C"))
    assert state(together.table) == state(apart.table)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["-7H", "-7H"], "not_an_option"),  # put away already
        (["-7H", "-KH", "7C"], "not_an_option"),  # not in his hand
        (["-7H", "-8H", "6C", "whist"], "not_your_turn"),
        (["-7H", "-8H", "5S"], "not_an_option"),
        (["-7H", "7C"], "not_an_option"),
        (["-9H", "-8H", "7C"], "not_an_option"),
        (["-7H", "-8H", "7C", ""], "not_your_turn"),
    ],
)
def test_of_several_words_all_are_taken_or_none(words: list[str], code: str) -> None:
    room = at_the_talon()
    assert room.refuses("Anna", room.answer(*words)).code == code
    room.does("Anna", room.answer("-7H", "-8H", "7C"))


def test_only_discards_and_the_contract_come_together() -> None:
    room = dealt()
    assert room.refuses("Anna", room.answer("6S", "-7H")).code == "one_at_a_time"
    assert room.refuses("Boris", room.answer("pass", "pass")).code == "not_your_turn"


def test_a_bid_cannot_be_tried_out_to_see_the_talon() -> None:
    """With the bid in one answer, the refusal of a discard would say what the talon holds."""
    room = dealt().says("pass pass")
    told = {
        (refusal.code, str(refusal.detail))
        for card in ("8H", "7H", "AS", "7C")  # two of the talon, two of others' hands
        for refusal in [room.refuses("Vera", room.answer("6S", f"-{card}", "?"))]
    }
    assert len(told) == 1


def test_open_hands_cannot_be_tried_out_to_see_the_partners_cards() -> None:
    room = dealt().says("pass 6S pass -7H -8H 6C whist pass whist")
    assert (room.ask.seat, room.ask.what) == ("S", "lie")
    for card in ("AS", "7C", "KC", "AH"):
        assert room.refuses("Vera", room.answer("open", card)).code == "one_at_a_time"


def test_a_table_that_overrides_a_field_asks_by_its_own_rules() -> None:
    assert "invite" in dealt().ask.options
    assert "invite" not in dealt(half_misere=False).ask.options
    room = dealt(half_misere=False)
    assert room.refuses("Anna", room.answer("invite")).code == "not_an_option"


def test_nobody_is_ready_while_a_deal_runs() -> None:
    room = seated()
    for number in (0, 1, 2):
        assert room.refuses("Anna", Ready(number)).code == "no_deal_to_come"
