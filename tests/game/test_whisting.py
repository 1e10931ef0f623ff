"""Chapter 4 of the rules: who whists, the return, the dealer's whist, open and closed."""

import pytest

from game.preferans.contracts import level
from game.preferans.facts import Whisting
from tests.game.players import RULES, Table, sit

TO = "6S pass pass -8H -7H"
"""N is the declarer; E is the first defender, S the second, W deals."""


def asked(table: Table) -> tuple[str, str, str]:
    return table.ask.seat, table.ask.what, table.options


DUTY = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
"""§4.2, of both whisters together."""


def ended(table: Table) -> tuple[str, str | None, str | None]:
    """How the whisting ended, who whists (or stays with the half), whose hand he plays."""
    whisted = table.deal.whisted
    assert whisted is not None
    assert table.deal.bid is not None
    assert table.told("whisting_over")[0].whole() == {
        "event": "whisting_over",
        "how": whisted.how.value,
        "by": whisted.by,
        "hand": whisted.hand,
        "duty": DUTY[level(table.deal.bid)] if whisted.how.value not in ("half", "nobody") else 0,
    }
    return whisted.how.value, whisted.by, whisted.hand


# --- §4.15, line by line ----------------------------------------------------------------------

LINES = [
    ("whist whist", (6, 7, 8, 9, 10), ("both", None, None)),
    ("whist pass", (8, 9, 10), ("lone", "E", "E")),
    ("whist pass whist", (6, 7), ("lone", "E", "E")),
    ("whist pass half whist", (6, 7), ("returned", "S", "S")),
    ("whist pass half pass look-S whist", (6, 7), ("dealer", "W", "S")),
    ("whist pass half pass pass", (6, 7), ("half", "E", None)),
    ("whist pass half pass look-E pass", (6, 7), ("half", "E", None)),
    ("pass whist", (6, 7, 8, 9, 10), ("lone", "S", "S")),
    ("pass half whist", (6, 7), ("returned", "E", "E")),
    ("pass half pass look-E whist", (6, 7), ("dealer", "W", "E")),
    ("pass half pass pass", (6, 7), ("half", "S", None)),
    ("pass pass whist", (8, 9, 10), ("returned", "E", "E")),
    ("pass pass pass look-S whist", (8, 9, 10), ("dealer", "W", "S")),
    ("pass pass pass pass", (8, 9, 10), ("nobody", None, None)),
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("words", "levels", "end"), LINES)
def test_4_15_every_line(
    rules: str, words: str, levels: tuple[int, ...], end: tuple[str, str | None, str | None]
) -> None:
    for height in levels:
        table = sit(rules).says(f"{TO} {height}S {words}")
        assert ended(table) == end
        if end[0] in ("half", "nobody"):
            assert table.play.ask is None
        else:
            assert table.ask.what == "card"


@pytest.mark.parametrize("level", [6, 7])
def test_4_6_two_passes_settle_a_six_or_seven_at_the_festival(level: int) -> None:
    assert ended(sit("festival-2011").says(f"{TO} {level}S pass pass")) == ("nobody", None, None)


@pytest.mark.parametrize("rules", ["fspr-2006", "fspr-code-6"])
@pytest.mark.parametrize("level", [6, 7])
def test_4_6_with_fspr_the_whist_returns_on_every_game(rules: str, level: int) -> None:
    said = f"{TO} {level}S pass pass"
    assert ended(sit(rules).says(f"{said} whist")) == ("returned", "E", "E")
    assert ended(sit(rules).says(f"{said} pass look-S whist")) == ("dealer", "W", "S")
    assert ended(sit(rules).says(f"{said} pass pass")) == ("nobody", None, None)


@pytest.mark.parametrize("rules", RULES)
def test_4_8_there_is_no_dealer_to_ask_at_three(rules: str) -> None:
    table = sit(rules, 3)
    assert ended(table.says(f"{TO} 6S pass half pass")) == ("half", "S", None)
    assert ended(sit(rules, 3).says(f"{TO} 6S whist pass half pass")) == ("half", "E", None)
    assert ended(sit(rules, 3).says(f"{TO} 8S pass pass pass")) == ("nobody", None, None)


# --- who is asked what ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "said", "question", "otherwise"),
    [
        (6, "", ("E", "whist", "pass whist"), "pass"),
        (6, "whist", ("S", "whist", "pass whist"), "pass"),
        (6, "pass", ("S", "whist", "half pass whist"), "pass"),
        (8, "pass", ("S", "whist", "pass whist"), "pass"),
        (6, "whist pass", ("E", "whist", "half whist"), "whist"),
        (6, "whist pass half", ("S", "whist", "pass whist"), "pass"),
        (6, "pass half", ("E", "whist", "pass whist"), "pass"),
        (6, "pass half pass", ("W", "dealer", "look-E look-S pass"), "pass"),
        (6, "pass half pass look-E", ("W", "whist", "pass whist"), "pass"),
        (8, "pass pass", ("E", "whist", "pass whist"), "pass"),
        (8, "pass pass pass", ("W", "dealer", "look-E look-S pass"), "pass"),
    ],
)
def test_4_1_to_4_9_the_questions(
    level: int, said: str, question: tuple[str, str, str], otherwise: str
) -> None:
    table = sit().says(f"{TO} {level}S {said}")
    assert asked(table) == question
    assert table.ask.otherwise == otherwise


