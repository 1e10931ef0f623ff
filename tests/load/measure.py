"""What a process has used, read from the kernel, and how it is printed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
STAGES = ("receive", "decide", "store", "ring", "project", "pack", "emit", "by itself", "loop")
"""`by itself`: clocks, presence, what is looked at every second. `loop`: all the rest, that is the
kernel, the reading of frames, tasks that are switched."""


def children(pid: int) -> list[int]:
    """The process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += children(int(child))
    return found


def cpu_seconds(pids: Iterable[int]) -> dict[int, float]:
    """In user and in system mode, of all threads of each process."""
    spent = {}
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        spent[pid] = (int(fields[11]) + int(fields[12])) / TICK
    return spent


def since(before: dict[int, float], now: dict[int, float]) -> float:
    """CPU seconds of those that live now."""
    return sum(spent - before.get(pid, 0.0) for pid, spent in now.items())


def resident_bytes(pids: Iterable[int]) -> int:
    """Memory that no file is behind."""
    lines = [line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("RssAnon:"))


@dataclass
class Measured:
    """One scenario. Seconds and bytes of the servers alone, unless it is said."""

    name: str
    answers: int
    seconds: float
    cpu: float
    latencies: list[float]
    beside: float = 0.0
    """CPU seconds of PostgreSQL and Redis."""
    memory: float = 0.0
    """Bytes a seat."""
    spent: dict[str, int] = field(default_factory=dict)
    """Nanoseconds by stage, where there was an account."""
    refused: dict[str, int] = field(default_factory=dict)

    @property
    def each(self) -> float:
        """CPU microseconds an answer."""
        return 1e6 * self.cpu / max(1, self.answers)

    def within(self, share: float) -> float:
        """Milliseconds from a click to every screen that so many do not exceed."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def line(self, bare: float = 0.0, room: float = 0.0) -> str:
        """As under HEAD; `bare` and `room` are what the floors take for an answer."""
        beside = 1e6 * self.beside / max(1, self.answers)
        ratios = f"{self.each / bare:>7.1f} {self.each / room:>7.2f}" if bare and room else ""
        trouble = " ".join(f"{code}: {count}" for code, count in self.refused.items() if count)
        return (
            f"{self.name:<42} {self.answers / self.seconds:>8,.0f} {self.each:>8,.0f}"
            f" {beside:>7,.0f} {100 * self.cpu / self.seconds:>6.0f} {self.within(0.5):>8.1f}"
            f" {self.within(0.99):>8.1f} {self.memory / 1024:>7.1f} {ratios:>15} {trouble}"
        ).rstrip()

    def stages(self, each: float) -> str:
        """Microseconds an answer by stage, of `each` in all: an account costs something itself."""
        whole = 1e9 * self.cpu
        known = {stage: self.spent.get(stage, 0) for stage in STAGES[:-1]}
        shares = [*known.values(), whole - sum(known.values())]
        return " ".join(f"{each * share / whole:>9,.0f}" for share in shares)


HEAD = (
    f"{'':<42} {'answers':>8} {'CPU µs':>8} {'beside':>7} {'CPU':>6} {'to all screens, ms':>17}"
    f" {'memory':>7} {'times the floor':>15}\n"
    f"{'':<42} {'/s':>8} {'/answer':>8} {'µs':>7} {'%':>6} {'p50':>8} {'p99':>8} {'KB/seat':>7}"
    f" {'bare':>7} {'room':>7}"
)
