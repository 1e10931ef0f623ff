"""A server that is told to stop ends what is in hand, sends its pages elsewhere, and is gone."""

from __future__ import annotations

import asyncio
import base64
import os
import signal
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientTimeout

from server.app import READINESS
from server.node import LOST_SECONDS
from server.readiness import Readiness
from server.store.database import Database
from tests.server.nodes import House, rows, sqlite_url
from tests.server.people import Person, new_id
from tests.server.processes import Process
from tests.server.sockets import PATIENCE, Closed, Refusal, Socket

READERS, MUTE = 60, 300
PROMISED = 10
"""Seconds after which a server that was told to stop is gone."""


@pytest.fixture
async def process(tmp_path: Path) -> AsyncIterator[Process]:
    process = Process(tmp_path / "pulya.db", PULYA_RATE="1000000", PULYA_BOT_PAUSE="0")
    yield process
    if process.running is not None:
        await process.kill()


async def readiness(http: ClientSession, process: Process) -> tuple[int, str]:
    """The status and the reason."""
    async with http.get(f"{process.url}/readyz", timeout=ClientTimeout(PATIENCE)) as response:
        return response.status, (await response.json())["reason"]


async def drains(http: ClientSession, process: Process) -> None:
    """Wait until it says that it takes no more work."""
    async with asyncio.timeout(PATIENCE):
        while await readiness(http, process) != (503, "draining"):  # noqa: ASYNC110 - a process
            await asyncio.sleep(0.01)


async def mute(process: Process, cookie: str) -> socket.socket:
    """A connection of which nothing is read any more once it stands."""
    loop = asyncio.get_running_loop()
    connection = socket.socket()
    connection.setblocking(False)
    await loop.sock_connect(connection, ("127.0.0.1", process.port))
    lines = (
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
        f"Host: 127.0.0.1:{process.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        f"Cookie: {cookie}",
        "\r\n",
    )
    await loop.sock_sendall(connection, "\r\n".join(lines).encode())
    assert (await loop.sock_recv(connection, 12)).endswith(b" 101")
    return connection


async def test_all_sockets_are_told_to_move_and_it_is_gone_in_time(
    process: Process, http: ClientSession, request: pytest.FixtureRequest
) -> None:
    process.settings["PULYA_DRAIN"] = "1"
    await process.start(http)
    assert await readiness(http, process) == (200, "")
    anna = await Person.guest(http, process.url)
    readers = [await anna.again() for _ in range(READERS)]
    mutes = [await mute(process, anna.cookie) for _ in range(MUTE)]
    for each in mutes:
        request.addfinalizer(each.close)
    stream = await anna.open()
    assert process.running is not None
    told = time.monotonic()
    process.running.send_signal(signal.SIGTERM)
    await drains(http, process)
    with pytest.raises(Exception, match="503"):  # no new sockets
        await Socket.connected(http, process.url, anna.cookie)
    async with http.get(f"{process.url}/healthz") as response:
        assert response.status == 200
    codes = [await person.socket.gone() for person in [anna, *readers]]
    assert codes == [1001] * (READERS + 1)
    assert await process.running.wait() == 0
    assert time.monotonic() - told < PROMISED
    assert rows(process.log.with_suffix(".db"), "select n from entry where stream = ?", stream)


async def test_a_command_in_hand_is_acknowledged_before_its_socket_is_closed(
    process: Process, http: ClientSession
) -> None:
    await process.start(http)
    anna = await Person.guest(http, process.url)
    stream = await anna.open(bots=False)
    assert process.running is not None
    database, id = process.log.with_suffix(".db"), new_id()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("begin immediate")  # so that the server waits with what it writes
        asked = asyncio.create_task(anna.command(stream, "fill", id=id))
        await anna.socket.call("unwatch", {"stream": ""})  # what came before is in hand
        process.running.send_signal(signal.SIGTERM)
        await drains(http, process)
        with pytest.raises(Refusal, match="try_again"):
            await anna.command(stream, "leave")
        assert not asked.done()
        other.execute("rollback")
    n = (await asked)["n"]
    assert await anna.socket.gone() == 1001
    assert await process.running.wait() == 0
    query = "select n from entry where stream = ? and command = ?"
    assert rows(database, query, stream, f"{anna.person}:{id}") == [(n,)]


async def test_told_twice_it_is_gone_at_once(process: Process, http: ClientSession) -> None:
    process.settings["PULYA_DRAIN"] = "60"
    await process.start(http)
    anna = await Person.guest(http, process.url)
    assert process.running is not None
    process.running.send_signal(signal.SIGTERM)
    await drains(http, process)
    assert (await anna.open()).startswith("t")  # those who are here play on
    process.running.send_signal(signal.SIGINT)
    async with asyncio.timeout(PATIENCE):
        assert await process.running.wait() == 1
    with pytest.raises(Closed):
        await anna.open()


def ready(house: House) -> Readiness:
    assert house.server is not None
    assert house.server.app is not None
    return house.server.app[READINESS]


async def test_a_node_whose_store_is_away_takes_no_work(house: House, tmp_path: Path) -> None:
    away = Database(sqlite_url(tmp_path / "no" / "such.db"))
    assert await ready(house).store() == ""
    assert await Readiness(away, ready(house).node).store() == "store"


async def test_a_node_that_cannot_write_takes_no_work(house: House) -> None:
    """A full store still answers."""
    readiness = ready(house)
    readiness.node.beaten = asyncio.get_running_loop().time() - 2 * LOST_SECONDS
    assert await readiness.store() == "store"


async def test_what_cannot_be_finished_in_time_is_refused(
    process: Process, http: ClientSession
) -> None:
    await process.start(http)
    anna = await Person.guest(http, process.url)
    stream = await anna.open(bots=False)
    assert process.running is not None
    with closing(sqlite3.connect(process.log.with_suffix(".db"), isolation_level=None)) as other:
        other.execute("begin immediate")
        asked = asyncio.create_task(anna.command(stream, "fill"))
        await anna.socket.call("unwatch", {"stream": ""})
        process.running.send_signal(signal.SIGTERM)
        with pytest.raises(Refusal, match="try_again"):
            await asked
        assert await anna.socket.gone() == 1001
        async with asyncio.timeout(PATIENCE):
            await process.running.wait()
