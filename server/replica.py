"""A stream as this node knows it: the table folded from the log, and who watches it here."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from game.preferans.deal import VERSION
from game.script import PUBLIC, Event, Refused, Viewer
from lobby.due import due
from lobby.facts import Answered, DealOpened, Fact, Opened
from lobby.seen import TableView, table_seen_by
from lobby.table import Table, evolve, opened
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
    table: Table | None = None
    commands: dict[str, int] = field(default_factory=dict)
    drifted: bool = False
    """The rules ask or score otherwise than when the log was written: nothing may be added."""
    watchers: dict[str, Watcher] = field(default_factory=dict)
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
    def head(self) -> Head:
        """Whether something may still happen here, and whether it has to happen by itself."""
        return Head(open=self.opened.phase != "finished", due=due(self.opened) is not None)

    def forget(self) -> None:
        """Nothing is known but who watches, and what they have."""
        self.n, self.table, self.drifted = 0, None, False
        self.commands.clear()

    def viewer(self, person: str) -> Viewer:
        """Whose cards this person sees: his own at this table."""
        member = self.opened.member(person)
        return PUBLIC if member is None or member.seat is None else frozenset((member.seat,))

    def fold(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            if isinstance(fact, Opened):
                self.table = opened(fact)
            else:
                evolve(self.opened, fact)

    def told(self) -> list[Event]:
        """What the play of the running deal has told since the last call."""
        running = self.opened.running
        return running.catch_up() if running else []

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
                self.fold(body.facts)
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
        self.fold(body.facts)
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
        only_answers = all(isinstance(fact, Answered) for fact in facts)
        made: dict[tuple[Viewer, Viewer], EntryMessage] = {}
        fresh: dict[Viewer, TableView] = {}
        outgoing: list[tuple[str, EntryMessage]] = []
        for socket, watcher in self.watchers.items():
            viewer = self.viewer(watcher.person)
            kind = (watcher.viewer, viewer)
            if kind not in made:
                message: EntryMessage = {"stream": self.stream, "n": self.n}
                if told:
                    message["events"] = [event.seen_by(viewer) for event in told]
                if not only_answers:
                    fresh[viewer] = table_seen_by(self.opened, viewer)
                    message["set"] = changed(self.shown[watcher.viewer], fresh[viewer])
                if names:
                    message["names"] = names
                made[kind] = message
            outgoing.append((socket, made[kind]))
            watcher.viewer = viewer
        self.shown |= fresh
        self.published = self.n
        return outgoing


def changed(before: TableView, after: TableView) -> dict[str, object]:
    """The fields of a table that are not as they were."""
    earlier: dict[str, object] = {**before}
    return {name: value for name, value in after.items() if value != earlier[name]}
