"""Chapters 8 and 9 of the rules: the sheet, the settlement, the last circle."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.preferans.conventions import CONVENTIONS
from game.preferans.pulya import (
    Settled,
    Sheet,
    deals_left,
    drawn,
    empty_sheet,
    enter,
    ledger,
    settle,
    write_off,
)
from game.preferans.scoring import Line
from game.script import Seat
from tests.game.players import RULES, sit

N, E, S, W = Seat("N"), Seat("E"), Seat("S"), Seat("W")
FESTIVAL, FSPR, CODE = (CONVENTIONS[rules] for rules in RULES)


def row(numbers: dict[Seat, int]) -> str:
    return " ".join(map(str, numbers.values()))


# --- §8.5 -------------------------------------------------------------------------------------

HANDS = "A7.AK987.9.JT QJ8.QT.Q8.A97 T9.J.AKJT7.K8"
DEALS = [
    ("W", "NES", "6S pass pass -KS -QH 6S whist pass whist AS closed =5"),
    ("N", "ESW", "pass 6S pass -KS -QH 8S whist whist AS =8,E0,W2"),
    ("E", "SWN", "pass pass pass 7S =N2,E1,S4,W3"),
    ("S", "WNE", "misere pass pass -KS -QH AS =0"),
    ("W", "NES", "6S pass pass -KS -QH 7S pass half pass pass"),
]


def lines_of_the_example() -> list[list[Line]]:
    found: list[list[Line]] = []
    streak = 0
    for dealer, seats, said in DEALS:
        hands = " ".join(f"{s}:{hand}" for s, hand in zip(seats, HANDS.split(), strict=True))
        table = sit(dealer=dealer, hands=hands, talon="KS QH", streak=streak).says(said)
        found.append([*table.score.lines])
        streak = table.score.streak
    return found


def test_8_5_five_deals() -> None:
    deals = lines_of_the_example()
    sheet = ledger(4, [line for deal in deals for line in deal])
    assert row(sheet.pool) == "4 0 6 10"
    assert row(sheet.mountain) == "8 2 8 6"
    assert sheet.whists == {E: {N: 14}, S: {N: 22}, W: {N: 4, S: 24}}
    ends = settle(sheet)
    assert {seat: (end.points, end.whists) for seat, end in ends.items()} == {
        N: (-40, -40),
        E: (-60, 14),
        S: (0, -2),
        W: (100, 28),
    }
    assert [end.result for end in ends.values()] == [-80, -46, -2, 128]


def test_8_5_the_festival_sheet_after_each_deal() -> None:
    deals = lines_of_the_example()
    rows = [
        row(drawn(FESTIVAL, 4, [line for deal in deals[:number] for line in deal]).mountain)
        for number in range(1, 6)
    ]
    assert rows == ["4 0 0 0", "16 12 0 12", "20 14 8 18", "22 16 10 0", "14 16 10 0"]


# --- §8.1–§8.4 --------------------------------------------------------------------------------


def test_8_2_six_down_one() -> None:
    sheet = empty_sheet(4)
    sheet.mountain[N] = 4
    sheet.whists = {E: {N: 14}, S: {N: 14}, W: {N: 4}}
    assert settle(sheet)[N] == Settled(Fraction(-30), -32)
    assert settle(sheet)[N].result == -62


def test_8_3_a_misere_written_off_twelve() -> None:
    mountain = {N: 12, E: 0, S: 0, W: 0}
    write_off(mountain, N, 20)
    assert row(mountain) == "0 8 8 8"


def test_8_3_where_the_mountain_is_high_enough_nobody_else_gets_anything() -> None:
    mountain = {N: 20, E: 1, S: 2}
    write_off(mountain, N, 20)
    assert row(mountain) == "0 1 2"


@given(
    mountain=st.lists(st.integers(0, 50), min_size=3, max_size=4),
    seat=st.integers(0, 2),
    points=st.integers(0, 30),
)
def test_8_3_a_write_off_is_worth_what_the_pool_is(
    mountain: list[int], seat: int, points: int
) -> None:
    seats = [N, E, S, W][: len(mountain)]
    before = Sheet(dict.fromkeys(seats, 0), dict(zip(seats, mountain, strict=True)))
    in_the_pool = Sheet({s: points * (s == seats[seat]) for s in seats}, dict(before.mountain))
    write_off(before.mountain, seats[seat], 2 * points)
    assert settle(before) == settle(in_the_pool)
    assert min(before.mountain.values()) >= 0


def test_8_4_thirds_at_three() -> None:
    sheet = empty_sheet(3)
    sheet.mountain[N] = 4
    sheet.whists = {E: {N: 14}, S: {N: 14}}
    results = [end.result for end in settle(sheet).values()]
    assert results == [Fraction(-164, 3), Fraction(82, 3), Fraction(82, 3)]
    assert sum(results) == 0


def test_whists_on_each_other_are_kept_apart() -> None:
    sheet = empty_sheet(3)
    for seat, on, amount in ((N, E, 8), (N, E, 4), (E, N, 20), (S, N, 4)):
        enter(sheet, Line("whists", seat, amount, "whist", "§7.4", "", on))
    assert sheet.whists == {N: {E: 12}, E: {N: 20}, S: {N: 4}}
    assert [sheet.balance(seat) for seat in (N, E, S)] == [-12, 8, 4]


def test_6_7_zero_tricks_on_each_convention_s_paper() -> None:
    """Festival: written off; fspr-2006: taken off the mountain; the code: in the pool."""
    lines = sit().says("pass pass pass AS =N5,E5,S0").score.lines
    papers = [drawn(convention, 4, lines) for convention in (FESTIVAL, FSPR, CODE)]
    assert [row(paper.pool) for paper in papers] == ["0 0 0 0", "0 0 0 0", "0 0 2 0"]
    assert [row(paper.mountain) for paper in papers] == ["14 14 0 4", "10 10 -4 0", "10 10 0 0"]
    assert settle(papers[0]) == settle(papers[1]) == settle(papers[2])


# --- the last circle --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "three", "four"),
    [("festival-2011", 2, 3), ("fspr-2006", 3, 4), ("fspr-code-6", 3, 4)],
)
def test_9_2_to_9_4_how_many_deals_are_left(rules: str, three: int, four: int) -> None:
    convention = CONVENTIONS[rules]
    for players, deals in ((3, three), (4, four)):
        assert deals_left(convention, players, running=False) == deals  # §9.4
        assert deals_left(convention, players, running=True) == deals + 1  # §9.3
