"""Packets and sockets: MessagePack over WebSocket and nothing else, hardened.

Why each deviation from the libraries: a `None` in a packet reads as a parse error in the page's
parser; a text frame or garbage would leave a ghost connection; engineio knows neither a limit to
the time before CONNECT nor one to what waits for a slow reader, and spends a task on each message.
"""

import asyncio
from contextlib import suppress
from typing import Any

import engineio
import msgpack
import socketio
from aiohttp import WSCloseCode, WSMsgType, web
from engineio.async_socket import AsyncSocket
from engineio.exceptions import UnknownPacketError
from engineio.packet import Packet as EnginePacket
from socketio.msgpack_packet import MsgPackPacket

MOST_BYTES = 65_536
"""The longest message from a page."""
MOST_WAITING = 1 << 20
"""How many bytes may wait for a slow reader before the next message cuts it off."""
CONNECT_SECONDS = 5
PING_SECONDS, PONG_SECONDS = 15, 10
EVENT, ACK = 2, 3
TEXT, BINARY = 0x81, 0x82
"""What a whole frame begins with."""
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


class Socket:
    """A WebSocket without compression, which takes binary frames only and hangs up on silence.

    Stands in for engineio's loop, queue and writer: those cost a task and a timer for each message.
    What is sent is handed to the transport at once, in the order in which it was sent.
    """

    def __init__(self, handler: Any, _server: engineio.AsyncServer) -> None:
        self.connection: AsyncSocket = handler.__self__

    async def __call__(self, environ: dict[str, Any]) -> web.WebSocketResponse:
        request = environ["aiohttp.request"]
        self.transport: asyncio.Transport = request.transport
        self.web = web.WebSocketResponse(max_msg_size=MOST_BYTES, compress=False, timeout=2.0)
        await self.web.prepare(request)
        environ["pulya.socket"] = self

        def hang_up() -> None:
            if "pulya.person" not in environ:
                self.abort()

        timer = asyncio.get_running_loop().call_later(CONNECT_SECONDS, hang_up)
        connection = self.connection
        connection.connected = connection.upgraded = True
        for waiting in await connection.poll():
            await self.send(waiting)
        connection.send = self.send
        try:
            while not connection.closed and (packet := await self.packet()) is not None:
                with suppress(UnknownPacketError):
                    await connection.receive(packet)
        finally:
            timer.cancel()
            reason = connection.server.reason.TRANSPORT_CLOSE
            await connection.close(wait=False, abort=True, reason=reason)
        return self.web

    async def packet(self) -> EnginePacket | None:
        """The next one; None when the connection is over, or to be ended."""
        message = await self.web.receive()
        if message.type is WSMsgType.BINARY:
            return EnginePacket(encoded_packet=message.data)
        if message.type is WSMsgType.TEXT:
            if message.data[:1] in ("1", "2", "3"):  # close, ping, pong
                return EnginePacket(encoded_packet=message.data)
            await self.web.close(code=WSCloseCode.UNSUPPORTED_DATA)
        return None

    async def send(self, packet: EnginePacket) -> None:
        self.write(frame(packet.encode()))

    def write(self, framed: bytes) -> None:
        """Never waits. A reader for whom too much waits already is cut off."""
        if self.web.closed or self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > MOST_WAITING:
            self.abort()
        else:
            self.transport.write(framed)

    async def close(self, code: int) -> None:
        """Say goodbye; the page comes back by itself."""
        await self.web.close(code=code)

    def abort(self) -> None:
        """End the connection at once; the page comes back by itself."""
        self.transport.abort()


def frame(payload: bytes | str) -> bytes:
    """A whole unmasked frame of RFC 6455."""
    kind, data = (BINARY, payload) if isinstance(payload, bytes) else (TEXT, payload.encode())
    size = len(data)
    if size < 126:
        return bytes((kind, size)) + data
    if size < 1 << 16:
        return bytes((kind, 126)) + size.to_bytes(2, "big") + data
    return bytes((kind, 127)) + size.to_bytes(8, "big") + data


def event(name: str, message: object) -> bytes:
    """The frame of an event, the same for every socket that gets it."""
    return frame(Packet(EVENT, [name, message], "/").encode())


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
        ping_interval=PING_SECONDS,
        ping_timeout=PONG_SECONDS,
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
            if eio_sid in server.environ:
                server.environ[eio_sid]["pulya.socket"].abort()

    async def disconnect(eio_sid: str, reason: str) -> None:
        """Who answers no pings is hung up on as well."""
        environ = server.environ.get(eio_sid, {})
        await server._handle_eio_disconnect(eio_sid, reason)
        if reason == eio.reason.PING_TIMEOUT and "pulya.socket" in environ:
            environ["pulya.socket"].abort()

    eio.on("message", message)
    eio.on("disconnect", disconnect)
    return server


def socket_of(server: socketio.AsyncServer, sid: str) -> Socket | None:
    """The socket of a connection that is open."""
    environ = server.get_environ(sid)
    return environ["pulya.socket"] if environ is not None else None


async def move(server: socketio.AsyncServer, seconds: float) -> None:
    """Tell every page to go to another node, and wait so long at most for those that read."""
    environs = [environ for environ in server.environ.values() if "pulya.socket" in environ]
    going: list[Socket] = [environ["pulya.socket"] for environ in environs]
    closing = [asyncio.create_task(socket.close(WSCloseCode.GOING_AWAY)) for socket in going]
    if closing:
        await asyncio.wait(closing, timeout=seconds)
    for socket in going:
        socket.abort()
