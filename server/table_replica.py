"""A table as this node knows it, and what each watcher has of it."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from game.preferans.deal import VERSION
from game.script import Event, Refused
from game.view import View, empty
from lobby.table.audience import Sight, sight
from lobby.table.commands import Command, Credit
from lobby.table.decisions import decide
from lobby.table.due import deadline, due_at
from lobby.table.evolving import evolve, opened, wind
from lobby.table.facts import (
    FACTS,
    Annulled,
    Answered,
    DealClosed,
    DealOpened,
    Ended,
    Fact,
    Joined,
    Opened,
    Renewed,
    Replaced,
    Watched,
)
from lobby.table.seen import TableView, clock_view, member_view, table_seen_by
from lobby.table.table import Table
from server.entries import Body, Vocabulary, digest, vocabulary
from server.messages import EntryMessage, SentAwayMessage
from server.replica import Replica
from server.store.log import Entry, Head

Outgoing = tuple[str, str, Any]
"""A socket, the name of a message, the message."""


@dataclass(slots=True)
class TableReplica(Replica):
    """A table."""

    table: Table | None = None
    sights: dict[str, Sight] = field(default_factory=dict)
    """Of each socket that watches: what the last message to it showed."""
    replaced: set[str] = field(default_factory=set)
    """Sockets of members who watch in a newer browser."""
    expected: set[str] = field(default_factory=set)
    """Of whom it is found out, or was, whether they are there at all."""
    shown: dict[Sight, TableView] = field(default_factory=dict)
    """The table as the watchers have it by now, that is after entry `published`."""

    vocabulary: ClassVar[Vocabulary] = vocabulary(FACTS)

    @property
    def opened(self) -> Table:
        """The table of a stream that has an entry."""
        assert self.table is not None
        return self.table

    @property
    def loaded(self) -> bool:
        return self.table is not None

    @property
    def head(self) -> Head:
        table = self.opened
        at = due_at(table, self.at)
        return Head(
            open=table.phase != "finished",
            due=at is not None,
            joinable=table.listed and table.phase == "gathering" and table.free > 0,
            due_at=at,
        )

    @property
    def timed(self) -> bool:
        return deadline(self.opened) is not None

    def credit(self, since: int) -> Credit:
        return Credit(since)

    @property
    def people(self) -> list[str]:
        table = self.opened
        over = {past.opened.number for past in table.past}
        return [member.person for member in table.people] + [*table.audience, *self.lookers(over)]

    def lookers(self, over: Container[int]) -> list[str]:
        """Directors who have looked at these deals: before they are over nobody hears of it."""
        return [look.person for look in self.opened.looks if look.deal in over]

    def newcomers(self, facts: Sequence[Fact]) -> Iterable[str]:
        for fact in facts:
            match fact:
                case Joined(person, bot=False) | Watched(person) | Replaced(into=person, bot=False):
                    yield person
                case DealClosed(number=deal) | Annulled(number=deal):
                    yield from self.lookers((deal,))
                case Ended(cut=True):
                    yield from self.lookers((self.opened.number,))
                case _:
                    continue

    def decide(
        self, who: str, command: Command, chance: bytes, now: int, _chief: bool
    ) -> list[Fact]:
        return decide(self.opened, who, command, chance, now)

    def forget(self) -> None:
        Replica.forget(self)
        self.table = None

    def fold(self, facts: Sequence[Fact], at: int) -> None:
        self.at = at
        for fact in facts:
            if isinstance(fact, Opened) and self.table is None:
                self.table = opened(fact)
            else:
                evolve(self.opened, fact, at)

    def told(self) -> list[Event]:
        """Sets the clocks as well."""
        running = self.opened.running
        told = running.catch_up() if running else []
        wind(self.opened, self.at)
        return told

    def load(self, entries: Sequence[Entry]) -> None:
        """Only the running deal is played again, and compared."""
        bodies = [body for entry in entries if (body := self.read(entry)) is not None]
        if self.drifted:
            return
        running_from = 0
        for place, body in enumerate(bodies):
            if any(isinstance(fact, DealOpened) for fact in body.facts):
                running_from = place
        for place, (entry, body) in enumerate(zip(entries, bodies, strict=True)):
            if place < running_from:
                self.fold(body.facts, entry.at)
                self.took(entry)
            elif not self.drifted:
                self.take(entry, body)

    def take(self, entry: Entry, body: Body) -> list[Event]:
        """What the play tells must be what it told when the entry was written."""
        self.fold(body.facts, entry.at)
        self.took(entry)
        running = self.opened.running
        try:
            told = self.told()
        except Refused:  # an answer of the log is no option any more
            self.drifted = True
            return []
        known = running is None or running.opened.version == VERSION
        self.drifted = not known or digest(told) != body.told
        return told

    def watch(self, socket: str, person: str) -> tuple[TableView, View]:
        """From now on this socket hears of every entry. Raises `Refused`."""
        seen = sight(self.opened, person)
        table = table_seen_by(self.opened, seen)
        self.watchers[socket], self.sights[socket] = person, seen
        self.shown[seen] = table
        self.published = self.n
        return table, self.view(seen)

    def unwatch(self, socket: str) -> None:
        Replica.unwatch(self, socket)
        self.sights.pop(socket, None)
        self.replaced.discard(socket)

    def hears_late(self, socket: str) -> bool:
        """Whether this socket sees and hears nothing of the running deal before it is over."""
        return self.sights[socket].late and self.opened.phase == "playing"

    @property
    def listeners(self) -> list[str]:
        """The sockets that hear what is said now."""
        return [socket for socket in self.watchers if not self.hears_late(socket)]

    def older(self, socket: str, person: str) -> list[str]:
        """Sockets of a member who watches in a newer browser from now on."""
        self.replaced.discard(socket)
        if self.opened.member(person) is None:
            return []
        others = [other for other, whose in self.watchers.items() if whose == person]
        replaced = [other for other in others if other != socket]
        for other in replaced:
            self.unwatch(other)
            self.replaced.add(other)
        return replaced

    def view(self, seen: Sight) -> View:
        """The running deal or the last one."""
        running = self.opened.running
        if running is None or (seen.late and self.opened.phase == "playing"):
            return empty()
        return running.seen_by(seen.viewer)

    def messages(
        self, facts: Sequence[Fact], told: Sequence[Event], names: dict[str, str]
    ) -> list[Outgoing]:
        """The last entry for each watcher, made once for all who see alike."""
        made: dict[tuple[Sight, Sight], EntryMessage] = {}
        fresh: dict[Sight, TableView] = {}
        outgoing: list[Outgoing] = []
        for socket, person in [*self.watchers.items()]:
            before = self.sights[socket]
            try:
                after = sight(self.opened, person)
            except Refused as why:
                self.unwatch(socket)
                away: SentAwayMessage = {"stream": self.stream, "code": why.code}
                outgoing.append((socket, "sent_away", away))
                continue
            kind = (before, after)
            if kind not in made:
                fresh[after] = now = self.table_after(facts, self.shown[before], after)
                made[kind] = self.message(facts, told, kind, names)
                add_changes(made[kind], self.shown[before], now)
            outgoing.append((socket, "entry", made[kind]))
            self.sights[socket] = after
        self.shown |= fresh
        self.published = self.n
        if self.opened.running is not None:
            self.opened.running.rewound = False
        return outgoing

    def table_after(self, facts: Sequence[Fact], before: TableView, seen: Sight) -> TableView:
        """The table as it is now; an answer changes nothing of it but the clock."""
        answers = [isinstance(fact, Answered) and fact.by == "player" for fact in facts]
        plain = answers != [] and all(answers)
        if not plain or seen.late:
            return table_seen_by(self.opened, seen)
        return {
            **before,
            "clock": clock_view(self.opened),
            "members": [member_view(member) for member in self.opened.members],
            "wish": None,
            "silence": None,
            "refused_by": None,
        }

    def message(
        self,
        facts: Sequence[Fact],
        told: Sequence[Event],
        kind: tuple[Sight, Sight],
        names: dict[str, str],
    ) -> EntryMessage:
        """The last entry, without what changed of the table."""
        before, seen = kind
        message: EntryMessage = {"stream": self.stream, "n": self.n, "at": self.at}
        running = self.opened.running
        begun = any(isinstance(fact, DealOpened) for fact in facts)
        rewound = running is not None and running.rewound
        renewed = any(isinstance(fact, Renewed) for fact in facts)
        over = any(isinstance(fact, DealClosed | Annulled | Ended) for fact in facts)
        if renewed or rewound or (before != seen and not begun) or (seen.late and (begun or over)):
            message["view"] = self.view(seen)
        elif told and not seen.late:
            message["events"] = [event.seen_by(seen.viewer) for event in told]
        if names:
            message["names"] = names
        return message


def add_changes(message: EntryMessage, before: TableView, after: TableView) -> None:
    """The fields that changed; of the past deals only the one that is new."""
    earlier: dict[str, object] = {**before}
    changed = {name: value for name, value in after.items() if value != earlier[name]}
    if len(after["past"]) == len(before["past"]) + 1:
        message["closed"] = after["past"][-1]
        del changed["past"]
    if changed:
        message["set"] = changed
