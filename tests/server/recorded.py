"""A recorded pulya: what its people send, played by a server that dies as often as it is told to.

The record is made by a server that never dies; what is sent later is what was sent then.
"""

from __future__ import annotations

import asyncio
import copy
import socket
import sys
from collections.abc import Awaitable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from aiohttp import ClientError, ClientSession

from game.view import View
from tests.server.doomed import Death
from tests.server.nodes import rows
from tests.server.people import Person, Screen, finished
from tests.server.processes import ROOT
from tests.server.sockets import PATIENCE, Closed, Refusal

WHOLE_ENTRY = "select stream, n, at, who, command, what, body from entry order by stream, n"
SPOKEN_TO = 'select stream, n, at, "open", due from stream order by stream'


@dataclass(frozen=True, slots=True)
class Sent:
    """A command, who sent it when his screen showed entry `seen`, and how it was answered."""

    who: int
    seen: int
    message: dict[str, Any]
    answer: dict[str, Any]


@dataclass
class Evening:
    """Three people at the table of a doomed server, which dies these deaths one after the other."""

    database: Path
    http: ClientSession
    people: list[Person]
    deaths: list[Death] = field(default_factory=list)
    stream: str = ""
    sent: list[Sent] = field(default_factory=list)
    shown: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    """By entry and person, however it came: by `sync` or as an entry."""
    attempts: dict[int, int] = field(default_factory=dict)
    """How often a command was sent until it was known to be entry n."""
    frames: list[bytes] = field(default_factory=list)
    """What `sync` brings everybody at the end, byte by byte."""
    process: asyncio.subprocess.Process | None = None

    async def begin(self) -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        command = [sys.executable, "-m", "tests.server.doomed", str(self.database)]
        with (
            listening,
            self.database.with_suffix(".log").open("wb") as log,
            self.database.with_suffix(".deaths").open("wb") as deaths,
        ):
            self.process = await asyncio.create_subprocess_exec(
                *command,
                str(listening.fileno()),
                *map(str, self.deaths),
                cwd=ROOT,
                stdin=asyncio.subprocess.PIPE,
                stdout=deaths,
                stderr=log,
                pass_fds=[listening.fileno()],
            )
        for number, person in enumerate(self.people):
            person.url = url
            person.came = partial(self.came, number)
            await self.comes(person)

    async def stop(self) -> int:
        """The server's exit status."""
        if self.process is None:
            return 0
        assert self.process.stdin is not None
        self.process.stdin.close()
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def end(self) -> None:
        """It has died as often as it was told to, and of nothing else."""
        status = await self.stop()
        for person in self.people:
            await person.close()
        assert status == 0, self.database.with_suffix(".log").read_text()
        died = self.database.with_suffix(".deaths").read_text().split()
        assert [*map(Death.read, died)] == self.deaths

    # --- a server that comes and goes ---

    async def comes(self, person: Person) -> None:
        """He connects and watches, however often the server dies meanwhile."""
        number = self.people.index(person)
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await person.connect()
                    if self.stream:
                        screen = await person.watch(self.stream)
                        self.show(number, screen)
                    return
                except (Closed, ClientError, ConnectionError):
                    await asyncio.sleep(0.01)

    def came(self, number: int, screen: Screen, _entry: dict[str, Any]) -> None:
        self.show(number, screen)

    def show(self, number: int, screen: Screen) -> None:
        """However entry n came to a screen, it shows the same."""
        shows = screen.shows()
        assert self.shown.setdefault((screen.n, number), shows) == shows

    async def sees(self, person: Person, n: int) -> None:
        """Wait until his screen shows entry n; he comes back as often as he has to."""
        while person.screens[self.stream].n < n:
            waiting = asyncio.ensure_future(person.sees(self.stream, n))
            if not await first(waiting, person):
                await self.comes(person)

    async def everybody_sees(self, n: int) -> None:
        for person in self.people:
            await self.sees(person, n)

    # --- what they do ---

    async def send(self, who: int, seen: int, message: dict[str, Any]) -> dict[str, Any]:
        """Send it until it is answered; then comes the death that is to follow, if there is one."""
        person, attempts = self.people[who], 1
        answer: dict[str, Any] = {}
        while not answer:
            try:
                answer = {"ok": await person.socket.call("command", message)}
            except Refusal as refusal:
                answer = {"error": refusal.code, **refusal.detail}
            except Closed:
                attempts += 1
                await self.comes(person)
        self.sent.append(Sent(who, seen, message, answer))
        if "ok" in answer:
            n = answer["ok"]["n"]
            self.attempts[n] = attempts
            opened, self.stream = not self.stream, answer["ok"]["stream"]
            for other in self.people:
                if Death(n, "after") in self.deaths:
                    await other.socket.gone()
                    await self.comes(other)
                elif opened:
                    await other.close()
                    await self.comes(other)
        return answer

    async def repeat(self, record: list[Sent]) -> None:
        """Send what was sent, each when everybody sees what was seen then."""
        for sent in record:
            if self.stream:
                await self.everybody_sees(sent.seen)
            await self.send(sent.who, sent.seen, copy.deepcopy(sent.message))

    async def closes(self, last: int) -> None:
        """Everybody sees the end, comes back once more, and gets his first answers again."""
        await self.everybody_sees(last)
        for person in self.people:
            await person.close()
            await self.comes(person)
            self.frames.append(person.socket.frames[-1])
        for sent in self.sent:
            if "ok" in sent.answer:
                person = self.people[sent.who]
                assert await person.socket.call("command", sent.message) == sent.answer["ok"]

    def log(self) -> list[Any]:
        """All that is on disk of the table."""
        return [*rows(self.database, WHOLE_ENTRY), *rows(self.database, SPOKEN_TO)]


