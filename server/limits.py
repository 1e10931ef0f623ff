"""How much one socket or address may ask for."""

from dataclasses import dataclass, field

from game.script import Refused
from server.clock import Clock


@dataclass(slots=True)
class Allowance:
    """`rate` commands a second, and as many as `burst` at once."""

    rate: float
    burst: float
    left: float = 0.0
    at: float = 0.0

    def take(self, now: float) -> bool:
        """Whether one more is allowed now (seconds of any clock that does not go back)."""
        if not self.at:
            self.left = self.burst
        self.left = min(self.burst, self.left + self.rate * max(0.0, now - self.at))
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def full(self, now: float) -> bool:
        """Whether nothing would change if it began anew."""
        return self.left + self.rate * max(0.0, now - self.at) >= self.burst


@dataclass(slots=True)
class Allowances:
    """One for each name that asks; those that are full again are forgotten."""

    rate: float
    burst: float
    names: dict[str, Allowance] = field(default_factory=dict)
    most: int = 1000
    """How many are kept before it is looked for full ones."""

    def take(self, name: str, now: float) -> bool:
        """Whether this name may ask once more."""
        if len(self.names) > self.most:
            self.names = {n: each for n, each in self.names.items() if not each.full(now)}
            self.most = max(1000, 2 * len(self.names))
        allowance = self.names.setdefault(name, Allowance(self.rate, self.burst))
        return allowance.take(now)


def allow(allowances: Allowances, name: str, clock: Clock) -> None:
    """Take one. Raises `Refused` (too_fast)."""
    if not allowances.take(name, clock.now()):
        raise Refused("too_fast")
