"""What a director may do to a contest.

Every act says `why`, and `after`: how many acts of directors he has seen (the number of `Acted`
facts). If another has acted meanwhile, or the same click comes twice, it is refused (others_acted)
and nothing has happened. A table is named by its tour and its number, both from 1.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

Step: TypeAlias = Literal[
    "close", "draw", "call", "open", "last_circle", "silence", "over", "finish"
]
"""What the schedule brings about: see due.py."""


@dataclass(frozen=True, slots=True)
class Act:
    """What every act of a director says; see above."""

    why: str
    after: int


@dataclass(frozen=True, slots=True)
class AddDirector(Act):
    what: ClassVar[str] = "add_director"
    person: str


@dataclass(frozen=True, slots=True)
class RemoveDirector(Act):
    """Not the last one."""

    what: ClassVar[str] = "remove_director"
    person: str


@dataclass(frozen=True, slots=True)
class Add(Act):
    """Enter somebody, or a bot, or one who had withdrawn (§T6.6)."""

    what: ClassVar[str] = "add"
    person: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Remove(Act):
    """Withdraw somebody; not while he sits at a table that plays."""

    what: ClassVar[str] = "remove"
    person: str


@dataclass(frozen=True, slots=True)
class Start(Act):
    """Let the step that comes next happen now: close, draw, call or open (of this tour)."""

    what: ClassVar[str] = "start"
    step: Step
    tour: int = 0


@dataclass(frozen=True, slots=True)
class Pause(Act):
    """Nothing happens by itself until the end of the pause."""

    what: ClassVar[str] = "pause"


@dataclass(frozen=True, slots=True)
class Resume(Act):
    """All that is to come moves by the length of the pause."""

    what: ClassVar[str] = "resume"


@dataclass(frozen=True, slots=True)
class Shift(Act):
    """All that is planned and has not begun moves by so many seconds; earlier with a minus."""

    what: ClassVar[str] = "shift"
    seconds: int


@dataclass(frozen=True, slots=True)
class Extend(Act):
    """The running tour ends later by so many seconds, at one table or at all (`table` 0)."""

    what: ClassVar[str] = "extend"
    tour: int
    seconds: int
    table: int = 0


@dataclass(frozen=True, slots=True)
class LastCircleNow(Act):
    """Announce the last circle before its time, at one table or at all (`table` 0)."""

    what: ClassVar[str] = "last_circle_now"
    tour: int
    table: int = 0


@dataclass(frozen=True, slots=True)
class LastCircleBefore(Act):
    """Announce it so many seconds before the end, at one table or at all (`table` 0)."""

    what: ClassVar[str] = "last_circle_before"
    tour: int
    seconds: int
    table: int = 0


@dataclass(frozen=True, slots=True)
class KeepApart(Act):
    """Only these pairs of entrants do not meet in the tours that are called from now on (§T5.6)."""

    what: ClassVar[str] = "keep_apart"
    pairs: list[list[str]]


@dataclass(frozen=True, slots=True)
class Reseat(Act):
    """Seat the called tour otherwise (§T5.7): tables of entrants, number 1 first at each."""

    what: ClassVar[str] = "reseat"
    tour: int
    tables: list[list[str]]


@dataclass(frozen=True, slots=True)
class Attend(Act):
    """Answer call number `call` (from 1); what is said to it is `why` (§T8.4)."""

    what: ClassVar[str] = "attend"
    call: int


@dataclass(frozen=True, slots=True)
class HoldTable(Act):
    """Stop the clocks and the play of one table, or let it go on (§T7.6)."""

    what: ClassVar[str] = "hold_table"
    tour: int
    table: int
    held: bool = True


@dataclass(frozen=True, slots=True)
class Annul(Act):
    """Nothing of this deal counts, running or written down; with `replay` one more is dealt."""

    what: ClassVar[str] = "annul"
    tour: int
    table: int
    deal: int
    replay: bool


@dataclass(frozen=True, slots=True)
class Adjust(Act):
    """Write to the pool or mountain of an entrant at a table that plays, or his whists on another.

    All are points of the pulya, a minus takes off.
    """

    what: ClassVar[str] = "adjust"
    tour: int
    table: int
    person: str
    pool: int = 0
    mountain: int = 0
    on: str = ""
    whists: int = 0


@dataclass(frozen=True, slots=True)
class Dismiss(Act):
    """Send a spectator away from a table; he may not come back (§T10.3)."""

    what: ClassVar[str] = "dismiss"
    tour: int
    table: int
    person: str


@dataclass(frozen=True, slots=True)
class Watchable(Act):
    """What spectators may see (audience.WATCHING, §T10.5), at one table or at all (`table` 0)."""

    what: ClassVar[str] = "watchable"
    watching: str
    tour: int
    table: int = 0


@dataclass(frozen=True, slots=True)
class EndTour(Act):
    """No table opens another deal in this tour; what is written is settled."""

    what: ClassVar[str] = "end_tour"
    tour: int


@dataclass(frozen=True, slots=True)
class Substitute(Act):
    """`into` plays on for the entrant `out`; a bot of the server for `bot`, `out` himself again."""

    what: ClassVar[str] = "substitute"
    tour: int
    table: int
    out: str
    into: str = ""
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Give(Act):
    """Post the director's own result: whists in the order of the numbers, as "-40/3" or "20"."""

    what: ClassVar[str] = "give"
    tour: int
    table: int
    whists: list[str]


@dataclass(frozen=True, slots=True)
class Correct(Act):
    """Correct a posted pulya, within the limit (§T6.7); whists as in `Give`."""

    what: ClassVar[str] = "correct"
    tour: int
    table: int
    whists: list[str]


@dataclass(frozen=True, slots=True)
class Penalise(Act):
    """Take points or whists off a player of this tour (minus), or give him some (§T2.9).

    In a final only whists.
    """

    what: ClassVar[str] = "penalise"
    tour: int
    person: str
    points: str = "0"
    whists: str = "0"


@dataclass(frozen=True, slots=True)
class Freeze(Act):
    """What is posted is neither corrected nor penalised any more; or it is again."""

    what: ClassVar[str] = "freeze"
    frozen: bool = True


@dataclass(frozen=True, slots=True)
class Announce(Act):
    """Tell everybody and all tables."""

    what: ClassVar[str] = "announce"
    text: str


@dataclass(frozen=True, slots=True)
class End(Act):
    """After a tour: there is no further one; said again, the standings are final (§T9.10).

    Or call the contest off at any time.
    """

    what: ClassVar[str] = "end"
    called_off: bool = False


Acts: TypeAlias = (
    AddDirector
    | RemoveDirector
    | Add
    | Remove
    | Start
    | Pause
    | Resume
    | Shift
    | Extend
    | LastCircleNow
    | LastCircleBefore
    | KeepApart
    | Reseat
    | Attend
    | HoldTable
    | Annul
    | Adjust
    | Dismiss
    | Watchable
    | EndTour
    | Substitute
    | Give
    | Correct
    | Penalise
    | Freeze
    | Announce
    | End
)
