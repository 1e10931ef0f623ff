"""The kernel: a deal is a script that asks, tells, and may be ended by agreement.

The rules of a game are a generator that yields an `Ask` and gets the choice sent back; facts are
told through a callback. `Play` wraps it, and nobody else ever sees a generator:

    play.ask                 who is asked what, and every legal answer; None when all is over
    play.answer(seat, word)  one of the asked options, or `Refused` and nothing has happened
    play.finish(word)        an end that all concerned agreed on, as the game words it
    play.news()              the events since the last call
    play.result              what the script returned

A secret is secret where it is made: an event carries `Secret` values, and `Event.seen_by(viewer)`
is the only way from an event to what a person gets.

Editing rules: nothing in here knows any game. A script never catches what it is not sent, never
looks at a clock and never draws by chance.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, NewType, TypeAlias, TypeVar

Seat = NewType("Seat", str)
Viewer: TypeAlias = frozenset[Seat]
"""Whose cards a person may look at: a player is his own seat, the public is nobody."""
PUBLIC: Viewer = frozenset()

Wire: TypeAlias = str | int | list[Any] | dict[str, Any] | None
"""What travels: values that JSON and MessagePack know."""


class Refused(Exception):
    """What a person asked for is against the rules: a code, its parameters, the paragraph."""

    def __init__(self, code: str, rule: str = "", **detail: Wire) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Secret:
    """`value` for viewers who look from one of the seats `of`, `back` for all others."""

    of: frozenset[Seat]
    value: Wire
    back: Wire = None


@dataclass(frozen=True, slots=True)
class Event:
    """A fact. Subclasses are frozen dataclasses whose fields are `Wire` or `Secret`."""

    name: ClassVar[str] = ""
    __match_args__: ClassVar[tuple[str, ...]]
    """The names of the fields."""

    def seen_by(self, viewer: Viewer) -> dict[str, Wire]:
        """The event as this viewer may have it: `{"event": name, field: value …}`."""
        seen: dict[str, Wire] = {"event": self.name}
        for name in self.__match_args__:
            value = getattr(self, name)
            if isinstance(value, Secret):
                value = value.value if value.of & viewer else value.back
            seen[name] = value
        return seen

    @property
    def secrets(self) -> list[Secret]:
        """Those who may see the same of these see the same event."""
        values = (getattr(self, name) for name in self.__match_args__)
        return [value for value in values if isinstance(value, Secret)]

    def whole(self) -> dict[str, Wire]:
        """The event with every secret open: for the log, never for the wire."""
        told: dict[str, Wire] = {"event": self.name}
        for name in self.__match_args__:
            value = getattr(self, name)
            told[name] = value.value if isinstance(value, Secret) else value
        return told


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: who decides, about what, every legal answer, and what silence means.

    `hand` is the seat whose cards are played where that is not the one who decides; `rule` is
    the paragraph of docs/rules that says so; `forbids` tells the one by which a choice is no
    option, where that is another.
    """

    seat: Seat
    what: str
    options: tuple[str, ...]
    otherwise: str
    rule: str
    hand: Seat | None = None
    forbids: Callable[[str], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """An `Ask` as it travels: that somebody is asked is public, what he may answer is not.

    The number of options would tell the length of a suit. `number` counts the answers of the
    deal before this question: a command names the question that it answers.
    """

    name: ClassVar[str] = "asked"
    number: int
    seat: Seat
    what: str
    options: Annotated[Secret, list[str] | None]
    rule: str
    hand: Seat | None


def asked(ask: Ask, number: int) -> Asked:
    """The question as an event."""
    options = Secret(frozenset((ask.seat,)), [*ask.options])
    return Asked(number, ask.seat, ask.what, options, ask.rule, ask.hand)


Tell: TypeAlias = Callable[[Event], None]
ResultT = TypeVar("ResultT")
Script: TypeAlias = Generator[Ask, str, ResultT]
"""Yields questions; gets back the chosen option or, where the game allows it, an agreed end."""


class Play(Generic[ResultT]):
    """A running script.

    `start` gets the callback for events and returns the script; `admit` raises `Refused` unless
    the game can be ended with these words at the present question.
    """

    def __init__(
        self, start: Callable[[Tell], Script[ResultT]], admit: Callable[[Ask, str], None]
    ) -> None:
        self._told: list[Event] = []
        self._admit = admit
        self._script = start(self._told.append)
        self.ask: Ask | None = None
        self.number = -1
        """How many answers have been taken."""
        self.result: ResultT | None = None
        self._step(lambda: next(self._script))

    def _step(self, advance: Callable[[], Ask]) -> None:
        try:
            self.number += 1
            self.ask = advance()
        except StopIteration as stop:
            self.ask = None
            self.result = stop.value
        else:
            self._told.append(asked(self.ask, self.number))

    def question(self, seat: Seat) -> Ask:
        """The question, if it is this seat's. Raises `Refused`: deal_over, not_your_turn."""
        if self.ask is None:
            raise Refused("deal_over")
        if seat != self.ask.seat:
            raise Refused("not_your_turn", self.ask.rule, seat=self.ask.seat)
        return self.ask

    def check(self, seat: Seat, choice: str) -> None:
        """Raises `Refused` (deal_over, not_your_turn, not_an_option) as `answer` would."""
        ask = self.question(seat)
        if choice not in ask.options:
            rule = ask.forbids(choice) if ask.forbids else ask.rule
            raise Refused("not_an_option", rule, what=ask.what, choice=choice)

    def answer(self, seat: Seat, choice: str) -> None:
        """Take the answer and go on to the next question.

        Raises `Refused` (deal_over, not_your_turn, not_an_option), having changed nothing.
        """
        self.check(seat, choice)
        self._step(lambda: self._script.send(choice))

    def finish(self, end: str) -> None:
        """End the play as agreed. Raises `Refused` as `admit` does, having changed nothing."""
        if self.ask is None:
            raise Refused("deal_over")
        self._admit(self.ask, end)
        self._step(lambda: self._script.send(end))

    def news(self) -> list[Event]:
        """The events since the last call."""
        told = self._told[:]
        self._told.clear()
        return told
