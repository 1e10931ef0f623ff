"""`python -m tests.faults`: hundreds of faults, singly and mixed, while people play contests.

It prints what was done and what came of it, and ends with 1 if anything is not as promised. With
the same seed the same faults come in the same order; what they hit is a matter of time.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import secrets
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import uvloop
from aiohttp import ClientSession, DummyCookieJar, TCPConnector

from tests.faults.fault import FAULTS, Harm
from tests.faults.play import Play
from tests.faults.players import Steady
from tests.faults.town import Town
from tests.faults.verdict import Verdict, judged
from tests.server.people import Screen, finished

MIXED = (1, 2, 2, 3, 3)
"""How many faults at once."""
SHORT, LONG, OFTEN = (0.1, 1.2), (3.0, 9.0), 0.12
"""How long one lasts, in seconds; so often it is a long one, and whoever is away taken for dead."""
STUCK_SECONDS = 60
"""If a fault is not over by then, or somebody not back after it, the soak has failed."""
END_SECONDS = 240
"""For the last contest to end when nothing fails any more."""


@dataclass
class Soak:
    """What was done, and how long it took to be over."""

    town: Town
    play: Play
    dice: Random
    done: Counter[str] = field(default_factory=Counter)
    resumed: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds from the moment a port listened again until each player was in step, by fault."""
    lost: list[str] = field(default_factory=list)
    """What was missed right after a fault."""
    looked: int = 0

    async def harms(self, names: Sequence[str]) -> None:
        """These at once; then wait until everybody is in step."""
        harms = []
        for _ in names:
            seed = self.dice.random()
            seconds = self.dice.uniform(*(LONG if self.dice.random() < OFTEN else SHORT))
            harms.append(Harm(self.town, self.play, Random(seed), seconds))
        async with asyncio.timeout(STUCK_SECONDS), asyncio.TaskGroup() as tasks:
            for name, harm in zip(names, harms, strict=True):
                tasks.create_task(FAULTS[name](harm))
        self.done.update(names)
        over = max(at for harm in harms for at in harm.back)
        people = [person for person in self.play.people if not person.gone]
        async with asyncio.timeout(STUCK_SECONDS):
            back = await asyncio.gather(*(person.in_step() for person in people))
        for at in back:
            for name in names:
                self.resumed[name].append(max(0, at - over))
        self.lost += await self.missing()

    async def missing(self) -> list[str]:
        """What was acknowledged since the last look and is not in the log."""
        told = [*self.play.told.acknowledged.items()][self.looked :]
        self.looked += len(told)
        query = "select stream, command, n from entry where command = any($1)"
        rows = await self.town.rows(query, [command for (_, command), _ in told])
        there = {(stream, command): n for stream, command, n in rows}
        return [f"{key} is gone: {n}" for key, n in told if there.get(key) != n]

    async def run(self, faults: int, until: float) -> None:
        """So many, in a random order in which each kind comes as often."""
        bag: list[str] = []
        loop = asyncio.get_running_loop()
        while self.done.total() < faults and loop.time() < until:
            if not bag:
                bag = [*FAULTS]
                self.dice.shuffle(bag)
            several = {bag.pop() for _ in range(min(self.dice.choice(MIXED), len(bag)))}
            await self.harms(sorted(several))
            if self.done.total() % 50 < len(several):
                say(f"{self.done.total():4} faults, {len(self.play.ended)} contests over")


def say(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


async def contests(play: Play, over: asyncio.Event) -> None:
    """One after the other; the one that runs at the end is played to its end."""
    people: list[Steady] = []
    while not over.is_set():
        await play.dismiss(people)
        people = await play.contest()


async def evenings(play: Play, over: asyncio.Event) -> None:
    """A table with clocks, of which one player lets his time pass."""
    while not over.is_set():
        stream = await play.table(people=3, deals=1, pace="quick")
        people = play.at(stream)
        ends, sleeps = functools.partial(ended, over), functools.partial(begun, over)
        until = dict.fromkeys(people, ends) | {people[-1]: sleeps}
        await asyncio.gather(*(who.plays(stream, to, who.dice) for who, to in until.items()))
        if not over.is_set():
            await play.dismiss(people)


def begun(over: asyncio.Event, screen: Screen) -> bool:
    return ended(over, screen) or bool(screen.table["phase"] == "playing")


def ended(over: asyncio.Event, screen: Screen) -> bool:
    return over.is_set() or finished(screen)


def figures(times: Sequence[float]) -> str:
    if len(times) < 2:
        return "-"
    cuts = statistics.quantiles(times, n=100)
    return f"median {statistics.median(times):6.2f} s   p99 {cuts[98]:6.2f} s   of {len(times)}"


async def report(soak: Soak, verdict: Verdict, seed: str) -> bool:
    """Whether all is as promised."""
    told = soak.play.told
    print(f"\nseed {seed}\n")
    print(f"{'fault':<40}{'times':>6}   in step after its port listened again")
    for name, times in sorted(soak.done.items()):
        print(f"{name:<40}{times:>6}   {figures(soak.resumed[name])}")
    print(f"\n{soak.done.total()} faults; {len(soak.play.ended)} contests played to their end")
    print(f"lost connections: {len(told.returns)}, back in step: {figures(told.returns)}")
    print(f"entries checked {verdict.entries}, acknowledged commands {verdict.acknowledged}")
    print(f"time-outs {verdict.time_outs}, screens compared {verdict.views}")
    print(f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, early {len(verdict.early)}")
    print(f"broken {len(verdict.broken)}, screens unlike the log {len(verdict.unlike)}")
    print(f"refused: {dict(told.refused)}")
    status, said = await soak.town.check()
    print(f"python -m server check: {said.strip()}")
    complaints = [*soak.lost, *verdict.complaints, *soak.town.incidents()]
    for complaint in complaints:
        print(complaint)
    return not complaints and status == 0


async def main(faults: int, minutes: float, seed: str, place: Path) -> bool:
    loop = asyncio.get_running_loop()
    connector = TCPConnector(limit=0)
    async with ClientSession(cookie_jar=DummyCookieJar(), connector=connector) as http:
        town = Town(place, http, seed=seed)
        play = Play(town, seed)
        try:
            say(f"seed {seed}")
            await town.start(ahead=[0, 3, -3])
            over = asyncio.Event()
            soak = Soak(town, play, Random(f"soak {seed}"))
            games = [asyncio.create_task(each(play, over)) for each in (contests, evenings)]
            running = asyncio.create_task(soak.run(faults, loop.time() + 60 * minutes))
            done, _ = await asyncio.wait([running, *games], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            over.set()
            say("no more faults; the last contest is played to its end")
            async with asyncio.timeout(END_SECONDS):
                await asyncio.gather(*games)
            await play.rest()
            verdict = await judged(town, play.told, play.people)
            return await report(soak, verdict, seed)
        finally:
            await play.leave()
            await town.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pulya-faults-") as place:
        well = uvloop.run(main(chosen.faults, chosen.minutes, chosen.seed, Path(place)))
    sys.exit(0 if well else 1)
