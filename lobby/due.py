"""What a table does by itself: bots decide, a deal that is over is written down.

Whoever serves the table carries it out as a command like any other, with an id that is the same
for everybody, so that it is done once.
"""

from dataclasses import dataclass

from game.script import Seat
from lobby.table import Table


@dataclass(frozen=True, slots=True)
class Closing:
    """The deal is over and not yet written down."""

    deal: int


@dataclass(frozen=True, slots=True)
class Choosing:
    """The bot with number 1 chooses a chair."""

    person: str


@dataclass(frozen=True, slots=True)
class Answering:
    """A bot is asked the question `ask`."""

    person: str
    seat: Seat
    deal: int
    ask: int


@dataclass(frozen=True, slots=True)
class Responding:
    """A bot has to agree to a claim or not."""

    person: str
    seat: Seat
    deal: int
    ask: int


Due = Closing | Choosing | Answering | Responding


def due(table: Table) -> Due | None:
    """The next of these, if there is one."""
    if table.phase == "seating":
        first = next(member for member in table.members if member.number == 1)
        return Choosing(first.person) if first.bot else None
    if table.phase != "playing":
        return None
    assert table.running is not None
    play, number = table.running.play, table.running.number
    if play.ask is None:
        return Closing(number)
    if table.claim is not None:
        for seat in table.claim.waiting:
            member = table.at(Seat(seat))
            if member is not None and member.bot:
                return Responding(member.person, Seat(seat), number, play.number)
        return None
    member = table.at(play.ask.seat)
    if member is not None and member.bot:
        return Answering(member.person, play.ask.seat, number, play.number)
    return None
