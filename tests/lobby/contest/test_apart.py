"""Pairs who must not meet: a director names them once he knows who has come (§T5.6)."""

from __future__ import annotations

from itertools import combinations

import pytest

from lobby.contest import acts
from tests.lobby.contest.hall import hall, players


def meetings(room: object, tour: int) -> set[frozenset[str]]:
    tables = room.contest.tours[tour - 1].tables  # type: ignore[attr-defined]
    return {frozenset(pair) for table in tables for pair in combinations(table.players, 2)}


def test_pairs_that_a_director_names_do_not_meet_in_any_tour() -> None:
    free = hall(formula="fspr-2006", tours=2).enter(*players(16)).until_phase("ending")
    first = sorted(map(sorted, meetings(free, 1)))[:3]
    room = hall(formula="fspr-2006", tours=2).enter(*players(16))
    room.acts(acts.KeepApart, pairs=first)
    assert room.contest.apart == first
    room.until_phase("ending")
    for tour in (1, 2):
        assert meetings(room, tour).isdisjoint(map(frozenset, first))


def test_who_may_meet_again() -> None:
    room = hall(formula="fspr-2006").enter(*players(8))
    room.acts(acts.KeepApart, pairs=[["p1", "p2"], ["p2", "p1"]])
    assert room.contest.apart == [["p1", "p2"]]
    assert room.refuses("Olga", room.act(acts.KeepApart, pairs=[["p2", "p1"]])) == "already_so"
    room.acts(acts.KeepApart, pairs=[])
    assert room.contest.apart == []


@pytest.mark.parametrize(
    "pairs",
    [[["p1"]], [["p1", "p1"]], [["p1", "stranger"]], [["p1", "p2", "p3"]], [["p1", "p2", "p2"]]],
)
def test_a_pair_is_two_entrants(pairs: list[list[str]]) -> None:
    room = hall().enter(*players(8))
    assert room.refuses("Olga", room.act(acts.KeepApart, pairs=pairs)) == "bad_pairs"
    many = [["p1", "p2"]] * 201
    assert room.refuses("Olga", room.act(acts.KeepApart, pairs=many)) == "bad_pairs"
