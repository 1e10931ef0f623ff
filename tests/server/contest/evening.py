"""An evening of a contest with a director, and one person among bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from lobby.contest.contest import Contest, Pulya
from tests.server.contest.festival import LOOK_SECONDS, PATIENCE, Festival, Guest, Player
from tests.server.nodes import House
from tests.server.people import finished
from tests.server.sockets import Refusal

FIVE = 5


async def until(true: Callable[[], bool]) -> None:
    """What no message tells."""
    async with asyncio.timeout(PATIENCE):
        seen = true()
        while not seen:
            await asyncio.sleep(LOOK_SECONDS)
            seen = true()


async def deaf(*_: object) -> bool:
    """In place of `Hall.tell`: as if the server were dead already."""
    return True


class Evening:
    """Anna among bots, who wait for her; a director, who does not play."""

    def __init__(self, house: House, director: Guest, anna: Player, festival: Festival) -> None:
        self.house, self.director, self.anna, self.festival = house, director, anna, festival
        self.stream = festival.stream

    @classmethod
    async def begun(cls, house: House, **plan: Any) -> Evening:
        """Registration is open."""
        director = await Guest.holder(house.http, house.url, "Судья")
        anna = await Player.holder(house.http, house.url, "Анна")
        options = {"deals": 1, "no_show": 0, "formula": "points-4321", "tours": 2}
        festival = await Festival.created(house, director, **options | plan)
        for number in range(FIVE):
            await director.acts(festival.stream, "add", person=f"bot-{number}", bot=True)
        await director.acts(festival.stream, "add", person=anna.person)
        return cls(house, director, anna, festival)

    @classmethod
    async def playing(cls, house: House, **plan: Any) -> Evening:
        """The first tour is played, and Anna's table waits for her."""
        evening = await cls.begun(house, **plan)
        await evening.festival.until_phase("playing")
        await evening.opened()
        return evening

    @property
    def contest(self) -> Contest:
        return self.festival.contest

    @property
    def mine(self) -> Pulya:
        """Anna's table."""
        [table] = [t for t in self.contest.tours[-1].tables if self.anna.person in t.players]
        return table

    @property
    def place(self) -> dict[str, int]:
        return {"tour": len(self.contest.tours), "table": self.mine.number}

    @property
    def table(self) -> str:
        return f"{self.stream}-{len(self.contest.tours)}-{self.mine.number}"

    async def opened(self) -> None:
        """Her table is there, and she looks at it."""
        await self.festival.until(lambda _: self.table in self.festival.replica.progress)
        await self.anna.watch(self.table)

    async def acts(self, what: str, **fields: Any) -> Any:
        return await self.director.acts(self.stream, what, **fields)

    async def refused(self, what: str, **fields: Any) -> str:
        with pytest.raises(Refusal) as refusal:
            await self.acts(what, **fields)
        return refusal.value.code

    async def plays(self) -> None:
        await self.anna.plays(self.table, finished)

    async def heard(self, command: str) -> None:
        """Wait until her table has taken this word of the contest."""
        name = f"table:.{self.table}-{command}"
        table = await self.house.streams.replica(self.table)
        await until(lambda: name in table.commands)

    def entries(self) -> int:
        return len(self.festival.rows(self.stream))
