"""A client as small as can be: Socket.IO over one WebSocket, frame by frame."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgpack
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

PATIENCE = 30
"""Seconds after which a test is stuck."""
CONNECT, DISCONNECT, EVENT, ACK, CONNECT_ERROR = range(5)


class Refusal(Exception):
    """The server's refusal, as it came."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["code"])
        self.code: str = error["code"]
        self.rule: str = error["rule"]
        self.detail: dict[str, Any] = error["detail"]


class Closed(Exception):
    """The connection is gone."""


class Socket:
    """One connection. Every binary frame that comes is kept in `frames`."""

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self.ws = ws
        self.frames: list[bytes] = []
        self.heard: Callable[[str, Any], None] = lambda name, message: None
        self.closed = asyncio.get_running_loop().create_future()
        self.greeted: asyncio.Future[dict[str, Any]] = self.closed.get_loop().create_future()
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.reader = asyncio.create_task(self.read())

    @classmethod
    async def connected(cls, http: ClientSession, url: str, cookie: str = "") -> Socket:
        """A socket after the Socket.IO handshake. Raises Closed if the server refuses."""
        socket = await cls.bare(http, url, cookie)
        answer = await socket.hello()
        if answer["type"] != CONNECT:
            raise Closed(answer)
        return socket

    @classmethod
    async def bare(cls, http: ClientSession, url: str, cookie: str = "") -> Socket:
        """A socket that has not said CONNECT yet."""
        headers = {"Cookie": cookie} if cookie else {}
        address = f"{url}/socket.io/?EIO=4&transport=websocket"
        ws = await http.ws_connect(address, headers=headers, max_msg_size=0)
        opening = await ws.receive(timeout=PATIENCE)
        if opening.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING, WSMsgType.ERROR):
            raise Closed(opening)
        assert opening.data[0] == "0", opening
        assert json.loads(opening.data[1:])["upgrades"] == []
        return cls(ws)

    async def hello(self) -> dict[str, Any]:
        """Say CONNECT; the server's answer."""
        await self.packet(type=CONNECT, nsp="/")
        async with asyncio.timeout(PATIENCE):
            return await asyncio.shield(self.greeted)

    async def packet(self, **packet: Any) -> None:
        await self.ws.send_bytes(msgpack.packb(packet))

    async def emit(self, *data: Any, number: int | None = None) -> None:
        await self.packet(type=EVENT, nsp="/", data=[*data], id=number)

    def asked(self) -> tuple[int, asyncio.Future[Any]]:
        """The number of a new question, and its acknowledgement to come."""
        number = len(self.waiting)
        self.waiting[number] = asyncio.get_running_loop().create_future()
        return number, self.waiting[number]

    async def call(self, *data: Any) -> Any:
        """The acknowledgement of an event. Raises Refusal, Closed."""
        number, answer = self.asked()
        try:
            await self.emit(*data, number=number)
        except ConnectionError:
            raise Closed from None
        async with asyncio.timeout(PATIENCE):
            done = await answer
        if "error" in done:
            raise Refusal(done["error"])
        return done["ok"]

    async def read(self) -> None:
        async for message in self.ws:
            if message.type is WSMsgType.TEXT:
                if message.data == "2":
                    await self.ws.send_str("3")
            elif message.type is WSMsgType.BINARY:
                self.frames.append(message.data)
                self.take(msgpack.unpackb(message.data))
        for answer in (self.greeted, *self.waiting.values()):
            if not answer.done():
                answer.set_exception(Closed())
                answer.exception()  # perhaps nobody asks any more
        self.closed.set_result(self.ws.close_code)

    def take(self, packet: dict[str, Any]) -> None:
        match packet["type"]:
            case 0 | 4:
                if not self.greeted.done():
                    self.greeted.set_result(packet)
            case 3:
                if not (answer := self.waiting[packet["id"]]).done():
                    answer.set_result(packet["data"][0])
            case 2:
                name, message = packet["data"]
                self.heard(name, message)

    async def gone(self) -> int | None:
        """Wait until the connection is closed by the server; the code."""
        async with asyncio.timeout(PATIENCE):
            code: int | None = await asyncio.shield(self.closed)
        return code

    async def close(self) -> None:
        await self.ws.close()
        await self.reader
