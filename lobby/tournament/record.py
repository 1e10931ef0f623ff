"""A tournament as a JSON object: read, checked to the last player, and told again.

The object is described in docs/tournament-files.md.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import Any

from lobby.tournament.formulas import FORMULAS, formula_of, is_final, is_over, last_tour, lineup
from lobby.tournament.model import BadRecord, Player, Standing, TableResult, Tour, Tournament
from lobby.tournament.standings import final_order, standings

FRACTION = re.compile(r"(-?[1-9][0-9]*)/([1-9][0-9]*)", re.ASCII)
TOUR_NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
MOST_WHISTS = 10**12
"""More were never written, and reckoning with them would take for ever."""


def tournament_of(told: Mapping[str, Any]) -> Tournament:
    """The tournament of an object that came out of JSON. Raises `BadRecord`."""
    formula = told.get("formula")
    if not isinstance(formula, str) or formula not in FORMULAS:
        raise BadRecord("formula", f"one of {', '.join(FORMULAS)} is needed")
    draw = players_of("draw", told.get("draw"))
    if len({*draw}) < len(draw):
        raise BadRecord("draw", "has a player twice")
    if not FORMULAS[formula].seats(len(draw)):
        raise BadRecord("draw", f"{len(draw)} players cannot play by this formula")
    absent = absent_of(told.get("absent", {}))
    tours = tuple(
        tour_of(f"tour {number}", tour)
        for number, tour in enumerate(list_of("tours", told.get("tours")), start=1)
    )
    return checked(Tournament(formula, draw, tours, absent))


def list_of(place: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise BadRecord(place, "a list is needed")
    return value


def object_of(place: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadRecord(place, "an object is needed")
    return value


def players_of(place: str, value: object) -> tuple[Player, ...]:
    players = list_of(place, value)
    if not all(type(player) is int for player in players):
        raise BadRecord(place, "players are whole numbers")
    return tuple(players)


def absent_of(value: object) -> dict[int, frozenset[Player]]:
    absent = {}
    for number, players in object_of("absent", value).items():
        if not TOUR_NUMBER.fullmatch(number):
            raise BadRecord("absent", f"{json.dumps(number)} is no number of a tour")
        absent[int(number)] = frozenset(players_of("absent", players))
    return absent


def tour_of(place: str, value: object) -> Tour:
    tables = list_of(place, object_of(place, value).get("tables"))
    return Tour(
        tuple(
            table_of(f"{place}: table {number}", table)
            for number, table in enumerate(tables, start=1)
        )
    )


def table_of(place: str, value: object) -> TableResult:
    told = object_of(place, value)
    players = players_of(place, told.get("players"))
    if len(players) not in (3, 4):
        raise BadRecord(place, f"has {len(players)} players, not three or four")
    if "whists" not in told:
        raise BadRecord(place, "has no whists yet")
    whists = tuple(whists_of(place, won) for won in list_of(place, told["whists"]))
    if len(whists) != len(players):
        raise BadRecord(place, f"has whists of {len(whists)} for {len(players)} players")
    if sum(whists) != 0:  # §T2.9
        raise BadRecord(place, f"the whists come to {sum(whists)}, not to 0")
    return TableResult(players, whists)


def whists_of(place: str, value: object) -> Fraction:
    """An integer, or a fraction in lowest terms as text."""
    if type(value) is int and abs(value) < MOST_WHISTS:
        return Fraction(value)
    if isinstance(value, str) and len(value) < 30 and (found := FRACTION.fullmatch(value)):
        above, below = map(int, found.groups())
        if below > 1 and gcd(above, below) == 1 and max(abs(above), below) < MOST_WHISTS:
            return Fraction(above, below)
    raise BadRecord(place, 'whists are whole numbers, or fractions in lowest terms as "-40/3"')


def checked(tournament: Tournament) -> Tournament:
    """The same, if the right people sat at its tables, tour by tour. Raises `BadRecord`."""
    played, last = len(tournament.tours), last_tour(tournament)
    for number in sorted(tournament.absent):
        if number > played + 1 or (last is not None and number > last):
            raise BadRecord("absent", f"tour {number} is not yet to be played")
    for number, tour in enumerate(tournament.tours, start=1):
        if last is not None and number > last:
            raise BadRecord(f"tour {number}", "comes after the final")
        before = replace(tournament, tours=tournament.tours[: number - 1])
        seated(f"tour {number}", [table.players for table in tour.tables], lineup(before, number))
    if not is_over(tournament):
        lineup(tournament, played + 1)
    return tournament


def seated(place: str, tables: Sequence[Sequence[Player]], coming: Sequence[Player]) -> None:
    """Raises `BadRecord` unless everybody who plays sits at one table, and nobody else at any.

    How they are spread is free, but a table is of three or four (§T5.7).
    """
    expected, sitting = {*coming}, set()
    for number, table in enumerate(tables, start=1):
        at = f"{place}: table {number}"
        if len(table) not in (3, 4):
            raise BadRecord(at, f"has {len(table)} players, not three or four")
        for player in table:
            if player in sitting:
                raise BadRecord(at, f"player {player} sits twice")
            if player not in expected:
                raise BadRecord(at, f"player {player} does not play this tour")
            sitting.add(player)
    if left := [player for player in coming if player not in sitting]:
        raise BadRecord(place, f"player {left[0]} sits at no table")


def whole_or_text(value: Fraction) -> int | str:
    """A whole number, or a fraction as text."""
    return value.numerator if value.denominator == 1 else str(value)


def told_standings(tournament: Tournament) -> dict[str, Any]:
    """What `python -m lobby standings` prints."""
    return {
        "tours": [told_tour(tournament, number) for number in range(1, len(tournament.tours) + 1)],
        "standings": [told_standing(standing) for standing in standings(tournament)],
    }


def told_tour(tournament: Tournament, number: int) -> dict[str, Any]:
    """The points by table and who advances, or the order of the final."""
    formula = formula_of(tournament)
    if is_final(tournament, number):
        return {"order": final_order(tournament)}
    told: dict[str, Any] = {
        "points": [
            [whole_or_text(points) for points in formula.points(table.whists)]
            for table in tournament.tours[number - 1].tables
        ]
    }
    if formula.has_final:
        before = replace(tournament, tours=tournament.tours[:number])
        told["advance"] = lineup(before, number + 1)
    return told


def told_standing(standing: Standing) -> dict[str, Any]:
    return {
        "place": standing.place,
        "player": standing.player,
        "points": whole_or_text(standing.score.points),
        "whists": whole_or_text(standing.score.whists),
    }
