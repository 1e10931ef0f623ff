"""How the tests speak of tables: people do things, or are refused and nothing has happened."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest

from game.cards import BY_NAME, named
from game.preferans.seats import chairs
from game.script import PUBLIC, Ask, Refused, Seat, Viewer
from lobby.table import facts
from lobby.table.audience import Sight
from lobby.table.commands import (
    Answer,
    Choose,
    Claim,
    Close,
    Command,
    Confirm,
    Join,
    Open,
    Ready,
    Respond,
)
from lobby.table.decisions import decide
from lobby.table.evolving import evolve, opened, wind
from lobby.table.facts import Fact
from lobby.table.gathering import opening
from lobby.table.seen import TableView, table_seen_by
from lobby.table.table import Table
from tests.game.players import FIRST, SECOND, TALON, THIRD

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")
STRANGER = "Dasha"


def chances(seed: object = "") -> Iterator[bytes]:
    """32 bytes for each decision, the same for the same seed."""
    return (hashlib.sha256(f"{seed} {number}".encode()).digest() for number in count())


@dataclass(slots=True)
class Room:
    """A table and all that has happened at it."""

    table: Table
    facts: list[Fact] = field(default_factory=list)
    chance: Iterator[bytes] = field(default_factory=chances)
    entries: list[tuple[list[Fact], int]] = field(default_factory=list)
    """The facts as they came together, and when."""
    now: int = 1_000_000
    """Milliseconds."""

    def does(self, who: str, command: Command) -> list[Fact]:
        """Somebody does it; what it came to."""
        told = decide(self.table, who, command, next(self.chance), self.now)
        self.take(*told)
        return told

    def take(self, *told: Fact) -> None:
        for fact in told:
            evolve(self.table, fact, self.now)
        if self.table.running is not None:
            self.table.running.catch_up()
        wind(self.table, self.now)
        self.facts += told
        self.entries.append(([*told], self.now))

    def refuses(self, who: str, command: Command) -> Refused:
        """Somebody tries it: the refusal, after which nothing is different."""
        before = state(self.table)
        with pytest.raises(Refused) as caught:
            decide(self.table, who, command, next(self.chance), self.now)
        assert state(self.table) == before
        return caught.value

    # --- during a deal ---

    @property
    def ask(self) -> Ask:
        assert self.table.running is not None
        assert self.table.running.play.ask is not None, "the deal is over"
        return self.table.running.play.ask

    @property
    def number(self) -> int:
        """Of the question."""
        assert self.table.running is not None
        return self.table.running.play.number

    def person(self, seat: str) -> str:
        member = self.table.at(Seat(seat))
        assert member is not None
        return member.person

    def answer(self, *words: str) -> Answer:
        """The answer to the question that waits."""
        return Answer(self.table.number, self.number, list(words))

    def says(self, words: str) -> Room:
        """Whoever is asked says the next of these words."""
        for word in words.split():
            self.does(self.person(self.ask.seat), self.answer(word))
        return self

    def claim(self, end: str) -> Claim:
        return Claim(self.table.number, self.number, end)

    def respond(self, word: str) -> Respond:
        claim = self.table.claim
        claimer = claim.fact.seat if claim else ""
        return Respond(self.table.number, self.number, claimer, word)

    def plays_on(self) -> Room:
        """Whoever is asked takes the first option, until the deal is over."""
        assert self.table.running is not None
        while self.table.running.play.ask is not None:
            self.says(self.ask.options[0])
        return self

    def closes(self) -> list[Fact]:
        return self.does("table", Close(self.table.number))

    def all_ready(self) -> list[Fact]:
        """Everybody is ready for the next deal; what the last of them brought about."""
        told: list[Fact] = []
        for member in [*self.table.members]:
            if not member.ready:
                told = self.does(member.person, Ready(self.table.number))
        return told

    def seen(self, *seats: str) -> TableView:
        viewer: Viewer = frozenset(map(Seat, seats)) if seats else PUBLIC
        return table_seen_by(self.table, Sight(viewer, late=False))


def state(table: Table) -> Any:
    """All that a table is, apart from the cached play, which shows in what it told."""
    whole = copy.copy(table)
    running, whole.running = table.running, None
    if running is None:
        return copy.deepcopy(whole), None
    play = running.play
    deal = copy.deepcopy(running.deal)
    told = [event.whole() for event in running.told]
    return copy.deepcopy(whole), (running.opened, [*running.answers], told, play.number, deal)


def opened_by_anna(
    players: int = 4,
    deals: int = 2,
    rules: str = "festival-2011",
    bots: bool = False,
    seed: object = "",
    pace: str = "",
    minutes: int = 0,
    absent: str = "bot",
    **changed: Any,
) -> Room:
    """A table at which Anna alone takes part, or with bots."""
    chance = chances(seed)
    command = Open(rules, players, deals, minutes, pace, absent, bots=bots, changed=changed)
    told = opening("Anna", command, next(chance))
    first, *others = told
    assert isinstance(first, facts.Opened)
    room = Room(opened(first), [first], chance)
    room.take(*others)
    return room


def crowded(players: int = 4, **options: Any) -> Room:
    """A table at which all chairs are taken, and nobody has said that he is there."""
    room = opened_by_anna(players, **options)
    for person in PEOPLE[1:players]:
        room.does(person, Join())
    return room


def full(players: int = 4, **options: Any) -> Room:
    """A table at which everybody has drawn a number."""
    room = crowded(players, **options)
    for person in PEOPLE[:players]:
        room.does(person, Confirm())
    return room


def first_of(room: Room) -> str:
    """Who drew number 1."""
    return next(member.person for member in room.table.members if member.number == 1)


def seated(players: int = 4, **options: Any) -> Room:
    """A table at which the first deal has just been opened."""
    room = full(players, **options)
    room.does(first_of(room), Choose("N"))
    return room


def dealt(
    players: int = 4,
    *,
    dealer: str = "",
    hands: tuple[str, str, str] = (FIRST, SECOND, THIRD),
    talon: str = TALON,
    bots: tuple[str, ...] = (),
    deals: int = 2,
    rules: str = "festival-2011",
    streak: int = 0,
    **changed: Any,
) -> Room:
    """A running deal with these cards: Anna sits at N, Boris at E, Vera at S, Gleb at W.

    At the seats `bots` sit bots in their place. N leads the auction unless `dealer` says
    otherwise.
    """
    room = Room(opened(facts.Opened(rules, players, deals, changed)))
    around = chairs(players)
    people = {
        f"bot-{seat}" if seat in bots else person: seat
        for person, seat in zip(PEOPLE, around, strict=False)
    }
    room.take(
        *(facts.Joined(person, person.startswith("bot-")) for person in people),
        facts.Drawn({person: number for number, person in enumerate(people, start=1)}),
        facts.Seated({person: str(seat) for person, seat in people.items()}, dealer or around[-1]),
    )
    room.take(deal(1, dealer or around[-1], hands, talon, streak))
    return room


def deal(
    number: int, dealer: str, hands: tuple[str, str, str], talon: str, streak: int = 0
) -> facts.DealOpened:
    """The opening of a deal with these cards; nobody could check its secret."""
    cards = [BY_NAME[name] for name in talon.split()]
    return facts.DealOpened(
        number, dealer, streak, [*hands], named(cards), secret="00", commitment="00", version=1
    )
