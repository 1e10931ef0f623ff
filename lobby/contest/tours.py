"""The draw, the tables of a tour, its call and its opening (§T1, §T5, §T6)."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace

from game.script import Refused
from lobby.contest import acts, facts
from lobby.contest.contest import Contest
from lobby.contest.facts import Fact
from lobby.contest.plan import DAY, SECOND
from lobby.contest.results import tournament
from lobby.contest.schedule import phase, planned
from lobby.tournament.draw import numbers_at_table, order_of_draw
from lobby.tournament.formulas import FORMULAS, asked
from lobby.tournament.model import BadRecord, Player, Tournament
from lobby.tournament.seating import accepted, next_tour


@dataclass(frozen=True, slots=True)
class Seated:
    """Tables with number 1 first, their reasons, and who was asked and does not play."""

    tables: list[list[str]]
    reasons: list[str]
    absent: list[str]


class Unseatable(Exception):
    """So many cannot be seated (§T6.4)."""

    def __init__(self, players: int) -> None:
        super().__init__(f"{players} cannot be seated")
        self.players = players


def refused(why: Unseatable) -> Refused:
    return Refused("cannot_be_seated", "§T6.4", players=why.players)


def draw(contest: Contest) -> list[Fact]:
    """§T1.3. Raises `Unseatable`."""
    entered: list[Player] = [entrant.person for entrant in contest.entrants]
    if not FORMULAS[contest.plan.formula].seats(len(entered)):
        raise Unseatable(len(entered))
    order = order_of_draw(bytes.fromhex(contest.secret), contest.name, entered)
    return [facts.DrawMade([*map(str, order)])]


def call(contest: Contest, now: int) -> list[Fact]:
    """The next tour, of those who have not withdrawn. Raises `Unseatable`."""
    number = len(contest.tours) + 1
    gone = {entrant.person for entrant in contest.entrants if entrant.withdrawn}
    found = seated(contest, number, gone)
    until = now + contest.plan.no_show * SECOND
    return [facts.Called(number, found.tables, found.reasons, until)]


def reseat(contest: Contest, command: acts.Reseat) -> list[Fact]:
    """The director's own tables and numbers for the called tour (§T5.7).

    Raises `Refused` (no_tour_called, bad_seating).
    """
    if phase(contest) != "called" or contest.tours[-1].number != command.tour:
        raise Refused("no_tour_called")
    gone = {entrant.person for entrant in contest.entrants if entrant.withdrawn}
    known, _, _ = expecting(contest, command.tour, gone)
    try:
        seating = accepted(known, command.tables, contest.apart)
    except BadRecord as bad:
        raise Refused("bad_seating", "§T5.7", where=bad.place, why=bad.wrong) from None
    tables = [[*table] for table in command.tables]
    return [facts.Reseated(command.tour, tables, [*map(str, seating.reasons)])]


def open_tour(contest: Contest, now: int) -> list[Fact]:
    """The called tour, of those who are here; the tables stay if all who were called are (§T6.5).

    Only who was waited for to the end gets a mark (§T7.2). Raises `Unseatable`.
    """
    tour = contest.tours[-1]
    away = {entrant.person for entrant in contest.entrants if not entrant.here}
    gone = {entrant.person for entrant in contest.entrants if entrant.withdrawn}
    expected = {player for table in tour.tables for player in table.players}
    _, absent, coming = expecting(contest, tour.number, away)
    if coming == expected:
        tables = [[*table.players] for table in tour.tables]
        found = Seated(tables, [table.reason for table in tour.tables], absent)
    else:
        found = seated(contest, tour.number, away)
    missed = sorted((expected & away) - gone) if now >= tour.until else []
    return [
        facts.TourOpened(
            tour=tour.number,
            tables=found.tables,
            reasons=found.reasons,
            absent=found.absent,
            marked=missed,
            mark_until=now + contest.plan.mark_days * DAY,
            ends=now + planned(contest, tour.number).seconds * SECOND,
            before=contest.plan.last_circle_milliseconds,
        )
    ]


def expecting(
    contest: Contest, number: int, away: Collection[str]
) -> tuple[Tournament, list[str], set[str]]:
    """The tournament before this tour if these do not come, who is asked in vain, who plays."""
    known = tournament(contest)
    wanted = asked(known, number, away)
    absent = [str(player) for player in wanted if player in away]
    missing = {**known.absent, number: frozenset[Player](absent)}
    return replace(known, absent=missing), absent, {*map(str, wanted)} - {*absent}


def seated(contest: Contest, number: int, away: Collection[str]) -> Seated:
    """The tables of this tour if these do not come. Raises `Unseatable`."""
    known, absent, coming = expecting(contest, number, away)
    try:
        seating = next_tour(known, contest.apart)
    except BadRecord:
        raise Unseatable(len(coming)) from None
    had: defaultdict[Player, list[int]] = defaultdict(list)
    for tour in contest.tours:
        for table in tour.tables if tour.began is not None else ():
            for own, player in enumerate(table.players, start=1):
                had[player].append(own)
    secret = bytes.fromhex(contest.secret)
    tables = [
        [*map(str, numbers_at_table(secret, contest.name, number, place, players, had))]
        for place, players in enumerate(seating.tables, start=1)
    ]
    return Seated(tables, [*map(str, seating.reasons)], absent)
