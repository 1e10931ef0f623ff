"""Three clocks of a seat: for each question, a thinking bank, a bank for lost connections.

All times are whole milliseconds; `at` is when the entry of the log was written. A clock runs for
the seat that is asked. First the time of the question is used, then the seat's bank; while the
seat is away its connection bank is used before either.
"""

from dataclasses import dataclass, field

from game.script import Seat

LEAST_SECONDS = 10
"""Each question has at least this much, even with an empty bank."""
TIMEOUTS = 3
"""After so many in a row the stated action for an absent seat follows."""
ABSENT = ("bot", "wait")
"""Which is: a bot plays until the player is back, or the table waits for him."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds a question, of thinking bank and of connection bank for the whole pulya."""

    ask: int
    bank: int
    connection: int

    def __post_init__(self) -> None:
        if self.ask < LEAST_SECONDS:
            raise ValueError(f"{self.ask} seconds a question, {LEAST_SECONDS} at least")


PACES: dict[str, Pace] = {
    "calm": Pace(ask=60, bank=600, connection=300),
    "usual": Pace(ask=30, bank=300, connection=180),
    "quick": Pace(ask=15, bank=90, connection=90),
}


@dataclass(slots=True)
class Clocks:
    """What is left of the banks, and the clock of the present question.

    `since` is when it was last brought up to date, None while it stands still; `spent` is what
    the question has taken until then.
    """

    pace: Pace
    bank: dict[Seat, int] = field(default_factory=dict)
    connection: dict[Seat, int] = field(default_factory=dict)
    away: set[Seat] = field(default_factory=set)
    seat: Seat | None = None
    since: int | None = None
    spent: int = 0


def clocks_of(pace: Pace, seats: tuple[Seat, ...]) -> Clocks:
    """Full banks for all seats, nobody asked."""
    return Clocks(
        pace,
        bank=dict.fromkeys(seats, 1000 * pace.bank),
        connection=dict.fromkeys(seats, 1000 * pace.connection),
    )


def bring_up(clocks: Clocks, at: int) -> None:
    """Account for the time until now; a clock that was written later by another node stays."""
    if clocks.since is None or clocks.seat is None or at <= clocks.since:
        return
    passed = at - clocks.since
    if clocks.seat in clocks.away:
        covered = min(passed, clocks.connection[clocks.seat])
        clocks.connection[clocks.seat] -= covered
        passed -= covered
    clocks.spent += passed
    clocks.since = at


def charge(clocks: Clocks, at: int) -> None:
    """The question is over: what went beyond its time comes off the bank."""
    bring_up(clocks, at)
    if clocks.seat is not None:
        over = max(0, clocks.spent - 1000 * clocks.pace.ask)
        clocks.bank[clocks.seat] = max(0, clocks.bank[clocks.seat] - over)
    forget(clocks)


def forget(clocks: Clocks) -> None:
    """The question was never answered, and nothing is charged for it."""
    clocks.seat, clocks.since, clocks.spent = None, None, 0


def start(clocks: Clocks, seat: Seat, at: int) -> None:
    """A seat is asked."""
    clocks.seat, clocks.since, clocks.spent = seat, at, 0


def stop(clocks: Clocks, at: int) -> None:
    """The clock stands still: a pause, a claim, the table waits."""
    bring_up(clocks, at)
    clocks.since = None


def go_on(clocks: Clocks, at: int) -> None:
    """The clock of the question runs again."""
    if clocks.seat is not None and clocks.since is None:
        clocks.since = at


def set_away(clocks: Clocks, seat: Seat, away: bool, at: int) -> None:
    """A seat's connection is lost or back."""
    bring_up(clocks, at)
    (clocks.away.add if away else clocks.away.discard)(seat)


def credit(clocks: Clocks, since: int, at: int) -> None:
    """The server was down from `since` to `at`: nobody's clock ran."""
    if clocks.since is not None:
        bring_up(clocks, max(clocks.since, since))
        clocks.since = max(clocks.since, at)


def deadline(clocks: Clocks) -> int | None:
    """When the time of the present question is over; None while no clock runs."""
    if clocks.since is None or clocks.seat is None:
        return None
    left = 1000 * clocks.pace.ask + clocks.bank[clocks.seat] - clocks.spent
    if clocks.seat in clocks.away:
        left += clocks.connection[clocks.seat]
    return clocks.since + max(0, left)
