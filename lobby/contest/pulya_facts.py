"""What happens to the pulya of one table of a contest. Whists are exact, as "20" or "-40/3"."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Substituted:
    """`into` plays on for the entrant `out`, whose result it is and is marked; or `out` again."""

    what: ClassVar[str] = "substituted"
    tour: int
    table: int
    out: str
    into: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """The pulya of a table, shown for signing; whists in the order of the numbers.

    `n` and `chain` are the last entry of the table's log then and its link, in hex: so the chain of
    the contest covers its tables. 0 and "" where an older server wrote it.
    """

    what: ClassVar[str] = "settled"
    tour: int
    table: int
    whists: list[str]
    deals: int
    n: int = 0
    chain: str = ""


@dataclass(frozen=True, slots=True)
class Signed:
    what: ClassVar[str] = "signed"
    tour: int
    table: int
    person: str


@dataclass(frozen=True, slots=True)
class Annulled:
    what: ClassVar[str] = "annulled"
    tour: int
    table: int
    deal: int
    replay: bool


@dataclass(frozen=True, slots=True)
class Adjusted:
    """In points of the pulya; `on` is empty without whists."""

    what: ClassVar[str] = "adjusted"
    tour: int
    table: int
    person: str
    pool: int
    mountain: int
    on: str
    whists: int


@dataclass(frozen=True, slots=True)
class Dismissed:
    what: ClassVar[str] = "dismissed"
    tour: int
    table: int
    person: str


@dataclass(frozen=True, slots=True)
class Posted:
    """The pulya counts from here: confirmed by players or silence, or given by a director."""

    what: ClassVar[str] = "posted"
    tour: int
    table: int
    whists: list[str]
    by: Literal["players", "silence", "director"]


@dataclass(frozen=True, slots=True)
class Corrected:
    what: ClassVar[str] = "corrected"
    tour: int
    table: int
    whists: list[str]


AtTable: TypeAlias = (
    Substituted | Annulled | Adjusted | Dismissed | Settled | Signed | Posted | Corrected
)
