"""`python -m tests.load.floors bare|room PORT BYTES`: what the libraries cost without rules or log.

Every command of a page is answered to the four sockets of its room: by `bare` as so many bytes over
aiohttp's WebSockets, by `room` as python-socketio does it as delivered, with an acknowledgement.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

import msgpack
import socketio
import uvloop
from aiohttp import WSMsgType, web

from tests.load.seats import EVENT


def bare(size: int) -> web.Application:
    rooms: defaultdict[str, list[web.WebSocketResponse]] = defaultdict(list)
    entry = b"\x80" * size

    async def follow(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        room = rooms[request.query["room"]]
        room.append(socket)
        async for message in socket:
            if message.type is WSMsgType.BINARY:
                for each in room:
                    await each.send_bytes(entry)
        return socket

    app = web.Application()
    app.router.add_get("/", follow)
    return app


def room(size: int) -> web.Application:
    server = socketio.AsyncServer(async_mode="aiohttp", serializer="msgpack")
    around = len(msgpack.packb({"type": EVENT, "data": ["entry", {"n": ""}], "nsp": "/"}))
    entry = {"n": " " * max(0, size - around - 1)}
    rooms: dict[str, str] = {}

    async def connect(sid: str, environ: dict[str, str]) -> None:
        rooms[sid] = environ["QUERY_STRING"].rpartition("=")[2]
        await server.enter_room(sid, rooms[sid])

    async def command(sid: str, _message: object) -> dict[str, object]:
        await server.emit("entry", entry, room=rooms[sid])
        return {"ok": {"stream": rooms[sid], "n": 1}}

    server.on("connect", connect)
    server.on("command", command)
    app = web.Application()
    server.attach(app)
    return app


FLOORS = {"bare": bare, "room": room}


async def serve(kind: str, port: int, size: int) -> None:
    runner = web.AppRunner(FLOORS[kind](size), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
