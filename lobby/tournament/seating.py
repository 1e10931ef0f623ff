"""The tables of the next tour, each with its reason (§T1.2, §T5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

from lobby.tournament.equals import fewest_meetings
from lobby.tournament.formulas import (
    OLYMPIC_SECOND_TOUR,
    OLYMPIC_THREE_TOURS,
    entrants,
    formula_of,
    is_final,
    is_over,
    lineup,
    scores,
)
from lobby.tournament.meetings import Meetings, Reason, of_pairs, of_tours, reason
from lobby.tournament.model import BadRecord, Player, Tournament
from lobby.tournament.neighbours import fewest_pairs
from lobby.tournament.record import seated
from lobby.tournament.tables import sizes, sizes_by_points

Table = tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a tour in order, each with its reason; inside a table the order is nothing."""

    tables: tuple[Table, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """Who is to be seated, best first, and what is known about them."""

    players: Sequence[Player]
    points: Mapping[Player, Fraction]
    met: Meetings
    forbidden: Meetings

    def at(self, tables: Iterable[Iterable[int]]) -> list[Table]:
        """The players of these places."""
        return [tuple(self.players[place] for place in table) for table in tables]

    def seating(self, tables: Iterable[Table]) -> Seating:
        told = tuple(tables)
        return Seating(
            told,
            tuple(reason(table, self.points, self.met, self.forbidden) for table in told),
        )

    def broken(self, tables: Iterable[Table]) -> int:
        """How many meet who must not."""
        return sum(self.forbidden.pairs(table) for table in tables)


def next_tour(tournament: Tournament, forbidden: Iterable[Iterable[Player]] = ()) -> Seating:
    """Who sits with whom in the next tour; no tables after the final.

    `forbidden` are pairs who must not meet (§T5.6). The tournament has been checked
    (`record.checked`).
    """
    if is_over(tournament):
        return Seating()
    draft = drafted(tournament, forbidden)
    return draft.seating(tables_of(tournament, draft))


def accepted(
    tournament: Tournament,
    tables: Sequence[Sequence[Player]],
    forbidden: Iterable[Iterable[Player]] = (),
) -> Seating:
    """The director's own seating of the next tour, with its reasons (§T5.7).

    Raises `BadRecord` unless everybody who plays sits at one table of three or four, nobody else at
    any, and no forbidden pair at one.
    """
    place = f"tour {len(tournament.tours) + 1}"
    if is_over(tournament):
        raise BadRecord(place, "comes after the final")
    draft = drafted(tournament, forbidden)
    seated(place, tables, draft.players)
    for number, table in enumerate(tables, start=1):
        for one, other in combinations(table, 2):
            if other in draft.forbidden.of.get(one, ()):
                raise BadRecord(f"{place}: table {number}", f"{one} and {other} must not meet")
    return draft.seating(map(tuple, tables))


def drafted(tournament: Tournament, forbidden: Iterable[Iterable[Player]]) -> Draft:
    total = scores(formula_of(tournament), tournament.tours)
    players = lineup(tournament, len(tournament.tours) + 1)
    return Draft(
        players=players,
        points={player: total[player].points for player in players},
        met=of_tours(tournament.tours),
        forbidden=of_pairs(forbidden),
    )


def tables_of(tournament: Tournament, draft: Draft) -> list[Table]:
    """By the tour that comes."""
    number = len(tournament.tours) + 1
    if is_final(tournament, number):  # §T5.4
        return [tuple(draft.players)]
    if number == 1 or not formula_of(tournament).has_final:  # §T1.2, §T5.5
        return by_swaps(draft, sizes(len(draft.players)))
    if entrants(tournament) <= OLYMPIC_THREE_TOURS:
        return olympic(draft)
    return by_points(tournament, draft)


def olympic(draft: Draft) -> list[Table]:
    """Two threes: fewest pairs who met, then the most even sums of places (§T5.3)."""
    if len(draft.players) != OLYMPIC_SECOND_TOUR:
        return [tuple(draft.players)]
    places = range(OLYMPIC_SECOND_TOUR)
    splits = [
        draft.at([(0, *two), [place for place in places[1:] if place not in two]])
        for two in combinations(places[1:], 2)
    ]

    def worth(tables: list[Table]) -> tuple[int, int, int]:
        first, second = (sum(map(draft.players.index, table)) for table in tables)
        return (
            draft.broken(tables),
            sum(map(draft.met.pairs, tables)),
            abs(first - second),
        )

    return min(splits, key=worth)


def by_points(tournament: Tournament, draft: Draft) -> list[Table]:
    """Equal points at a table, then fewest who met among those of equal points (§T5.1, §T5.2)."""
    points = [draft.points[player] for player in draft.players]
    lengths = sizes_by_points(points)
    groups = {
        player: number
        for number, table in enumerate(tournament.tours[-1].tables)
        for player in table.players
    }
    levels = {value: number for number, value in enumerate(sorted({*points}, reverse=True))}
    place = {player: number for number, player in enumerate(draft.players)}
    banned = frozenset(
        frozenset((place[one], place[other]))
        for one in draft.players
        for other in draft.forbidden.of.get(one, ())
        if other in place
    )
    told = [levels[value] for value in points], [groups[player] for player in draft.players]
    found = fewest_meetings(*told, lengths)
    assert found is not None
    tables = draft.at(found)
    if draft.broken(tables):
        apart = fewest_meetings(*told, lengths, banned)
        other = by_swaps(draft, lengths) if apart is None else draft.at(apart)
        tables = min(tables, other, key=draft.broken)
    return tables


def by_swaps(draft: Draft, lengths: Sequence[int]) -> list[Table]:
    """The order cut into tables, and swaps between neighbours where pairs meet again (§T5.5)."""
    place = {player: number for number, player in enumerate(draft.players)}

    def of_places(meetings: Meetings) -> list[set[int]]:
        return [
            {place[other] for other in meetings.of.get(player, ()) if other in place}
            for player in draft.players
        ]

    points = [draft.points[player] for player in draft.players]
    whole = lcm(*(value.denominator for value in points))
    return draft.at(
        fewest_pairs(
            [int(value * whole) for value in points],
            of_places(draft.met),
            of_places(draft.forbidden),
            lengths,
        )
    )
