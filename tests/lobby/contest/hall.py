"""A hall in which a contest is played by a fake clock: tables obey effects, deals are numbers."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from game.preferans.pulya import deals_left
from game.script import Refused
from lobby.contest import commands, effects, facts
from lobby.contest.commands import Command
from lobby.contest.contest import Contest, Pulya
from lobby.contest.decisions import decide, opening
from lobby.contest.due import due
from lobby.contest.evolving import created, evolve
from lobby.contest.facts import Fact
from lobby.contest.plan import MINUTE, SECOND, Plan, Planned
from lobby.contest.schedule import phase
from lobby.table import commands as table_commands
from tests.lobby.tournament.tours import whists_at_random

HOUR = 60 * MINUTE
NOON = 1_700_000_000 * SECOND
DIRECTOR = "Olga"
CLOCK = "contest"


def plan(formula: str = "festival", tours: int | list[Planned] = 3, **other: Any) -> Plan:
    """The festival's own timetable: tours of 100 minutes, the final of 120."""
    if not isinstance(tours, int):
        return replace(plan(formula, len(tours)), tours=tours, **other)
    seconds = [6000] * (tours - 1) + [7200 if formula == "festival" else 6000]
    told: dict[str, Any] = {
        "title": "Winter cup",
        "formula": formula,
        "rules": "festival-2011",
        "registration_until": NOON,
        "draw_at": NOON + 10 * MINUTE,
        "tours": [Planned(NOON + (1 + 2 * n) * HOUR, seconds[n]) for n in range(tours)],
        "zone": "Europe/Moscow",
    }
    return Plan(**(told | other))


@dataclass(slots=True)
class Sim:
    """A table that knows only what it has heard."""

    opened: table_commands.Seat
    tour: int
    table: int
    deal_ends: int
    heard: list[str]
    sitting: list[str]
    played: int = 0
    left: int | None = None
    over: bool = False
    stands: bool = False
    ruled: list[object] = field(default_factory=list)
    watching: str = ""


