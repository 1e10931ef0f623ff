"""The formulas: how points add up, and who plays which tour (§T3, §T4.1, §T6.1–§T6.4)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from lobby.tournament import points
from lobby.tournament.model import BadRecord, Player, Score, Tour, Tournament
from lobby.tournament.tables import fours_and_threes

FEWEST = 6
"""§T3.1, §T3.6: fewer play neither a festival nor its second tour."""
FINALISTS = 4
OLYMPIC_SECOND_TOUR = 6
OLYMPIC_TWO_TOURS, OLYMPIC_THREE_TOURS = 8, 12
"""§T3.2, §T3.3: up to so many players."""
LIMITS = ((16, 2),)
"""§T3.4: up to so many players, so many points lead to the second tour."""
HIGHER_LIMIT = 3  # §T3.5
OfTable: TypeAlias = Callable[[Sequence[Fraction]], list[Fraction]]
"""The points of a table by its whists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """One way to come to a winner."""

    name: str
    reckons: OfTable
    has_final: bool
    """Some advance and four play a final; else points add up over any number of tours."""

    def seats(self, players: int) -> bool:
        """Whether so many can play (§T1.1, §T3.1)."""
        return fours_and_threes(players) is not None and not (self.has_final and players < FEWEST)

    def points(self, whists: Iterable[Fraction]) -> tuple[Fraction, ...]:
        """Of a table, by its whists."""
        return known_points(self.reckons, tuple(whists))


@lru_cache(maxsize=10_000)
def known_points(reckons: OfTable, whists: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The standings of a large contest ask for the same tables again and again."""
    return tuple(reckons(whists))


FORMULAS = {
    formula.name: formula
    for formula in (
        Formula(name="festival", reckons=points.festival, has_final=True),
        Formula(name="fspr-2006", reckons=points.fspr, has_final=False),
        Formula(name="points-4321", reckons=points.festival, has_final=False),
    )
}


def formula_of(tournament: Tournament) -> Formula:
    return FORMULAS[tournament.formula]


def scores(formula: Formula, tours: Iterable[Tour]) -> defaultdict[Player, Score]:
    """What everybody has from these tours together; nothing for those who played none."""
    total: defaultdict[Player, Score] = defaultdict(Score)
    for tour in tours:
        for table in tour.tables:
            won = formula.points(table.whists)
            for player, point, whists in zip(table.players, won, table.whists, strict=True):
                total[player] += Score(point, whists)
        for player, award in tour.awards.items():  # §T2.9
            total[player] += award
    return total


def last_tour(tournament: Tournament) -> int | None:
    """The number of the final; None where points add up without end (§T3.1)."""
    if not formula_of(tournament).has_final:
        return None
    return 2 if entrants(tournament) <= OLYMPIC_TWO_TOURS else 3


def entrants(tournament: Tournament) -> int:
    """How many play the first tour: by them the festival's formula is chosen (§T6.2)."""
    return len(tournament.draw) - len(tournament.missing(1))


def is_final(tournament: Tournament, number: int) -> bool:
    return number == last_tour(tournament)


def is_over(tournament: Tournament) -> bool:
    """The final has been played."""
    return len(tournament.tours) == last_tour(tournament)


def draw_places(tournament: Tournament) -> dict[Player, int]:
    return {player: place for place, player in enumerate(tournament.draw)}


def by_added_points(tournament: Tournament, tours: Sequence[Tour]) -> list[Player]:
    """Everybody by points, whists, draw (§T4.2)."""
    return best_first(tournament, scores(formula_of(tournament), tours))


def best_first(tournament: Tournament, total: Mapping[Player, Score]) -> list[Player]:
    """Everybody by these points, whists, draw."""
    return sorted(  # it keeps the order of the draw among equals
        tournament.draw, key=lambda who: (-total[who].points, -total[who].whists)
    )


def order_of_advance(tournament: Tournament, number: int) -> list[Player]:
    """All who played the tour before, in the order by which they advance (§T3.7, §T3.8)."""
    formula, drawn = formula_of(tournament), draw_places(tournament)
    before = tournament.tours[: number - 1]
    if number == 3 and entrants(tournament) <= OLYMPIC_THREE_TOURS:
        counted, earlier = scores(formula, before[-1:]), scores(formula, before[:-1])
    else:
        counted, earlier = scores(formula, before), scores(formula, ())
    return sorted(
        before[-1].players,
        key=lambda who: (
            -counted[who].points,
            -counted[who].whists,
            -earlier[who].whists,
            drawn[who],
        ),
    )


def how_many_advance(tournament: Tournament, number: int) -> int:
    """To the second tour or the final of the festival (§T3.2–§T3.6)."""
    players = entrants(tournament)
    if is_final(tournament, number):
        return FINALISTS
    if players <= OLYMPIC_THREE_TOURS:
        return OLYMPIC_SECOND_TOUR
    limit = next((limit for most, limit in LIMITS if players <= most), HIGHER_LIMIT)
    first = scores(formula_of(tournament), tournament.tours[:1])
    return max(FEWEST, sum(score.points >= limit for score in first.values()))


def asked(tournament: Tournament, number: int, away: Collection[Player]) -> list[Player]:
    """Who is asked to play this tour, best first (the first: by the draw), if these do not come.

    Down the order by which they advance until the tour is full (§T6.1), or everybody. The tours
    before it are there, and the final is not among them.
    """
    if not formula_of(tournament).has_final:
        return by_added_points(tournament, tournament.tours[: number - 1])
    if number == 1:
        return [*tournament.draw]
    order, wanted = order_of_advance(tournament, number), how_many_advance(tournament, number)
    reached = coming = 0
    for player in order:
        if coming == wanted:
            break
        reached += 1
        coming += player not in away
    return order[:reached]


def lineup(tournament: Tournament, number: int) -> list[Player]:
    """Who plays this tour, in the order of `asked`, without the absent (§T6.1–§T6.4).

    Raises `BadRecord` (absent).
    """
    missing = tournament.missing(number)
    fewest = FEWEST if number == 1 and formula_of(tournament).has_final else 0
    return all_but(asked(tournament, number, missing), missing, number, fewest)


def all_but(
    order: Sequence[Player], missing: frozenset[Player], number: int, fewest: int
) -> list[Player]:
    """Those who come. Raises `BadRecord` (absent) for somebody not expected, and for too few."""
    if strangers := missing - {*order}:
        raise BadRecord("absent", f"player {min(map(str, strangers))} does not play tour {number}")
    coming = [player for player in order if player not in missing]
    if len(coming) < fewest or fours_and_threes(len(coming)) is None:
        raise BadRecord("absent", f"the {len(coming)} left for tour {number} cannot be seated")
    return coming
