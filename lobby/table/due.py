"""What a table does by itself, at once or at a certain time.

Whoever serves the table carries it out as a command like any other, with an id that is the same
for everybody, so that it is done once.
"""

from dataclasses import dataclass

from game.script import Seat
from lobby.table import timing
from lobby.table.table import Member, Table

ANSWER_MILLISECONDS = 30_000
"""How long a wish or a claim waits before silence refuses it."""
WAIT_MILLISECONDS = 60_000
"""How long a table with clocks or of a contest waits for a chair to be chosen and for readiness."""
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Closing:
    """The deal is over and not yet written down."""

    deal: int


@dataclass(frozen=True, slots=True)
class Choosing:
    """A bot chooses a chair for number 1."""

    person: str


@dataclass(frozen=True, slots=True)
class Answering:
    """A bot is asked the question `ask`, or stands in for who is asked."""

    person: str
    bot: bool
    seat: Seat
    deal: int
    ask: int


@dataclass(frozen=True, slots=True)
class Responding:
    """A bot, or one that stands in, has to agree to the claim of `claimer` or not."""

    person: str
    bot: bool
    seat: Seat
    deal: int
    ask: int
    claimer: str


@dataclass(frozen=True, slots=True)
class GettingReady:
    """A bot stands in for somebody whom the next deal waits for."""

    person: str
    deal: int


Due = Closing | Choosing | Answering | Responding | GettingReady


def number_one(table: Table) -> Member:
    """Who chooses a chair (§1.6)."""
    return next(member for member in table.members if member.number == 1)


def plays_by_bot(member: Member) -> bool:
    """Whether a bot decides for this member now."""
    return member.bot or member.stand_in == "bot"


def due(table: Table) -> Due | None:
    """The next thing to be done at once, if there is one. Where nobody is, bots wait too."""
    if table.paused:
        return None
    phase = table.phase
    if phase == "playing":
        return due_in_play(table)
    if table.asleep:
        return None
    if phase == "seating":
        first = number_one(table)
        return Choosing(first.person) if plays_by_bot(first) else None
    if phase == "between":
        for member in table.people:
            if not member.ready and plays_by_bot(member):
                return GettingReady(member.person, table.number)
    return None


def due_in_play(table: Table) -> Due | None:
    """Of a running deal."""
    assert table.running is not None
    number, play = table.number, table.running.play
    if play.ask is None:
        return Closing(number)
    if table.asleep:
        return None
    if table.claim is not None:
        for seat in table.claim.waiting:
            member = seated(table, Seat(seat))
            if plays_by_bot(member):
                claimer = table.claim.fact.seat
                return Responding(
                    member.person, member.bot, Seat(seat), number, play.number, claimer
                )
        return None
    member = seated(table, play.ask.seat)
    if plays_by_bot(member):
        return Answering(member.person, member.bot, play.ask.seat, number, play.number)
    return None


def seated(table: Table, seat: Seat) -> Member:
    member = table.at(seat)
    assert member is not None
    return member


def deadline(table: Table) -> int | None:
    """When silence is an answer, in milliseconds; None where the table waits for ever."""
    moments = [at for at in (silence_at(table), asked_until(table)) if at is not None]
    return min(moments, default=None)


def waits(table: Table) -> bool:
    """Whether something will happen here by itself, now or at a certain time."""
    return due_at(table, 0) is not None


def due_at(table: Table, at: int) -> int | None:
    """When something will happen here by itself, after an entry of this time (milliseconds)."""
    if due(table) is not None:
        return at
    moments = [moment for moment in (deadline(table), last_circle_at(table)) if moment is not None]
    return min(moments, default=None)


def silence_at(table: Table) -> int | None:
    """When silence answers for the people whom a wish, a claim, the chairs or a deal wait for.

    A deal that waits for nobody (only bots, or the last one was replaced) comes at once.
    """
    if table.paused:
        return None
    if table.wish is not None:
        return table.wish.since + ANSWER_MILLISECONDS
    phase = table.phase
    if phase == "playing":
        return table.claim.since + ANSWER_MILLISECONDS if table.claim is not None else None
    if phase == "between" and all(member.ready for member in table.members):
        return table.waits_since
    timed = table.pace or table.contest
    if timed and not table.asleep and phase in ("seating", "between"):
        return table.waits_since + WAIT_MILLISECONDS
    return None


def asked_until(table: Table) -> int | None:
    """When the time of the seat that is asked is over."""
    if table.phase != "playing" or table.clocks is None:
        return None
    return timing.deadline(table.clocks)


def last_circle_at(table: Table) -> int | None:
    """§9.1: when the last circle is announced; None at a table that plays by deals."""
    if not table.minutes or not table.began or table.last_circle or table.phase == "finished":
        return None
    before = min(table.minutes, table.convention.last_circle_minutes)
    return table.began + (table.minutes - before) * MINUTE
