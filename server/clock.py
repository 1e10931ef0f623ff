"""The one clock and the one source of chance of a server; tests bring their own."""

import secrets
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds since 1970."""

    def now(self) -> float: ...


class SystemClock:
    def now(self) -> float:
        return time.time()


class Entropy(Protocol):
    """32 bytes that nobody can foretell; `about` says what for, as "t12 5": entry 5 of a stream."""

    def __call__(self, about: str, /) -> bytes: ...


def system_entropy(_about: str) -> bytes:
    return secrets.token_bytes(32)
