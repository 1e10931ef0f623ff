"""Packets and sockets: MessagePack over WebSocket and nothing else, hardened.

Why each deviation from the libraries: a `None` in a packet reads as a parse error in the page's
parser; a text frame or garbage would leave a ghost connection; engineio knows neither a limit to
the time before CONNECT nor one to what waits for a slow reader.
"""

import asyncio
from typing import Any

import engineio
import msgpack
import socketio
from aiohttp import WSCloseCode, web
from engineio.async_drivers.aiohttp import WebSocket
from socketio.msgpack_packet import MsgPackPacket

MOST_BYTES = 65_536
"""The longest message from a page."""
MOST_WAITING = 300
"""How many packets may wait for a slow reader before it is cut off."""
CONNECT_SECONDS = 5
EVENT, ACK = 2, 3
OWN_EVENTS = ("connect", "disconnect", "*")
"""What python-socketio tells the handlers by itself; from outside they would be forged."""


def extension(code: int, data: bytes) -> None:
    """JavaScript's undefined comes as extension 0 of a nought; nothing else is known."""
    if (code, data) != (0, b"\0"):
        raise ValueError("unknown extension")


def is_event(data: object) -> bool:
    """Whether this is the name of an event and its message."""
    if not isinstance(data, list) or not data:
        return False
    return isinstance(data[0], str) and data[0] not in OWN_EVENTS


class Packet(MsgPackPacket):  # type: ignore[misc]  # socketio brings no types
    """A Socket.IO packet of which every part is checked."""

    def encode(self) -> bytes:
        packet = {name: part for name, part in self._to_dict().items() if part is not None}
        encoded: bytes = msgpack.packb(packet)
        return encoded

    def decode(self, encoded: object) -> None:
        if not isinstance(encoded, bytes):
            raise ValueError("a text packet")
        packet = msgpack.unpackb(encoded, ext_hook=extension)
        if not isinstance(packet, dict):
            raise ValueError("no packet")
        kind, data, number = packet.get("type"), packet.get("data"), packet.get("id")
        if (
            type(kind) is not int
            or kind not in range(5)
            or packet.get("nsp") != "/"
            or type(number) not in (int, type(None))
        ):
            raise ValueError("no packet")
        if kind == EVENT and not is_event(data):
            raise ValueError("no event")
        if kind == ACK and not isinstance(data, list):
            raise ValueError("no acknowledgement")
        self.packet_type, self.data, self.id, self.namespace = kind, data, number, "/"


class Socket(WebSocket):  # type: ignore[misc]  # nor does engineio
    """A WebSocket without compression, which takes binary frames only and hangs up on silence."""

    async def __call__(self, environ: dict[str, Any]) -> web.WebSocketResponse:
        request = environ["aiohttp.request"]
        self._sock = environ["pulya.socket"] = web.WebSocketResponse(
            max_msg_size=MOST_BYTES, compress=False, timeout=2.0
        )
        await self._sock.prepare(request)

        def hang_up() -> None:
            if "pulya.person" not in environ:
                abort(environ)

        timer = asyncio.get_running_loop().call_later(CONNECT_SECONDS, hang_up)
        try:
            await self.handler(self)
        finally:
            timer.cancel()
        return self._sock

    async def wait(self) -> Any:
        data = await super().wait()
        if isinstance(data, str) and data[:1] not in ("1", "2", "3"):  # close, ping, pong
            await self._sock.close(code=1003)
            raise OSError("a text frame")
        return data


def socket_server(origins: list[str] | None = None) -> socketio.AsyncServer:
    """A Socket.IO server that speaks the above; origins as python-socketio takes them."""
    server = socketio.AsyncServer(
        async_mode="aiohttp",
        serializer=Packet,
        transports=["websocket"],
        allow_upgrades=False,
        cors_allowed_origins=origins,
        http_compression=False,
        max_http_buffer_size=MOST_BYTES,
        ping_interval=25,
        ping_timeout=20,
    )
    eio: engineio.AsyncServer = server.eio
    eio._async = {**eio._async, "websocket": Socket}

    async def message(eio_sid: str, data: object) -> None:
        """What is no packet ends the connection."""
        try:
            if not data:
                raise ValueError("an empty packet")  # which the library would not decode
            await server._handle_eio_message(eio_sid, data)
        except ValueError:
            abort(server.environ.get(eio_sid))

    eio.on("message", message)
    return server


def abort(environ: dict[str, Any] | None) -> None:
    """End a connection at once; the page comes back by itself."""
    transport = environ["aiohttp.request"].transport if environ else None
    if transport is not None:
        transport.abort()


async def move(server: socketio.AsyncServer, eio_sid: str, environ: dict[str, Any]) -> None:
    """Close a connection after what waits for its reader, so that the page goes to another node."""
    if eio_sid in server.eio.sockets:
        await server.eio.sockets[eio_sid].queue.join()
    if "pulya.socket" in environ:
        await environ["pulya.socket"].close(code=WSCloseCode.GOING_AWAY)


def is_slow(server: socketio.AsyncServer, sid: str) -> bool:
    """Whether too much waits for this socket."""
    eio_sid = server.manager.eio_sid_from_sid(sid, "/")
    socket = server.eio.sockets.get(eio_sid)
    return socket is not None and socket.queue.qsize() > MOST_WAITING


def cut(server: socketio.AsyncServer, sid: str) -> None:
    """End the connection of a socket at once."""
    abort(server.get_environ(sid))
