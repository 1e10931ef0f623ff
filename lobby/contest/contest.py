"""A contest as its facts make it. Times and lengths are whole milliseconds.

`evolving.evolve` takes facts into it; `decisions.decide` makes facts of commands.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from lobby.contest import facts, pulya_facts
from lobby.contest.plan import Plan
from lobby.table.gathering import BOT
from lobby.tournament.model import Tour

Phase: TypeAlias = Literal[
    "registration", "closed", "between", "called", "playing", "ending", "finished", "called_off"
]
"""`ending`: all tours are over, and what is posted may still be corrected (§T6.7)."""


def is_bot(person: str) -> bool:
    return person.startswith(BOT)


@dataclass(slots=True)
class Entrant:
    """Somebody who entered; `here` has come to the tour that is called.

    `own`: he entered himself, or has said once that he is here. Nobody else gets a mark (§T7.2).
    """

    person: str
    bot: bool = False
    withdrawn: bool = False
    here: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """An act of a director; `detail` has the fields of his command."""

    at: int
    by: str
    did: str
    why: str
    detail: dict[str, Any]


@dataclass(slots=True)
class Call:
    """A call for a director; open until it is answered."""

    at: int
    tour: int
    table: int
    person: str
    about: str
    answered: Deed | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a director decided about one table, by this deed."""

    deed: Deed
    fact: pulya_facts.Substituted | pulya_facts.Annulled | pulya_facts.Adjusted


@dataclass(frozen=True, slots=True)
class Correction:
    """Of a posted pulya."""

    deed: Deed
    before: list[str]
    after: list[str]


@dataclass(slots=True)
class Pulya:
    """A table of a tour: `players` are the entrants whose result it is, number 1 first.

    `ends` and `before` are the table's own: the end of its tour, and how long before it the last
    circle is announced. `whists` are in the order of the numbers, as they were settled.
    """

    number: int
    players: list[str]
    reason: str
    watching: str = ""
    """What spectators may see, one of audience.WATCHING."""
    watchings: int = 0
    """How often that was changed."""
    ends: int = 0
    before: int = 0
    last_circle: bool = False
    held: bool = False
    """A director holds this table; in a pause all tables stand still."""
    stood_at: int | None = None
    """Since when it stands still, for either reason."""
    stands: int = 0
    """How often it has begun to stand still or to go on."""
    substitutes: dict[str, str] = field(default_factory=dict)
    """By entrant; they remain after the pulya, for its result is marked by them."""
    rulings: list[Ruling] = field(default_factory=list)
    dismissed: list[str] = field(default_factory=list)
    whists: list[str] | None = None
    deals: int = 0
    signs_since: int | None = None
    """When its pulya came in, or the last call about it was answered (§T8.4).

    None where the director gave a result before.
    """
    signed: set[str] = field(default_factory=set)
    calls: list[int] = field(default_factory=list)
    """The open calls, by their numbers; then neither signatures nor silence confirm."""
    posted: Literal["", "players", "silence", "director"] = ""
    corrections: list[Correction] = field(default_factory=list)

    @property
    def sitting(self) -> list[str]:
        """Who plays, in the order of the numbers."""
        return [self.substitutes.get(player, player) for player in self.players]

    @property
    def people(self) -> list[str]:
        """Those who play and are no bots."""
        return [person for person in self.sitting if not is_bot(person)]

    @property
    def plays(self) -> bool:
        """Neither settled nor posted."""
        return self.whists is None

    @property
    def replaced(self) -> list[pulya_facts.Substituted]:
        """All substitutions in their order."""
        return [
            ruling.fact
            for ruling in self.rulings
            if isinstance(ruling.fact, pulya_facts.Substituted)
        ]


@dataclass(frozen=True, slots=True)
class Seal:
    """Entry `n` of the log and the link of its chain there, in hex: it covers all up to there."""

    n: int
    chain: str


@dataclass(slots=True)
class TourState:
    """A tour that was called. `began` and `over` are None before it opened and before its end."""

    number: int
    tables: list[Pulya]
    called: int
    until: int
    """So long players are waited for."""
    before: tuple[Tour, ...] = ()
    """What was posted at the call: by this it is seated, whatever is corrected later (§T6.7)."""
    began: int | None = None
    over: int | None = None
    ended: bool = False
    """By a director."""
    moved: int = 0
    """The time for corrections of this tour ends later by as long (§T7.6, §T7.9)."""
    penalties: list[facts.Penalised] = field(default_factory=list)
    seal: Seal | None = None
    """Of the entry in which it was over. No fact: whoever folds the log knows its chain."""

    @property
    def shown(self) -> list[str]:
        """Whom its tables are for, one table after the other."""
        return [player for table in self.tables for player in table.players]


@dataclass(slots=True)
class Contest:
    """The state of a contest."""

    name: str
    """Its stream."""
    plan: Plan
    secret: str
    commitment: str
    directors: list[str]
    registration_until: int
    draw_at: int
    starts: list[int]
    """When each tour is called, as it is planned now."""
    entrants: list[Entrant] = field(default_factory=list)
    closed: bool = False
    draw: list[str] = field(default_factory=list)
    """The order of the draw; those who entered later come last. Empty before."""
    tours: list[TourState] = field(default_factory=list)
    absent: dict[int, list[str]] = field(default_factory=dict)
    """Who was asked to play a tour and did not, or entered only after it."""
    marks: dict[str, int] = field(default_factory=dict)
    """Until when each no-show is marked."""
    paused_at: int | None = None
    halted: int | None = None
    """So many could not be seated; then it is paused."""
    cut: int | None = None
    """When a director said that there is no further tour (§T9.10)."""
    halts: int = 0
    """How often that was so."""
    apart: list[list[str]] = field(default_factory=list)
    """Pairs who must not meet (§T5.6)."""
    frozen: bool = False
    announcements: list[tuple[int, str]] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    """In their order; the number of a call counts from 1."""
    looks: list[tuple[int, facts.Looked]] = field(default_factory=list)
    """When the contest heard of them."""
    credited: int = 0
    """Downtime until here is accounted for."""
    downtimes: list[tuple[int, int]] = field(default_factory=list)
    """From when until when the server was down, if for a minute or longer."""
    ended: Literal["", "finished", "called_off"] = ""
    """Everything is over."""

    @property
    def withdrawn(self) -> set[str]:
        return {entrant.person for entrant in self.entrants if entrant.withdrawn}

    @property
    def tour(self) -> TourState | None:
        """The last one that was called."""
        return self.tours[-1] if self.tours else None

    def entrant(self, person: str) -> Entrant | None:
        return next((each for each in self.entrants if each.person == person), None)

    def table(self, tour: int, table: int) -> Pulya | None:
        if not 1 <= tour <= len(self.tours):
            return None
        tables = self.tours[tour - 1].tables
        return tables[table - 1] if 1 <= table <= len(tables) else None

    def at_play(self) -> list[Pulya]:
        """The tables of the running tour that are not yet posted."""
        tour = self.tour
        if tour is None or tour.began is None:
            return []
        return [table for table in tour.tables if not table.posted]
