"""What may be asked of a contest. Its stream and the command's own id travel beside these.

What directors may do is in acts.py. A table is named by its tour and its number, both from 1.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, get_args

from lobby.contest.acts import Acts, Step
from lobby.contest.plan import Plan


@dataclass(frozen=True, slots=True)
class Create:
    """A new contest; who creates it is its first director."""

    what: ClassVar[str] = "create"
    plan: Plan


@dataclass(frozen=True, slots=True)
class Register:
    """Enter, until registration is closed; later where the plan allows it (§T6.6)."""

    what: ClassVar[str] = "register"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Play no more; not while one's own table plays (§T6.5)."""

    what: ClassVar[str] = "withdraw"


@dataclass(frozen=True, slots=True)
class Here:
    """Come to the tour that is called."""

    what: ClassVar[str] = "here"
    tour: int


@dataclass(frozen=True, slots=True)
class Sign:
    """Confirm the settled pulya of one's table."""

    what: ClassVar[str] = "sign"
    tour: int
    table: int


@dataclass(frozen=True, slots=True)
class CallDirector:
    """Ask for a director, until the pulya of one's table is posted (§T8.3)."""

    what: ClassVar[str] = "call_director"
    tour: int
    table: int
    about: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The contest's own: the step that due.py names. Nobody can send it."""

    what: ClassVar[str] = "time_up"
    step: Step
    tour: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class Post:
    """The server's own: the pulya of a table is settled; whists in the order of the numbers.

    `rulings`: so many annulments and adjustments are in it. `n` and `chain`: the last entry of the
    table's log and its link, in hex.
    """

    what: ClassVar[str] = "post"
    tour: int
    table: int
    whists: list[str]
    deals: int
    rulings: int = 0
    n: int = 0
    chain: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """The server's own: a director had looked at all hands of a deal that is over now."""

    what: ClassVar[str] = "looked"
    tour: int
    table: int
    deal: int
    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class Credit:
    """The server's own: it was down since this time (milliseconds)."""

    what: ClassVar[str] = "credit"
    since: int


Sendable: TypeAlias = Create | Register | Withdraw | Here | Sign | CallDirector | Acts
Command: TypeAlias = Sendable | TimeUp | Post | Looked | Credit
SENDABLE: dict[str, type[Any]] = {command.what: command for command in get_args(Sendable)}
