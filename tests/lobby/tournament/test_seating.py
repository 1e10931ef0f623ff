"""Who sits with whom: hand-reckoned cases, and an oracle that tries everything (§T5)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from lobby.tournament import equals
from lobby.tournament.equals import Search, fewest_meetings
from lobby.tournament.formulas import FORMULAS, lineup, scores
from lobby.tournament.meetings import Reason
from lobby.tournament.model import BadRecord, Player, Tournament
from lobby.tournament.neighbours import fewest_pairs
from lobby.tournament.seating import accepted, next_tour
from lobby.tournament.tables import sizes, sizes_by_points
from tests.lobby.tournament import oracle
from tests.lobby.tournament.tours import (
    absent,
    entered,
    played,
    some_stay_away,
    whists_at_random,
    with_results,
)


def some_pairs(dice: Random, players: int, most: int) -> oracle.Pairs:
    many = dice.randint(0, most)
    return frozenset(frozenset(dice.sample(range(players), 2)) for _ in range(many))


def neighbours_of(pairs: oracle.Pairs, players: int) -> list[set[int]]:
    return [
        {other for pair in pairs if place in pair for other in pair if other != place}
        for place in range(players)
    ]


def of_whole(points: list[int]) -> list[Fraction]:
    return [Fraction(value) for value in points]


# --- against the oracle -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(80))
def test_equals_change_places_as_the_oracle_says(seed: int) -> None:
    """Random points, groups and bans; up to twelve players."""
    dice = Random(seed)
    players = dice.choice((6, 7, 8, 9, 10, 11, 12) if seed % 10 == 0 else (6, 7, 8, 9, 10))
    lengths = sizes(players)
    dice.shuffle(lengths)
    values = sorted({dice.randrange(4) for _ in range(3)})
    levels = sorted(dice.randrange(len(values)) for _ in range(players))
    levels = [sorted({*levels}).index(level) for level in levels]
    many = dice.randint(2, 5)
    groups = [dice.randrange(many) for _ in range(players)]
    met = frozenset(
        frozenset((one, other))
        for one, other in combinations(range(players), 2)
        if groups[one] == groups[other]
    )
    banned = some_pairs(dice, players, dice.choice((0, 0, 3)))
    points = [Fraction(-level) for level in levels]
    expected = oracle.by_points(points, met, lengths, banned)
    found = fewest_meetings(levels, groups, lengths, banned)
    assert (None if found is None else tuple(found)) == expected


@pytest.mark.parametrize("seed", range(80))
def test_neighbours_swap_as_the_oracle_says(seed: int) -> None:
    dice = Random(seed)
    players = dice.choice((6, 7, 8, 9, 10, 11) if seed % 5 else (12, 13))
    met = some_pairs(dice, players, dice.choice((2, 6, 12)))
    banned = some_pairs(dice, players, dice.choice((0, 0, 2)))
    points = sorted((dice.randrange(-6, 7) for _ in range(players)), reverse=True)
    expected = oracle.by_swaps(of_whole(points), met, sizes(players), banned)
    found = fewest_pairs(
        points, neighbours_of(met, players), neighbours_of(banned, players), sizes(players)
    )
    assert tuple(found) == expected


@pytest.mark.parametrize("seed", range(100))
def test_the_order_of_fours_and_threes_is_as_the_oracle_says(seed: int) -> None:
    dice = Random(seed)
    players = dice.choice((6, 7, 9, 10, 11, 13, 14, 17, 18, 19, 21))
    points = sorted((Fraction(dice.randint(3, 12), 3) for _ in range(players)), reverse=True)
    assert tuple(sizes_by_points(points)) == oracle.order_of_sizes(points)


def as_places(
    tournament: Tournament, forbidden: list[tuple[Player, Player]]
) -> tuple[list[Player], list[Fraction], oracle.Pairs, oracle.Pairs]:
    """Line-up, points, who has met and who must not, by place."""
    players = lineup(tournament, len(tournament.tours) + 1)
    total = scores(FORMULAS[tournament.formula], tournament.tours)
    met = frozenset(
        frozenset((players.index(one), players.index(other)))
        for tour in tournament.tours
        for table in tour.tables
        for one, other in combinations(table.players, 2)
        if one in players and other in players
    )
    banned = frozenset(
        frozenset((players.index(one), players.index(other)))
        for one, other in forbidden
        if one in players and other in players
    )
    return players, [total[player].points for player in players], met, banned


@pytest.mark.parametrize("seed", range(100))
def test_a_whole_tournament_is_seated_as_the_oracle_says(seed: int) -> None:
    """Six to thirteen players, some absent, some forbidden to meet, many ties."""
    dice = Random(seed)
    formula = dice.choice([*FORMULAS])
    tournament = entered(formula, dice.randint(6, 13))
    for _ in range(3 if formula != "festival" else 2):
        tournament = some_stay_away(tournament, dice)
        number = len(tournament.tours) + 1
        some = [dice.sample(tournament.draw, 2) for _ in range(dice.choice((0, 0, 2)))]
        forbidden = [(one, other) for one, other in some]
        players, points, met, banned = as_places(tournament, forbidden)
        seating = next_tour(tournament, forbidden)
        own = oracle.smallest_threes(len(players))
        if formula != "festival" or number == 1:
            expected = oracle.by_swaps(points, met, own, banned)
        elif len(tournament.draw) - len(tournament.missing(1)) <= 8:
            expected = (tuple(range(len(players))),)
        elif len(tournament.draw) - len(tournament.missing(1)) <= 12:
            expected = (
                oracle.two_threes(met, banned)
                if len(players) == 6
                else (tuple(range(len(players))),)
            )
        else:
            lengths = oracle.order_of_sizes(points)
            free = oracle.by_points(points, met, lengths)
            assert free is not None
            kept = oracle.by_points(points, met, lengths, banned)
            swapped = oracle.by_swaps(points, met, lengths, banned)
            broken = oracle.meeting(free, banned)
            other = swapped if kept is None else kept
            expected = other if oracle.meeting(other, banned) < broken else free
        assert seating.tables == tuple(
            tuple(players[place] for place in table) for table in expected
        )
        assert [told.met for told in seating.reasons] == [
            oracle.meeting((table,), met) for table in expected
        ]
        assert [told.apart for told in seating.reasons] == [
            oracle.apart((table,), points) for table in expected
        ]
        assert sum(told.forbidden for told in seating.reasons) == oracle.meeting(expected, banned)
        if formula == "festival" and number == 2 and len(tournament.draw) <= 8:
            break
        tournament = played(tournament, dice, dice.choice((1, 3, 60)))


# --- by hand ----------------------------------------------------------------------------------


def of_tables(*whists: tuple[int, ...]) -> Tournament:
    """A festival after its first tour, tables with these whists."""
    tournament = entered("festival", sum(map(len, whists)))
    given = iter(whists)
    return with_results(
        tournament,
        next_tour(tournament).tables,
        lambda _: tuple(Fraction(won) for won in next(given)),
    )


def test_a_reason_as_it_is_shown() -> None:
    assert str(Reason(0, Fraction(1))) == "met before: 0, points apart: 1"
    told = "met before: 2, points apart: 1/2, must not meet: 1"
    assert str(Reason(2, Fraction(1, 2), 1)) == told


def test_equals_change_tables_so_that_nobody_meets_again() -> None:
    """Of thirteen 9 play again: 444 433 332. 2 may sit neither with 1 nor with 3, who were at his
    table: with 1 at the second table he would have to be at the third, with 3. So 1 goes to the
    first in place of 11; nobody leaves his points.
    """
    tournament = of_tables((40, 30, -20, -50), (90, 10, -100), (80, 5, -85), (70, 1, -71))
    assert lineup(tournament, 2) == [5, 8, 11, 1, 2, 6, 9, 12, 3]
    seating = next_tour(tournament)
    assert seating.tables == ((5, 8, 1), (11, 2, 6), (9, 12, 3))
    assert [str(told) for told in seating.reasons] == [
        "met before: 0, points apart: 0",
        "met before: 0, points apart: 1",
        "met before: 0, points apart: 1",
    ]


def test_points_come_before_meetings() -> None:
    """Three of one table share all of it, 3 points each; 444 333 322 leaves them at two tables."""
    tournament = of_tables((20, 20, 20, -60), (90, 10, -100), (80, -5, -75), (70, -1, -69))
    assert lineup(tournament, 2) == [5, 8, 11, 1, 2, 3, 6, 12, 9]
    seating = next_tour(tournament)
    assert seating.tables == ((5, 8, 11), (1, 2, 6), (3, 12, 9))
    assert [told.met for told in seating.reasons] == [0, 1, 0]
    assert [told.apart for told in seating.reasons] == [0, 0, 1]


def test_who_must_meet_nobody_does_not_move_the_others() -> None:
    """§T5.6: no swap spares a pair, so points stay as they were, though fewer could meet again."""
    tournament = of_tables((20, 20, 20, -60), (90, 10, -100), (80, -5, -75), (70, -1, -69))
    alone = [(5, other) for other in (8, 11, 1, 2, 3, 6, 12, 9)]
    seating = next_tour(tournament, alone)
    assert seating.tables == next_tour(tournament).tables
    assert [told.forbidden for told in seating.reasons] == [2, 0, 0]


def test_two_of_one_table_with_equal_points_are_set_apart() -> None:
    """Where the cut has three chairs for four players, a pair of one group must meet there."""
    levels, groups = [0, 0, 0, 0, 1, 1], [1, 1, 2, 2, 3, 4]
    assert fewest_meetings(levels, groups, [3, 3]) == [(0, 1, 2), (3, 4, 5)]
    assert fewest_meetings([0] * 6, [1, 1, 2, 2, 3, 3], [3, 3]) == [(0, 2, 4), (1, 3, 5)]


def test_two_threes_of_the_olympic_system() -> None:
    """Two of each table advance: each can be kept from the other. 1+… against the most even."""
    tournament = of_tables((60, 40, -100), (50, 30, -80), (45, 20, -65))
    # in order 1, 4, 7 (four points), 2, 5, 8 (three)
    assert lineup(tournament, 2) == [1, 4, 7, 2, 5, 8]
    # 1 may sit with 4 or 5 and 7 or 8: sums 0+1+2, 0+1+5, 0+4+2, 0+4+5 of 15
    assert next_tour(tournament).tables == ((1, 4, 8), (7, 2, 5))
    assert sum(told.met for told in next_tour(tournament).reasons) == 0
    # with 1 and 4 forbidden: 0+4+2 is as even as it gets
    assert next_tour(tournament, [(1, 4)]).tables == ((1, 7, 5), (4, 2, 8))


def test_the_final_is_one_table_whoever_is_forbidden() -> None:
    tournament = of_tables((60, 40, -100), (50, 30, -80))
    assert next_tour(tournament).tables == ((1, 4, 2, 5),)
    [told] = next_tour(tournament, [(1, 5), (3, 6)]).reasons
    assert told == Reason(met=2, apart=Fraction(1), forbidden=1)
    assert next_tour(with_results(tournament, [(1, 4, 2, 5)], zeros)).tables == ()


def zeros(players: int) -> tuple[Fraction, ...]:
    return (Fraction(0),) * players


def test_the_first_tour_keeps_a_forbidden_pair_apart() -> None:
    tournament = entered("festival", 8)
    assert next_tour(tournament, [(1, 5)]).tables == ((1, 2, 3, 4), (5, 6, 7, 8))
    assert next_tour(tournament, [(2, 1)]).tables == ((1, 3, 4, 5), (2, 6, 7, 8))


def test_added_points_are_cut_and_swapped_only_to_spare_a_pair() -> None:
    """All level: the cut is the draw again, and all would meet again."""
    tournament = with_results(entered("fspr-2006", 8), [(1, 2, 3, 4), (5, 6, 7, 8)], zeros)
    assert next_tour(tournament).tables == ((1, 2, 5, 6), (3, 4, 7, 8))
    seven = with_results(entered("fspr-2006", 7), [(1, 2, 3, 4), (5, 6, 7)], zeros)
    assert sum(told.met for told in next_tour(seven).reasons) == 3
    three = with_results(entered("fspr-2006", 3), [(1, 2, 3)], zeros)
    assert next_tour(three).tables == ((1, 2, 3),)  # nothing can be spared


def test_a_forbidden_pair_among_unequal_players() -> None:
    """Nobody else has their points: then neighbouring tables swap."""
    tournament = of_tables((40, 30, -20, -50), (90, 10, -100), (80, 5, -85), (70, 1, -71))
    tables = next_tour(tournament, [(5, 8), (5, 11), (5, 1), (8, 11)]).tables
    assert not any({5, 8} <= {*table} or {5, 11} <= {*table} for table in tables)
    assert sorted(player for table in tables for player in table) == sorted(lineup(tournament, 2))


def test_a_search_that_takes_too_long_still_seats_everybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bound is tables filled: with none allowed nobody is seated until nothing is forbidden."""
    levels, groups = [0] * 8, [1, 1, 2, 2, 3, 3, 4, 4]
    assert fewest_meetings(levels, groups, [4, 4]) == [(0, 2, 4, 6), (1, 3, 5, 7)]
    monkeypatch.setattr(equals, "MOST_STEPS", 0)
    assert not Search(levels, groups, [4, 4], frozenset()).can_be(5)
    assert fewest_meetings(levels, groups, [4, 4], frozenset({frozenset((0, 1))})) is None


