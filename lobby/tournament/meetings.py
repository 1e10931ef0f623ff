"""Who has met whom, who must not meet, and what a table is worth by both (§T5.2, §T5.6, §T5.7)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from lobby.tournament.model import Player, Tour

Pair = frozenset[Player]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a table is as it is, as it is shown (§T5.7)."""

    met: int
    """Pairs who have met in an earlier tour."""
    apart: Fraction
    """Highest minus lowest points."""
    forbidden: int = 0
    """Pairs who should not meet and could not be kept apart."""

    def __str__(self) -> str:
        told = f"met before: {self.met}, points apart: {self.apart}"
        return f"{told}, must not meet: {self.forbidden}" if self.forbidden else told


@dataclass(frozen=True, slots=True)
class Meetings:
    """Pairs of players, each with its neighbours for a quick look."""

    of: Mapping[Player, set[Player]]

    def pairs(self, table: Iterable[Player]) -> int:
        """How many pairs of them are at this table."""
        return sum(other in self.of[one] for one, other in combinations(table, 2))


def of_pairs(pairs: Iterable[Iterable[Player]]) -> Meetings:
    known: defaultdict[Player, set[Player]] = defaultdict(set)
    for one, other in pairs:
        known[one].add(other)
        known[other].add(one)
    return Meetings(known)


def of_tours(tours: Iterable[Tour]) -> Meetings:
    """All who have sat at one table."""
    return of_pairs(
        pair for tour in tours for table in tour.tables for pair in combinations(table.players, 2)
    )


def reason(
    table: Sequence[Player], points: Mapping[Player, Fraction], met: Meetings, forbidden: Meetings
) -> Reason:
    """What speaks for and against the table; `points` are those by which it was seated."""
    mine = [points[player] for player in table]
    return Reason(met.pairs(table), max(mine) - min(mine), forbidden.pairs(table))
