"""People at tables of a running server: what their screens show, and what they do."""

from __future__ import annotations

import asyncio
import copy
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self

from aiohttp import ClientSession

from game.view import View, empty, fold
from tests.server.sockets import PATIENCE, Refusal, Socket


def new_id() -> str:
    return uuid.uuid4().hex


@dataclass
class Screen:
    """A table as one socket shows it: `sync`, and then the entries folded in."""

    stream: str
    n: int = 0
    table: dict[str, Any] = field(default_factory=dict)
    view: View = field(default_factory=empty)
    names: dict[str, str] = field(default_factory=dict)
    held: list[dict[str, Any]] = field(default_factory=list)
    """Entries that came before what they are to be folded into."""

    def restore(self, synced: dict[str, Any]) -> None:
        self.n, self.table, self.view = synced["n"], synced["table"], synced["view"]
        self.names = synced["names"]
        for entry in self.held:
            if entry["n"] > self.n:
                self.take(entry)
        self.held.clear()

    def take(self, entry: dict[str, Any]) -> None:
        """An entry, which must be the next one."""
        assert entry["n"] == self.n + 1, (entry["n"], self.n)
        self.n = entry["n"]
        self.table.update(entry.get("set", {}))
        if "closed" in entry:
            self.table["past"] = [*self.table["past"], entry["closed"]]
        self.names.update(entry.get("names", {}))
        self.view = entry.get("view", self.view)
        for event in entry.get("events", []):
            fold(self.view, event)

    def shows(self) -> dict[str, Any]:
        """All of it, as `sync` would send it: without the names of those who have left."""
        named = (*self.table["members"], *self.table["audience"], *self.table["looks"])
        here = {each["person"] for each in named}
        return {
            "stream": self.stream,
            "n": self.n,
            "table": copy.deepcopy(self.table),
            "view": copy.deepcopy(self.view),
            "names": {person: name for person, name in self.names.items() if person in here},
        }


