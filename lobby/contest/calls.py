"""Calling a director and his answer (§T8.3, §T8.4)."""

from game.script import Refused
from lobby.contest import commands, facts
from lobby.contest.contest import Call, Contest
from lobby.contest.facts import Fact
from lobby.contest.results import own_table

MOST_ABOUT = 200
"""Characters of what a player wants from the director; what cannot be shown is left out."""


def call_director(contest: Contest, who: str, command: commands.CallDirector) -> list[Fact]:
    """While the pulya of his table is not posted; each has one open call there at most.

    Raises `Refused` (no_such_table, already_posted, not_at_this_table, director_called).
    """
    table = own_table(contest, who, command.tour, command.table, "§T8.3")
    if any(contest.calls[number - 1].person == who for number in table.calls):
        raise Refused("director_called", "§T8.3")
    words = " ".join(command.about.split())
    about = "".join(filter(str.isprintable, words))[:MOST_ABOUT]
    return [facts.DirectorCalled(command.tour, command.table, who, about)]


def call_of(contest: Contest, number: int) -> Call | None:
    """The call of this number, from 1."""
    return contest.calls[number - 1] if 1 <= number <= len(contest.calls) else None


def attend(contest: Contest, number: int) -> list[Fact]:
    """Also when the pulya is posted by now. Raises `Refused` (no_such_call, already_so)."""
    call = call_of(contest, number)
    if call is None:
        raise Refused("no_such_call")
    if call.answered is not None:
        raise Refused("already_so")
    return [facts.Attended(number)]