def test_4_1_the_dealer_who_sits_out_is_no_defender() -> None:
    for calls, first, second in (("pass 6S pass", "S", "N"), ("pass pass 6S", "N", "E")):
        talon = sit().says(calls).deal
        assert talon.defenders == (first, second)


@pytest.mark.parametrize("looks", [True, False])
def test_4_9_the_dealer_looks_before_he_whists_or_after(looks: bool) -> None:
    table = sit(dealer_look=looks).says(f"{TO} 6S pass half pass look-S")
    assert bool(table.told("hand_shown")) is looks
    table.says("whist")
    assert len(table.told("hand_shown")) == 1
    shown = [seen["cards"] for seen in table.seen("W") if seen["event"] == "hand_shown"]
    assert shown == [["TD", "9D", "8D", "7D", "AH", "KH", "QH", "JH", "TH", "9H"]]
    passing = sit(dealer_look=looks).says(f"{TO} 6S pass half pass look-S pass")
    assert bool(passing.told("hand_shown")) is looks


def test_4_9_the_choice_of_a_hand_is_final() -> None:
    table = sit().says(f"{TO} 6S pass half pass look-S")
    assert table.options == "pass whist"


def test_4_9_the_dealer_may_pass_without_a_look() -> None:
    table = sit().says(f"{TO} 6S pass half pass pass")
    assert table.told("hand_chosen") == table.told("hand_shown") == []
    assert table.told("whist_said")[-1].whole()["seat"] == "W"


def test_4_14_a_dealer_who_was_invited_inspects_only_that_hand() -> None:
    table = sit().says("6S invite no pass pass -8H -7H 6S pass half pass")
    assert asked(table) == ("W", "dealer", "look-E pass")
    assert ended(table.says("look-E whist")) == ("dealer", "W", "E")


def test_4_14_he_is_not_asked_to_whist_against_the_hand_that_he_saw() -> None:
    table = sit().says("invite no 6S pass pass -8H -7H 6S pass half pass")
    assert ended(table) == ("half", "S", None)
    assert table.play.ask is None


# --- open and closed --------------------------------------------------------------------------


def laid(table: Table) -> list[object]:
    return [event.whole()["seat"] for event in table.told("hand_laid")]


def test_4_11_two_whisters_play_closed_and_are_not_asked() -> None:
    table = sit().says(f"{TO} 6S whist whist AS")
    assert asked(table)[:2] == ("E", "card")
    assert not table.told("lie_chosen")


def test_4_12_a_declarer_leads_blind() -> None:
    table = sit().says(f"{TO} 6S whist pass whist")
    assert asked(table)[:2] == ("N", "card")
    table.says("AS")
    assert asked(table) == ("E", "lie", "closed open")
    assert table.ask.otherwise == "closed"
    assert laid(table) == []
    assert laid(table.says("open")) == ["E", "S"]


def test_4_12_before_a_defenders_lead_the_hands_are_laid() -> None:
    table = sit().says("pass 6S pass -8H -7H 6S whist pass whist")
    assert asked(table) == ("S", "lie", "closed open")
    assert laid(table.says("open")) == ["S", "N"]
    assert asked(table)[:2] == ("S", "card")
    assert table.ask.hand == "N"


def test_4_11_closed_shows_nothing() -> None:
    table = sit().says(f"{TO} 6S whist pass whist AS closed")
    assert laid(table) == []
    assert not table.deal.open_hands
    assert table.told("lie_chosen")[0].whole()["lie"] == "closed"


def test_4_13_nobody_leads_before_the_whisting_is_over() -> None:
    table = sit().says(f"{TO} 6S")
    for word in ("whist", "pass", "half", "pass", "look-E"):
        assert table.ask.what in ("whist", "dealer")
        table.says(word)
    assert table.says("whist").ask.what == "card"


@pytest.mark.parametrize(
    ("whisting", "lie", "plays"),
    [
        ("whist whist", "", {"N": "N", "E": "E", "S": "S"}),
        ("whist pass whist", "closed", {"N": "N", "E": "E", "S": "S"}),
        ("whist pass whist", "open", {"N": "N", "E": "E", "S": "E"}),
        ("pass whist", "open", {"N": "N", "E": "S", "S": "S"}),
        ("pass half whist", "open", {"N": "N", "E": "E", "S": "E"}),
        ("pass half pass look-S whist", "closed", {"N": "N", "E": "E", "S": "W"}),
        ("pass half pass look-E whist", "closed", {"N": "N", "E": "W", "S": "S"}),
        ("pass half pass look-E whist", "open", {"N": "N", "E": "W", "S": "W"}),
    ],
)
def test_5_4_and_4_10_who_plays_which_hand(whisting: str, lie: str, plays: dict[str, str]) -> None:
    table = sit().says(f"{TO} 6S {whisting} AS {lie}")
    found = {"N": "N"}
    while table.play.ask is not None:
        assert table.ask.hand is not None
        assert found.setdefault(table.ask.hand, table.ask.seat) == table.ask.seat
        table.says(table.ask.otherwise)
    assert found == plays
    played = table.told("played")[1].whole()
    assert (played["seat"], played["by"]) == ("E", plays["E"])


def test_the_ends_have_the_names_of_the_tree() -> None:
    names = [how.value for how in Whisting]
    assert names == ["both", "lone", "returned", "dealer", "half", "nobody"]
