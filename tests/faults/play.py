"""What people do while everything fails: they play at tables and in contests."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import Any

from tests.faults.players import AWAY, Steady, Told, has_account
from tests.faults.town import Town
from tests.server.contest.festival import Board
from tests.server.people import finished, new_id
from tests.server.sockets import Refusal

TOUR_SECONDS = 25
CALLED_SECONDS = 15
PEOPLE = 8
HOUR = 3_600_000


def plan(tours: int = 2) -> dict[str, Any]:
    """Tours of seconds; each step waits for the director, or for an hour."""
    at = int(time.time() * 1000) + HOUR
    return {
        "title": "Кубок на льду",
        "formula": "points-4321",
        "rules": "festival-2011",
        "registration_until": at,
        "draw_at": at,
        "tours": [{"starts": at + n * HOUR, "seconds": TOUR_SECONDS} for n in range(tours)],
        "zone": "Europe/Moscow",
        "pace": "quick",
        "deals": 2,
        "last_circle": 15,
        "no_show": CALLED_SECONDS,
        "signing": CALLED_SECONDS,
        "rest": 0,
    }


def next_act(contest: dict[str, Any], people: int) -> dict[str, Any] | None:
    """What a director has to do now."""
    if contest["halted"] is not None:  # too few could come in time
        return {"what": "resume"}
    match contest["phase"]:
        case "registration" if len(contest["entrants"]) == people:
            return {"what": "start", "step": "close"}
        case "closed":
            return {"what": "start", "step": "draw"}
        case "between":
            return {"what": "start", "step": "call", "tour": len(contest["tours"]) + 1}
        case "ending":
            return {"what": "end"}
    return None


class Play:
    """People in a town, and what they were told."""

    def __init__(self, town: Town, seed: object = 0, pause: float = 0.2) -> None:
        self.town, self.told, self.pause = town, Told(), pause
        self.dice = Random(f"play {seed}")
        self.people: list[Steady] = []
        self.playing: set[asyncio.Task[Any]] = set()
        self.ended: list[str] = []
        """Contests that are over."""

    async def person(self, name: str = "Анна") -> Steady:
        doors = self.town.doors
        person = await Steady.arrived(self.town.http, doors, self.told, self.dice, name)
        person.pause = self.pause
        self.people.append(person)
        return person

    def start(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self.playing.add(task)
        task.add_done_callback(self.playing.discard)
        return task

    async def table(self, people: int = 3, deals: int = 3, **terms: Any) -> str:
        """A table of new people, of whom all watch it; nobody plays yet."""
        own = [await self.person() for _ in range(people)]
        stream = str(
            (
                await own[0].command(
                    "", "open", rules="fspr-2006", players=people, deals=deals, bots=False, **terms
                )
            )["stream"]
        )
        for each in own[1:]:
            await each.command(stream, "join")
        for each in own:
            screen = await each.watch(stream)  # of a node that may hear of the others later
            await each.until(lambda: len(screen.table["members"]) == people)  # noqa: B023
        return stream

    def at(self, stream: str) -> list[Steady]:
        return [person for person in self.people if stream in person.screens]

    async def play(self, stream: str) -> None:
        """All who watch this table play it to its end."""
        async with asyncio.TaskGroup() as tasks:
            for person in self.at(stream):
                tasks.create_task(person.plays(stream, finished, person.dice))

    async def contest(self, people: int = PEOPLE, tours: int = 2) -> list[Steady]:
        """A whole contest, with people who play at random; they are still there when it is over."""
        director = await self.director()
        players = [await self.person(f"Игрок {number}") for number in range(people)]
        stream = str((await director.command("", "create", plan=plan(tours)))["stream"])
        own = [*players, director]
        async with asyncio.TaskGroup() as tasks:
            for person in players:
                tasks.create_task(person.takes_part(stream))
            tasks.create_task(self.directs(director, stream, people))
        for person in own:
            board = await person.follow(stream)
            assert board.contest["phase"] == "finished", board.contest["phase"]
        self.ended.append(stream)
        return own

    async def director(self) -> Steady:
        """Somebody with an account; one whose account may be there or not is somebody else."""
        while True:
            director = await self.person("Судья")
            try:
                await has_account(director, f"Судья {new_id()[:8]}")
            except (*AWAY, AssertionError):
                await self.dismiss([director])
            else:
                return director

    async def dismiss(self, people: list[Steady]) -> None:
        """They go home, and nobody asks what they see."""
        for person in people:
            await person.leave()
            self.people.remove(person)

    async def directs(self, director: Steady, stream: str, people: int) -> None:
        """He lets each step happen at once, and ends the contest when all is played."""
        board: Board = await director.follow(stream)
        while board.contest["phase"] not in ("finished", "called_off"):
            act = next_act(board.contest, people)
            if act is not None:
                with suppress(Refusal):  # it has come about by itself
                    after = len(board.contest["deeds"])
                    await director.command(stream, why="as it goes", after=after, **act)
            await director.stir()

    async def rest(self) -> None:
        """Everybody is in step with the last entry of what he looks at."""
        async with asyncio.timeout(60):
            while not await self.resting():  # noqa: ASYNC110 - a database
                await asyncio.sleep(0.2)

    async def resting(self) -> bool:
        heads = dict(await self.town.rows("select stream, max(n) from entry group by stream"))
        seen = {
            (each.person, stream): shown.n
            for each in self.people
            for stream, shown in [*each.screens.items(), *each.boards.items()]
            if each.here.is_set() or not each.gone
        }
        return all(n == heads[stream] for (_, stream), n in seen.items())

    async def leave(self) -> None:
        """Everybody goes, whatever he was at."""
        for task in [*self.playing]:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        await asyncio.gather(*(person.leave() for person in self.people))
