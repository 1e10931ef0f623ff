"""Four sockets that take turns: what a floor is driven by."""

from __future__ import annotations

import asyncio
import time

from tests.load.line import Line
from tests.load.seats import CONNECT, EVENT, PATH, Packet, packed, packet_of

SEATS = 4
COMMAND = {
    "stream": "t0123456789ab",
    "id": "0123456789abcdef0123456789abcdef",
    "command": {"what": "answer", "deal": 7, "ask": 21, "words": ["10D"]},
}
"""As long as an answer at a table."""


class Room:
    """Sends the next command when its turn has come: after every entry another seat's."""

    def __init__(self, kind: str, number: int) -> None:
        self.kind, self.number = kind, number
        self.lines: list[Line] = []
        self.entries = [0] * SEATS
        self.greeted = asyncio.Semaphore(0)
        self.clicked, self.awaited, self.arrived = 0.0, 0, 0
        """As of seats.Table."""
        self.latencies: list[float] = []

    async def connect(self, url: str) -> None:
        """All four, ready to begin."""
        path = f"{PATH}&room={self.number}" if self.kind == "room" else f"/?room={self.number}"
        for seat in range(SEATS):
            hear = self.framed if self.kind == "room" else self.entered
            line = await Line.to(
                url, path, lambda payload, seat=seat, hear=hear: hear(seat, payload)
            )
            self.lines.append(line)
            if self.kind == "room":
                line.send(packed({"type": CONNECT, "nsp": "/"}))
                await self.greeted.acquire()

    def framed(self, seat: int, payload: bytes) -> None:
        packet: Packet = packet_of(payload)
        if packet.type == EVENT:
            self.entered(seat, payload)
        elif packet.type == CONNECT:
            self.greeted.release()

    def entered(self, seat: int, _payload: bytes) -> None:
        self.entries[seat] += 1
        if self.entries[seat] == self.awaited:
            self.arrived += 1
            if self.arrived == SEATS:
                self.latencies.append(time.perf_counter() - self.clicked)
        if self.entries[seat] % SEATS == seat:
            self.click(seat)

    def click(self, seat: int) -> None:
        self.clicked, self.awaited, self.arrived = time.perf_counter(), self.entries[seat] + 1, 0
        packet = {"type": EVENT, "nsp": "/", "data": ["command", COMMAND], "id": 1}
        self.lines[seat].send(packed(packet))

    def leave(self) -> None:
        for line in self.lines:
            line.close()
