"""A contest as this node knows it. All who watch it see the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from lobby.contest.commands import Command, Credit
from lobby.contest.contest import Contest, is_bot
from lobby.contest.decisions import decide
from lobby.contest.effects import effects
from lobby.contest.evolving import created, evolve, seal
from lobby.contest.facts import FACTS, Created, Fact
from lobby.contest.seen import contest_seen
from lobby.contest.views import ContestView
from server.differences import differences
from server.entries import Vocabulary, vocabulary
from server.messages import ChangedMessage, ContestMessage, ProgressView
from server.replica import Replica
from server.store.log import Entry, Head

NAMED = ("person", "into", "out", "on")
"""The fields of acts that name somebody: also one who has gone since has a name in the log."""


@dataclass(slots=True)
class ContestReplica(Replica):
    """A contest, and beside it how far its tables are."""

    contest: Contest | None = None
    progress: dict[str, ProgressView] = field(default_factory=dict)
    """By stream of a table; not in the log, for the tables have it in theirs."""
    marks: dict[str, int] = field(default_factory=dict)
    """Of no-shows at other contests, by entrant; kept beside the log, as they expire."""
    shown: ContestMessage | None = None
    """As the watchers have it by now."""
    folded: tuple[int, ContestView] | None = None
    """The contest's view after an entry: its tables come on more often than it changes."""
    shown_at: float = 0
    """When it was, by the loop's clock."""
    news: dict[str, str] = field(default_factory=dict)
    """Names that the watchers do not have yet."""
    waiting: bool = False
    """It is going to be shown in a moment."""

    vocabulary: ClassVar[Vocabulary] = vocabulary(FACTS)

    @property
    def created(self) -> Contest:
        """The contest of a stream that has an entry."""
        assert self.contest is not None
        return self.contest

    @property
    def loaded(self) -> bool:
        return self.contest is not None

    @property
    def open(self) -> bool:
        return not self.created.ended

    @property
    def head(self) -> Head:
        return Head(open=self.open, due=self.open or bool(effects(self.created)))

    @property
    def timed(self) -> bool:
        return not self.created.ended

    def credit(self, since: int) -> Credit:
        return Credit(since)

    @property
    def people(self) -> set[str]:
        contest = self.created
        known = {entrant.person for entrant in contest.entrants} | {*contest.directors}
        known |= {deed.by for deed in contest.deeds} | {look.person for _, look in contest.looks}
        known |= {call.person for call in contest.calls if call.person}
        for deed in contest.deeds:
            known |= {deed.detail[name] for name in NAMED if deed.detail.get(name)}
        for tour in contest.tours:
            for table in tour.tables:
                known.update(table.players)
        return {person for person in known if not is_bot(person)}

    def newcomers(self, facts: Sequence[Fact]) -> Iterable[str]:
        for fact in facts:
            for name in ("person", "director", "by", "into"):
                person = getattr(fact, name, "")
                if isinstance(person, str) and person and not is_bot(person):
                    yield person

    def decide(
        self, who: str, command: Command, _chance: bytes, now: int, chief: bool
    ) -> list[Fact]:
        return decide(self.created, who, command, now, chief)

    def forget(self) -> None:
        Replica.forget(self)
        self.contest = self.folded = None

    def fold(self, facts: Sequence[Fact], at: int) -> None:
        self.at = at
        for fact in facts:
            if isinstance(fact, Created) and self.contest is None:
                self.contest = created(fact)
            else:
                evolve(self.created, fact, at)

    def took(self, entry: Entry, chain: bytes = b"") -> None:
        Replica.took(self, entry, chain)
        seal(self.created, self.n, self.chain.hex())

    def seen(self) -> ContestMessage:
        """All that a page shows of it."""
        if self.folded is None or self.folded[0] != self.n:
            self.folded = self.n, contest_seen(self.created)
        return {
            "contest": self.folded[1],
            "progress": {**self.progress},
            "marks": {**self.marks},
        }

    def watch(self, socket: str, person: str) -> ContestMessage:
        """From now on this socket hears what changes; the others know all of it already."""
        if not self.watchers:
            self.shown, self.published, self.news = self.seen(), self.n, {}
        self.watchers[socket] = person
        assert self.shown is not None
        return self.shown

    def changes(self) -> ChangedMessage | None:
        """What the watchers do not have yet, once; None if that is nothing, or nobody watches."""
        if not self.watchers:
            return None
        before, after = self.shown, self.seen()
        changes: list[list[Any]] = differences(before, after)
        if not changes and not self.news and self.published == self.n:
            return None
        message: ChangedMessage = {
            "stream": self.stream,
            "after": self.published,
            "n": self.n,
            "changes": changes,
        }
        if self.news:
            message["names"], self.news = self.news, {}
        self.shown, self.published = after, self.n
        return message
