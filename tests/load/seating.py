"""How long it takes to seat the second tour of a tournament."""

from __future__ import annotations

import time
from random import Random

from lobby.tournament.model import Tournament
from lobby.tournament.seating import next_tour
from tests.lobby.tournament.tours import entered, played

FIELDS = (200, 2_000)


def after_a_tour(formula: str, players: int, most: int) -> Tournament:
    """One tour with whists up to so many tens."""
    return played(entered(formula, players), Random(players), most)


WAYS = {
    "the festival": lambda players: after_a_tour("festival", players, 60),
    "many equal points": lambda players: after_a_tour("festival", players, 1),
    "points added up": lambda players: after_a_tour("fspr-2006", players, 60),
}
"""Few ties, many ties, and swaps between neighbouring tables."""


def seconds_to_seat(tournament: Tournament) -> float:
    start = time.perf_counter()
    assert next_tour(tournament).tables
    return time.perf_counter() - start