class Person:
    """A guest with a browser: one socket, and screens of the tables that he watches."""

    kind: type[Screen] = Screen

    def __init__(self, http: ClientSession, url: str, person: str, cookie: str) -> None:
        self.http, self.url, self.person, self.cookie = http, url, person, cookie
        self.screens: dict[str, Screen] = {}
        self.stirred = asyncio.Event()
        self.talk: list[dict[str, Any]] = []
        self.server_now = 0
        """As the last `sync` told."""
        self.heard: list[tuple[str, dict[str, Any]]] = []
        """What came besides entries: `said`, `replaced`."""
        self.came: Callable[[Screen, dict[str, Any]], None] = lambda screen, entry: None
        self._socket: Socket | None = None

    @classmethod
    async def guest(cls, http: ClientSession, url: str, name: str = "Анна") -> Self:
        """A new guest, connected."""
        return await cls.entered(http, url, "guest", {"name": name})

    @classmethod
    async def holder(cls, http: ClientSession, url: str, name: str = "Судья") -> Self:
        """Somebody with an account, connected."""
        return await cls.entered(http, url, "account", {"name": name, "password": f"of {name} !"})

    @classmethod
    async def entered(cls, http: ClientSession, url: str, how: str, fields: dict[str, str]) -> Self:
        async with http.post(f"{url}/api/{how}", json=fields) as response:
            assert response.status == 200, await response.text()
            cookie = response.cookies["pulya"]
            person = cls(http, url, (await response.json())["person"], f"pulya={cookie.value}")
        await person.connect()
        return person

    @property
    def socket(self) -> Socket:
        assert self._socket is not None
        return self._socket

    async def connect(self, url: str = "") -> None:
        """Connect, perhaps to another server."""
        self.url = url or self.url
        self._socket = await Socket.connected(self.http, self.url, self.cookie)
        self.socket.heard = self.hear

    async def again(self) -> Self:
        """The same person in a second browser."""
        other = type(self)(self.http, self.url, self.person, self.cookie)
        await other.connect()
        return other

    def hear(self, name: str, entry: dict[str, Any]) -> None:
        if name != "entry":
            self.heard.append((name, entry))
            self.stirred.set()
            return
        screen = self.screens.get(entry["stream"])
        if screen is not None and not screen.n:
            screen.held.append(entry)
        elif screen is not None and entry["n"] > screen.n:
            screen.take(entry)
            self.came(screen, entry)
        self.stirred.set()

    async def command(self, stream: str, what: str, *, id: str = "", **fields: Any) -> Any:
        """The acknowledgement of a command. Raises Refusal."""
        message = {"stream": stream, "id": id or new_id(), "command": {"what": what, **fields}}
        return await self.socket.call("command", message)

    async def refused(self, stream: str, what: str, *, id: str = "", **fields: Any) -> str:
        """The code of the refusal that must come."""
        try:
            done = await self.command(stream, what, id=id, **fields)
        except Refusal as refusal:
            return refusal.code
        raise AssertionError(f"carried out: {done}")

    async def open(
        self, rules: str = "festival-2011", players: int = 4, deals: int = 1, **fields: Any
    ) -> str:
        """A new table; its stream."""
        fields = {"rules": rules, "players": players, "deals": deals, "bots": True, **fields}
        stream: str = (await self.command("", "open", **fields))["stream"]
        return stream

    async def sync(self, stream: str) -> dict[str, Any]:
        """What the server shows now, without a change to the screen."""
        synced: dict[str, Any] = await self.socket.call("sync", {"stream": stream})
        self.talk, self.server_now = synced.pop("talk"), synced.pop("now")
        return synced

    async def watch(self, stream: str) -> Screen:
        """A screen that follows the table from now on."""
        screen = self.screens[stream] = self.kind(stream)
        screen.restore(await self.sync(stream))
        return screen

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for entries until it is true."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self.stirred.clear()
                await self.stirred.wait()

    async def sees(self, stream: str, n: int) -> Screen:
        """Wait until the screen shows entry n."""
        screen = self.screens[stream]
        await self.until(lambda: screen.n >= n)
        return screen

    # --- what he may do ---

    def move(self, stream: str, dice: Random | None = None) -> dict[str, Any] | None:
        """A command that is his to give now; without dice always the first option."""
        screen = self.screens[stream]
        table, ask = screen.table, screen.view["ask"]
        me = next((m for m in table["members"] if m["person"] == self.person), None)
        if me is None:
            return None
        number = {"deal": table["deal"]}
        match table["phase"]:
            case "gathering" if len(table["members"]) == table["players"] and not me["ready"]:
                return {"what": "confirm"}
            case "seating" if me["number"] == 1:
                return {"what": "choose", "seat": "E"}
            case "between" if not me["ready"]:
                return {"what": "ready", **number}
            case "playing" if table["claim"] is not None:
                if me["seat"] in table["claim"]["waiting"]:
                    return {
                        "what": "respond",
                        **number,
                        "ask": ask_number(screen),
                        "claimer": table["claim"]["seat"],
                        "word": "yes",
                    }
            case "playing" if ask is not None and ask["seat"] == me["seat"] and ask["options"]:
                words = [dice.choice(ask["options"]) if dice else ask["options"][0]]
                return {"what": "answer", **number, "ask": ask["number"], "words": words}
        return None

    async def step(self, stream: str, dice: Random | None = None) -> bool:
        """Do what is his to do now, and see it done; False if nothing is."""
        move = self.move(stream, dice)
        if move is None:
            return False
        done = await self.command(stream, **move)
        await self.sees(stream, done["n"])
        return True

    async def plays(
        self, stream: str, until: Callable[[Screen], bool], dice: Random | None = None
    ) -> Screen:
        """Play until it is so; between his moves wait for others."""
        screen = self.screens[stream]
        while not until(screen):
            seen = screen.n
            if not await self.step(stream, dice):
                await self.until(lambda: screen.n > seen)  # noqa: B023
        return screen

    async def close(self) -> None:
        await self.socket.close()


def ask_number(screen: Screen) -> int:
    assert screen.view["ask"] is not None
    return screen.view["ask"]["number"]


def finished(screen: Screen) -> bool:
    return bool(screen.table["phase"] == "finished")


async def play_together(
    people: list[Person], stream: str, until: Callable[[Screen], bool], seed: int = 0
) -> None:
    """All play until it is so on the screen of everybody."""
    async with asyncio.TaskGroup() as tasks:
        for number, person in enumerate(people):
            dice = Random(f"{seed} {number}")
            tasks.create_task(person.plays(stream, until, dice))
