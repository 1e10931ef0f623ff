"""A stream as this node knows it: the table folded from the log, and who watches it here."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from game.preferans.deal import VERSION
from game.script import PUBLIC, Event, Refused, Viewer
from game.view import empty
from lobby.table.audience import Sight
from lobby.table.due import waits
from lobby.table.evolving import evolve, opened, wind
from lobby.table.facts import Answered, DealOpened, Fact, Opened, Renewed
from lobby.table.seen import TableView, clock_view, member_view, table_seen_by
from lobby.table.table import Table
from server.entries import Body, digest, unpacked
from server.messages import EntryMessage
from server.store.log import Entry, Head


@dataclass(slots=True)
class Watcher:
    """A socket that watches; `viewer` is whose cards the last message to it showed."""

    person: str
    viewer: Viewer


@dataclass(slots=True)
class Replica:
    """`n` is the last entry taken in; `commands` are the entries by command."""

    stream: str
    n: int = 0
    at: int = 0
    """When the last entry was written, in milliseconds."""
    table: Table | None = None
    commands: dict[str, int] = field(default_factory=dict)
    drifted: bool = False
    """The rules ask or score otherwise than when the log was written: nothing may be added."""
    watchers: dict[str, Watcher] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    """Sockets of members who watch in a newer browser."""
    looked: bool = False
    """It is being looked after who is there at all."""
    shown: dict[Viewer, TableView] = field(default_factory=dict)
    """The table as the watchers have it by now, that is after entry `published`."""
    published: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def opened(self) -> Table:
        """The table of a stream that has an entry."""
        assert self.table is not None
        return self.table

    @property
    def idle(self) -> bool:
        """Nobody watches or uses it, and nothing will happen by itself."""
        needed = self.watchers or self.lock.locked() or self.table is None
        return not needed and (self.drifted or not self.head.due)

    @property
    def head(self) -> Head:
        """Whether something may still happen here, and whether it has to happen by itself."""
        table = self.opened
        return Head(
            open=table.phase != "finished",
            due=waits(table),
            joinable=table.listed and table.phase == "gathering" and table.free > 0,
        )

    def forget(self) -> None:
        """Nothing is known but who watches, and what they have."""
        self.n, self.table, self.drifted = 0, None, False
        self.commands.clear()

    def viewer(self, person: str) -> Viewer:
        """Whose cards this person sees: his own at this table."""
        member = self.opened.member(person)
        return PUBLIC if member is None or member.seat is None else frozenset((member.seat,))

    def fold(self, facts: Sequence[Fact], at: int) -> None:
        """Take in facts that were written at this time (milliseconds)."""
        self.at = at
        for fact in facts:
            if isinstance(fact, Opened):
                self.table = opened(fact)
            else:
                evolve(self.opened, fact, at)

    def told(self) -> list[Event]:
        """What the play of the running deal has told since the last call; sets the clocks."""
        running = self.opened.running
        told = running.catch_up() if running else []
        wind(self.opened, self.at)
        return told

    def took(self, n: int, command: str) -> None:
        self.n = n
        self.commands[command] = n

    def load(self, entries: Sequence[Entry]) -> None:
        """Fold entries of the log. Only the running deal is played again, and compared."""
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
                self.took(entry.n, entry.command)
            elif not self.drifted:
                self.take(entry, body)

    def read(self, entry: Entry) -> Body | None:
        """What an entry holds; None at a stopped table, and if this server cannot read it."""
        try:
            return None if self.drifted else unpacked(entry.body)
        except msgspec.MsgspecError:  # written by a newer server
            self.drifted = True
            return None

    def take(self, entry: Entry, body: Body) -> list[Event]:
        """Fold an entry of the log; what the play tells, which must be what it told then."""
        self.fold(body.facts, entry.at)
        self.took(entry.n, entry.command)
        running = self.opened.running
        try:
            told = self.told()
        except Refused:  # an answer of the log is no option any more
            self.drifted = True
            return []
        known = running is None or running.opened.version == VERSION
        self.drifted = not known or digest(told) != body.told
        return told

    def messages(
        self, facts: Sequence[Fact], told: Sequence[Event], names: dict[str, str]
    ) -> list[tuple[str, EntryMessage]]:
        """The last entry for each watcher, made once for all who see alike."""
        made: dict[tuple[Viewer, Viewer], EntryMessage] = {}
        fresh: dict[Viewer, TableView] = {}
        outgoing: list[tuple[str, EntryMessage]] = []
        for socket, watcher in self.watchers.items():
            viewer = self.viewer(watcher.person)
            kind = (watcher.viewer, viewer)
            if kind not in made:
                before = self.shown[watcher.viewer]
                fresh[viewer] = after = self.table_after(facts, before, viewer)
                made[kind] = self.message(facts, told, viewer, names)
                add_changes(made[kind], before, after)
            outgoing.append((socket, made[kind]))
            watcher.viewer = viewer
        self.shown |= fresh
        self.published = self.n
        if self.opened.running is not None:
            self.opened.running.rewound = False
        return outgoing

    def table_after(self, facts: Sequence[Fact], before: TableView, viewer: Viewer) -> TableView:
        """The table as it is now; an answer changes nothing of it but the clock."""
        if all(isinstance(fact, Answered) and fact.by == "player" for fact in facts):
            return {
                **before,
                "clock": clock_view(self.opened),
                "members": [member_view(member) for member in self.opened.members],
                "wish": None,
                "silence": None,
                "refused_by": None,
            }
        return table_seen_by(self.opened, Sight(viewer, late=False))

    def message(
        self, facts: Sequence[Fact], told: Sequence[Event], viewer: Viewer, names: dict[str, str]
    ) -> EntryMessage:
        """The last entry, without what changed of the table."""
        message: EntryMessage = {"stream": self.stream, "n": self.n, "at": self.at}
        running = self.opened.running
        if running is not None and running.rewound:
            message["view"] = running.seen_by(viewer)
        elif any(isinstance(fact, Renewed) for fact in facts):
            message["view"] = empty()
        elif told:
            message["events"] = [event.seen_by(viewer) for event in told]
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
