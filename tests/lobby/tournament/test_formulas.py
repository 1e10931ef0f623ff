"""Who advances and how it ends: cases reckoned by hand from docs/rules, chapters T3, T4 and T6."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from lobby.tournament.formulas import last_tour, lineup
from lobby.tournament.model import BadRecord, Player, Standing, Tournament
from lobby.tournament.record import checked
from lobby.tournament.seating import next_tour
from lobby.tournament.standings import standings
from tests.lobby.tournament.tours import absent, entered, played, with_results

Whists = tuple[int, ...]


def after(tournament: Tournament, *whists: Whists) -> Tournament:
    """The next tour, as it is seated, with these whists."""
    given = iter(whists)
    return checked(
        with_results(
            tournament,
            next_tour(tournament).tables,
            lambda _: tuple(Fraction(won) for won in next(given)),
        )
    )


def as_given(tournament: Tournament, tables: list[list[Player]], *whists: Whists) -> Tournament:
    """The next tour at the director's tables."""
    given = iter(whists)
    return checked(with_results(tournament, tables, lambda _: tuple(map(Fraction, next(given)))))


def order(tournament: Tournament) -> list[Player]:
    return [line.player for line in standings(tournament)]


def places(lines: list[Standing]) -> list[int]:
    return [line.place for line in lines]


def plain(tournament: Tournament, tables: int) -> Tournament:
    """A tour in which at each table the first wins most; later tables win less than earlier."""
    whists = []
    for number, table in enumerate(next_tour(tournament).tables):
        top = 100 * tables - number
        whists.append((top, 5, -5, -top) if len(table) == 4 else (top, 5, -top - 5))
    return after(tournament, *whists)


# --- how many advance -------------------------------------------------------------------------

ADVANCE = {6: 4, 7: 4, 8: 4, 9: 6, 10: 6, 11: 6, 12: 6, 13: 9, 14: 10, 15: 11, 16: 12}


@pytest.mark.parametrize(("players", "advance"), ADVANCE.items())
def test_without_ties_so_many_advance(players: int, advance: int) -> None:
    """§T3.2–§T3.4."""
    assert len(lineup(plain(entered("festival", players), 4), 2)) == advance


