"""A table: who sits at it and the deals of its pulya, as its facts make it.

`evolving.evolve` takes facts into it; `decisions.decide` makes facts of commands.
Times are whole milliseconds since 1970, those at which the entries were written.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from game.preferans.conventions import Convention
from game.preferans.scoring import Line
from game.script import Ask, Seat, Viewer
from lobby.table import facts, timing
from lobby.table.running import Past, Running

Phase: TypeAlias = Literal["gathering", "seating", "playing", "between", "finished"]
StandIn: TypeAlias = Literal["", "bot", "wait"]


@dataclass(slots=True)
class Member:
    """Somebody who takes part.

    `ready` is for the next deal, before the seating for the draw, after the end for another
    pulya. `stand_in`: a bot plays for him, or the table waits for him, since he let `timeouts`
    pass or the others agreed on it. `blind`: he took the chair having seen another hand of this
    deal, so that he sees none until the next, and a bot stands in for him.
    """

    person: str
    bot: bool
    number: int | None = None
    seat: Seat | None = None
    ready: bool = False
    connection: int = 0
    away: bool = False
    timeouts: int = 0
    stand_in: StandIn = ""
    blind: bool = False


@dataclass(slots=True)
class Pending:
    """A claim and the seats whose answers it still waits for, since this time."""

    fact: facts.Claimed
    waiting: list[str]
    since: int

    def cards_for(self, viewer: Viewer) -> list[str] | None:
        """The claimer's hand, for those who decide and where it is shown at all (§5.9)."""
        return self.fact.cards if viewer & {*map(Seat, self.fact.waiting)} else None


@dataclass(slots=True)
class Wish:
    """A wish, and whose answers it still waits for, since this time."""

    fact: facts.Proposed
    waiting: list[str]
    since: int


@dataclass(frozen=True, slots=True)
class Earlier:
    """A pulya that these people have played before; `result` by person, in whists."""

    number: int
    past: tuple[Past, ...]
    result: dict[str, str]


