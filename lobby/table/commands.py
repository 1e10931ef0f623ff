"""What a person may ask of a table. `stream` and the command's own id travel beside these."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias, get_args


@dataclass(frozen=True, slots=True)
class Open:
    """A new table: a convention, fields of it that this table overrides, three or four chairs.

    The pulya ends after `deals`, or with the last circle (§9.1) when it has lasted `minutes`.
    `pace` is one of timing.PACES, empty without clocks; `absent` is what follows three time-outs in
    a row, timing.ABSENT. With `bots` the free chairs are filled at once; only a `listed` table is
    shown to everybody.
    """

    what: ClassVar[str] = "open"
    rules: str
    players: int
    deals: int
    minutes: int = 0
    pace: str = ""
    absent: str = "bot"
    listed: bool = True
    bots: bool = False
    changed: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Practise:
    """A new table, not listed, at which deals are played that somebody brings along.

    `text` has them in the notation or as JSON (docs/deals.md); what they were played like does not
    count. With `bots` the player may choose his chair at once.
    """

    what: ClassVar[str] = "practise"
    text: str
    bots: bool = True


@dataclass(frozen=True, slots=True)
class Join:
    """Take part, as long as there is a free chair."""

    what: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class Leave:
    """Take part no more; only before the seating."""

    what: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Fill:
    """Put bots into the free chairs."""

    what: ClassVar[str] = "fill"


@dataclass(frozen=True, slots=True)
class Kick:
    """Who opened the table sends somebody away before the seating."""

    what: ClassVar[str] = "kick"
    person: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """Here and ready to begin: asked of all people when every chair is taken."""

    what: ClassVar[str] = "confirm"


@dataclass(frozen=True, slots=True)
class Choose:
    """Number 1 chooses his chair (§1.6)."""

    what: ClassVar[str] = "choose"
    seat: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers to the question `ask` of deal `deal` and to the ones that follow it at this seat."""

    what: ClassVar[str] = "answer"
    deal: int
    ask: int
    words: list[str]


@dataclass(frozen=True, slots=True)
class Claim:
    """Propose an end (§5.8), while the question `ask` waits."""

    what: ClassVar[str] = "claim"
    deal: int
    ask: int
    end: str


@dataclass(frozen=True, slots=True)
class Respond:
    """`yes` or `no` to the claim that `claimer` made at the question `ask` (§5.9)."""

    what: ClassVar[str] = "respond"
    deal: int
    ask: int
    claimer: str
    word: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the deal after `deal`."""

    what: ClassVar[str] = "ready"
    deal: int


@dataclass(frozen=True, slots=True)
class Again:
    """Another pulya with the same people, who draw and sit down anew when all want it."""

    what: ClassVar[str] = "again"


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask the others to agree.

    To a `pause`; to take back one's own last answer (`undo`); to let a bot stand in for whoever is
    waited for and is away (`stand_in`).
    """

    what: ClassVar[str] = "propose"
    wish: str


@dataclass(frozen=True, slots=True)
class Vote:
    """`yes` or `no` to what was proposed."""

    what: ClassVar[str] = "vote"
    word: str


@dataclass(frozen=True, slots=True)
class Resume:
    """End the pause."""

    what: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Return:
    """Take the cards back from the bot that stands in."""

    what: ClassVar[str] = "return"


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch without playing, behind the hand of `seat` from the next deal on; "" the open table."""

    what: ClassVar[str] = "watch"
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Unwatch:
    """Watch no more."""

    what: ClassVar[str] = "unwatch"


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Send a spectator away: any player may; also the director, by the contest."""

    what: ClassVar[str] = "dismiss"
    person: str


@dataclass(frozen=True, slots=True)
class Look:
    """A director of the contest looks at all hands of the running deal; the players hear it after.

    The server lets nobody else send it.
    """

    what: ClassVar[str] = "look"
    why: str


@dataclass(frozen=True, slots=True)
class Seat:
    """The contest's own: open the table for these people, number 1 first (§T1.4, §T1.5).

    The pulya ends after `deals`, or with the last circle, which the contest announces. `watching`
    is one of audience.WATCHING; with `delay` spectators see a deal when it is over.
    """

    what: ClassVar[str] = "seat"
    contest: str
    players: list[str]
    bots: list[str]
    rules: str
    changed: dict[str, Any]
    pace: str
    deals: int
    watching: str
    delay: bool


@dataclass(frozen=True, slots=True)
class Replace:
    """The contest's own: `into` sits in the place of `out` from now on (§T6.5)."""

    what: ClassVar[str] = "replace"
    out: str
    into: str
    bot: bool


@dataclass(frozen=True, slots=True)
class End:
    """The contest's own: no other deal is opened; with `cut` the running one is broken off."""

    what: ClassVar[str] = "end"
    cut: bool


@dataclass(frozen=True, slots=True)
class Hold:
    """The contest's own: play and clocks stand still, or go on."""

    what: ClassVar[str] = "hold"
    held: bool


@dataclass(frozen=True, slots=True)
class Annul:
    """The contest's own: nothing of this deal counts; with `replay` one more is dealt."""

    what: ClassVar[str] = "annul"
    deal: int
    replay: bool
    why: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """The contest's own: write to pool and mountain of number `number`, his whists on `on`."""

    what: ClassVar[str] = "adjust"
    number: int
    pool: int
    mountain: int
    on: int
    whists: int
    why: str


@dataclass(frozen=True, slots=True)
class Watchable:
    """The contest's own: what spectators may see from the next deal on."""

    what: ClassVar[str] = "watchable"
    watching: str


@dataclass(frozen=True, slots=True)
class Close:
    """The table's own: write down the deal that is over. Nobody can send it."""

    what: ClassVar[str] = "close"
    deal: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The table's own: the time is over for whatever the table waits for."""

    what: ClassVar[str] = "time_up"


@dataclass(frozen=True, slots=True)
class LastCircle:
    """The table's own, or its contest's: announce the last circle (§9.1)."""

    what: ClassVar[str] = "last_circle"


@dataclass(frozen=True, slots=True)
class StandIn:
    """The table's own: a bot does this for a player who is not there."""

    what: ClassVar[str] = "stand_in"
    person: str
    command: Answer | Respond | Ready


@dataclass(frozen=True, slots=True)
class Presence:
    """The server's own: connection `number` of this person is there, or lost."""

    what: ClassVar[str] = "presence"
    number: int
    here: bool


@dataclass(frozen=True, slots=True)
class Credit:
    """The server's own: it was down since this time (milliseconds); nobody's clock ran."""

    what: ClassVar[str] = "credit"
    since: int


Sendable: TypeAlias = (
    Open
    | Practise
    | Join
    | Leave
    | Fill
    | Kick
    | Confirm
    | Choose
    | Answer
    | Claim
    | Respond
    | Ready
    | Again
    | Propose
    | Vote
    | Resume
    | Return
    | Watch
    | Unwatch
    | Dismiss
    | Look
)
OfContest: TypeAlias = (
    LastCircle | Replace | End | Hold | Annul | Adjust | Dismiss | Watchable | Seat
)
"""What a contest tells its table (lobby/contest/effects.py)."""
Command: TypeAlias = Sendable | OfContest | Close | TimeUp | StandIn | Presence | Credit
SENDABLE: dict[str, type[Sendable]] = {command.what: command for command in get_args(Sendable)}
