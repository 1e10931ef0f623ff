"""Chapters 6 and 7 of the rules: what is written, example by example."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from game.cards import BY_NAME
from game.preferans.contracts import PRICES, STEP
from game.preferans.facts import Whisted
from game.preferans.scoring import Line, quick_tricks
from tests.game.papers import (
    BOTH,
    BY_DEALER,
    DECLARER,
    FIRST,
    HALF,
    HALF_FIRST,
    NOBODY,
    RETURNED,
    RETURNED_BY_SECOND,
    SECOND,
    game,
    net,
    outcome,
    sheet,
    written,
)
from tests.game.players import RULES, sit

# --- the worked examples ----------------------------------------------------------------------

TO = "6S pass pass -8H -7H"
LONE, PAIR = "AS closed", "AS"

EXAMPLES = {
    # the outcome, how it may come about, pool, mountain, whists, what it is worth
    "1 6 down 1, the first whists": (
        game(6, "5 5 0", FIRST), f"{TO} 6S whist pass whist {LONE} =5",
        "0 0 0 0", "4 0 0 0", "14 14 4", "-62 24 24 14",
    ),
    "2 6 down 1, both": (
        game(6, "5 3 2", BOTH), f"{TO} 6S whist whist {PAIR} =5,E3,S2",
        "0 0 0 0", "4 0 0 0", "16 12 4", "-62 26 22 14",
    ),
    "3 6 down 1, returned": (
        game(6, "5 5 0", RETURNED), f"{TO} 6S pass half whist {LONE} =5",
        "0 0 0 0", "4 0 0 0", "28 0 4", "-62 38 10 14",
    ),
    "4 6 down 1, the dealer": (
        game(6, "5 5 0", BY_DEALER), f"{TO} 6S pass half pass look-E whist {LONE} =5",
        "0 0 0 0", "4 0 0 0", "0 0 32", "-62 10 10 42",
    ),
    "5 7 down 2, the second whists": (
        game(7, "5 0 5", SECOND), f"{TO} 7S pass whist {LONE} =5",
        "0 0 0 0", "16 0 0 0", "36 36 16", "-208 76 76 56",
    ),
    "6 8 down 1, both": (
        game(8, "7 2 1", BOTH), f"{TO} 8S whist whist {PAIR} =7,E2,S1",
        "0 0 0 0", "12 0 0 0", "36 24 12", "-162 66 54 42",
    ),
    "7 9 down 1, the first whists": (
        game(9, "8 2 0", FIRST), f"{TO} 9S whist pass {LONE} =8",
        "0 0 0 0", "16 0 0 0", "32 32 16", "-200 72 72 56",
    ),
    "8 10 down 1, the first whists": (
        game(10, "9 1 0", FIRST), f"{TO} 10S whist pass {LONE} =9",
        "0 0 0 0", "20 0 0 0", "30 30 20", "-230 80 80 70",
    ),
    "9 6 made with 7, both, 3 and 0": (
        game(6, "7 3 0", BOTH), f"{TO} 6S whist whist {PAIR} =7,E3,S0",
        "2 0 0 0", "0 0 2 0", "12 0 0", "23 7 -25 -5",
    ),
    "10 6 made with 9, both, 1 and 0": (
        game(6, "9 1 0", BOTH), f"{TO} 6S whist whist {PAIR} =9,E1,S0",
        "2 0 0 0", "0 2 4 0", "4 0 0", "41 -11 -35 5",
    ),
    "11 7 made with 9, the first whists": (
        game(7, "9 1 0", FIRST), f"{TO} 7S whist pass whist {LONE} =9",
        "4 0 0 0", "0 4 0 0", "8 0 0", "62 -42 -10 -10",
    ),
    "12 8 made with 10, both": (
        game(8, "10 0 0", BOTH), f"{TO} 8S whist whist {PAIR} =10,E0,S0",
        "6 0 0 0", "0 6 6 0", "0 0 0", "120 -60 -60 0",
    ),
    "13 8 made with 10, the first whists": (
        game(8, "10 0 0", FIRST), f"{TO} 8S whist pass {LONE} =10",
        "6 0 0 0", "0 6 0 0", "0 0 0", "105 -75 -15 -15",
    ),
    "14 6, the half-whist stands": (
        game(6, "0 0 0", HALF), f"{TO} 6S pass half pass pass",
        "2 0 0 0", "0 0 0 0", "0 8 0", "22 -10 -2 -10",
    ),
    "15 misère made": (
        outcome("0 10 0", declarer=DECLARER), "misere pass pass -8H -7H AS =0",
        "10 0 0 0", "0 0 0 0", "0 0 0", "150 -50 -50 -50",
    ),
    "16 misère, 2 tricks": (
        outcome("2 8 0", declarer=DECLARER), "misere pass pass -8H -7H AS =2",
        "0 0 0 0", "40 0 0 0", "0 0 0", "-300 100 100 100",
    ),
    "17 half misère made": (
        outcome("0 10 0", declarer=DECLARER, shared=True),
        "invite yes misere pass pass -8H -7H AS =0",
        "5 0 0 5", "0 0 0 0", "0 0 0", "50 -50 -50 50",
    ),
    "18 half misère, 1 trick": (
        outcome("1 9 0", declarer=DECLARER, shared=True),
        "invite yes misere pass pass -8H -7H AS =1",
        "0 0 0 0", "10 0 0 10", "0 0 0", "-50 50 50 -50",
    ),
}  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES)
def test_7_worked_examples(example: str) -> None:
    played, said, pool, mountain, whists, worth = EXAMPLES[example]
    from_play = sit("festival-2011").says(said).score
    for got in (written(played), from_play):
        assert sheet(got) == (pool, mountain, whists)
        assert net(got) == [Fraction(number) for number in worth.split()]
    assert from_play.tricks == played.tricks


def test_7_16_example_19_seven_with_ace_and_king_of_spades_in_the_talon() -> None:
    talon = (BY_NAME["AS"], BY_NAME["KS"])
    got = written(game(7, "0 0 0", NOBODY, talon=talon), "fspr-code-6")
    assert sheet(got) == ("4 0 0 0", "0 0 0 0", "0 0 16")


def test_7_16_example_20_six_with_two_aces_in_the_talon_at_three() -> None:
    talon = (BY_NAME["AS"], BY_NAME["AD"])
    got = written(game(6, "0 0 0", NOBODY, 3, talon=talon), "fspr-code-6")
    assert sheet(got, 3) == ("2 0 0", "0 0 0", "6 6")


def test_8_4_example_1_at_three_has_thirds() -> None:
    got = written(game(6, "5 5 0", FIRST, 3))
    assert sheet(got, 3) == ("0 0 0", "4 0 0", "14 14")
    assert net(got, 3) == [Fraction(-164, 3), Fraction(82, 3), Fraction(82, 3)]


# --- paragraph by paragraph -------------------------------------------------------------------


def test_7_1_the_prices() -> None:
    for level, price in PRICES.items():
        unit = level - 5
        assert (price.pool, price.whist) == (2 * unit, 4 * unit)
        assert (price.undertrick, price.shortfall) == (4 * unit, 2 * unit)
    assert [price.duty for price in PRICES.values()] == [4, 2, 1, 1, 1]


@pytest.mark.parametrize(
    ("level", "tricks", "mountain"), [(6, "5 5 0", 4), (7, "5 5 0", 16), (9, "8 2 0", 16)]
)
def test_7_3_a_set(level: int, tricks: str, mountain: int) -> None:
    assert sheet(written(game(level, tricks, BOTH)))[1] == f"{mountain} 0 0 0"


def test_7_2_overtricks_bring_nothing_and_the_suit_does_not_matter() -> None:
    exact = sheet(written(game(6, "6 4 0", BOTH)))
    assert sheet(written(game(6, "10 0 0", BOTH)))[0] == exact[0] == "2 0 0 0"
    assert {written(replace(game(6, "6 4 0", BOTH), bid=STEP[bid])).lines
            for bid in ("6S", "6C", "6D", "6H", "6N")} == {
        written(game(6, "6 4 0", BOTH)).lines
    }  # fmt: skip


def test_7_5_consolation_at_three_has_no_dealer() -> None:
    assert sheet(written(game(8, "7 2 1", BOTH, 3)), 3)[2] == "36 24"


def test_7_6_the_gentleman_shares_also_when_the_passer_took_the_tricks() -> None:
    assert sheet(written(game(6, "5 0 5", FIRST))) == sheet(written(game(6, "5 5 0", FIRST)))
    assert sheet(written(game(7, "5 5 0", FIRST)))[2] == "36 36 16"


@pytest.mark.parametrize("rules", RULES)
def test_7_7_a_returned_whist(rules: str) -> None:
    down = game(6, "5 2 3", RETURNED)
    assert sheet(written(down, rules))[2] == "28 0 4"
    assert sheet(written(down, rules, return_consolation="own"))[2] == "24 0 4"
    assert sheet(written(game(6, "5 2 3", RETURNED_BY_SECOND), rules))[2] == "0 28 4"
    assert sheet(written(game(6, "5 2 3", RETURNED, 3), rules), 3)[2] == "28 0"
    made = game(6, "7 1 2", RETURNED)
    assert sheet(written(made, rules)) == ("2 0 0 0", "0 2 0 0", "12 0 0")


@pytest.mark.parametrize("rules", RULES)
def test_7_8_the_dealers_whist(rules: str) -> None:
    down = game(6, "5 2 3", BY_DEALER)
    assert sheet(written(down, rules))[2] == "0 0 32"
    assert sheet(written(down, rules, return_consolation="own"))[2] == "0 0 24"


def test_7_9_half_a_whist_is_eight_whists_on_six_and_on_seven() -> None:
    assert sheet(written(game(6, "0 0 0", HALF_FIRST)))[2] == "8 0 0"
    assert sheet(written(game(7, "0 0 0", HALF))) == ("4 0 0 0", "0 0 0 0", "0 8 0")


def test_7_10_the_lone_whister_answers_for_the_whole_duty() -> None:
    for level, tricks, mountain in (
        (6, "10 0 0", 8), (6, "7 0 3", 2), (6, "6 4 0", 0), (7, "10 0 0", 8), (7, "8 1 1", 0),
        (8, "10 0 0", 6), (9, "10 0 0", 8), (10, "10 0 0", 10), (8, "9 0 1", 0),
    ):  # fmt: skip
        assert sheet(written(game(level, tricks, FIRST)))[1] == f"0 {mountain} 0 0"
        assert sheet(written(game(level, tricks, RETURNED)))[1] == f"0 {mountain} 0 0"


@pytest.mark.parametrize(
    ("level", "tricks", "mountain", "uncapped"),
    [
        (6, "7 3 0", "0 0 2 0", "0 0 4 0"),
        (6, "7 0 3", "0 2 0 0", "0 4 0 0"),
        (6, "9 1 0", "0 2 4 0", "0 2 4 0"),
        (6, "10 0 0", "0 4 4 0", "0 4 4 0"),
        (6, "8 2 0", "0 0 4 0", "0 0 4 0"),
        (6, "8 1 1", "0 2 2 0", "0 2 2 0"),
        (6, "7 2 1", "0 0 2 0", "0 0 2 0"),
        (6, "6 4 0", "0 0 0 0", "0 0 0 0"),
        (7, "9 1 0", "0 0 4 0", "0 0 4 0"),
        (7, "10 0 0", "0 4 4 0", "0 4 4 0"),
        (7, "8 2 0", "0 0 0 0", "0 0 0 0"),
    ],
)
def test_7_11_two_whisters_on_six_and_seven(
    level: int, tricks: str, mountain: str, uncapped: str
) -> None:
    assert sheet(written(game(level, tricks, BOTH)))[1] == mountain
    assert sheet(written(game(level, tricks, BOTH), pair_cap_67=False))[1] == uncapped


@pytest.mark.parametrize(("level", "whole", "split"), [(8, 6, 3), (9, 8, 4), (10, 10, 5)])
def test_7_12_both_are_responsible(level: int, whole: int, split: int) -> None:
    made = game(level, "10 0 0", BOTH)
    assert sheet(written(made))[1] == f"0 {whole} {whole} 0"
    assert sheet(written(made, both_responsible="split"))[1] == f"0 {split} {split} 0"
    if level < 10:
        assert sheet(written(game(level, "9 0 1", BOTH)))[1] == "0 0 0 0"


def test_7_13_a_dealer_who_whisted_answers_for_the_shortfall() -> None:
    made = sheet(written(game(6, "9 1 0", BY_DEALER)))
    assert made == ("2 0 0 0", "0 0 0 6", "0 0 4")


def test_7_14_and_7_15_misere() -> None:
    for tricks, mountain in (("1 9 0", 20), ("2 8 0", 40), ("10 0 0", 200)):
        alone = outcome(tricks, declarer=DECLARER)
        assert sheet(written(alone))[1] == f"{mountain} 0 0 0"
        half = mountain // 2
        assert sheet(written(replace(alone, shared=True)))[1] == f"{half} 0 0 {half}"


@pytest.mark.parametrize(
    ("talon", "quick"),
    [("AS AD", 3), ("AS KS", 2), ("AS KH", 1), ("AS QS", 1), ("KS QS", 1), ("KS QH", 0),
     ("AS 7S", 1), ("KS 7S", 0), ("QS JS", 0), ("KS KD", 0)],
)  # fmt: skip
def test_7_16_quick_tricks(talon: str, quick: int) -> None:
    first, second = (BY_NAME[name] for name in talon.split())
    assert quick_tricks((first, second)) == quick_tricks((second, first)) == quick


@pytest.mark.parametrize(
    "ending", [("10 0 0", BOTH), ("5 5 0", FIRST), ("0 0 0", HALF), ("0 0 0", NOBODY),
               ("5 5 0", RETURNED), ("5 5 0", BY_DEALER), ("7 3 0", BY_DEALER)],
)  # fmt: skip
def test_7_16_quick_tricks_are_written_however_the_deal_ends(ending: tuple[str, Whisted]) -> None:
    talon = (BY_NAME["KD"], BY_NAME["AD"])
    for level, amount in ((6, 8), (7, 16)):
        played = game(level, *ending, talon=talon)
        without = int(sheet(written(played))[2].split()[2])
        assert sheet(written(played, "fspr-code-6"))[2].endswith(f" {without + amount}")


def test_7_16_no_quick_tricks_in_misere_and_raspasy() -> None:
    talon = (BY_NAME["AS"], BY_NAME["AD"])
    for played in (
        outcome("0 10 0", declarer=DECLARER, talon=talon),
        outcome("5 5 0", talon=talon),
    ):
        assert written(played, "fspr-code-6").lines == written(played, "fspr-2006").lines


def test_7_17_nobody_whists() -> None:
    assert sheet(written(game(10, "0 0 0", NOBODY))) == ("10 0 0 0", "0 0 0 0", "0 0 0")


def test_what_is_told_is_what_is_stored() -> None:
    for _, said, *_ in EXAMPLES.values():
        table = sit("festival-2011").says(said)
        assert table.told("deal_scored")[0].whole() == {"event": "deal_scored"} | table.score.wire()


def test_every_line_says_its_sum_and_its_paragraph() -> None:
    for played, *_ in EXAMPLES.values():
        for line in written(played).lines:
            wire = line.wire()
            assert Line.of(wire) == line
            assert list(wire) == ["into", "seat", "on", "amount", "why", "rule", "sum"]
            assert line.rule.startswith("§7.")
            worth = eval(line.sum.replace("·", "*"))
            assert worth == line.amount
            assert (line.on is not None) is (line.into == "whists")
