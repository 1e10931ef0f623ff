"""What a director does to a table that plays (§T9.3–§T9.5, §T10)."""

from typing import TypeAlias

from game.script import Refused
from lobby.contest import acts, facts, pulya_facts
from lobby.contest.contest import Contest, is_bot
from lobby.contest.facts import Fact
from lobby.contest.people import check_person
from lobby.contest.results import playing
from lobby.contest.schedule import running
from lobby.table.audience import WATCHING

MOST_POINTS = 10_000
"""Of one adjustment."""
Rulings: TypeAlias = acts.HoldTable | acts.Annul | acts.Adjust | acts.Dismiss | acts.Watchable


def decide(contest: Contest, command: Rulings) -> list[Fact]:
    """Whether a deal was dealt the table itself knows. Raises `Refused`."""
    match command:
        case acts.HoldTable(tour=tour, table=number, held=held):
            if playing(contest, tour, number, "§T7.6").held == held:
                raise Refused("already_so")
            return [facts.TableHeld(tour, number, held)]
        case acts.Annul():
            return annul(contest, command)
        case acts.Adjust():
            return adjust(contest, command)
        case acts.Dismiss(tour=tour, table=number, person=person):
            table = playing(contest, tour, number, "§T10.3")
            check_person(person, bot=False)
            if person in table.sitting:
                raise Refused("still_plays", "§T10.3")
            if person in table.dismissed:
                raise Refused("already_so")
            return [pulya_facts.Dismissed(tour, number, person)]
        case acts.Watchable():
            return watchable(contest, command)


def annul(contest: Contest, command: acts.Annul) -> list[Fact]:
    """A deal once (§T9.4)."""
    table = playing(contest, command.tour, command.table, "§T9.4")
    if command.deal < 1:
        raise Refused("no_such_deal")
    known = [ruling.fact for ruling in table.rulings]
    if any(isinstance(fact, pulya_facts.Annulled) and fact.deal == command.deal for fact in known):
        raise Refused("already_so")
    return [pulya_facts.Annulled(command.tour, command.table, command.deal, command.replay)]


def adjust(contest: Contest, command: acts.Adjust) -> list[Fact]:
    """Something is written, to an entrant of this table, and whists on another one (§T9.5)."""
    table = playing(contest, command.tour, command.table, "§T9.5")
    if command.person not in table.players:
        raise Refused("not_at_this_table")
    if command.on:
        check_person(command.on, is_bot(command.on))
    if command.whists and (command.on == command.person or command.on not in table.players):
        raise Refused("not_at_this_table")
    amounts = (command.pool, command.mountain, command.whists)
    if not any(amounts) or any(abs(amount) > MOST_POINTS for amount in amounts):
        raise Refused("bad_adjustment", most=MOST_POINTS)
    on = command.on if command.whists else ""
    return [
        pulya_facts.Adjusted(
            command.tour, command.table, command.person, *amounts[:2], on, amounts[2]
        )
    ]


def watchable(contest: Contest, command: acts.Watchable) -> list[Fact]:
    """At one table that plays, or at all of the running tour (§T10.5)."""
    if command.watching not in WATCHING:
        raise Refused("bad_watching")
    if command.table:
        tables = [playing(contest, command.tour, command.table, "§T10.5")]
    else:
        tables = [table for table in running(contest, command.tour).tables if table.plays]
    chosen = [table.number for table in tables if table.watching != command.watching]
    if not chosen:
        raise Refused("already_so")
    return [facts.WatchingSet(command.tour, chosen, command.watching)]
