"""What may be known by whom after each entry, read off the log.

Neither `Event.seen_by` nor lobby/table/audience.py is asked: who may see what is kept here once
more, as the paragraphs have it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from game.cards import NAMES
from game.view import empty
from lobby.table import facts
from lobby.table.evolving import evolve, opened
from lobby.table.table import Table
from server.entries import unpacked
from server.table_replica import TableReplica

CARD = re.compile("[789TJQKA][SCDH]")
BIDS = ("call", "bid", "contract", "opening")
"""Fields in which 7S is a bid and no card."""
LATE = ("clock", "claim", "wish", "silence", "refused_by")
"""Fields of a table that are nothing for those who see a deal when it is over."""

Entries = list[tuple[int, str, str, bytes]]


@dataclass
class Eyes:
    """From where people may look, as §T9.3 and §T10 have it."""

    watching: str = "table"
    from_next: str = "table"
    """What may be watched from the next deal on."""
    delay: bool = False
    deal: int = 0
    running: bool = False
    finished: bool = False
    members: set[str] = field(default_factory=set)
    chairs: dict[str, str] = field(default_factory=dict)
    blind: set[str] = field(default_factory=set)
    hand: dict[str, str] = field(default_factory=dict)
    """The hand of this deal that somebody has had; there is no second one (§T10.2)."""
    chosen: dict[str, str] = field(default_factory=dict)
    """Who is on the list, and for which hand."""
    behind: dict[str, str] = field(default_factory=dict)
    sent_away: set[str] = field(default_factory=set)
    looking: set[str] = field(default_factory=set)
    """Directors who look at all hands of this deal."""
    met: set[str] = field(default_factory=set)
    """Who was a member or on the list at any time."""

    def seats(self, person: str) -> frozenset[str] | None:
        """Whose cards he may be sent beside the open ones; None where nothing may come at all."""
        if person in self.members:
            own = {self.chairs.get(person, "")} - {""}
            return frozenset() if person in self.blind else frozenset(own)
        if person in self.looking:
            return frozenset(self.chairs.values())
        shut = self.watching == "none" and not self.finished
        if person in self.sent_away or shut:
            return None
        return frozenset({self.behind[person]} if person in self.behind else ())

    def late(self, person: str) -> bool:
        """Whether nothing of the running deal may come to him (§T10.4)."""
        plays = person in self.members or person in self.looking
        return self.delay and self.running and not plays

    def take(self, fact: facts.Fact, running: bool) -> None:
        """`running`: a deal runs before this fact."""
        match fact:
            case facts.Opened(watching=watching, delay=delay):
                self.watching = self.from_next = watching
                self.delay = delay
            case facts.Joined(person):
                self.members.add(person)
                self.met.add(person)
                self.leave(person)
            case facts.Left(person):
                self.members.discard(person)
            case facts.Seated(seats):
                self.chairs = dict(seats)
            case facts.DealOpened(number=number):
                self.deal, self.watching = number, self.from_next
                self.behind = {who: seat for who, seat in self.chosen.items() if seat}
                self.hand = dict(self.chairs)
                if not self.delay:
                    self.hand |= self.behind
                self.blind, self.looking = set(), set()
            case facts.DealClosed():
                self.over()
            case facts.Annulled(number=number) if running and number == self.deal:
                self.over()
            case facts.Ended(cut=True) if running:
                self.over()
            case facts.Replaced(out, into):
                self.replace(out, into)
            case facts.Watched(person, seat):
                self.chosen[person] = seat
                self.met.add(person)
                if not seat:
                    self.behind.pop(person, None)
                elif self.hand.get(person) == seat and self.watching == "hand":
                    self.behind[person] = seat
            case facts.Unwatched(person):
                self.leave(person)
            case facts.Dismissed(person):
                self.leave(person)
                self.sent_away.add(person)
            case facts.Looked(person):
                self.looking.add(person)
            case facts.WatchingSet(watching):
                self.set_watching(watching, running)

    def over(self) -> None:
        """All of the deal is known: who waited for its end has his hand now."""
        self.hand = self.behind | self.hand

    def leave(self, person: str) -> None:
        self.chosen.pop(person, None)
        self.behind.pop(person, None)

    def replace(self, out: str, into: str) -> None:
        self.members.discard(out)
        self.members.add(into)
        self.met.add(into)
        self.leave(into)
        self.blind -= {out}
        if (seat := self.chairs.pop(out, None)) is None:
            return
        self.chairs[into] = seat
        if into in self.looking or self.hand.get(into, seat) != seat:
            self.blind.add(into)
        elif self.hand:
            self.hand[into] = seat

    def set_watching(self, watching: str, running: bool) -> None:
        order = ("none", "table", "hand")
        self.from_next = watching
        if not running or order.index(watching) < order.index(self.watching):
            self.watching = watching
        if self.watching != "hand":
            self.behind.clear()
        if watching != "hand":
            self.chosen = dict.fromkeys(self.chosen, "")
        if self.watching == "none":
            self.chosen.clear()


class Truth:
    """`known[n][seat]` are the cards of the deal that a viewer from this seat may know after
    entry n; the public looks from "". `eyes[n]` say from where people look then. `secrets` are
    those of deals, by the entry that tells them.
    """

    def __init__(self, entries: Entries) -> None:
        self.known: dict[int, dict[str, set[str]]] = {}
        self.eyes: dict[int, Eyes] = {}
        self.secrets: dict[str, float] = {}
        self.looks: list[tuple[str, int]] = []
        """Who looked, at which deal."""
        self.now: dict[str, set[str]] = {}
        self.hands: dict[str, set[str]] = {}
        eyes = Eyes()
        table: Table | None = None
        for n, _, _, body in entries:
            for fact in unpacked(body, TableReplica.vocabulary).facts:
                running = table is not None and table.phase == "playing"
                eyes.take(fact, running)
                if isinstance(fact, facts.Opened):
                    table = opened(fact)
                    continue
                assert table is not None
                evolve(table, fact, at=n)
                self.happened(n, table, fact, running, eyes)
            if table is not None and table.running is not None:
                for event in table.running.catch_up():
                    self.told(event.whole())
            assert table is not None
            eyes.running, eyes.finished = table.phase == "playing", table.phase == "finished"
            self.known[n] = {seat: set(cards) for seat, cards in self.now.items()}
            self.eyes[n] = copy.deepcopy(eyes)

    def happened(self, n: int, table: Table, fact: facts.Fact, running: bool, eyes: Eyes) -> None:
        match fact:
            case facts.DealOpened():
                self.now = {seat: set() for seat in ("", *eyes.chairs.values())}
                self.hands = {}
                self.secrets[fact.secret] = inf
            case facts.DealClosed():
                self.over(n, table)
            case facts.Annulled() | facts.Ended(cut=True) if running and table.phase != "playing":
                self.over(n, table)
            case facts.Claimed(seat, cards=[*_]):
                for other in fact.waiting:
                    self.now[other] |= self.hands[seat]
            case facts.Looked(person, deal):
                self.looks.append((person, deal))

    def over(self, n: int, table: Table) -> None:
        """With its secret the deal can be dealt again."""
        assert table.running is not None
        self.secrets[table.running.opened.secret] = n
        self.public(NAMES)

    def public(self, cards: Any) -> None:
        for known in self.now.values():
            known.update(cards)

    def told(self, event: dict[str, Any]) -> None:
        """§1.3, §2.9, §3.1, §4.9, §5.2: when a card is shown, and to whom."""
        match event["event"]:
            case "hand_dealt":
                self.hands[event["seat"]] = set(event["cards"])
                self.now[event["seat"]] |= set(event["cards"])
            case "talon_taken":
                self.hands[event["seat"]] |= set(event["cards"])
                self.public(event["cards"])
            case "discarded":
                self.hands[event["seat"]].remove(event["card"])
            case "hand_shown":
                self.now[event["to"]] |= self.hands[event["seat"]]
            case "hand_laid":
                self.public(self.hands[event["seat"]])
            case "talon_opened":
                self.public([event["card"]])
            case "played":
                self.hands[event["seat"]].remove(event["card"])
                self.public([event["card"]])

    def may_know(self, person: str, n: int) -> set[str]:
        """The cards of the deal that may be sent to a person after entry n."""
        eyes, known = self.eyes[n], self.known[n]
        if eyes.late(person):
            return set()
        seats = ("", *(eyes.seats(person) or ()))
        return set().union(*(known.get(seat, set()) for seat in seats))

    def leaks(self, person: str, n: int, message: Any) -> set[str]:
        """What in a message of entry n this person may not know."""
        eyes = self.eyes[n]
        seats = eyes.seats(person)
        if seats is None:
            return {"a message"}
        texts = [*strings(message)]
        cards = {card for text in texts for card in CARD.findall(text)}
        secrets = {secret for secret, told in self.secrets.items() if told > n and secret}
        found = cards - self.may_know(person, n)
        found |= {secret for secret in secrets if any(secret in text for text in texts)}
        found |= {f"options of {seat}" for seat in asked(message) if seat not in seats}
        unknown = eyes.looking - eyes.met - {person} if eyes.running else set()
        found |= {f"who looks: {who}" for who in unknown if any(who in text for text in texts)}
        for look in table_of(message).get("looks", []):
            assert (look["person"], look["deal"]) in self.looks
            if eyes.running and look["deal"] >= eyes.deal:
                found.add(f"the look at {look['deal']}")
        return found | (set(too_early(message)) if eyes.late(person) else set())


def table_of(message: Any) -> dict[str, Any]:
    """The fields of the table in a message."""
    if not isinstance(message, dict):
        return {}
    table: dict[str, Any] = message.get("table") or message.get("set") or {}
    return table


def asked(message: Any) -> Iterator[str]:
    """The seats whose options are in a message."""
    if not isinstance(message, dict):
        return
    ask = (message.get("view") or {}).get("ask")
    events = [event for event in message.get("events", []) if event["event"] == "asked"]
    for question in [ask, *events] if ask else events:
        if question["options"] is not None:
            yield question["seat"]


def too_early(message: Any) -> Iterator[str]:
    """What tells of the running deal, whatever it is."""
    table = table_of(message)
    yield from (name for name in LATE if table.get(name) is not None)
    if message.get("view", empty()) != empty():
        yield "the view"
    if message.get("events"):
        yield "events"
    if "line" in message or message.get("talk"):
        yield "talk"


def strings(message: Any, field: str = "") -> Iterator[str]:
    """All text in a message but bids: keys and values."""
    match message:
        case str():
            if field not in BIDS:
                yield message
        case list():
            for part in message:
                yield from strings(part, field)
        case dict():
            bids = message.get("what") in ("call", "contract")
            for key, value in message.items():
                yield key
                yield from strings(value, "call" if bids and key == "options" else key)
