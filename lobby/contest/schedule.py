"""The clock of a contest: what of its plan comes when, and how a director moves it."""

from game.script import Refused
from lobby.contest import acts, facts
from lobby.contest.contest import Contest, Phase, Pulya, TourState
from lobby.contest.facts import Fact
from lobby.contest.plan import MINUTE, MOST_SECONDS, SECOND, Planned
from lobby.contest.results import entries
from lobby.tournament.formulas import is_final, last_tour

CORRECTED_UNTIL = 10 * MINUTE
"""§T6.7: after the opening of the next tour, or after the end of the last."""
Timed = (
    acts.Pause
    | acts.Resume
    | acts.Shift
    | acts.Extend
    | acts.LastCircleNow
    | acts.LastCircleBefore
    | acts.EndTour
)


def number_of_tours(contest: Contest) -> int:
    """Known for a festival once its first tour is opened (§T6.2); before it, the most."""
    if contest.cut is not None:
        return len(contest.tours)
    known = 1 in contest.absent
    return (last_tour(entries(contest)) if known else None) or len(contest.starts)


def planned(contest: Contest, number: int) -> Planned:
    """A final lasts as long as the last tour of the plan, whichever number it has."""
    tours = contest.plan.tours
    final = number > 1 and is_final(entries(contest), number)
    return tours[-1] if final else tours[number - 1]


def phase(contest: Contest) -> Phase:
    if contest.ended:
        return contest.ended
    if not contest.draw:
        return "closed" if contest.closed else "registration"
    tour = contest.tour
    if tour is None:
        return "between"
    if tour.began is None:
        return "called"
    if tour.over is None:
        return "playing"
    return "between" if tour.number < number_of_tours(contest) else "ending"


def call_at(contest: Contest) -> int:
    """When the next tour is called: as planned, but not before the rest after the last (§T7.8)."""
    at = contest.starts[len(contest.tours)]
    over = contest.tours[-1].over if contest.tours else None
    return at if over is None else max(at, over + contest.plan.rest * SECOND)


def last_circle_at(tour: TourState, table: Pulya) -> int:
    """§9.1; at once in a tour that is shorter than that (§T7.3)."""
    assert tour.began is not None
    return max(tour.began, table.ends - table.before)


def signed_until(contest: Contest, table: Pulya) -> int:
    """When silence confirms a settled pulya (§T8.2)."""
    assert table.signs_since is not None
    return table.signs_since + contest.plan.signing * SECOND


def corrected_until(contest: Contest, number: int) -> int | None:
    """Until when the pulyas of this tour may be corrected; None while that is not known."""
    tour = contest.tours[number - 1]
    if number < len(contest.tours):
        since = contest.tours[number].began
    elif number == number_of_tours(contest) and tour.over is not None:
        since = max(tour.over, contest.cut or 0)
    else:
        since = None
    return None if since is None else since + CORRECTED_UNTIL + tour.moved


def decide(contest: Contest, command: Timed) -> list[Fact]:
    """Raises `Refused`."""
    match command:
        case acts.Pause():
            if contest.paused_at is not None:
                raise Refused("paused")
            return [facts.Paused()]
        case acts.Resume():
            if contest.paused_at is None:
                raise Refused("not_paused")
            return [facts.Resumed()]
        case acts.Shift(seconds=seconds):
            if len(contest.tours) >= number_of_tours(contest):
                raise Refused("not_now", step="call")
            return [facts.Shifted(milliseconds(seconds))]
        case acts.EndTour(tour=number):
            going_on(contest, number)
            return [facts.TourEnded(number)]
        case acts.Extend(tour=number, seconds=seconds, table=table):
            tables = before_last_circle(contest, number, table)
            return [facts.Extended(number, tables, milliseconds(seconds, least=1))]
        case acts.LastCircleNow(tour=number, table=table):
            tables = before_last_circle(contest, number, table)
            return [facts.LastCircleAnnounced(number, tables)]
        case acts.LastCircleBefore(tour=number, seconds=seconds, table=table):
            tables = before_last_circle(contest, number, table)
            return [facts.LastCircleMoved(number, tables, milliseconds(seconds, least=0))]


def milliseconds(seconds: int, least: int = -MOST_SECONDS) -> int:
    """Raises `Refused` (bad_seconds)."""
    if not least <= seconds <= MOST_SECONDS:
        raise Refused("bad_seconds", least=least, most=MOST_SECONDS)
    return seconds * SECOND


def running(contest: Contest, number: int) -> TourState:
    """The running tour, if it is this one. Raises `Refused` (no_tour_runs)."""
    tour = contest.tour
    if tour is None or tour.number != number or tour.began is None or tour.over is not None:
        raise Refused("no_tour_runs")
    return tour


def going_on(contest: Contest, number: int) -> TourState:
    """The same, if no director has ended it. Raises `Refused` (no_tour_runs, tour_ended)."""
    tour = running(contest, number)
    if tour.ended:
        raise Refused("tour_ended")
    return tour


def before_last_circle(contest: Contest, number: int, table: int) -> list[int]:
    """Which tables play without it, of all or this one (§T7.7). Raises `Refused`."""
    tour = going_on(contest, number)
    if table and contest.table(number, table) is None:
        raise Refused("no_such_table")
    free = [each.number for each in without_last_circle(tour.tables)]
    if table:
        free = [each for each in free if each == table]
    if not free:
        raise Refused("last_circle_came", "§T7.7")
    return free


def without_last_circle(tables: list[Pulya]) -> list[Pulya]:
    """Those that play and have not heard it."""
    return [table for table in tables if table.plays and not table.last_circle]
