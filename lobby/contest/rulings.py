"""What a director does to a table that plays (§T9.3–§T9.5, §T10)."""

from typing import TypeAlias

from game.script import Refused
from lobby.contest import commands, facts
from lobby.contest.contest import Contest
from lobby.contest.facts import Fact
from lobby.contest.results import playing
from lobby.contest.schedule import running
from lobby.table.audience import WATCHING

MOST_POINTS = 10_000
"""Of one adjustment."""
Rulings: TypeAlias = (
    commands.HoldTable | commands.Annul | commands.Adjust | commands.Dismiss | commands.Watchable
)


def decide(contest: Contest, command: Rulings) -> list[Fact]:
    """Whether a deal was dealt the table itself knows. Raises `Refused`."""
    match command:
        case commands.HoldTable(tour=tour, table=number, held=held):
            if playing(contest, tour, number).held == held:
                raise Refused("already_so")
            return [facts.TableHeld(tour, number, held)]
        case commands.Annul():
            return annul(contest, command)
        case commands.Adjust():
            return adjust(contest, command)
        case commands.Dismiss(tour=tour, table=number, person=person):
            table = playing(contest, tour, number)
            if person in table.sitting:
                raise Refused("still_plays")
            if person in table.dismissed:
                raise Refused("already_so")
            return [facts.Dismissed(tour, number, person)]
        case commands.Watchable():
            return watchable(contest, command)


def annul(contest: Contest, command: commands.Annul) -> list[Fact]:
    """A deal once (§T9.4)."""
    table = playing(contest, command.tour, command.table)
    if command.deal < 1:
        raise Refused("no_such_deal")
    known = [ruling.fact for ruling in table.rulings]
    if any(isinstance(fact, facts.Annulled) and fact.deal == command.deal for fact in known):
        raise Refused("already_so")
    return [facts.Annulled(command.tour, command.table, command.deal, command.replay)]


def adjust(contest: Contest, command: commands.Adjust) -> list[Fact]:
    """Something is written, to an entrant of this table, and whists on another one (§T9.5)."""
    table = playing(contest, command.tour, command.table)
    if command.person not in table.players:
        raise Refused("not_at_this_table")
    if command.whists and (command.on == command.person or command.on not in table.players):
        raise Refused("not_at_this_table")
    amounts = (command.pool, command.mountain, command.whists)
    if not any(amounts) or any(abs(amount) > MOST_POINTS for amount in amounts):
        raise Refused("bad_adjustment", most=MOST_POINTS)
    on = command.on if command.whists else ""
    return [
        facts.Adjusted(command.tour, command.table, command.person, *amounts[:2], on, amounts[2])
    ]


def watchable(contest: Contest, command: commands.Watchable) -> list[Fact]:
    """At one table that plays, or at all of the running tour (§T10.5)."""
    if command.watching not in WATCHING:
        raise Refused("bad_watching")
    if command.table:
        tables = [playing(contest, command.tour, command.table)]
    else:
        tables = [table for table in running(contest, command.tour).tables if table.plays]
    chosen = [table.number for table in tables if table.watching != command.watching]
    if not chosen:
        raise Refused("already_so")
    return [facts.WatchingSet(command.tour, chosen, command.watching)]