@dataclass(slots=True)
class Hall:
    """The contest, its log, its tables. Times in milliseconds, always whole seconds."""

    contest: Contest
    dice: Random
    now: int
    log: list[tuple[Fact, int]] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    """Of the commands that the log has."""
    tables: dict[str, Sim] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)
    """Who does not come when a tour is called."""
    late: dict[str, int] = field(default_factory=dict)
    """Who comes so many milliseconds after the call."""
    signs: float = 0.8
    """How many sign what they see."""
    check: Callable[[Hall], None] = lambda _hall: None
    results: Callable[[Hall, Sim], list[str]] | None = None
    forgets: bool = False
    """Every effect is carried out again and again."""

    # --- one command ---

    def does(self, who: str, command: Command, id: str = "") -> list[Fact]:
        if id and id in self.ids:
            return []
        told = decide(self.contest, who, command, self.now)
        self.take(*told)
        if id:
            self.ids.add(id)
        return told

    def take(self, *told: Fact) -> None:
        for fact in told:
            evolve(self.contest, fact, self.now)
            self.log.append((fact, self.now))
        self.check(self)

    def refuses(self, who: str, command: Command) -> str:
        """The code, after which nothing is different."""
        before = copy.deepcopy(self.contest)
        with pytest.raises(Refused) as caught:
            decide(self.contest, who, command, self.now)
        assert self.contest == before
        return caught.value.code

    def acts(self, command: type[Any], *, who: str = DIRECTOR, **fields: Any) -> list[Fact]:
        """A director who has seen everything does it."""
        return self.does(who, self.act(command, **fields))

    def act(self, command: type[Any], why: str = "as agreed", **fields: Any) -> Any:
        fields.setdefault("after", len(self.contest.deeds))
        return command(why=why, **fields)

    def enter(self, *people: str) -> Hall:
        for person in people:
            self.does(person, commands.Register())
        return self

    # --- the clock ---

    @property
    def phase(self) -> str:
        return phase(self.contest)

    def until(self, wanted: Callable[[Hall], bool], most: int = 48 * HOUR) -> Hall:
        """Time passes, event by event, until it is so."""
        end = self.now + most
        self.pull()
        while not wanted(self):
            moment = self.next_moment()
            assert moment is not None, f"it never comes: {self.phase}"
            assert moment <= end, f"it did not come in time: {self.phase}"
            self.now = max(self.now, -(-moment // SECOND) * SECOND)
            self.happens()
        return self

    def until_phase(self, *wanted: str) -> Hall:
        return self.until(lambda hall: hall.phase in wanted)

    def passes(self, length: int) -> Hall:
        """So long, with all that happens in it."""
        end = self.now + length
        self.pull()
        while (moment := self.next_moment()) is not None and moment <= end:
            self.now = max(self.now, -(-moment // SECOND) * SECOND)
            self.happens()
        self.now = end
        return self

    def next_moment(self) -> int | None:
        coming = due(self.contest)
        moments = [] if coming is None else [coming.at]
        moments += [
            sim.deal_ends for sim in self.tables.values() if not sim.over and not sim.stands
        ]
        if self.phase == "called":
            called = self.called_at
            moments += [called + self.late.get(person, 0) for person in self.expected()]
        return min(moments, default=None)

    @property
    def called_at(self) -> int:
        return next(at for fact, at in reversed(self.log) if isinstance(fact, facts.Called))

    def expected(self) -> list[str]:
        """Who will come and has not come."""
        return [
            each.person
            for each in self.contest.entrants
            if not each.here and not each.withdrawn and each.person not in self.missing
        ]

    def happens(self) -> None:
        """All that is to happen at this moment."""
        self.come()
        self.by_itself()
        self.pull()
        for sim in [*self.tables.values()]:
            if not sim.over and not sim.stands and sim.deal_ends <= self.now:
                self.deal_over(sim)

    def come(self) -> None:
        if self.phase == "called":
            for person in self.expected():
                if self.called_at + self.late.get(person, 0) <= self.now:
                    self.does(person, commands.Here(self.contest.tours[-1].number))

    def by_itself(self) -> None:
        while (coming := due(self.contest)) is not None and coming.at <= self.now:
            self.does(CLOCK, coming.command, coming.id)

    # --- the tables ---

    def taken(self) -> set[str]:
        return {id for sim in self.tables.values() for id in sim.heard}

    def pull(self) -> None:
        taken = set() if self.forgets else self.taken()
        for effect in effects.effects(self.contest, taken):
            self.hears(effect)
            if self.forgets:
                self.hears(effect)

    def hears(self, effect: effects.Effect) -> None:
        """The table takes it, unless its log has this id (or it was never opened)."""
        sim, command = self.tables.get(effect.stream), effect.command
        if sim is None:
            if isinstance(command, table_commands.Seat):
                place = effects.place_of(effect.stream)
                assert place is not None
                ends = self.now + self.dice.randint(180, 420) * SECOND
                sitting = [*command.players]
                sim = Sim(
                    command, *place[1:], ends, [effect.id], sitting, watching=command.watching
                )
                self.tables[effect.stream] = sim
            return
        if effect.id in sim.heard:
            return
        sim.heard.append(effect.id)
        match command:
            case table_commands.LastCircle():
                convention = self.contest.plan.convention
                sim.left = deals_left(convention, len(sim.opened.players), running=True)
            case table_commands.End(cut=cut):
                sim.left, sim.over = 1, sim.over or cut
            case table_commands.Replace(out=out, into=into):
                sim.sitting[sim.sitting.index(out)] = into
            case table_commands.Hold(held=held):
                sim.stands = held
            case table_commands.Watchable(watching=watching):
                sim.watching = watching
            case table_commands.Annul() | table_commands.Adjust() | table_commands.Dismiss():
                sim.ruled.append(command)

    def deal_over(self, sim: Sim) -> None:
        sim.played += 1
        sim.left = None if sim.left is None else sim.left - 1
        sim.deal_ends = self.now + self.dice.randint(180, 420) * SECOND
        if sim.left == 0 or sim.played == sim.opened.deals:
            sim.over = True
            self.bring(sim)

    def bring(self, sim: Sim) -> None:
        """The settled pulya comes in, twice, and some sign it."""
        whists = self.results(self, sim) if self.results else self.random_whists(sim)
        tour, number = sim.tour, sim.table
        heard = [each for each in sim.ruled if not isinstance(each, table_commands.Dismiss)]
        id, command = effects.post(tour, number, whists, sim.played, len(heard))
        table = self.table(tour, number)
        if not table.plays:
            assert self.refuses(CLOCK, command) in ("already_posted", "contest_is_over")
            return
        assert table.sitting == sim.sitting
        self.does(CLOCK, command, id)
        assert self.does(CLOCK, command, id) == []
        for person in table.sitting:
            signs = self.dice.random() < self.signs
            if signs and not table.posted and not person.startswith("bot-"):
                self.does(person, commands.Sign(tour, number))

    def random_whists(self, sim: Sim) -> list[str]:
        return [*map(str, whists_at_random(self.dice, len(sim.opened.players), 40))]

    def table(self, tour: int, number: int) -> Pulya:
        table = self.contest.table(tour, number)
        assert table is not None
        return table


def hall(seed: int = 1, **options: Any) -> Hall:
    """A contest that has just been created, an hour before registration closes."""
    chance = hashlib.sha256(f"hall {seed}".encode()).digest()
    first = opening("cup", DIRECTOR, commands.Create(plan(**options)), chance)[0]
    assert isinstance(first, facts.Created)
    now = NOON - HOUR
    return Hall(created(first), Random(seed), now, [(first, now)])


def players(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def folded(log: list[tuple[Fact, int]]) -> Contest:
    """The contest as its log gives it."""
    first = log[0][0]
    assert isinstance(first, facts.Created)
    contest = created(first)
    for fact, at in log[1:]:
        evolve(contest, fact, at)
    return contest


def zero(table: Pulya) -> bool:
    return table.whists is None or sum(map(Fraction, table.whists)) == 0
