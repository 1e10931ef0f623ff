"""What happens in a contest: the events that its log keeps. People are opaque ids.

Times and lengths are whole milliseconds; whists and points are exact, as "20" or "-40/3".
"""

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, get_args

from lobby.contest.plan import Plan
from lobby.contest.pulya_facts import AtTable


@dataclass(frozen=True, slots=True)
class Created:
    """`commitment` is shown at once, `secret` when the contest is over (§T1.3)."""

    what: ClassVar[str] = "created"
    contest: str
    plan: Plan
    director: str
    secret: str
    commitment: str


@dataclass(frozen=True, slots=True)
class Acted:
    """A director does what the facts after it say; `detail` has the fields of his command."""

    what: ClassVar[str] = "acted"
    by: str
    did: str
    why: str
    detail: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DirectorAdded:
    what: ClassVar[str] = "director_added"
    person: str


@dataclass(frozen=True, slots=True)
class DirectorRemoved:
    what: ClassVar[str] = "director_removed"
    person: str


@dataclass(frozen=True, slots=True)
class Registered:
    """After the draw he takes the last place in it (§T6.6), or is back; `added` by a director."""

    what: ClassVar[str] = "registered"
    person: str
    bot: bool = False
    added: bool = False


@dataclass(frozen=True, slots=True)
class Withdrew:
    what: ClassVar[str] = "withdrew"
    person: str


@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    what: ClassVar[str] = "registration_closed"


@dataclass(frozen=True, slots=True)
class DrawMade:
    """The order of the draw (§T1.3)."""

    what: ClassVar[str] = "draw_made"
    order: list[str]


@dataclass(frozen=True, slots=True)
class Called:
    """A tour is called: its tables, number 1 first at each, and why they are so (§T5.7).

    Until `until` the players may come.
    """

    what: ClassVar[str] = "called"
    tour: int
    tables: list[list[str]]
    reasons: list[str]
    until: int


@dataclass(frozen=True, slots=True)
class KeptApart:
    """These pairs do not meet (§T5.6)."""

    what: ClassVar[str] = "kept_apart"
    pairs: list[list[str]]


@dataclass(frozen=True, slots=True)
class Reseated:
    """A director has seated the called tour otherwise (§T5.7)."""

    what: ClassVar[str] = "reseated"
    tour: int
    tables: list[list[str]]
    reasons: list[str]


@dataclass(frozen=True, slots=True)
class CameHere:
    what: ClassVar[str] = "came_here"
    person: str


@dataclass(frozen=True, slots=True)
class TourOpened:
    """The tables of a tour are opened, drawn again where somebody did not come (§T6.5).

    `absent` were asked and do not play; of them the `marked` had been called and did not come.
    `ends` is the planned end, `before` how long before it the last circle is announced.
    """

    what: ClassVar[str] = "tour_opened"
    tour: int
    tables: list[list[str]]
    reasons: list[str]
    absent: list[str]
    marked: list[str]
    mark_until: int
    ends: int
    before: int


@dataclass(frozen=True, slots=True)
class Halted:
    """So many cannot be seated (§T6.4): the contest waits for a director, as in a pause."""

    what: ClassVar[str] = "halted"
    players: int


@dataclass(frozen=True, slots=True)
class Paused:
    what: ClassVar[str] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed:
    what: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class Shifted:
    """What is planned and has not begun comes later by this."""

    what: ClassVar[str] = "shifted"
    by: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The tour ends later at these tables."""

    what: ClassVar[str] = "extended"
    tour: int
    tables: list[int]
    by: int


@dataclass(frozen=True, slots=True)
class LastCircleMoved:
    """At these tables it is announced so long before the end."""

    what: ClassVar[str] = "last_circle_moved"
    tour: int
    tables: list[int]
    before: int


@dataclass(frozen=True, slots=True)
class LastCircleAnnounced:
    what: ClassVar[str] = "last_circle_announced"
    tour: int
    tables: list[int]


@dataclass(frozen=True, slots=True)
class TourEnded:
    """By a director: no table opens another deal."""

    what: ClassVar[str] = "tour_ended"
    tour: int


@dataclass(frozen=True, slots=True)
class DirectorCalled:
    """By a player; by nobody ("") where a pulya has come in without all rulings."""

    what: ClassVar[str] = "director_called"
    tour: int
    table: int
    person: str
    about: str


@dataclass(frozen=True, slots=True)
class Attended:
    """A director has answered call number `call`, from 1."""

    what: ClassVar[str] = "attended"
    call: int


@dataclass(frozen=True, slots=True)
class TableHeld:
    what: ClassVar[str] = "table_held"
    tour: int
    table: int
    held: bool


@dataclass(frozen=True, slots=True)
class WatchingSet:
    what: ClassVar[str] = "watching_set"
    tour: int
    tables: list[int]
    watching: str


@dataclass(frozen=True, slots=True)
class Looked:
    what: ClassVar[str] = "looked"
    tour: int
    table: int
    deal: int
    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class TourOver:
    """All its pulyas are posted."""

    what: ClassVar[str] = "tour_over"
    tour: int


@dataclass(frozen=True, slots=True)
class Penalised:
    """In a column of its own (§T2.9); a minus takes off."""

    what: ClassVar[str] = "penalised"
    tour: int
    person: str
    points: str
    whists: str


@dataclass(frozen=True, slots=True)
class Frozen:
    what: ClassVar[str] = "frozen"
    frozen: bool


@dataclass(frozen=True, slots=True)
class Announced:
    what: ClassVar[str] = "announced"
    text: str


@dataclass(frozen=True, slots=True)
class Credited:
    """The server was down since this time."""

    what: ClassVar[str] = "credited"
    since: int


@dataclass(frozen=True, slots=True)
class NoMoreTours:
    """The tours that are over were all; one that is called only is not played (§T9.10)."""

    what: ClassVar[str] = "no_more_tours"


@dataclass(frozen=True, slots=True)
class Finished:
    """The standings are final, the secret is shown; or the contest is called off."""

    what: ClassVar[str] = "finished"
    called_off: bool = False


Fact: TypeAlias = (
    Created
    | Acted
    | DirectorAdded
    | DirectorRemoved
    | Registered
    | Withdrew
    | RegistrationClosed
    | DrawMade
    | Called
    | KeptApart
    | Reseated
    | CameHere
    | TourOpened
    | Halted
    | Paused
    | Resumed
    | Shifted
    | Extended
    | LastCircleMoved
    | LastCircleAnnounced
    | TourEnded
    | DirectorCalled
    | Attended
    | TableHeld
    | WatchingSet
    | Looked
    | TourOver
    | Penalised
    | Frozen
    | Announced
    | Credited
    | NoMoreTours
    | Finished
    | AtTable
)
FACTS: tuple[type[Fact], ...] = get_args(Fact)