@pytest.mark.parametrize("players", range(17, 201))
def test_from_17_those_with_three_points_advance(players: int) -> None:
    """§T3.5: the first two of each table, if the second of a three has won something."""
    tables = -(-players // 4)
    tournament = plain(entered("festival", players), tables)
    assert len(lineup(tournament, 2)) == 2 * tables
    assert last_tour(tournament) == 3


def test_seconds_of_threes_without_whists_have_two_points_only() -> None:
    """17 are 4+4+3+3+3: then the five winners and the seconds of the fours advance."""
    four, three = (60, 40, -40, -60), (60, -10, -50)
    tournament = after(entered("festival", 17), four, four, three, three, three)
    assert lineup(tournament, 2) == [1, 5, 9, 12, 15, 2, 6]


def test_a_second_of_a_three_competes_with_the_thirds_of_a_four() -> None:
    """§T3.2: seven, 4+3. 6 has two points at -10, 3 has two at -5."""
    tournament = after(entered("festival", 7), (60, 40, -5, -95), (90, -10, -80))
    assert lineup(tournament, 2) == [5, 1, 2, 3]
    tournament = after(entered("festival", 7), (60, 40, -15, -85), (90, -10, -80))
    assert lineup(tournament, 2) == [5, 1, 2, 6]
    tournament = after(entered("festival", 7), (60, 40, -10, -90), (90, -10, -80))
    assert lineup(tournament, 2) == [5, 1, 2, 3]  # by the draw


def test_shared_points_are_enough_or_not() -> None:
    """§T3.4: 1½ are not two; 7/3 are."""
    shared, level = (60, -30, -30), (0, 0, 0)
    tournament = after(entered("festival", 13), (60, 40, -40, -60), shared, shared, level)
    assert lineup(tournament, 2) == [1, 5, 8, 2, 11, 12, 13, 3]


def test_never_fewer_than_six() -> None:
    """§T3.6: all three points are shared away but five; 2½ come next, by whists and draw."""
    level = (0, 0, 0, 0)
    tournament = after(entered("festival", 20), *[level] * 5)
    assert lineup(tournament, 2) == [1, 2, 3, 4, 5, 6]
    split = (60, -20, -20, -20)
    tournament = after(entered("festival", 20), *[split] * 5)
    assert lineup(tournament, 2) == [1, 5, 9, 13, 17, 2]


def test_with_many_ties_everybody_may_advance() -> None:
    tournament = after(entered("festival", 13), (0, 0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    assert len(lineup(tournament, 2)) == 13


# --- the final --------------------------------------------------------------------------------


def test_the_final_of_nine_forgets_the_first_tour_but_for_ties() -> None:
    """§T3.3, §T3.8: points and whists of the second, then whists of the first."""
    tournament = after(entered("festival", 9), (90, 10, -100), (80, 20, -100), (70, 30, -100))
    assert lineup(tournament, 2) == [1, 4, 7, 8, 5, 2]
    tournament = as_given(tournament, [[1, 5, 2], [4, 7, 8]], (-50, 0, 50), (50, 0, -50))
    # 2 and 4 have 4 points and 50 whists, 5 and 7 two points and none; before: 80 > 10, 70 > 20
    assert lineup(tournament, 3) == [4, 2, 7, 5]
    tournament = as_given(tournament, [[4, 2, 7, 5]], (0, 0, 0, 0))
    # whists of both tours: 4 has 130, 7 has 70, 2 has 60, 5 has 20
    assert order(tournament)[:4] == [4, 7, 2, 5]
    # 1: 4+1 points; 8: 3+1; one point and -100 each: by the draw
    assert order(tournament)[4:] == [1, 8, 3, 6, 9]
    assert [line.score.points for line in standings(tournament)][:4] == [8, 6, 7, 5]


def test_the_final_of_thirteen_counts_both_tours() -> None:
    """§T3.4, §T3.8: who was second twice is before who was first and last."""
    four = (80, 40, -20, -100)
    tournament = after(entered("festival", 13), four, (70, 30, -100), (60, 20, -80), (50, 10, -60))
    nine = lineup(tournament, 2)
    assert nine == [1, 5, 8, 11, 2, 6, 9, 12, 3]
    tournament = as_given(
        tournament,
        [[1, 5, 8], [11, 2, 6], [9, 12, 3]],
        (-10, 5, 5), (10, 5, -15), (10, 5, -15),
    )  # fmt: skip
    # 1: 4+1, 5 and 8: 4+3½, 11: 8, 2: 6, 6: 4, 9: 7, 12: 6, 3: 3; 5 has 75 whists, 8 has 65
    assert lineup(tournament, 3) == [11, 5, 8, 9]
    tournament = as_given(tournament, [[5, 8, 9, 11]], (-30, 10, 10, 10))
    # equal in the final: whists before it: 8 has 65, 11 has 60, 9 has 30
    assert order(tournament) == [8, 11, 9, 5, 2, 12, 1, 6, 3, 13, 10, 4, 7]
    assert places(standings(tournament)) == [*range(1, 14)]


def test_before_the_final_the_list_begins_with_those_who_may_play_it() -> None:
    """§T3.10: 3 with fewer points stands before those who did not play the second tour."""
    tournament = after(entered("festival", 9), (90, 10, -100), (80, 20, -100), (70, 30, -100))
    assert order(tournament) == [1, 4, 7, 8, 5, 2, 3, 6, 9]
    tournament = as_given(tournament, [[1, 5, 2], [4, 7, 8]], (-50, 0, 50), (50, 0, -50))
    assert order(tournament) == [4, 2, 7, 1, 5, 8, 3, 6, 9]
    assert lineup(tournament, 3) == [4, 2, 7, 5]  # 1 is before 5 by both tours together
    assert order(entered("festival", 7)) == [1, 2, 3, 4, 5, 6, 7]


def test_whists_before_the_final_come_before_points() -> None:
    """§T3.9: 2 has three points and 40 whists, 4 has four and 30: 2 is first at equal whists."""
    tournament = after(entered("festival", 6), (60, 40, -100), (30, 20, -50))
    assert lineup(tournament, 2) == [1, 4, 2, 5]
    tournament = after(tournament, (-10, 5, 5, 0))
    assert order(tournament)[:4] == [2, 4, 5, 1]


# --- points added up --------------------------------------------------------------------------


def test_equal_in_points_and_whists_share_a_place() -> None:
    """§T4.2: 1, 2, 2, 4; in the list by the draw."""
    tournament = after(entered("fspr-2006", 4), (60, 0, 0, -60))
    lines = standings(tournament)
    assert [(line.place, line.player) for line in lines] == [(1, 1), (2, 2), (2, 3), (4, 4)]
    tournament = as_given(tournament, [[4, 3, 2, 1]], (60, 0, 0, -60))
    assert places(standings(tournament)) == [1, 1, 1, 1]
    assert {line.score.points for line in standings(tournament)} == {0}
    assert places(standings(entered("points-4321", 6))) == [1] * 6


def test_whists_part_equal_points() -> None:
    tournament = after(entered("points-4321", 6), (60, 0, -60), (50, 0, -50))
    assert [(line.place, line.player) for line in standings(tournament)] == [
        (1, 1), (2, 4), (3, 2), (3, 5), (5, 6), (6, 3),
    ]  # fmt: skip


def test_there_is_no_last_tour() -> None:
    dice = Random(3)
    tournament = entered("points-4321", 9)
    for _ in range(12):
        tournament = checked(played(tournament, dice))
    assert last_tour(tournament) is None
    assert len(next_tour(tournament).tables) == 3


# --- people -----------------------------------------------------------------------------------


def seven() -> Tournament:
    """In order 5, 1, 2, 3, 6, 4, 7."""
    return after(entered("festival", 7), (60, 40, -5, -95), (90, -10, -80))


def test_the_next_in_order_comes_for_the_absent() -> None:
    """§T6.1."""
    tournament = seven()
    assert lineup(absent(tournament, 2, [1]), 2) == [5, 2, 3, 6]
    assert lineup(absent(tournament, 2, [1, 3]), 2) == [5, 2, 6, 7]
    # 6 would have come for 1, and does not either
    assert lineup(absent(tournament, 2, [1, 6]), 2) == [5, 2, 3, 7]
    # all four and all but three
    assert lineup(absent(tournament, 2, [5, 1, 2, 3]), 2) == [6, 7, 4]


@pytest.mark.parametrize("who", [[6], [4], [1, 4], [8], [5, 1, 2, 3, 6]])
def test_who_was_not_expected_cannot_be_absent_nor_too_many(who: list[Player]) -> None:
    with pytest.raises(BadRecord) as refused:
        checked(absent(seven(), 2, who))
    assert refused.value.place == "absent"


def test_the_absent_stands_with_those_who_did_not_play() -> None:
    """§T3.10: 1 had been second."""
    tournament = after(absent(seven(), 2, [1]), (10, 0, 0, -10))
    assert order(tournament) == [5, 2, 3, 6, 1, 7, 4]


def test_also_one_below_the_limit_comes_for_the_absent() -> None:
    """§T6.1: nine of thirteen have two points; the tenth has one."""
    tournament = plain(entered("festival", 13), 4)
    nine = lineup(tournament, 2)
    ten = lineup(absent(tournament, 2, nine[:1]), 2)
    assert len(ten) == 9
    assert ten[:-1] == nine[1:]


def test_who_missed_the_second_tour_cannot_play_the_final() -> None:
    tournament = plain(entered("festival", 13), 4)
    best = lineup(tournament, 2)[0]
    tournament = plain(absent(tournament, 2, [best]), 3)
    assert best not in lineup(tournament, 3)
    with pytest.raises(BadRecord, match="absent: player 1 does not play tour 3"):
        checked(absent(tournament, 3, [best]))


def test_four_who_are_left_of_nine_sit_at_one_table() -> None:
    """§T6.1: five do not come to the second tour; two threes cannot be made."""
    tournament = after(entered("festival", 9), (90, 10, -100), (80, 20, -100), (70, 30, -100))
    tournament = absent(tournament, 2, [1, 4, 7, 2, 5])
    assert next_tour(tournament).tables == ((8, 3, 6, 9),)
    tournament = after(tournament, (10, 20, -20, -10))
    assert lineup(tournament, 3) == [3, 8, 9, 6]
    assert next_tour(tournament).tables == ((3, 8, 9, 6),)


def test_who_does_not_come_to_the_first_tour() -> None:
    """§T6.2: nine entered, eight play: two tables and a final; of seven still, of six not."""
    tournament = absent(entered("festival", 9), 1, [2])
    assert last_tour(tournament) == 2
    assert next_tour(tournament).tables == ((1, 3, 4, 5), (6, 7, 8, 9))
    tournament = after(tournament, (60, 40, -5, -95), (90, -10, -30, -50))
    assert lineup(tournament, 2) == [6, 1, 3, 7]
    assert order(tournament)[-1] == 2
    with pytest.raises(BadRecord, match="absent: the 5 left"):
        checked(absent(entered("festival", 7), 1, [2, 3]))


def test_who_missed_a_tour_of_added_points_may_come_back() -> None:
    """§T6.3."""
    tournament = after(absent(entered("fspr-2006", 7), 1, [7]), (60, 0, -60), (50, 0, -50))
    assert {*lineup(tournament, 2)} == {*range(1, 8)}
    tournament = absent(tournament, 2, [1])
    assert {*lineup(tournament, 2)} == {*range(2, 8)}
    assert standings(tournament)[0].player == 1
