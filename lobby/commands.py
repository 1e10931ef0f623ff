"""What a person may ask of a table. `stream` and the command's own id travel beside these."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class Open:
    """A new table: a convention, fields of it that this table overrides, three or four chairs.

    With `bots` the free chairs are filled at once.
    """

    what: ClassVar[str] = "open"
    rules: str
    players: int
    deals: int
    changed: dict[str, Any] = field(default_factory=dict)
    bots: bool = False


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
    """`yes` or `no` to the claim made at the question `ask` (§5.9)."""

    what: ClassVar[str] = "respond"
    deal: int
    ask: int
    word: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the deal after `deal`."""

    what: ClassVar[str] = "ready"
    deal: int


@dataclass(frozen=True, slots=True)
class Close:
    """The table's own: write down the deal that is over. Nobody can send it."""

    what: ClassVar[str] = "close"
    deal: int


Command: TypeAlias = Open | Join | Leave | Fill | Choose | Answer | Claim | Respond | Ready | Close
SENDABLE: dict[str, type[Command]] = {
    command.what: command
    for command in (Open, Join, Leave, Fill, Choose, Answer, Claim, Respond, Ready)
}
