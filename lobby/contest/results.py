"""What the tables bring: settled, signed, posted, corrected; penalties; the whole as a value."""

import re
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from game.script import Refused
from lobby.contest import acts, commands, facts, pulya_facts
from lobby.contest.contest import Contest, Pulya, TourState
from lobby.contest.facts import Fact
from lobby.tournament.formulas import is_final
from lobby.tournament.model import BadRecord, Player, Score, TableResult, Tour, Tournament
from lobby.tournament.record import MOST_WHISTS, whists_of

WHOLE = re.compile(r"0|-?[1-9][0-9]{0,11}", re.ASCII)


def tournament(contest: Contest) -> Tournament:
    """What lobby/tournament reckons with; of the running tour the tables posted so far."""
    played = [tour for tour in contest.tours if any(table.posted for table in tour.tables)]
    tours = tuple(Tour(posted(tour), awards(tour)) for tour in played)
    running = contest.tours[-1:] if contest.at_play() else []
    seated: dict[Player, int] = {player: tour.number for tour in running for player in tour.shown}
    return replace(entries(contest), tours=tours, playing=seated)


def entries(contest: Contest) -> Tournament:
    """The same without its tours: who plays, by which formula."""
    absent = {number: frozenset[Player](away) for number, away in contest.absent.items()}
    return Tournament(contest.plan.formula, tuple(contest.draw), (), absent)


def posted(tour: TourState) -> tuple[TableResult, ...]:
    return tuple(
        TableResult(tuple(table.players), tuple(map(fraction_of, table.whists)))
        for table in tour.tables
        if table.posted and table.whists is not None
    )


@lru_cache(maxsize=10_000)
def fraction_of(text: str) -> Fraction:
    """Of whists that were found exact before."""
    return Fraction(text)


def awards(tour: TourState) -> dict[Player, Score]:
    """Penalties and gifts, all together (§T2.9), of those whose pulya is posted."""
    counted = {player for table in tour.tables if table.posted for player in table.players}
    total: defaultdict[Player, Score] = defaultdict(Score)
    for each in tour.penalties:
        if each.person in counted:
            total[each.person] += Score(Fraction(each.points), Fraction(each.whists))
    return dict(total)


def exact(text: object, law: str = "§T9.6") -> Fraction:
    """A whole number or a fraction as text. Raises `Refused` (bad_result by this paragraph)."""
    if isinstance(text, str) and WHOLE.fullmatch(text) and abs(int(text)) < MOST_WHISTS:
        return Fraction(int(text))
    try:
        return whists_of("", text if isinstance(text, str) else None)
    except BadRecord:
        raise Refused("bad_result", law) from None


def checked(table: Pulya, whists: list[str]) -> list[str]:
    """The same, if they can be this table's. Raises `Refused` (bad_result)."""
    if len(whists) != len(table.players) or sum(map(exact, whists)) != 0:
        raise Refused("bad_result", "§T9.6")
    return [*whists]


def opened_table(contest: Contest, tour: int, number: int) -> Pulya:
    """A table of a tour that was opened. Raises `Refused` (no_such_table)."""
    table = contest.table(tour, number)
    if table is None or contest.tours[tour - 1].began is None:
        raise Refused("no_such_table")
    return table


def unposted(contest: Contest, tour: int, number: int, law: str) -> Pulya:
    """Raises `Refused` (no_such_table, already_posted by this paragraph)."""
    table = opened_table(contest, tour, number)
    if table.posted:
        raise Refused("already_posted", law)
    return table


def playing(contest: Contest, tour: int, number: int, law: str) -> Pulya:
    """A table whose pulya has not come in.

    Raises `Refused` (no_such_table, already_posted by this paragraph).
    """
    table = unposted(contest, tour, number, law)
    if not table.plays:
        raise Refused("already_posted", law)
    return table


