"""A director who plays does not act where he plays (§T9.9)."""

from game.script import Refused
from lobby.contest import acts, calls, results
from lobby.contest.acts import Act
from lobby.contest.contest import Contest, Pulya
from lobby.contest.schedule import phase, without_last_circle
from lobby.contest.tours import line_up


def check(contest: Contest, who: str, command: Act) -> None:
    """Raises `Refused` (plays_there, not_in_this_tour)."""
    if concerned(contest, who, command):
        raise Refused("plays_there", "§T9.9")


def concerned(contest: Contest, who: str, command: Act) -> bool:
    """Whether the act is about a table of his own, or about the called tour that he plays."""
    match command:
        case acts.Reseat(tables=tables):
            return plays_called(contest, who) or any(who in table for table in tables)
        case acts.Remove(person=person):
            return person != who and plays_called(contest, who)
        case acts.Start(step="open"):
            return plays_called(contest, who)
        case acts.Substitute(into=into) if into == who:
            return True
    meant = touched(contest, command)
    return bool(meant) and all(who in {*table.players, *table.sitting} for table in meant)


def plays_called(contest: Contest, who: str) -> bool:
    """Whether a tour is called that he plays unless he withdraws."""
    if phase(contest) != "called":
        return False
    return who in contest.tours[-1].shown or who in line_up(contest, contest.withdrawn)


def touched(contest: Contest, command: Act) -> list[Pulya]:
    """The tables on which it acts; of `table` 0 those that it changes. Raises `Refused`."""
    match command:
        case acts.Penalise():
            return [results.table_of(contest, command.tour, command.person)]
        case acts.Attend(call=number):
            call = calls.call_of(contest, number)
            place = (call.tour, call.table) if call else (0, 0)
        case acts.EndTour():
            return [table for table in of_tour(contest, command.tour) if table.plays]
        case acts.Extend(table=0) | acts.LastCircleNow(table=0) | acts.LastCircleBefore(table=0):
            return without_last_circle(of_tour(contest, command.tour))
        case acts.Watchable(table=0, watching=watching):
            tables = of_tour(contest, command.tour)
            return [each for each in tables if each.plays and each.watching != watching]
        case (
            acts.Extend()
            | acts.LastCircleNow()
            | acts.LastCircleBefore()
            | acts.HoldTable()
            | acts.Annul()
            | acts.Adjust()
            | acts.Dismiss()
            | acts.Watchable()
            | acts.Substitute()
            | acts.Give()
            | acts.Correct()
        ):
            place = (command.tour, command.table)
        case _:
            return []
    table = contest.table(*place)
    return [table] if table is not None else []


def of_tour(contest: Contest, number: int) -> list[Pulya]:
    """None of a tour that does not run."""
    tour = contest.tour
    runs = tour is not None and tour.number == number and tour.began is not None
    return tour.tables if tour is not None and runs else []
