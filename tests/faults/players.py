"""People who play on whatever happens: they come back by themselves, to any node."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

from aiohttp import ClientError, ClientSession, ClientTimeout

from tests.server.contest.festival import Board, Guest, Player
from tests.server.people import Screen, new_id
from tests.server.sockets import Closed, Refusal, Socket

ANSWER_SECONDS = 4
"""After so long without an answer a connection counts as lost."""
AGAIN_SECONDS = 0.2
PATIENCE = 180
"""Whatever fails, after so long a player is stuck."""
LATER = ("try_again", "too_fast", "incident")
"""What a page sends again by itself."""
AWAY = (Closed, ClientError, OSError, TimeoutError)


@dataclass
class Told:
    """What the nodes have said to all players."""

    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)
    """By stream and command (with its person): the entry that it became."""
    contradicted: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    returns: list[float] = field(default_factory=list)
    """Seconds from a lost connection until a player was in step again."""

    def acknowledge(self, stream: str, command: str, n: int) -> None:
        first = self.acknowledged.setdefault((stream, command), n)
        if first != n:
            self.contradicted.append(f"{stream} {command}: entry {first}, then {n}")


class Steady(Player):
    """One person. `lives` has to run beside whatever he does."""

    def __init__(self, http: ClientSession, url: str, person: str, cookie: str) -> None:
        super().__init__(http, url, person, cookie)
        self.doors: Sequence[str] = [url]
        self.told = Told()
        self.dice = Random(person)
        self.here = asyncio.Event()
        self.gone = False
        self.living: asyncio.Task[None] | None = None
        self.pause = 0.0
        """Seconds that he thinks at most."""

    @classmethod
    async def arrived(
        cls, http: ClientSession, doors: Sequence[str], told: Told, dice: Random, name: str
    ) -> Self:
        """A guest who comes in by any door."""
        while True:
            try:
                return await cls.at(await cls.guest(http, dice.choice(doors), name), doors, told)
            except (*AWAY, AssertionError):
                await asyncio.sleep(AGAIN_SECONDS)

    @classmethod
    async def at(cls, person: Self, doors: Sequence[str], told: Told) -> Self:
        person.doors, person.told = doors, told
        person.here.set()
        person.living = asyncio.create_task(person.lives())
        return person

    async def connect(self, url: str = "") -> None:
        """Raises what AWAY names."""
        self.url = url or self.url
        async with asyncio.timeout(ANSWER_SECONDS):
            self._socket = await Socket.connected(self.http, self.url, self.cookie)
        self.socket.heard = self.hear

    async def lives(self) -> None:
        """Whenever the connection is gone, come back by any door and look at everything anew."""
        loop = asyncio.get_running_loop()
        while not self.gone:
            await asyncio.shield(self.socket.closed)
            lost = loop.time()
            self.here.clear()
            while not self.gone and not await self.returned():  # noqa: ASYNC110 - it tries
                await asyncio.sleep(AGAIN_SECONDS * self.dice.random())
            self.told.returns.append(loop.time() - lost)
            self.here.set()
            self.stirred.set()

    async def returned(self) -> bool:
        for screen in self.screens.values():
            screen.n = 0
            screen.held.clear()
        try:
            await self.connect(self.dice.choice(self.doors))
            for stream, board in self.boards.items():
                board.restore(await self.call("sync", {"stream": stream}))
            for stream, screen in self.screens.items():
                synced = await self.call("sync", {"stream": stream})
                self.talk, self.server_now = synced.pop("talk"), synced.pop("now")
                screen.restore(synced)
        except (*AWAY, Refusal):
            self.drop()
            return False
        return not self.socket.closed.done()

    def drop(self) -> None:
        """The connection ends at once."""
        if self._socket is not None:
            self._socket.ws._response.close()

    @property
    def transport(self) -> asyncio.Transport | None:
        """What his browser reads from, if it is connected."""
        connection = self.socket.ws._conn
        return connection.transport if connection is not None else None

    async def call(self, name: str, message: dict[str, Any]) -> Any:
        """Raises Refusal, and what AWAY names."""
        async with asyncio.timeout(ANSWER_SECONDS):
            return await self.socket.call(name, message)

    # --- what a page does ---

    def hear(self, name: str, entry: dict[str, Any]) -> None:
        """A page that misses something asks for all of it."""
        screen = self.screens.get(entry.get("stream", "")) if name == "entry" else None
        board = self.boards.get(entry.get("stream", "")) if name == "changed" else None
        gaps = board.gaps if board is not None else 0
        if screen is not None and screen.n and entry["n"] > screen.n + 1:
            self.told.refused["(a gap)"] += 1
            self.drop()
            return
        super().hear(name, entry)
        if board is not None and board.gaps > gaps:
            self.drop()

    async def command(self, stream: str, what: str, *, id: str = "", **fields: Any) -> Any:
        """Sent until it is acknowledged or refused. Raises Refusal."""
        id = id or new_id()
        message = {"stream": stream, "id": id, "command": {"what": what, **fields}}
        while True:
            await self.here.wait()
            socket = self.socket
            try:
                done = await self.call("command", message)
            except Refusal as refusal:
                self.told.refused[refusal.code] += 1
                if refusal.code not in LATER:
                    raise
                await asyncio.sleep(AGAIN_SECONDS)
            except AWAY:
                if socket is self.socket and not socket.closed.done():
                    self.drop()
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self.told.acknowledge(done["stream"], f"{self.person}:{id}", done["n"])
                return done

    async def step(self, stream: str, dice: Random | None = None) -> bool:
        if self.pause:
            await asyncio.sleep(self.pause * self.dice.random())
        screen = self.screens[stream]
        seen = screen.n
        move = self.move(stream, dice) if seen else None
        if move is None:
            return False
        try:
            done = await self.command(stream, **move)
        except Refusal:  # what he saw was over, or he is shown it in a moment
            if screen.n == seen:
                await self.stir()
            return True
        await self.sees(stream, done["n"])
        return True

    async def plays(
        self, stream: str, until: Callable[[Screen], bool], dice: Random | None = None
    ) -> Screen:
        screen = self.screens[stream]
        while not screen.n or not until(screen):
            if not await self.step(stream, dice):
                await self.stir()
        return screen

    async def does(self, stream: str, board: Board, done: set[str]) -> None:
        with suppress(Refusal):  # it was over in the meantime
            await super().does(stream, board, done)

    async def stir(self) -> None:
        """Until something comes, or for a while."""
        self.stirred.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):  # `wait_for` may lose a cancellation
                await self.stirred.wait()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.stir()

    async def watch(self, stream: str) -> Screen:
        """Raises Refusal."""
        while True:
            await self.here.wait()
            try:
                synced = await self.call("sync", {"stream": stream})
            except AWAY:
                self.drop()
                await asyncio.sleep(AGAIN_SECONDS)
            except Refusal as refusal:
                if refusal.code not in (*LATER, "no_such_table"):
                    raise
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                self.talk, self.server_now = synced.pop("talk"), synced.pop("now")
                screen = self.screens.setdefault(stream, self.kind(stream))
                screen.restore(synced)
                return screen

    async def follow(self, stream: str) -> Any:
        while True:
            await self.here.wait()
            with suppress(*AWAY, Refusal):
                async with asyncio.timeout(ANSWER_SECONDS):
                    return await Guest.follow(self, stream)
            await asyncio.sleep(AGAIN_SECONDS)

    async def in_step(self) -> float:
        """When the node that he is at answers him, or he has left, by the loop's clock."""
        while True:
            await self.here.wait()
            if self.gone:
                return asyncio.get_running_loop().time()
            try:
                for stream in [*self.screens, *self.boards]:
                    await self.call("sync", {"stream": stream})
                return asyncio.get_running_loop().time()
            except AWAY:
                self.drop()
            except Refusal:
                pass
            await asyncio.sleep(AGAIN_SECONDS)

    async def leave(self) -> None:
        self.gone = True
        self.drop()
        if self.living is not None:
            self.living.cancel()
            await asyncio.gather(self.living, return_exceptions=True)
        self.here.set()  # whoever waits for him


async def has_account(person: Steady, name: str) -> None:
    """Only somebody with an account may direct."""
    fields = {"name": name, "password": f"of {name} !"}
    async with person.http.post(
        f"{person.url}/api/account",
        json=fields,
        headers={"Cookie": person.cookie},
        timeout=ClientTimeout(30),
    ) as response:
        assert response.status == 200, await response.text()
        person.cookie = f"pulya={response.cookies['pulya'].value}"
    person.drop()
