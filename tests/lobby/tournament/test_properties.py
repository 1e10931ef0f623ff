"""What holds in every tournament, whatever is played and whoever does not come."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.tournament.formulas import FORMULAS, is_over, last_tour, lineup
from lobby.tournament.model import Tournament
from lobby.tournament.record import told_standings, tournament_of
from lobby.tournament.seating import next_tour
from lobby.tournament.standings import standings
from tests.lobby.tournament.tours import entered, played, run, some_stay_away, told

SEEDS = st.integers(0, 2**32)
MOST = st.sampled_from((1, 2, 5, 60))
"""The smaller, the more ties."""


def looked_over(tournament: Tournament) -> None:
    """After each tour: nobody twice, everybody ranked, whists to zero, the file read back."""
    assert tournament_of(json.loads(json.dumps(told(tournament)))) == tournament
    for tour in tournament.tours:
        assert max(Counter(tour.players).values()) == 1
        assert all(sum(table.whists) == 0 for table in tour.tables)
        assert all(len(table.players) in (3, 4) for table in tour.tables)
    lines = standings(tournament)
    assert Counter(line.player for line in lines) == Counter(tournament.draw)
    places = [line.place for line in lines]
    assert places == sorted(places)
    assert all(place <= number for number, place in enumerate(places, start=1))
    assert sum(line.score.whists for line in lines) == 0 or tournament.formula == "festival"
    if FORMULAS[tournament.formula].has_final:
        assert places == [*range(1, len(lines) + 1)]


def seated(tournament: Tournament) -> None:
    """Exactly those who come, as few threes as possible."""
    coming = lineup(tournament, len(tournament.tours) + 1)
    seating = next_tour(tournament)
    assert Counter(who for table in seating.tables for who in table) == Counter(coming)
    assert len(seating.tables) == len(seating.reasons) == -(-len(coming) // 4)


def to_the_end(tournament: Tournament, dice: Random, most: int, absent: bool) -> Tournament:
    while not is_over(tournament):
        if absent:
            tournament = some_stay_away(tournament, dice)
        seated(tournament)
        tournament = played(tournament, dice, most)
        looked_over(tournament)
    return tournament


@pytest.mark.parametrize("players", range(6, 201))
def test_the_festival_ends_with_a_final_and_a_full_ranking(players: int) -> None:
    dice = Random(players)
    tournament = to_the_end(entered("festival", players), dice, dice.choice((1, 3, 60)), False)
    assert len(tournament.tours) == last_tour(tournament) == (2 if players <= 8 else 3)
    [final] = tournament.tours[-1].tables
    assert len(final.players) == 4
    assert {line.player for line in standings(tournament)[:4]} == {*final.players}
    assert next_tour(tournament).tables == ()
    assert [line["place"] for line in told_standings(tournament)["standings"]] == [
        *range(1, players + 1)
    ]


@given(SEEDS, st.integers(6, 60), MOST)
def test_also_with_absent_players_at_every_point(seed: int, players: int, most: int) -> None:
    tournament = to_the_end(entered("festival", players), Random(seed), most, True)
    [final] = tournament.tours[-1].tables
    assert len(final.players) in (3, 4)
    for number, tour in enumerate(tournament.tours, start=1):
        assert not tournament.missing(number) & {*tour.players}


@given(SEEDS, st.sampled_from((3, 4, *range(6, 40))), MOST, st.integers(1, 4))
def test_points_added_up(seed: int, players: int, most: int, tours: int) -> None:
    dice = Random(seed)
    for formula in ("fspr-2006", "points-4321"):
        tournament = entered(formula, players)
        for _ in range(tours):
            tournament = some_stay_away(tournament, dice)
            seated(tournament)
            tournament = played(tournament, dice, most)
            looked_over(tournament)
        for above, below in pairwise(standings(tournament)):
            level = above.score == below.score
            assert (above.place == below.place) == level
            assert level or (above.score.points, above.score.whists) > (
                below.score.points,
                below.score.whists,
            )


@given(SEEDS, st.integers(13, 80), MOST)
def test_at_the_second_tour_points_decide_the_tables(seed: int, players: int, most: int) -> None:
    """Nobody at a table has more points than anybody at the table before it."""
    tournament = played(entered("festival", players), Random(seed), most)
    points = {line.player: line.score.points for line in standings(tournament)}
    tables = [[points[player] for player in table] for table in next_tour(tournament).tables]
    for above, below in pairwise(tables):
        assert min(above) >= max(below)


@given(st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from(("festival", "1/3", "2", "")),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(
        st.sampled_from(("formula", "draw", "tours", "absent", "tables", "players", "whists", "2")),
        inner,
    ),
))  # fmt: skip
def test_whatever_a_file_holds_it_is_answered_or_refused(
    tmp_path_factory: pytest.TempPathFactory, held: object
) -> None:
    """The whole, and the same in each place of a good file."""
    good = told(played(played(entered("festival", 6), Random(1)), Random(2)))
    files = [held, *({**good, key: held} for key in good)]
    tables = {"tables": [held, *good["tours"][0]["tables"][1:]]}
    files += [{**good, "tours": [held]}, {**good, "tours": [tables, *good["tours"][1:]]}]
    file = tmp_path_factory.getbasetemp() / "some.json"
    for content in files:
        file.write_text(json.dumps(content))
        for verb in ("standings", "seat"):
            ran = run(verb, file)
            if ran.status == 0:
                assert ran.err == ""
                assert isinstance(json.loads(ran.out), dict)
            else:
                assert (ran.status, ran.out) == (2, "")
                assert ran.err.startswith(f"{file}: ")
                assert len(ran.err.splitlines()) == 1
