"""A stream as this node knows it: folded from the log, and who watches it here.

What is kept of a table and of a contest is in table_replica.py and contest_replica.py.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec

from game.script import Event
from server.entries import Body, Vocabulary, unpacked
from server.store.chain import START, link
from server.store.log import Entry, Head

Send = Callable[[Iterable[str], str, Any], None]
"""Takes sockets, the name of a message, the message."""


@dataclass(slots=True)
class Replica(ABC):
    """`n` is the last entry taken in; `commands` are the entries by command."""

    stream: str
    n: int = 0
    at: int = 0
    """When the last entry was written, in milliseconds."""
    commands: dict[str, int] = field(default_factory=dict)
    drifted: bool = False
    """The rules ask or score otherwise than when the log was written: nothing may be added."""
    watchers: dict[str, str] = field(default_factory=dict)
    """The person at each socket that watches."""
    chain: bytes = START
    """The link of the last entry."""
    own: bool = False
    """The last entry was written by this node, which then goes first with what follows from it."""
    published: int = 0
    """The last entry that the watchers have."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    vocabulary: ClassVar[Vocabulary]

    @property
    @abstractmethod
    def loaded(self) -> bool:
        """Whether the state is known."""

    @property
    @abstractmethod
    def open(self) -> bool:
        """Whether something may still happen here."""

    @property
    @abstractmethod
    def head(self) -> Head:
        """Whether something may still happen here, and whether it has to happen by itself."""

    @property
    @abstractmethod
    def timed(self) -> bool:
        """Whether a clock runs here, so that downtime is to be credited."""

    @abstractmethod
    def credit(self, since: int) -> Any:
        """The command that says that the server was down since this time (milliseconds)."""

    @property
    @abstractmethod
    def people(self) -> Iterable[str]:
        """Whose names its pages need."""

    @abstractmethod
    def newcomers(self, facts: Sequence[Any]) -> Iterable[str]:
        """Whose names these facts make news."""

    @abstractmethod
    def decide(self, who: str, command: Any, chance: bytes, now: int, chief: bool) -> list[Any]:
        """The facts that a command comes to. Raises `Refused`."""

    @abstractmethod
    def fold(self, facts: Sequence[Any], at: int) -> None:
        """Take in facts that were written at this time (milliseconds)."""

    def told(self) -> list[Event]:
        """What the play of the running deal has told since the last call."""
        return []

    @property
    def idle(self) -> bool:
        """Nobody watches or uses it."""
        return not self.watchers and not self.lock.locked() and self.loaded

    def forget(self) -> None:
        """Nothing is known but who watches, and what they have."""
        self.n, self.drifted, self.chain = 0, False, START
        self.commands.clear()

    def took(self, entry: Entry, chain: bytes = b"") -> None:
        """`chain` is the link after the entry, where it is known."""
        self.n, self.chain = entry.n, chain or link(self.chain, entry)
        self.commands[entry.command] = entry.n

    def load(self, entries: Sequence[Entry]) -> None:
        """Take in entries of the log."""
        for entry in entries:
            body = self.read(entry)
            if body is None:
                return
            self.take(entry, body)

    def read(self, entry: Entry) -> Body | None:
        """What an entry holds; None of a stopped stream, and if this server cannot read it."""
        try:
            return None if self.drifted else unpacked(entry.body, self.vocabulary)
        except msgspec.MsgspecError:  # written by a newer server
            self.drifted = True
            return None

    def take(self, entry: Entry, body: Body) -> list[Event]:
        """Fold an entry of the log; what the play tells."""
        self.fold(body.facts, entry.at)
        self.took(entry)
        return self.told()

    def unwatch(self, socket: str) -> None:
        """This socket hears no more."""
        self.watchers.pop(socket, None)
