"""What is handed to the kernel: whole frames, packed once, and never too much of it."""

from __future__ import annotations

import asyncio

import msgpack
import pytest
from aiohttp import ClientSession, WSMsgType, web
from aiohttp.test_utils import TestServer

from server import sockets, wire
from server.wire import Socket, event, frame
from tests.server.nodes import House
from tests.server.people import Person


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[Socket]:
    """The sockets that the server has cut off."""
    aborted: list[Socket] = []
    abort = Socket.abort

    def noted(socket: Socket) -> None:
        aborted.append(socket)
        abort(socket)

    monkeypatch.setattr(Socket, "abort", noted)
    return aborted


async def test_a_frame_is_read_as_it_was_written(http: ClientSession) -> None:
    payloads = [b"x" * size for size in (0, 1, 125, 126, 65_535, 65_536, 200_000)]

    async def send(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        assert request.transport is not None
        for payload in payloads:
            request.transport.write(frame(payload))
        request.transport.write(frame("слово"))
        await socket.receive()
        return socket

    app = web.Application()
    app.router.add_get("/", send)
    async with (
        TestServer(app) as server,
        http.ws_connect(server.make_url("/"), max_msg_size=0) as ws,
    ):
        for payload in payloads:
            message = await ws.receive(timeout=10)
            assert (message.type, message.data) == (WSMsgType.BINARY, payload)
        message = await ws.receive(timeout=10)
        assert (message.type, message.data) == (WSMsgType.TEXT, "слово")


async def watching(house: House, name: str, stream: str) -> tuple[Person, str]:
    """Somebody new who watches a table, and his socket."""
    person = await house.guest(name)
    await person.watch(stream)
    watchers = house.streams.replicas[stream].watchers
    return person, next(sid for sid, whose in watchers.items() if whose == person.person)


async def test_what_waits_for_who_does_not_read_is_bounded(
    house: House, cut: list[Socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_WAITING", 50_000)
    written: list[tuple[int, int]] = []
    write = Socket.write

    def measured(socket: Socket, framed: bytes) -> None:
        before = socket.transport.get_write_buffer_size()
        write(socket, framed)
        if not socket.transport.is_closing():
            written.append((before, socket.transport.get_write_buffer_size()))

    monkeypatch.setattr(Socket, "write", measured)
    host = await house.guest()
    stream = await host.open(bots=False)
    reads, reading = await watching(house, "Борис", stream)
    slow, sleeping = await watching(house, "Вера", stream)
    slow.socket.reader.cancel()  # and then he looks no more
    said = {"line": "x" * 10_000}
    size = len(event("said", said))
    while not cut:
        heard = len(reads.heard)
        house.streams.outgoing([reading, sleeping], "said", said)
        await reads.until(lambda: len(reads.heard) > heard)  # noqa: B023
    assert len(cut) == 1
    assert max(after for _, after in written) <= 50_000 + size
    assert max(before for before, _ in written) <= 50_000
    watchers = house.streams.replicas[stream].watchers
    async with asyncio.timeout(20):
        while sleeping in watchers:  # noqa: ASYNC110  # nobody tells of it
            await asyncio.sleep(0.01)
    assert reading in watchers
    await slow.socket.ws.close()


async def test_who_sees_alike_gets_the_same_bytes_packed_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await house.guest()
    stream = await host.open(bots=False, players=3)
    people = [await house.guest(name) for name in ("Борис", "Вера", "Глеб")]
    for person in (host, *people):
        await person.watch(stream)
    packed: list[object] = []

    def counted(name: str, message: object) -> bytes:
        packed.append(message)
        return event(name, message)

    monkeypatch.setattr(sockets, "event", counted)
    done = await people[0].command(stream, "join")
    for person in (host, *people):
        await person.sees(stream, done["n"])
    entries = {
        raw
        for person in (host, *people)
        for raw in person.socket.frames
        if msgpack.unpackb(raw)["type"] == wire.EVENT
    }
    assert len(packed) == len(entries) == 1


async def test_who_answers_no_ping_is_hung_up_on(
    house: House, cut: list[Socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "PING_SECONDS", 1)
    monkeypatch.setattr(wire, "PONG_SECONDS", 1)
    await house.restart()
    anna, boris = await house.guest("Анна"), await house.guest("Борис")
    boris.socket.reader.cancel()
    async with asyncio.timeout(20):
        while not cut:  # noqa: ASYNC110  # nobody tells of it
            await asyncio.sleep(0.01)
    assert not anna.socket.closed.done()
    await anna.open()
    await boris.socket.ws.close()
