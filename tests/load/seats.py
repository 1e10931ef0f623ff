"""Thousands of seats: people who sit down at tables and answer at random what they are asked."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from aiohttp import ClientSession

from tests.load.line import Line

CONNECT, EVENT, ACK = 0, 2, 3
PATH = "/socket.io/?EIO=4&transport=websocket"
AGAIN_SECONDS = 0.05
PATIENCE = 120
DEALS = 60
READY_SECONDS = 0.5
"""So far apart people are ready for the next deal, if they are as fast as it goes otherwise."""


class Packet(msgspec.Struct):
    type: int
    data: msgspec.Raw = msgspec.Raw(b"\xc0")
    id: int = -1


class Member(msgspec.Struct):
    person: str
    number: int | None


class Set(msgspec.Struct):
    """The fields of a table that tell what is to be done."""

    phase: str = ""
    deal: int = 0
    members: list[Member] = []


class Told(msgspec.Struct):
    event: str
    number: int = 0
    options: list[str] | None = None


class Entry(msgspec.Struct):
    n: int = 0
    set: Set | None = None
    events: list[Told] = []


packet_of = msgspec.msgpack.Decoder(Packet).decode
event_of = msgspec.msgpack.Decoder(tuple[str, Entry]).decode
packed = msgspec.msgpack.Encoder().encode


@dataclass
class Tally:
    """What all seats together have done and seen."""

    answers: int = 0
    """That the server has acknowledged."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from a click until all four screens had its entry."""
    refused: Counter[str] = field(default_factory=Counter)
    entries: int = 0
    bytes: int = 0
    """Of entries that came to a screen."""


class Table:
    """Four seats. `pace` is the mean time between answers in seconds, 0 for none."""

    def __init__(self, tally: Tally, dice: Random, pace: float) -> None:
        self.tally, self.dice, self.pace = tally, dice, pace
        self.stream = ""
        self.seats: list[Seat] = []
        self.plays = False
        """Whether answers are given."""
        self.clicked, self.awaited, self.arrived = 0.0, 0, 0
        """When the last click was, of which entry, and how many screens have it."""

    async def gather(self, urls: Sequence[str], clocks: str, hint: bool) -> None:
        """Open the table, and sit down until the first question is asked.

        Each at any of the nodes, or all at the one that the hint names.
        """
        host, *others = self.seats
        await host.connect(self.dice.choice(urls))
        rules = {"rules": "festival-2011", "players": 4, "deals": DEALS, "pace": clocks}
        done = await host.asked({"what": "open", **rules})
        self.stream = done["stream"]
        if hint:
            host.line.close()
        for seat in self.seats if hint else others:
            await seat.connect(hinted(self.stream, urls) if hint else self.dice.choice(urls))
        for seat in self.seats:
            await seat.sync()
        n = 0
        for seat in others:
            n = (await seat.asked({"what": "join"}))["n"]
        for seat in self.seats:
            await seat.until(lambda seat=seat: seat.n >= n)  # another node may be behind
            await seat.asked({"what": "confirm"})
        for seat in self.seats:
            await seat.until(lambda seat=seat: seat.dealt)

    def leave(self) -> None:
        for seat in self.seats:
            seat.line.close()

    def begin(self) -> None:
        """Answer from now on."""
        self.plays = True
        for seat in self.seats:
            if seat.options:
                seat.soon()


def hinted(stream: str, urls: Sequence[str]) -> str:
    """The node of a table, as a proxy would reckon it that follows the hint."""
    return urls[int.from_bytes(hashlib.sha256(stream.encode()).digest()[:4], "big") % len(urls)]