def settle(contest: Contest, command: commands.Post) -> list[Fact]:
    """A table's pulya comes in. Without people at the table nobody has to sign (§T8.1).

    If it has not heard of all rulings, a director is called to it (§T9.5).

    Raises `Refused`: already_posted too if it came before, whatever it says now.
    """
    table = playing(contest, command.tour, command.table, "§T8.1")
    whists = checked(table, command.whists)
    place = (command.tour, command.table)
    told: list[Fact] = [
        pulya_facts.Settled(*place, whists, command.deals, command.n, command.chain)
    ]
    made = [each for each in table.rulings if not isinstance(each.fact, pulya_facts.Substituted)]
    unheard = command.rulings < len(made)
    if unheard:
        told.append(facts.DirectorCalled(command.tour, command.table, "", ""))
    if not table.people and not table.calls and not unheard:
        told.append(pulya_facts.Posted(command.tour, command.table, whists, "players"))
    return told


def own_table(contest: Contest, who: str, tour: int, number: int, law: str) -> Pulya:
    """Raises `Refused` (no_such_table, already_posted by this paragraph, not_at_this_table)."""
    table = unposted(contest, tour, number, law)
    if who not in table.people:
        raise Refused("not_at_this_table")
    return table


def sign(contest: Contest, who: str, command: commands.Sign) -> list[Fact]:
    """With the last signature it is posted, unless a call is open (§T8.4)."""
    table = own_table(contest, who, command.tour, command.table, "§T8.1")
    if table.plays:
        raise Refused("nothing_to_sign")
    if who in table.signed:
        raise Refused("already_signed")
    told: list[Fact] = [pulya_facts.Signed(command.tour, command.table, who)]
    if not table.calls and {*table.people} <= table.signed | {who}:
        assert table.whists is not None
        told.append(pulya_facts.Posted(command.tour, command.table, table.whists, "players"))
    return told


def silence(contest: Contest, tour: int, number: int) -> list[Fact]:
    """Nobody objected in time; where all had signed before a call was answered, they confirm."""
    table = unposted(contest, tour, number, "§T8.2")
    assert table.whists is not None
    all_signed = {*table.people} <= table.signed
    return [pulya_facts.Posted(tour, number, table.whists, "players" if all_signed else "silence")]


def give(contest: Contest, command: acts.Give) -> list[Fact]:
    """The director's result, for a table that plays or signs (§T9.6)."""
    table = unposted(contest, command.tour, command.table, "§T9.6")
    whists = checked(table, command.whists)
    return [pulya_facts.Posted(command.tour, command.table, whists, "director")]


def correct(contest: Contest, command: acts.Correct) -> list[Fact]:
    """It changes points and standings, but not who already sits where (§T6.7)."""
    table = opened_table(contest, command.tour, command.table)
    if not table.posted:
        raise Refused("not_posted")
    whists = checked(table, command.whists)
    if whists == table.whists:
        raise Refused("already_so")
    return [pulya_facts.Corrected(command.tour, command.table, whists)]


def penalise(contest: Contest, command: acts.Penalise) -> list[Fact]:
    """Only somebody who plays or played this tour, in a final only whists (§T9.7)."""
    table_of(contest, command.tour, command.person)
    points, whists = (exact(told, "§T9.7") for told in (command.points, command.whists))
    final = is_final(entries(contest), command.tour)
    if not (points or whists) or (points and final):
        raise Refused("bad_result", "§T9.7")
    return [facts.Penalised(command.tour, command.person, str(points), str(whists))]


def table_of(contest: Contest, tour: int, person: str) -> Pulya:
    """At which the entrant has his result. Raises `Refused` (not_in_this_tour)."""
    if 1 <= tour <= len(contest.tours) and contest.tours[tour - 1].began is not None:
        for table in contest.tours[tour - 1].tables:
            if person in table.players:
                return table
    raise Refused("not_in_this_tour", "§T9.7")


def looked(contest: Contest, command: commands.Looked) -> list[Fact]:
    """A director had looked at a running deal; now that it is over, everybody may know (§T9.3)."""
    opened_table(contest, command.tour, command.table)
    told = (command.tour, command.table, command.deal, command.person, command.reason)
    return [facts.Looked(*told)]
