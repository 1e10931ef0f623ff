"""By which values a line of the standings has its place (§T3.9, §T3.10, §T4.2)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from lobby.tournament.formulas import is_over
from lobby.tournament.model import Standing, Tournament
from lobby.tournament.standings import standings
from tests.lobby.tournament.tours import entered, played, some_stay_away, with_results

FINAL = ["final_whists", "whists_before", "points_before", "draw"]
OTHERS = ["came_to", "points", "whists", "draw"]


def names(line: Standing) -> list[str]:
    return [column.what for column in line.columns]


def worth(line: Standing) -> list[Fraction]:
    """More is better; of the draw less is."""
    return [-value if what == "draw" else value for what, value in line.columns]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("formula", ["festival", "fspr-2006", "points-4321"])
def test_the_first_column_that_differs_decides(formula: str, seed: int) -> None:
    dice = Random(f"{formula} {seed}")
    tournament = entered(formula, dice.randint(6, 30))
    for _ in range(3):
        if not is_over(tournament):
            tournament = played(
                some_stay_away(tournament, dice), dice, most=dice.choice((1, 4, 60))
            )
        lines = standings(tournament)
        assert lines[0].decided == ""
        for above, line in pairwise(lines):
            if names(above) != names(line):
                assert (names(above), names(line), line.decided) == (FINAL, OTHERS, "came_to")
                continue
            better, worse = worth(above), worth(line)
            if line.decided == "shared":
                assert better == worse
            else:
                at = names(line).index(line.decided)
                assert better[:at] == worse[:at]
                assert better[at] > worse[at]
            assert (line.decided == "shared") == (above.place == line.place)


def final(*whists: tuple[int, int, int, int]) -> Tournament:
    """Eight players: two tours, of which the second is the final of 1 to 4."""
    tournament = entered("festival", 8)
    first, last = whists
    rest = (-10, -20, -30, 60)
    results = iter([first, rest, last])

    def next_result(_: int) -> tuple[Fraction, ...]:
        return tuple(map(Fraction, next(results)))

    tournament = with_results(tournament, [(1, 2, 3, 4), (5, 6, 7, 8)], next_result)
    return with_results(tournament, [(1, 2, 3, 4)], next_result)


@pytest.mark.parametrize(
    ("first", "last", "decided"),
    [
        ((20, 10, -10, -20), (40, 20, -20, -40), ["final_whists"] * 3),
        ((20, 10, -10, -20), (0, 0, 0, 0), ["whists_before"] * 3),
        ((20, 0, 0, -20), (0, 0, 0, 0), ["whists_before", "draw", "whists_before"]),
        ((0, 0, 0, 0), (30, 30, -60, 0), ["draw", "final_whists", "final_whists"]),
    ],
)
def test_what_decides_a_final(
    first: tuple[int, int, int, int], last: tuple[int, int, int, int], decided: list[str]
) -> None:
    lines = standings(final(first, last))
    assert [line.decided for line in lines[:5]] == ["", *decided, "came_to"]
    assert names(lines[0]) == FINAL
    assert names(lines[4]) == OTHERS
    assert [line.columns[3].value for line in lines[:4]] == [line.player for line in lines[:4]]
