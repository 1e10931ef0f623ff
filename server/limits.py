"""How much one socket or address may ask for."""

from dataclasses import dataclass


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
