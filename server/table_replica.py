"""A table as this node knows it, and what each watcher has of it."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypedDict, cast

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
from lobby.table.seen import PastView, TableView, after_answer, table_seen_by
from lobby.table.table import Table
from server.entries import Body, Vocabulary, digest, vocabulary
from server.messages import EntryMessage, SentAwayMessage
from server.replica import Replica
from server.store.log import Entry, Head

Outgoing = tuple[list[str], str, Any]
"""Sockets, the name of a message, the message."""


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
    def open(self) -> bool:
        return self.opened.phase != "finished"

    @property
    def head(self) -> Head:
        table = self.opened
        at = due_at(table, self.at)
        return Head(
            open=self.open,
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
        """The last entry for the watchers, made once for all to whom it tells the same."""
        outgoing: list[Outgoing] = []
        answers = [isinstance(fact, Answered) and fact.by == "player" for fact in facts]
        answer = answers != [] and all(answers)
        groups = self.groups(answer, outgoing)
        tables = self.tables(answer, groups)
        changed: dict[tuple[int, int], Changes] = {}  # most see the very same table
        running = self.opened.running
        rewound = running is not None and running.rewound
        renewed = any(isinstance(fact, Renewed) for fact in facts)
        begun = any(isinstance(fact, DealOpened) for fact in facts)
        over = any(isinstance(fact, DealClosed | Annulled | Ended) for fact in facts)
        secrets = [secret for event in told for secret in event.secrets]
        made: list[tuple[object, list[str], EntryMessage]] = []
        for kind, sockets in groups.items():
            before, after = kind
            moved = before != after and not begun
            anew = renewed or rewound or moved or (after.late and (begun or over))
            earlier, now = self.shown[before], tables[after]
            pair = id(earlier), id(now)
            if pair not in changed:
                changed[pair] = differences(earlier, now)
            opened = [bool(secret.of & after.viewer) for secret in secrets]
            tells = (changed[pair], kind if anew else after.late or opened)
            for other, together, _ in made:
                if other == tells:
                    together += sockets
                    break
            else:
                message: EntryMessage = {"stream": self.stream, "n": self.n, "at": self.at}
                if anew:
                    message["view"] = self.view(after)
                elif told and not after.late:
                    message["events"] = [event.seen_by(after.viewer) for event in told]
                if names:
                    message["names"] = names
                made.append((tells, sockets, {**message, **changed[pair]}))
        self.shown |= tables
        self.published = self.n
        if running is not None:
            running.rewound = False
        return outgoing + [(sockets, "entry", message) for _, sockets, message in made]

    def groups(
        self, answer: bool, outgoing: list[Outgoing]
    ) -> dict[tuple[Sight, Sight], list[str]]:
        """The watchers by what they saw and see now; those who may not any more are sent away.

        An answer changes nobody's sight.
        """
        groups: dict[tuple[Sight, Sight], list[str]] = {}
        for socket, person in [*self.watchers.items()]:
            before = self.sights[socket]
            try:
                after = before if answer else sight(self.opened, person)
            except Refused as why:
                self.unwatch(socket)
                away: SentAwayMessage = {"stream": self.stream, "code": why.code}
                outgoing.append(([socket], "sent_away", away))
                continue
            groups.setdefault((before, after), []).append(socket)
            self.sights[socket] = after
        return groups

    def tables(self, answer: bool, kinds: Iterable[tuple[Sight, Sight]]) -> dict[Sight, TableView]:
        """The table as it is now, for each sight: one for all to whom it looks the same."""
        made: dict[object, TableView] = {}
        seen: dict[Sight, TableView] = {}
        for before, after in kinds:
            shown, changes_little = self.shown[before], answer and not after.late
            alike: object = ("as before", id(shown))
            if not changes_little:  # of a claim not everybody sees the cards
                alike = after if self.opened.claim else ("late", after.late)
            if alike not in made and changes_little:
                made[alike] = {**shown, **after_answer(self.opened)}
            elif alike not in made:
                made[alike] = table_seen_by(self.opened, after)
            seen[after] = made[alike]
        return seen


class Changes(TypedDict, total=False):
    """Of messages.EntryMessage."""

    set: dict[str, object]
    closed: PastView


def differences(before: TableView, after: TableView) -> Changes:
    """The fields that changed; of the past deals only the one that is new."""
    earlier = cast(dict[str, object], before)
    changed = {
        name: value
        for name, value in after.items()
        if value is not earlier[name] and value != earlier[name]
    }
    changes: Changes = {}
    if len(after["past"]) == len(before["past"]) + 1:
        changes["closed"] = after["past"][-1]
        del changed["past"]
    if changed:
        changes["set"] = changed
    return changes
