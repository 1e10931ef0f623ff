"""What happens at a table: the events that its log keeps. People are opaque ids."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from game.view import Result


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal that was brought along: hands and talon as in `DealOpened`."""

    dealer: str
    streak: int
    hands: list[str]
    talon: list[str]


@dataclass(frozen=True, slots=True)
class Opened:
    """See commands.Open; `deals` is the most there can be.

    At a table for practice `dealt` has the deals in their order, which are not shuffled. At the
    table of a `contest` (its stream) the last circle is announced from outside. `watching` is one
    of audience.WATCHING; with `delay` spectators see a deal when it is over.
    """

    what: ClassVar[str] = "opened"
    rules: str
    players: int
    deals: int
    changed: dict[str, Any]
    minutes: int = 0
    pace: str = ""
    absent: str = "bot"
    listed: bool = True
    dealt: list[Dealt] = field(default_factory=list)
    contest: str = ""
    watching: str = "table"
    delay: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    what: ClassVar[str] = "joined"
    person: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Left:
    """`kicked`: he was sent away and may not come back."""

    what: ClassVar[str] = "left"
    person: str
    kicked: bool = False


@dataclass(frozen=True, slots=True)
class Confirmed:
    what: ClassVar[str] = "confirmed"
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

    `secret` stays in the log until the deal is over; `commitment` is shown at once; a deal that was
    brought along has neither. `version` is that of the rules, game.preferans.deal.VERSION.
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
    """Answers of one seat to consecutive questions, all of them legal.

    `by` is the player himself, the bot that stands in for him, or the clock.
    """

    what: ClassVar[str] = "answered"
    seat: str
    words: list[str]
    by: Literal["player", "bot", "clock"] = "player"


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
    banks: dict[str, list[int]] = field(default_factory=dict)
    """Thinking and connection bank that are left, in milliseconds, by seat."""


@dataclass(frozen=True, slots=True)
class GotReady:
    what: ClassVar[str] = "got_ready"
    person: str


@dataclass(frozen=True, slots=True)
class Renewed:
    """Another pulya begins with the same people."""

    what: ClassVar[str] = "renewed"


@dataclass(frozen=True, slots=True)
class LastCircleAnnounced:
    """§9.2: the pulya ends after deal number `deals`."""

    what: ClassVar[str] = "last_circle_announced"
    deals: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """A wish (commands.Propose) that waits for the people `waiting`."""

    what: ClassVar[str] = "proposed"
    person: str
    wish: str
    waiting: list[str]
    answers: int = 0
    """How many answers stay when an undo is agreed to."""
    absent: str = ""
    """For whom a bot is to stand in."""


@dataclass(frozen=True, slots=True)
class Voted:
    what: ClassVar[str] = "voted"
    person: str
    word: str


@dataclass(frozen=True, slots=True)
class Resumed:
    what: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class CameBack:
    """A player takes his cards back from the bot or the waiting table."""

    what: ClassVar[str] = "came_back"
    person: str


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """Connection `number` of a person is there, or lost; an older number means nothing."""

    what: ClassVar[str] = "presence_changed"
    person: str
    number: int
    here: bool


@dataclass(frozen=True, slots=True)
class Credited:
    """The server was down since this time: nobody's clock ran."""

    what: ClassVar[str] = "credited"
    since: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """`into` sits in the place of `out`, with his number, his chair and his time."""

    what: ClassVar[str] = "replaced"
    out: str
    into: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The contest wants no other deal; `cut`: the running one is broken off."""

    what: ClassVar[str] = "ended"
    cut: bool


@dataclass(frozen=True, slots=True)
class Held:
    """Play and clocks stand still, or go on."""

    what: ClassVar[str] = "held"
    held: bool


@dataclass(frozen=True, slots=True)
class Annulled:
    """Nothing of deal `number` counts; with `replay` one more is dealt.

    `banks` as in `DealClosed`, where the deal was running.
    """

    what: ClassVar[str] = "annulled"
    number: int
    replay: bool
    why: str
    banks: dict[str, list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Written by a director once `after` deals were written down; nought is not written."""

    what: ClassVar[str] = "adjusted"
    after: int
    seat: str
    pool: int
    mountain: int
    on: str | None
    whists: int
    why: str


@dataclass(frozen=True, slots=True)
class WatchingSet:
    """What spectators may see: less at once, more from the next deal on."""

    what: ClassVar[str] = "watching_set"
    watching: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A spectator chose the hand of `seat`, or the open table ("")."""

    what: ClassVar[str] = "watched"
    person: str
    seat: str


@dataclass(frozen=True, slots=True)
class Unwatched:
    what: ClassVar[str] = "unwatched"
    person: str


@dataclass(frozen=True, slots=True)
class Dismissed:
    """He may not watch this table any more."""

    what: ClassVar[str] = "dismissed"
    person: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A director looks at all hands of the running deal; not told before it is over."""

    what: ClassVar[str] = "looked"
    person: str
    deal: int
    why: str


FromOutside: TypeAlias = (
    Replaced
    | Ended
    | Held
    | Annulled
    | Adjusted
    | WatchingSet
    | Watched
    | Unwatched
    | Dismissed
    | Looked
)
"""What comes from the contest, its directors and spectators."""
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
    | Confirmed
    | Renewed
    | LastCircleAnnounced
    | Proposed
    | Voted
    | Resumed
    | CameBack
    | PresenceChanged
    | Credited
    | FromOutside
)
FACTS: tuple[type[Fact], ...] = get_args(Fact)