def test_a_question_given_up_allows_more_meetings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two levels, one table across their edge: the lower bound of each alone is too low."""
    levels, groups = [0, 0, 0, 0, 1, 1], [1, 2, 3, 4, 1, 2]
    exact = fewest_meetings(levels, groups, [3, 3])
    assert exact == [(0, 1, 2), (3, 4, 5)]
    levels, groups = [0, 0, 0, 0, 1, 1, 1, 1], [1, 1, 2, 2, 1, 1, 2, 2]
    exact = fewest_meetings(levels, groups, [3, 3, 2])
    monkeypatch.setattr(equals, "MOST_STEPS", 2)
    found = fewest_meetings(levels, groups, [3, 3, 2])
    assert exact is not None
    assert found is not None
    assert [len(table) for table in found] == [3, 3, 2]
    assert sorted(place for table in found for place in table) == [*range(8)]
    assert among(groups, found) >= among(groups, exact)


def among(groups: list[int], tables: list[tuple[int, ...]]) -> int:
    return sum(
        groups[one] == groups[other] for table in tables for one, other in combinations(table, 2)
    )


# --- the director's own -----------------------------------------------------------------------

TEN = of_tables((40, 30, -20, -50), (90, 10, -100), (80, 5, -85))


def test_the_directors_seating_is_taken_with_its_reasons() -> None:
    coming = lineup(TEN, 2)
    told = accepted(TEN, [coming[:3], coming[3:]])
    assert told.tables == (tuple(coming[:3]), tuple(coming[3:]))
    assert [each.apart for each in told.reasons] == [0, 0]
    alike = next_tour(TEN)
    assert accepted(TEN, alike.tables) == alike


@pytest.mark.parametrize(
    ("tables", "wrong"),
    [
        ([[5, 8, 1], [2, 6]], "tour 2: table 2: "),
        ([[5, 8, 1, 2, 6, 9]], "tour 2: table 1: "),
        ([[5, 8, 1], [2, 6, 1]], "tour 2: table 2: player 1 sits twice"),
        ([[5, 8, 1], [2, 6, 3]], "tour 2: table 2: player 3 does not play"),
        ([[5, 8, 1]], "tour 2: player 2 sits at no table"),
        ([[5, 8, 2], [1, 6, 9]], "tour 2: table 2: 1 and 9 must not meet"),
    ],
)
def test_the_directors_seating_is_checked(tables: list[list[Player]], wrong: str) -> None:
    with pytest.raises(BadRecord, match="^" + wrong):
        accepted(TEN, tables, [(9, 1)])


def test_nobody_is_seated_after_the_final() -> None:
    dice = Random(1)
    tournament = played(played(entered("festival", 6), dice), dice)
    with pytest.raises(BadRecord, match=r"^tour 3: comes after the final"):
        accepted(tournament, [[1, 2, 3]])


def test_an_absent_finalist_leaves_a_table_of_three() -> None:
    """Nine players, three of the six of the second tour do not come: nobody else is asked."""
    dice = Random(2)
    tournament = entered("festival", 9)
    for _ in range(2):
        tournament = with_results(
            tournament, next_tour(tournament).tables, lambda n: whists_at_random(dice, n, 60)
        )
    six = [player for table in tournament.tours[-1].tables for player in table.players]
    away = lineup(tournament, 3)[:3]
    [table] = next_tour(absent(tournament, 3, away)).tables
    assert {*table} == {*six} - {*away}