class Seat:
    """A person at a table, with a connection of his own."""

    def __init__(self, table: Table, person: str, cookie: str) -> None:
        self.table, self.person, self.cookie = table, person, cookie
        self.line: Line
        self.greeted: asyncio.Future[None]
        self.stirred = asyncio.Event()
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.sent: dict[int, dict[str, Any]] = {}
        self.number = 0
        self.n = self.deal = self.ask = 0
        self.dealt = False
        """Whether a question was asked."""
        self.options: list[str] = []

    async def connect(self, url: str) -> None:
        more = f"Cookie: pulya={self.cookie}\r\n"
        self.greeted = asyncio.get_running_loop().create_future()
        self.line = await Line.to(url, PATH, self.heard, more)
        self.line.send(packed({"type": CONNECT, "nsp": "/"}))
        async with asyncio.timeout(PATIENCE):
            await self.greeted

    # --- what is sent ---

    def emit(self, name: str, message: dict[str, Any]) -> int:
        self.number += 1
        packet = {"type": EVENT, "nsp": "/", "data": [name, message], "id": self.number}
        self.line.send(packed(packet))
        return self.number

    async def call(self, name: str, message: dict[str, Any]) -> Any:
        number = self.emit(name, message)
        future = self.waiting[number] = asyncio.get_running_loop().create_future()
        async with asyncio.timeout(PATIENCE):
            answer = await future
        assert "ok" in answer, answer
        return answer["ok"]

    def message(self, command: dict[str, Any]) -> dict[str, Any]:
        id = f"{self.table.dice.getrandbits(128):032x}"
        return {"stream": self.table.stream, "id": id, "command": command}

    async def asked(self, command: dict[str, Any]) -> Any:
        return await self.call("command", self.message(command))

    async def sync(self) -> None:
        synced = await self.call("sync", {"stream": self.table.stream})
        self.n = max(self.n, synced["n"])

    def command(self, command: dict[str, Any]) -> None:
        """Send it, and again where the server says so."""
        message = self.message(command)
        self.sent[self.emit("command", message)] = message

    def soon(self) -> None:
        """Answer what is asked, now or after a thought."""
        pace = self.table.pace
        if pace:
            delay = pace * self.table.dice.uniform(0.4, 1.6)
            asyncio.get_running_loop().call_later(delay, self.answer)
        else:
            self.answer()

    def answer(self) -> None:
        if not self.options or not self.table.plays or self.line.lost:
            return
        word, self.options = self.table.dice.choice(self.options), []
        table = self.table
        table.clicked, table.awaited, table.arrived = time.perf_counter(), self.n + 1, 0
        self.command({"what": "answer", "deal": self.deal, "ask": self.ask, "words": [word]})

    def ready(self, deal: int) -> None:
        if not self.line.lost:
            self.command({"what": "ready", "deal": deal})

    # --- what is heard ---

    def heard(self, payload: bytes) -> None:
        packet = packet_of(payload)
        if packet.type == EVENT:
            name, entry = event_of(packet.data)
            if name == "entry":
                self.table.tally.entries += 1
                self.table.tally.bytes += len(payload)
                self.took(entry)
            else:
                self.table.tally.refused[name] += 1
        elif packet.type == ACK:
            self.acknowledged(packet.id, packet.data)
        elif packet.type == CONNECT:
            self.greeted.set_result(None)

    def acknowledged(self, number: int, data: bytes) -> None:
        (answer,) = msgspec.msgpack.decode(data)
        if number in self.waiting:
            self.waiting.pop(number).set_result(answer)
            return
        message = self.sent.pop(number)
        if "ok" in answer:
            self.table.tally.answers += message["command"]["what"] == "answer"
            return
        code = answer["error"]["code"]
        self.table.tally.refused[code] += 1
        if code in ("try_again", "too_fast"):
            asyncio.get_running_loop().call_later(AGAIN_SECONDS, self.again, message)

    def again(self, message: dict[str, Any]) -> None:
        if not self.line.lost:
            self.sent[self.emit("command", message)] = message

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self.stirred.clear()
                await self.stirred.wait()

    def took(self, entry: Entry) -> None:
        self.n = entry.n
        self.stirred.set()
        table = self.table
        if entry.n == table.awaited:
            table.arrived += 1
            if table.arrived == len(table.seats):
                table.tally.latencies.append(time.perf_counter() - table.clicked)
        change = entry.set
        if change is not None:
            self.deal = change.deal or self.deal
            if change.phase == "seating" and any(
                (member.person, member.number) == (self.person, 1) for member in change.members
            ):
                self.command({"what": "choose", "seat": "E"})
            elif change.phase == "between":
                pause = self.table.dice.uniform(0, self.table.pace or READY_SECONDS)
                asyncio.get_running_loop().call_later(pause, self.ready, self.deal)
        for told in entry.events:
            if told.event == "asked":
                self.dealt = True
                self.options, self.ask = told.options or [], told.number
        if self.options and table.plays:
            self.soon()


async def guest(http: ClientSession, url: str, number: int) -> tuple[str, str]:
    """A new person and his cookie, as a proxy would bring him from an address of his own."""
    address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
    headers = {"X-Forwarded-For": address}
    async with http.post(f"{url}/api/guest", json={"name": "Анна"}, headers=headers) as response:
        assert response.status == 200, await response.text()
        cookie = response.cookies["pulya"].value
        return (await response.json())["person"], cookie
