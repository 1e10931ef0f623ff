"""What a contest does by itself, and when.

Whoever serves the contest carries it out as a command like any other (commands.TimeUp), with the id
given here, which is the same for everybody, so that it is done once. What is overdue after a
restart follows one after the other.

    close        registration closes
    draw         the order of the draw is drawn
    call         the tables of the next tour are shown, its players are waited for
    open         all have come, or were waited for long enough: the tables are opened
    last_circle  the last circle is announced at the tables whose time has come
    silence      nobody objected to a settled pulya in time: it is posted
    over         the last pulya of the tour is posted
    finish       the time for corrections is over
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lobby.contest.acts import Step
from lobby.contest.commands import TimeUp
from lobby.contest.contest import Contest
from lobby.contest.schedule import call_at, corrected_until, last_circle_at, phase, signed_until
from lobby.contest.tours import line_up

AT_ONCE = 0


@dataclass(frozen=True, slots=True)
class Due:
    """A step and its moment; `table` where it is one table's."""

    at: int
    step: Step
    tour: int
    table: int
    id: str

    @property
    def command(self) -> TimeUp:
        return TimeUp(self.step, self.tour, self.table)


def due(contest: Contest) -> Due | None:
    """What comes next; None in a pause and after the end."""
    if contest.paused_at is not None:
        return None
    return min(steps(contest), key=lambda each: each.at, default=None)


def step(contest: Contest, at: int, what: Step, tour: int = 0, table: int = 0) -> Due:
    """A halted step is tried again: its id is another then."""
    return Due(at, what, tour, table, f"{what}-{tour}-{table}-{contest.halts}")


def steps(contest: Contest) -> Iterator[Due]:
    number = len(contest.tours)
    match phase(contest):
        case "registration":
            yield step(contest, contest.registration_until, "close")
        case "closed":
            yield step(contest, contest.draw_at, "draw")
        case "between":
            yield step(contest, call_at(contest), "call", number + 1)
        case "called":
            yield step(contest, open_at(contest), "open", number)
        case "playing":
            yield from of_tables(contest)
        case "ending":
            until = corrected_until(contest, number)
            assert until is not None
            yield step(contest, until, "finish")
        case "finished" | "called_off":
            return


def open_at(contest: Contest) -> int:
    """At once when everybody is here who plays unless others withdraw (§T7.1)."""
    here = {entrant.person for entrant in contest.entrants if entrant.here}
    return AT_ONCE if line_up(contest, contest.withdrawn) <= here else contest.tours[-1].until


def of_tables(contest: Contest) -> Iterator[Due]:
    tour = contest.tours[-1]
    if all(table.posted for table in tour.tables):
        yield step(contest, AT_ONCE, "over", tour.number)
    for table in tour.tables:
        if table.plays:
            if not table.last_circle and not tour.ended and table.stood_at is None:
                at = last_circle_at(tour, table)
                yield step(contest, at, "last_circle", tour.number, table.number)
        elif not table.posted and not table.calls:
            yield step(contest, signed_until(contest, table), "silence", tour.number, table.number)
