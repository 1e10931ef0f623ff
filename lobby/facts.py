"""What happens at a table: the events that its log keeps. People are opaque ids."""

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from game.view import Result


@dataclass(frozen=True, slots=True)
class Opened:
    what: ClassVar[str] = "opened"
    rules: str
    players: int
    deals: int
    changed: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Joined:
    what: ClassVar[str] = "joined"
    person: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Left:
    what: ClassVar[str] = "left"
    person: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """The numbers drawn, by person (§1.6)."""

    what: ClassVar[str] = "drawn"
    numbers: dict[str, int]


@dataclass(frozen=True, slots=True)
class Seated:
    """The chairs, by person, and who deals first, by lot (§1.6)."""

    what: ClassVar[str] = "seated"
    seats: dict[str, str]
    dealer: str


@dataclass(frozen=True, slots=True)
class DealOpened:
    """A deal runs from here (§1.8). Hands as `cards.hand_text`, of first, second, third hand.

    `secret` stays in the log until the deal is over; `commitment` is shown at once. `version` is
    that of the rules, game.preferans.deal.VERSION.
    """

    what: ClassVar[str] = "deal_opened"
    number: int
    dealer: str
    streak: int
    hands: list[str]
    talon: list[str]
    secret: str
    commitment: str
    version: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Answers of one seat to consecutive questions, all of them legal."""

    what: ClassVar[str] = "answered"
    seat: str
    words: list[str]


@dataclass(frozen=True, slots=True)
class Claimed:
    """An end that was proposed during trick `trick` (from 0) and comes to `tricks`.

    It waits for the seats `waiting`, who may see `cards` where the claimer's are shown (§5.9).
    """

    what: ClassVar[str] = "claimed"
    seat: str
    end: str
    trick: int
    tricks: dict[str, int]
    waiting: list[str]
    cards: list[str] | None


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """Agreed by all who must, the deal ends; refused by one, it goes on (§5.9)."""

    what: ClassVar[str] = "claim_answered"
    seat: str
    word: str


@dataclass(frozen=True, slots=True)
class DealClosed:
    """The score as a fact: what is past is never computed again."""

    what: ClassVar[str] = "deal_closed"
    number: int
    result: Result


@dataclass(frozen=True, slots=True)
class GotReady:
    what: ClassVar[str] = "got_ready"
    person: str


Fact: TypeAlias = (
    Opened
    | Joined
    | Left
    | Drawn
    | Seated
    | DealOpened
    | Answered
    | Claimed
    | ClaimAnswered
    | DealClosed
    | GotReady
)
FACTS: tuple[type[Fact], ...] = (
    Opened,
    Joined,
    Left,
    Drawn,
    Seated,
    DealOpened,
    Answered,
    Claimed,
    ClaimAnswered,
    DealClosed,
    GotReady,
)
