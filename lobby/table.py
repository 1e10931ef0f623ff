"""A table: who sits at it and the deals of its pulya, as its facts make it.

`evolve` takes a fact into the table and never fails; `decisions.decide` makes facts of commands.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from game.preferans.conventions import CONVENTIONS, Convention
from game.preferans.scoring import Line
from game.preferans.seats import after
from game.script import Seat, Viewer
from lobby import facts
from lobby.facts import Fact
from lobby.running import Past, Running

Phase: TypeAlias = Literal["gathering", "seating", "playing", "between", "finished"]


@dataclass(slots=True)
class Member:
    """Somebody who takes part; `ready` for the next deal."""

    person: str
    bot: bool
    number: int | None = None
    seat: Seat | None = None
    ready: bool = False


@dataclass(slots=True)
class Pending:
    """A claim and the seats whose answers it still waits for."""

    fact: facts.Claimed
    waiting: list[str]

    def cards_for(self, viewer: Viewer) -> list[str] | None:
        """The claimer's hand, for those who decide and where it is shown at all (§5.9)."""
        return self.fact.cards if viewer & {*map(Seat, self.fact.waiting)} else None


@dataclass(slots=True)
class Table:
    """The state of a table. `streak` and `dealer` are those of the deal to come."""

    convention: Convention
    changed: dict[str, Any]
    players: int
    deals: int
    members: list[Member] = field(default_factory=list)
    dealer: Seat | None = None
    streak: int = 0
    running: Running | None = None
    """The running deal, or the last one until the next is opened."""
    claim: Pending | None = None
    barred: set[tuple[str, int]] = field(default_factory=set)
    """Whose claim was refused in which trick (§5.9)."""
    past: list[Past] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Of the running deal or the last one; 0 before the first."""
        return self.running.number if self.running else 0

    @property
    def phase(self) -> Phase:
        if self.running is None:
            return "gathering" if self.free else "seating"
        if len(self.past) < self.running.number:
            return "playing"
        return "between" if self.number < self.deals else "finished"

    @property
    def free(self) -> int:
        """How many chairs are not taken."""
        return self.players - len(self.members)

    @property
    def lines(self) -> list[Line]:
        """All that is written so far."""
        return [Line.of(line) for past in self.past for line in past.result["lines"]]

    def member(self, person: str) -> Member | None:
        return next((member for member in self.members if member.person == person), None)

    def at(self, seat: Seat) -> Member | None:
        return next((member for member in self.members if member.seat == seat), None)


def opened(fact: facts.Opened) -> Table:
    """The table that the first entry of a stream opens."""
    convention = replace(CONVENTIONS[fact.rules], **fact.changed)
    return Table(convention, dict(fact.changed), fact.players, fact.deals)


def evolve(table: Table, fact: Fact) -> None:
    """Take a fact into the table."""
    match fact:
        case facts.Opened():
            raise ValueError("a table is opened once")
        case facts.Joined(person, bot):
            table.members.append(Member(person, bot))
        case facts.Left(person):
            table.members = [member for member in table.members if member.person != person]
        case facts.Drawn(numbers):
            for member in table.members:
                member.number = numbers[member.person]
        case facts.Seated(seats, dealer):
            table.dealer = Seat(dealer)
            for member in table.members:
                member.seat = Seat(seats[member.person])
        case facts.DealOpened():
            table.running = Running(table.convention, table.players, fact)
            table.barred.clear()
            for member in table.members:
                member.ready = member.bot
        case facts.Answered(_, words):
            assert table.running is not None
            table.running.answers += words
        case facts.Claimed():
            table.claim = Pending(fact, [*fact.waiting])
        case facts.ClaimAnswered(seat, word):
            claim_answered(table, seat, word)
        case facts.DealClosed(_, result):
            assert table.running is not None
            assert table.dealer is not None
            table.past.append(Past(table.running.opened, tuple(table.running.answers), result))
            table.streak = result["streak"]
            table.dealer = after(table.dealer, table.players)  # §1.5
        case facts.GotReady(person):
            for member in table.members:
                member.ready = member.ready or member.person == person


def claim_answered(table: Table, seat: str, word: str) -> None:
    """Agreed by all, a claim is the last answer of the deal; refused, it is barred (§5.9)."""
    assert table.claim is not None
    assert table.running is not None
    claim = table.claim.fact
    if word == "no":
        table.barred.add((claim.seat, claim.trick))
        table.claim = None
        return
    table.claim.waiting.remove(seat)
    if not table.claim.waiting:
        table.running.answers.append(claim.end)
        table.claim = None
