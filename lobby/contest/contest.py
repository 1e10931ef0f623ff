"""A contest as its facts make it. Times and lengths are whole milliseconds.

`evolve` takes a fact into the contest and never fails; `decisions.decide` makes facts of commands.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from lobby.contest import facts
from lobby.contest.facts import Fact
from lobby.contest.plan import MINUTE, Plan

Phase: TypeAlias = Literal[
    "registration", "closed", "between", "called", "playing", "ending", "finished", "called_off"
]
"""`ending`: all tours are over, and what is posted may still be corrected (§T6.7)."""
WALL_CLOCK = MINUTE
"""The server was down for less: all times stay as they are."""


@dataclass(slots=True)
class Entrant:
    """Somebody who entered; `here` has come to the tour that is called."""

    person: str
    bot: bool = False
    withdrawn: bool = False
    here: bool = False


@dataclass(slots=True)
class Substitution:
    """Who plays for an entrant."""

    person: str
    bot: bool


@dataclass(slots=True)
class Pulya:
    """A table of a tour: `players` are the entrants whose result it is, number 1 first.

    `ends` and `before` are the table's own: the end of its tour, and how long before it the last
    circle is announced. `whists` are in the order of the numbers, as they were settled.
    """

    number: int
    players: list[str]
    reason: str
    ends: int = 0
    before: int = 0
    extended: int = 0
    """How often its end was moved."""
    last_circle: bool = False
    substitutes: dict[str, Substitution] = field(default_factory=dict)
    """By entrant; they remain after the pulya, for its result is marked by them."""
    replaced: list[facts.Substituted] = field(default_factory=list)
    """All substitutions in their order."""
    whists: list[str] | None = None
    deals: int = 0
    settled_at: int | None = None
    """When its pulya came in; None where the director gave a result before."""
    signed: set[str] = field(default_factory=set)
    called_by: str = ""
    """Who called the director; then silence does not confirm."""
    about: str = ""
    posted: Literal["", "players", "silence", "director"] = ""
    corrected: int = 0
    """How often."""

    @property
    def sitting(self) -> list[str]:
        """Who plays, in the order of the numbers."""
        return [
            self.substitutes[player].person if player in self.substitutes else player
            for player in self.players
        ]

    @property
    def plays(self) -> bool:
        """Neither settled nor posted."""
        return self.whists is None


@dataclass(slots=True)
class TourState:
    """A tour that was called. `began` and `over` are None before it opened and before its end."""

    number: int
    tables: list[Pulya]
    until: int
    """So long players are waited for."""
    began: int | None = None
    over: int | None = None
    ended: bool = False
    """By a director."""
    penalties: list[facts.Penalised] = field(default_factory=list)
    said: int = 0
    """How many announcements were made before it opened."""
    pauses: int = 0
    """How many pauses there were before it opened."""


@dataclass(slots=True)
class Deed:
    """An act of a director."""

    at: int
    by: str
    did: str
    why: str


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
    pauses: int = 0
    halted: int | None = None
    """So many could not be seated; then it is paused."""
    halts: int = 0
    """How often that was so."""
    frozen: bool = False
    announcements: list[tuple[int, str]] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    credited: int = 0
    """Downtime until here is accounted for."""
    downtimes: list[tuple[int, int]] = field(default_factory=list)
    """From when until when the server was down, if for a minute or longer."""
    ended: Literal["", "finished", "called_off"] = ""
    """Everything is over."""

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


def created(fact: facts.Created) -> Contest:
    """The contest that its first fact makes."""
    plan = fact.plan
    return Contest(
        name=fact.contest,
        plan=plan,
        secret=fact.secret,
        commitment=fact.commitment,
        directors=[fact.director],
        registration_until=plan.registration_until,
        draw_at=plan.draw_at,
        starts=[tour.starts for tour in plan.tours],
    )


def evolve(contest: Contest, fact: Fact, at: int) -> None:
    """Take a fact, written at this time, into the contest."""
    match fact:
        case facts.Created():
            raise ValueError("a contest is created once")
        case facts.Acted(by, did, why):
            contest.deeds.append(Deed(at, by, did, why))
        case facts.DirectorAdded(person):
            contest.directors.append(person)
        case facts.DirectorRemoved(person):
            contest.directors.remove(person)
        case facts.Registered():
            registered(contest, fact)
        case facts.Withdrew(person):
            withdrew(contest, person)
        case facts.RegistrationClosed():
            contest.closed = True
        case facts.DrawMade(order):
            contest.draw = [*order]
        case facts.Called():
            called(contest, fact)
        case facts.CameHere(person):
            for entrant in contest.entrants:
                entrant.here = entrant.here or entrant.person == person
        case facts.TourOpened():
            tour_opened(contest, fact, at)
        case facts.Halted(players):
            contest.halted, contest.halts, contest.paused_at = players, contest.halts + 1, at
        case facts.Paused():
            contest.paused_at, contest.pauses = at, contest.pauses + 1
        case facts.Resumed():
            resumed(contest, at)
        case facts.Shifted(by):
            shifted(contest, by)
        case facts.Extended(_, numbers, by):
            for table in chosen(contest, fact.tour, numbers):
                table.ends += by
                table.extended += 1
        case facts.LastCircleMoved(_, numbers, before):
            for table in chosen(contest, fact.tour, numbers):
                table.before = before
        case facts.LastCircleAnnounced(_, numbers):
            for table in chosen(contest, fact.tour, numbers):
                table.last_circle = True
        case facts.TourEnded(number):
            contest.tours[number - 1].ended = True
        case facts.TourOver(number):
            contest.tours[number - 1].over = at
        case facts.Penalised():
            contest.tours[fact.tour - 1].penalties.append(fact)
        case facts.Frozen(frozen):
            contest.frozen = frozen
        case facts.Announced(text):
            contest.announcements.append((at, text))
        case facts.Credited(since):
            credited(contest, since, at)
        case facts.Finished(called_off):
            contest.ended = "called_off" if called_off else "finished"
        case _:
            evolve_table(pulya(contest, fact.tour, fact.table), fact, at)


AtTable: TypeAlias = (
    facts.Substituted
    | facts.Settled
    | facts.Signed
    | facts.DirectorCalled
    | facts.Posted
    | facts.Corrected
)


def evolve_table(table: Pulya, fact: AtTable, at: int) -> None:
    match fact:
        case facts.Substituted(_, _, out, into, bot):
            table.replaced.append(fact)
            if into == out:
                table.substitutes.pop(out, None)
            else:
                table.substitutes[out] = Substitution(into, bot)
        case facts.Settled():
            table.whists, table.deals, table.settled_at = [*fact.whists], fact.deals, at
        case facts.Signed():
            table.signed.add(fact.person)
        case facts.DirectorCalled():
            table.called_by, table.about = fact.person, fact.about
        case facts.Posted():
            table.whists, table.posted = [*fact.whists], fact.by
        case facts.Corrected():
            table.whists, table.corrected = [*fact.whists], table.corrected + 1


def pulya(contest: Contest, tour: int, number: int) -> Pulya:
    """Of a fact: it was there when that was written."""
    return contest.tours[tour - 1].tables[number - 1]


def chosen(contest: Contest, tour: int, numbers: list[int]) -> list[Pulya]:
    return [pulya(contest, tour, number) for number in numbers]


def registered(contest: Contest, fact: facts.Registered) -> None:
    """Who enters late did not play the tours before."""
    entrant = contest.entrant(fact.person)
    if entrant is not None:
        entrant.withdrawn = False
        return
    contest.entrants.append(Entrant(fact.person, fact.bot, here=fact.bot))
    if contest.draw:
        contest.draw.append(fact.person)
        for tour in contest.tours:
            if tour.began is not None:
                contest.absent.setdefault(tour.number, []).append(fact.person)


def withdrew(contest: Contest, person: str) -> None:
    """Before the draw it is as if he had never entered."""
    if not contest.draw:
        contest.entrants = [each for each in contest.entrants if each.person != person]
    for entrant in contest.entrants:
        if entrant.person == person:
            entrant.withdrawn, entrant.here = True, False


def called(contest: Contest, fact: facts.Called) -> None:
    tables = tables_of(fact.tables, fact.reasons)
    contest.tours.append(TourState(fact.tour, tables, fact.until))
    for entrant in contest.entrants:
        entrant.here = entrant.bot and not entrant.withdrawn


def tables_of(tables: list[list[str]], reasons: list[str]) -> list[Pulya]:
    return [
        Pulya(number, [*players], reason)
        for number, (players, reason) in enumerate(zip(tables, reasons, strict=True), start=1)
    ]


def tour_opened(contest: Contest, fact: facts.TourOpened, at: int) -> None:
    tour = contest.tours[fact.tour - 1]
    tour.tables = tables_of(fact.tables, fact.reasons)
    for table in tour.tables:
        table.ends, table.before = fact.ends, fact.before
    tour.began = at
    tour.said, tour.pauses = len(contest.announcements), contest.pauses
    contest.absent[fact.tour] = [*fact.absent]
    for person in fact.marked:
        contest.marks[person] = fact.mark_until


def resumed(contest: Contest, at: int) -> None:
    """All that is to come moves by the length of the pause; who was missing is waited for anew."""
    gap = max(0, at - contest.paused_at) if contest.paused_at is not None else 0
    shifted(contest, gap)
    tour = contest.tour
    if tour is not None and tour.began is None:
        again = contest.halted is not None
        tour.until = at + contest.plan.no_show * MINUTE if again else tour.until + gap
    for table in contest.at_play():
        table.ends += gap
        if table.settled_at is not None:
            table.settled_at += gap
    contest.paused_at, contest.halted = None, None


def shifted(contest: Contest, by: int) -> None:
    """Of what is planned only that which has not begun."""
    if not contest.closed:
        contest.registration_until += by
    if not contest.draw:
        contest.draw_at += by
    for number in range(len(contest.tours), len(contest.starts)):
        contest.starts[number] += by


def credited(contest: Contest, since: int, at: int) -> None:
    """Planned times stay on the wall clock; beyond a minute a running tour gets the time back."""
    since = max(since, contest.credited)
    contest.credited = max(contest.credited, at)
    if at - since < WALL_CLOCK:
        return
    contest.downtimes.append((since, at))
    if contest.paused_at is not None:
        return
    tour = contest.tour
    if tour is not None and tour.began is None:
        tour.until += at - since
    for table in contest.at_play():
        if table.settled_at is None:
            assert tour is not None
            table.ends += at - max(since, tour.began or 0)
        else:
            table.settled_at += at - max(since, table.settled_at)
