"""The examples of docs/rules, chapter T2, and tables of sizes."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from lobby.tournament.points import festival, fspr, fspr_places, fspr_whists
from lobby.tournament.tables import cut, fours_and_threes, sizes

Row = tuple[int | Fraction, ...]
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def exact(row: Row) -> list[Fraction]:
    return [Fraction(value) for value in row]


FESTIVAL: dict[Row, Row] = {
    (50, 50, -20, -80): (7 * HALF, 7 * HALF, 2, 1),
    (90, 0, -90): (4, 2, 1),
    (90, -20, -70): (4, 2, 1),
    (90, 1, -91): (4, 3, 1),
    (60, -30, -30): (4, 3 * HALF, 3 * HALF),
    (30, 30, -60): (7 * HALF, 7 * HALF, 1),
    (0, 0, 0): (7 * THIRD, 7 * THIRD, 7 * THIRD),
    (0, 0, 0, 0): (5 * HALF, 5 * HALF, 5 * HALF, 5 * HALF),
    (20, 20, 20, -60): (3, 3, 3, 1),
    (60, -20, -20, -20): (4, 2, 2, 2),
    (20, 1 * THIRD, -20 - THIRD): (4, 3, 1),
}
FSPR: dict[Row, tuple[Row, Row]] = {
    (50, 50, -50, -50): ((2, 2, -2, -2), (1, 1, -1, -1)),
    (40, 40, 40, -120): ((1, 1, 1, -3), (1, 1, 1, -2)),
    (100, -40, -60): ((3, -1, -3), (2, -1, -2)),
    (60, -30, -30): ((3, -2, -2), (2, -1, -1)),
    (40, 0, -40): ((3, 0, -3), (1, 0, -1)),
    (0, 0, 0): ((0, 0, 0), (0, 0, 0)),
    (30, 30, -60): ((2, 2, -3), (1, 1, -2)),
    (20, 10, -30): ((3, 1, -3), (1, 0, -1)),
}


@pytest.mark.parametrize(("whists", "points"), FESTIVAL.items())
def test_the_festivals_points_whatever_the_chairs(whists: Row, points: Row) -> None:
    for order in permutations(range(len(whists))):
        assert festival(exact(tuple(whists[chair] for chair in order))) == exact(
            tuple(points[chair] for chair in order)
        )


@pytest.mark.parametrize(("whists", "points"), FSPR.items())
def test_fsprs_points_whatever_the_chairs(whists: Row, points: tuple[Row, Row]) -> None:
    places, bands = points
    for order in permutations(range(len(whists))):
        won = exact(tuple(whists[chair] for chair in order))
        assert fspr_places(won) == exact(tuple(places[chair] for chair in order))
        assert [fspr_whists(each) for each in won] == [bands[chair] for chair in order]
        assert fspr(won) == [places[chair] + bands[chair] for chair in order]


BANDS = {0: 0, 10: 0, 11: 1, 50: 1, 51: 2, 150: 2, 151: 3, 300: 3, 301: 4, 500: 4, 501: 5, 9999: 5}
ROUNDED = {
    Fraction(31, 3): 0,
    Fraction(21, 2): 1,
    Fraction(32, 3): 1,
    Fraction(151, 3): 1,
    Fraction(152, 3): 2,
    Fraction(1001, 2): 5,
}


@pytest.mark.parametrize(("whists", "points"), [*BANDS.items(), *ROUNDED.items()])
def test_bands_of_whists_on_both_sides(whists: int | Fraction, points: int) -> None:
    assert fspr_whists(Fraction(whists)) == points
    assert fspr_whists(Fraction(-whists)) == -points


def test_who_cannot_be_seated() -> None:
    assert [n for n in range(300) if fours_and_threes(n) is None] == [0, 1, 2, 5]


@pytest.mark.parametrize("players", [3, 4, *range(6, 300)])
def test_tables_hold_everybody_with_as_few_threes_as_possible(players: int) -> None:
    lengths = sizes(players)
    assert sum(lengths) == players
    assert lengths == sorted(lengths, reverse=True)
    assert {*lengths} <= {3, 4}
    assert lengths.count(3) < 4
    assert [len(table) for table in cut(range(players), lengths)] == lengths
    assert [who for table in cut(range(players), lengths) for who in table] == [*range(players)]
