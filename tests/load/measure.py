"""What a process has used, read from the kernel."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """The process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += children(int(child))
    return found


def cpu_seconds(pids: Iterable[int]) -> float:
    """In user and in system mode, of all threads."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICK


def resident_bytes(pids: Iterable[int]) -> int:
    """Memory that is not shared with files."""
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                total += 1024 * int(line.split()[1])
    return total


def percentile(values: Sequence[float], share: float) -> float:
    """Of sorted values; nought of none."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


@dataclass
class Measured:
    """One scenario. Seconds, bytes; of the server's processes alone unless it is said."""

    name: str
    answers: int
    seconds: float
    cpu: float
    latencies: list[float]
    around: float = 0.0
    """CPU seconds of PostgreSQL and Redis."""
    memory: float = 0.0
    """Bytes a seat."""
    nodes: int = 1
    notes: str = ""

    @property
    def a_second(self) -> float:
        return self.answers / self.seconds

    @property
    def each(self) -> float:
        """CPU microseconds an answer."""
        return 1e6 * self.cpu / max(1, self.answers)

    def line(self) -> str:
        latencies = sorted(self.latencies)
        p50, p99 = (1000 * percentile(latencies, share) for share in (0.5, 0.99))
        beside = f" +{1e6 * self.around / max(1, self.answers):.0f}" if self.around else ""
        memory = f"{self.memory / 1024:6.1f}" if self.memory else "      "
        return (
            f"{self.name:<44} {self.a_second:>8,.0f} {self.each:>8,.0f}{beside:<6}"
            f" {100 * self.cpu / self.seconds:>6.0f} {p50:>8.1f} {p99:>8.1f} {memory} {self.notes}"
        )


HEAD = (
    f"{'':<44} {'answers':>8} {'CPU µs':>8}{'':<6} {'cores':>6} {'to every screen':>17}"
    f" {'KB a':>6}\n{'':<44} {'/s':>8} {'/answer':>8}{'':<6} {'%':>6} {'p50 ms':>8} {'p99 ms':>8}"
    f" {'seat':>6}"
)
