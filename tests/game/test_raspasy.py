"""§6.5–§6.10: what raspasy costs, and how a run of it ends."""

from dataclasses import replace

import pytest

from game.preferans.conventions import CONVENTIONS
from game.preferans.facts import Outcome
from game.preferans.scoring import raspasy_price
from tests.game.papers import (
    BOTH,
    BY_DEALER,
    DECLARER,
    FIRST,
    HALF,
    NOBODY,
    RETURNED,
    game,
    outcome,
    sheet,
    written,
)
from tests.game.players import RULES


def test_6_5_the_price_grows_to_six() -> None:
    prices = [raspasy_price(CONVENTIONS["festival-2011"], streak) for streak in range(6)]
    assert prices == [2, 4, 6, 6, 6, 6]


@pytest.mark.parametrize("rules", RULES)
def test_6_6_every_trick_is_written_the_dealers_too(rules: str) -> None:
    assert sheet(written(outcome("3 4 2 1", streak=2), rules))[:2] == ("0 0 0 0", "18 24 12 6")
    assert sheet(written(outcome("2 4 3 1"), rules))[1] == "4 8 6 2"


@pytest.mark.parametrize("rules", RULES)
def test_6_7_no_trick_at_all_brings_the_price_but_not_to_the_sitting_dealer(rules: str) -> None:
    for streak, price in ((0, 2), (1, 4), (2, 6)):
        got = written(outcome("0 4 6 0", streak=streak), rules)
        assert sheet(got)[0] == f"{price} 0 0 0"
        at_three = written(outcome("4 6 0", 3, streak=streak), rules)
        assert sheet(at_three, 3)[0] == f"0 0 {price}"


def run(rules: str, deals: list[Outcome]) -> tuple[list[int], list[int]]:
    """The streak after each deal, and the prices of the raspasy among them."""
    streak, streaks, prices = 0, [], []
    for deal in deals:
        if deal.declarer is None:
            prices.append(raspasy_price(CONVENTIONS[rules], streak))
        streak = written(replace(deal, streak=streak), rules).streak
        streaks.append(streak)
    return streaks, prices


RUN = [
    outcome("5 3 2"),
    game(8, "0 0 0", NOBODY),
    outcome("5 3 2"),
    outcome("0 10 0", declarer=DECLARER),
    outcome("5 3 2"),
    game(7, "6 4 0", FIRST),
    outcome("5 3 2"),
    game(7, "7 3 0", FIRST),
]


@pytest.mark.parametrize(
    ("rules", "streaks", "prices"),
    [
        ("fspr-2006", [1, 1, 2, 2, 3, 3, 4, 0], [2, 4, 6, 6]),
        ("fspr-code-6", [1, 1, 2, 2, 3, 3, 4, 0], [2, 4, 6, 6]),
        ("festival-2011", [1, 0, 1, 0, 1, 1, 2, 0], [2, 2, 2, 4]),
    ],
)
def test_6_10_a_run_of_raspasy(rules: str, streaks: list[int], prices: list[int]) -> None:
    assert run(rules, RUN) == (streaks, prices)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("deal", "festival", "fspr"),
    [
        (game(7, "7 3 0", BOTH), 0, 0),
        (game(7, "7 3 0", FIRST), 0, 0),
        (game(7, "10 0 0", RETURNED), 0, 0),
        (game(7, "7 3 0", BY_DEALER), 0, 0),
        (game(7, "0 0 0", HALF), 0, 3),
        (game(7, "0 0 0", NOBODY), 0, 3),
        (outcome("0 10 0", declarer=DECLARER), 0, 3),
        (outcome("0 10 0", declarer=DECLARER, shared=True), 0, 3),
        (outcome("1 9 0", declarer=DECLARER), 3, 3),
        (game(7, "6 4 0", BOTH), 3, 3),
        (game(7, "6 4 0", BY_DEALER), 3, 3),
        (outcome("5 3 2"), 4, 4),
    ],
)
def test_6_9_ways_out(rules: str, deal: Outcome, festival: int, fspr: int) -> None:
    after = written(replace(deal, streak=3), rules).streak
    assert after == (festival if rules == "festival-2011" else fspr)
