"""Who may connect, and how long one may wait with it."""

from __future__ import annotations

from typing import Any

import pytest
import socketio
from aiohttp import ClientSession, WSServerHandshakeError

from server import wire
from server.wire import Packet
from tests.server.nodes import House
from tests.server.people import Person, new_id
from tests.server.sockets import CONNECT, CONNECT_ERROR, Closed, Refusal, Socket


async def test_the_cookie_says_who_connects(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(bots=False)
    synced = await anna.sync(stream)
    assert [member["person"] for member in synced["table"]["members"]] == [anna.person]
    assert synced["names"] == {anna.person: "Анна"}


@pytest.mark.parametrize("cookie", ["", "pulya=x", "pulya=InAxIg.forged"])
async def test_without_a_session_nobody_connects(
    house: House, http: ClientSession, cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "CONNECT_SECONDS", 0.3)
    socket = await Socket.bare(http, house.url, cookie)
    answer = await socket.hello()
    assert answer["type"] == CONNECT_ERROR
    assert answer["data"] == {"message": "unauthorized", "data": {"code": "no_session"}}
    await socket.emit("sync", {"stream": "t0"}, number=0)
    await socket.gone()
    assert len(socket.frames) == 1


async def test_who_says_nothing_is_cut_off(
    house: House, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "CONNECT_SECONDS", 0.1)
    anna = await house.guest()
    silent = await Socket.bare(http, house.url, anna.cookie)
    await silent.gone()
    assert silent.frames == []
    await anna.open()  # she said CONNECT and stays


async def test_nothing_is_answered_before_connect(house: House, http: ClientSession) -> None:
    anna = await house.guest()
    stream = await anna.open()
    early = await Socket.bare(http, house.url, anna.cookie)
    await early.emit("sync", {"stream": stream}, number=0)
    assert (await early.hello())["type"] == CONNECT
    assert len(early.frames) == 1
    await early.close()


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_other_sites_cannot_connect(house: House, http: ClientSession, origin: str) -> None:
    anna = await house.guest()
    url = f"{house.url}/socket.io/?EIO=4&transport=websocket"
    with pytest.raises(WSServerHandshakeError) as caught:
        await http.ws_connect(url, headers={"Cookie": anna.cookie, "Origin": origin})
    assert caught.value.status == 400
    ours = await http.ws_connect(url, headers={"Cookie": anna.cookie, "Origin": house.url})
    await ours.close()


async def test_only_websockets(house: House, http: ClientSession) -> None:
    for method in ("GET", "POST"):
        url = f"{house.url}/socket.io/?EIO=4&transport=polling"
        async with http.request(method, url) as response:
            assert response.status == 400


async def test_a_second_connect_on_one_socket_is_refused(house: House) -> None:
    anna = await house.guest()
    await anna.socket.packet(type=CONNECT, nsp="/")
    stream = await anna.open(bots=False)
    assert (await anna.sync(stream))["n"] == 1
    assert any(b"Unable to connect" in frame for frame in anna.socket.frames)


@pytest.mark.parametrize("event", ["connect", "disconnect"])
async def test_nobody_forges_what_the_library_tells_its_handlers(house: House, event: str) -> None:
    anna, boris = await house.guest(), await house.guest()
    await anna.socket.emit(event, {"aiohttp.request": {"cookies": {}}}, number=0)
    await anna.socket.gone()
    assert await boris.open()


async def test_unknown_events_are_refused(house: House) -> None:
    anna = await house.guest()
    for event in ("", "message", "entry", "ping", "Command", "a" * 1000):
        with pytest.raises(Refusal, match="unknown_event"):
            await anna.socket.call(event, {"stream": ""})
    assert await anna.open()


async def test_a_socket_that_is_gone_is_forgotten(house: House) -> None:
    anna = await house.guest()
    boris = await house.guest()
    stream = await anna.open(bots=False, players=3)
    await anna.watch(stream)
    await boris.watch(stream)
    assert len(house.streams.replicas[stream].watchers) == 2
    await anna.close()
    await boris.command(stream, "join")
    assert len(house.streams.replicas[stream].watchers) == 1


async def test_the_server_tells_everybody_that_it_goes(house: House) -> None:
    anna = await house.guest()
    await house.stop()
    assert await anna.socket.gone() == 1001
    with pytest.raises(Closed):
        await anna.command("t0", "join")


async def test_the_librarys_own_client_gets_along(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(bots=False, players=3)
    client = socketio.AsyncClient(serializer=Packet)
    entries: list[dict[str, Any]] = []
    client.on("entry", entries.append)
    boris = await house.guest("Борис")
    await client.connect(house.url, headers={"Cookie": boris.cookie}, transports=["websocket"])
    synced = await client.call("sync", {"stream": stream})
    assert synced["ok"]["n"] == 1
    message = {"stream": stream, "id": new_id(), "command": {"what": "join"}}
    assert await client.call("command", message) == {"ok": {"stream": stream, "n": 2}}
    while not entries:
        await client.sleep(0.01)
    assert entries[0]["names"] == {boris.person: "Борис"}
    await client.disconnect()


async def test_who_only_watches_may_do_it_in_several_browsers(house: House) -> None:
    anna, dasha = await house.guest(), await house.guest("Даша")
    stream = await anna.open(bots=False, players=3)
    other = await dasha.again()
    await dasha.watch(stream)
    await other.watch(stream)
    boris: Person = await house.guest("Борис")
    done = await boris.command(stream, "join")
    for browser in (dasha, other):
        screen = await browser.sees(stream, done["n"])
        assert screen.names[boris.person] == "Борис"