async def first(waiting: Awaitable[Any], person: Person) -> bool:
    """Whether it comes before his connection is lost."""
    task = asyncio.ensure_future(waiting)
    gone = asyncio.ensure_future(asyncio.shield(person.socket.closed))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
        return task.done()
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


# --- the record --------------------------------------------------------------------------------


class Author:
    """Thinks of what the people do: legal moves by dice, and now and then a wish or a claim."""

    def __init__(self, evening: Evening, seed: int, wild: bool) -> None:
        self.evening, self.seed, self.wild = evening, seed, wild
        self.tried: set[int] = set()
        """Entries after which something out of turn was done."""

    async def writes(self, order: dict[str, Any]) -> list[Sent]:
        """Play to the end; what was sent."""
        evening = self.evening
        await self.send(0, 0, {"what": "open", **order})
        for who in range(1, len(evening.people)):
            await self.send(who, self.n, {"what": "join"})
        if order["players"] > len(evening.people):
            await self.send(0, self.n, {"what": "fill"})
        while not finished(self.screen):
            seen = self.n
            await evening.everybody_sees(seen)
            move = self.move()
            if move is None:
                await evening.everybody_sees(seen + 1)
            else:
                await self.send(move[0], seen, move[1])
        return evening.sent

    @property
    def screen(self) -> Screen:
        return self.evening.people[0].screens[self.evening.stream]

    @property
    def n(self) -> int:
        return self.screen.n

    async def send(self, who: int, seen: int, command: dict[str, Any]) -> None:
        number = len(self.evening.sent)
        stream = self.evening.stream
        message = {"stream": stream, "id": f"command-{number:05}", "command": command}
        answer = await self.evening.send(who, seen, message)
        if "ok" in answer:
            await self.evening.everybody_sees(answer["ok"]["n"])

    def bot_decides(self) -> bool:
        """Then the table goes on by itself, and whoever spoke now would race with it."""
        table, ask = self.screen.table, self.screen.view["ask"]
        bots = {member["seat"] for member in table["members"] if member["bot"]}
        if table["phase"] != "playing" or table["paused"]:
            return False
        if table["claim"] is not None:
            return not bots.isdisjoint(table["claim"]["waiting"])
        return ask is not None and ask["seat"] in bots

    def move(self) -> tuple[int, dict[str, Any]] | None:
        """Who does what now; None if the table goes on by itself."""
        if self.bot_decides():
            return None
        dice = Random(f"{self.seed} {self.n}")
        if self.wild and self.n not in self.tried:
            self.tried.add(self.n)
            if (wild := self.out_of_turn(dice)) is not None:
                return wild
        table = self.screen.table
        if table["paused"]:
            return 0, {"what": "resume"}
        if table["wish"] is not None:
            waits = table["wish"]["waiting"][0]
            who = next(n for n, p in enumerate(self.evening.people) if p.person == waits)
            return who, {"what": "vote", "word": dice.choice(["yes", "yes", "no"])}
        for who, person in enumerate(self.evening.people):
            if (move := person.move(self.evening.stream, dice)) is not None:
                if move["what"] == "respond":
                    move["word"] = dice.choice(["yes", "no", "no"])
                return who, move
        return None

    def out_of_turn(self, dice: Random) -> tuple[int, dict[str, Any]] | None:
        table, view = self.screen.table, self.screen.view
        if table["phase"] != "playing" or dice.random() > 0.3 or view["ask"] is None:
            return None
        who = dice.randrange(len(self.evening.people))
        if view["ask"]["what"] != "card" or dice.random() < 0.5:
            return who, {"what": "propose", "wish": dice.choice(["pause", "undo", "undo"])}
        number = {"deal": table["deal"], "ask": view["ask"]["number"]}
        return who, {"what": "claim", **number, "end": end(dice, view)}


def end(dice: Random, view: View) -> str:
    """One that may be legal (§5.8): somebody gets all that is left."""
    taken, left = dict(view["taken"]), 10 - sum(view["taken"].values())
    declarer = view["declarer"]
    taken[declarer or dice.choice([*taken])] += left
    if declarer is None:
        return "=" + ",".join(f"{seat}{taken[seat]}" for seat in "NESW" if seat in taken)
    others = [f",{seat}{taken[seat]}" for seat in "NESW" if seat in taken and seat != declarer]
    return f"={taken[declarer]}" + dice.choice(["", "".join(others)])
