"""What is found wrong in a log, and what was looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """At entry `n` of a stream, or of the stream as a whole (0)."""

    stream: str
    n: int
    what: str

    def __str__(self) -> str:
        place = f"{self.stream} entry {self.n}" if self.n else self.stream
        return f"{place}: {self.what}"


@dataclass(slots=True)
class Counts:
    """What was looked at."""

    streams: int = 0
    entries: int = 0
    deals: int = 0
    contests: int = 0
    problems: int = 0

    def __str__(self) -> str:
        told = {
            "streams": self.streams,
            "entries": self.entries,
            "deals": self.deals,
            "contests": self.contests,
            "problems": self.problems,
        }
        return ", ".join(f"{count} {name}" for name, count in told.items())
