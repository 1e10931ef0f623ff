"""People at a table over bare sockets: what a test needs before its browsers come, and others."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import aiohttp
import socketio

from server.wire import Packet

PATIENCE = 20
"""Seconds until somebody is asked, or the table is as it should be."""


@dataclass
class Guest:
    """A person with a socket; `cookie` makes a browser the same person."""

    url: str
    name: str
    cookie: str = ""
    person: str = ""
    stream: str = ""
    socket: socketio.AsyncClient = field(
        default_factory=lambda: socketio.AsyncClient(serializer=Packet)
    )

    async def arrive(self) -> "Guest":
        async with aiohttp.ClientSession() as http:
            answer = await http.post(f"{self.url}/api/guest", json={"name": self.name})
            async with answer:
                self.person = (await answer.json())["person"]
                self.cookie = "; ".join(f"{c.key}={c.value}" for c in answer.cookies.values())
        await self.connect()
        return self

    async def connect(self) -> None:
        await self.socket.connect(
            self.url, headers={"Cookie": self.cookie}, transports=["websocket"]
        )

    async def has_account(self, name: str, password: str) -> None:
        """From now on, with a new cookie; the old one and its socket count no more."""
        await self.leave()
        account = {"name": name, "password": password}
        async with aiohttp.ClientSession(headers={"Cookie": self.cookie}) as http:
            answer = await http.post(f"{self.url}/api/account", json=account)
            async with answer:
                assert answer.status == 200, await answer.text()
                self.cookie = "; ".join(f"{c.key}={c.value}" for c in answer.cookies.values())
        await self.connect()

    async def leave(self) -> None:
        await self.socket.disconnect()

    async def act(self, what: str, **fields: Any) -> str:
        """Carry out a command; returns the table's stream."""
        message = {
            "stream": "" if what in ("open", "practise", "create") else self.stream,
            "id": uuid4().hex,
            "command": {"what": what, **fields},
        }
        done = await self.socket.call("command", message, timeout=PATIENCE)
        assert "ok" in done, done
        self.stream = done["ok"]["stream"]
        return self.stream

    async def seen(self) -> dict[str, Any]:
        """The table as this person may see it; it makes him watch it, as a page does."""
        synced = await self.socket.call("sync", {"stream": self.stream}, timeout=PATIENCE)
        assert "ok" in synced, synced
        state: dict[str, Any] = synced["ok"]
        return state

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The table as soon as it is like that."""
        async with asyncio.timeout(PATIENCE):
            while not wanted(state := await self.seen()):
                await self.socket.sleep(0.02)
        return state

    async def say(self, choose: Callable[[list[str]], str] = lambda options: options[0]) -> str:
        """Wait for a question and answer it."""

        def asked(state: dict[str, Any]) -> bool:
            ask = state["view"]["ask"]
            return ask is not None and ask["options"] is not None

        state = await self.until(asked)
        ask = state["view"]["ask"]
        word = choose(ask["options"])
        await self.act("answer", deal=state["table"]["deal"], ask=ask["number"], words=[word])
        return word

    @property
    def place(self) -> str:
        return f"{self.url}/#/table/{self.stream}"


async def seated(guests: list[Guest], **terms: Any) -> dict[str, Guest]:
    """A table of these people, seated, its first deal dealt; who sits where."""
    host, *others = guests
    terms = {"rules": "festival-2011", "deals": 3, "listed": False} | terms
    stream = await host.act("open", players=len(guests), **terms)
    for guest in others:
        guest.stream = stream
        await guest.act("join")
    for guest in guests:
        await guest.act("confirm")
    members = (await host.seen())["table"]["members"]
    first = next(m["person"] for m in members if m["number"] == 1)
    await next(guest for guest in guests if guest.person == first).act("choose", seat="N")
    members = (await host.seen())["table"]["members"]
    for guest in guests:
        await guest.socket.call("unwatch", {"stream": stream}, timeout=PATIENCE)
    return {m["seat"]: next(g for g in guests if g.person == m["person"]) for m in members}
