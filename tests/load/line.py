"""One connection that costs little: WebSocket and Socket.IO by hand, over a bare protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
TEXT, BINARY, CLOSE = 0x81, 0x82, 0x88
NO_MASK = bytes(4)
"""A mask of noughts leaves what it masks as it is."""


class Lost(Exception):
    """The server has ended the connection, or never took it."""


def masked(kind: int, payload: bytes) -> bytes:
    """A whole frame of a client."""
    size = len(payload)
    if size < 126:
        return bytes((kind, 0x80 | size)) + NO_MASK + payload
    return bytes((kind, 0xFE)) + size.to_bytes(2, "big") + NO_MASK + payload


class Line(asyncio.Protocol):
    """`heard` gets the payload of every binary frame."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the server has taken the upgrade."""
        self.lost = False
        self.rest = b""
        self.received = 0
        """Bytes of binary frames, and how many frames."""
        self.frames = 0

    @classmethod
    async def to(cls, url: str, path: str, heard: Callable[[bytes], None], more: str = "") -> Line:
        """Connected, after the upgrade; `more` are lines of the request's head. Raises Lost."""
        place = urlsplit(url)
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(heard), place.hostname, place.port)
        request = UPGRADE.format(path=path, host=place.netloc, more=more)
        line.transport.write(request.encode())
        await line.open
        return line

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport

    def connection_lost(self, _reason: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(Lost())

    def data_received(self, data: bytes) -> None:
        data = self.rest + data if self.rest else data
        if not self.open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.transport.abort()
                return
            self.open.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            end_of_frame = begin + length
            if end_of_frame > size:
                break
            self.take(data[at], data[begin:end_of_frame])
            at = end_of_frame
        self.rest = data[at:]

    def take(self, kind: int, payload: bytes) -> None:
        if kind == BINARY:
            self.frames += 1
            self.received += len(payload)
            self.heard(payload)
        elif kind == TEXT and payload == b"2":
            self.transport.write(masked(TEXT, b"3"))
        elif kind == CLOSE:
            self.transport.abort()

    def send(self, payload: bytes) -> None:
        self.transport.write(masked(BINARY, payload))

    def close(self) -> None:
        self.transport.abort()