@dataclass(slots=True)
class Table:
    """The state of a table. `streak` and `dealer` are those of the deal to come.

    `deals` is the most there can be; the last circle makes it the number of the last one.
    """

    convention: Convention
    changed: dict[str, Any]
    players: int
    deals: int
    minutes: int = 0
    pace: str = ""
    absent: StandIn = "bot"
    listed: bool = True
    dealt: list[facts.Dealt] = field(default_factory=list)
    """The deals to be played at a table for practice."""
    contest: str = ""
    """The stream of the contest whose table it is."""
    pulya: int = 1
    """The first pulya of these people, the second…"""
    earlier: list[Earlier] = field(default_factory=list)
    agreed: int = 0
    """`deals` as they were agreed on."""
    banned: set[str] = field(default_factory=set)
    """Who was sent away before the seating, and may not come back."""
    members: list[Member] = field(default_factory=list)
    dealer: Seat | None = None
    streak: int = 0
    running: Running | None = None
    """The running deal, or the last one until the next is opened."""
    claim: Pending | None = None
    barred: set[tuple[str, int]] = field(default_factory=set)
    """Whose claim was refused in which trick (§5.9)."""
    refused_by: str | None = None
    """The seat that refused the last claim, until the next answer."""
    unheard: set[tuple[str, str]] = field(default_factory=set)
    """Who wished what in vain since the last answer."""
    wish: Wish | None = None
    paused: bool = False
    past: list[Past] = field(default_factory=list)
    clocks: timing.Clocks | None = None
    asked: tuple[int, int] | None = None
    """The deal and the question that the clock runs for."""
    began: int = 0
    """When the first deal was opened."""
    last_circle: bool = False
    waits_since: int = 0
    """When the table began to wait for chairs or for readiness."""
    ended: bool = False
    """The contest wants no other deal."""
    adjustments: list[facts.Adjusted] = field(default_factory=list)
    watching: str = "table"
    """What spectators may see now, audience.WATCHING."""
    watchable: str = "table"
    """What they may from the next deal on."""
    delay: bool = False
    """They see a deal when it is over."""
    audience: dict[str, str] = field(default_factory=dict)
    """Who watches, and behind whose hand from the next deal on ("": the open table)."""
    behind: dict[str, Seat] = field(default_factory=dict)
    """Behind whose hand a spectator sits in this deal."""
    seen: dict[str, Seat] = field(default_factory=dict)
    """The one hand of this deal that a person has seen, playing or watching."""
    dismissed: set[str] = field(default_factory=set)
    """Who may not watch any more."""
    looks: list[facts.Looked] = field(default_factory=list)
    """What directors have looked at."""

    @property
    def number(self) -> int:
        """Of the running deal or the last one; 0 before the first."""
        return self.running.number if self.running else 0

    @property
    def phase(self) -> Phase:
        running = self.running
        if running is None:
            if self.ended:
                return "finished"
            drawn = any(member.number is not None for member in self.members)
            return "seating" if drawn else "gathering"
        if len(self.past) < running.opened.number:
            return "playing"
        return "between" if running.opened.number < self.deals else "finished"

    @property
    def free(self) -> int:
        """How many chairs are not taken."""
        return self.players - len(self.members)

    @property
    def lines(self) -> list[Line]:
        """All that is written so far, in its order; nothing of a deal that is annulled."""
        return written(self.past, self.adjustments)

    @property
    def banks(self) -> dict[str, list[int]]:
        """Thinking and connection bank by seat, in milliseconds; nothing without clocks."""
        if self.clocks is None:
            return {}
        bank, connection = self.clocks.bank, self.clocks.connection
        return {seat: [bank[seat], connection[seat]] for seat in bank}

    def take_banks(self, banks: dict[str, list[int]]) -> None:
        """The banks as a fact of the log has them."""
        if self.clocks is not None:
            for seat, (bank, connection) in banks.items():
                self.clocks.bank[Seat(seat)] = bank
                self.clocks.connection[Seat(seat)] = connection

    @property
    def ask(self) -> Ask | None:
        """The question of the running deal."""
        if self.running is None or self.phase != "playing":
            return None
        return self.running.play.ask

    @property
    def asleep(self) -> bool:
        """Nobody is there to play with. A contest goes on by its clock all the same."""
        return not self.contest and all(member.away for member in self.people)

    @property
    def people(self) -> list[Member]:
        """Those who are no bots."""
        return [member for member in self.members if not member.bot]

    def member(self, person: str) -> Member | None:
        return next((member for member in self.members if member.person == person), None)

    def at(self, seat: Seat) -> Member | None:
        return next((member for member in self.members if member.seat == seat), None)


def written(past: Sequence[Past], adjustments: Sequence[facts.Adjusted]) -> list[Line]:
    """The lines of deals that count and of adjustments, in their order."""
    lines: list[Line] = []
    for after in range(len(past) + 1):
        lines += [line for each in adjustments if each.after == after for line in adjusted(each)]
        counts = [deal for deal in past[after : after + 1] if not deal.annulled]
        lines += [Line.of(line) for deal in counts for line in deal.result["lines"]]
    return lines


def adjusted(fact: facts.Adjusted) -> list[Line]:
    """The lines of an adjustment."""
    seat, on = Seat(fact.seat), None if fact.on is None else Seat(fact.on)
    lines = (
        Line("pool", seat, fact.pool, "adjusted", "", f"{fact.pool}"),
        Line("mountain", seat, fact.mountain, "adjusted", "", f"{fact.mountain}"),
        Line("whists", seat, fact.whists, "adjusted", "", f"{fact.whists}", on),
    )
    return [line for line in lines if line.amount]


def missed(member: Member) -> bool:
    """Whether the others may let a bot stand in for him: he is not there, or answers nothing."""
    return member.stand_in == "wait" or (member.away and member.stand_in == "")
