"""The draw, the tables of a tour, its call and its opening (§T1, §T5, §T6)."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import chain

from game.script import Refused
from lobby.contest import acts, facts
from lobby.contest.contest import Contest, is_bot
from lobby.contest.facts import Fact
from lobby.contest.people import check_person
from lobby.contest.plan import DAY, SECOND
from lobby.contest.results import entries, tournament
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
    number, known, gone = len(contest.tours) + 1, tournament(contest), contest.withdrawn
    found = seated(contest, known, number, {*map(str, asked(known, number, gone))} - gone)
    until = now + contest.plan.no_show * SECOND
    return [facts.Called(number, found.tables, found.reasons, until)]


def reseat(contest: Contest, command: acts.Reseat) -> list[Fact]:
    """The director's own tables and numbers for the called tour (§T5.7).

    Raises `Refused` (no_tour_called, bad_seating).
    """
    if phase(contest) != "called" or contest.tours[-1].number != command.tour:
        raise Refused("no_tour_called")
    if max(len(command.tables), *map(len, command.tables), 0) > len(contest.entrants):
        raise Refused("bad_seating", "§T5.7", where=f"tour {command.tour}", why="has too many")
    for person in chain(*command.tables):
        check_person(person, is_bot(person))
    coming = line_up(contest, contest.withdrawn)
    known, _ = expecting(as_called(contest), command.tour, coming)
    try:
        seating = accepted(known, command.tables, contest.apart)
    except BadRecord as bad:
        raise Refused("bad_seating", "§T5.7", where=bad.place, why=bad.wrong) from None
    tables = [[*table] for table in command.tables]
    return [facts.Reseated(command.tour, tables, [*map(str, seating.reasons)])]


def open_tour(contest: Contest, now: int) -> list[Fact]:
    """The called tour, of those who are here; the tables stay if all who were called are (§T6.5).

    Only who was waited for to the end gets a mark, and has promised to come (§T7.2).

    Raises `Unseatable`.
    """
    tour = contest.tours[-1]
    away = {entrant.person for entrant in contest.entrants if not entrant.here}
    coming = line_up(contest, away)
    if coming == {*tour.shown}:
        tables = [[*table.players] for table in tour.tables]
        _, absent = expecting(as_called(contest), tour.number, coming)
        found = Seated(tables, [table.reason for table in tour.tables], absent)
    else:
        found = seated(contest, as_called(contest), tour.number, coming)
    promised = {entrant.person for entrant in contest.entrants if entrant.own}
    late = ({*tour.shown} & away & promised) - contest.withdrawn
    return [
        facts.TourOpened(
            tour=tour.number,
            tables=found.tables,
            reasons=found.reasons,
            absent=found.absent,
            marked=sorted(late) if now >= tour.until else [],
            mark_until=now + contest.plan.mark_days * DAY,
            ends=now + planned(contest, tour.number).seconds * SECOND,
            before=contest.plan.last_circle_milliseconds,
        )
    ]


def as_called(contest: Contest) -> Tournament:
    """The tournament by which the called tour is seated: with what was posted then (§T6.7)."""
    return replace(entries(contest), tours=contest.tours[-1].before)


def line_up(contest: Contest, away: Collection[str]) -> set[str]:
    """Who plays the called tour if these do not come.

    Whoever is called and comes; in the places that are left the others in their order (§T6.1,
    §T6.6).
    """
    tour = contest.tours[-1]
    called = tour.shown
    coming = [player for player in called if player not in away]
    left = len(called) - len(coming)
    if left:
        order = map(str, asked(as_called(contest), tour.number, contest.draw))
        coming += [each for each in order if each not in away and each not in called][:left]
    return {*coming}


def expecting(
    known: Tournament, number: int, coming: Collection[str]
) -> tuple[Tournament, list[str]]:
    """The tournament before this tour, which these play, and who of the others is asked."""
    others = {*map(str, known.draw)} - {*coming}
    absent = [str(each) for each in asked(known, number, others) if each in others]
    return replace(known, absent={**known.absent, number: frozenset[Player](absent)}), absent


def seated(contest: Contest, before: Tournament, number: int, coming: Collection[str]) -> Seated:
    """The tables of this tour if these play it. Raises `Unseatable`."""
    known, absent = expecting(before, number, coming)
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
