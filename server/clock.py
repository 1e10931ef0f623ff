"""The one clock and the one source of chance of a server; tests bring their own."""

import secrets
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds since 1970."""

    def now(self) -> float: ...


class SystemClock:
    """The time of day when the process began, and what has passed since.

    Somebody who sets the clock of the machine does not make time pass: nobody's is up by that.
    """

    kind = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    """Also while the machine sleeps time passes, where the system can tell."""

    def __init__(self) -> None:
        self.began = time.time() - time.clock_gettime(self.kind)

    def now(self) -> float:
        return self.began + time.clock_gettime(self.kind)


class StoreClock:
    """The clock of the store, as far as this node can tell: its own, put right.

    All nodes write times that are compared with one another, so one clock has to count.
    """

    def __init__(self, own: Clock) -> None:
        self.own = own
        self.offset = 0.0

    def now(self) -> float:
        return self.own.now() + self.offset

    def told(self, asked: float, store: float, answered: float) -> None:
        """The store said its time somewhere between two readings of the own clock (seconds).

        An answer that fits the present offset changes nothing: it would only bring in the noise of
        the network.
        """
        early, late = store - answered, store - asked
        if not early <= self.offset <= late:
            self.offset = (early + late) / 2


class Entropy(Protocol):
    """32 bytes that nobody can foretell; `about` says what for, as "t12 5": entry 5 of a stream."""

    def __call__(self, about: str, /) -> bytes: ...


def system_entropy(_about: str) -> bytes:
    return secrets.token_bytes(32)
