"""What may be known by whom after each entry, read off the log without `Event.seen_by`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from game.cards import NAMES
from lobby.table import facts
from lobby.table.evolving import evolve, opened
from lobby.table.table import Table
from server.entries import unpacked
from server.table_replica import TableReplica

CARD = re.compile("[789TJQKA][SCDH]")
BIDS = ("call", "bid", "contract", "opening")
"""Fields in which 7S is a bid and no card."""

Entries = list[tuple[int, str, str, bytes]]


class Truth:
    """`known[n][seat]` are the cards of the deal that a viewer from this seat may know after
    entry n; the public looks from "". `secrets` are those of deals, by the entry that tells them.
    """

    def __init__(self, entries: Entries) -> None:
        self.known: dict[int, dict[str, set[str]]] = {}
        self.seats: dict[str, str] = {}
        self.seated_at = 0
        self.secrets: list[tuple[str, int]] = []
        self.now: dict[str, set[str]] = {}
        self.hands: dict[str, set[str]] = {}
        table: Table | None = None
        for n, _, _, body in entries:
            for fact in unpacked(body, TableReplica.vocabulary).facts:
                if isinstance(fact, facts.Opened):
                    table = opened(fact)
                    continue
                assert table is not None
                evolve(table, fact, at=n)
                self.happened(n, table, fact)
            if table is not None and table.running is not None:
                for event in table.running.catch_up():
                    self.told(event.whole())
            self.known[n] = {seat: set(cards) for seat, cards in self.now.items()}

    def happened(self, n: int, table: Table, fact: facts.Fact) -> None:
        match fact:
            case facts.Seated(seats):
                self.seats, self.seated_at = dict(seats), n
            case facts.DealOpened():
                self.now = {seat: set() for seat in ("", *self.seats.values())}
                self.hands = {}
            case facts.DealClosed():
                assert table.running is not None
                self.secrets.append((table.running.opened.secret, n))
                self.public(NAMES)  # with its secret the deal can be dealt again
            case facts.Claimed(seat, cards=[*_]):
                for other in fact.waiting:
                    self.now[other] |= self.hands[seat]

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

    def viewer(self, person: str, n: int) -> str:
        """The seat from which this person looks after entry n."""
        return self.seats.get(person, "") if n >= self.seated_at else ""

    def leaks(self, person: str, n: int, message: Any) -> set[str]:
        """What in a message of entry n this person may not know."""
        known = self.known[n].get(self.viewer(person, n), set())
        texts = [*strings(message)]
        cards = {card for text in texts for card in CARD.findall(text)}
        secrets = {secret for secret, told in self.secrets if told > n}
        return (cards - known) | {secret for secret in secrets if any(secret in t for t in texts)}


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
